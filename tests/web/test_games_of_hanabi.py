"""Finished games of Hanabi over real sockets from a real store: records, positions and refusals."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from protocol.v1.hanabi import HanabiOwn
from protocol.v1.requests import Act, Sit, Watch
from protocol.v1.updates import Done, Patch, View
from server.records.hanabi import loads
from server.records.hanabi.compressed import dumps as addresses
from tests.cli.commands import kibitz
from tests.patching import Shown
from tests.records.hanabi import hanabi_live_addresses
from tests.web.served import PATIENCE_S, QUICK, Served, Talk, needs_redis, talking
from tests.web.test_games import refusal

pytestmark = needs_redis
NAMES = ("Ann", "Bob", "Cid")
_ids = itertools.count(1)


class Seat:
    """A player at a real socket, who makes any action that the player's view offers."""

    def __init__(self, talk: Talk, table: str, rng: Random) -> None:
        self._talk, self._table, self._rng = talk, table, rng
        self._shown: Shown | None = None
        self._answered, self._n = "", 0

    async def sit(self, seat: int) -> None:
        done = await self._talk.ask(Sit(table=self._table, seat=seat, id=next(_ids)))
        assert isinstance(done, Done), done
        await self._talk.say(Watch(table=self._table, as_="seat", id=next(_ids)))

    async def play(self) -> None:
        """Play until the game is over."""
        while self._shown is None or self._shown.pub["phase"] != "over":
            update = await self._talk.next()
            if isinstance(update, View):
                self._shown = Shown(update)
            elif isinstance(update, Patch) and self._shown is not None:
                self._shown.take(update)
            await self._act()

    async def _act(self) -> None:
        own = None if self._shown is None else self._shown.own
        if own is None or own.get("decision") in (None, self._answered):
            return
        self._answered, self._n = own["decision"], self._n + 1
        legal = msgspec.convert(own, HanabiOwn).legal_actions()
        action = msgspec.to_builtins(self._rng.choice(legal))
        await self._talk.say(Act(table=self._table, n=self._n, decision=self._answered, action=action))


async def played(server: Served, **options: Any) -> str:
    """Return a table at which players at real sockets have finished a game."""
    host = await server.guest("Host")
    wish = {"players": 3, "games": 1, **options}
    policy = {**QUICK, "pause_ms": 60_000}
    table = await server.table(host, game="hanabi", options=wish, name="Fireworks", seats={}, policy=policy)
    async with contextlib.AsyncExitStack() as stack, asyncio.timeout(PATIENCE_S):
        seats = []
        for place, name in enumerate(NAMES):
            talk = await stack.enter_async_context(talking(server, await server.guest(name)))
            seats.append(Seat(talk, table, Random(place)))
            await seats[-1].sit(place)
        await asyncio.gather(*(seat.play() for seat in seats))
    return table


@pytest.fixture(scope="module")
def table(server: Served) -> str:
    """Return one finished game for all tests that only read it."""
    return asyncio.run(played(server, variant="Rainbow & Orange (5 Suits)"))


async def get(server: Served, path: str, **wish: Any) -> httpx.Response:
    async with server.http() as http:
        return await http.get(f"/v1/games/{path}", **wish)


async def test_a_game_is_a_download_that_replay_finds_sound(
    server: Served, table: str, tmp_path: Path
) -> None:
    answer = await get(server, table)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''{table}.json"
    (record,) = loads(answer.content)
    assert record.players == NAMES and record.options.variant == "Rainbow & Orange (5 Suits)"
    assert (await get(server, f"{table}.1")).content == answer.content
    file = tmp_path / "game.json"
    file.write_bytes(answer.content)
    said = kibitz("replay", str(file))
    assert said.returncode == 0, said.stdout
    row = json.loads(said.stdout)
    last = (await get(server, table, params={"turn": row["turns"]})).json()["pub"]
    assert row["end_condition"] == last["result"]["end"] != 0
    assert (row["score"], row["stack_points"]) == (last["result"]["score"], last["score"])
    assert (row["strikes"], row["clue_tokens"]) == (last["strikes"], last["clues"])


async def test_a_game_downloads_as_an_address_on_request(server: Served, table: str) -> None:
    record = loads((await get(server, table)).content)
    for wish in (
        {"params": {"format": "url"}},
        {"params": {"format": "hanabi_live_url"}},
        {"headers": {"accept": "text/uri-list"}},
    ):
        answer = await get(server, table, **wish)
        assert answer.headers["content-type"].startswith("text/uri-list")
        assert answer.text == addresses(record)
        assert hanabi_live_addresses.read(answer.text) == hanabi_live_addresses.held(*record)
    for name in ("pbn", "nonsense"):
        assert refusal(await get(server, table, params={"format": name})) == (400, "invalid_message")
    assert refusal(await get(server, table, params={"dd": "yes"})) == (404, "forbidden")


async def test_a_position_shows_what_the_seat_saw(server: Served, table: str) -> None:
    (record,) = loads((await get(server, table)).content)
    told = (await get(server, table, params={"turn": 0, "as": 1})).json()
    assert (told["turn"], told["turns"], told["seat"]) == (0, len(record.actions), 1)
    assert told["pub"]["hands"] == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]
    assert set(told["own"]["cards"]) == {str(order) for order in (*range(5), *range(10, 15))}
    assert told["pub"]["deck"] is None and told["own"].get("plays") is None
    first = (await get(server, table, params={"turn": 0, "as": 0})).json()
    assert first["own"]["plays"] == [0, 1, 2, 3, 4]
    public = (await get(server, f"{table}.1", params={"turn": 3})).json()
    assert public["own"] is None and public["pub"]["turns"] == 3
    whole = (await get(server, table, params={"turn": 0, "as": "all"})).json()
    assert whole["seat"] is None and set(whole["own"]["cards"]) == {str(order) for order in range(15)}
    assert whole["players"] == list(NAMES)


@pytest.mark.parametrize(
    "query",
    [
        {"turn": "x"},
        {"turn": "-1"},
        {"turn": "9999"},
        {"turn": "1", "as": "3"},
        {"as": "1"},
        {"turn": "", "as": ""},
    ],
)
async def test_a_position_that_does_not_exist_is_refused(
    server: Served, table: str, query: dict[str, str]
) -> None:
    assert refusal(await get(server, table, params=query)) == (400, "invalid_message")


async def test_an_unfinished_game_cannot_be_downloaded(server: Served) -> None:
    host = await server.guest("Host")
    table = await server.table(host, game="hanabi", options={"players": 2}, seats={})
    for query in ({}, {"turn": 0}, {"turn": 0, "as": 1}):
        assert refusal(await get(server, table, params=query)) == (404, "forbidden")
        assert refusal(await get(server, f"{table}.1", params=query)) == (404, "forbidden")
