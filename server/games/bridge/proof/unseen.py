"""The two hands that the claimer does not see, and the cards that they may play in the search for a proof.

A layout is one way in which the unseen cards can be divided between the two unseen hands. The search does not
try the layouts of the unseen cards one by one. In the search, an unseen hand may play any card that it has in
at least one layout that is still possible, and may discard if it is void in one of these layouts. Each card
played leaves fewer layouts of the unseen cards possible. A line of play that wins against all cards that the
unseen hands may play therefore wins in every layout.
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
    """Return `voids` with all further voids that follow from the number of cards in the two unseen hands.

    Both unseen hands are void in a suit with no unseen card. If one unseen hand is void in some suits, the
    other holds all unseen cards of these suits; if they fill that hand, it is void in all other suits.
    Returns None if no layout of the unseen cards is possible.
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
    """The two hands that the claimer does not see; they may play exactly what real hands could play.

    `seats` are the seats of the two hands that the claimer does not see.
    """

    def __init__(self, seats: tuple[int, int], trumps: int, ours: frozenset[int]) -> None:
        self._seats = seats
        self._trumps = trumps
        self._opponents = not ours & {*seats}
        self._settled: Settled = {}

    def root(self, at: Position, tricks: int) -> Position | None:
        """Return the position with all certain voids of the unseen hands, None if no layout is possible."""
        voids = settle(counted(at.words), at.voids, self._sizes(at, tricks))
        return None if voids is None else at._replace(voids=voids)

    def plays(self, at: Position, tricks: int, need: int) -> Iterator[Position]:
        """Yield the position after each card that the unseen hand in turn may play.

        `tricks` is the number of tricks left, including the trick in progress, and `need` is the number of
        tricks that the claimer must win. If the claimer must win all remaining tricks, the opponents need
        only one trick to defeat the claim. Opponents that need only one trick do best to keep their high
        cards. If one trick is enough for the opponents, the search tries only the lowest of their cards that
        cannot win the present trick.
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
        """Return the indexes of the cards of `suit` that the search must try for an unseen hand.

        The search must try only one of several equal cards. The search tries both the highest and the lowest
        of several equal cards only if the other unseen hand plays later in the trick and may beat the lowest.
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
        """Return the number of cards in each of the two unseen hands.

        An unseen hand has `tricks` cards, or one fewer if it has already played to the trick in progress.
        """
        first, second = (tricks - ((seat - at.turn) % 4 >= at.left) for seat in self._seats)
        return first, second


_TRUMPS_FIRST = tuple((trumps, *(suit for suit in (3, 2, 1, 0) if suit != trumps)) for trumps in range(4))


class Generous:
    """Two imagined hands that are at least as strong as any real unseen hands, for a quicker search.

    Against imagined hands the search has fewer different positions to try than against all real hands. Each
    imagined hand may have every unseen card, unless the play has shown that the hand is void in the suit.
    Each imagined hand may discard or ruff although it could follow suit. An imagined hand may play a card as
    if it were a lower card, so that its remaining cards are at least as high as those of a real hand. A line
    of play that wins against the imagined hands wins against all real hands. If no line of play wins against
    the imagined hands, the claim is neither proven nor disproven. The search uses imagined hands only for
    claims by declarer, because then both unseen hands are opponents of the claimer.
    """

    def __init__(self, seats: tuple[int, int], trumps: int) -> None:
        self._seats = seats
        self._trumps = trumps

    def plays(self, at: Position, tricks: int, need: int) -> Iterator[Position]:
        """Yield the position after each card that the unseen hand in turn may play, winning cards first."""
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
        """Yield the position after each card of `suit` that beats the card now winning the trick.

        For each rank that wins the trick, the imagined hand plays its lowest card of this rank or a higher
        rank, and the card counts as a card of this rank. If the claimer needs all the remaining tricks, each
        card of an imagined hand counts as its own rank only.
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
        """Return True if the search need not try `card` as a card of the rank `level`.

        The search need not try a card if another card or rank is at least as good for the hand.
        """
        if card != level:
            return all_the_rest
        if not card or word[card - 1] != UNSEEN:
            return False
        return all_the_rest or at.left <= 2 or word[card + 1 : card + 2] == UNSEEN

    def _low(self, at: Position, suit: int) -> Position:
        """Return the position after an imagined hand has followed suit with a low card.

        The imagined hand gives up its lowest card of the suit, which counts as lower than all other cards of
        the suit.
        """
        word = at.words[suit]
        words = without(at.words, suit, word.rfind(UNSEEN))
        return lay(at, words, at.voids, suit, len(word), self._trumps)


def _tops(word: str) -> int:
    """Return how many unseen cards of a suit beat the highest card of the claimer and dummy in it."""
    return len(word) - len(word.lstrip(UNSEEN))


def _idle(at: Position) -> Position:
    """Return the position after an imagined hand has discarded, by which it loses no card."""
    return at._replace(turn=(at.turn + 1) % 4, left=at.left - 1)


def _gone(words: Words, suit: int) -> Words:
    """Return `words` (the remaining cards) without the cards of `suit` that the claimer does not see."""
    left = [*words]
    left[suit] = words[suit].replace(UNSEEN, "")
    return left[0], left[1], left[2], left[3]
