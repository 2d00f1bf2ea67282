"""The truth of explanations: four players bid random deals, and each hand is what its calls said."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bots.bridge.bidding.auction import merged
from bots.bridge.bidding.bidder import Bidder, rules_for
from bots.bridge.bidding.hand_facts import facts_of
from bots.bridge.bidding.openings import openings
from bots.bridge.bidding.promises import Ranges, narrowed
from bots.bridge.bidding.rules import Force, Rule
from bots.bridge.bidding.system import SYSTEMS, System
from bots.bridge.sampler.brain import cut
from protocol.rules.bridge.auction import legal_calls
from protocol.v1.bridge import BIDS, SEATS, Call, Seat, Vulnerability
from tests.bots.bridge.bidding.tables import bid_out, called, calls, deal, meaning
from tests.markers import every, long

EACH = 500
"""The number of deals for each of the four systems: 2,000 in all."""
SOME, MANY = 1500, 5000


@pytest.mark.parametrize("system", every(2, SYSTEMS.values()), ids=lambda system: system.name)
def test_every_hand_is_what_its_calls_said(system: System) -> None:
    _bid_deals_out(system, EACH)


@pytest.mark.strength
@pytest.mark.timeout(900)
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
@pytest.mark.parametrize("deals", [SOME, long(MANY)])
def test_every_hand_of_many_deals_is_what_its_calls_said(system: System, deals: int) -> None:
    _bid_deals_out(system, deals)


def _bid_deals_out(system: System, deals: int) -> None:
    """Bid deals out and check the truth of every call, the laws, and the share of calls without a rule."""
    rng, bidder, seen = Random(f"{system.name} bids"), Bidder(system), Counter[bool]()
    for number in range(deals):
        hands, dealer, vulnerability = deal(rng), SEATS[number % 4], list(Vulnerability)[number // 4 % 4]
        made = bid_out(system, hands, dealer, vulnerability)
        before: list[Call] = []
        for _, choice in made:
            assert choice.call in legal_calls(tuple(before))
            seen[choice.explanation.ruled] += 1
            before.append(choice.call)
        constraints = bidder.constraints(dealer, vulnerability, before)
        for seat in SEATS:
            if all(choice.explanation.ruled for caller, choice in made if caller is seat):
                facts = facts_of(hands[seat])
                assert constraints[seat].allow(facts), (before, dealer, seat, facts.lengths, facts.hcp)
                assert constraints[seat].agreement(facts) == 1.0
    assert seen[False] / seen.total() < 0.05


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_every_opening_but_the_strong_one_and_one_of_a_suit_states_at_most_six_points_of_width(
    system: System,
) -> None:
    strong = Call.ONE_CLUB if system.strong_club else Call.TWO_CLUBS
    made = {rule.call for rule in openings(system, 0, False)} - {Call.PASS, strong}
    assert len(made) >= 15
    # One of a suit has up to 21 points in the booklets, so that two clubs stays rare.
    of_a_suit = {Call.ONE_CLUB, Call.ONE_DIAMOND, Call.ONE_HEART, Call.ONE_SPADE}
    widths = {call: _width(system, "", call.value) for call in made}
    assert {call for call, width in widths.items() if width > 6} <= of_a_suit
    assert max(widths.values()) <= 10


@pytest.mark.parametrize("opening", ["1C", "1D", "1H", "1S", "1NT", "2NT"])
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_a_first_response_that_does_not_force_states_at_most_six_points_of_width(
    system: System, opening: str
) -> None:
    if system.strong_club and opening in ("1C", "2NT"):
        pytest.skip(f"in {system.title} {opening} is artificial or not an opening")
    rules = [
        rule
        for rule in rules_for(system, Seat.NORTH, Vulnerability.NONE, calls(f"{opening} P"))
        if rule.ruled
    ]
    limited = {rule.call for rule in rules if rule.force is Force.NONE and rule.call.is_bid}
    first = {rule.call for rule in rules[: _place_of_pass(rules)]}
    assert limited & first
    for call in sorted(limited & first, key=BIDS.index):
        assert _width(system, f"{opening} P", call.value) <= 6, call


def _place_of_pass(rules: list[Rule]) -> int:
    """Return the index of the first pass, after which come the rules that only other players need."""
    return next(index for index, rule in enumerate(rules) if rule.call is Call.PASS)


def _width(system: System, auction: str, call: str) -> int:
    rules = rules_for(system, Seat.NORTH, Vulnerability.NONE, calls(auction))
    meaning = merged([rule for rule in rules if rule.call == call and rule.ruled])
    ranges = narrowed(Ranges(), meaning.promise)
    return ranges.high - ranges.low


@pytest.mark.parametrize(
    "auction",
    [
        *("1C X", "1D X", "1H X", "1S X", "2S X", "3D X", "1C P P X", "1H P P X"),
        *("1NT P 2C", "2NT P 3C", "1D 1S X", "1H X 2H X", "1S 2S", "1NT 2D"),
    ],
)
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_the_explanation_of_a_convention_is_short_enough_for_the_table(system: System, auction: str) -> None:
    words = meaning(auction, system).words
    assert cut(words) == words, len(words)


@pytest.mark.parametrize(
    ("system", "auction", "cards"),
    [
        ("precision", "2D P", "Q2.Q2.QT9832.Q32"),
        ("sayc", "1NT 2C P 2D P", "32.32.AQJ543.A32"),
        ("sayc", "1S P 3S P 4NT P 5S P", "AQJ85.KQJ2.KQ3.2"),
    ],
)
def test_a_call_that_partner_passes_is_not_explained_as_forcing(
    system: str, auction: str, cards: str
) -> None:
    assert called(cards, auction, SYSTEMS[system]) == Call.PASS
    assert "forcing" not in meaning(auction.removesuffix(" P"), SYSTEMS[system]).words
