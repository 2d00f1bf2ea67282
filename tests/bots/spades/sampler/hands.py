"""Hands of Spades for the tests of the sampler, played by random players under any rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bots.spades.robot.seen import Seen
from bots.spades.sampler.bits import codes_of, held
from protocol.v1.spades import Options, PlayCard
from server.games.base import Seated
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState


def seen_by(state: SpadesState, seat: int) -> Seen:
    """Return the facts that the player of a seat knows."""
    own = SPADES.own(state, Seated(seat))
    assert own is not None
    return Seen(SPADES.pub(state), own, seat, own.hand or ())


def all_hands(state: SpadesState) -> tuple[int, ...]:
    """Return the hands of all seats, four bit sets for each seat."""
    codes = codes_of(state.rules)
    return tuple(bits for hand in state.hands for bits in held(codes, hand))


def dealt(options: Options, rng: Random) -> SpadesState:
    """Return a hand after the deal."""
    start = SPADES.start(options)
    return SPADES.apply(start, None, SPADES.chance(start, rng))


def played_to_cards(state: SpadesState, rng: Random) -> SpadesState:
    """Return a dealt hand at the first lead, after random choices of all players."""
    while state.phase != "play":
        state = moved(state, rng)
    return state


def moved(state: SpadesState, rng: Random) -> SpadesState:
    """Return the state after a random choice of the player on turn."""
    seat = SPADES.to_act(state)[0]
    own = SPADES.own(state, Seated(seat))
    assert own is not None
    if own.passing is not None:
        return SPADES.apply(state, seat, type(own.legal_actions()[0])(tuple((own.hand or ())[: own.passing])))
    return SPADES.apply(state, seat, rng.choice(own.legal_actions()))


def decisions(state: SpadesState, rng: Random) -> Iterator[SpadesState]:
    """Yield each state of a hand in which a card is due, with random play by all."""
    state = played_to_cards(state, rng)
    while SPADES.to_act(state):
        yield state
        state = moved(state, rng)


def card_action(state: SpadesState, suit: int, bit: int) -> PlayCard:
    """Return the action of playing a card that is given as a suit and a bit."""
    return PlayCard(next(card for card, code in codes_of(state.rules).items() if code == (suit, bit)))
