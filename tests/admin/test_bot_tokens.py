"""Bot tokens with two real servers: everybody sees the robots and their owners, and a revoked token ends."""

from __future__ import annotations

import asyncio
import time

import httpx
import pytest

from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Chat, Lobby, Open, Policy, Queue, Sit, Watch
from protocol.v1.updates import Chat as Lines
from protocol.v1.updates import Done, People, Refused
from protocol.v1.updates import Lobby as Listed
from server.admin import orders
from tests.admin.operated import Operated, Operator, guest
from tests.web.served import Served, Talk, needs_redis, talking

pytestmark = needs_redis

WITHIN_S = 1.0
"""The time after which no server takes a revoked token."""


@pytest.fixture
def operator(site: Operated) -> Operator:
    return site.operator


async def added(site: Operated, name: str, owner: str) -> orders.BotAdded:
    """Return a new robot whose token all servers know."""
    made = site.operator.does(orders.AddBot(name, owner), orders.BotAdded)
    for server in site.both:
        end = time.monotonic() + WITHIN_S
        while not await knows(server, made.token):
            assert time.monotonic() < end, "expected every server to know a new bot token"
            await asyncio.sleep(0.05)
    return made


async def knows(server: Served, token: str) -> bool:
    async with httpx.AsyncClient(base_url=server.address) as client:
        answer = await client.get("/v1/tables/none", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code in (404, 401), answer.text
    return answer.status_code == 404


async def opened(talk: Talk) -> str:
    done = await talk.ask(Open(game="bridge", id=time.monotonic_ns() % (1 << 31), policy=Policy()))
    assert isinstance(done, Done) and done.table is not None, done
    return str(done.table)


async def sits(talk: Talk, table: str, seat: int) -> None:
    assert isinstance(await talk.ask(Watch(table=table, id=801)), Done)
    assert isinstance(await talk.ask(Sit(table=table, seat=seat, id=802)), Done)


async def people_with(talk: Talk, player: str) -> People:
    """Return the next list of people in which a player has a seat."""
    while True:
        people = await talk.hear(People)
        if any(row.player == player for row in people.seats):
            return people


async def listed_owners(talk: Talk, table: str) -> list[str]:
    """Return the owners of the robots of a table in the lobby, which lists new tables after a second."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        found = await talk.ask(Lobby(id=9, text=table))
        if isinstance(found, Listed) and found.rows:
            return [seat.robot_of for seat in found.rows[0].seats]
        await asyncio.sleep(1.1)
    raise AssertionError("expected the table in the lobby")


async def test_everybody_at_its_tables_sees_a_robot_and_its_owner(site: Operated) -> None:
    bot = await added(site, "Deep Think", "Dora")
    _, token = await guest(site.both[0], "Ann")
    async with talking(site.both[0], token) as ann, talking(site.both[1], bot.token) as robot:
        tables = [await opened(ann), await opened(ann)]
        for table in tables:
            assert isinstance(await ann.ask(Watch(table=table, id=1)), Done)
            await sits(robot, table, 2)
            row = (await people_with(ann, bot.bot.player)).seats[2]
            assert (row.name, row.robot_of, row.robot) == ("Deep Think", "Dora", None)
        assert isinstance(await robot.ask(Chat(table=tables[0], text="good luck", id=7)), Done)
        while not (lines := (await ann.hear(Lines)).lines):
            continue
        assert (lines[-1].name, lines[-1].robot_of) == ("Deep Think", "Dora")
        await sits(ann, tables[0], 0)
        assert await listed_owners(ann, tables[0]) == ["", "", "Dora", ""]


async def test_a_revoked_token_is_refused_by_every_server_within_a_second(
    site: Operated, operator: Operator
) -> None:
    bot = await added(site, "Short Life", "Sam")
    async with talking(site.both[0], bot.token) as one, talking(site.both[1], bot.token) as other:
        table = await opened(one)
        await sits(other, table, 1)
        listed = operator.does(orders.ListBots(), orders.Bots).bots
        assert ("Short Life", "Sam") in [(each.name, each.owner) for each in listed]
        revoked = operator.does(orders.RevokeBot("short life", "too loud"), orders.BotRevoked)
        began = time.monotonic()
        assert revoked.kicked.connections == 2 and revoked.kicked.tables == (table,)
        for talk in (one, other):
            assert await talk.end() == CloseCode.REMOVED
            assert "revoked" in (talk.socket.close_reason or "")
    for server in site.both:
        while await knows(server, bot.token):
            assert time.monotonic() - began < WITHIN_S, "expected a revoked token to be refused"
            await asyncio.sleep(0.05)
    rows = operator.does(orders.ShowTable(table), orders.OneTable).table.seats
    assert rows[1].player is None
    assert bot.bot not in operator.does(orders.ListBots(), orders.Bots).bots


async def test_a_robot_does_not_wait_in_the_queue_of_people(site: Operated) -> None:
    bot = await added(site, "In Line", "Ida")
    async with talking(site.both[0], bot.token) as robot:
        refused = await robot.ask(Queue(id=3, game="bridge"))
        assert isinstance(refused, Refused) and refused.code is Code.FORBIDDEN
        assert "the queue is for people" in refused.message


async def test_a_robot_cannot_end_its_token_and_the_audit_log_does_not_have_it(
    site: Operated, operator: Operator
) -> None:
    bot = await added(site, "Kept", "Kim")
    async with httpx.AsyncClient(base_url=site.both[0].address) as client:
        headers = {"Authorization": f"Bearer {bot.token}"}
        for query in ("", "?which=all"):
            answer = await client.delete(f"/v1/tokens{query}", headers=headers)
            assert answer.status_code == 403, answer.text
    assert await knows(site.both[0], bot.token)
    records = operator.does(orders.ReadAudit(), orders.Audited).records
    assert ("add_bot", "Kept of Kim", "done") in [(each.order, each.target, each.outcome) for each in records]
    assert not any(bot.token in f"{each}" for each in records)


@pytest.mark.parametrize(("name", "owner"), [("Twice", "Tom"), ("TWICE", "Ann")])
async def test_a_name_has_one_bot_token_at_a_time(
    site: Operated, operator: Operator, name: str, owner: str
) -> None:
    if not any(each.name == "Twice" for each in operator.does(orders.ListBots(), orders.Bots).bots):
        await added(site, "Twice", "Tom")
    refused = operator.send(orders.Signed(orders.AddBot(name, owner)))
    assert refused.status_code == 403 and "already" in refused.text
