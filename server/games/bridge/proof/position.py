"""An ending as the claimer sees it: each suit a word, a letter for the owner of each card from the top.

Cards that are gone are not in the word, so cards that have become equals are the same letter side by side,
and endings that differ in dead ranks only are one position.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from protocol.v1.bridge import Seat
from protocol.v1.cards import DECK, Card, Suit
from server.games.bridge.proof.knowledge import Knowledge

MINE, DUMMY, UNSEEN = "m", "d", "u"
"""The letters: the claimer's cards, dummy's, and those of the two hands that he does not see."""

Words = tuple[str, str, str, str]
"""The cards left in clubs, diamonds, hearts, spades: in `mmudu` the claimer has the best two."""

NO_SUIT = -1


class Position(NamedTuple):
    """Where a line of play has come to; between tricks `left` is 4 and `led` and `best` are NO_SUIT.

    `voids` has a bit for each suit that an unseen hand is known to be out of: 1, 2, 4, 8 for the first of
    the two unseen hands clockwise from North, 16 to 128 for the other. `left` cards are to come to the
    trick. `best` is the suit of the card that wins so far, `winner` its seat, and `above` the number of
    cards left in that suit that beat it.
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
    """The position with `turn` to lead."""
    return Position(words, voids, turn, 4, NO_SUIT, NO_SUIT, 0, turn)


def without(words: Words, suit: int, place: int) -> Words:
    """The words after the card at `place` has left its suit."""
    word = words[suit]
    left = [*words]
    left[suit] = word[:place] + word[place + 1 :]
    return left[0], left[1], left[2], left[3]


def play(at: Position, suit: int, place: int, trumps: int) -> Position:
    """The position after the hand in turn has played the card at `place` of `suit`."""
    return lay(at, without(at.words, suit, place), at.voids, suit, place, trumps)


def lay(at: Position, words: Words, voids: int, suit: int, level: int, trumps: int) -> Position:
    """The position after a card of `suit` with `level` of the cards left above it is on the table."""
    _, _, turn, left, led, best, above, winner = at
    if led == NO_SUIT:
        led = best = suit
        above, winner = level, turn
    elif (suit == best and level < above) or (suit == trumps != best):
        best, above, winner = suit, level, turn
    return Position(words, voids, (turn + 1) % 4, left - 1, led, best, above, winner)


@lru_cache(maxsize=1 << 14)
def equals(word: str, owner: str, above: int) -> tuple[int, ...]:
    """The places of `owner`'s cards from the top, one of each group of equals.

    `above`: how many cards beat the card to be beaten, which divides equals; 0 when there is none.
    """
    return tuple(
        place
        for place, letter in enumerate(word)
        if letter == owner and (place == 0 or place == above or word[place - 1] != owner)
    )


@lru_cache(maxsize=1 << 14)
def extremes(word: str, owner: str, above: int) -> tuple[int, ...]:
    """As `equals`, but the first and the last of each: two hands may share a group and overtake."""
    firsts = equals(word, owner, above)
    lasts = (
        place
        for place, letter in enumerate(word)
        if letter == owner and (place + 1 in (len(word), above) or word[place + 1] != owner)
    )
    return tuple(sorted({*firsts, *lasts}))


def dividing(at: Position, suit: int) -> int:
    """What `equals` is to be told for `suit`: the cards that beat the trick so far."""
    return at.above if suit == at.best else 0


def beating(at: Position, suit: int, trumps: int) -> int:
    """How many of the cards left in `suit` win the trick as it lies."""
    if suit == at.best:
        return at.above
    return len(at.words[suit]) if at.led == NO_SUIT or suit == trumps else 0


def hidden_seats(known: Knowledge) -> tuple[Seat, Seat]:
    """The two seats whose cards the claimer does not see."""
    dummy = known.declarer.partner
    first, second = (seat for seat in Seat if seat not in (known.claimer, dummy))
    return first, second


def words_of(known: Knowledge) -> Words:
    """The ending's suits as words."""
    letters: dict[Card, str] = dict.fromkeys(known.held, MINE)
    letters |= dict.fromkeys(known.dummy, DUMMY)
    letters |= dict.fromkeys(known.unseen, UNSEEN)
    clubs, diamonds, hearts, spades = (
        "".join(letters.get(card, "") for card in reversed(DECK) if card.suit is suit) for suit in Suit
    )
    return clubs, diamonds, hearts, spades
