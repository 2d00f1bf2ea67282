"""Hanabi as the registry knows it."""

from __future__ import annotations

from protocol.v1.hanabi import Action, Discard, HanabiOwn, HanabiPub, Options, OutOfTime, PlayCard, Vote
from protocol.v1.requests import NoClock
from server.games.base import Game
from server.games.hanabi.state import HanabiState, LogAction, start


def _effect(state: HanabiState, seat: int, action: Action) -> Action:
    """What an action comes to: to play a card of an inverted suit discards it, and the other way round."""
    match action:
        case PlayCard(card) if _inverted(state, card):
            return Discard(card)
        case Discard(card) if _inverted(state, card):
            return PlayCard(card)
        case _:
            return action


def _inverted(state: HanabiState, order: int) -> bool:
    return order < len(state.deck) and state.variant.suits[state.deck[order].suit].inverted


def _forced(state: HanabiState, seat: int) -> OutOfTime:
    return OutOfTime()


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
    seat_names=lambda options: tuple(str(seat + 1) for seat in range(options.players)),
    start=start,
    forced=_forced,
    unprompted=(Vote,),
    side=lambda state, seat: 0,
    set_boards=lambda options: "boards cannot be set at Hanabi: a table may have a seed",
)
