"""The facts that a player knows during the play: the trick, the visible hands, the unseen cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bots.bridge.robot.memory import Memory
from protocol.rules.tricks import beats, winner
from protocol.v1.bridge import BridgeOwn, BridgePub, Call, Contract, Hand, Play, Seat
from protocol.v1.cards import DECK, Card, Suit


@dataclass(frozen=True)
class Seen:
    """The facts that a player knows when the player must choose a card.

    `turn` is the seat that plays next (declarer also chooses dummy's cards), `hand` that seat's unplayed
    cards, `legal` the cards that it can legally play. `opposite` is partner's hand if the seat is on
    declarer's side, and None for a defender. `dummy` is dummy's hand. `unseen` are the cards that this player
    has not seen. `trick` is the current trick, the lead first.
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
    """The number of tricks that declarer's side still needs for the contract."""

    @property
    def trumps(self) -> Suit | None:
        return self.contract.strain.trumps

    @property
    def led(self) -> Suit | None:
        return self.trick[0].card.suit if self.trick else None

    @property
    def winning(self) -> Play | None:
        """Return the play that is winning the current trick, or None if the trick has no card yet."""
        return winning(self.trick, self.trumps)

    def beats(self, card: Card, other: Card) -> bool:
        """Return True if `card` beats `other`, which was played earlier and is winning the trick."""
        return beats(card, other, self.trumps)

    def is_master(self, card: Card) -> bool:
        """Return True if no unseen card of the card's suit is higher."""
        return not any(other.suit is card.suit and other.height > card.height for other in self.unseen)

    def threats(self, card: Card) -> list[Card]:
        """Return the cards that are higher than `card` in its suit and that the next player perhaps holds."""
        dummy = self.contract.declarer.partner
        beyond = self.dummy if self.turn.lho is dummy else self.unseen
        return [other for other in beyond if other.suit is card.suit and other.height > card.height]

    def trumps_out(self) -> int:
        """Return the number of unseen trumps."""
        return sum(1 for card in self.unseen if card.suit is self.trumps)


def seen(pub: BridgePub, own: BridgeOwn, memory: Memory) -> Seen:
    """Return the facts that this seat knows from its view and from the cards that it remembers.

    Raises ValueError if the view does not ask this seat to play a card.
    """
    if pub.contract is None or pub.turn is None or own.seat is None or own.hand is None or not own.cards:
        raise ValueError(
            f"expected the view of a seat that has to play a card, got a view in phase {pub.phase}"
        )
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


def winning(trick: Sequence[Play], trumps: Suit | None) -> Play | None:
    """Return the play that is winning a trick, or None if the trick has no card yet."""
    return trick[winner([play.card for play in trick], trumps)] if trick else None


def lowest(cards: Iterable[Card]) -> Card:
    """Return the card with the lowest rank."""
    return min(cards, key=lambda card: (card.height, card.deck_index))


def highest(cards: Iterable[Card]) -> Card:
    """Return the card with the highest rank."""
    return max(cards, key=lambda card: (card.height, card.deck_index))
