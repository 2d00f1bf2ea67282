"""Positions in the search for a proof; in a suit `mmudu`, the claimer has the two highest cards, dummy one.

The string of a suit (`words` in the code) has one letter for each card that is not yet played, the highest
card first. Each letter in the string of a suit names the owner of a card: the claimer, dummy, or an unseen
hand. Two cards of one owner are equal if only played cards lie between them: their letters stand side by side
in the string of the suit. Two positions that differ only in the ranks of neighbouring cards of one owner
count as equal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from protocol.v1.bridge import Seat
from protocol.v1.cards import DECK, Card, Suit
from server.games.bridge.proof.knowledge import Knowledge

MINE, DUMMY, UNSEEN = "m", "d", "u"
"""The letters for a card of the claimer, a card of dummy, and a card of one of the two unseen hands."""

Words = tuple[str, str, str, str]
"""The strings of clubs, diamonds, hearts and spades, with one letter for each card, the highest first."""

NO_SUIT = -1


class Position(NamedTuple):
    """A position in the search for a proof of a claim.

    `words` has a string for each suit, with one letter for each card that is not yet played. `voids` has a
    bit for each suit in which an unseen hand is known to be void: 1, 2, 4 and 8 for the first unseen hand
    clockwise from North, and 16, 32, 64 and 128 for the second. `turn` is the seat that plays next. `left` is
    the number of cards still to be played to the trick in progress. `led` is the suit that was led to the
    trick in progress. `winner` is the seat that is winning the trick in progress. `best` is the suit of the
    card that is winning the trick, and `above` is the number of remaining cards of this suit that beat it.
    Between tricks, `left` is 4, and `led` and `best` are NO_SUIT.
    """

    words: Words
    voids: int
    turn: int
    left: int
    led: int
    best: int
    above: int
    winner: int


def between_tricks(words: Words, voids: int, turn: int) -> Position:
    """Return the position between two tricks in which the seat `turn` leads next."""
    return Position(words, voids, turn, 4, NO_SUIT, NO_SUIT, 0, turn)


def without(words: Words, suit: int, index: int) -> Words:
    """Return the remaining cards of the four suits without the card at `index` of `suit`."""
    word = words[suit]
    left = [*words]
    left[suit] = word[:index] + word[index + 1 :]
    return left[0], left[1], left[2], left[3]


def play(at: Position, suit: int, index: int, trumps: int) -> Position:
    """Return the position after the hand in turn has played the card at `index` among the cards of `suit`."""
    return lay(at, without(at.words, suit, index), at.voids, suit, index, trumps)


def lay(at: Position, words: Words, voids: int, suit: int, level: int, trumps: int) -> Position:
    """Return the position after the hand in turn has played a card of `suit`.

    `level` is the number of remaining cards of the suit that beat the played card. `words` and `voids` are
    the remaining cards and the known voids in the new position.
    """
    _, _, turn, left, led, best, above, winner = at
    if led == NO_SUIT:
        led = best = suit
        above, winner = level, turn
    elif (suit == best and level < above) or (suit == trumps != best):
        best, above, winner = suit, level, turn
    return Position(words, voids, (turn + 1) % 4, left - 1, led, best, above, winner)


@lru_cache(maxsize=1 << 14)
def equals(word: str, owner: str, above: int) -> tuple[int, ...]:
    """Return the index of the highest card in each group of equal cards that `owner` holds in a suit.

    For example, the claimer (`m`) holds two groups in `mmum`, with the highest cards at 0 and 3. `above` is
    the number of cards that beat the card winning the trick, or 0 if no card of this suit is winning. A card
    that beats the card winning the trick and a card that does not never count as equal.
    """
    return tuple(
        index
        for index, letter in enumerate(word)
        if letter == owner and (index == 0 or index == above or word[index - 1] != owner)
    )


@lru_cache(maxsize=1 << 14)
def extremes(word: str, owner: str, above: int) -> tuple[int, ...]:
    """Return the indexes of the highest and the lowest card in each group of equal cards (see `equals`).

    The lowest card of a group of equal cards matters, because the group may be divided between both unseen
    hands: the second hand can then beat the lowest card of the first.
    """
    firsts = equals(word, owner, above)
    lasts = (
        index
        for index, letter in enumerate(word)
        if letter == owner and (index + 1 in (len(word), above) or word[index + 1] != owner)
    )
    return tuple(sorted({*firsts, *lasts}))


def dividing(at: Position, suit: int) -> int:
    """Return how many remaining cards of `suit` beat the card that is winning the trick.

    Returns 0 if the winning card is of another suit.
    """
    return at.above if suit == at.best else 0


def beating(at: Position, suit: int, trumps: int) -> int:
    """Return the number of remaining cards of `suit` that would beat the card now winning the trick."""
    if suit == at.best:
        return at.above
    return len(at.words[suit]) if at.led == NO_SUIT or suit == trumps else 0


def hidden_seats(known: Knowledge) -> tuple[Seat, Seat]:
    """Return the seats of the two hands that the claimer, with the knowledge `known`, does not see."""
    dummy = known.declarer.partner
    first, second = (seat for seat in Seat if seat not in (known.claimer, dummy))
    return first, second


def words_of(known: Knowledge) -> Words:
    """Return the remaining cards as four strings, one for each suit, with one letter for each card."""
    letters: dict[Card, str] = dict.fromkeys(known.held, MINE)
    letters |= dict.fromkeys(known.dummy, DUMMY)
    letters |= dict.fromkeys(known.unseen, UNSEEN)
    clubs, diamonds, hearts, spades = (
        "".join(letters.get(card, "") for card in reversed(DECK) if card.suit is suit) for suit in Suit
    )
    return clubs, diamonds, hearts, spades
