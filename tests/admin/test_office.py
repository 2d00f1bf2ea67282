"""Operators order on all hubs through any hub: each order with two real servers on a real Redis."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Chat, Hello, Note, Open, Policy, Sit, Watch
from protocol.v1.updates import Chat as Lines
from protocol.v1.updates import Done, Notice, People, Refused
from server.admin import orders
from server.admin.orders import Audited, Kicked, Lifted, ReadAudit, Signed, Taken, name_of
from tests.admin.operated import ANNS, Operated, Operator, guest, named
from tests.web.served import Served, Talk, needs_redis, talking
from tests.web.two_served import TOLD_S

pytestmark = needs_redis

WEEK_S = 7 * 86_400
ROBOTS = {0: "plain", 1: "plain", 2: "plain"}


async def seated(talk: Talk, table: str, seat: int) -> None:
    assert isinstance(await talk.ask(Watch(table=table, id=901)), Done)
    assert isinstance(await talk.ask(Sit(table=table, seat=seat, id=902)), Done)


async def opened(talk: Talk, **wishes: Any) -> str:
    """Return a new table of the client, with a pause so that no deal begins."""
    request = Open(game="bridge", id=time.monotonic_ns() % (1 << 31), policy=Policy(), **wishes)
    done = await talk.ask(request)
    assert isinstance(done, Done) and done.table is not None, done
    return str(done.table)


async def eventually(true: Any, *, within_s: float = 5.0) -> Any:
    """Return a value as soon as it is true."""
    end = time.monotonic() + within_s
    while not (found := true()):
        assert time.monotonic() < end, "expected something that has not happened"
        await asyncio.sleep(0.02)
    return found


@pytest.fixture
def operator(site: Operated) -> Operator:
    return site.operator


# What is there


async def test_an_operator_sees_all_hubs_with_their_tables_and_connections(
    site: Operated, operator: Operator
) -> None:
    async with talking(site.both[0]) as one, talking(site.both[1]), talking(site.both[1]):
        assert one.welcome is not None
        for _ in range(2):
            found = operator.does(orders.ListHubs(), orders.Hubs).hubs
            by_hub = {each.hub: each for each in found}
            assert by_hub.keys() == {each.id for each in site.hubs}
            assert [by_hub[each.id].connections for each in site.hubs] == [1, 2]
            assert not any(each.draining for each in found)
            assert all(each.release.startswith("kibitz") for each in found)


async def test_an_operator_sees_where_a_player_sits_and_from_which_address(
    site: Operated, operator: Operator
) -> None:
    first, second = site.both
    player, token = await guest(first, "Seen Sue")
    async with talking(first, token) as host, talking(second, token) as elsewhere:
        table = await opened(host, name="Sue's table")
        await seated(host, table, 3)
        await elsewhere.ask(Watch(table=table, id=5))
        await asyncio.sleep(4 * TOLD_S)
        for _ in range(2):
            (found,) = operator.does(orders.ListPeople("seen s"), orders.People).people
            assert (found.player, found.name) == (player, "Seen Sue")
            assert found.seats == (orders.Place(table, 3, False),)
            assert {(each.hub, each.address, each.tables) for each in found.connections} == {
                (first.hub.id, "127.0.0.1", (table,)),
                (second.hub.id, "127.0.0.1", (table,)),
            }
            owner = first.hub.id if first.hub.live(table) is not None else second.hub.id
            shown = operator.does(orders.ShowTable(table), orders.OneTable).table
            assert (shown.name, shown.game, shown.hub, shown.status) == (
                "Sue's table",
                "bridge",
                owner,
                "waiting",
            )
            assert shown.host == player and shown.seats[3].player == player and shown.seats[3].here
            assert shown.people == (orders.PersonHere(player, "Seen Sue"),)
            for filters in (
                orders.ListTables(player=player),
                orders.ListTables(text="sue's"),
                orders.ListTables("bridge", owner, player, table),
            ):
                assert operator.does(filters, orders.Tables).tables == (shown,)
            assert operator.does(orders.ListTables("spades", player=player), orders.Tables).tables == ()


async def test_a_table_that_no_hub_knows_is_refused(operator: Operator) -> None:
    for order in (orders.ShowTable("no-such-table"), orders.CloseTable("no-such-table", "because")):
        assert operator.is_refused(order) == (404, "there is no such table")


# What is done to tables and players


async def test_a_closed_table_tells_its_people_the_reason_through_both_hubs(
    site: Operated, operator: Operator
) -> None:
    for through in (0, 1):
        _, token = await guest(site.both[0], "Host")
        async with talking(site.both[0], token) as host, talking(site.both[1]) as watcher:
            table = await opened(host)
            for talk in (host, watcher):
                assert isinstance(await talk.ask(Watch(table=table, id=7)), Done)
            operator._turn = through
            answer = operator.does(orders.CloseTable(table, "rude names"), orders.TableClosed)
            assert answer.table == table
            for talk in (host, watcher):
                notice = await talk.hear(Notice)
                assert (notice.kind, notice.message) == (
                    "closing",
                    "an operator of this server has closed the table: rude names",
                )
            shown = operator.does(orders.ShowTable(table), orders.OneTable).table
            assert shown.status == "closed"
            record = operator.last_record()
            assert (record.order, record.target, record.reason, record.outcome) == (
                "close",
                table,
                "rude names",
                "done",
            )


async def test_a_kicked_player_loses_its_connections_and_its_seats_at_all_hubs_and_may_come_back(
    site: Operated, operator: Operator
) -> None:
    player, token = await guest(site.both[0], "Kim")
    async with talking(site.both[0], token) as one, talking(site.both[1], token) as other:
        tables = [await opened(one), await opened(other)]
        await seated(one, tables[0], 0)
        await seated(other, tables[1], 2)
        kicked = operator.does(orders.Kick(player, "asleep at the table"), Kicked)
        assert kicked == Kicked(player, 2, tuple(sorted(tables)))
        for talk in (one, other):
            assert await talk.end() == CloseCode.REMOVED
            assert talk.socket.close_reason == "an operator has removed you: asleep at the table"
        for table in tables:
            seats = operator.does(orders.ShowTable(table), orders.OneTable).table.seats
            assert all(seat.player is None and seat.owner is None for seat in seats)
    async with talking(site.both[1], token) as again:
        assert named(again) == "Kim"


async def test_a_kicked_player_does_not_sit_down_again_in_the_same_deal(
    site: Operated, operator: Operator
) -> None:
    player, token = await guest(site.both[0], "Ken")
    async with talking(site.both[0], token) as talk:
        table = await opened(talk, seats=ROBOTS)
        await seated(talk, table, 3)
        await eventually(
            lambda: operator.does(orders.ShowTable(table), orders.OneTable).table.status == "playing"
        )
        operator.does(orders.Kick(player, "slow"), Kicked)
    async with talking(site.both[1], token) as again:
        assert isinstance(await again.ask(Watch(table=table, id=1)), Done)
        refused = await again.ask(Sit(table=table, seat=3, id=2))
        assert isinstance(refused, Refused) and "removed from your seat" in refused.message
        people = await again.hear(People)
        assert people.seats[3].robot is not None


async def test_a_renamed_player_has_the_new_name_in_its_seat_and_at_every_hub(
    site: Operated, operator: Operator
) -> None:
    player, token = await guest(site.both[0], "Awful Name")
    async with talking(site.both[1], token) as talk:
        table = await opened(talk)
        await seated(talk, table, 1)
        renamed = operator.does(orders.RenamePlayer(player, "Nice\x1b Name", "a complaint"), orders.Renamed)
        assert renamed.tables == (table,) and renamed.measure.name == "Nice Name"
        assert await talk.end() == CloseCode.RESTART, "the client connects again with the new name"
    for server in site.both:

        async def has_name(server: Served = server) -> bool:
            async with talking(server, token) as again:
                return named(again) == "Nice Name"

        end = time.monotonic() + 1
        while not await has_name():
            assert time.monotonic() < end
    assert operator.does(orders.ShowTable(table), orders.OneTable).table.seats[1].name == "Nice Name"


# Bans and mutes


async def is_banned(server: Served, token: str) -> str:
    """Return the reason why a server refuses a token over HTTP and over the websocket."""
    async with server.http(token) as http:
        answer = await http.post("/v1/tables", json={"game": "bridge"})
    assert answer.status_code == 403, answer.text
    async with talking(server, hello=False) as talk:
        await talk.say(Hello(token=token))
        refused = await talk.hear(Refused)
        assert await talk.end() == CloseCode.REMOVED
    assert refused.code == Code.FORBIDDEN and refused.message == answer.json()["message"]
    return str(refused.message)


async def test_a_banned_player_is_refused_at_every_hub_within_a_second_and_told_the_end(
    site: Operated, operator: Operator
) -> None:
    player, token = await guest(site.both[0], "Bad Bob")
    async with talking(site.both[0], token) as one, talking(site.both[1], token) as other:
        table = await opened(one)
        await seated(one, table, 0)
        began = time.monotonic()
        taken = operator.does(orders.Ban(player, WEEK_S, "cheated"), Taken)
        for talk in (one, other):
            assert await talk.end() == CloseCode.REMOVED
        assert time.monotonic() - began < 1
        assert taken.note == orders.A_BAN_STOPS and taken.kicked is not None
        assert taken.kicked.connections == 2 and taken.kicked.tables == (table,)
    await asyncio.sleep(max(0.0, 1 - (time.monotonic() - began)))
    for server in site.both:
        reason = await is_banned(server, token)
        assert reason.startswith("this player is banned until 20") and reason.endswith(" UTC: cheated")
    (measure,) = [
        each
        for each in operator.does(orders.ListMeasures(), orders.MeasuresListed).measures
        if each.target == player
    ]
    assert (measure.kind, measure.reason, measure.by) == ("ban", "cheated", "operator")
    assert measure.until_ms is not None and measure.until_ms - measure.began_ms == WEEK_S * 1000
    operator.does(orders.LiftBan(player), Lifted)
    for server in site.both:
        await asyncio.sleep(0.5)
        async with talking(server, token) as again:
            assert named(again) == "Bad Bob"
    assert operator.is_refused(orders.LiftBan(player)) == (403, f"there is no ban of {player!r}")


async def test_a_ban_ends_by_itself(site: Operated, operator: Operator) -> None:
    player, token = await guest(site.both[0], "Brief")
    operator.does(orders.Ban(player, 1, "a second"), Taken)
    await asyncio.sleep(1.2)
    for server in site.both:
        async with talking(server, token) as talk:
            assert named(talk) == "Brief"
    assert player not in str(operator.does(orders.ListMeasures(), orders.MeasuresListed))


async def test_a_banned_address_is_refused_at_connection_and_at_new_guests_at_every_hub(
    site: Operated, operator: Operator
) -> None:
    async with talking(site.both[1]) as talk:
        taken = operator.does(orders.Ban("127.0.0.1", 3_600, "a flood"), Taken)
        try:
            assert taken.measure.target == "127.0.0.1/32" and taken.note == orders.A_BAN_STOPS
            assert await talk.end() == CloseCode.REMOVED
            await asyncio.sleep(0.5)
            for server in site.both:
                for path in ("/v1/guests", "/api/auth/guest"):
                    answer = httpx.post(f"{server.address}{path}", json={})
                    assert answer.status_code == 403, answer.text
                    assert "your address is banned until 20" in answer.text and "UTC: a flood" in answer.text
                with pytest.raises(Exception, match="403"):
                    async with talking(server, hello=False):
                        pass
        finally:
            operator.does(orders.LiftBan("127.0.0.1"), Lifted)
    await asyncio.sleep(0.5)
    for server in site.both:
        assert await server.guest("back")


def test_a_target_that_is_neither_a_player_nor_a_network_is_refused(operator: Operator) -> None:
    for target, expected in (
        ("1.2.3", "expected an address such as 192.0.2.7"),
        ("10.0.0.0/8", "expected a prefix of at least 16 bits for IPv4"),
        ("2001::/16", "expected a prefix of at least 32 bits for IPv6"),
        ("house:1", "expected an address such as 192.0.2.7"),
    ):
        status, message = operator.is_refused(orders.Ban(target, 60, "why"))
        assert status == 400 and message.startswith(expected)


async def test_a_muted_player_writes_no_chat_and_no_notes_until_the_mute_ends(
    site: Operated, operator: Operator
) -> None:
    player, token = await guest(site.both[0], "Loud Lou")
    async with talking(site.both[1], token) as talk:
        table = await opened(talk)
        await talk.ask(Watch(table=table, id=1))
        operator.does(orders.MutePlayer(player, 3_600, "insults"), Taken)
        await asyncio.sleep(0.5)
        for request in (Chat(table=table, text="hello", id=2), Note(table=table, card=1, text="x", id=3)):
            refused = await talk.ask(request)
            assert isinstance(refused, Refused) and refused.code == Code.FORBIDDEN
            assert refused.message.startswith("you may write no chat and no notes until 20")
            assert refused.message.endswith(": insults")
        operator.does(orders.LiftMute(player), Lifted)
        await asyncio.sleep(0.5)
        await talk.say(Chat(table=table, text="sorry", id=4))
        assert [line.text for line in (await talk.hear(Lines)).lines] == ["sorry"]


# Words


@pytest.fixture
def other_words(site: Operated) -> Iterator[None]:
    before = site.words.read_text()
    yield
    site.words.write_text(before)
    site.operator.does(orders.ReloadWords(), orders.WordsReloaded)


async def test_forbidden_words_are_refused_in_names_chat_and_the_names_of_tables(site: Operated) -> None:
    _, token = await guest(site.both[0], "Polite")
    for server in site.both:
        for path, body in (("/v1/guests", {"name": "BadW0rd"}), ("/api/auth/guest", {"username": "Rudely"})):
            answer = httpx.post(f"{server.address}{path}", json=body)
            assert answer.status_code == 403
            assert "a name may not have a word that the operator of this server has forbidden" in answer.text
        async with server.http(token) as http:
            for body in ({"game": "bridge", "name": "bádword here"}, {"game": "bridge", "name": "rude"}):
                answer = await http.post("/v1/tables", json=body)
                assert answer.status_code == 403 and "the name of a table may not" in answer.text
        async with talking(server, token) as talk:
            table = await opened(talk, name="a badger")
            await talk.ask(Watch(table=table, id=1))
            refused = await talk.ask(Chat(table=table, text="you BADWORD", id=2))
            assert isinstance(refused, Refused) and "a line of chat or a note may not" in refused.message
            assert isinstance(await talk.ask(Chat(table=table, text="you badger", id=3)), Done)


@pytest.mark.usefixtures("other_words")
async def test_all_hubs_read_their_words_again_and_keep_them_if_the_file_is_wrong(
    site: Operated, operator: Operator
) -> None:
    site.words.write_text("purple\n")
    reloaded = operator.does(orders.ReloadWords(), orders.WordsReloaded)
    assert {(each.hub, each.entries) for each in reloaded.hubs} == {(hub.id, 1) for hub in site.hubs}
    site.words.write_text("two words\n")
    wrong = operator.does(orders.ReloadWords(), orders.WordsReloaded)
    assert wrong.hubs == () and len(wrong.unreached) == 2
    assert all("line 1: expected one word" in each.cause for each in wrong.unreached)
    for server in site.both:
        assert httpx.post(f"{server.address}/v1/guests", json={"name": "Purple"}).status_code == 403
        assert httpx.post(f"{server.address}/v1/guests", json={"name": "badword"}).status_code == 201


# The audit log


async def test_every_order_is_in_the_audit_log_with_its_operator_and_outcome(
    site: Operated, operator: Operator
) -> None:
    player, token = await guest(site.both[0], "Audited")
    async with talking(site.both[0], token) as talk:
        table = await opened(talk)
    every: list[orders.Order] = [
        orders.ListHubs(),
        orders.ListTables(game="bridge"),
        orders.ShowTable(table),
        orders.ListPeople("aud"),
        orders.ListMeasures(),
        orders.ListQuarantined(),
        orders.RenamePlayer(player, "Renamed", "r1"),
        orders.MutePlayer(player, 60, "r2"),
        orders.LiftMute(player),
        orders.Kick(player, "r3"),
        orders.Ban(player, 60, "r4"),
        orders.LiftBan(player),
        orders.ReloadWords(),
        orders.AddBot("Audited Bot", "Ada"),
        orders.ListBots(),
        orders.RevokeBot("Audited Bot", "r6"),
        orders.CloseTable(table, "r5"),
        orders.DrainHub("no-such-hub"),
        orders.ReadAudit(1),
    ]
    assert {type(order) for order in every} == set(orders.Order.__args__), "expected every order once"
    for order in every:
        operator.send(Signed(order, "Olga"))
    records = operator.does(ReadAudit(len(every), reads=True), Audited).records
    found = sorted((each.order, each.operator, each.secret) for each in records)
    assert found == sorted((name_of(order), "Olga", "operator") for order in every)
    outcomes = {each.order: each.outcome for each in records}
    assert outcomes.pop("drain") == "forbidden: expected the id of a hub that runs, got 'no-such-hub'"
    assert set(outcomes.values()) == {"done"}
    assert {each.reason for each in records} == {"", "r1", "r2", "r3", "r4", "r5", "r6"}
    assert {each.hub for each in records} == {hub.id for hub in site.hubs}
    changes = operator.does(ReadAudit(3), Audited).records
    assert [each.order for each in changes] == ["drain", "close", "revoke_bot"]


async def test_an_operator_with_a_secret_of_its_own_is_named_by_it(site: Operated) -> None:
    ann = Operator(site.operator.ports, ANNS)
    ann.does(orders.ListHubs(), orders.Hubs)
    ann.does(orders.ListHubs(), orders.Hubs, operator="not Ann")
    last, before = ann.does(ReadAudit(2, reads=True), Audited).records
    assert (last.operator, last.secret, before.operator, before.secret) == ("not Ann", "ann", "ann", "ann")
