"""Auctions for the tests of bidding: a hand, the calls before it, and the call that the system makes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bots.bridge.bidding.bidder import Bidder, Choice, Explanation
from bots.bridge.bidding.system import SAYC, System
from protocol.v1.bridge import SEATS, Call, Hand, Seat, Vulnerability, parse_hand
from protocol.v1.cards import DECK


def called(cards: str, auction: str = "", system: System = SAYC, vulnerable: str = "None") -> str:
    """Return the call of a hand after an auction such as `1NT P`, which North began."""
    return Bidder(system).call(parse_hand(cards), Seat.NORTH, Vulnerability(vulnerable), calls(auction)).call


def meaning(auction: str, system: System = SAYC) -> Explanation:
    """Return the explanation of the last call of an auction that North began."""
    return Bidder(system).explanation(Seat.NORTH, Vulnerability.NONE, calls(auction))


def calls(auction: str) -> tuple[Call, ...]:
    """Return the calls of a text such as `1NT P 2C`."""
    return tuple(Call(call) for call in auction.split())


def deal(rng: Random) -> tuple[Hand, Hand, Hand, Hand]:
    """Return four random hands."""
    cards = list(DECK)
    rng.shuffle(cards)
    north, east, south, west = (tuple(cards[13 * seat : 13 * seat + 13]) for seat in SEATS)
    return north, east, south, west


def bid_out(
    system: System, hands: Sequence[Hand], dealer: Seat, vulnerability: Vulnerability
) -> list[tuple[Seat, Choice]]:
    """Return the calls that four players of one system make with these hands, each with its seat."""
    bidder, made = Bidder(system), list[tuple[Seat, Choice]]()
    while not is_over([choice.call for _, choice in made]):
        seat = SEATS[(dealer + len(made)) % 4]
        before = [choice.call for _, choice in made]
        made.append((seat, bidder.call(hands[seat], dealer, vulnerability, before)))
        assert len(made) < 100, f"the auction does not end: {before}"
    return made


def is_over(made: Sequence[Call]) -> bool:
    """Return True if three passes have ended an auction."""
    return len(made) >= 4 and list(made[-3:]) == [Call.PASS] * 3
