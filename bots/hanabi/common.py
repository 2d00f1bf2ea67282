"""What everybody at a table knows when all follow the conventions."""

from __future__ import annotations

from collections.abc import Mapping

from bots.hanabi.piles import Piles, kinds
from bots.hanabi.questions import Masks, narrowed, spelled, told, true_of


PER = {2: 4, 3: 4, 4: 4, 5: 4, 6: 4}


class Common:
    """The table as everybody knows it: hands, piles, and what each card can be."""

    def __init__(self, players: int, suits: int, size: int) -> None:
        self.players = players
        self.per = PER[players]
        self.numbers = self.per * (players - 1)
        self.piles = Piles(suits)
        self.anything = sum(1 << kind for kind in self.piles.left)
        self.hands = [list(range(size * seat, size * (seat + 1))) for seat in range(players)]
        self.masks: Masks = {order: self.anything for hand in self.hands for order in hand}

    def hand(self, seat: int) -> Masks:
        return {order: self.masks[order] for order in self.hands[seat]}

    def number_of(self, seat: int, cards: Mapping[int, int]) -> tuple[int, Masks]:
        """What the hand of a seat is worth, and what its player will know."""
        return told(self.hand(seat), self.piles, self.numbers, true_of(cards))

    def marked(self, seat: int) -> int:
        """The card of a hand that tells whether a clue touches or not: the one least is known of."""
        return max(self.hands[seat], key=lambda order: (self.masks[order].bit_count(), order))

    def code(self, giver: int, to: int, rank: bool, touched: bool) -> int:
        """The number that a clue says."""
        return self.per * ((to - giver) % self.players - 1) + self.per // 2 * rank + touched

    def pattern(self, to, cards):
        ms = sorted(self.hands[to], key=lambda order: (-self.masks[order].bit_count(), -order))
        for i in range(self.per // 2 - 1):
            if i < len(ms) and ms[i] in cards: return i + 1
        return 0

    def clue(self, giver: int, to: int, rank: int|None, color:int|None, cards, identity: Mapping[int, int], me: int | None) -> None:
        others = [seat for seat in range(self.players) if seat not in (giver, me)]
        number = self.code(giver, to, rank is not None, self.pattern(to, cards))
        news = {}
        for seat in others:
            worth, known = self.number_of(seat, identity)
            number -= worth
            news.update(known)
        if me is not None and me != giver:
            news.update(told(self.hand(me), self.piles, self.numbers, spelled(number % self.numbers))[1])
        self.masks.update(news)
        mask = self.touched(rank, color)
        for order in self.hands[to]:
            self.masks[order] = narrowed(self.masks[order], mask if order in cards else ~mask)
        self.settle()

    def touched(self, rank, color):
        if rank is not None:
            return sum(1 << 8 * suit + rank for suit in range(len(self.piles.heights)))
        return 0b111110 << 8 * color

    def leave(self, seat: int, order: int, kind: int, played: bool, drawn: int | None) -> None:
        (self.piles.play if played else self.piles.discard)(kind)
        self.hands[seat].remove(order)
        del self.masks[order]
        if drawn is not None:
            self.hands[seat].append(drawn)
            self.masks[drawn] = self.anything
        self.settle()

    def settle(self) -> None:
        """A card is none of those that are gone or known to be elsewhere."""
        again = True
        while again:
            again = False
            left = dict(self.piles.left)
            for mask in self.masks.values():
                if not mask & (mask - 1):
                    left[mask.bit_length() - 1] -= 1
            out = sum(1 << kind for kind, n in left.items() if n <= 0)
            for order, mask in self.masks.items():
                if mask & out and mask & (mask - 1):
                    less = narrowed(mask, ~out)
                    again = again or (less != mask and not less & (less - 1))
                    self.masks[order] = less
