"""The moves of a Hanabi game in order, each with the slots that its cards had when it was made."""

from __future__ import annotations

from msgspec import Struct

from bots.hanabi.terminal.context import deck_size
from protocol.rules.hanabi.hands import cycled, hand_size
from protocol.v1.hanabi import Fate, Given, HanabiPub

Slots = tuple[int, ...]


class Departure(Struct, frozen=True):
    """A play or a discard, by which the card `order` has left slot `slot` of the hand of seat `fate.seat`.

    Slot 1 is the slot of the newest card. Slot 0 means that the card was played directly from the deck.
    `drawn` is the card that the player drew as a replacement, or None if the player drew no card. `strike` is
    1, 2 or 3 if the move was the first, second or third strike, and 0 if it was no strike.
    """

    order: int
    fate: Fate
    slot: int
    drawn: int | None
    strike: int


class ClueMove(Struct, frozen=True):
    """A clue of a Hanabi game, and the slots of the cards that it touched."""

    given: Given
    slots: Slots


Move = Departure | ClueMove


def moves_of(pub: HanabiPub) -> list[Move]:
    """Return all moves of the game so far, in the order in which they were made."""
    if not pub.hands:
        return []
    hands = _Hands(pub)
    events: list[tuple[int, tuple[int, Fate] | Given]] = []
    events += [(fate.turn, (order, fate)) for order, fate in pub.fates.items()]
    events += [(given.turn, given) for _, given in sorted(pub.given.items())]
    events.sort(key=lambda each: each[0])
    return [
        hands.clued(event) if isinstance(event, Given) else hands.left(*event) for _, event in events
    ]  # fmt: skip


class _Hands:
    """The hands of all Hanabi players, updated move by move from the start of the game."""

    def __init__(self, pub: HanabiPub) -> None:
        players, size = pub.options.players, hand_size(pub.options)
        self._hands = [[*range(size * seat, size * (seat + 1))] for seat in range(players)]
        self._drawn = size * players
        self._deck = deck_size(pub)
        self._cycles = pub.options.card_cycle
        self._clued: set[int] = set()
        self._strikes = 0

    def left(self, order: int, fate: Fate) -> Departure:
        hand, slot, drawn = self._hands[fate.seat], 0, None
        if order in hand:
            slot = len(hand) - hand.index(order)
            hand.remove(order)
            if self._drawn < self._deck:
                drawn, self._drawn = self._drawn, self._drawn + 1
                hand.append(drawn)
        else:
            self._drawn = order + 1
        self._strikes += fate.how == "misplayed"
        return Departure(order, fate, slot, drawn, self._strikes if fate.how == "misplayed" else 0)

    def clued(self, given: Given) -> ClueMove:
        hand = self._hands[given.to]
        slots = sorted(len(hand) - hand.index(order) for order in given.cards if order in hand)
        if self._cycles:
            self._hands[given.giver] = [*cycled(tuple(self._hands[given.giver]), self._clued)]
        self._clued |= {*given.cards}
        return ClueMove(given, tuple(slots))
