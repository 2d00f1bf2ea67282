"""Positions of the last tricks as the claimer sees them, with each suit as a word of letters.

A suit's word has one letter for the owner of each remaining card, from the highest card down. Cards that were
played are not in the word. So cards of equal value are equal letters side by side, and two positions that
differ only in the ranks of such cards are equal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from protocol.v1.bridge import Seat
from protocol.v1.cards import DECK, Card, Suit
from server.games.bridge.proof.knowledge import Knowledge

MINE, DUMMY, UNSEEN = "m", "d", "u"
"""The letters of a word: a card of the claimer, of dummy, or of one of the two hidden hands."""

Words = tuple[str, str, str, str]
"""The words of clubs, diamonds, hearts and spades; in `mmudu` the claimer has the two highest cards."""

NO_SUIT = -1


class Position(NamedTuple):
    """A position in a line of play.

    `voids` has one bit for each suit in which an unseen hand is known to be void: bits 1, 2, 4 and 8 for
    the first unseen hand clockwise from North, and bits 16 to 128 for the second. `left` is the number of
    cards still to be played to the trick. `led` is the suit led. `best` is the suit of the card that is
    winning the trick, `winner` its seat, and `above` the number of remaining cards in that suit that beat
    it. Between tricks, `left` is 4, and `led` and `best` are NO_SUIT.
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
    """Return the position between two tricks with `turn` to lead."""
    return Position(words, voids, turn, 4, NO_SUIT, NO_SUIT, 0, turn)


def without(words: Words, suit: int, index: int) -> Words:
    """Return the words without the card at `index` of a suit."""
    word = words[suit]
    left = [*words]
    left[suit] = word[:index] + word[index + 1 :]
    return left[0], left[1], left[2], left[3]


def play(at: Position, suit: int, index: int, trumps: int) -> Position:
    """Return the position after the hand in turn has played the card at `index` of `suit`."""
    return lay(at, without(at.words, suit, index), at.voids, suit, index, trumps)


def lay(at: Position, words: Words, voids: int, suit: int, level: int, trumps: int) -> Position:
    """Return the position after a card of `suit` was played that `level` of the remaining cards beat."""
    _, _, turn, left, led, best, above, winner = at
    if led == NO_SUIT:
        led = best = suit
        above, winner = level, turn
    elif (suit == best and level < above) or (suit == trumps != best):
        best, above, winner = suit, level, turn
    return Position(words, voids, (turn + 1) % 4, left - 1, led, best, above, winner)


@lru_cache(maxsize=1 << 14)
def equals(word: str, owner: str, above: int) -> tuple[int, ...]:
    """Return the indexes of `owner`'s cards from the top, one for each group of equal cards.

    `above` is the number of cards that beat the card winning the trick. Cards above and below the winning
    card are not equal; `above` is 0 if no card of this suit is winning.
    """
    return tuple(
        index
        for index, letter in enumerate(word)
        if letter == owner and (index == 0 or index == above or word[index - 1] != owner)
    )


@lru_cache(maxsize=1 << 14)
def extremes(word: str, owner: str, above: int) -> tuple[int, ...]:
    """Return the indexes of the first and the last card of each group of equal cards (see `equals`).

    The last card matters because both unseen hands may have cards of one group, and one hand may then beat
    the other.
    """
    firsts = equals(word, owner, above)
    lasts = (
        index
        for index, letter in enumerate(word)
        if letter == owner and (index + 1 in (len(word), above) or word[index + 1] != owner)
    )
    return tuple(sorted({*firsts, *lasts}))


def dividing(at: Position, suit: int) -> int:
    """Return the argument `above` of `equals`: the number of cards of `suit` that beat the winning card."""
    return at.above if suit == at.best else 0


def beating(at: Position, suit: int, trumps: int) -> int:
    """Return the number of remaining cards of `suit` that would win the trick so far."""
    if suit == at.best:
        return at.above
    return len(at.words[suit]) if at.led == NO_SUIT or suit == trumps else 0


def hidden_seats(known: Knowledge) -> tuple[Seat, Seat]:
    """Return the two seats whose cards the claimer does not see."""
    dummy = known.declarer.partner
    first, second = (seat for seat in Seat if seat not in (known.claimer, dummy))
    return first, second


def words_of(known: Knowledge) -> Words:
    """Return the cards that are left as words, one for each suit."""
    letters: dict[Card, str] = dict.fromkeys(known.held, MINE)
    letters |= dict.fromkeys(known.dummy, DUMMY)
    letters |= dict.fromkeys(known.unseen, UNSEEN)
    clubs, diamonds, hearts, spades = (
        "".join(letters.get(card, "") for card in reversed(DECK) if card.suit is suit) for suit in Suit
    )
    return clubs, diamonds, hearts, spades
