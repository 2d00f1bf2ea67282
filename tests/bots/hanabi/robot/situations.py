"""Games of Hanabi with chosen cards, such as `r1 y5`, and robots in their seats."""

from __future__ import annotations

from random import Random

from bots.hanabi.robot.plain import HanabiPlain
from bots.hanabi.robot.replay import Replay, replayed
from protocol.v1.hanabi import (
    Action,
    Card,
    ColorClue,
    Deal,
    Discard,
    HanabiOwn,
    HanabiPub,
    Options,
    PlayCard,
    RankClue,
)
from server.games.base import Seated
from server.games.hanabi.deck import deck_of
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState

COLORS = "rygbp"


def card(word: str) -> Card:
    return Card(COLORS.index(word[0]), int(word[1]))


def dealt(*hands: str, then: str = "", **options: object) -> HanabiState:
    """Return a game after its deal. Each hand lists the oldest card first; the draw pile follows in order."""
    state = HANABI.start(Options(**{"players": len(hands), **options}))  # type: ignore[arg-type]
    chosen = [card(word) for hand in (*hands, then) for word in hand.split()]
    rest = list(deck_of(state.variant))
    for each in chosen:
        rest.remove(each)
    return HANABI.apply(state, None, Deal((*chosen, *rest)))


def seen(state: HanabiState, seat: int | None = None) -> tuple[HanabiPub, HanabiOwn]:
    """Return the view of a seat, by default of the seat on turn."""
    own = HANABI.own(state, Seated(state.seat if seat is None else seat))
    assert own is not None
    return HANABI.pub(state), own


def chosen(state: HanabiState) -> Action:
    """Return the action of the robot on turn."""
    return HanabiPlain().choose(*seen(state))


def after(state: HanabiState, *moves: Action) -> HanabiState:
    for move in moves:
        state = HANABI.apply(state, state.seat, move)
    return state


def goes_on(state: HanabiState, turns: int) -> tuple[HanabiState, list[str]]:
    """Return the state after some turns by robots, and their actions in words."""
    told = []
    for _ in range(turns):
        action = chosen(state)
        told.append(words(state, action))
        state = after(state, action)
    return state, told


def words(state: HanabiState, action: Action) -> str:
    match action:
        case PlayCard(order) | Discard(order):
            what = state.deck[order]
            verb = "plays" if isinstance(action, PlayCard) else "discards"
            return f"{verb} {COLORS[what.suit]}{what.rank}"
        case ColorClue() | RankClue():
            return "clues"
        case _:
            raise AssertionError(action)


NOBODYS = ("r2 y3 g4 b2", "y5 r5 r3 y4", "g2 p4 g3 b5", "y2 p5 b3 b4")
"""Four hands without a playable card."""


def knowledge(state: HanabiState, seat: int) -> Replay:
    """Return the public knowledge that a seat has computed."""
    return replayed(None, *seen(state, seat), seat)


def game(players: int, seed: int) -> list[HanabiState]:
    """Return every state of a game among robots."""
    state = HANABI.start(Options(players=players))
    states = [HANABI.apply(state, None, HANABI.chance(state, Random(seed)))]  # type: ignore[arg-type]
    robots = [HanabiPlain() for _ in range(players)]
    while states[-1].ended is None:
        state = states[-1]
        states.append(after(state, robots[state.seat].choose(*seen(state))))
    return states
