"""Top tricks: tricks that the claimer's side wins one after another wherever the unseen cards lie.

The count of top tricks assumes opponents that are stronger than real opponents: in each suit they keep their
best cards to the last, and one hand has as many of these cards as possible. Tricks that win against these
imagined opponents win against all real opponents. To count top tricks takes little time, because the count
does not have to try different cards for the opponents.
"""

from __future__ import annotations

from collections.abc import Iterator

from server.games.bridge.proof.budget import Budget
from server.games.bridge.proof.position import DUMMY, MINE, NO_SUIT, UNSEEN, Words, equals, without

_OTHERS = "o"


class TopTricks:
    """A counter of top tricks; `both` is True if declarer claims, so that dummy's cards count, too."""

    def __init__(self, trumps: int, both: bool, budget: Budget) -> None:
        self._trumps = trumps
        self._both = both
        self._budget = budget
        self._failed: set[tuple[Words, str, int]] = set()
        self._tries = 0

    def take(self, words: Words, hand: str, need: int, tries: int) -> bool:
        """Return True if at least `need` top tricks are found within `tries` search steps.

        `hand` is the hand that leads: MINE for the claimer's hand or DUMMY for dummy's hand.
        """
        worst = self._worst(words, sum(word.count(hand) for word in words))
        self._failed.clear()
        self._tries = tries
        return self._cash(worst, hand, need)

    def _worst(self, words: Words, length: int) -> Words:
        clubs, diamonds, hearts, spades = (self._worst_suit(word, length) for word in words)
        return clubs, diamonds, hearts, spades

    def _worst_suit(self, word: str, length: int) -> str:
        """Return the cards of a suit, with stronger cards for the opponents than they really have.

        The opponents get as many cards of the suit as it can have rounds, all as high as their best card.
        """
        rounds = min(word.count(UNSEEN), length)
        if not self._both:
            rounds = max(rounds, word.count(DUMMY))
            word = word.replace(DUMMY, UNSEEN)
        top = word.find(UNSEEN)
        if top < 0:
            return word
        return word[:top] + _OTHERS * rounds + word[top:].replace(UNSEEN, "")

    def _most(self, worst: Words) -> int:
        """Return an upper bound for the number of top tricks in all suits.

        The upper bound is the number of top tricks if either hand could lead at any time.
        """
        most = 0
        for suit, word in enumerate(worst):
            mine, dummy = word.count(MINE), word.count(DUMMY)
            if suit == self._trumps:
                most += mine + dummy
                continue
            long = max(mine, dummy)
            tops = word.find(_OTHERS)
            most += long if tops < 0 or tops >= word.count(_OTHERS) else min(long, tops)
        return most

    def _cash(self, words: Words, hand: str, need: int) -> bool:
        if need <= 0:
            return True
        key = (words, hand, need)
        if key in self._failed or not self._tries or self._most(words) < need:
            return False
        self._tries -= 1
        self._budget.spend()
        if any(self._cash(left, winner, need - 1) for left, winner in self._sure_tricks(words, hand)):
            return True
        self._failed.add(key)
        return False

    def _sure_tricks(self, words: Words, hand: str) -> Iterator[tuple[Words, str]]:
        """Yield, for each way to win one sure trick, the cards left after it and the hand that wins it."""
        drawn = self._trumps == NO_SUIT or _OTHERS not in words[self._trumps]
        for suit in self._leads(drawn):
            if hand not in words[suit]:
                continue
            for index in self._from(words[suit], hand):
                left = without(words, suit, index)
                if self._both:
                    yield from self._two_hands(words, left, hand, suit, index, drawn)
                elif self._high(words[suit], index) and (drawn or suit == self._trumps):
                    yield _round_over(left, suit), hand

    def _leads(self, drawn: bool) -> tuple[int, ...]:
        suits = tuple(suit for suit in (3, 2, 1, 0) if suit != self._trumps)
        if self._trumps == NO_SUIT:
            return suits
        return (*suits, self._trumps) if drawn else (self._trumps, *suits)

    @staticmethod
    def _from(word: str, hand: str) -> tuple[int, ...]:
        """Return the indexes of the cards to lead from a suit: the highest, the lowest, then the others."""
        indexes = equals(word, hand, 0)
        return indexes if len(indexes) < 2 else (indexes[0], indexes[-1], *indexes[1:-1])

    @staticmethod
    def _high(word: str, index: int) -> bool:
        return _OTHERS not in word[:index]

    def _two_hands(
        self, words: Words, left: Words, hand: str, suit: int, index: int, drawn: bool
    ) -> Iterator[tuple[Words, str]]:
        """Yield the cards left and the hand that wins, for each card of partner's hand played on a lead.

        Leaves out cards of partner's hand with which the claimer's side is not sure to win the trick.
        """
        other = DUMMY if hand == MINE else MINE
        safe = drawn or suit == self._trumps
        high = safe and self._high(words[suit], index)
        if other in words[suit]:
            for reply in reversed(equals(left[suit], other, index)):
                over = reply < index
                if high or (safe and over and self._high(left[suit], reply)):
                    after = without(left, suit, reply)
                    yield _round_over(after, suit), other if over else hand
            return
        if high:
            for discarded in self._discards(left, other, suit):
                yield _round_over(discarded, suit), hand
        if self._trumps not in (suit, NO_SUIT):
            for ruff in reversed(equals(left[self._trumps], other, 0)):
                if self._high(left[self._trumps], ruff):
                    yield _round_over(without(left, self._trumps, ruff), suit), other

    def _discards(self, words: Words, hand: str, led: int) -> Iterator[Words]:
        """Yield the cards left after each useful discard from `hand` on the suit led.

        A useful discard is the lowest card of a side suit. The highest card of a side suit is useful, too,
        because it may block the suit.
        """
        for suit in range(4):
            indexes = equals(words[suit], hand, 0)
            if suit in (led, self._trumps) or not indexes:
                continue
            yield without(words, suit, indexes[-1])
            if len(indexes) > 1:
                yield without(words, suit, indexes[0])


def _round_over(words: Words, suit: int) -> Words:
    """Return the remaining cards after the opponents have played one of their cards of `suit` to a trick."""
    index = words[suit].find(_OTHERS)
    return words if index < 0 else without(words, suit, index)
