"""Imagined hands fit all that is known, and are weighted as they should be."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bots.spades.sampler.bits import SUITS, codes_of, held
from bots.spades.sampler.questions import hidden_of
from bots.spades.sampler.worlds import Bidder, Bin, Hands, Hidden, imagine
from protocol.v1.spades import Options
from server.games.spades.rules import SPADES
from tests.bots.spades.sampler.hands import all_hands, dealt, decisions, seen_by
from tests.games.random_games import random_options

QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
ALL = (True,) * 4
NO_CLUBS = (False, True, True, True)


def length(hands: Hands, seat: int) -> int:
    return sum(cards.bit_count() for cards in hands[4 * seat : 4 * seat + 4])


@QUICK
@given(st.integers(0, 2**32))
def test_under_any_rules_every_deal_fits_the_cards_seen_the_voids_and_the_cards_known(seed: int) -> None:
    rng = Random(seed)
    for state in decisions(dealt(random_options(SPADES, rng), rng), rng):
        assert state.turn is not None
        if rng.random() < 0.8:
            continue
        seen = seen_by(state, state.turn)
        codes, unseen = codes_of(state.rules), seen.unseen
        out = held(codes, unseen.cards)
        for hands in imagine(hidden_of(seen), 3, 3, rng):
            assert hands[4 * seen.seat : 4 * seen.seat + 4] == held(codes, seen.hand)
            others = [seat for seat in range(state.rules.players) if seat != seen.seat]
            for suit in SUITS:
                cards = [hands[4 * seat + suit] for seat in others]
                assert sum(cards) & ~out[suit] == 0, "no card that was seen"
                assert sum(each.bit_count() for each in cards) == sum(cards).bit_count(), "each card once"
            for seat in others:
                assert length(hands, seat) == unseen.counts[seat]
                for suit, name in enumerate(("C", "D", "H", "S")):
                    if name in unseen.voids.get(seat, ()):
                        assert hands[4 * seat + suit] == 0
                for place, bits in enumerate(held(codes, unseen.known.get(seat, ()))):
                    assert hands[4 * seat + place] & bits == bits


def test_in_mirror_every_deal_has_the_spades_that_were_bid() -> None:
    rng = Random(5)
    for state in decisions(dealt(Options(preset="mirror"), rng), rng):
        assert state.turn is not None
        real = all_hands(state)
        for hands in imagine(hidden_of(seen_by(state, state.turn)), 2, 2, rng):
            spades = [cards.bit_count() for cards in hands[3::4]]
            assert spades == [cards.bit_count() for cards in real[3::4]]


def drawn(hidden: Hidden, number: int) -> Counter[Hands]:
    return Counter(imagine(hidden, number, 2 * number, Random(1)))


def test_without_bids_all_deals_that_fit_are_equally_likely_although_one_hand_is_void() -> None:
    """One club and three hearts for two hands of two cards, the first without clubs: three deals fit."""
    cards = ((0, 1), (2, 1), (2, 2), (2, 4))
    hidden = Hidden((0,) * 8, cards, (Bin(0, 2, NO_CLUBS), Bin(1, 2, ALL)), (), (13,) * 4, 3.25)
    found = drawn(hidden, 900)
    assert len(found) == 3
    assert all(250 < number < 350 for number in found.values())


def test_the_weights_correct_the_order_in_which_constrained_cards_are_dealt() -> None:
    """Two clubs and two hearts for hands of one, one and two cards, the first without clubs.

    Of the twelve deals of these cards, six have a heart in the first hand, so each has a share of one sixth.
    """
    cards = ((0, 1), (0, 2), (2, 1), (2, 2))
    hidden = Hidden(
        (0,) * 12, cards, (Bin(0, 1, NO_CLUBS), Bin(1, 1, ALL), Bin(2, 2, ALL)), (), (13,) * 4, 3.25
    )
    found = drawn(hidden, 1200)
    assert len(found) == 6
    assert all(150 < number < 250 for number in found.values())


def test_a_card_without_a_place_moves_others_along_a_chain() -> None:
    """The second hand can hold only hearts, so both hearts must be there in every deal."""
    cards = ((2, 1), (2, 2), (0, 1), (1, 1))
    only_hearts = (False, False, True, False)
    hidden = Hidden((0,) * 8, cards, (Bin(0, 2, ALL), Bin(1, 2, only_hearts)), (), (13,) * 4, 3.25)
    assert set(drawn(hidden, 50)) == {(1, 1, 0, 0, 0, 0, 3, 0)}


def test_a_high_bid_is_imagined_with_more_high_spades_than_a_nil() -> None:
    cards = tuple((suit, 1 << place) for suit in SUITS for place in range(13))[: 4 * 13]
    bins = tuple(Bin(seat, 13, ALL) for seat in range(4))
    nothing = (0, 0, 0, 0)
    bidders = Bidder(0, 6, nothing), Bidder(1, None, nothing)
    deals = imagine(Hidden((0,) * 16, cards, bins, bidders, (13,) * 4, 3.25), 60, 600, Random(2))
    high = 0b1110000000000
    strong = sum((hands[3] & high).bit_count() for hands in deals)
    weak = sum((hands[7] & high).bit_count() for hands in deals)
    assert strong > 5 * weak
