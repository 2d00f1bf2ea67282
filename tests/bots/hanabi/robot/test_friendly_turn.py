"""The friendly robot gives the clues and makes the plays that people expect."""

from __future__ import annotations

from bots.hanabi.robot.friendly import HanabiFriendly
from protocol.v1.hanabi import Action, Clue, ColorClue, PlayCard, RankClue
from server.games.hanabi.state import HanabiState
from tests.bots.hanabi.robot.situations import after, dealt, seen


def answer(state: HanabiState) -> Action:
    """Return the action of a friendly robot on turn."""
    return HanabiFriendly().choose(*seen(state))


def clue_of(*hands: str) -> Clue:
    """Return the first clue of a friendly robot with these hands."""
    action = answer(dealt(*hands))
    assert isinstance(action, ColorClue | RankClue)
    return action


def test_several_1s_are_clued_by_their_rank() -> None:
    assert clue_of("y4 y3 g4 b3", "g4 y3 p4 b3", "r1 p1 b4 g1", "y4 p5 p3 r4") == RankClue(2, 1)


def test_a_5_on_the_chop_of_the_next_player_is_saved_before_a_certain_play() -> None:
    """The player's own 1 is clued and can wait, but the 5 would be discarded."""
    table = dealt("y4 y3 g4 b1", "r5 y3 p4 g3", "g4 p4 b4 p3", "y4 p3 b3 r4", then="b2")
    table = after(table, RankClue(2, 3), RankClue(3, 3), RankClue(0, 1), RankClue(0, 4))
    assert answer(table) == RankClue(1, 5)


def test_a_certain_play_comes_before_a_clue_that_can_wait() -> None:
    table = dealt("y4 y3 g4 b1", "r3 y3 p4 g3", "g4 p4 b4 y1", "y4 p3 b3 r4", then="b2")
    table = after(table, RankClue(2, 4), RankClue(3, 3), RankClue(0, 1), RankClue(0, 4))
    assert answer(table) == PlayCard(3)
