"""The public knowledge at a Hanabi table where all players follow the hat-guessing conventions.

In hat guessing, which the module `plain` explains, every clue tells each player a number with information
about the player's own hand. All players work out the same public knowledge from the same moves of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bots.hanabi.robot.piles import Piles, plain_variant
from bots.hanabi.robot.questions import Hand, answered, by_number, by_sight, narrowed
from bots.hanabi.robot.suits import touched_by
from protocol.v1.hanabi import Clue, ColorClue

WAYS = 4
"""The number of meanings of a clue to one receiver: colour or rank, with or without the marked card."""


class Common:
    """The public knowledge of a game: hands, piles, and in `can_be` the possible identities of each card.

    A hand is a list of the deck indexes of its cards, the oldest card first.
    """

    def __init__(self, players: int, suits: int, size: int) -> None:
        self.players = players
        self.numbers = WAYS * (players - 1)
        self.piles = Piles(suits)
        self._variant = plain_variant(suits)
        self.anything = sum(1 << kind for kind in self.piles.left)
        self.deck = sum(self.piles.left.values())
        self.drawn = players * size
        self.hands = [list(range(size * seat, size * (seat + 1))) for seat in range(players)]
        self.can_be = dict.fromkeys(range(self.drawn), self.anything)

    def hand(self, seat: int) -> Hand:
        """Return, for each card in a hand, the identities that the card can have by public knowledge."""
        return {order: self.can_be[order] for order in self.hands[seat]}

    def number_and_knowledge(self, seat: int, seen: Mapping[int, int]) -> tuple[int, Hand]:
        """Return the number of a visible hand in hat guessing, and the identities it leaves to the cards."""
        return answered(self.hand(seat), self.piles, self.numbers, by_sight(seen))

    def needed_number(self, giver: int, seen: Mapping[int, int], but: int | None = None) -> int:
        """Return the sum of the hat-guessing numbers of all hands but those of the seats `giver` and `but`.

        Without `but`, the sum is the number that the giver's clue must express.
        """
        others = (seat for seat in range(self.players) if seat not in (giver, but))
        return sum(self.number_and_knowledge(seat, seen)[0] for seat in others) % self.numbers

    def clue_number(self, giver: int, clue: Clue, touched: Collection[int]) -> int:
        """Return the number that a clue tells all players, by the conventions of hat guessing.

        In hat guessing (explained in the module `plain`), every clue stands for a number, from which each
        player works out facts about the player's own hand. The number depends on the receiver of the clue, on
        its type (colour or rank), and on whether the clue touches the receiver's marked card. `touched` are
        the cards that the clue touches.
        """
        ranked, touching = not isinstance(clue, ColorClue), self._marked(clue.to) in touched
        return WAYS * ((clue.to - giver) % self.players - 1) + 2 * ranked + touching

    def _marked(self, seat: int) -> int:
        """Return the marked card of a hand: the card with the most possibilities, the newest of several.

        The result is -1, which is no card, if the hand is empty.
        """
        hand = self.hands[seat]
        return max(hand, key=lambda order: (self.can_be[order].bit_count(), order), default=-1)

    def touching(self, clue: Clue) -> int:
        """Return the set of all cards that have the colour or rank of a clue."""
        return touched_by(self._variant, clue)

    def record_clue(
        self, giver: int, clue: Clue, touched: Collection[int], seen: Mapping[int, int], me: int
    ) -> None:
        """Record a clue as the player of the seat `me` understands it.

        `seen` has the suit and rank of each card that the player `me` sees. By a clue, every player except
        the giver learns the hat-guessing number of the player's own hand.
        """
        number = self.clue_number(giver, clue, touched) - self.needed_number(giver, seen, me)
        news: Hand = {}
        for seat in range(self.players):
            if seat == me != giver:
                mine = by_number(number % self.numbers)
                news |= answered(self.hand(me), self.piles, self.numbers, mine)[1]
            elif seat != giver:
                news |= self.number_and_knowledge(seat, seen)[1]
        self.can_be |= news
        self.can_be |= self.after_clue(clue, touched)
        self._settle()

    def after_clue(self, clue: Clue, touched: Collection[int]) -> Hand:
        """Return the identities that the receiver's cards can have after a clue, by its literal meaning."""
        cards = self.touching(clue)
        hand = self.hand(clue.to).items()
        return {order: narrowed(mask, cards if order in touched else ~cards) for order, mask in hand}

    def record_departure(self, seat: int, order: int, kind: int, played: bool) -> None:
        """Record that a card was played or discarded from a hand, or played from the deck.

        `played` is True if the card has been played successfully.
        """
        (self.piles.play if played else self.piles.discard)(kind)
        self.can_be.pop(order, None)
        if order not in self.hands[seat]:  # the card was played directly from the deck
            self.drawn += 1
        else:
            self.hands[seat].remove(order)
            self._draw(seat)
        self._settle()

    def _draw(self, seat: int) -> None:
        if self.drawn < self.deck:
            self.hands[seat].append(self.drawn)
            self.can_be[self.drawn] = self.anything
            self.drawn += 1

    def _settle(self) -> None:
        self.can_be = settled(self.can_be, self.piles.left)


def settled(hand: Hand, left: Mapping[int, int]) -> Hand:
    """Return the possible identities of each card in `hand`, without those that it can no longer have.

    A card cannot have an identity if all copies of it are known to be other cards. `left` is the number of
    copies of each card that are among these cards and the unseen cards.
    """
    known, sure = dict(hand), -1
    while sure != (sure := sum(not cards & (cards - 1) for cards in known.values())):
        free = dict(left)
        for cards in known.values():
            if not cards & (cards - 1):
                free[cards.bit_length() - 1] -= 1
        gone = sum(1 << kind for kind, number in free.items() if number <= 0)
        for order, cards in known.items():
            if cards & (cards - 1):
                known[order] = narrowed(cards, ~gone)
    return known
