"""Hands, bids and cards of Spades in the notation of players, for tests of the rules."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.spades import (
    Action,
    Bid,
    Card,
    Deal,
    Hand,
    MakeBid,
    Options,
    Pass,
    PlayCard,
    SpadesOwn,
)
from server.errors import IllegalAction
from server.games.base import Seated
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.games.random_games import play_deal

QUIET = (
    "SA S9 S5 HK H8 H4 DQ D9 D6 D2 CJ C8 C4",
    "SK S8 S4 HQ HJ H7 H3 DJ D8 D5 CA CT C6",
    "SQ SJ S7 S3 HA HT H6 DK DT D4 CK C7 C2",
    "ST S6 S2 H9 H5 H2 DA D7 D3 CQ C9 C5 C3",
)
"""A deal of North, East, South and West for tests in which the cards do not matter."""
ONE_SUIT_EACH = (
    "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2",
    "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2",
    "DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2",
    "CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2",
)
"""A deal in which no hand can follow: North has the spades, East hearts, South diamonds, West clubs."""


def cards(text: str) -> Hand:
    """Return cards by their names: `cards("SA HT BJ")`."""
    return tuple(Card(name) for name in text.split())


def bid(word: str) -> Bid:
    """Return the bid of a text: `4`, `nil`, `blind_nil` or `blind_6`."""
    blind, said = word.startswith("blind_"), word.removeprefix("blind_")
    return Bid(nil=True, blind=blind) if said == "nil" else Bid(int(said), blind=blind)


def dealt(hands: tuple[str, ...] = QUIET, scores: tuple[int, ...] = (), **options: Any) -> SpadesState:
    """Return a hand after its deal by North; `scores` are the sides' points before it."""
    state = SPADES.start(Options(**options))
    return SPADES.apply(
        with_scores(state, scores), None, Deal(state.hand, state.dealer, tuple(cards(hand) for hand in hands))
    )


def with_scores(state: SpadesState, points: tuple[int, ...]) -> SpadesState:
    """Return the state with other points before this hand."""
    scores = tuple(replace(score, points=new) for score, new in zip(state.scores, points, strict=False))
    return replace(state, scores=scores or state.scores)


def at_random(seed: int = 0, **options: Any) -> SpadesState:
    """Return a hand with cards dealt at random."""
    state = SPADES.start(Options(**options))
    deal = SPADES.chance(state, Random(seed))
    assert deal is not None
    return SPADES.apply(state, None, deal)


def say(state: SpadesState, bids: str) -> SpadesState:
    """Return the hand after these bids, each by the seat in turn: `say(state, "4 nil 3 blind_nil")`."""
    for word in bids.split():
        state = act(state, MakeBid(bid(word)))
    return state


def play(state: SpadesState, names: str) -> SpadesState:
    """Return the hand after these cards, each by the seat in turn."""
    for card in cards(names):
        state = act(state, PlayCard(card))
    return state


def give(state: SpadesState, names: str) -> SpadesState:
    """Return the hand after the seat in turn has passed these cards."""
    return act(state, Pass(cards(names)))


def act(state: SpadesState, action: Action, seat: int | None = None) -> SpadesState:
    """Return the hand after an action of the seat in turn, or of the given seat."""
    return SPADES.apply(state, state.turn if seat is None else seat, action)


def finish(state: SpadesState, seed: int = 0) -> SpadesState:
    """Return the hand played to its end at random."""
    return play_deal(range(state.rules.players), state, Random(seed)).states[-1]


def biddable(state: SpadesState) -> str:
    """Return the bids that the seat in turn may make, as text."""
    assert state.turn is not None
    bids = [action.bid for action in SPADES.legal_actions(state, state.turn) if isinstance(action, MakeBid)]
    return " ".join(str(each).replace(" ", "_") for each in bids)


def playable(state: SpadesState) -> str:
    """Return the cards that the seat in turn may play."""
    assert state.turn is not None
    held = [action.card for action in SPADES.legal_actions(state, state.turn) if isinstance(action, PlayCard)]
    return " ".join(held)


def own(state: SpadesState, seat: int) -> SpadesOwn:
    """Return the own half of the view of a seat's player."""
    half = SPADES.own(state, Seated(seat))
    assert half is not None
    return half


def refused(reason: str) -> Any:
    """Assert that the `with` block raises IllegalAction with this text."""
    return pytest.raises(IllegalAction, match=re.escape(reason))


BEHIND = (0, 100)
"""Scores by which North and South are far enough behind to bid nil blind."""


def exchanging(**options: object) -> SpadesState:
    """Return a hand in which South has bid blind nil beside North's five and is to pass cards."""
    return say(dealt(scores=BEHIND, **options), "3 blind_nil 3 5")
