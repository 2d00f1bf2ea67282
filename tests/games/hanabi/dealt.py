"""Games of Hanabi with known cards, for the tests of its rules.

A card is written as the place of its suit, from a, and its rank: `a1` is the 1 of the first suit.
"""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.hanabi import START, Card, Character, ColorClue, Deal, Discard, Options, PlayCard, RankClue
from server.errors import IllegalAction
from server.games.hanabi.characters import CHARACTERS
from server.games.hanabi.deck import deck_of
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text as `a1 b2 cS`; S is a START card."""
    return tuple(
        Card("abcdef".index(word[0]), START if word[1] == "S" else int(word[1])) for word in text.split()
    )


def game(*hands: str, then: str = "", characters: str = "", **options: object) -> HanabiState:
    """A game with these cards in hand, the oldest first; `then` are the next of the deck, others follow.

    `characters` are by seat, divided by commas, as `Genius, Inept 2`: the number is what was drawn for it.
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
    """The characters of a text; Quacker may do everything."""
    ids = {nature.name: nature.id for nature in CHARACTERS.values()}
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = word.rpartition(" ") if word[-1].isdigit() else (word, "", "")
        found.append(Character(ids[name], name, int(number) if number else -1))
    return tuple(found)


def left(state: HanabiState, cards: int) -> HanabiState:
    """The game with only so many cards of its deck left, as if nobody had ever had the others."""
    return replace(state, drawn=len(state.deck) - cards)


def does(state: HanabiState, *moves: str) -> HanabiState:
    """The game after these moves of the players in turn: `play 3`, `discard 0`, `rank 1 5`, `color 2 0`.

    Clues name the seat first.
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
    """In which words the player to act is refused a move, "" where it is allowed."""
    try:
        does(state, text)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


TWO = ("a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5")
THREE = (*TWO, "c1 c2 c3 c4 c5")
