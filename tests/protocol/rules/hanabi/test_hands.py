"""Tests of the size of hands and of card cycling."""

from __future__ import annotations

import pytest

from protocol.rules.hanabi.hands import cycled, hand_size
from protocol.v1.hanabi import Options


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4), (6, 3)])
def test_the_more_players_the_fewer_cards_in_a_hand(players: int, size: int) -> None:
    assert hand_size(Options(players=players)) == size
    assert hand_size(Options(players=players, one_extra_card=True)) == size + 1
    assert hand_size(Options(players=players, one_less_card=True)) == size - 1


def test_the_oldest_card_without_a_clue_becomes_the_newest() -> None:
    assert cycled((4, 7, 9, 12), {4, 9}) == (4, 9, 12, 7)
    assert cycled((4, 7, 9, 12), ()) == (7, 9, 12, 4)
    assert cycled((4, 7), {4}) == (4, 7)


def test_a_hand_of_clued_cards_stays_as_it_is() -> None:
    assert cycled((4, 7), {4, 7}) == (4, 7)
    assert cycled((), ()) == ()
