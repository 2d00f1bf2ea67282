"""The HTTP API of protocol v1 answers alike through the hub that has a table and through every other one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from protocol.v1.bridge import LayCard
from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Host, Note, Sit, Watch
from protocol.v1.updates import Notes
from server.records.bridge.formats import FORMATS
from tests.hub.far.test_other_hubs import houses
from tests.hub.test_match import BOARDS
from tests.rooms import QUIET, House, as_sent
from tests.virtual import passes, until, virtual
from tests.web.cards.club import PDF
from tests.web.entrances import NOBODY, Caller, Entrance, Reply

SEATS = ("North", "East", "South", "West")
POLICY = {**msgspec.to_builtins(QUIET)}
VARYING = ("epoch", "now_ms", "deadline_ms", "opens_ms", "next_deal_ms")


class Evening:
    """A table at the first of three hubs, with players whose requests come through all of them."""

    def __init__(self, every: list[House]) -> None:
        self.entrances = [Entrance(house) for house in every]
        self.owner = every[0]
        self.table = ""
        self.players: list[Caller] = []

    async def open(self, **wishes: Any) -> None:
        """Open a table of which the players watch and sit, each through the next hub."""
        self.players = [await self.entrances[0].guest(name) for name in SEATS]
        wish = {"game": "bridge", "policy": POLICY, **wishes}
        opened = await self.entrances[0].ask("POST", "/v1/tables", self.players[0], wish)
        self.table = opened.plain["table"]
        for seat, player in enumerate(self.players):
            house = self.entrances[seat % 3].house
            known = await house.guests.find(player.token or "")
            person = house.caller(MSGPACK, known)
            person.tell_plain({"t": "hello"})
            await person.ask(Watch(table=self.table, id=1))
            await person.ask(Sit(table=self.table, seat=seat, id=2))
        await until(lambda: self.now.to_act)

    @property
    def now(self) -> Any:
        return self.owner.room(self.table).table

    async def acts(self, through: Entrance, **other: Any) -> Reply:
        """Let the player in turn take the first legal action, by HTTP."""
        now = self.now
        seat = now.to_act[0]
        caller = self.players[seat]
        last = now.counters.get(caller.id)
        body = {
            "n": 1 if last is None else last.n + 1,
            "decision": now.decision,
            "action": as_sent(now.game.legal_actions(now.state, seat)[0]),
            **other,
        }
        return await through.ask("POST", f"/v1/tables/{self.table}/act", caller, body)

    async def plays(self, boards: int) -> None:
        """Play whole boards, each action through the next hub."""
        for turn in range(400 * boards):
            if self.now.deal + self.now.over >= boards:
                return
            await until(lambda: self.now.to_act or self.now.over)
            if not self.now.over:
                answer = await self.acts(self.entrances[turn % 3])
                assert answer.status == 200, answer


@asynccontextmanager
async def evening(**wishes: Any) -> AsyncIterator[Evening]:
    async with houses(3) as every:
        there = Evening(every)
        await there.open(**wishes)
        yield there


def same(reply: Reply) -> tuple[int, dict[str, str], Any]:
    """Return an answer without its times and epochs."""
    if not reply.headers.get("content-type", "").startswith("application/json"):
        return reply.status, reply.headers, reply.body
    headers = {name: value for name, value in reply.headers.items() if name != "content-length"}
    return reply.status, headers, _without(json.loads(reply.body))


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without(each) for name, each in value.items() if name not in VARYING}
    return [_without(each) for each in value] if isinstance(value, list) else value


async def alike(there: Evening, method: str, path: str, caller: Caller = NOBODY, **more: Any) -> Reply:
    """Ask the same of every hub; the answers must be alike, and one of them is returned."""
    replies = [await each.ask(method, path, caller, **more) for each in there.entrances]
    answers = [same(reply) for reply in replies]
    assert answers[0] == answers[1] == answers[2], (path, more)
    return replies[0]


def test_reading_is_the_same() -> None:
    @virtual
    async def run() -> None:
        async with evening(boards=BOARDS, name="Friday") as there:
            await there.plays(1)
            table, (north, *_) = there.table, there.players
            await until(lambda: there.now.deal == 1 and there.now.to_act)
            for caller in (NOBODY, north):
                for as_ in ("public", "seat", "all", 2, "director"):
                    await alike(there, "GET", f"/v1/tables/{table}", caller, **{"as": as_})
            shown = await alike(there, "GET", f"/v1/tables/{table}", north, **{"as": "seat"})
            assert len(shown.plain["view"]["own"]["hand"]) == 13
            for form in FORMATS:
                for game in (table, f"{table}.1", f"{table}.2"):
                    reply = await alike(there, "GET", f"/v1/games/{game}", NOBODY, format=form)
                    assert reply.status == (404 if game.endswith(".2") else 200), reply
            for turn in (0, 5, 40, 9_999):
                for eyes in ("all", "0", "public"):
                    await alike(there, "GET", f"/v1/games/{table}.1", north, turn=turn, **{"as": eyes})
            for missing in ("nowhere", "t1", "set:x"):
                for path in (f"/v1/tables/{missing}", f"/v1/games/{missing}", f"/v1/sets/{missing}"):
                    assert (await alike(there, "GET", path)).status >= 400
            await alike(there, "GET", f"/v1/tables/{table}/analysis")

    run()


@virtual
async def test_the_lists_of_tables_are_the_same() -> None:
    async with evening(name="Friday") as there:
        for number, entrance in enumerate(there.entrances):
            guest = await entrance.guest(f"g{number}")
            for game in ("bridge", "spades", "hanabi"):
                wish = {"game": game, "name": f"{game} {number}"}
                assert (await entrance.ask("POST", "/v1/tables", guest, wish)).status == 201
        await passes(1_500)
        every = await alike(there, "GET", "/v1/tables")
        assert len(every.plain["tables"]) == 10
        for query in ({"game": "spades"}, {"text": "BRIDGE 1"}, {"text": there.table}):
            assert (await alike(there, "GET", "/v1/tables", **query)).plain["tables"]


@virtual
async def test_actions_are_answered_and_refused_alike() -> None:
    async with evening() as there:
        table = there.table
        for entrance in there.entrances:
            done = await there.acts(entrance, id=7)
            assert (done.status, done.plain["t"], done.plain["id"]) == (200, "done", 7)
        seat = there.now.to_act[0]
        turn, other = there.players[seat], there.players[(seat + 1) % 4]
        bid = {"t": "call", "call": "P"}
        now = there.now.decision
        for caller, body in (
            (turn, {"n": 1, "decision": "0.0", "action": bid}),
            (turn, {"n": 1, "decision": now, "action": {"t": "call", "call": "8NT"}}),
            (turn, {"n": 1, "decision": now, "action": {"t": "play", "card": "S2"}}),
            (turn, {"n": 40, "decision": now, "action": bid}),
            (turn, {"n": 1, "decision": now}),
            (other, {"n": 2, "decision": now, "action": bid}),
            (NOBODY, {"n": 1, "decision": now, "action": bid}),
        ):
            refused = await alike(there, "POST", f"/v1/tables/{table}/act", caller, body=body)
            assert refused.status >= 400, refused


@virtual
async def test_a_repeated_action_is_done_once_through_whichever_hub_it_is_repeated() -> None:
    async with evening() as there:
        seat = there.now.to_act[0]
        body = {"n": 1, "decision": there.now.decision, "action": {"t": "call", "call": "P"}}
        path = f"/v1/tables/{there.table}/act"
        before = there.now.index
        for entrance in (*there.entrances, *there.entrances):
            assert (await entrance.ask("POST", path, there.players[seat], body)).status == 200
        assert there.now.index == before + 1


@virtual
async def test_the_lines_of_a_stream_are_the_same() -> None:
    async with evening() as there:
        streams = [
            asyncio.create_task(each.ask("GET", f"/v1/tables/{there.table}/stream", for_ms=20_000))
            for each in there.entrances
        ]
        await passes(500)
        for turn in range(8):
            await until(lambda: there.now.to_act)
            await there.acts(there.entrances[turn % 3])
            await passes(100)
        heard = [await each for each in streams]
        lines = [[_without(json.loads(line)) for line in each.body.split(b"\n") if line] for each in heard]
        told = [[line for line in some if line["t"] in ("view", "patch")] for some in lines]
        assert told[0] == told[1] == told[2] and len(told[0]) > 8


@virtual
async def test_a_convention_card_is_uploaded_through_one_hub_and_opened_through_all() -> None:
    async with evening() as there:
        table = there.table
        seat = there.now.to_act[0]
        caller = there.players[seat]
        path = f"/v1/tables/{table}/card"
        away = there.entrances[2]
        uploaded = await away.ask("PUT", path, caller, PDF, kind="application/pdf", name="Acol")
        assert uploaded.status == 201, uploaded
        card = LayCard("Acol", file=uploaded.plain["file"])
        laid = await there.acts(there.entrances[1], decision=None, action=msgspec.to_builtins(card))
        assert laid.status == 200, laid
        assert (await there.acts(away)).status == 200, "the opponents may open a card at their own turn"
        side, other = ("NS", "EW") if seat % 2 == 0 else ("EW", "NS")
        opened = {}
        for number, opener in enumerate((*there.players, NOBODY)):
            opened[number] = (await alike(there, "GET", f"{path}/{side}", opener)).body == PDF
            assert (await alike(there, "GET", f"{path}/{other}", opener)).body != PDF
        assert [number for number, may in opened.items() if may] == [there.now.to_act[0]]
        for kind in ("text/html", "application/pdf"):
            refused = await alike(there, "PUT", path, caller, body=b"no file of this kind", kind=kind)
            assert refused.status == 400


@virtual
async def test_notes_on_cards_are_kept_for_their_author_through_every_hub() -> None:
    async with houses(3) as every:
        table = await every[0].table(game="hanabi", options={"players": 2})
        ann, ben = every[1].person("Ann"), every[2].person("Ben")
        for seat, player in enumerate((ann, ben)):
            await player.watch(table)
            await player.sit(table, seat)
        await until(lambda: every[0].room(table).table.to_act)
        await ann.ask(Note(table=table, card=3, text="a five?", id=5))
        for house in every:
            again, other = house.person("Ann"), house.person("Ben")
            await again.watch(table, "seat")
            await other.watch(table, "seat")
            await passes(100)
            assert [each.notes for each in again.of(Notes)] == [{3: "a five?"}]
            assert not any(each.notes for each in other.of(Notes))


@virtual
async def test_hosts_and_policies_are_read_alike_and_only_by_the_host() -> None:
    async with evening() as there:
        host, player = there.players[0], there.players[1]
        known = await there.owner.guests.find(host.token or "")
        away = there.entrances[1].house.caller(MSGPACK, known)
        away.tell_plain({"t": "hello"})
        await away.ask(Host(table=there.table, invited=("p-Eve",), id=5))
        seen = await alike(there, "GET", f"/v1/tables/{there.table}", host)
        assert "p-Eve" in seen.plain["invited"]
        assert "invited" not in (await alike(there, "GET", f"/v1/tables/{there.table}", player)).plain


@pytest.mark.parametrize("kind", ["match", "set"])
def test_a_match_or_set_opened_by_http_is_shown_alike(kind: str) -> None:
    @virtual
    async def run() -> None:
        async with evening() as there:
            guest = await there.entrances[1].guest("Host")
            path = {"match": "/v1/matches", "set": "/v1/sets"}[kind]
            wish = {"game": "bridge", "id": 9} | ({} if kind == "match" else {"tables": 3})
            opened = await there.entrances[1].ask("POST", path, guest, wish)
            assert opened.status == 201, opened
            again = [await each.ask("POST", path, guest, wish) for each in there.entrances]
            assert [each.body for each in again] == [opened.body] * 3
            tables = opened.plain.get("tables") or (opened.plain["table"], opened.plain["other"])
            for table in tables:
                # A watcher without a chair sees these tables with a delay, which has to be prepared first.
                assert (await there.entrances[1].ask("GET", f"/v1/tables/{table}", guest)).status == 503
                await passes(500)
                assert (await alike(there, "GET", f"/v1/tables/{table}", guest)).status == 200

    run()


@virtual
async def test_a_table_that_shows_recorded_boards_is_shown_alike() -> None:
    async with houses(3) as every:
        there = Evening(every)
        host = await there.entrances[0].guest("Host")
        wish = {"game": "replay", "boards": BOARDS, "policy": POLICY}
        opened = await there.entrances[0].ask("POST", "/v1/tables", host, wish)
        assert opened.status == 201, opened
        await passes(1_000)
        shown = await alike(there, "GET", f"/v1/tables/{opened.plain['table']}")
        assert shown.status == 200 and shown.plain["view"]["pub"]["game"] == "replay"
