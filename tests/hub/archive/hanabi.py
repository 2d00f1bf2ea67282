"""Games of Hanabi played at a live table, and asked for when they are over."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import msgspec

from protocol.v1.hanabi import Action
from protocol.v1.requests import NoClock, Note, Policy
from protocol.v1.updates import Done
from server.errors import Refusal
from server.games.hanabi import moves
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.hub.archive.archive import Archive
from server.records.base import Eyes, Position
from server.records.hanabi import loads
from server.records.hanabi.record import GameRecord
from server.records.hanabi.validate import validate
from tests.games.hanabi.random_play import choice
from tests.rooms import House, Person
from tests.virtual import passes, until

PAUSE_MS = 1_000
POLICY = Policy(clock=NoClock(), pause_ms=PAUSE_MS)
NAMES = ("Ann", "Bob", "Cid", "Eva", "Fay", "Gus")
_ids = itertools.count(90_000)


async def seated(house: House, policy: Policy = POLICY, **options: Any) -> tuple[str, list[Person]]:
    """A table of Hanabi whose first game is dealt, and its players."""
    table = await house.table(policy=policy, game="hanabi", name="Fireworks", options=options)
    players = [house.person(name) for name in NAMES[: options.get("players", 3)]]
    for seat, player in enumerate(players):
        await player.watch(table)
        assert isinstance(await player.sit(table, seat), Done)
    await until(lambda: HANABI.to_act(state_of(house, table)))
    return table, players


def state_of(house: House, table: str) -> HanabiState:
    state = house.room(table).table.state
    assert isinstance(state, HanabiState)
    return state


async def play(house: House, table: str, players: list[Person], turns: int = 200, seed: int = 1) -> None:
    """The players make so many moves, good ones and bad, or all until the game is over."""
    rng = Random(seed)
    await until(lambda: HANABI.to_act(state_of(house, table)) or house.room(table).table.over)
    for _ in range(turns):
        state = state_of(house, table)
        if state.ended is not None:
            break
        await act(house, table, players[state.seat], moves.effect(state, choice(state, rng)))


async def act(house: House, table: str, person: Person, action: Action) -> None:
    """A player sends something, which the table takes."""
    last = house.room(table).table.counters.get(person.player.id)
    n = 1 if last is None else last.n + 1
    person.act(table, n, msgspec.to_builtins(action), house.room(table).table.decision)
    await until(lambda: (now := house.room(table).table.counters.get(person.player.id)) and now.n == n)


async def next_game(house: House, table: str) -> None:
    """The pause after a game passes, and the next one is dealt."""
    await passes(PAUSE_MS + 10)
    await until(lambda: HANABI.to_act(state_of(house, table)))


async def keep(table: str, person: Person, card: int, text: str) -> None:
    """A player keeps a note on a card."""
    assert isinstance(await person.ask(Note(table=table, card=card, text=text, id=next(_ids))), Done)


async def records(house: House, name: str, id: str) -> tuple[GameRecord, ...]:
    """The games that a player of this name is given, read from their file; each keeps the rules."""
    given = await Archive(house.hub).exported(house.player(name), id)
    found = loads(given.file("json"))
    for record in found:
        assert validate(record).fault is None
    return found


async def record(house: House, name: str, id: str) -> GameRecord:
    """The one game that he is given."""
    (found,) = await records(house, name, id)
    return found


async def position(house: House, name: str, id: str, turn: int, eyes: Eyes = None) -> Position:
    """What a seat, or all, had before them after so many actions."""
    return await Archive(house.hub).position(house.player(name), id, turn, eyes)


async def answer(house: House, name: str, id: str, turn: int | None = None) -> bytes:
    """What he is answered: a file or a position, or the code and words of a refusal."""
    try:
        if turn is not None:
            return msgspec.json.encode(await position(house, name, id, turn, 0))
        return (await Archive(house.hub).exported(house.player(name), id)).file("json")
    except Refusal as refusal:
        return f"{refusal.code} {refusal}".encode()
