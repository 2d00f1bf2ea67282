"""A finished hand of Spades that is played again: its moves in order, and the position after each of them."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from protocol.v1.spades import Options, Reveal
from server.errors import IllegalAction
from server.games.spades.again import moves_of
from server.games.spades.rules import SPADES
from server.games.spades.state import LogAction, SpadesState

BLIND = Options(blind_nil=200, blind_nil_behind=0)
GAMES = {
    "classic": Options(),
    "blind": BLIND,
    "two": Options(players=2, sides="solo"),
    "six": Options(players=6),
    "solo": Options(sides="solo"),
}


def played(options: Options, seed: int) -> tuple[list[SpadesState], list[LogAction]]:
    """Return the states of the second hand of a game (of the first, if it ends the game), and its moves."""
    rng = Random(seed)
    state, states, moves = SPADES.start(options), list[SpadesState](), list[LogAction]()
    for _ in range(2):
        drawn = SPADES.chance(state, rng)
        if drawn is None:
            break
        states, moves = [], []
        state = SPADES.apply(state, None, drawn)
        states.append(state)
        while SPADES.to_act(state):
            seat = SPADES.to_act(state)[0]
            with suppress(IllegalAction):
                state = SPADES.apply(state, seat, Reveal())
                moves.append(Reveal())
                states.append(state)
            move = rng.choice(SPADES.legal_actions(state, seat))
            state = SPADES.apply(state, seat, move)
            moves.append(move)
            states.append(state)
        state = SPADES.carry(state)
    return states, moves


def hand_of(state: SpadesState) -> tuple[object, ...]:
    """Return what a position of a hand is, without the results of earlier hands."""
    return (
        state.hand,
        state.dealer,
        state.phase,
        state.turn,
        state.hands,
        state.bids,
        state.plays,
        state.scores,
    )


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_every_position_of_a_hand_is_the_one_that_was_played(options: Options) -> None:
    again = SPADES.playing_again
    assert again is not None
    for seed in range(3):
        states, moves = played(options, seed)
        assert [move for _, move in moves_of(states[-1])] == moves
        for made in {0, 1, len(moves) // 2, len(moves) - 1}:
            position = again.position(Options(), states[-1], made, 0)
            assert hand_of(position) == hand_of(states[made])
            assert position.rules == states[0].rules and position.ended is None


def test_the_end_of_a_hand_is_no_position_to_play_on_from() -> None:
    states, moves = played(Options(), 1)
    assert SPADES.playing_again is not None
    for made in (len(moves), len(moves) + 1):
        with pytest.raises(IllegalAction, match="position"):
            SPADES.playing_again.position(Options(), states[-1], made, 0)


def test_a_look_at_the_hand_before_a_bid_is_one_of_the_moves() -> None:
    found = any(
        isinstance(move, Reveal) for seed in range(9) for _, move in moves_of(played(BLIND, seed)[0][-1])
    )
    assert found
