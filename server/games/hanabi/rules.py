"""Hanabi as the registry knows it."""

from __future__ import annotations

from protocol.v1.hanabi import Action, End, HanabiOwn, HanabiPub, Options, OutOfTime, Vote
from protocol.v1.requests import NoClock
from server.games.base import Game
from server.games.hanabi import moves
from server.games.hanabi.state import HanabiState, LogAction, start


def _effect(state: HanabiState, seat: int, action: Action) -> Action:
    return action if isinstance(action, Vote) else moves.effect(state, action)


def _forced(state: HanabiState, seat: int) -> OutOfTime:
    return OutOfTime()


def _terminated(state: HanabiState, seat: int | None) -> HanabiState:
    return state.stopped(End.TERMINATED, seat) if state.to_act() else state


def _notes(state: HanabiState) -> int:
    """A note for each card of the deck, and one for each pile, as records have them."""
    return len(state.deck) + len(state.variant.suits) if state.to_act() else 0


HANABI = Game(
    name="hanabi",
    revision=1,
    actions=Action,
    log_actions=LogAction,
    options=Options,
    state=HanabiState,
    pub=HanabiPub,
    own=HanabiOwn,
    clock=NoClock(),
    seat_names=lambda options: tuple(f"Seat {seat}" for seat in range(options.players)),
    start=start,
    forced=_forced,
    unprompted=(Vote,),
    effect=_effect,
    terminated=_terminated,
    untimed=lambda state: state.options.speedrun,
    notes=_notes,
    players_pause=True,
    side=lambda state, seat: 0,
    ended="all games have been played",
    set_boards=lambda options: "boards cannot be set at Hanabi: a table may have a seed",
)
