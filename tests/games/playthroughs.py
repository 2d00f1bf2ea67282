"""Golden playthroughs: a game's actions as they were once played, each with what everybody saw of it.

One JSON object a line. The first names the game, its revision and its options. A line with `action` is one
action (chance has no seat) with the fields of the public view that it changed. Every so often, and at the end
of a deal, a line with `pub` holds the whole public view and what each seat knows beyond it; after the last
action of a deal a line holds its `result`. The actions are the input, everything else is the outcome.
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
"""After so many actions a whole view is written down."""


@dataclass(frozen=True)
class Playthrough:
    """What was played: the options, and the actions of consecutive deals with the seats that took them."""

    game: AnyGame
    title: str
    options: Any
    actions: tuple[tuple[int | None, Any], ...]


def read(path: Path) -> Playthrough:
    """The playthrough that a file holds, its outcomes left aside."""
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
    """The text of a playthrough: its actions applied anew, and what comes of them."""
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
    """The fields of the public view that an action changed; of maps that grow, the new entries."""
    game = game_of(before)
    old, new = msgspec.to_builtins(game.pub(before)), msgspec.to_builtins(game.pub(after))
    return {
        field: _new_entries(old[field], value) if _grows(value) and _grows(old[field]) else value
        for field, value in new.items()
        if value != old[field]
    }


def _grows(value: Any) -> bool:
    """Whether it is a map keyed by whole numbers, as everything in a view is that grows."""
    return isinstance(value, dict) and all(isinstance(key, int) for key in value)


def _new_entries(old: dict[int, Any], new: dict[int, Any]) -> dict[int, Any]:
    """What is new or other under its key, and null for what has gone."""
    gone = {key: None for key in old if key not in new}
    return gone | {key: value for key, value in new.items() if key not in old or old[key] != value}


def _views(state: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Everything that the seats see."""
    game = game_of(state)
    owns = {name: msgspec.to_builtins(game.own(state, Seated(seat))) for seat, name in enumerate(names)}
    return {"pub": msgspec.to_builtins(game.pub(state)), "own": owns}
