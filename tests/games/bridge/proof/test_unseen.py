"""Tests of the two unseen hands as adversaries, which play every card that a layout may give them."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Seat
from server.games.bridge.proof.position import NO_SUIT, Position, Words, between_tricks, play
from server.games.bridge.proof.unseen import Generous, Unseen, counted, settle

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
EAST_WEST = (int(Seat.EAST), int(Seat.WEST))
OURS = frozenset({int(Seat.NORTH), int(Seat.SOUTH)})
NONE = 0


def voids(first: int, second: int) -> int:
    """Return the bits of the suits in which the first and the second unseen hand are void."""
    return first | second << 4


def test_the_unseen_cards_of_each_suit_are_counted() -> None:
    assert counted(("uu", "mdu", "", "m")) == (2, 1, 0, 0)


def test_both_hands_are_void_in_a_suit_without_unseen_cards() -> None:
    assert settle((2, 2, 0, 2), NONE, (3, 3)) == voids(1 << HEARTS, 1 << HEARTS)


def test_a_hand_that_is_full_of_cards_which_the_other_cannot_hold_is_void_in_the_other_suits() -> None:
    # the second hand has shown out of clubs, so the first hand has both of them and nothing else
    known = voids(0, 1 << CLUBS)
    others = 1 << DIAMONDS | 1 << HEARTS | 1 << SPADES
    assert settle((2, 2, 0, 0), known, (2, 2)) == voids(others, 1 << CLUBS | 1 << HEARTS | 1 << SPADES)


@pytest.mark.parametrize(
    ("counts", "known", "sizes"),
    [
        ((1, 0, 0, 0), voids(1 << CLUBS, 1 << CLUBS), (1, 0)),
        ((3, 0, 0, 0), voids(0, 1 << CLUBS), (2, 1)),
    ],
)
def test_voids_that_no_layout_allows_settle_nothing(
    counts: tuple[int, int, int, int], known: int, sizes: tuple[int, int]
) -> None:
    assert settle(counts, known, sizes) is None


def led_by_south(words: Words, suit: int, index: int = 0, trumps: int = NO_SUIT) -> Position:
    """Return the position after South has led a card, with West to play."""
    return play(between_tricks(words, NONE, Seat.SOUTH), suit, index, trumps)


def test_a_hand_that_may_hold_the_suit_led_follows_or_shows_out() -> None:
    at = led_by_south(("mu", "u", "", ""), CLUBS)
    plays = list(Unseen(EAST_WEST, NO_SUIT, OURS).plays(at, tricks=1, need=1))
    followed, discarded = plays
    assert (followed.words[CLUBS], discarded.words[CLUBS]) == ("", "u")
    assert discarded.words[DIAMONDS] == ""
    assert discarded.voids & voids(0, 1 << CLUBS)


def test_a_hand_that_is_void_in_the_suit_led_never_follows() -> None:
    at = led_by_south(("mu", "u", "", ""), CLUBS)._replace(voids=voids(0, 1 << CLUBS))
    plays = list(Unseen(EAST_WEST, NO_SUIT, OURS).plays(at, tricks=1, need=1))
    assert [after.words[CLUBS] for after in plays] == ["u"]


def test_the_root_of_a_search_has_every_void_that_follows_and_an_impossible_one_has_none() -> None:
    unseen = Unseen(EAST_WEST, NO_SUIT, OURS)
    start = between_tricks(("muu", "", "", ""), NONE, Seat.SOUTH)
    root = unseen.root(start, tricks=1)
    assert root is not None
    others = 1 << DIAMONDS | 1 << HEARTS | 1 << SPADES
    assert root.voids == voids(others, others)
    assert unseen.root(start._replace(voids=voids(0, 1 << CLUBS)), tricks=1) is None


def test_generous_hands_keep_every_card_when_they_discard() -> None:
    at = led_by_south(("m", "uu", "", ""), CLUBS)
    (after,) = Generous(EAST_WEST, NO_SUIT).plays(at, tricks=1, need=1)
    assert after.words == at.words
    assert (after.turn, after.left) == ((at.turn + 1) % 4, at.left - 1)


def test_generous_hands_win_if_any_unseen_card_of_the_suit_can() -> None:
    at = led_by_south(("umu", "", "", ""), CLUBS, index=1)
    winners = [after.winner for after in Generous(EAST_WEST, NO_SUIT).plays(at, tricks=1, need=1)]
    assert winners[0] == Seat.WEST


def test_generous_hands_ruff_when_they_may_be_void() -> None:
    at = led_by_south(("mu", "", "", "u"), CLUBS, trumps=SPADES)
    plays = Generous(EAST_WEST, SPADES).plays(at, tricks=1, need=1)
    assert {after.best for after in plays} == {CLUBS, SPADES}


def test_the_second_hand_too_may_be_full_of_cards_which_the_first_cannot_hold() -> None:
    others = 1 << DIAMONDS | 1 << HEARTS | 1 << SPADES
    assert settle((2, 2, 0, 0), voids(1 << CLUBS, 0), (2, 2)) == voids(
        1 << CLUBS | 1 << HEARTS | 1 << SPADES, others
    )
