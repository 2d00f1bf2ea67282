"""The positions of a finished hand of Spades: its state after each action, as each seat saw it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from protocol.v1.codes import Code
from protocol.v1.spades import Options, Reveal
from server.errors import Refusal
from server.games.base import AllHands, Seated
from server.games.spades.bidding import has_looked
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.records.base import FinishedDeal
from server.records.spades.export import HandPositions
from tests.records.spades.games import BLIND, PLAYERS


def played(rng: Random, **said: Any) -> list[SpadesState]:
    """Return the states of a hand that is played at random, from the deal to the last card."""
    start = SPADES.start(Options(**said))
    states = [SPADES.apply(start, None, SPADES.chance(start, rng))]
    while (turn := states[-1].turn) is not None:
        state = states[-1]
        if state.phase == "bidding" and not has_looked(state, turn) and rng.random() < 0.5:
            states.append(SPADES.apply(state, turn, Reveal()))
        else:
            states.append(SPADES.apply(state, turn, rng.choice(SPADES.legal_actions(state, turn))))
    return states


@pytest.mark.parametrize("said", [{}, BLIND, {"players": 2}, {"players": 3}, {"players": 6}])
@pytest.mark.parametrize("seed", range(3))
def test_each_position_is_what_the_players_saw_then(said: dict[str, Any], seed: int) -> None:
    states = played(Random(seed), **said)
    deal = FinishedDeal(0, states[-1], PLAYERS, states[-1], 0)
    for turn, then in enumerate(states):
        for eyes in (0, 1, "all", None):
            shown = HandPositions().position(deal, turn, eyes)
            audience = AllHands() if eyes == "all" else Seated(eyes) if eyes is not None else None
            assert shown.pub == SPADES.pub(then)
            assert shown.own == (None if audience is None else SPADES.own(then, audience))
            assert (shown.turn, shown.turns, shown.players) == (turn, len(states) - 1, PLAYERS)


@pytest.mark.parametrize(
    ("turn", "seat", "error"), [(99, None, "a turn of 0 to"), (0, 4, "a seat from 0 to 3")]
)
def test_a_turn_or_a_seat_that_the_hand_does_not_have_is_refused(
    turn: int, seat: int | None, error: str
) -> None:
    state = played(Random(1))[-1]
    with pytest.raises(Refusal, match=error) as refused:
        HandPositions().position(FinishedDeal(0, state, PLAYERS, state, 0), turn, seat)
    assert refused.value.code is Code.INVALID_MESSAGE
