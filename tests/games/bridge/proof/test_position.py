"""Tests of positions of an ending: suits as words, and the trick in progress."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Seat
from server.games.bridge.proof.position import (
    DUMMY,
    MINE,
    NO_SUIT,
    UNSEEN,
    Words,
    beating,
    between_tricks,
    dividing,
    equals,
    extremes,
    hidden_seats,
    play,
    words_of,
)
from tests.games.bridge.endings import ending

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SOUTH, WEST, NORTH = Seat.SOUTH, Seat.WEST, Seat.NORTH
WORDS: Words = ("m", "", "um", "mdu")
"""South has the club, the lower heart and the top spade; dummy has the middle spade."""


def test_a_suit_is_a_word_of_the_owners_of_its_cards_from_the_top_down() -> None:
    known = ending("AJ.2..", "K2.3..", "QT.AK..32")
    assert words_of(known) == ("uu", "", "uudm", "mdumud")


def test_cards_that_were_played_are_in_no_word() -> None:
    known = ending("J.2..", "K2.3..", "QT9.A.4.3", trick="SA")
    assert words_of(known)[SPADES] == "dumuud"


def test_the_hidden_seats_are_those_of_neither_claimer_nor_dummy() -> None:
    assert hidden_seats(ending("A...", "2...", "KQ...")) == (Seat.EAST, Seat.WEST)
    assert hidden_seats(ending("A...", "2...", "KQ...", claimer="W")) == (Seat.EAST, Seat.SOUTH)


def test_the_first_card_of_a_trick_leads_its_suit_and_is_winning() -> None:
    led = play(between_tricks(WORDS, 0, SOUTH), SPADES, 0, NO_SUIT)
    assert (led.words[SPADES], led.turn, led.left) == ("du", WEST, 3)
    assert (led.led, led.best, led.above, led.winner) == (SPADES, SPADES, 0, SOUTH)


def test_a_higher_card_of_the_suit_led_takes_over_and_a_lower_one_does_not() -> None:
    led = play(between_tricks(WORDS, 0, WEST), SPADES, 2, NO_SUIT)
    assert (led.winner, led.above) == (WEST, 2)
    over = play(led, SPADES, 1, NO_SUIT)
    assert (over.winner, over.above) == (NORTH, 1)
    under = play(play(between_tricks(WORDS, 0, WEST), SPADES, 0, NO_SUIT), SPADES, 0, NO_SUIT)
    assert under.winner == WEST


def test_a_trump_takes_over_from_every_other_suit_and_a_discard_does_not() -> None:
    led = play(between_tricks(WORDS, 0, SOUTH), SPADES, 0, HEARTS)
    assert play(led, HEARTS, 0, HEARTS).winner == WEST
    assert play(led, HEARTS, 0, CLUBS).winner == SOUTH


@pytest.mark.parametrize(
    ("word", "above", "first", "ends"),
    [
        ("mmudmm", 0, (0, 4), (0, 1, 4, 5)),
        ("mmm", 0, (0,), (0, 2)),
        ("mmm", 1, (0, 1), (0, 1, 2)),
        ("umu", 0, (1,), (1,)),
        ("uuu", 0, (), ()),
    ],
)
def test_of_cards_of_equal_value_the_first_stands_for_all(
    word: str, above: int, first: tuple[int, ...], ends: tuple[int, ...]
) -> None:
    assert equals(word, MINE, above) == first
    assert extremes(word, MINE, above) == ends


def test_the_winning_card_divides_equal_cards_of_its_own_suit_only() -> None:
    led = play(between_tricks(WORDS, 0, WEST), SPADES, 2, NO_SUIT)
    assert (dividing(led, SPADES), dividing(led, HEARTS)) == (2, 0)


def test_a_card_of_the_winning_suit_or_any_trump_may_beat_the_trick() -> None:
    led = play(between_tricks(WORDS, 0, WEST), SPADES, 2, HEARTS)
    assert [beating(led, suit, HEARTS) for suit in range(4)] == [0, 0, len("um"), 2]
    assert [beating(between_tricks(WORDS, 0, WEST), suit, NO_SUIT) for suit in range(4)] == [1, 0, 2, 3]


def test_the_letters_of_a_word_tell_claimer_dummy_and_the_unseen_hands_apart() -> None:
    assert len({MINE, DUMMY, UNSEEN}) == 3
