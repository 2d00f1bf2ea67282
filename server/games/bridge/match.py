"""A match: two tables share the boards, and a board is compared when both have finished it (Law 78B).

Each table keeps what it finished itself and what it has heard from the other; only what both have is shown.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Compared,
    Deal,
    Match,
    Options,
    Result,
    Vulnerability,
)
from server.errors import IllegalAction
from server.games.base import Rng
from server.games.bridge import dealing
from server.games.bridge.scores.artificial import average_imps, non_balancing
from server.games.bridge.scores.assigned import Weighted, weighted
from server.games.bridge.scores.comparison import Points, imps
from server.games.bridge.state import BridgeState, Room, Score, Standing


class Paired(Struct, frozen=True, tag_field="t", tag="paired", gc=False):
    """The server's ruling that makes a table one of a match, before its first deal."""

    room: Room
    other: str


class Heard(Struct, frozen=True, tag_field="t", tag="heard", gc=False):
    """The server's ruling that tells how a board ended at the other table; null: it has not, after all."""

    board: int
    score: Score | None


class Ended(Struct, frozen=True, tag_field="t", tag="ended", gc=False):
    """The server's ruling that tells that the other table has ended, or that this one has (`here`)."""

    here: bool = False


MatchRuling = Paired | Heard | Ended


def rule(standing: Standing | None, ruling: MatchRuling) -> Standing:
    """The standing after one of the server's rulings. Raises IllegalAction at a table that has no match."""
    if isinstance(ruling, Paired):
        return Standing(ruling.room, ruling.other)
    if standing is None:
        raise IllegalAction("this table plays no match")
    match ruling:
        case Heard():
            return replace(standing, there=_with(standing.there, ruling.board, ruling.score))
        case Ended():
            return replace(standing, over=True) if ruling.here else replace(standing, ended=True)
        case _:
            assert_never(ruling)


def finished(standing: Standing, board: int, ended: Result, vulnerable: Vulnerability) -> Standing:
    """The standing with a board's result at this table, the first one or an adjusted one."""
    return replace(standing, here=_with(standing.here, board, _score(ended, vulnerable)))


def _with(scores: dict[int, Score], board: int, score: Score | None) -> dict[int, Score]:
    others = {number: known for number, known in scores.items() if number != board}
    return others if score is None else {**others, board: score}


def _score(ended: Result, vulnerable: Vulnerability) -> Score:
    match ended.adjusted:
        case None:
            return Score(ended.score_ns)
        case ArtificialScore(north_south=own, east_west=opponents):
            return Score(ended.score_ns, artificial=(average_imps(own), average_imps(opponents)))
        case AssignScore():
            return Score(ended.score_ns, weighed=weighted(ended.adjusted, vulnerable))
        case _:
            assert_never(ended.adjusted)


def _whole(imps: Fraction) -> int:
    """Whole IMPs: a half is rounded away from 0, so that one team wins what the other loses."""
    size = int(abs(imps) + Fraction(1, 2))
    return size if imps > 0 else -size


def shown(standing: Standing) -> Match:
    """What everybody may know: the boards that count for both tables, and their IMPs."""
    known = sorted(standing.here.keys() | standing.there.keys())
    boards = {board: each for board in known if (each := _board(standing, board)) is not None}
    return Match(standing.room, standing.other, boards, sum(each.imps for each in boards.values()))


def _board(standing: Standing, board: int) -> Compared | None:
    """A board that both tables have finished, or one with an artificial score that the other never will."""
    here, there = standing.here.get(board), standing.there.get(board)
    if here is not None and there is not None:
        return _compared(here, there)
    if here is not None and here.artificial is not None and standing.ended:
        return Compared(here.points, 0, _balance(*here.artificial), unplayed="there")
    if there is not None and there.artificial is not None and standing.over:
        return Compared(0, there.points, -_balance(*there.artificial), unplayed="here")
    return None


def _compared(here: Score, there: Score) -> Compared:
    return Compared(here.points, there.points, _balance(_won(here, there), _won(there, here)))


def _balance(own: Points, opponents: Points) -> int:
    """Whole IMPs of a team, of those that each team has by its own scores (Law 12C4)."""
    return _whole(non_balancing(own, opponents))


def _won(ours: Score, theirs: Score) -> Fraction:
    """The IMPs of the team that sits North-South at our table and East-West at theirs, by its own scores.

    An artificial score is IMPs by itself (Law 12C2); of two, one at each table, the team has the mean. Of an
    assigned one each outcome is compared, and the IMPs are weighed (Law 12C1c).
    """
    north_south = None if ours.artificial is None else ours.artificial[0]
    east_west = None if theirs.artificial is None else theirs.artificial[1]
    alone = [given for given in (north_south, east_west) if given is not None]
    if alone:
        return Fraction(sum(alone), len(alone))
    outcomes = product(_weighted(ours, 0), _weighted(theirs, 1))
    return sum(
        (Fraction(w * v, 10_000) * imps(mine - other) for (w, mine), (v, other) in outcomes), Fraction()
    )


def _weighted(score: Score, side: int) -> Weighted:
    return ((100, score.points),) if score.weighed is None else score.weighed[side]


def news(told: Standing, teller: Standing, ended: bool) -> tuple[MatchRuling, ...]:
    """The rulings by which one table learns what the other knows of its own boards, () when it knows it all.

    A table that has ended learns from the other that this has been told, so both count the same boards.

    `ended`: the teller plays no more.
    """
    tidings: list[MatchRuling] = [
        Heard(board, teller.here.get(board))
        for board in sorted(teller.here.keys() | told.there.keys())
        if teller.here.get(board) != told.there.get(board)
    ]
    if ended and not told.ended:
        tidings.append(Ended())
    if teller.ended and not told.over:
        tidings.append(Ended(here=True))
    return tuple(tidings)


def closed(standing: Standing, deal: Deal, ended: bool) -> bool:
    """Whether neither table will play this deal any more; `ended`: this one plays no more at all."""
    here = ended or deal.board in standing.here
    return here and (standing.ended or deal.board in standing.there)


def drawn(before: BridgeState, place: int, rng: Rng) -> Deal:
    """The board at a place, from 0, of a table that has dealt none yet, for both tables to play.

    Raises IllegalAction where something else than a deal comes first.
    """
    state = replace(before, board=before.board + place)
    board = dealing.drawn(state, rng) if dealing.deal_due(state) else None
    if not isinstance(board, Deal):
        raise IllegalAction("a match begins with a deal")
    return board


def check(options: Options, deals: tuple[Deal, ...]) -> None:
    """Raise IllegalAction for options or boards on which two tables cannot play a match."""
    if options.scoring != "duplicate":
        raise IllegalAction(f"a match is scored as duplicate, not as {options.scoring}")
    if options.partners != "agreed":
        raise IllegalAction("the teams of a match are agreed, not cut for")
    if len({deal.board for deal in deals}) != len(deals):
        raise IllegalAction("the boards of a match have different numbers, so that they can be compared")
