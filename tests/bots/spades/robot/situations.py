"""Situations of a Spades hand in a player's notation, and the plain robot's answers to them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bots.spades.robot.plain import SpadesPlain
from protocol.rules.spades import tricks as laws
from protocol.rules.spades.sides import tricks_of
from protocol.v1.spades import Hand, MakeBid, Options, Pass, Play, PlayCard, Score, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import deck_of
from server.games.base import Seated
from server.games.spades import bidding
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.games.spades.hands import bid, cards

EAST = 1
"""Who bids first, and leads first, where North deals."""


def bids(hand: str, before: str = "", scores: tuple[int, ...] = (), **options: Any) -> str:
    """Return the robot's bid with a hand after these bids, the first of which is East's."""
    state = SPADES.start(Options(**options))
    players = state.rules.players
    said = {(EAST + place) % players: bid(word) for place, word in enumerate(before.split())}
    seat = (EAST + len(said)) % players
    state = replace(
        state,
        phase="bidding",
        turn=seat,
        bids=said,
        numbers=bidding.numbers(state.rules, said),
        revealed=(seat,),
        hands=tuple(cards(hand) if each == seat else () for each in range(players)),
        tricks=(0,) * players,
        scores=tuple(Score(points) for points in scores) or state.scores,
    )
    own = SpadesOwn(seat=seat, hand=cards(hand), bids=bidding.legal_bids(state, seat))
    chosen = SpadesPlain().choose(SPADES.pub(state), own)
    assert isinstance(chosen, MakeBid)
    assert own.bids is not None
    assert chosen.bid in own.bids
    return str(chosen.bid)


def plays(
    hand: str, said: str, played: str = "", bags: tuple[int, ...] = (), first: int = EAST, **options: Any
) -> str:
    """Return the robot's card from the cards it still holds, after these bids and cards.

    The first bid is East's. Each card is played by the seat on turn; the robot has the next turn.
    """
    pub, own = views(hand, said, played, bags, first, **options)
    chosen = SpadesPlain().choose(pub, own)
    assert isinstance(chosen, PlayCard)
    assert own.cards is not None
    assert chosen.card in own.cards
    return str(chosen.card)


def views(
    hand: str, said: str, played: str, bags: tuple[int, ...], first: int, **options: Any
) -> tuple[SpadesPub, SpadesOwn]:
    """Return the robot's view."""
    state = SPADES.start(Options(**options))
    players = state.rules.players
    spoken = {(EAST + place) % players: bid(word) for place, word in enumerate(said.split())}
    state = replace(
        state,
        phase="play",
        turn=first,
        bids=spoken,
        numbers=bidding.numbers(state.rules, spoken),
        tricks=(0,) * players,
        scores=tuple(Score(bags=each) for each in bags) or state.scores,
    )
    for card in cards(played):
        state = after(state, card)
    held = cards(hand)
    assert len(held) == tricks_of(state.rules) - len(state.plays) // players, "as many cards as tricks left"
    assert not set(held) & {play.card for play in state.plays}, "no card twice"
    legal = laws.legal_cards(state.rules, held, state.lead, in_first_trick(state), state.broken)
    return SPADES.pub(state), SpadesOwn(seat=state.turn, hand=held, cards=legal)


def after(state: SpadesState, card: Any) -> SpadesState:
    """Return the state with one more card on the table, from any hand."""
    assert state.turn is not None
    trick, players = (*state.trick, card), state.rules.players
    following, tricks = (state.turn + 1) % players, list(state.tricks)
    if len(trick) == players:
        following = (state.turn + 1 + laws.winner(deck_of(state.rules), trick)) % players
        tricks[following] += 1
    return replace(
        state,
        turn=following,
        tricks=tuple(tricks),
        plays=(*state.plays, Play(state.turn, card)),
        broken=state.broken or laws.breaks(state.rules, card, state.lead, in_first_trick(state)),
    )


def in_first_trick(state: SpadesState) -> bool:
    """Return True until the first trick of the hand is over."""
    return len(state.plays) < state.rules.players


def passes(hand: str, said: str, number: int, seat: int, **options: Any) -> Hand:
    """Return the cards that the robot passes from a hand after these bids, the first of which is East's."""
    state = SPADES.start(Options(**options))
    spoken = {(EAST + place) % state.rules.players: bid(word) for place, word in enumerate(said.split())}
    state = replace(
        state,
        bids=spoken,
        numbers=bidding.numbers(state.rules, spoken),
        tricks=(0,) * state.rules.players,
    )
    own = SpadesOwn(seat=seat, hand=cards(hand), passing=number)
    chosen = SpadesPlain().choose(SPADES.pub(replace(state, turn=seat)), own)
    assert isinstance(chosen, Pass)
    assert own.hand is not None
    assert set(chosen.cards) <= set(own.hand)
    return chosen.cards


def sees(state: SpadesState, seat: int) -> tuple[SpadesPub, SpadesOwn | None]:
    """Return both halves of a real state as a seat sees them."""
    return SPADES.pub(state), SPADES.own(state, Seated(seat))
