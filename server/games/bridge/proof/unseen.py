"""The two hands that the claimer does not see, as opponents of a search that tries all their cards.

The search does not try the layouts of the unseen cards one by one. Instead, an unseen hand may play any card
that it has in some possible layout, and may discard if it is void in some possible layout. Each play reduces
the layouts that remain possible. Therefore a line of play that wins against the two unseen hands wins against
every layout.
"""

from __future__ import annotations

from collections.abc import Iterator

from server.games.bridge.proof.position import (
    NO_SUIT,
    UNSEEN,
    Position,
    Words,
    beating,
    dividing,
    equals,
    extremes,
    lay,
    play,
    without,
)

Counts = tuple[int, int, int, int]
Sizes = tuple[int, int]
Settled = dict[tuple[Counts, int, Sizes], int | None]

_BITS = 0b1111


def counted(words: Words) -> Counts:
    """Return the number of unseen cards in each suit."""
    clubs, diamonds, hearts, spades = words
    return clubs.count(UNSEEN), diamonds.count(UNSEEN), hearts.count(UNSEEN), spades.count(UNSEEN)


def settle(counts: Counts, voids: int, sizes: Sizes) -> int | None:
    """Return the voids that follow from `voids` and from the number of cards in the two unseen hands.

    A hand that consists only of cards that the other hand cannot have is void in all other suits. Both hands
    are void in a suit with no unseen card. Returns None if no layout is possible.
    """
    first, second = voids & _BITS, voids >> 4
    sure_first = sure_second = open_suits = 0
    for suit, count in enumerate(counts):
        bit = 1 << suit
        if not count:
            first |= bit
            second |= bit
        elif first & second & bit:
            return None
        elif first & bit:
            sure_second += count
        elif second & bit:
            sure_first += count
        else:
            open_suits |= bit
    if sure_first > sizes[0] or sure_second > sizes[1]:
        return None
    if sure_first == sizes[0]:
        first |= open_suits
    if sure_second == sizes[1]:
        second |= open_suits
    return first | second << 4


class Unseen:
    """The two unseen hands, with exactly the plays of real hands; `seats` are their seats."""

    def __init__(self, seats: tuple[int, int], trumps: int, ours: frozenset[int]) -> None:
        self._seats = seats
        self._trumps = trumps
        self._opponents = not ours & {*seats}
        self._settled: Settled = {}

    def root(self, at: Position, tricks: int) -> Position | None:
        """Return the position with all voids that are certain in it, or None if no layout is possible."""
        voids = settle(counted(at.words), at.voids, self._sizes(at, tricks))
        return None if voids is None else at._replace(voids=voids)

    def plays(self, at: Position, tricks: int, need: int) -> Iterator[Position]:
        """Yield the positions after each play of the unseen hand in turn.

        `tricks` is the number of tricks left, including the trick in progress. If the claimer needs all of
        them, only the lowest of the cards that do not win the trick so far is tried. The other losing cards
        need not be tried, because the opponents need only one trick, for which a higher card left in the hand
        is at least as good as a lower card.
        """
        second = at.turn == self._seats[1]
        void = at.voids >> 4 if second else at.voids & _BITS
        sizes = self._sizes(at, tricks)
        after = (sizes[0], sizes[1] - 1) if second else (sizes[0] - 1, sizes[1])
        lowest = need == tricks and self._opponents
        led = at.led
        if led != NO_SUIT and not void >> led & 1:
            for index in self._cards(at, led, lowest):
                yield self._played(at, led, index, after)
            voids_after = self._settle(counted(at.words), at.voids | 1 << led + 4 * second, sizes)
            if voids_after is None:
                return
            at = at._replace(voids=voids_after)
            void = voids_after >> 4 if second else voids_after & _BITS
        for suit in self._by_trumps:
            if not void >> suit & 1:
                for index in self._cards(at, suit, lowest and led != NO_SUIT):
                    yield self._played(at, suit, index, after)

    @property
    def _by_trumps(self) -> tuple[int, ...]:
        return (3, 2, 1, 0) if self._trumps == NO_SUIT else _TRUMPS_FIRST[self._trumps]

    def _cards(self, at: Position, suit: int, lowest: bool) -> tuple[int, ...]:
        """Return the indexes of the cards of `suit` that the search must tell apart.

        The first and the last of several equal cards are both tried if the other unseen hand may beat them
        later in the trick.
        """
        word, divided = at.words[suit], dividing(at, suit)
        winning = beating(at, suit, self._trumps)
        if lowest:
            indexes = equals(word, UNSEEN, divided)
            return tuple(index for index in indexes if index < winning or index == indexes[-1])
        if winning and self._other_to_come(at):
            return extremes(word, UNSEEN, divided)
        return equals(word, UNSEEN, divided)

    def _other_to_come(self, at: Position) -> bool:
        first, second = self._seats
        return ((second if at.turn == first else first) - at.turn) % 4 < at.left

    def _played(self, at: Position, suit: int, index: int, sizes: Sizes) -> Position:
        after = play(at, suit, index, self._trumps)
        voids = self._settle(counted(after.words), after.voids, sizes)
        assert voids is not None, "expected a possible layout after a play that a layout allows, got none"
        return after if voids == after.voids else after._replace(voids=voids)

    def _settle(self, counts: Counts, voids: int, sizes: Sizes) -> int | None:
        key = (counts, voids, sizes)
        if key not in self._settled:
            self._settled[key] = settle(*key)
        return self._settled[key]

    def _sizes(self, at: Position, tricks: int) -> Sizes:
        """Return the sizes of the two hands: `tricks` cards, less one after the hand's play to the trick."""
        first, second = (tricks - ((seat - at.turn) % 4 >= at.left) for seat in self._seats)
        return first, second


_TRUMPS_FIRST = tuple((trumps, *(suit for suit in (3, 2, 1, 0) if suit != trumps)) for trumps in range(4))


class Generous:
    """Two unseen hands that may do more than real hands, so that the search has fewer different plays to try.

    These hands keep a card wherever a real hand might keep it. These hands may be void in any suit unless the
    play has shown that they are not. A card may be played as if it were lower than it is, so that the cards
    left in these hands are at least as high as those left in real hands. A line that wins against these hands
    wins against all real hands. If no line wins against these hands, nothing is proven. The search uses them
    only for claims by declarer, because then every advantage of these hands is a disadvantage of the claimer.
    """

    def __init__(self, seats: tuple[int, int], trumps: int) -> None:
        self._seats = seats
        self._trumps = trumps

    def plays(self, at: Position, tricks: int, need: int) -> Iterator[Position]:
        """Yield the positions after each play of the unseen hand in turn, winning plays first."""
        shift = 4 * (at.turn == self._seats[1])
        led, all_the_rest = at.led, need == tricks
        if led == NO_SUIT:
            for suit in sorted(range(4), key=lambda suit: -_tops(at.words[suit])):
                if UNSEEN in at.words[suit] and not at.voids >> suit + shift & 1:
                    yield from self._winning(at, suit, all_the_rest)
            return
        if UNSEEN not in at.words[led] or at.voids >> led + shift & 1:
            yield from self._ruff(at, shift, all_the_rest)
            yield _idle(at)
            return
        yield from self._winning(at, led, all_the_rest)
        yield self._low(at, led)
        if not at.voids >> led + 4 - shift & 1:
            shown_out = at._replace(voids=at.voids | 1 << led + shift)
            yield from self._ruff(shown_out, shift, all_the_rest)
            yield _idle(shown_out)
        elif led != self._trumps:
            yield from self._ruff(at._replace(words=_gone(at.words, led)), shift, all_the_rest)

    def _ruff(self, at: Position, shift: int, all_the_rest: bool) -> Iterator[Position]:
        trumps = self._trumps
        if trumps not in (at.led, NO_SUIT) and not at.voids >> trumps + shift & 1:
            yield from self._winning(at, trumps, all_the_rest)

    def _winning(self, at: Position, suit: int, all_the_rest: bool) -> Iterator[Position]:
        """Yield the positions after each play of `suit` that wins the trick so far.

        For each rank that wins, the lowest card with at least this rank is played. If the claimer needs all
        the remaining tricks, each card is played at its own rank only.
        """
        word = at.words[suit]
        levels = range(beating(at, suit, self._trumps))
        for level in levels if at.left > 1 else levels[-1:]:
            card = word.rfind(UNSEEN, 0, level + 1)
            if card < 0 or (at.left > 1 and self._same(at, word, card, level, all_the_rest)):
                continue
            yield lay(at, without(at.words, suit, card), at.voids, suit, level, self._trumps)

    @staticmethod
    def _same(at: Position, word: str, card: int, level: int, all_the_rest: bool) -> bool:
        """Return True if playing `card` at `level` is no better for the hand than a play at another level."""
        if card != level:
            return all_the_rest
        if not card or word[card - 1] != UNSEEN:
            return False
        return all_the_rest or at.left <= 2 or word[card + 1 : card + 2] == UNSEEN

    def _low(self, at: Position, suit: int) -> Position:
        """Return the position after the lowest unseen card of the suit led was played, as the lowest rank."""
        word = at.words[suit]
        words = without(at.words, suit, word.rfind(UNSEEN))
        return lay(at, words, at.voids, suit, len(word), self._trumps)


def _tops(word: str) -> int:
    """Return the number of unseen cards that are higher than all other cards of the suit."""
    return len(word) - len(word.lstrip(UNSEEN))


def _idle(at: Position) -> Position:
    """Return the position after a discard, for which a generous hand gives up no card."""
    return at._replace(turn=(at.turn + 1) % 4, left=at.left - 1)


def _gone(words: Words, suit: int) -> Words:
    """Return the words without the unseen cards of a suit."""
    left = [*words]
    left[suit] = words[suit].replace(UNSEEN, "")
    return left[0], left[1], left[2], left[3]
