"""What who sees some hands knows of the cards of a board, whatever was taken back since."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import msgspec

from protocol.v1.bridge import SEATS, Call, Deal, Hand, MakeCall, PlayCard, Seat
from protocol.v1.cards import DECK, Card, Suit, display_order
from server.games.bridge import rules
from server.games.bridge.scoring import dealer_of, vulnerability_of
from server.games.bridge.state import BridgeState
from tests.secrecy.scenes.worlds import Cards, Kind, Observer, World


@dataclass(frozen=True)
class Seen:
    """What has been seen of a board by everybody: `faced` hands, cards `shown` by hand, suits `out` of them.

    `told` are the dummies who were shown declarer's hand, with whose it is.
    """

    faced: frozenset[Seat] = frozenset()
    shown: frozenset[tuple[Seat, Card]] = frozenset()
    out: frozenset[tuple[Seat, Suit]] = frozenset()
    told: frozenset[tuple[Seat, Seat]] = frozenset()
    over: bool = False

    def visible(self, sees: frozenset[Seat]) -> frozenset[Seat]:
        """The hands that are known to who `sees` some: dummy's too, once a card is led (Law 41D)."""
        return sees | self.faced | {declarer for dummy, declarer in self.told if dummy in sees}

    def known(self, state: BridgeState, sees: frozenset[Seat]) -> frozenset[Card]:
        """The cards that who sees some hands may be told; all of them at the end."""
        if state.deal is None:
            return frozenset()
        if self.over:
            return frozenset(DECK)
        hands = {card for seat in self.visible(sees) for card in state.deal.hands[seat]}
        return frozenset(hands | {card for _, card in self.shown})

    def then(self, state: BridgeState) -> Seen:
        """What has been seen when the board has come to `state`."""
        if state.deal is None or (state.phase == "auction" and rules.BRIDGE.progress(state) == (0, 0)):
            return Seen()
        seen = self if state.phase != "over" else replace(self, over=True)
        if state.claim is not None:
            seen = replace(seen, faced=seen.faced | {state.claim.seat})
        if state.contract is None or not state.plays:
            return seen
        declarer, dummy, last = state.contract.declarer, state.contract.declarer.partner, state.plays[-1]
        led = state.plays[(len(state.plays) - 1) // 4 * 4].card.suit
        return replace(
            seen,
            faced=seen.faced | {dummy},
            shown=seen.shown | {(last.seat, last.card)},
            out=seen.out if last.card.suit is led else seen.out | {(last.seat, led)},
            told=seen.told | {(dummy, declarer)} if state.options.dummy_sees else seen.told,
        )


def seen_in(world: World) -> tuple[Seen, ...]:
    """What everybody has seen after so many entries of a world's log."""
    seen, all_seen = Seen(), []
    for state in world.states:
        seen = seen.then(state)
        all_seen.append(seen)
    return tuple(all_seen)


def known(world: World, observer: Observer | None) -> tuple[Cards, ...]:
    """The cards that the observer, or the public, may be told after so many entries."""
    sees = frozenset[Seat]() if observer is None else observer.sees
    told = zip(seen_in(world), world.states, strict=True)
    return tuple(seen.known(state, sees) for seen, state in told)


def try_with(options: Any, sort: int, a: int) -> dict[str, Any]:
    """Mostly cards and calls, and what is no action of this game."""
    if sort < 2:
        return msgspec.to_builtins(PlayCard(DECK[a % 52]))
    if sort == 2:
        return msgspec.to_builtins(MakeCall(tuple(Call)[a % 38]))
    return ({"t": "deal"}, {"t": "claim", "tricks": 14}, {}, {"t": "play", "card": "XX"})[a % 4]


BRIDGE = Kind(
    game=rules.BRIDGE,
    deck=lambda options: DECK,
    known=known,
    try_with=try_with,
    number=lambda state: state.board,
)


def random_deal(board: int, rng: Random) -> Deal:
    """A board with the dealer and vulnerability of its number."""
    cards = rng.sample(DECK, 52)
    north, east, south, west = (_hand(cards[13 * seat : 13 * seat + 13]) for seat in SEATS)
    return Deal(board, dealer_of(board), vulnerability_of(board), (north, east, south, west))


def _hand(cards: list[Card]) -> Hand:
    return tuple(sorted(cards, key=display_order))


def redealt(deal: Deal, seen: Seen, sees: frozenset[Seat], rng: Random, swaps: int = 300) -> Deal:
    """A deal with the cards that nobody like this observer can place dealt in another way.

    Shown cards stay where they were, and nobody gets a card of a suit in which the hand has shown out, so
    every action of the script stays legal.
    """
    hidden = [seat for seat in SEATS if seat not in seen.visible(sees)]
    if seen.over or len(hidden) < 2:
        return deal
    held = [[card for card in deal.hands[seat] if (seat, card) not in seen.shown] for seat in SEATS]
    for _ in range(swaps):
        one, other = rng.sample(hidden, 2)
        if not held[one] or not held[other]:
            continue
        mine, yours = rng.randrange(len(held[one])), rng.randrange(len(held[other]))
        give, take = held[one][mine], held[other][yours]
        if (other, give.suit) not in seen.out and (one, take.suit) not in seen.out:
            held[one][mine], held[other][yours] = take, give
    shown = [[card for seat, card in seen.shown if seat is each] for each in SEATS]
    north, east, south, west = (_hand(held[seat] + shown[seat]) for seat in SEATS)
    return replace_hands(deal, (north, east, south, west))


def replace_hands(deal: Deal, hands: tuple[Hand, Hand, Hand, Hand]) -> Deal:
    """The same board with other hands."""
    return Deal(deal.board, deal.dealer, deal.vulnerable, hands)
