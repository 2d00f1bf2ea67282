"""The positions of a finished board: its state after each call and card, and at its end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Claim, MakeCall, Options, Vote
from protocol.v1.codes import Code
from server.errors import Refusal
from server.games.base import AllHands, Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.base import Eyes, FinishedDeal
from server.records.bridge.board_positions import position, turns_of
from server.records.bridge.export import BoardPositions

NAMES = ("Ann", "Bob", None, "Dora")


def played(rng: Random, **said: Any) -> list[BridgeState]:
    """Return the states of a random board, from the deal to the last card."""
    start = BRIDGE.start(Options(**said))
    states = [BRIDGE.apply(start, None, BRIDGE.chance(start, rng))]
    while states[-1].actor is not None:
        state, seat = states[-1], states[-1].actor
        action = rng.choice(BRIDGE.legal_actions(state, seat))
        if isinstance(action, MakeCall):
            action = replace(action, alert=len(state.calls) % 3 == 0, explanation="a call of test")
        states.append(BRIDGE.apply(state, seat, action))
    return states


def finished(state: BridgeState) -> FinishedDeal:
    return FinishedDeal(0, state, NAMES, state, 0)


@pytest.mark.parametrize("seed", range(3))
def test_each_position_is_what_the_players_saw_then(seed: int) -> None:
    states = played(Random(seed))
    shown = BoardPositions()
    assert turns_of(states[-1]) == len(states) - 1
    for turn, then in enumerate(states):
        for eyes in (*SEATS, "all", None):
            at = shown.position(finished(states[-1]), turn, eyes)
            audience = AllHands() if eyes == "all" else Seated(eyes) if eyes is not None else None
            assert at.pub == BRIDGE.pub(then)
            assert at.own == (None if audience is None else BRIDGE.own(then, audience))
            assert (at.turn, at.turns, at.players) == (turn, len(states) - 1, NAMES)
            assert at.seat == (eyes if isinstance(eyes, int) else None)


def test_a_claim_is_one_more_turn_after_the_last_card() -> None:
    rng = Random(7)
    *_, state = (each for each in played(rng) if each.phase == "play" and len(each.plays) < 20)
    claimer = state.contract.declarer  # type: ignore[union-attr]  # A board in play has a contract.
    state = BRIDGE.apply(state, claimer, Claim(13 - sum(state.tricks)))
    while state.phase == "claim":
        state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], Vote(True))
    assert turns_of(state) == len(state.calls) + len(state.plays) + 1
    assert position(state, turns_of(state)).tricks == state.tricks
    before = position(state, turns_of(state) - 1)
    assert (before.phase, before.plays, before.claim) == ("play", state.plays, None)


def test_a_replay_looks_back_even_if_the_table_did_not_allow_it() -> None:
    last = played(Random(3), look_back="law", review=False)[-1]
    turn = turns_of(last) - 1
    shown = BoardPositions().position(finished(last), turn, None)
    assert len(shown.pub.calls) == len(last.calls)  # type: ignore[attr-defined]  # A view of bridge.
    assert len(shown.pub.plays) == len(last.plays) - 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("turn", "eyes", "error"), [(400, None, "a turn of 0 to"), (0, 4, "a seat from 0 to 3")]
)
def test_a_turn_or_a_seat_that_the_board_does_not_have_is_refused(turn: int, eyes: Eyes, error: str) -> None:
    with pytest.raises(Refusal, match=error) as refused:
        BoardPositions().position(finished(played(Random(1))[-1]), turn, eyes)
    assert refused.value.code is Code.INVALID_MESSAGE
