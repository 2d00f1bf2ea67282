"""Tests of the client with a server that keeps the protocol."""

from __future__ import annotations

import pytest

from bots.client import Client
from bots.errors import Refused
from protocol.v1.bridge import AwardTricks, Call, Grant, MakeCall, RollBack, Seat, Undo
from protocol.v1.codec import Codec, InvalidMessage
from protocol.v1.codes import Code
from protocol.v1.updates import Knock, Notice, Patch
from tests.bots.scripted import TABLE, ScriptedServer, dealt
from tests.bots.seats import ONE_CLUB, PASS, acts, knows_the_truth, sit, until


async def test_a_client_says_hello_with_its_token_and_is_welcomed(
    server: ScriptedServer, codec: Codec
) -> None:
    async with Client(server.url, token="north", client="test", codec=codec) as client:
        assert client.you.id == "north"
        assert server.heard[0].token == "north"


async def test_any_address_of_the_server_is_accepted(server: ScriptedServer) -> None:
    bare = server.url.removeprefix("http://")
    for url in (server.url, f"{server.url}/", f"{server.url}/v1/ws", f"ws://{bare}/v1/ws", bare):
        async with Client(url) as client:
            assert client.welcome is not None


async def test_a_seat_sees_its_hand_and_follows_every_call(server: ScriptedServer, codec: Codec) -> None:
    async with (
        Client(server.url, token="north", codec=codec) as north,
        Client(server.url, token="east", codec=codec) as east,
    ):
        at_north, at_east = await sit(north, Seat.NORTH), await sit(east, Seat.EAST)
        await north.act(TABLE, ONE_CLUB)
        await until(lambda: at_east.decision is not None)
        await east.act(TABLE, PASS)
        await until(lambda: len(at_north.view.pub.calls) == 2)
        assert at_north.view.pub.calls == {0: Call.ONE_CLUB, 1: Call.PASS}
        assert knows_the_truth(at_north, server)
        assert knows_the_truth(at_east, server)


async def test_updates_come_after_they_have_been_applied(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        updates = client.updates(TABLE)
        await client.act(TABLE, ONE_CLUB)
        async for update in updates:
            if isinstance(update, Patch):
                break
        assert watched.version == update.version
        assert watched.view.pub.calls == {0: Call.ONE_CLUB}


async def test_an_action_carries_the_decision_that_it_answers(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        await client.act(TABLE, ONE_CLUB)
    assert [act.decision for act in acts(server)] == ["0.0"]


async def test_a_refusal_is_raised_in_the_servers_words(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        with pytest.raises(Refused, match="Law 19A") as refused:
            await client.act(TABLE, MakeCall(Call.DOUBLE), decision="0.0")
        assert refused.value.code is Code.ILLEGAL_ACTION
        await client.act(TABLE, PASS)
    assert [act.n for act in acts(server)] == [1, 1]


async def test_an_invalid_request_is_not_sent(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        with pytest.raises(InvalidMessage, match=r"\$\.seat"):
            await client.sit(TABLE, 9)
        with pytest.raises(InvalidMessage, match="4096 bytes"):
            await client.open(boards="x" * 5000)
    assert [type(request).__name__ for request in server.heard] == ["Hello"]


async def test_acting_needs_a_table_that_is_watched(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        with pytest.raises(LookupError, match="t1"):
            await client.act(TABLE, PASS)


async def test_tables_are_opened_under_ids_that_no_other_client_takes(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as one, Client(server.url, token="north") as two:
        assert await one.open() != await two.open()
        assert await one.open(id=7) == await two.open(id=7)


async def test_the_other_requests_are_answered(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        await client.chat(TABLE, "hello")
        await client.host(TABLE, pause=True)
        await client.note(TABLE, 3, "red")
        await client.chat(TABLE, "well played", to="opponents")
        await client.show(TABLE, "p7", hand=False)
        await client.rule(TABLE, AwardTricks(9, reason="an agreed claim"))
        await client.host(TABLE, directors=("d",), invited=("a", "b"), place={1: "p7", 2: None})
        assert await client.match(count=8, id=5) == ("open-5", "closed-5")
        assert (await client.lobby(game="bridge")).rows == ()
        assert await client.ping() >= 0
        await client.stand(TABLE)
        await client.unwatch(TABLE)
        assert client.tables == {}


async def test_an_update_of_an_unknown_kind_is_skipped_and_counted(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        for line in server.lines:
            server.write(line, line.codec.encode({"t": "fireworks", "table": TABLE}))
        await client.ping()
        assert client.skipped == 1


async def test_a_client_adopts_the_number_after_an_action_of_another_connection(
    server: ScriptedServer,
) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        server.counters["north"] = 4, {"t": "call", "call": "7NT"}
        await client.act(TABLE, ONE_CLUB)
    assert [act.n for act in acts(server)] == [1, 5]
    assert server.log == [(Seat.NORTH, ONE_CLUB)]


async def test_an_action_that_answers_no_decision_is_not_sent_twice(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        server.counters["north"] = 1, {"t": "call", "call": "7NT"}
        with pytest.raises(Refused, match="n_taken"):
            await client.act(TABLE, ONE_CLUB, decision=None)
    assert [act.n for act in acts(server)] == [1]


async def test_a_table_that_closes_says_so(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        server.send(server.lines[0], Notice(kind="closing", table=TABLE, message="all boards are played"))
        await until(lambda: watched.ended)
        assert watched.ended == "all boards are played"


async def test_a_hold_lasts_until_the_server_continues(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        server.send(server.lines[0], Notice(kind="hold", message="the store is away"))
        await until(lambda: client.holding)
        server.send(server.lines[0], Notice(kind="go"))
        await until(lambda: not client.holding)


async def test_the_client_works_over_any_transport(codec: Codec) -> None:
    server = ScriptedServer(dealt())
    async with Client(server.connect(codec), token="north", codec=codec) as client:
        watched = await sit(client, Seat.NORTH)
        await client.act(TABLE, ONE_CLUB)
        server.lines[0].cut(1006)
        await until(lambda: len(server.lines) == 1 and server.connections == 2)
        await until(lambda: client.connected)
        assert knows_the_truth(watched, server)


async def test_requests_carry_their_arguments(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await client.chat(TABLE, "well played", to="opponents")
        await client.rule(TABLE, RollBack(calls=3, reason="misinformed"))
        await client.host(TABLE, commentators=("c",), place={1: "p7", 2: None})
        await client.match(count=8, other_seats={0: "plain"})
    chat, rule, host, match = server.heard[1:]
    assert (chat.text, chat.to) == ("well played", "opponents")
    assert rule.ruling == {"t": "roll_back", "calls": 3, "cards": 0, "reason": "misinformed"}
    assert (host.commentators, host.directors, host.place) == (("c",), None, {1: "p7", 2: None})
    assert (match.count, match.seats, match.other_seats) == (8, {}, {0: "plain"})


async def test_a_knock_is_stored_and_passed_to_readers(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        watched = await sit(client, Seat.NORTH)
        updates = client.updates(TABLE)
        for update in (
            Knock(table=TABLE, player="p7", name="Carl"),
            Notice(kind="clock", table=TABLE, left_ms=30_000),
            Notice(kind="director", table=TABLE, message="a claim is disputed"),
        ):
            server.send(server.lines[0], update)
            assert await anext(updates) == update
        assert watched.knocks == {"p7": "Carl"}
        assert watched.ended is None
        assert not client.holding


async def test_a_call_with_an_alert_answers_the_decision_too(server: ScriptedServer) -> None:
    async with Client(server.url, token="north") as client:
        await sit(client, Seat.NORTH)
        alerted = MakeCall(Call.ONE_CLUB, alert=True, explanation="16 or more")
        await client.act(TABLE, alerted)
    assert server.log == [(Seat.NORTH, alerted)]


async def test_an_undone_call_disappears_from_the_clients_view(server: ScriptedServer, codec: Codec) -> None:
    async with Client(server.url, token="north", codec=codec) as client:
        watched = await sit(client, Seat.NORTH)
        await client.act(TABLE, ONE_CLUB)
        server.acts(Seat.EAST, PASS)
        await client.act(TABLE, Undo("a slip"))
        for opponent in (Seat.EAST, Seat.WEST):
            server.acts(opponent, Grant(Seat.NORTH, accept=True))
        await until(lambda: watched.decision == "1.0")
        assert knows_the_truth(watched, server)
