"""The reader of USEBIO: liberal in what it reads, because each program writes its own dialect.

Elements that are missing or unknown are no fault. What cannot be read as the format says becomes a warning
of the evening.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Hand
from protocol.v1.cards import Card
from server.errors import BadRecord
from server.games.bridge import contract_text
from server.games.bridge.scores.points import FieldScoring
from server.records.bridge.evenings import values
from server.records.bridge.evenings.evening import Entrant, Evening
from server.records.bridge.record import Hands
from server.records.bridge.usebio import safe_xml
from server.records.bridge.usebio.elements import anywhere, text
from server.records.bridge.usebio.roster import Roster
from server.records.bridge.usebio.travellers import POINTS, Travellers

_SIGN = re.compile(rb"<\s*(?:\w+:)?USEBIO\b|<!DOCTYPE\s+USEBIO\b", re.IGNORECASE)
_TEAMS = frozenset(("TEAMS", "TEAMS_OF_FOUR", "SWISS_TEAMS", "KO", "LADDER"))
_METHODS: dict[str, FieldScoring] = {
    "MATCH_POINTS": "mp",
    "BUTLER_IMPS": "butler",
    "CROSS_IMPS": "imp",
    "IMPS": "imp",
    "AGGREGATE": "total",
    "PAB": "bam",
    "BAM": "bam",
}
_TYPES: dict[str, FieldScoring] = {
    "MP_PAIRS": "mp",
    "BUTLER_PAIRS": "butler",
    "CROSS_IMPS": "imp",
    "AGGREGATE": "total",
    "SWISS_PAIRS_CROSS_IMPS": "imp",
    "SWISS_PAIRS_BUTLER_IMPS": "butler",
}
SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
"""The names of the elements with the cards of a hand."""
RANKS = frozenset("AKQJT98765432")
"""The letters of ranks."""


def looks_like(head: bytes) -> bool:
    """Return True if the first bytes of a file show that it is USEBIO."""
    return _SIGN.search(head[:4096]) is not None


def evenings(data: bytes) -> tuple[Evening, ...]:
    """Return the events of a USEBIO file.

    Raises BadRecord for a file that is no XML, that `safe_xml.parse` refuses, or that has no event.
    """
    root = safe_xml.parse(data)
    events = list(root.iter("EVENT"))
    if not events:
        raise BadRecord(f"line 1, column 1: expected USEBIO with an EVENT, got {root.tag}")
    club = root.find(".//CLUB")
    hands, warnings = _hands(root)
    return tuple(
        replace(
            each,
            club=text(club, "CLUB_NAME"),
            club_number=text(club, "CLUB_ID_NUMBER"),
            hands={board.number: hands[board.number] for board in each.boards if board.number in hands},
            warnings=each.warnings + warnings,
        )
        for each in map(_evening, events)
    )


def _evening(event: Element) -> Evening:
    kind = event.get("EVENT_TYPE", "").strip().upper()
    form = _form(event, kind)
    scoring = _scoring(event, kind, form)
    roster = Roster(event)
    travellers = Travellers(event, roster, scoring)
    boards, matches = travellers.boards(), travellers.matches()
    if not boards and not roster.entrants:
        travellers.warnings.append("the event has neither entrants nor boards")
    return Evening(
        title=text(event, "TITLE", "EVENT_DESCRIPTION", "SESSION_NAME"),
        date=values.date(anywhere(event, "DATE") or anywhere(event, "SESSION_DATE")),
        scoring=scoring,
        form=form,
        swiss="SWISS" in kind,
        winners=_winners(event, form, roster.entrants),
        victory_points=anywhere(event, "MATCH_SCORING_METHOD").upper().startswith("VP"),
        identifier=text(event, "EVENT_IDENTIFIER", "EVENT_ID"),
        description=text(event, "EVENT_DESCRIPTION"),
        program=text(event, "PROGRAM_NAME"),
        program_version=text(event, "PROGRAM_VERSION"),
        entrants=roster.entrants,
        boards=boards,
        matches=matches,
        warnings=tuple(travellers.warnings),
    )


def _form(event: Element, kind: str) -> Literal["pairs", "teams", "individual"]:
    if kind in _TEAMS or (not kind and event.find(".//TEAM") is not None):
        return "teams"
    return "individual" if kind == "INDIVIDUAL" else "pairs"


def _scoring(event: Element, kind: str, form: str) -> FieldScoring:
    """Return the scoring of boards that an event names or, without a name, that of its points."""
    method = anywhere(event, "BOARD_SCORING_METHOD").upper().replace(" ", "_").replace("-", "_")
    known = _METHODS.get(method) or _TYPES.get(kind)
    if form == "teams":
        return known if known in ("bam", "total") else "match"
    if known is not None:
        return known
    words: tuple[FieldScoring, ...] = ("mp", "imp", "butler")
    return next((word for word in words if event.find(f".//NS_{POINTS[word][0]}") is not None), "mp")


def _winners(event: Element, form: str, entrants: Sequence[Entrant]) -> int:
    """Return the number of winners that an event names or, without a name, that its first places show."""
    if form != "pairs" or not entrants or not all(each.direction for each in entrants):
        return 1
    told = text(event, "WINNER_TYPE")
    if told:
        return 2 if told == "2" else 1
    return len({each.direction for each in entrants if each.place.rstrip("= ") == "1"}) or 2


def _hands(root: Element) -> tuple[dict[int, Hands], tuple[str, ...]]:
    """Return the cards of the boards, and a warning for each board whose cards are no deal."""
    dealt: dict[int, Hands] = {}
    warnings = []
    for board in root.iter("BOARD"):
        number = values.whole(text(board, "BOARD_NUMBER"))
        if number is None or board.find("HAND") is None:
            continue
        hands = {contract_text.seat(text(each, "DIRECTION")): _hand(each) for each in board.findall("HAND")}
        cards = [card for hand in hands.values() for card in hand or ()]
        whole = all(len(hands.get(seat) or ()) == 13 for seat in SEATS) and len(set(cards)) == 52
        if whole:
            north, east, south, west = (hands[seat] or () for seat in SEATS)
            dealt[number] = north, east, south, west
        else:
            warnings.append(f"board {number}: expected four hands of 13 different cards")
    return dealt, tuple(warnings)


def _hand(element: Element) -> Hand | None:
    """Return the cards of a hand, or None if it has other letters than those of cards."""
    cards = []
    for suit in SUITS:
        for rank in text(element, suit).upper().replace("10", "T").replace(" ", "").replace("-", ""):
            if rank not in RANKS:
                return None
            cards.append(Card(suit[0] + rank))
    return tuple(cards)
