"""The address of a replay on Hanabi Live, which encodes players, deck, actions and variant in letters.

The address of a replay has three parts between commas. The first part of an address has the number of
players, the lowest and the highest rank, and a letter for each card. The second part of an address has the
lowest and the highest type of action, and two letters for each action. The third part of an address is the
number of the variant. Further parts of an address, after the third, are ignored, as on Hanabi Live. The
address of a replay does not contain names, notes, options, characters, or an end of the game that no seat
caused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.errors import BadRecord
from server.games.hanabi.variants import catalogue
from server.records.hanabi.record import DeckCard, GameAction, GameOptions, GameRecord

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The 62 letters and digits with which Hanabi Live encodes numbers: each stands for its index."""
NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")
ADDRESS = "https://hanab.live/replay-json/"
HYPHEN_AFTER = 20
"""The number of letters of an address after which a hyphen is written; readers ignore hyphens."""
LOWEST_RANK = 1
"""The lowest rank of every deck in an address: Hanabi Live's decoder starts at 1, whatever rank is named."""
PARTS = 3

SIGN = re.compile(rb"\S*replay-json/|(?:\S*/)?[2-6][A-Za-z0-9-]{20,},[A-Za-z0-9-]*,[0-9-]+(?:[,?#\s]|$)")
"""The pattern for the beginning of a file of Hanabi Live's replay addresses."""
_ADDRESS = re.compile(r"(?:[^,]*/)?([^?#]*)", re.DOTALL)


def dumps(records: Sequence[GameRecord]) -> str:
    """Return Hanabi Live's replay addresses for games, one on each line.

    Raises BadRecord for a game that the letters of an address cannot encode.
    """
    return "".join(f"{ADDRESS}{dumped(record)}\n" for record in records)


def dumped(record: GameRecord) -> str:
    """Return the letters that encode a game in an address.

    If no seat caused the end of the game, the end is left out. Raises BadRecord for a game that the letters
    of a replay's address cannot encode.
    """
    if not record.deck:
        raise BadRecord("expected a game with its deck, got a game without cards")
    try:
        variant = catalogue.variant_named(record.options.variant)
    except LookupError as error:
        raise BadRecord(str(error)) from None
    actions = tuple(action for action in record.actions if action.target >= 0)
    letters = f"{len(record.players)}{_cards(record.deck)},{_actions(actions)},{variant.id}"
    return "-".join(letters[at : at + HYPHEN_AFTER] for at in range(0, len(letters), HYPHEN_AFTER))


def _cards(deck: tuple[DeckCard, ...]) -> str:
    low, high = min(card.rank for card in deck), max(card.rank for card in deck)
    if low != LOWEST_RANK:
        raise BadRecord(f"expected a deck with cards of rank {LOWEST_RANK}, got {low} as the lowest rank")
    width = high - low + 1
    return f"{low}{high}" + "".join(_letter(width * card.suit_index + card.rank - low) for card in deck)


def _actions(actions: tuple[GameAction, ...]) -> str:
    if not actions:
        return "00"
    low, high = min(action.type for action in actions), max(action.type for action in actions)
    width = high - low + 1
    encoded = (
        # A play or a discard has no value and is encoded with 0, so the values of clues are encoded from 1.
        _letter((action.value + 1 if action.type > 1 else 0) * width + action.type - low)
        + _letter(action.target)
        for action in actions
    )
    return f"{low}{high}" + "".join(encoded)


def _letter(number: int) -> str:
    if not 0 <= number < len(ALPHABET):
        raise BadRecord(
            f"expected a number from 0 to {len(ALPHABET) - 1},"
            f" which one letter of a replay's address can hold, got {number}"
        )
    return ALPHABET[number]


def loads(text: str) -> GameRecord:
    """Return the game that a replay's address, or its letters alone, encode.

    Raises BadRecord for a text that is not such an address.
    """
    deck_part, actions_part, variant_part = _parts(text)[:PARTS]
    players, deck = _read_deck(deck_part)
    actions, variant = _read_actions(actions_part), _read_variant(variant_part)
    return GameRecord(
        players=NAMES[:players], deck=deck, actions=actions, options=GameOptions(variant=variant)
    )


def passed_over(text: str) -> str | None:
    """Return the text of an address after its third part, which readers ignore; None without such a text."""
    rest = _parts(text)[PARTS:]
    return ",".join(rest) if rest else None


def _parts(text: str) -> list[str]:
    found = _ADDRESS.match(text.strip())
    letters = "" if found is None else found[1].replace("-", "")
    parts = letters.split(",")
    if len(parts) < PARTS:
        raise BadRecord(f"expected an address of three parts with commas between them, got {len(parts)}")
    return parts


def _read_variant(part: str) -> str:
    try:
        if not (part.isascii() and part.isdecimal()):
            raise ValueError
        return catalogue.variant(int(part)).name
    except (ValueError, LookupError):
        most = len(catalogue.ids()) - 1
        raise BadRecord(f"expected the number of a variant, 0 to {most}, got {part[:20]!r}") from None


def _read_deck(part: str) -> tuple[int, tuple[DeckCard, ...]]:
    head = part[:3]
    if len(head) < 3 or not (head.isascii() and head.isdecimal()) or not 2 <= int(head[0]) <= len(NAMES):
        raise BadRecord(
            f"expected the number of players, 2 to {len(NAMES)}, and the lowest and the highest rank,"
            f" got {head!r}"
        )
    players, low, high = map(int, head)
    if low != LOWEST_RANK or low > high:
        raise BadRecord(
            f"expected {LOWEST_RANK} as the lowest rank, and a highest rank that is not lower,"
            f" got {low} and {high}"
        )
    width = high - low + 1
    numbers = [_number(letter) for letter in part[3:]]
    return players, tuple(DeckCard(number // width, number % width + low) for number in numbers)


def _read_actions(part: str) -> tuple[GameAction, ...]:
    if len(part) < 2 or len(part) % 2 or not (part[:2].isascii() and part[:2].isdecimal()):
        raise BadRecord(
            f"expected the lowest and highest type of action, and two letters for each action,"
            f" got {part[:20]!r}"
        )
    low, high = int(part[0]), int(part[1])
    if low > high:
        raise BadRecord(f"expected the lowest type before the highest type of action, got {low} and {high}")
    width = high - low + 1
    actions = []
    for at in range(2, len(part), 2):
        number, target = _number(part[at]), _number(part[at + 1])
        actions.append(GameAction(number % width + low, target, max(0, number // width - 1)))
    return tuple(actions)


def _number(letter: str) -> int:
    number = ALPHABET.find(letter)
    if number < 0:
        raise BadRecord(f"expected a letter or a digit in the address of the Hanabi game, got {letter!r}")
    return number
