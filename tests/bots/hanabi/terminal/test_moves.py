"""Each move of Hanabi is known with the slots that its cards had at that time."""

from __future__ import annotations

from random import Random

from bots.hanabi.terminal.moves import Departure, moves_of
from protocol.v1.hanabi import Options
from server.games.base import AllHands
from server.games.hanabi.rules import HANABI
from tests.bots.hanabi.terminal.drawn import told
from tests.games.hanabi.random_play import random_game


def test_every_move_of_random_games_is_described_with_the_right_slot() -> None:
    for seed, options in enumerate(
        (
            Options(players=4, card_cycle=True),
            Options(players=2, variant="Clue Starved (5 Suits)", deck_plays=True),
            Options(players=6, variant="Up or Down (6 Suits)", one_extra_card=True),
            Options(players=5, detrimental_characters=True, empty_clues=True),
        )
    ):
        states = [*random_game(options, Random(seed))]
        moves = moves_of(HANABI.pub(states[-1]))
        assert len(moves) == len(states) - 1
        for before, now, move in zip(states, states[1:], moves, strict=False):
            assert moves_of(HANABI.pub(now))[-1].__class__ is move.__class__
            if isinstance(move, Departure):
                hand = before.hands[move.fate.seat]
                assert (hand[-move.slot] if move.slot else before.drawn) == move.order
                assert (move.drawn is None) == (now.drawn == before.drawn or not move.slot)
            else:
                hand = before.hands[move.given.to]
                assert {hand[-slot] for slot in move.slots} == {*move.given.cards}
        every, once = told(states, AllHands()), told([states[0], states[-1]], AllHands())
        assert [line for line in every if "empty" not in line] == once
