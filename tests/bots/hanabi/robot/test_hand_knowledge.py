"""What players know of their hands: playable, dead and critical cards, useless cards, and the chop."""

from __future__ import annotations

from protocol.v1.hanabi import PlayCard, RankClue
from tests.bots.hanabi.robot.situations import NOBODYS, after, dealt
from tests.bots.hanabi.robot.test_understanding import understood, words


def test_before_the_first_play_all_1s_are_playable_and_all_5s_critical() -> None:
    game = understood(dealt(*NOBODYS), 0)
    assert words(game.playable) == "r1 y1 g1 b1 p1"
    assert words(game.critical) == "r5 y5 g5 b5 p5"
    assert game.dead == 0


def test_a_played_card_is_dead_and_the_next_card_of_its_suit_playable() -> None:
    table = after(dealt("r1 y3 g4 b2", "y4 r3 p4 g3", "g2 p4 g3 b5", "y2 p5 b3 b4"), PlayCard(0))
    game = understood(table, 2)
    assert words(game.dead) == "r1"
    assert words(game.playable) == "r2 y1 g1 b1 p1"


def test_the_chop_is_the_oldest_card_without_a_clue() -> None:
    table = dealt(*NOBODYS)
    assert understood(table, 0).chop(1) == 4
    assert understood(after(table, RankClue(1, 5)), 0).chop(1) == 6


def test_a_clued_copy_of_a_clued_card_in_another_hand_is_useless_unless_it_may_be_the_last() -> None:
    game = understood(dealt("y4 y3 g4 b3", "g2 r1 p4 b4", "p2 p3 b4 r1", "y4 p5 b3 y2"), 3)
    game.kept |= {5, 11}
    game.possible[5] = 1 << 1
    assert game.useless(1, 5)
    game.left[1] = 1
    game._sort()
    assert not game.useless(1, 5)


def test_a_copy_changes_nothing_in_the_original() -> None:
    game = understood(dealt(*NOBODYS), 0)
    game.copy().leave(1, 4, 8 + 5, "discarded", 16)
    assert game.hands[1] == [4, 5, 6, 7]
    assert game.dead == 0
