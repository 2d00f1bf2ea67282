"""Games of Hanabi played at random, as records, for the tests of the format."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from protocol.v1.hanabi import Options
from server.games.hanabi.state import HanabiState
from server.games.hanabi.variants import catalogue
from server.records.hanabi import dumps, games, read
from server.records.hanabi.from_game import Finished, record_of
from server.records.hanabi.record import GameOptions, GameRecord
from server.records.hanabi.validate import Validation, validate
from tests.games.hanabi.random_play import random_game, random_options
from tests.games.hanabi.test_every_variant import families

NAMES = ("Ann", "Bob", "Cid", "Eva", "Fay", "Gus")


def played(options: Options, rng: Random, clumsy: float = 0.05) -> HanabiState:
    """A game at its end."""
    *_, last = random_game(options, rng, clumsy)
    return last


@cache
def game(seed: int = 1, **said: Any) -> GameRecord:
    """The record of a random game, of three players with no variant where nothing else is said."""
    state = played(Options(**said), Random(seed))
    return record_of(Finished(state, NAMES[: state.options.players]))


@cache
def games_of_every_family() -> tuple[GameRecord, ...]:
    """A game of each family and suit property, with any options, every third with characters."""
    found, rng = [], Random(1)
    for place, family in enumerate(families().values()):
        options = random_options(rng.choice(family).name, rng, detrimental_characters=place % 3 == 0)
        state = played(options, rng, clumsy=rng.choice((0.02, 0.3)))
        found.append(record_of(Finished(state, NAMES[: options.players])))
    return tuple(found)


def noted(record: GameRecord, rng: Random) -> GameRecord:
    """The record with notes on some cards and on the last pile, none of them blank at the end."""
    suits = len(catalogue.variant_named(record.options.variant).suits)
    most = len(record.deck) + suits
    sizes = (0, most, *(rng.randrange(most) for _ in record.players))
    notes = tuple(("",) * (size - 1) + ("b5 | chop\n\u2603",) if size else () for size in sizes)
    return replace(record, notes=notes[: len(record.players)])


def plain(record: GameRecord) -> dict[str, Any]:
    """The record as plain JSON data, to be changed."""
    data: dict[str, Any] = json.loads(dumps([record]))
    return data


def as_an_address_holds(record: GameRecord) -> GameRecord:
    """Return the part of a record that an address holds, with the names that Hanabi Live gives."""
    return GameRecord(
        players=("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")[: len(record.players)],
        deck=record.deck,
        actions=tuple(action for action in record.actions if action.target >= 0),
        options=GameOptions(variant=record.options.variant),
    )


def game_with_marks_in_notes() -> GameRecord:
    """Return a game with notes whose texts have the marks of comments."""
    notes = (("see https://hanab.live/ // or /* this */", 'a "quoted" // word'), (), ())
    return replace(game(), notes=notes)


def beginning(seed: int = 1, **said: Any) -> dict[str, Any]:
    """A game of which nothing has been played yet."""
    return {**plain(game(seed, **said)), "actions": []}


def judged(data: object) -> Validation:
    """What comes of plain data that is sound in form."""
    (item,) = games(json.dumps(data))
    return validate(read(item))


def fault(data: object) -> tuple[str, str]:
    """Where plain data break the rules, and what is wrong; two empty texts for sound ones."""
    found = judged(data).fault
    return ("", "") if found is None else (found.path, found.error)
