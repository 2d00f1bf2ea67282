"""Tests of the play: leads, following suit, breaking spades, jokers, and the draw of two players."""

from __future__ import annotations

from protocol.v1.spades import Card, Keep, PlayCard
from tests.games.spades.hands import (
    ONE_SUIT_EACH,
    act,
    at_random,
    dealt,
    own,
    play,
    playable,
    refused,
    say,
)

BIDS = "3 3 3 3"


# Following, and the first trick


def test_a_player_must_follow_suit_if_able() -> None:
    state = play(say(dealt(), BIDS), "CA")
    assert playable(state) == "CK C7 C2"
    with refused("SQ does not follow suit: clubs were led"):
        play(state, "SQ")


def test_a_card_that_is_not_held_is_not_played() -> None:
    with refused("you do not hold SA"):
        play(say(dealt(), BIDS), "SA")


def test_only_the_seat_in_turn_plays() -> None:
    with refused("it is East's turn"):
        act(say(dealt(), BIDS), PlayCard(Card.SA), seat=0)


def test_no_card_is_played_before_all_have_bid() -> None:
    with refused("you may play a card only after the bidding and the exchange, until the hand is over"):
        play(dealt(), "CA")


def test_no_spade_is_played_to_the_first_trick_while_anything_else_is_held() -> None:
    with refused("you may not play a spade to the first trick while you hold another suit"):
        play(say(dealt(), BIDS), "SK")


def test_a_spade_that_the_first_trick_forces_breaks_nothing() -> None:
    state = play(say(dealt(ONE_SUIT_EACH, least_bid=0), "0 0 0 13"), "HA DA CA SA")
    assert (state.turn, state.broken) == (0, False)
    assert play(state, "SK").broken


def test_rules_may_ask_all_players_for_their_lowest_club_first() -> None:
    state = say(dealt(first_trick="low_club", first_leader="low_club"), BIDS)
    assert state.turn == 2, "South holds the two"
    assert playable(state) == "C2"
    state = play(state, "C2")
    assert playable(state) == "C3"
    with refused("on the first trick, play your lowest club or, without clubs, a card that is not a spade"):
        play(state, "C5")
    assert play(state, "C3 C4 C6").turn == 1


# The first lead


def test_the_left_of_the_dealer_leads_first() -> None:
    assert say(dealt(), BIDS).turn == 1


def test_the_holder_of_the_lowest_club_may_lead_first() -> None:
    assert say(dealt(first_leader="low_club"), BIDS).turn == 2


def test_the_highest_bidder_may_lead_first_and_of_equals_the_earlier() -> None:
    assert say(dealt(first_leader="high_bid"), "3 nil 4 4").turn == 3
    assert say(dealt(first_leader="high_bid"), "nil nil nil nil").turn == 1


# Breaking spades


def test_spades_are_not_led_before_they_are_broken() -> None:
    state = play(say(dealt(), BIDS), "CA C2 C3 C4")
    with refused("you may not lead spades before they are broken"):
        play(state, "SK")


# Tricks


def test_the_winner_of_a_trick_leads_the_next() -> None:
    state = play(say(dealt(), BIDS), "CA CK C3 CJ")
    assert (state.turn, state.tricks) == (1, (0, 1, 0, 0))


# Two players


def test_two_players_bid_when_each_has_thirteen_cards() -> None:
    state = at_random(players=2)
    while state.phase == "draw":
        state = act(state, Keep(own(state, state.turn).drawn[0]))
    assert [len(hand) for hand in state.hands] == [13, 13]
    assert (state.phase, state.turn) == ("bidding", 1)
    assert say(state, "5 nil").phase == "play"
