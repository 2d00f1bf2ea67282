"""The public knowledge is computed again from one view; a misplay may end the conventions."""

from __future__ import annotations

from itertools import pairwise

from protocol.v1.hanabi import Discard, PlayCard
from tests.bots.hanabi.robot.situations import NOBODYS, after, chosen, dealt, game, knowledge, words


def test_a_misplay_while_a_discard_was_possible_ends_the_conventions() -> None:
    table = dealt("r2 y3 g4 b2", "y5 r5 r3 y4", "g3 p4 g1 b5", "y2 p5 b3 b4")
    told = after(table, chosen(table))
    assert words(told, chosen(after(told, Discard(4)))) == "plays g1"
    misplayed = after(told, PlayCard(4))
    assert misplayed.strikes == 1
    assert words(misplayed, chosen(misplayed)) == "clues"
    assert all(knowledge(misplayed, seat).broken for seat in range(4))


def test_a_misplay_while_no_discard_is_possible_keeps_the_conventions() -> None:
    table = after(dealt(*NOBODYS), PlayCard(0))
    assert table.strikes == 1
    assert not knowledge(table, 1).broken


def test_a_robot_that_joins_a_running_game_plays_as_one_present_from_the_start() -> None:
    states = game(4, seed=9)
    assert all(after(state, chosen(state)) == following for state, following in pairwise(states))
