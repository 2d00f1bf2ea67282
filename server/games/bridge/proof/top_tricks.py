"""Top tricks: what the claimer's side takes without losing the lead, however the unseen cards lie.

The others are taken for stronger than they are: of each suit they keep their best cards to the last, and one
hand alone has as many of them as it can. Against them a line of play is a list of cards, the same whatever
they do, so what it takes it takes against every layout.
"""

from __future__ import annotations

from collections.abc import Iterator

from server.games.bridge.proof.budget import Budget
from server.games.bridge.proof.position import DUMMY, MINE, NO_SUIT, UNSEEN, Words, equals, without

_OTHERS = "o"


class TopTricks:
    """Counts top tricks. `both`: the claimer plays dummy's cards too, as declarer does."""

    def __init__(self, trumps: int, both: bool, patience: Budget) -> None:
        self._trumps = trumps
        self._both = both
        self._patience = patience
        self._failed: set[tuple[Words, str, int]] = set()
        self._tries = 0

    def take(self, words: Words, hand: str, need: int, tries: int) -> bool:
        """Whether `need` tricks are there with `hand` (MINE or DUMMY) to lead, found in so many `tries`."""
        worst = self._worst(words, sum(word.count(hand) for word in words))
        self._failed.clear()
        self._tries = tries
        return self._cash(worst, hand, need)

    def _worst(self, words: Words, length: int) -> Words:
        clubs, diamonds, hearts, spades = (self._worst_suit(word, length) for word in words)
        return clubs, diamonds, hearts, spades

    def _worst_suit(self, word: str, length: int) -> str:
        """The suit with one of the others' cards for each round that draws them, all where the best is."""
        rounds = min(word.count(UNSEEN), length)
        if not self._both:
            rounds = max(rounds, word.count(DUMMY))
            word = word.replace(DUMMY, UNSEEN)
        top = word.find(UNSEEN)
        if top < 0:
            return word
        return word[:top] + _OTHERS * rounds + word[top:].replace(UNSEEN, "")

    def _most(self, worst: Words) -> int:
        """No more tricks than this, whatever the entries."""
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
        self._patience.spend()
        if any(self._cash(left, winner, need - 1) for left, winner in self._sure_tricks(words, hand)):
            return True
        self._failed.add(key)
        return False

    def _sure_tricks(self, words: Words, hand: str) -> Iterator[tuple[Words, str]]:
        """Each way to win a trick for certain with `hand` to lead: the words after it, and who wins."""
        drawn = self._trumps == NO_SUIT or _OTHERS not in words[self._trumps]
        for suit in self._leads(drawn):
            if hand not in words[suit]:
                continue
            for place in self._from(words[suit], hand):
                left = without(words, suit, place)
                if self._both:
                    yield from self._two_hands(words, left, hand, suit, place, drawn)
                elif self._high(words[suit], place) and (drawn or suit == self._trumps):
                    yield _round_over(left, suit), hand

    def _leads(self, drawn: bool) -> tuple[int, ...]:
        suits = tuple(suit for suit in (3, 2, 1, 0) if suit != self._trumps)
        if self._trumps == NO_SUIT:
            return suits
        return (*suits, self._trumps) if drawn else (self._trumps, *suits)

    @staticmethod
    def _from(word: str, hand: str) -> tuple[int, ...]:
        """The cards to lead, the highest and the lowest first."""
        places = equals(word, hand, 0)
        return places if len(places) < 2 else (places[0], places[-1], *places[1:-1])

    @staticmethod
    def _high(word: str, place: int) -> bool:
        return _OTHERS not in word[:place]

    def _two_hands(
        self, words: Words, left: Words, hand: str, suit: int, place: int, drawn: bool
    ) -> Iterator[tuple[Words, str]]:
        """The sure tricks of one lead, by what the other hand plays to it."""
        other = DUMMY if hand == MINE else MINE
        safe = drawn or suit == self._trumps
        high = safe and self._high(words[suit], place)
        if other in words[suit]:
            for reply in reversed(equals(left[suit], other, place)):
                over = reply < place
                if high or (safe and over and self._high(left[suit], reply)):
                    after = without(left, suit, reply)
                    yield _round_over(after, suit), other if over else hand
            return
        if high:
            for thrown in self._throws(left, other, suit):
                yield _round_over(thrown, suit), hand
        if self._trumps not in (suit, NO_SUIT):
            for ruff in reversed(equals(left[self._trumps], other, 0)):
                if self._high(left[self._trumps], ruff):
                    yield _round_over(without(left, self._trumps, ruff), suit), other

    def _throws(self, words: Words, hand: str, led: int) -> Iterator[Words]:
        """What `hand` may discard: the lowest of a side suit, or the highest, which may be in the way."""
        for suit in range(4):
            places = equals(words[suit], hand, 0)
            if suit in (led, self._trumps) or not places:
                continue
            yield without(words, suit, places[-1])
            if len(places) > 1:
                yield without(words, suit, places[0])


def _round_over(words: Words, suit: int) -> Words:
    """The words when the others have played to a round of `suit`."""
    place = words[suit].find(_OTHERS)
    return words if place < 0 else without(words, suit, place)
