"""The sampler plays whole hands by the rules, and decides as a player near the end of a game would."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bots.spades.robot.plain import SpadesPlain
from bots.spades.sampler.brain import SpadesSampler
from protocol.v1.spades import Action, MakeBid, Options, PlayCard, SpadesOwn
from server.games.base import Seated
from server.games.spades import bidding
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.bots.spades.robot.situations import views
from tests.bots.spades.sampler.hands import dealt
from tests.games.random_games import random_options
from tests.games.spades.hands import bid, cards

QUICK = settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
SMALL = 300
"""The cards played in one search of the tests that need many decisions."""


async def at_once(question: Callable[[], Any], /) -> Any:
    return question()


async def never(question: Callable[[], Any], /) -> Any:
    return None


def chosen(state: SpadesState, seat: int, think: Any = at_once, budget: int = SMALL) -> Action:
    own = SPADES.own(state, Seated(seat))
    assert own is not None
    return asyncio.run(SpadesSampler(1).choose(SPADES.pub(state), own, think, budget))


@QUICK
@given(st.integers(0, 2**32))
def test_under_any_rules_the_sampler_plays_a_whole_hand_of_legal_choices(seed: int) -> None:
    rng = Random(seed)
    state = dealt(random_options(SPADES, rng), rng)
    while SPADES.to_act(state):
        seat = SPADES.to_act(state)[0]
        state = SPADES.apply(state, seat, chosen(state, seat))
    assert SPADES.result(state) is not None


def card(hand: str, said: str, played: str, think: Any = at_once, **options: Any) -> str:
    pub, own = views(hand, said, played, options.pop("bags", ()), 1, **options)
    action = asyncio.run(SpadesSampler(1).choose(pub, own, think))
    assert isinstance(action, PlayCard)
    return str(action.card)


def test_without_a_result_of_the_search_it_decides_as_the_plain_robot() -> None:
    state = dealt(Options(blind_nil=0), Random(3))
    while SPADES.to_act(state):
        seat = SPADES.to_act(state)[0]
        own = SPADES.own(state, Seated(seat))
        assert own is not None
        action = chosen(state, seat, never)
        assert action == SpadesPlain().choose(SPADES.pub(state), own)
        state = SPADES.apply(state, seat, action)


@pytest.mark.parametrize("seed", range(3))
def test_its_choice_depends_only_on_its_own_view(seed: int) -> None:
    start = SPADES.start(Options(blind_nil=0))
    deal = SPADES.chance(start, Random(seed))
    assert deal is not None
    hands = (deal.hands[2], deal.hands[1], deal.hands[3], deal.hands[0])
    worlds = [SPADES.apply(start, None, each) for each in (deal, type(deal)(deal.hand, deal.dealer, hands))]
    assert chosen(worlds[0], 1) == chosen(worlds[1], 1)


def test_a_single_legal_card_needs_no_search() -> None:
    async def refused(question: Callable[[], Any], /) -> Any:
        raise AssertionError("expected no search for a single legal card, got one")

    hand = "SA S4 H2 D3 D5 D7 D9 C2 C3 C5 C7 C9 CJ"
    assert card(hand, "3 3 3 3", "HA", refused) == "H2"


def test_a_nil_plays_its_highest_card_that_loses() -> None:
    assert card("HQ H9 H3 S8 S5 S2 DT D9 D4 C8 C7 C6 C3", "3 3 3 nil", "H5 HT H7") == "H9"


def test_a_nil_leads_low() -> None:
    assert card("HQ H9 H2 S8 S5 S3 DT D9 D4 C8 C7 C6 C3", "nil 3 3 3", "")[1] in "23"


def test_a_nil_discards_its_most_dangerous_card() -> None:
    assert card("S8 S5 S2 DK D9 D4 HJ H9 H7 H4 H3 H2", "nil 3 3 3", "D2 D3 DA D5 CA C9") in ("DK", "HJ")


def test_it_beats_its_partners_nil_that_is_winning_the_trick() -> None:
    assert card("HA HQ H5 S9 S8 S2 DT D9 D4 C8 C7 C6 C3", "3 nil 3 3", "H4 HT H3") in ("HQ", "HA")


def test_it_ruffs_to_save_its_partners_nil() -> None:
    hand = "S9 S8 S3 DK D9 D4 C8 C7 C6 C3 C2 D2"
    assert card(hand, "3 nil 3 3", "H9 H3 H4 H5 H7 HT H6")[0] == "S"


def test_it_covers_its_partners_nil_that_has_still_to_play() -> None:
    assert card("HA H6 H5 S9 S8 S2 DT D9 D4 C8 C7 C6 C3", "3 3 3 nil", "H2") == "HA"


def test_it_leaves_the_trick_to_an_opponents_nil_that_is_winning_it() -> None:
    assert card("HA HQ H5 S9 S8 S2 DT D9 D4 C8 C7 C6 C3", "3 3 nil 3", "H4 H3 H9") == "H5"


def bid_of(hand: str, said: str = "") -> str:
    """Return the bid of the next player with a hand after these bids, of which the first is East's."""
    state = SPADES.start(Options(blind_nil=0))
    spoken = {1 + place: bid(word) for place, word in enumerate(said.split())}
    seat = 1 + len(spoken)
    state = replace(
        state,
        phase="bidding",
        turn=seat,
        bids=spoken,
        numbers=bidding.numbers(state.rules, spoken),
        hands=tuple(cards(hand) if each == seat else () for each in range(4)),
        tricks=(0,) * 4,
    )
    own = SpadesOwn(seat=seat, hand=cards(hand), bids=bidding.legal_bids(state, seat))
    action = asyncio.run(SpadesSampler(1).choose(SPADES.pub(state), own, at_once, 4_000))
    assert isinstance(action, MakeBid)
    return str(action.bid)


def test_it_bids_nil_with_low_cards_alone_and_a_number_with_a_doubtful_nil() -> None:
    assert bid_of("S3 S2 H6 H4 H2 D7 D5 D3 D2 C8 C6 C4 C2", "4") == "nil"
    assert bid_of("SJ S9 S8 HQ H9 H2 DT D9 D8 C8 C6 C4 C2", "4") != "nil"
