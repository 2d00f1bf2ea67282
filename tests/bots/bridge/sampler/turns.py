"""Turns to call for the tests of the sampler's bidding, in auctions that North began."""

from __future__ import annotations

from typing import Any

from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.hand_facts import facts_of
from bots.bridge.bidding.rules import Rule
from bots.bridge.bidding.system import SAYC
from bots.bridge.sampler.turn import Turn
from protocol.v1.bridge import Call, Seat, Vulnerability, parse_hand
from tests.bots.bridge.bidding.tables import calls

BIDDER = Bidder(SAYC)
NONE, OURS, THEIRS = Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW


def turn_of(cards: str, auction: str, vulnerable: Vulnerability = NONE, **scored: Any) -> Turn:
    """Return the turn of the player that holds the cards."""
    made = calls(auction)
    told = BIDDER.constraints(Seat.NORTH, vulnerable, made)
    return Turn(facts_of(parse_hand(cards)), told, Seat.NORTH, vulnerable, made, **scored)


def rule_of(cards: str, auction: str, vulnerable: Vulnerability = NONE) -> Rule:
    """Return the meaning of the call that the rules choose."""
    return BIDDER.call(parse_hand(cards), Seat.NORTH, vulnerable, calls(auction)).explanation.rule


def meaning_of(call: Call, auction: str, vulnerable: Vulnerability = NONE) -> Rule:
    """Return the meaning of a call after an auction."""
    return BIDDER.explanation(Seat.NORTH, vulnerable, (*calls(auction), call)).rule
