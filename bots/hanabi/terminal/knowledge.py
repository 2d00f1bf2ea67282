"""The possible identities of a card by the literal meaning of its clues, in a short notation.

In this notation for a hidden card, `R12` is a red 1 or 2, `RY` is any red or yellow card, `-B4` is a card
that is neither blue nor a 4.
"""

from __future__ import annotations

from rich.text import Text

from bots.hanabi.robot.suits import copies
from bots.hanabi.terminal.names import is_quacker, rank_words, suit_letters, suit_style
from protocol.rules.hanabi import deck
from protocol.v1.hanabi import START, HanabiPub, Variant

Groups = dict[tuple[int, ...], list[int]]
"""The possible suits of a card: a map from possible ranks to the list of the suits with these ranks."""


def groups(variant: Variant, possible: int) -> Groups:
    """Return the possible suits of a card, grouped by their possible ranks."""
    found: Groups = {}
    for suit in range(len(variant.suits)):
        ranks = tuple(rank for rank in ranks_of(variant) if possible >> 8 * suit + rank & 1)
        if ranks:
            found.setdefault(ranks, []).append(suit)
    return found


def ranks_of(variant: Variant) -> tuple[int, ...]:
    """Return all ranks of a variant's cards in ascending order, with START as the first."""
    return tuple(sorted(deck.ranks_of(variant), key=lambda rank: (rank != START, rank)))


def known_text(variant: Variant, possible: int) -> Text:
    """Return the identities that a card can have, in short, or "" if it can be any card.

    >>> from protocol.v1.hanabi import Suit
    >>> known_text(Variant(0, "", (Suit("Red"), Suit("Blue")), ()), 0b110).plain
    'R12'
    """
    every, found = ranks_of(variant), groups(variant, possible)
    missing = _missing(variant, found)
    if missing is not None:
        return missing
    letters, text = suit_letters(variant), Text()
    for ranks, suits in found.items():
        text.append(" " if text else "")
        if len(suits) < len(variant.suits):
            for suit in suits:
                text.append(letters[suit], style=suit_style(variant.suits[suit]))
        if ranks != every:
            text.append("".join(map(rank_words, ranks)))
    return text


def _missing(variant: Variant, found: Groups) -> Text | None:
    """Return the suits and ranks that a card cannot have, such as `-B4`.

    The result is None if the list of the possible suits and ranks is shorter than that of the impossible
    ones.
    """
    ((ranks, suits), *others) = found.items() or (((), []),)
    no_suits = [suit for suit in range(len(variant.suits)) if suit not in suits]
    no_ranks = [rank for rank in ranks_of(variant) if rank not in ranks]
    few = len(no_suits) < len(suits) and len(no_ranks) < len(ranks)
    if others or not few or not (no_suits or no_ranks):
        return None
    text = Text("-")
    for suit in no_suits:
        text.append(suit_letters(variant)[suit], style=suit_style(variant.suits[suit]))
    return text.append("".join(map(rank_words, no_ranks)))


def face_text(variant: Variant, possible: int) -> Text:
    """Return a hidden card in two characters: suit and rank, with `?` for a suit or rank that is unknown."""
    found = groups(variant, possible)
    suits = {suit for each in found.values() for suit in each}
    ranks = {rank for each in found for rank in each}
    text = Text()
    if len(suits) == 1:
        (suit,) = suits
        text.append(suit_letters(variant)[suit], style=suit_style(variant.suits[suit]))
    text.append("" if text else "?")
    return text.append(rank_words(min(ranks)) if len(ranks) == 1 else "?")


def touched(pub: HanabiPub) -> set[int]:
    """Return the cards that any clue has touched."""
    return {card for given in pub.given.values() for card in given.cards}


def is_told(pub: HanabiPub, seat: int) -> bool:
    """Return True if the player of this seat knows the value of every clue that the player has received.

    The values of clues are hidden in variants, and with a character, in which clues are sounds such as
    `quack`.
    """
    if pub.variant.moo or pub.variant.quack:
        return False
    return not any(given.to == seat and is_quacker(pub, given.giver) for given in pub.given.values())


def possible_of(pub: HanabiPub, seat: int, order: int) -> int:
    """Return a card's possible identities by its clues, or all identities if clue values are hidden."""
    anything = sum(1 << kind for kind in copies(pub.variant))
    return pub.possible.get(order, anything) if is_told(pub, seat) else anything
