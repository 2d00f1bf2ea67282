"""The rules for the next call: their order, their legality, and when conventions are off."""

from __future__ import annotations

from random import Random

import pytest

from bots.bridge.bidding.auction import Auction
from bots.bridge.bidding.bidder import rules_for
from bots.bridge.bidding.candidates import candidates
from bots.bridge.bidding.openings import openings
from bots.bridge.bidding.rules import Rule
from bots.bridge.bidding.system import SAYC, SYSTEMS, System
from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import Call, Seat, Vulnerability
from tests.bots.bridge.bidding.tables import calls


def table(auction: str, system: System = SAYC) -> tuple[Rule, ...]:
    """Return the rules for the next call of an auction that North began."""
    return rules_for(system, Seat.NORTH, Vulnerability.NONE, calls(auction))


def label(auction: str, call: str) -> str:
    """Return the name of the strongest rule with a call, or nothing if no rule has it."""
    return next((rule.label for rule in table(auction) if rule.call == call and rule.ruled), "")


def test_the_first_calls_are_the_openings() -> None:
    state = Auction(Seat.NORTH, Vulnerability.NONE)
    rules = tuple(candidates(SAYC, state))
    assert rules[: len(openings(SAYC, 0, False))] == openings(SAYC, 0, False)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_after_any_calls_there_is_a_legal_rule_that_every_hand_fits(system: System) -> None:
    rng = Random(f"any calls {system.name}")
    for _ in range(100):
        made: tuple[Call, ...] = ()
        for _ in range(rng.randrange(1, 9)):
            allowed = legal_calls(made)
            if not allowed:
                break
            made = (*made, rng.choice(allowed[:9]))
        rules = rules_for(system, Seat.EAST, Vulnerability.BOTH, made)
        if not legal_calls(made):
            assert rules == ()
            continue
        assert {rule.call for rule in rules} <= set(legal_calls(made))
        assert rules[-1].promise == ()


@pytest.mark.parametrize(
    ("auction", "call", "name"),
    [
        ("1NT P", "2C", "Stayman, asks for four-card majors"),
        ("1NT X", "2C", "Stayman, asks for four-card majors"),
        ("2NT P", "3H", "Jacoby transfer to ♠"),
        ("2NT X", "3H", "Jacoby transfer to ♠"),
        ("1S P", "2NT", "Jacoby 2NT, raise that forces to game"),
        ("1S X", "2NT", "At least a limit raise in ♠"),
        ("1S P", "4D", "Splinter"),
    ],
)
def test_conventions_are_on_unless_the_opponents_disturb_them(auction: str, call: str, name: str) -> None:
    assert label(auction, call) == name


@pytest.mark.parametrize(("auction", "call"), [("1NT 2D", "2H"), ("1S 2D", "2NT"), ("1S 2D", "4H")])
def test_an_overcall_turns_conventions_off(auction: str, call: str) -> None:
    assert label(auction, call) not in ("Jacoby transfer to ♠", "Jacoby 2NT, raise that forces to game")
    assert "Splinter" not in label(auction, call)


def test_a_call_keeps_the_meaning_of_the_first_group_that_has_it() -> None:
    rules = [rule for rule in table("1NT P") if rule.call is Call.TWO_CLUBS]
    assert {rule.then for rule in rules} == {"stayman"}


def test_the_side_that_has_not_bid_overcalls() -> None:
    assert label("1D", "1S") == "Overcall"
    assert label("1D", "2D") == "Michaels, both majors"
    assert "Balancing double" in {rule.label for rule in table("1D P P")}
