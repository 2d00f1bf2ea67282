"""Hands of Spades played out at a live table, and asked for when they are over."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from protocol.v1.requests import NoClock, Policy
from server.errors import Refusal
from server.games.spades.rules import SPADES
from server.hub.archive.archive import Archive
from server.records.spades import loads
from server.records.spades.record import GameRecord
from server.records.spades.validate import validate
from tests.rooms import House, Person
from tests.virtual import passes, until

PAUSE_MS = 1_000
POLICY = Policy(clock=NoClock(), pause_ms=PAUSE_MS)
LONG = {"preset": "mirror", "floor": 0, "target": 9_000}
"""Rules under which a game goes on."""


async def seated(house: House, policy: Policy = POLICY, **options: Any) -> tuple[str, list[Person]]:
    """A table of Spades whose first hand is dealt, and its players."""
    options = options or LONG
    return await house.dealt(policy, game="spades", name="Club night", options=options)


async def play_hands(house: House, table: str, players: list[Person], hands: int = 1) -> None:
    """Hands are played out, with nothing but the first legal thing; the last one stays as it is, over."""
    for _ in range(hands):
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        while not house.room(table).table.over:
            await play_on(house, table, players, 1)
        await asyncio.sleep(0)


async def play_on(house: House, table: str, players: list[Person], actions: int) -> None:
    """The seats in turn do the first legal thing, so many times."""
    for _ in range(actions):
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        state = house.room(table).table.state
        (seat,) = SPADES.to_act(state)
        await act(house, table, players[seat], msgspec.to_builtins(SPADES.legal_actions(state, seat)[0]))


async def act(house: House, table: str, person: Person, action: dict[str, Any]) -> None:
    """A player does something, which the table takes."""
    last = house.room(table).table.counters.get(person.player.id)
    n = 1 if last is None else last.n + 1
    decision = house.room(table).table.decision if action["t"] != "reveal" else None
    person.act(table, n, action, decision)
    await until(lambda: (now := house.room(table).table.counters.get(person.player.id)) and now.n == n)


async def next_hand(house: House, table: str) -> None:
    """The pause after a hand passes, and the next one is dealt."""
    await passes(PAUSE_MS + 10)
    await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))


async def game(house: House, name: str, id: str) -> GameRecord:
    """The game that a player of this name is given, read from its file; it keeps the rules."""
    given = await Archive(house.hub).exported(house.player(name), id)
    (record,) = loads(given.file("json"))
    assert validate(record) is None
    return record


async def hands(house: House, name: str, id: str) -> list[int]:
    """The numbers of the hands that he is given; [] where he is refused."""
    try:
        return [hand.hand for hand in (await game(house, name, id)).hands]
    except Refusal:
        return []


async def answer(house: House, name: str, id: str) -> bytes:
    """What he is answered: a file, or the code and words of a refusal."""
    try:
        return (await Archive(house.hub).exported(house.player(name), id)).file("json")
    except Refusal as refusal:
        return f"{refusal.code} {refusal}".encode()
