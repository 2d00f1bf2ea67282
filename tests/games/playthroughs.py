"""Golden playthroughs: recorded actions of a game, with the public view after each of them.

A playthrough has one JSON object on each line. The first line names the game, its revision and its options. A
line with `action` holds one action (chance has no seat) and the fields of the public view that it changed.
From time to time, and at the end of a deal, a line with `pub` holds the whole public view and each seat's own
half. A line after the last action of a deal holds its `result`. A playthrough takes its actions as input and
computes all other data again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from server.games.base import AnyGame, Seated
from server.games.registry import GAMES
from tests.games.of_state import game_of

FOLDER = Path(__file__).parents[1] / "playthroughs"
ACTIONS_A_VIEW = 12
"""The number of actions between two lines that hold a whole view."""


@dataclass(frozen=True)
class Playthrough:
    """The input of a playthrough: the options, and the actions of consecutive deals with their seats."""

    game: AnyGame
    title: str
    options: Any
    actions: tuple[tuple[int | None, Any], ...]


def read(path: Path) -> Playthrough:
    """Return the playthrough in a file, without its recorded outcomes."""
    head, *lines = (json.loads(line) for line in path.read_text().splitlines())
    game = GAMES[head["game"]]
    return Playthrough(
        game,
        head["title"],
        msgspec.convert(head["options"], game.options_type),
        tuple(
            (line["seat"], msgspec.convert(line["action"], game.log_action_type))
            for line in lines
            if "action" in line
        ),
    )


def record(played: Playthrough) -> str:
    """Return the text of a playthrough, with its actions applied anew and their outcomes."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(played))


def _lines(played: Playthrough) -> Iterator[dict[str, Any]]:
    game, state = played.game, played.game.start(played.options)
    names = game.seat_names(played.options)
    yield {
        "game": game.name,
        "title": played.title,
        "revision": game.revision,
        "options": msgspec.to_builtins(played.options),
    }
    done = 0
    for seat, action in played.actions:
        if game.result(state) is not None:
            state, done = game.carry(state), 0
        before, state, done = state, game.apply(state, seat, action), done + 1
        yield {
            "seat": seat,
            "by": "chance" if seat is None else names[seat],
            "action": msgspec.to_builtins(action),
            "shows": _changes(before, state),
        }
        if done % ACTIONS_A_VIEW == 0 or game.result(state) is not None:
            yield _views(state, names)
        if game.result(state) is not None:
            yield {"result": msgspec.to_builtins(game.result(state))}


def _changes(before: Any, after: Any) -> dict[str, Any]:
    """Return the fields of the public view that an action changed; of growing maps, only the new entries."""
    game = game_of(before)
    old, new = msgspec.to_builtins(game.pub(before)), msgspec.to_builtins(game.pub(after))
    return {
        field: _new_entries(old[field], value) if _grows(value) and _grows(old[field]) else value
        for field, value in new.items()
        if value != old[field]
    }


def _grows(value: Any) -> bool:
    """Return True if the value is a map with integer keys, as all growing fields of a view are."""
    return isinstance(value, dict) and all(isinstance(key, int) for key in value)


def _new_entries(old: dict[int, Any], new: dict[int, Any]) -> dict[int, Any]:
    """Return the entries that are new or changed, with null for removed keys."""
    gone = {key: None for key in old if key not in new}
    return gone | {key: value for key, value in new.items() if key not in old or old[key] != value}


def _views(state: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the public view and the own halves of all seats."""
    game = game_of(state)
    owns = {name: msgspec.to_builtins(game.own(state, Seated(seat))) for seat, name in enumerate(names)}
    return {"pub": msgspec.to_builtins(game.pub(state)), "own": owns}
