"""The warnings about fields of a recorded game that the format of Hanabi Live does not have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import fields

from server.records.hanabi.record import Assigned, DeckCard, GameAction, GameOptions, GameRecord
from server.records.json_text.items import Item

MOST_NAMED = 10
"""The number of unknown fields of one game that warnings name; further fields are only counted."""
MOST_OF_A_KEY = 40
MOST_LETTERS = 500
"""The largest number of characters of a warning; a warning is cut only if it has a very long path."""


def _names(struct: type[Struct]) -> tuple[str, ...]:
    return tuple(field.encode_name for field in fields(struct))


_GAME = (*_names(GameRecord), "variant")
"""The JSON fields of a game, and `variant`, a field that older files have."""
_OPTIONS = _names(GameOptions)
_LISTS = {"deck": _names(DeckCard), "actions": _names(GameAction), "characters": _names(Assigned)}


def unknown_fields(item: Item) -> tuple[str, ...]:
    """Return a warning, with line, column and JSON path, for each field of a game that is ignored.

    An unknown field that several cards or actions have is reported once, at its first position. Raises
    BadRecord for a key that occurs twice in a JSON object, because only one of its values could be read.
    """
    unknown = dict(_unknown(item.value()))
    named = {path: unknown[path] for path in list(unknown)[:MOST_NAMED]}
    warnings = tuple(map(_shortened, item.key_faults(named)))
    more = len(unknown) - len(named)
    return (*warnings, f"line {item.line}: {more} more unknown fields are ignored") if more else warnings


def _unknown(game: object) -> Iterator[tuple[str, str]]:
    """Yield the JSON path of each unknown field of a game, and the text of the warning about it."""
    if not isinstance(game, Mapping):
        return
    for key in _others(game, _GAME):
        yield f"$.{key}", _ignored(key, 1)
    known = ", ".join(_OPTIONS)
    for key in _others(game.get("options"), _OPTIONS):
        error = f"expected an option of Hanabi Live, got `{_shortened_key(key)}`, which is ignored"
        yield f"$.options.{key}", f"{error} (the options are {known})"
    for name, names in _LISTS.items():
        yield from _of_list(game.get(name), f"$.{name}", names)


def _of_list(values: object, path: str, known: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    indices: dict[str, list[int]] = {}
    for index, each in enumerate(values if isinstance(values, list) else ()):
        for key in _others(each, known):
            indices.setdefault(key, []).append(index)
    for key, unknown in indices.items():
        yield f"{path}[{unknown[0]}].{key}", _ignored(key, len(unknown))


def _others(value: object, known: tuple[str, ...]) -> list[str]:
    """Return the keys of a JSON object that are not in `known`; a key with the value null is left out."""
    if not isinstance(value, Mapping):
        return []
    return [key for key, each in value.items() if key not in known and each is not None]


def _ignored(key: str, times: int) -> str:
    often = "" if times == 1 else f" {times} times"
    unknown = f"the unknown field `{_shortened_key(key)}`{often}"
    return f"expected a field of the format, got {unknown}, which is ignored"


def _shortened_key(key: str) -> str:
    return key if len(key) <= MOST_OF_A_KEY else f"{key[:MOST_OF_A_KEY]}…"


def _shortened(warning: str) -> str:
    """Return a warning as one line of text, shortened if it is too long.

    The JSON path in a warning contains keys of the file, which may be long or contain line breaks.
    """
    line = "".join(each if each.isprintable() else "?" for each in warning[: MOST_LETTERS + 1])
    return line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]}…"
