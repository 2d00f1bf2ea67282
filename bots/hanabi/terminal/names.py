"""The names of cards, suits, clues and seats of a Hanabi table as a terminal shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from rich.text import Text

from protocol.v1.hanabi import START, Card, HanabiOwn, HanabiPub, Suit, Variant

Names = Mapping[int, str]
"""The names of the players by seat, without names that several players share."""

LETTERS = {
    "Black": "K", "Brown": "N", "Gray": "A", "Null": "U", "Pink": "I", "Prism": "I", "Rainbow": "M",
}  # fmt: skip
"""The preferred letters of suits that do not use their first letter, by the last word of the suit's name."""
STYLES = {
    "Red": "red", "Yellow": "yellow", "Green": "green", "Blue": "bright_blue", "Purple": "magenta",
    "Teal": "cyan", "Black": "bright_black", "Pink": "bright_magenta", "Brown": "orange4",
    "Orange": "dark_orange", "Gray": "bright_black", "White": "bright_white",
}  # fmt: skip


@cache
def suit_letters(variant: Variant) -> str:
    """Return a letter for each suit of a Hanabi variant.

    The letters of two suits are never the same, and no suit has the letter of START.
    """
    found: list[str] = []
    for suit in variant.suits:
        plain = suit.name.removesuffix(" Reversed").removesuffix(" EA")
        usual = LETTERS.get(plain.split()[-1], "")
        wished = (usual + plain).upper().replace(" ", "") + "ABCDEFGHIJKLMNOPQRTUVWXYZ"
        taken = {*found, *("S" if variant.up_or_down else "")}
        found.append(next(letter for letter in wished if letter not in taken))
    return "".join(found)


def rank_words(rank: int) -> str:
    """Return the name of a rank, such as `3`, or `S` for START."""
    return "S" if rank == START else str(rank)


def card_words(variant: Variant, card: Card) -> str:
    """Return the name of a card: its suit and its rank, such as `R3` or `BS`."""
    return suit_letters(variant)[card.suit] + rank_words(card.rank)


def suit_style(suit: Suit) -> str:
    """Return the colour in which the terminal shows a suit."""
    word = suit.name.removesuffix(" Reversed").split()[-1]
    if len(suit.colors) == 1:
        word = suit.colors[0]
    return STYLES.get(word, "bold")


def card_text(variant: Variant, card: Card) -> Text:
    """Return a card in the colour of its suit."""
    return Text(card_words(variant, card), style=suit_style(variant.suits[card.suit]))


def seen_cards(pub: HanabiPub, own: HanabiOwn | None) -> dict[int, Card]:
    """Return all cards that this view shows, by their indexes in the deck."""
    beyond = {} if own is None else own.cards or {}
    return {**dict(enumerate(pub.deck or ())), **pub.cards, **beyond}


def value_words(pub: HanabiPub, giver: int, color: int | None, rank: int | None) -> str:
    """Return the value of a clue, `red` or `3`, or the sound `moo`, `oink` or `quack` if it is hidden."""
    variant = pub.variant
    if variant.quack or is_quacker(pub, giver):
        return "quack"
    if variant.moo:
        return "oink" if color is None else "moo"
    return str(rank) if color is None else variant.colors[color].lower()


QUACKER = 34


def is_quacker(pub: HanabiPub, seat: int) -> bool:
    """Return True if the player in this seat has a character that hides the value of its clues."""
    return bool(pub.characters) and pub.characters[seat].id == QUACKER


def seat_name(names: Names, seat: int) -> str:
    """Return a player's name: `Bob`, or `Seat 2` for a player without a unique name."""
    return names.get(seat, f"Seat {seat}")


def listed(words: Iterable[object]) -> str:
    """Return the items as a list in words, such as `1`, `1 and 3` or `1, 2 and 3`."""
    *first, last = map(str, words)
    return f"{', '.join(first)} and {last}" if first else last


def slot_of(hand: tuple[int, ...], order: int) -> int:
    """Return the slot of a card in a hand; slot 1 is the newest."""
    return len(hand) - hand.index(order)
