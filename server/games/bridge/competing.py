"""Events of bridge: the results of boards at many tables, scored as a field or as matches of two tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, assert_never, cast

import msgspec
from msgspec.structs import replace

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Average,
    Deal,
    Options,
    Outcome,
    Result,
    Vulnerability,
)
from protocol.words import list_alternatives
from server.errors import IllegalAction
from server.games.base import Award, Competing, FieldResult, Rng, SidePoints
from server.games.bridge import contract_text, match
from server.games.bridge import results as board_results
from server.games.bridge import scoring as contract_scores
from server.games.bridge.scores import victory_points_by_percent
from server.games.bridge.scores.artificial import Share, Shares
from server.games.bridge.scores.assigned import adjusted, check_outcomes
from server.games.bridge.scores.comparison import rounded
from server.games.bridge.scores.points import (
    Conditions,
    Field,
    FieldScoring,
    Line,
    Pair,
    ScoredBoard,
    score_boards,
    score_of,
)
from server.games.bridge.scores.victory_points import victory_points
from server.games.bridge.state import BridgeState, EarlierBoard


class BridgeCompeting(Competing[BridgeState]):
    """The scorings of pairs and teams, with the conditions that the Laws leave to organisers.

    The terms of `scored` are the fields of `Conditions`: `neuberg`, `drop` and `nearest`.
    """

    scorings = MappingProxyType(
        {
            "mp": "matchpoints",
            "imp": "cross-IMPs",
            "butler": "IMPs against a datum (Butler)",
            "match": "IMPs of team matches",
            "bam": "board-a-match",
            "total": "total points",
        }
    )
    in_matches = frozenset({"match", "bam"})
    scales = MappingProxyType(
        {
            "wbf": "20 victory points (WBF 2013)",
            "ebu": "20 victory points by percentage (EBU)",
            **Competing.scales,
        }
    )
    # One scale is made for margins in IMPs, the other for percentages.
    scales_only = MappingProxyType({"wbf": frozenset({"imp", "butler", "match"}), "ebu": frozenset({"mp"})})
    most_deals = MappingProxyType({"ebu": victory_points_by_percent.MOST_BOARDS})
    forms = ("pairs", "teams")
    result_type = EarlierBoard
    result_form = (
        "a contract with its declarer and result, such as `3NT N +1`, `4SX W -2` or `2H S =`, or `pass`;"
        " `vul NS` after it tells the vulnerability of a board that no table has finished"
    )

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return (0, 2), (1, 3)

    def results(self, state: BridgeState) -> tuple[tuple[int, EarlierBoard], ...]:
        return tuple((each.board, each) for each in board_results.finished_boards(state))

    def comparable(self, result: EarlierBoard) -> tuple[int, ...]:
        return (result.result.score_ns,)

    def drawn(self, start: BridgeState, index: int, rng: Rng) -> Deal:
        return match.drawn(start, index, rng)

    def check(self, options: Options, deals: tuple[Deal, ...]) -> None:
        match.check(options, deals)
        if options.boards is not None:
            raise IllegalAction(
                "the event says how many boards a table plays: expected no `boards` in options"
            )

    def scored(
        self, results: Sequence[FieldResult], scoring: str, terms: Mapping[str, Any]
    ) -> tuple[SidePoints | None, ...]:
        if scoring not in self.scorings:
            raise IllegalAction(
                f"expected the scoring {list_alternatives(tuple(self.scorings))}, got {scoring}"
            )
        known = {name: terms[name] for name in Conditions.__struct_fields__ if name in terms}
        return _scored(results, cast(FieldScoring, scoring), Conditions(**known))

    def read_result(self, text: str) -> dict[str, Any]:
        """Return the fields of a board with the contract of a text, whose score follows from it."""
        outcome, _, vulnerable = (each.strip() for each in text.upper().partition("VUL"))
        bid, made = contract_text.contract(outcome, None)
        sides = {each.value.upper(): each.value for each in Vulnerability}
        known = made is not None or outcome in ("PASS", "PASSED OUT")
        if not known or (vulnerable and vulnerable not in sides):
            raise IllegalAction(f"expected {self.result_form}; got {text}")
        fields = {"result": msgspec.to_builtins(Result(0, bid, made))}
        return {**fields, "vulnerable": sides[vulnerable]} if vulnerable else fields

    def facts(self, board: int, played: EarlierBoard | None) -> dict[str, Any]:
        known: dict[str, Any] = {"board": board}
        return known if played is None else {**known, "vulnerable": played.vulnerable.value}

    def ruled(self, result: EarlierBoard) -> EarlierBoard:
        """Return a board with the score of its contract, or the mean of the outcomes that a director gave.

        A score without a contract stays as it is. Raises IllegalAction for tricks that the contract cannot
        have, and for weights that do not add up to 100.
        """
        ended = result.result
        match ended.adjusted:
            case AssignScore() as ruling:
                check_outcomes(ruling)
                scored = adjusted(replace(ended, contract=None), ruling, result.vulnerable)
                return replace(result, result=scored)
            case ArtificialScore():
                raise IllegalAction("expected artificial scores as `awards`, not as a result")
            case None if ended.contract is not None:
                check_outcomes(AssignScore((Outcome(100, ended.contract, ended.tricks),)))
                return replace(
                    result, result=contract_scores.result(ended.contract, ended.tricks, result.vulnerable)
                )
            case None:
                return replace(result, result=Result(ended.score_ns))
            case _:
                assert_never(ended.adjusted)

    def victory_points(
        self, margin: Fraction, deals: int, scale: str, top: Fraction = Fraction()
    ) -> tuple[int, int]:
        """Return the victory points in hundredths; a margin that is no whole number of IMPs is rounded.

        Without a `top`, nothing has been compared, and a margin by percentage counts as half of the match.
        """
        if scale == "ebu":
            percent = 50 + 50 * margin / top if top else Fraction(50)
            won = 100 * victory_points_by_percent.victory_points(percent, deals)
            return won, 2_000 - won
        if scale != "wbf":
            return super().victory_points(margin, deals, scale)
        own, others = victory_points(rounded(margin), deals)
        return int(100 * own), int(100 * others)


_NO_ROOM = -1
"""The index of the other room of a match that has not played the board."""


class _Entries(Field):
    """The results of an event, each as a table of its own, by the entries that sat there."""

    def __init__(self, results: Sequence[FieldResult]) -> None:
        self._results = results
        self._rooms: dict[tuple[int, tuple[str | None, ...]], int] = {
            (each.deal, each.sides): index for index, each in enumerate(results) if _has_score(each)
        }

    def pair(self, table: int, side: int) -> Pair:
        return self._results[table].sides[side] or (table, side)

    def other_room(self, table: int) -> int:
        played = self._results[table]
        return self._rooms.get((played.deal, played.sides[::-1]), _NO_ROOM)


def _scored(
    results: Sequence[FieldResult], scoring: FieldScoring, conditions: Conditions
) -> tuple[SidePoints | None, ...]:
    entries = _Entries(results)
    lines: dict[int, list[Line]] = defaultdict(list)
    for index, each in enumerate(results):
        if _has_score(each):
            lines[each.deal].append(_line(index, each))
    boards = [ScoredBoard(deal, tuple(played)) for deal, played in lines.items()]
    points: list[SidePoints | None] = [None] * len(results)
    rooms = scoring in BridgeCompeting.in_matches
    for board in score_boards(boards, entries, scoring, conditions):
        for line in board.lines:
            if line.points is None:
                continue
            other = entries.other_room(line.table) if rooms else _NO_ROOM
            others = int(other != _NO_ROOM) if rooms else len(board.lines) - 1
            counts = not (rooms and _NO_ROOM < other < line.table)
            points[line.table] = SidePoints(line.points, board.top or Fraction(), others, counts)
    return tuple(points)


def _has_score(result: FieldResult) -> bool:
    return result.result is not None or result.awards is not None


def _line(index: int, result: FieldResult) -> Line:
    if result.awards is not None:
        return Line(index, Result(0), Shares(*map(_award, result.awards)))
    played: EarlierBoard = result.result
    return Line(index, played.result, score_of(played.result, played.vulnerable))


def _award(award: Award) -> Average | Share:
    return Share(award) if isinstance(award, int) else award
