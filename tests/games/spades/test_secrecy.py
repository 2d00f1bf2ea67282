"""Tests that two worlds which differ only in hidden cards look the same to an audience, whatever it tries."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.v1.spades import Card, Options
from protocol.v1.spades.deck import deck_of
from server.errors import IllegalAction
from server.games.base import Kibitzer, Public, Seated
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.games.random_games import action_pool, random_options
from tests.games.spades.played_hands import VARIANTS, states

WORLDS = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))


def sees_own_hand(state: SpadesState, seat: int) -> bool:
    half = SPADES.own(state, Seated(seat))
    return half is not None and half.hand is not None


def other_world(state: SpadesState, seat: int | None, rng: Random) -> SpadesState:
    """Return the state with all cards dealt again that a seat, or the public, cannot see."""
    if state.deal is None:
        return state
    hidden = [each for each in range(state.rules.players) if each != seat or not sees_own_hand(state, seat)]
    seen = 2 * state.draws + 2 * (state.phase == "draw" and seat == state.turn)
    parts = [*(state.hands[each] for each in hidden), state.deal.stock[seen:]]
    if state.laid_away:
        parts += [state.laid_away[each] for each in hidden]
    *hands, stock, rest = [*_redealt(parts[: len(hidden) + 1], rng), parts[len(hidden) + 1 :]]
    deck = deck_of(state.rules).cards
    away = iter(rest)
    return replace(
        state,
        hands=_placed(state.hands, hidden, hands),
        laid_away=_placed(state.laid_away, hidden, _redealt(list(away), rng)) if state.laid_away else (),
        passes=tuple(
            given
            if seat in (given.seat, given.to)
            else replace(given, cards=tuple(rng.sample(deck, len(given.cards))))
            for given in state.passes
        ),
        deal=replace(
            state.deal,
            hands=tuple(_redealt(list(state.deal.hands), rng)),
            stock=(*state.deal.stock[:seen], *stock),
        ),
    )


def _redealt(parts: list[tuple[Card, ...]], rng: Random) -> list[tuple[Card, ...]]:
    """Return the same cards in other places, with as many in each place as before."""
    cards = [card for part in parts for card in part]
    rng.shuffle(cards)
    taken = iter(cards)
    return [tuple(next(taken) for _ in part) for part in parts]


def _placed(
    old: tuple[tuple[Card, ...], ...], seats: list[int], new: list[tuple[Card, ...]]
) -> tuple[tuple[Card, ...], ...]:
    changed = dict(zip(seats, new, strict=True))
    return tuple(changed.get(seat, cards) for seat, cards in enumerate(old))


def bytes_of(state: SpadesState, seat: int | None) -> tuple[bytes, ...]:
    """Return all bytes that a seat and its kibitzers, or the public, can see."""
    audiences = [Public()] if seat is None else [Seated(seat), Kibitzer(seat)]
    encode = msgspec.json.encode
    shown = [encode(SPADES.pub(state)), *(encode(SPADES.own(state, audience)) for audience in audiences)]
    return (*shown, encode([SPADES.progress(state), SPADES.to_act(state), SPADES.deal_due(state)]))


def outcome(state: SpadesState, seat: int, action: object) -> object:
    """Return what a seat learns by trying an action: the reason of a refusal, or its next view.

    The player's own hand is left out if this action reveals it.
    """
    try:
        after = SPADES.apply(state, seat, action)
    except IllegalAction as refusal:
        return str(refusal)
    leads = after.phase == "play" and not after.plays and after.rules.first_leader == "low_club"
    return None if leads else bytes_of(after, seat if sees_own_hand(state, seat) else None)


def check(options: Options, seed: int) -> None:
    rng, pool = Random(seed), [action for kind in action_pool("spades") for action in kind[:40]]
    for state in states(options, seed):
        for seat in (None, *range(state.rules.players)):
            other = other_world(state, seat, rng)
            assert bytes_of(other, seat) == bytes_of(state, seat)
            if seat is None:
                continue
            assert SPADES.legal_actions(other, seat) == SPADES.legal_actions(state, seat)
            tried = [*rng.sample(pool, 3), *SPADES.legal_actions(state, seat)[:3]]
            for action in tried:
                assert outcome(other, seat, action) == outcome(state, seat, action), action


@WORLDS
@given(st.integers(0, 2**32))
def test_hidden_cards_show_in_nothing_under_any_rules(seed: int) -> None:
    check(random_options(SPADES, Random(seed)), seed)


@pytest.mark.parametrize("said", VARIANTS, ids=str)
def test_hidden_cards_show_in_nothing_in_every_variant(said: dict[str, object]) -> None:
    for seed in range(3):
        check(Options(**said), seed)
