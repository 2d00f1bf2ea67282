"""The play as one player sees it: the trick, the cards that are seen, and what must be elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bots.bridge.robot.memory import Memory
from protocol.v1.bridge import BridgeOwn, BridgePub, Call, Contract, Hand, Play, Seat
from protocol.v1.cards import DECK, Card, Suit


@dataclass(frozen=True)
class Seen:
    """What a player knows when a card is due.

    `turn` is the hand that plays, `hand` its cards, `legal` those it may play. `opposite` is the other hand
    of the same side where it is seen (declarer and dummy), else None. `dummy` are dummy's cards. `unseen` are
    the cards that lie nowhere in sight. `trick` is what lies on the table, the lead first.
    """

    contract: Contract
    turn: Seat
    hand: Hand
    legal: Hand
    opposite: Hand | None
    dummy: Hand
    unseen: frozenset[Card]
    trick: tuple[Play, ...]
    plays: tuple[Play, ...]
    calls: tuple[Call, ...]
    dealer: Seat
    needed: int
    """Tricks that declarer's side still needs."""

    @property
    def trumps(self) -> Suit | None:
        return self.contract.strain.trumps

    @property
    def led(self) -> Suit | None:
        return self.trick[0].card.suit if self.trick else None

    @property
    def winning(self) -> Play | None:
        """The play that wins the trick so far."""
        return winning(self.trick, self.trumps)

    def beats(self, card: Card, other: Card) -> bool:
        """Whether a later `card` wins against one that is winning."""
        return beats(card, other, self.trumps)

    def is_master(self, card: Card) -> bool:
        """No unseen card of its suit is higher."""
        return not any(other.suit is card.suit and other.height > card.height for other in self.unseen)

    def threats(self, card: Card) -> list[Card]:
        """The cards of the same suit that the next hand may hold above `card`."""
        dummy = self.contract.declarer.partner
        beyond = self.dummy if self.turn.lho is dummy else self.unseen
        return [other for other in beyond if other.suit is card.suit and other.height > card.height]

    def trumps_out(self) -> int:
        """How many trumps lie unseen."""
        return sum(1 for card in self.unseen if card.suit is self.trumps)


def seen(pub: BridgePub, own: BridgeOwn, memory: Memory) -> Seen:
    """What the actor of this view knows, with what he remembers. Only for a view that asks for a card."""
    if pub.contract is None or pub.turn is None or own.seat is None or own.hand is None or not own.cards:
        raise ValueError(f"expected a view that asks for a card, got one of phase {pub.phase}")
    dummy = pub.dummy or ()
    declaring = own.seat in (pub.contract.declarer, pub.contract.declarer.partner)
    for_dummy = pub.turn is not own.seat
    hand, opposite = (dummy, own.hand) if for_dummy else (own.hand, dummy)
    plays = tuple(memory.plays[place] for place in sorted(memory.plays))
    trick = tuple(pub.plays[place] for place in sorted(pub.plays) if place >= 4 * sum(pub.tricks))
    return Seen(
        contract=pub.contract,
        turn=pub.turn,
        hand=hand,
        legal=own.cards,
        opposite=opposite if declaring else None,
        dummy=dummy,
        unseen=frozenset(DECK).difference(own.hand, dummy, (play.card for play in plays)),
        trick=trick,
        plays=plays,
        calls=memory.auction,
        dealer=pub.dealer,
        needed=pub.contract.level + 6 - pub.tricks[pub.contract.declarer % 2],
    )


def winning(trick: Iterable[Play], trumps: Suit | None) -> Play | None:
    """The play that wins a trick so far, None where none is begun."""
    best: Play | None = None
    for play in trick:
        if best is None or beats(play.card, best.card, trumps):
            best = play
    return best


def beats(card: Card, other: Card, trumps: Suit | None) -> bool:
    """Whether a later `card` wins against one that is winning."""
    if card.suit is other.suit:
        return card.height > other.height
    return card.suit is trumps


def lowest(cards: Iterable[Card]) -> Card:
    return min(cards, key=lambda card: (card.height, card.place))


def highest(cards: Iterable[Card]) -> Card:
    return max(cards, key=lambda card: (card.height, card.place))
