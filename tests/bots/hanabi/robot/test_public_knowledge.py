"""Tests of the plain robot's conventions, which its module describes."""

from __future__ import annotations

import pytest

from protocol.rules.hanabi.sets import kind_of
from protocol.v1.hanabi import ColorClue, RankClue
from tests.bots.hanabi.robot.situations import NOBODYS, dealt, game, goes_on, knowledge


def test_one_clue_shows_several_players_which_card_to_play() -> None:
    table = dealt("r2 y3 g4 b2", "y5 r3 r1 y4", "g3 p4 g1 b5", "y2 p5 b1 b4")
    _, told = goes_on(table, 4)
    assert told == ["clues", "plays r1", "plays g1", "plays b1"]


def test_a_card_that_has_become_playable_by_what_others_played_is_played() -> None:
    table = dealt("b3 y3 g4 b2", "y5 r3 r1 y4", "g3 p4 r2 b5", "y2 p5 g4 b4")
    table, told = goes_on(table, 8)
    assert told.index("plays r2") > told.index("plays r1")
    assert table.strikes == 0


def test_a_player_without_a_playable_card_learns_that_and_gives_a_clue() -> None:
    assert goes_on(dealt(*NOBODYS), 4)[1] == ["clues"] * 4


def test_the_number_of_a_clue_depends_on_receiver_type_and_marked_card() -> None:
    """At first the newest card is marked. It is red 3, so rank 3 touches it and yellow does not."""
    common = knowledge(dealt("r2 y3 g4 b2", "y5 r5 y4 r3", *NOBODYS[2:]), 0).common
    assert common.clue_number(0, ColorClue(1, 1), (4, 6)) == 0
    assert common.clue_number(0, ColorClue(1, 0), (5, 7)) == 1
    assert common.clue_number(0, RankClue(1, 5), (4, 5)) == 2
    assert common.clue_number(0, RankClue(1, 3), (7,)) == 3
    assert common.clue_number(0, RankClue(3, 4), (15,)) == 11
    assert common.clue_number(3, RankClue(1, 3), (7,)) == 7


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_seats_compute_the_same_public_knowledge_and_it_is_true(players: int) -> None:
    for state in game(players, seed=players)[:-1:5]:
        known = [knowledge(state, seat).common.can_be for seat in range(players)]
        assert all(each == known[0] for each in known)
        assert all(cards >> kind_of(state.deck[order]) & 1 for order, cards in known[0].items())
