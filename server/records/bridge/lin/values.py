"""What the values of LIN say: hands, calls, cards, results; and how each is written."""

from __future__ import annotations

import re
from collections.abc import Mapping

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Hand, Seat, Strain, Vulnerability
from protocol.v1.cards import DECK, Card, display_order
from server.records.bridge.lin.tokens import Locate, refusal
from server.records.bridge.record import Hands, RecordedCall, deal_fault

IN_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of hands and names, and of the digits 1 to 4 that name a dealer."""

VULNERABLE = {
    **dict.fromkeys(("o", "0", "-", "none", "love"), Vulnerability.NONE),
    **dict.fromkeys(("n", "ns", "n-s"), Vulnerability.NS),
    **dict.fromkeys(("e", "ew", "e-w"), Vulnerability.EW),
    **dict.fromkeys(("b", "both", "all"), Vulnerability.BOTH),
}
VULNERABLE_LETTER = {
    Vulnerability.NONE: "o",
    Vulnerability.NS: "n",
    Vulnerability.EW: "e",
    Vulnerability.BOTH: "b",
}

CARDS: Mapping[str, Card] = {
    spelt: card
    for card in DECK
    for rank in ({card.rank, card.rank.lower(), "10"} if card.rank == "T" else {card.rank, card.rank.lower()})
    for spelt in (card.suit + rank, card.suit.lower() + rank)
}
_SUIT_OR_RANK = re.compile(r"[SHDC]|10|[2-9TJQKA]|([-.\s\xa0]+)|(.)", re.IGNORECASE | re.DOTALL | re.ASCII)
_CARD = re.compile(r"[\s,]*([SHDC])\s*(10|[2-9TJQKA])", re.IGNORECASE | re.ASCII)

CALL_SPELT = {call: call.value.removesuffix("T") for call in BIDS} | {
    Call.PASS: "p",
    Call.DOUBLE: "d",
    Call.REDOUBLE: "r",
}
_SPELLINGS = {
    **dict.fromkeys(("p", "pass", "-"), Call.PASS),
    **dict.fromkeys(("d", "x", "dbl", "double"), Call.DOUBLE),
    **dict.fromkeys(("r", "xx", "rdbl", "redbl", "redouble"), Call.REDOUBLE),
    **{spelt.lower(): bid for bid in BIDS for spelt in (bid.value, CALL_SPELT[bid])},
}
CALLS: Mapping[str, RecordedCall] = {
    text + mark: RecordedCall(call, alert=bool(mark))
    for spelt, call in _SPELLINGS.items()
    for text in {spelt, spelt.upper(), spelt.title()}
    for mark in ("", "!")
}
_CALL = re.compile(
    r"[\s-]*(?:(pass|p|redouble|redbl|rdbl|xx|r|double|dbl|d|x|[1-7]\s*(?:nt|[cdhsn])|\?)\s*([!*]*)|\Z)",
    re.IGNORECASE | re.ASCII,
)
QUESTION = "?"
"""Stands in an auction where the reader is asked for a call."""

_RESULT = re.compile(
    r"([1-7])(NT?|[SHDC])(?:([NESW])(X{0,2})|(X{1,2})([NESW]))(?:(=)|([+-])([0-9]{1,2}))?", re.IGNORECASE
)
_PASSED_OUT = frozenset(("PASS", "PASSED", "PASSEDOUT", "PO", "P", "AP"))
_SEAT = {seat.letter: seat for seat in SEATS}
SUITS = "SHDC"
_IN_SUIT_ORDER = {suit: place for place, suit in enumerate(SUITS)}


def hand(text: str, at: int, locate: Locate) -> Hand:
    """A hand, as `S47AHJD3479C4567Q`; suits and ranks may stand in any order, ten is `T` or `10`.

    Raises BadRecord for what is neither a suit nor a rank.
    """
    suit, cards = "", []
    for found in _SUIT_OR_RANK.finditer(text):
        each = found[0].upper()
        if each in _IN_SUIT_ORDER:
            suit = each
        elif found[2] is not None or (not suit and found[1] is None):
            wanted = "a rank, A K Q J T 9 to 2," if suit else "a suit, S H D or C,"
            raise refusal(locate, at + found.start(), f"{wanted} in a hand", found[0])
        elif found[1] is None:
            cards.append(CARDS[suit + each])
    return tuple(cards)


def full(hands: dict[Seat, Hand], places: Mapping[Seat, int], locate: Locate) -> Hands:
    """The four hands in seat order; a fourth that is not told gets what three full ones leave.

    Hands of fewer than 13 cards are an end position. Raises BadRecord for a card in two places, for hands too
    long, and for full hands beside one that is short.
    """
    told = {seat: cards for seat, cards in hands.items() if cards}
    longest = max(map(len, told.values()), default=0)
    fault = deal_fault(told)
    if fault is not None and (longest >= 13 or "different" in fault[1] or not _end_position(told)):
        seat, wanted, got = fault
        raise refusal(locate, places.get(seat, 0), wanted, got)
    if len(told) == 3 and fault is None:
        held = {card for cards in told.values() for card in cards}
        (missing,) = (seat for seat in SEATS if seat not in told)
        told[missing] = tuple(sorted((card for card in DECK if card not in held), key=display_order))
    north, east, south, west = (told.get(seat, ()) for seat in SEATS)
    return north, east, south, west


def _end_position(told: Mapping[Seat, Hand]) -> bool:
    """Whether hands are of one length, or one card less in the middle of a trick."""
    lengths = [len(cards) for cards in told.values()]
    return max(lengths) - min(lengths) <= 1


def written_hand(cards: Hand) -> str:
    """A hand with all four suits, spades first; ranks keep their order."""
    return "".join(suit + "".join([card[1] for card in cards if card[0] == suit]) for suit in SUITS)


def calls(text: str, at: int, locate: Locate) -> list[RecordedCall | None]:
    """The calls of one value, `1C!` or `-1Dp1Sppp`; None for a question mark. Raises BadRecord."""
    known = CALLS.get(text.strip())
    if known is not None:
        return [known]
    found: list[RecordedCall | None] = []
    place = 0
    while place < len(text):
        call = _CALL.match(text, place)
        if call is None:
            raise refusal(locate, at + place, "a call like p, d, r, 1C or 3N", text[place:])
        if call[1] is None:
            break
        spelt = "".join(call[1].split()).lower()
        found.append(None if spelt == QUESTION else RecordedCall(_SPELLINGS[spelt], bool(call[2])))
        place = call.end()
    return found


def cards(text: str, at: int, locate: Locate) -> list[Card]:
    """The cards of one value, `sK` or `S10HAH2`. Raises BadRecord for anything else."""
    found: list[Card] = []
    place, end = 0, len(text.rstrip(" \n\t,"))
    while place < end:
        card = _CARD.match(text, place)
        if card is None:
            raise refusal(locate, at + place, "a card like SA", text[place:])
        found.append(CARDS[card[1].upper() + card[2].upper()])
        place = card.end()
    return found


def result(text: str) -> tuple[Contract | None, int | None] | None:
    """Contract and tricks of `4HN+1`, `3NWx-1`, `5DNxx=`; neither for PASS; None for another text."""
    spelt = "".join(text.split()).upper()
    if spelt in _PASSED_OUT:
        return None, None
    found = _RESULT.fullmatch(spelt)
    if found is None:
        return None
    level = int(found[1])
    strain = Strain.NOTRUMP if found[2][0] == "N" else Strain(found[2])
    doubled = len(found[4] or found[5] or "")
    contract = Contract(level, strain, _SEAT[found[3] or found[6]], (1, 2, 4)[doubled])
    if found[7]:
        return contract, level + 6
    return contract, None if found[8] is None else level + 6 + int(found[8] + found[9])


def written_result(contract: Contract, tricks: int | None) -> str:
    """The contract, declarer and tricks over or under it, the inverse of `result`."""
    doubled = {1: "", 2: "x", 4: "xx"}[contract.doubled]
    beyond = (
        "" if tricks is None else "=" if tricks == contract.level + 6 else f"{tricks - contract.level - 6:+}"
    )
    return f"{contract.level}{contract.strain[0]}{contract.declarer.letter}{doubled}{beyond}"
