"""The choice of a Hanabi action on a seat's turn, from public knowledge and the visible cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from bots.hanabi.robot.piles import TOP, kinds
from bots.hanabi.robot.public_knowledge import Common, settled
from bots.hanabi.robot.questions import Hand, narrowed
from protocol.rules.hanabi.limits import MAX_STRIKES
from protocol.v1.hanabi import Action, Clue, Discard, PlayCard

NEXT_SEEN = 0.5
"""The number of ranks by which a playable card counts as lower if another hand has the next card of its pile.

Of several playable cards, the lower ones are played first.
"""
ONE_OF_TWO = 0.2
"""The cost of discarding one of two remaining copies of a card, relative to discarding the last copy."""
COPY_SEEN = 0.05
"""The cost of discarding a card of which another hand has a copy, relative to discarding a last copy."""
SOON = 0.05
"""The additional cost of discarding a card that can soon be played.

The additional cost of a discard counts five times for a playable card, and once less for each card that must
be played before the discarded card.
"""


@dataclass(frozen=True)
class Turn:
    """The turn of the player in the seat `me` in a Hanabi game.

    `seen` has the suit and rank of each visible card, by deck index. `possible` has the identities that cards
    can have by the literal meaning of clues. `clues` are the legal clues of this turn, each with the cards
    that it touches. `full` is True if discards are illegal because all clue tokens are available. `strikes`
    and `discarded` are the numbers of strikes and discards so far. `turns_left` is the number of turns to the
    end of the game, this turn included, and None before the last round.
    """

    common: Common
    me: int
    seen: Mapping[int, int]
    possible: Mapping[int, int]
    clues: tuple[tuple[Clue, tuple[int, ...]], ...]
    full: bool
    strikes: int
    discarded: int
    turns_left: int | None

    def choose(self) -> Action | None:
        """Return the action of this seat, or None if the hat-guessing conventions determine no action."""
        if self.plays:
            return PlayCard(max(self.plays, key=self._worth))
        if self.turns_left is not None:
            return self._last_round(self.turns_left)
        if self.useless and not self.full and self.discarded < self._spare:
            return Discard(self.useless[0])
        clue = self.clue()
        if clue is not None or not self.mine:
            return clue
        if self.full:
            return PlayCard(self._likeliest)
        return Discard(self.useless[0] if self.useless else min(self.mine, key=self._harm))

    @cached_property
    def mine(self) -> Hand:
        """Return the possible identities of this seat's cards, from public knowledge and visible cards.

        If the two meanings of a clue differ, its literal meaning overrides its meaning by the conventions.
        """
        conventional = self.common.hand(self.me).items()
        return settled(
            {order: narrowed(self.possible[order], cards) for order, cards in conventional}, self._unseen
        )

    @cached_property
    def plays(self) -> list[int]:
        """Return this seat's cards that are certainly playable, whichever of their identities they have."""
        return [order for order, cards in self.mine.items() if not cards & ~self.common.piles.playable]

    @cached_property
    def useless(self) -> list[int]:
        """Return this seat's cards that are not needed: dead cards first, then copies of visible cards."""
        dead, twice = self.common.piles.dead, self._elsewhere | self.common.piles.dead
        surely = [order for order, cards in self.mine.items() if not cards & ~dead]
        return surely or [order for order, cards in self.mine.items() if not cards & ~twice] or self._pairs

    @cached_property
    def _pairs(self) -> list[int]:
        """Return the surplus duplicates in this seat's hand: of equal known cards, all except one."""
        sure = [(cards, order) for order, cards in self.mine.items() if not cards & (cards - 1)]
        return [
            order for cards, order in sure if (cards, order) != min(each for each in sure if each[0] == cards)
        ]

    @cached_property
    def _others(self) -> list[int]:
        hands = self.common.hands
        return [order for seat, hand in enumerate(hands) if seat != self.me for order in hand]

    @cached_property
    def _elsewhere(self) -> int:
        """Return the set of the cards that are in the other players' hands."""
        return sum(1 << kind for kind in {self.seen[order] for order in self._others})

    @cached_property
    def _unseen(self) -> dict[int, int]:
        """Return how many copies of each card are in this seat's own hand or in the deck."""
        left = dict(self.common.piles.left)
        for order in self._others:
            left[self.seen[order]] -= 1
        return left

    @property
    def _spare(self) -> int:
        """Return how many cards may be discarded before the deck is too short to play all needed cards."""
        hands = sum(map(len, self.common.hands))
        return self.common.deck - TOP * len(self.common.piles.heights) - hands

    def _weighed(self, order: int) -> Iterator[tuple[int, float]]:
        """Yield each identity that a card of this seat can have, with its probability."""
        weights = {kind: max(0, self._unseen[kind]) for kind in kinds(self.mine[order])}
        whole = sum(weights.values()) or 1
        return ((kind, weight / whole) for kind, weight in weights.items())

    def _worth(self, order: int) -> tuple[float, int]:
        """Return a sort key for the plays of this seat, with the highest key for the best play.

        Low cards, and cards that let another player continue the pile, have high sort keys.
        """
        ways = kinds(self.mine[order])
        ranks = sum(kind & 7 for kind in ways) / len(ways)
        followed = sum(self._elsewhere >> kind + 1 & 1 for kind in ways) / len(ways)
        return NEXT_SEEN * followed - ranks, -order

    def _harm(self, order: int) -> tuple[float, int]:
        """Return a sort key for the discards of this seat: expected loss of points, then age of the card."""
        return sum(likely * self._cost(kind) for kind, likely in self._weighed(order)), order

    def _cost(self, kind: int) -> float:
        piles = self.common.piles
        if piles.dead >> kind & 1:
            return 0
        if piles.critical >> kind & 1:
            return piles.carries(kind)
        if self._elsewhere >> kind & 1:
            return COPY_SEEN * piles.carries(kind)
        return ONE_OF_TWO * piles.carries(kind) + SOON * (TOP - piles.away(kind))

    def _hope(self, order: int) -> float:
        """Return the probability that a card of this seat is playable."""
        return sum(likely for kind, likely in self._weighed(order) if self.common.piles.playable >> kind & 1)

    @property
    def _likeliest(self) -> int:
        return max(self.mine, key=self._hope)

    def clue(self) -> Clue | None:
        """Return the clue with the number that the other hands add up to, or None if there is no such clue.

        If several clues have the required hat-guessing number, return the clue with the most literal
        information.
        """
        if not self.clues:
            return None
        number = self.common.needed_number(self.me, self.seen)
        fit = [each for each in self.clues if self.common.clue_number(self.me, *each) == number]
        return min(fit, key=lambda each: self._left_open(*each), default=(None, ()))[0]

    def _left_open(self, clue: Clue, touched: tuple[int, ...]) -> int:
        return sum(cards.bit_count() for cards in self.common.after_clue(clue, touched).values())

    def _last_round(self, turns: int) -> Action | None:
        """Return the action of this seat in the last round.

        In the last round a strike costs nothing, unless it is the third.
        """
        clue = self.clue()
        if clue is not None and self._awaited(turns):
            return clue
        if self.mine and self.strikes < MAX_STRIKES - 1 and self._hope(self._likeliest) > 0:
            return PlayCard(self._likeliest)
        if clue is not None or self.full or not self.mine:
            return clue
        return Discard(min(self.mine))

    def _awaited(self, turns: int) -> bool:
        """Return True if a player that still has a turn has a playable card but does not know of any."""
        common, playable = self.common, self.common.piles.playable
        for step in range(1, turns):
            hand = common.hand((self.me + step) % common.players)
            has_one = any(playable >> self.seen[order] & 1 for order in hand)
            if has_one and all(cards & ~playable for cards in hand.values()):
                return True
        return False
