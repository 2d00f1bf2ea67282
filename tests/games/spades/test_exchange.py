"""Tests of the exchange beside a nil: its order, its cards, and its secrecy."""

from __future__ import annotations

from collections import Counter

import pytest

from protocol.v1.spades import Card, Exchange
from server.games.spades.rules import SPADES
from tests.games.spades.hands import act, at_random, cards, dealt, exchanging, give, own, play, refused, say

BEHIND = (0, 100)


def test_the_blind_nil_passes_first_and_the_partner_returns_as_many() -> None:
    state = exchanging()
    assert (state.phase, state.turn) == ("exchange", 2)
    assert SPADES.pub(state).exchange == Exchange(2, 0, 2, False)
    state = give(state, "SQ HA")
    assert state.turn == 0
    assert SPADES.pub(state).exchange == Exchange(0, 2, 2, True)
    state = give(state, "C4 D2")
    assert (state.phase, state.turn) == ("play", 1)
    assert {Card.SQ, Card.HA} <= set(state.hands[0])
    assert {Card.C4, Card.D2} <= set(state.hands[2])
    assert [len(hand) for hand in state.hands] == [13] * 4


def test_received_cards_may_be_passed_back() -> None:
    state = give(give(exchanging(), "SQ HA"), "SQ HA")
    assert state.hands == exchanging().hands


@pytest.mark.parametrize("count", range(5))
def test_a_table_may_pass_any_number_of_cards(count: int) -> None:
    state = exchanging(blind_nil_pass=count)
    assert own(state, 2).passing == (count or None)
    assert state.phase == ("exchange" if count else "play")


def test_an_ordinary_nil_may_pass_too() -> None:
    assert say(dealt(), "3 nil 3 5").phase == "play"
    assert SPADES.pub(say(dealt(nil_pass=3), "3 nil 3 5")).exchange == Exchange(2, 0, 3, False)


def test_of_two_nils_the_one_that_passes_more_begins_and_of_equals_the_earlier_bidder() -> None:
    both = say(dealt(scores=BEHIND, nil_pass=1), "3 nil 3 blind_nil")
    assert SPADES.pub(both).exchange == Exchange(0, 2, 2, False)
    assert SPADES.pub(say(dealt(nil_pass=1), "3 nil 3 nil")).exchange == Exchange(2, 0, 1, False)


def test_both_sides_exchange_one_after_the_other() -> None:
    state = say(dealt(nil_pass=1), "nil nil 3 5")
    givers = []
    while state.phase == "exchange":
        givers.append(state.turn)
        state = act(state, SPADES.legal_actions(state, state.turn)[0])
    assert givers == [1, 3, 2, 0]


def test_the_same_card_is_not_passed_twice() -> None:
    with refused("expected 2 different cards to pass, got SQ SQ"):
        give(exchanging(), "SQ SQ")


def test_as_many_cards_are_passed_as_the_rules_say() -> None:
    with refused("expected 2 different cards to pass, got SQ"):
        give(exchanging(), "SQ")
    with refused("expected 2 different cards to pass, got none"):
        give(exchanging(), "")


def test_only_cards_that_are_held_are_passed() -> None:
    with refused("you do not hold SA"):
        give(exchanging(), "SQ SA")


def test_no_cards_are_passed_without_a_nil() -> None:
    with refused("you may pass cards only in an exchange, after a bid of nil and before the play"):
        give(say(dealt(), "3 3 3 3"), "CA CT")


def test_no_card_is_played_before_the_exchange_is_over() -> None:
    with refused("you may play a card only after the bidding and the exchange, until the hand is over"):
        play(exchanging(), "C2")


def test_the_order_of_passed_cards_is_not_revealed() -> None:
    assert give(exchanging(), "SQ HA") == give(exchanging(), "HA SQ")


def test_partners_in_six_sit_three_apart() -> None:
    state = say(at_random(players=6, nil_pass=1), "nil 1 1 1 1 1")
    assert SPADES.pub(state).exchange == Exchange(1, 4, 1, False)


def test_the_exchange_is_a_permutation_of_the_partners_cards() -> None:
    before = exchanging()
    after = give(give(before, "SQ HA"), "C4 D2")
    assert Counter(before.hands[0] + before.hands[2]) == Counter(after.hands[0] + after.hands[2])
    assert (before.hands[1], before.hands[3]) == (after.hands[1], after.hands[3])


def test_a_nil_whose_time_is_up_passes_its_highest_cards_and_gets_the_lowest() -> None:
    state = exchanging()
    highest = SPADES.forced(state, 2)
    assert set(highest.cards) == set(cards("SQ SJ"))
    assert set(SPADES.forced(act(state, highest), 0).cards) == set(cards("D2 H4"))
