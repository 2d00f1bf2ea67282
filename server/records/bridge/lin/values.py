"""Readers and writers of the values of LIN tokens: hands, calls, cards and results."""

from __future__ import annotations

import re
from collections.abc import Mapping

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Hand, Seat, Strain, Vulnerability
from protocol.v1.cards import DECK, Card, display_order
from server.records.bridge.lin.tokens import Locate, refusal
from server.records.bridge.record import Hands, RecordedCall, deal_fault

IN_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of seats for hands and names in LIN, and for the digits 1 to 4 that name the dealer."""

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
    spelling: card
    for card in DECK
    for rank in ({card.rank, card.rank.lower(), "10"} if card.rank == "T" else {card.rank, card.rank.lower()})
    for spelling in (card.suit + rank, card.suit.lower() + rank)
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
    **{spelling.lower(): bid for bid in BIDS for spelling in (bid.value, CALL_SPELT[bid])},
}
CALLS: Mapping[str, RecordedCall] = {
    text + mark: RecordedCall(call, alert=bool(mark))
    for spelling, call in _SPELLINGS.items()
    for text in {spelling, spelling.upper(), spelling.title()}
    for mark in ("", "!")
}
_CALL = re.compile(
    r"[\s-]*(?:(pass|p|redouble|redbl|rdbl|xx|r|double|dbl|d|x|[1-7]\s*(?:nt|[cdhsn])|\?)\s*([!*]*)|\Z)",
    re.IGNORECASE | re.ASCII,
)
QUESTION = "?"
"""The mark in the auction of a bidding problem at which the problem's solver is asked for a call."""

_RESULT = re.compile(
    r"([1-7])(NT?|[SHDC])(?:([NESW])(X{0,2})|(X{1,2})([NESW]))(?:(=)|([+-])([0-9]{1,2}))?", re.IGNORECASE
)
_PASSED_OUT = frozenset(("PASS", "PASSED", "PASSEDOUT", "PO", "P", "AP"))
_SEAT = {seat.letter: seat for seat in SEATS}
SUITS = "SHDC"
_IN_SUIT_ORDER = {suit: at_character for at_character, suit in enumerate(SUITS)}


def hand(text: str, at: int, locate: Locate) -> Hand:
    """Return the cards of a LIN hand such as `S47AHJD3479C4567Q`, with suits and ranks in any order.

    The ten is written as `T` or `10`. Raises BadRecord for a character in a hand that is neither a suit nor a
    rank.
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
    """Return the four hands in seat order N E S W; a missing hand gets the cards that three full hands leave.

    Hands of fewer than 13 cards are read as an end position, the last part of a play. Raises BadRecord for a
    repeated card, for a hand that is too long, and for a mixture of full and shorter hands.
    """
    known_hands = {seat: cards for seat, cards in hands.items() if cards}
    longest = max(map(len, known_hands.values()), default=0)
    fault = deal_fault(known_hands)
    if fault is not None and (longest >= 13 or "different" in fault[1] or not _end_position(known_hands)):
        seat, wanted, got = fault
        raise refusal(locate, places.get(seat, 0), wanted, got)
    if len(known_hands) == 3 and fault is None:
        dealt_cards = {card for cards in known_hands.values() for card in cards}
        (missing,) = (seat for seat in SEATS if seat not in known_hands)
        known_hands[missing] = tuple(
            sorted((card for card in DECK if card not in dealt_cards), key=display_order)
        )
    north, east, south, west = (known_hands.get(seat, ()) for seat in SEATS)
    return north, east, south, west


def _end_position(known_hands: Mapping[Seat, Hand]) -> bool:
    """Return True if the hands are equally long or differ by one card, as in the middle of a trick."""
    lengths = [len(cards) for cards in known_hands.values()]
    return max(lengths) - min(lengths) <= 1


def hand_text(cards: Hand) -> str:
    """Return the LIN text of a hand with all four suits, spades first, and with the ranks in their order."""
    return "".join(suit + "".join([card[1] for card in cards if card[0] == suit]) for suit in SUITS)


def calls(text: str, at: int, locate: Locate) -> list[RecordedCall | None]:
    """Return the calls in a LIN value such as `1C!` or `-1Dp1Sppp`, with None for each question mark.

    Raises BadRecord for a text in an auction that is not a call.
    """
    known = CALLS.get(text.strip())
    if known is not None:
        return [known]
    found: list[RecordedCall | None] = []
    at_character = 0
    while at_character < len(text):
        call = _CALL.match(text, at_character)
        if call is None:
            raise refusal(locate, at + at_character, "a call like p, d, r, 1C or 3N", text[at_character:])
        if call[1] is None:
            break
        spelling = "".join(call[1].split()).lower()
        found.append(None if spelling == QUESTION else RecordedCall(_SPELLINGS[spelling], bool(call[2])))
        at_character = call.end()
    return found


def cards(text: str, at: int, locate: Locate) -> list[Card]:
    """Return the cards in a LIN value such as `sK` or `S10HAH2`.

    Raises BadRecord for a text in a play that is not a card.
    """
    found: list[Card] = []
    at_character, end = 0, len(text.rstrip(" \n\t,"))
    while at_character < end:
        card = _CARD.match(text, at_character)
        if card is None:
            raise refusal(locate, at + at_character, "a card like SA", text[at_character:])
        found.append(CARDS[card[1].upper() + card[2].upper()])
        at_character = card.end()
    return found


def result(text: str) -> tuple[Contract | None, int | None] | None:
    """Return the contract and the tricks of a LIN result such as `4HN+1`, `3NWx-1` or `5DNxx=`.

    For the result `PASS` the contract and the tricks are both None. For a text that is neither a result nor
    `PASS` return None.
    """
    spelling = "".join(text.split()).upper()
    if spelling in _PASSED_OUT:
        return None, None
    found = _RESULT.fullmatch(spelling)
    if found is None:
        return None
    level = int(found[1])
    strain = Strain.NOTRUMP if found[2][0] == "N" else Strain(found[2])
    doubled = len(found[4] or found[5] or "")
    contract = Contract(level, strain, _SEAT[found[3] or found[6]], (1, 2, 4)[doubled])
    if found[7]:
        return contract, level + 6
    return contract, None if found[8] is None else level + 6 + int(found[8] + found[9])


def result_text(contract: Contract, tricks: int | None) -> str:
    """Return the LIN text of a contract with its declarer and its overtricks or undertricks.

    The function is the inverse of `result`.
    """
    doubled = {1: "", 2: "x", 4: "xx"}[contract.doubled]
    beyond = (
        "" if tricks is None else "=" if tricks == contract.level + 6 else f"{tricks - contract.level - 6:+}"
    )
    return f"{contract.level}{contract.strain[0]}{contract.declarer.letter}{doubled}{beyond}"
