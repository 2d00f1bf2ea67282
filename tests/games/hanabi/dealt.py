"""Games of Hanabi with known cards, for tests of the rules.

A card is written as a letter for its suit, from a, and its rank: `a1` is the 1 of the first suit.
"""

from __future__ import annotations

from random import Random, SystemRandom

from msgspec.structs import replace

from protocol.v1.hanabi import (
    START,
    Card,
    Character,
    ColorClue,
    Deal,
    Discard,
    Options,
    PlayCard,
    RankClue,
)
from server.errors import IllegalAction
from server.games.hanabi.characters import CHARACTERS
from server.games.hanabi.deck import deck_of
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a text such as `a1 b2 cS`; S is a START card."""
    return tuple(
        Card("abcdef".index(word[0]), START if word[1] == "S" else int(word[1])) for word in text.split()
    )


def game(*hands: str, then: str = "", characters: str = "", **options: object) -> HanabiState:
    """Return a game with these cards in hand, the oldest first, and `then` next in the deck.

    `characters` are by seat, separated by commas, as in `Genius, Inept 2`; the number is the character's
    metadata.
    """
    chosen = Options(
        **{"players": len(hands), "detrimental_characters": bool(characters), **options}  # type: ignore[arg-type]
    )
    begun = HANABI.start(chosen)
    top = cards(" ".join((*hands, then)))
    rest = list(deck_of(begun.variant))
    for card in top:
        rest.remove(card)
    return HANABI.apply(begun, None, Deal((*top, *rest), characters=persons(characters)))


def persons(text: str) -> tuple[Character, ...]:
    """Return the characters of a text; Quacker is a character without restrictions."""
    ids = {nature.name: nature.id for nature in CHARACTERS.values()}
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = word.rpartition(" ") if word[-1].isdigit() else (word, "", "")
        found.append(Character(ids[name], name, int(number) if number else -1))
    return tuple(found)


def left(state: HanabiState, cards: int) -> HanabiState:
    """Return the game with only this number of cards left in its deck."""
    return replace(state, drawn=len(state.deck) - cards)


def does(state: HanabiState, *moves: str) -> HanabiState:
    """Return the game after these moves, such as `play 3`, `discard 0`, `rank 1 5` or `color 2 0`.

    The players move in turn. Clues name the receiving seat first.
    """
    for text in moves:
        state = HANABI.apply(state, state.seat, move(text))
    return state


def move(text: str) -> PlayCard | Discard | RankClue | ColorClue:
    kind, *numbers = text.split()
    first, *second = map(int, numbers)
    match kind:
        case "play":
            return PlayCard(first)
        case "discard":
            return Discard(first)
        case "rank":
            return RankClue(first, *second)
        case "color":
            return ColorClue(first, *second)
        case _:
            raise AssertionError(f"expected a move, got {text!r}")


def refused(state: HanabiState, text: str) -> str:
    """Return the text with which the player in turn is refused a move, "" if the move is allowed."""
    try:
        does(state, text)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


TWO = ("a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5")
THREE = (*TWO, "c1 c2 c3 c4 c5")

QUACK = "Quacker"
"""A character without restrictions."""


def pair(first: str, second: str = QUACK) -> str:
    """Return the characters of a table of two."""
    return f"{first}, {second}"


def trio(first: str, second: str = QUACK, third: str = QUACK) -> str:
    """Return the characters of a table of three."""
    return f"{first}, {second}, {third}"


def deal_of(seed: int | str, **options: object) -> Deal:
    """Return the deal of a table with a seed, or the deal by chance for a number."""
    chosen = Options(**options) if isinstance(seed, int) else Options(seed=seed, **options)
    deal = HANABI.chance(HANABI.start(chosen), Random(seed) if isinstance(seed, int) else SystemRandom())
    assert deal is not None
    return deal
