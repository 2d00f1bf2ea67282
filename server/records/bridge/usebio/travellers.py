"""The boards, the results and the matches of an event in USEBIO."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from protocol.v1.bridge import Contract
from server.games.bridge import contract_text
from server.games.bridge import scoring as contract_scores
from server.games.bridge.scores.points import WIN, FieldScoring
from server.records.bridge.evenings import values
from server.records.bridge.evenings.evening import Board, Match, Points, Result, Sides
from server.records.bridge.usebio.elements import in_sections, text, told
from server.records.bridge.usebio.roster import Roster

POINTS: dict[FieldScoring, tuple[str, ...]] = {
    "mp": ("MATCH_POINTS", "MATCHPOINTS", "MPS"),
    "imp": ("CROSS_IMP_POINTS", "CROSS_IMPS", "IMPS", "IMP_POINTS"),
    "butler": ("BUTLER_POINTS", "BUTLER_IMPS", "IMPS", "IMP_POINTS"),
    "match": ("IMPS", "IMP_POINTS"),
    "bam": ("BAM_POINTS", "MATCH_POINTS"),
    "total": ("AGGREGATE_POINTS", "POINTS"),
}
"""The names of the elements with the points of a side, after `NS_` or `EW_`; the first is the usual one."""
_IMPOSSIBLE = -9000
"""Points below this number are the way in which a program marks a line that does not count."""


class _Place(NamedTuple):
    """The section, the board and the round of a result; the round is 0 outside of matches."""

    section: str
    board: int
    round: int


class Travellers:
    """The reader of the results of an event."""

    def __init__(self, event: Element, roster: Roster, scoring: FieldScoring) -> None:
        self._event = event
        self._roster = roster
        self._scoring = scoring
        self.warnings: list[str] = []

    def boards(self) -> tuple[Board, ...]:
        """Return the boards with their results, in the order of their numbers."""
        placed: dict[_Place, list[Result]] = defaultdict(list)
        for place, result in (*self._of_boards(), *self._of_matches()):
            placed[place].append(result)
        parted = self._scoring in ("match", "bam") or _meets_a_board_twice(placed)
        merged: dict[_Place, list[Result]] = defaultdict(list)
        for place, results in placed.items():
            merged[place if parted else place._replace(round=0)] += results
        numbers = Counter(place.board for place in merged)
        return tuple(
            Board(
                place.board,
                tuple(results),
                place.section if numbers[place.board] > 1 else "",
                place.round if numbers[place.board] > 1 else 0,
            )
            for place, results in sorted(
                merged.items(), key=lambda item: (item[0].round, item[0].section, item[0].board)
            )
        )

    def matches(self) -> tuple[Match, ...]:
        """Return the matches of the event with their scores."""
        return tuple(self._match(section, each) for section, each in in_sections(self._event, "MATCH"))

    def _match(self, section: str, element: Element) -> Match:
        own, other = self._opponents(section, element)
        scores = (
            values.number(text(element, "TEAM_SCORE", "NS_SCORE", "NS_VPS")),
            values.number(text(element, "OPPOSING_TEAM_SCORE", "EW_SCORE", "EW_VPS")),
        )
        return Match(values.whole(told(element, "ROUND_NUMBER")) or 0, (own, other), scores)

    def _opponents(self, section: str, element: Element) -> tuple[str, str]:
        own = told(element, "TEAM") or text(element, "NS_PAIR_NUMBER", "TEAM_NUMBER")
        other = told(element, "OPPOSING_TEAM") or text(element, "EW_PAIR_NUMBER", "OPPOSING_TEAM_NUMBER")
        return self._roster.find(own, "NS", section), self._roster.find(other, "EW", section)

    def _of_boards(self) -> Iterator[tuple[_Place, Result]]:
        for section, board in in_sections(self._event, "BOARD"):
            number = self._number(board)
            if number is not None:
                for line in board.findall("TRAVELLER_LINE"):
                    sides = self._sides(line, section)
                    if sides is not None:
                        yield from self._result(line, _Place(section, number, 0), sides)

    def _of_matches(self) -> Iterator[tuple[_Place, Result]]:
        for section, match in in_sections(self._event, "MATCH"):
            own, other = self._opponents(section, match)
            played = values.whole(told(match, "ROUND_NUMBER")) or 0
            for board in match.findall("BOARD"):
                number = self._number(board)
                if number is None:
                    continue
                for index, line in enumerate(board.findall("TRAVELLER_LINE")):
                    turned = self._is_turned(line, index)
                    sides: Sides = ((other,), (own,)) if turned else ((own,), (other,))
                    place = _Place(section, number, played)
                    for at, result in self._result(line, place, self._sides(line, section) or sides, played):
                        yield (
                            at,
                            _with_imps(result, values.number(text(board, "IMPS")), turned, self._scoring),
                        )

    def _is_turned(self, line: Element, index: int) -> bool:
        """Return True if the first entrant of a match sits East-West on a line.

        In a team match the direction of the line says it; without one, or with the name of a room such as
        Closed, the second line is the other room.
        """
        if self._scoring not in ("match", "bam"):
            return False
        direction = told(line, "DIRECTION").upper()[:1]
        return direction in ("E", "W") if direction in tuple("NSEW") else index == 1

    def _number(self, board: Element) -> int | None:
        written = told(board, "BOARD_NUMBER")
        number = values.whole(written)
        if number is None or not 0 < number < 1000:
            self.warnings.append(f"expected the number of a board, got {written or 'none'}")
            return None
        return number

    def _sides(self, line: Element, section: str) -> Sides | None:
        """Return the entrants of a line, or None if it names none."""
        individuals = [told(line, f"{seat}_PLAYER_NUMBER") for seat in "NSEW"]
        if all(individuals):
            north, south, east, west = (self._roster.find(each, "", section) for each in individuals)
            return (north, south), (east, west)
        own = text(line, "NS_PAIR_NUMBER", "NS_TEAM_NUMBER", "NS_TEAM")
        other = text(line, "EW_PAIR_NUMBER", "EW_TEAM_NUMBER", "EW_TEAM")
        if not own or not other:
            return None
        return (self._roster.find(own, "NS", section),), (self._roster.find(other, "EW", section),)

    def _result(
        self, line: Element, place: _Place, sides: Sides, played: int = 0
    ) -> Iterator[tuple[_Place, Result]]:
        """Yield the result of a line, or nothing for a board that was not played, or against a phantom."""
        written, declarer = text(line, "CONTRACT"), contract_text.seat(text(line, "PLAYED_BY", "DECLARER"))
        contract, made = contract_text.contract(written, declarer)
        passed = contract is None and bool(written) and values.passed_out(written)
        tricks = made if made is not None else values.tricks(text(line, "TRICKS", "RESULT"), contract)
        points = self._points(line)
        percent = _percent(line)
        score = None if percent is not None else self._score(line, place.board, contract, tricks, passed)
        against_phantom = any(number in self._roster.phantoms for side in sides for number in side)
        unplayed = any(each is not None and each < _IMPOSSIBLE for each in points)
        result = Result(
            sides,
            score,
            contract,
            tricks if contract is not None else None,
            passed,
            values.lead(text(line, "LEAD")),
            percent,
            points,
            played,
        )
        if against_phantom or unplayed:
            return
        self._warn_of_unread(line, place.board, result)
        if result.played:
            yield place, result

    def _warn_of_unread(self, line: Element, board: int, result: Result) -> None:
        """Warn of the text of a contract or a score that was not understood."""
        contract, score = text(line, "CONTRACT"), text(line, "SCORE")
        if result.percent is not None:
            return
        if result.contract is None and not result.passed_out and not values.unplayed(contract):
            self.warnings.append(f"board {board}: expected a contract and its declarer, got {contract}")
        if result.score is None and not values.unplayed(score):
            self.warnings.append(f"board {board}: expected a score, got {score}")

    def _points(self, line: Element) -> Points:
        names = POINTS[self._scoring]
        own, other = (
            values.number(text(line, *(f"{side}_{name}" for name in names))) for side in ("NS", "EW")
        )
        return own, other

    def _score(
        self, line: Element, board: int, contract: Contract | None, tricks: int | None, passed: bool
    ) -> int | None:
        """Return North-South's points: the written ones or, without any, those of the contract."""
        written = values.score(text(line, "SCORE"))
        if written is None:
            own, other = (values.score(text(line, f"{side}_SCORE")) for side in ("NS", "EW"))
            written = own if own else None if other is None else -other
        if contract is None or tricks is None:
            return 0 if passed and written is None else written
        vulnerable = contract_scores.vulnerability_of(board)
        expected = contract_scores.result(contract, tricks, vulnerable).score_ns
        if written is not None and written != expected:
            self.warnings.append(
                f"board {board}: {contract} {contract.declarer.letter} with {tricks} tricks scores {expected}"
                f" for North-South, and the file has {written}"
            )
        return expected if written is None else written


def _percent(line: Element) -> tuple[Fraction, Fraction] | None:
    """Return the percentages of an artificial score, or None for a line without one."""
    written = text(line, "SCORE") or text(line, "CONTRACT")
    if values.score(written) is None and (both := values.shares(written)) is not None:
        return both
    own, other = values.share(text(line, "NS_SCORE")), values.share(text(line, "EW_SCORE"))
    if own is None and other is None:
        return None
    return (100 - other if own is None and other is not None else own or Fraction()), (
        100 - own if other is None and own is not None else other or Fraction()
    )


def _with_imps(result: Result, imps: Fraction | None, turned: bool, scoring: FieldScoring) -> Result:
    """Return the result of a team match with the IMPs or the points that the first team won on the board."""
    if imps is None or result.points != (None, None):
        return result
    others = WIN - imps if scoring == "bam" else -imps
    return replace(result, points=(others, imps) if turned else (imps, others))


def _meets_a_board_twice(placed: dict[_Place, list[Result]]) -> bool:
    """Return True if an entrant has two boards of the same number in two rounds."""
    met: set[tuple[str, str, int]] = set()
    for place, results in placed.items():
        for result in results:
            for number in (each for side in result.sides for each in side):
                meeting = place.section, number, place.board
                if place.round and meeting in met:
                    return True
                met.add(meeting)
    return False
