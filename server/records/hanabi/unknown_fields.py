"""Fields of a recorded game that its format does not have, told with their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import fields

from server.records.hanabi.record import Assigned, DeckCard, GameAction, GameOptions, GameRecord
from server.records.json_text.items import Item

MOST_NAMED = 10
"""So many unknown fields of one game are named; of the others the number is told."""
MOST_OF_A_KEY = 40
MOST_LETTERS = 500
"""The length of a warning, which cuts only a path of keys that no program writes."""


def _names(struct: type[Struct]) -> tuple[str, ...]:
    return tuple(field.encode_name for field in fields(struct))


_GAME = (*_names(GameRecord), "variant")
"""The fields of a game; `variant` stands beside the options in older files."""
_OPTIONS = _names(GameOptions)
_LISTS = {"deck": _names(DeckCard), "actions": _names(GameAction), "characters": _names(Assigned)}


def unknown_fields(item: Item) -> tuple[str, ...]:
    """Return a warning, with line, column and path, for each field of a game that is passed over.

    A field of many cards or actions is told once, at its first place. Raises BadRecord for a key twice in one
    object, as only one of the two could be read.
    """
    found = dict(_unknown(item.value()))
    named = {path: found[path] for path in list(found)[:MOST_NAMED]}
    warnings = tuple(map(_shortened, item.key_faults(named)))
    more = len(found) - len(named)
    return (*warnings, f"line {item.line}: {more} more unknown fields are passed over") if more else warnings


def _unknown(game: object) -> Iterator[tuple[str, str]]:
    """Yield the path of each unknown field, and what is to be told of it."""
    if not isinstance(game, Mapping):
        return
    for key in _others(game, _GAME):
        yield f"$.{key}", _passed_over(key, 1)
    known = ", ".join(_OPTIONS)
    for key in _others(game.get("options"), _OPTIONS):
        what = f"expected an option of Hanabi Live, got `{_cut(key)}`; the game is judged without it"
        yield f"$.options.{key}", f"{what} (known are {known})"
    for name, names in _LISTS.items():
        yield from _of_list(game.get(name), f"$.{name}", names)


def _of_list(values: object, path: str, known: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    places: dict[str, list[int]] = {}
    for place, each in enumerate(values if isinstance(values, list) else ()):
        for key in _others(each, known):
            places.setdefault(key, []).append(place)
    for key, found in places.items():
        yield f"{path}[{found[0]}].{key}", _passed_over(key, len(found))


def _others(value: object, known: tuple[str, ...]) -> list[str]:
    """Return the keys that are not known; what is null is as if it were not there."""
    if not isinstance(value, Mapping):
        return []
    return [key for key, each in value.items() if key not in known and each is not None]


def _passed_over(key: str, times: int) -> str:
    often = "" if times == 1 else f" {times} times"
    return f"expected a field of the format, got the unknown field `{_cut(key)}`{often}, which is passed over"


def _cut(key: str) -> str:
    return key if len(key) <= MOST_OF_A_KEY else f"{key[:MOST_OF_A_KEY]}…"


def _shortened(warning: str) -> str:
    """Return a warning on one line; a path is only as long as its keys, which the file may choose."""
    line = "".join(each if each.isprintable() else "?" for each in warning[: MOST_LETTERS + 1])
    return line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]}…"
