"""Tests of the order in which a line of play tries its cards: it never leaves a card out."""

from __future__ import annotations

from protocol.v1.bridge import Seat
from server.games.bridge.proof.line import choices
from server.games.bridge.proof.position import DUMMY, MINE, NO_SUIT, Position, Words, between_tricks, play

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def cards_played(at: Position, hand: str, trumps: int = NO_SUIT, ours: bool = False) -> list[tuple[int, int]]:
    """Return the suit and the index of each card that is tried, in order."""
    tried = []
    for after in choices(at, hand, trumps, ours):
        (suit,) = (each for each in range(4) if after.words[each] != at.words[each])
        before, left = at.words[suit], after.words[suit]
        index = next(place for place in range(len(before)) if before[:place] + before[place + 1 :] == left)
        tried.append((suit, index))
    return tried


def test_winners_are_led_before_losers() -> None:
    at = between_tricks(("um", "m", "", ""), 0, Seat.SOUTH)
    assert cards_played(at, MINE) == [(DIAMONDS, 0), (CLUBS, 1)]


def test_trumps_are_led_first_while_an_unseen_hand_may_hold_one() -> None:
    drawing: Words = ("m", "", "", "mu")
    drawn: Words = ("m", "", "", "m")
    assert cards_played(between_tricks(drawing, 0, Seat.SOUTH), MINE, SPADES)[0] == (SPADES, 0)
    assert cards_played(between_tricks(drawn, 0, Seat.SOUTH), MINE, SPADES)[0] == (CLUBS, 0)


def test_a_hand_that_can_follow_plays_only_the_suit_led() -> None:
    led = play(between_tricks(("m", "", "", "umum"), 0, Seat.WEST), SPADES, 2, NO_SUIT)
    assert {suit for suit, _ in cards_played(led, MINE)} == {SPADES}


def test_the_cheapest_sure_winner_follows_first_then_the_lowest_card() -> None:
    led = play(between_tricks(("", "", "", "dmdmud"), 0, Seat.WEST), SPADES, 4, NO_SUIT)
    assert cards_played(led, DUMMY) == [(SPADES, 2), (SPADES, 4), (SPADES, 0)]


def test_a_side_that_is_winning_follows_with_its_lowest_card_first() -> None:
    led = play(between_tricks(("", "", "", "dmum"), 0, Seat.NORTH), SPADES, 0, NO_SUIT)
    assert cards_played(led, MINE, ours=True) == [(SPADES, 2), (SPADES, 0)]


def test_a_void_hand_ruffs_first_if_the_opponents_win_and_discards_first_if_its_own_side_wins() -> None:
    led = play(between_tricks(("um", "m", "", "u"), 0, Seat.WEST), SPADES, 0, DIAMONDS)
    assert cards_played(led, MINE, DIAMONDS)[0] == (DIAMONDS, 0)
    assert cards_played(led, MINE, DIAMONDS, ours=True)[0] == (CLUBS, 1)
