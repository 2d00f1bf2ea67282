"""A robot's turn: a useless card is discarded, an uncertain one is not played with two strikes."""

from __future__ import annotations

from random import Random

import pytest

from protocol.v1.hanabi import ColorClue, End, Options, PlayCard, RankClue
from server.games.hanabi.rules import HANABI
from tests.bots.hanabi.robot.situations import after, chosen, dealt, words


def test_a_useless_card_is_discarded_although_clues_are_available() -> None:
    """The literal meaning of the clues shows that the second red 1 is on its pile already."""
    table = dealt("r1 y3 g4 b2 p2", "r1 r5 r3 y4 g3")
    table = after(table, PlayCard(0), RankClue(0, 4), RankClue(1, 1), RankClue(0, 3), ColorClue(1, 0))
    assert (table.tokens, words(table, chosen(table))) == (4, "discards r1")


@pytest.mark.parametrize("players", [3, 5])
def test_with_two_strikes_the_robot_plays_no_uncertain_card(players: int) -> None:
    for seed in range(4):
        state = HANABI.start(Options(players=players))
        state = HANABI.apply(state, None, HANABI.chance(state, Random(seed)))  # type: ignore[arg-type]
        wrong = [next(order for order in hand if state.deck[order].rank > 1) for hand in state.hands]
        state = after(state, PlayCard(wrong[0]), PlayCard(wrong[1]))
        while state.ended is None:
            state = after(state, chosen(state))
        assert (state.strikes, state.ended.end) == (2, End.NORMAL)
