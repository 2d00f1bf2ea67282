"""The session of a connection: its player, its requests, the order of its answers, and its end."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codec import JSON, MAX_FRAME_BYTES, MSGPACK, Codec
from protocol.v1.codes import CloseCode
from protocol.v1.requests import (
    Chat,
    Hello,
    Lobby,
    NoClock,
    Open,
    Ping,
    Policy,
    Sit,
    Stand,
    Unwatch,
    Watch,
)
from protocol.v1.updates import Done, Pong, Refused, View, Welcome
from protocol.v1.updates import Lobby as Rows
from server.session.session import MAX_FOLLOWED, MAX_GARBAGE, MAX_OVER_RATE, MAX_WAITING
from tests.rooms import House, as_sent
from tests.session.refusals import refused
from tests.virtual import passes, virtual

PASS = as_sent(MakeCall(Call.PASS))
OPEN_HANDS = Policy(hands="live", clock=NoClock())
both_codecs = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)


@both_codecs
def test_hello_is_answered_by_welcome_with_the_limits(codec: Codec) -> None:
    @virtual
    async def run() -> None:
        async with House(requests_s=7.5, requests_burst=11, heartbeat_s=13) as house:
            player, token = await house.guests.create("Ann")
            caller = house.caller(codec)
            caller.tell(Hello(client="test", token=token))
            await passes(10)
            (welcome,) = caller.of(Welcome)
            assert (welcome.you.id, welcome.you.name, welcome.heartbeat_s) == (player.id, "Ann", 13)
            limits = welcome.limits
            assert (limits.frame_bytes, limits.requests_per_s, limits.requests_burst) == (
                MAX_FRAME_BYTES,
                7.5,
                11,
            )
            assert welcome.durability == "none"

    run()


@virtual
async def test_an_unknown_token_is_refused_and_not_quoted() -> None:
    async with House() as house:
        caller = house.caller()
        caller.tell(Hello(token="nonsense"))
        await passes(10)
        assert caller.refusal() == "unauthorized" and not caller.of(Welcome)
        assert caller.closed is not None and caller.closed[0] == CloseCode.UNAUTHORIZED


@virtual
async def test_a_client_that_sends_hello_while_the_store_is_away_must_come_back_later() -> None:
    async with House() as house:
        house.store.away = True
        caller = house.caller()
        caller.tell(Hello(token="any"))
        await passes(10)
        assert caller.closed is not None and caller.closed[0] == CloseCode.OVERLOAD


@pytest.mark.parametrize(
    "first", [b"", b"\xc1", b"\x93\x01\x02\x03", MSGPACK.encode(Ping()), MSGPACK.encode({})]
)
def test_the_first_message_is_hello_or_the_last(first: bytes) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            caller = house.caller()
            caller.session.receive(first)
            assert caller.refusal() == "invalid_message"
            assert caller.closed is not None and caller.closed[0] == CloseCode.HELLO

    run()


@virtual
async def test_hello_is_sent_once() -> None:
    async with House() as house:
        await refused("invalid_message", house.person("Ann"), Hello(id=3))


@virtual
async def test_a_client_without_a_token_may_only_watch_as_public() -> None:
    async with House() as house:
        table, nobody = await house.table(policy=OPEN_HANDS), house.person()
        assert (await nobody.watch(table)).own is None
        await refused("unauthorized", nobody, Sit(table=table, seat=0, id=1))
        await refused("unauthorized", nobody, Open(game="bridge", id=2))
        await refused("unauthorized", nobody, Chat(table=table, text="hello", id=3))
        await refused("unauthorized", nobody, Watch(table=table, as_="all", id=4))
        await refused("not_seated", nobody, Watch(table=table, as_="seat", id=5))
        await refused("not_seated", nobody, Stand(table=table, id=6))


@both_codecs
def test_a_ping_is_echoed(codec: Codec) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            ann = house.person("Ann", codec)
            ann.tell(Ping(c=2**53))
            assert [pong.c for pong in ann.of(Pong)] == [2**53]

    run()


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ({"t": "dance"}, "$.t"),
        ({"t": 7}, "$.t"),
        ({}, "`t`"),
        ([], "$"),
        ("sit", "$"),
        (None, "$"),
        ({"t": "sit", "table": "t"}, "seat"),
        ({"t": "sit", "table": "t", "seat": "N"}, "$.seat"),
        ({"t": "sit", "table": "t", "seat": 8}, "$.seat"),
        ({"t": "sit", "table": "a/b", "seat": 1}, "$.table"),
        ({"t": "act", "table": "t", "n": 0, "action": {}}, "$.n"),
        ({"t": "act", "table": "t", "n": True, "action": {}}, "$.n"),
        ({"t": "act", "table": "t", "n": 1, "action": []}, "$.action"),
        ({"t": "chat", "table": "t", "text": "x" * 501}, "$.text"),
        ({"t": "watch", "table": "t", "as": "god"}, "$.as"),
        ({"t": "open", "game": "bridge", "seats": {9: "plain"}}, "$.seats"),
        ({"t": "open", "game": "bridge", "policy": {"clock": {"kind": "sand"}}}, "$.policy.clock.kind"),
    ],
)
@both_codecs
def test_an_invalid_message_is_refused_with_the_path_of_its_fault(
    codec: Codec, message: Any, path: str
) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            ann = house.person("Ann", codec)
            ann.tell_plain({**message, "id": 5} if isinstance(message, dict) else message)
            (answer,) = ann.of(Refused)
            assert answer.code == "invalid_message" and path in answer.message
            assert answer.id == (5 if isinstance(message, dict) else 0)
            assert ann.closed is None

    run()


@pytest.mark.parametrize("depth", [10, 200, 900, 990, 1_000, 1_020, 2_000])
@both_codecs
def test_deep_nesting_is_refused_or_borne(codec: Codec, depth: int) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, ann = await house.table(), house.person("Ann", codec)
            frame = codec.encode(
                {"t": "act", "id": 5, "table": table, "n": 1, "action": {"t": "call", "x": "!"}}
            )
            nest = (b"\x91" * depth + b"\x90") if codec.binary else (b"[" * depth + b"]" * depth)
            ann.session.receive(frame.replace(codec.encode("!"), nest))
            (answer,) = ann.of(Refused)
            assert answer.code == "invalid_message"

    run()


@virtual
async def test_ten_invalid_messages_in_a_row_end_the_connection() -> None:
    async with House() as house:
        ann = house.person("Ann")
        for _ in range(2):
            for _ in range(MAX_GARBAGE - 1):
                ann.session.receive(b"\xc1")
            ann.tell(Ping())
        assert ann.closed is None
        for _ in range(MAX_GARBAGE):
            ann.session.receive(b"\xc1")
        assert ann.closed is not None and ann.closed[0] == CloseCode.GARBAGE


@virtual
async def test_a_client_over_the_rate_must_wait_and_far_over_the_rate_is_disconnected() -> None:
    async with House(requests_s=10, requests_burst=5) as house:
        ann = house.person("Ann")
        for number in range(8):
            ann.tell(Unwatch(table="t", id=number + 1))
        assert [done.id for done in ann.of(Done)] == [1, 2, 3, 4]
        assert {(refused.code, refused.id) for refused in ann.of(Refused)} == {
            ("rate_limited", number) for number in (5, 6, 7, 8)
        }
        await passes(ann.of(Refused)[-1].retry_ms or 0)
        ann.forget()
        ann.tell(Ping(c=1))
        assert ann.of(Pong) and ann.closed is None
        for _ in range(MAX_OVER_RATE + 2):
            ann.tell(Ping())
        assert ann.closed is not None and ann.closed[0] == CloseCode.RATE


@virtual
async def test_a_players_connections_share_what_the_player_may_ask() -> None:
    async with House(player_requests_s=1, player_requests_burst=10) as house:
        doors = [house.person("Ann") for _ in range(4)]
        for door in doors:
            for _ in range(5):
                door.tell(Ping())
        assert sum(len(door.of(Pong)) for door in doors) == 10 - len(doors)


@virtual
async def test_a_player_over_the_rate_of_changes_and_chat_may_still_play() -> None:
    async with House(changes_s=0.5, changes_burst=5) as house:
        table, players = await house.dealt()
        north = players[0]
        codes = []
        for id in range(4):
            codes.append(type(await north.ask(Chat(table=table, text="hurry up", id=id + 1))).__name__)
        await refused("rate_limited", north, Chat(table=table, text="hurry up", id=7))
        await refused("rate_limited", house.person("North"), Stand(table=table, id=8))
        north.act(table, 1, PASS)
        assert codes == ["Done"] * 4 and north.of(Done)[-1].n == 1
        await passes(2_000)
        assert isinstance(await north.ask(Chat(table=table, text="thanks", id=9)), Done)


@virtual
async def test_requests_to_one_table_are_answered_in_their_order_though_one_waits_for_the_store() -> None:
    async with House() as house:
        ann = house.person("Ann")
        ann.tell(Watch(table="nowhere", id=1))
        ann.tell(Unwatch(table="nowhere", id=2))
        ann.tell(Chat(table="nowhere", text="hello", id=3))
        await passes(100)
        assert [answer.id for answer in ann.of(Done, Refused)] == [1, 2, 3]


@virtual
async def test_a_ping_and_other_tables_wait_for_no_request_to_a_table() -> None:
    async with House() as house:
        table, ann = await house.table(), house.person("Ann")
        ann.tell(Open(game="bridge", id=1))
        ann.tell(Watch(table="nowhere", id=2))
        ann.tell(Watch(table=table, id=3))
        ann.tell(Ping(c=4))
        assert [getattr(told, "id", getattr(told, "c", 0)) for told in ann.of(Done, Refused, Pong)] == [3, 4]
        await passes(100)
        assert {answer.id for answer in ann.of(Done, Refused)} == {1, 2, 3}


@virtual
async def test_sit_and_then_watch_as_seat_need_no_wait_between_them() -> None:
    async with House() as house:
        table, ann = await house.table(), house.person("Ann")
        house.store.prompt = False
        ann.tell(Sit(table=table, seat=2, id=1))
        ann.tell(Watch(table=table, as_="seat", id=2))
        ann.tell(Chat(table=table, text="hello", id=3))
        ann.tell(Stand(table=table, id=4))
        ann.tell(Watch(table=table, as_="seat", id=5))
        await passes(100)
        house.store.answer()
        await passes(100)
        house.store.answer()
        await passes(100)
        answers = [(answer.id, type(answer).__name__) for answer in ann.of(Done, Refused)]
        assert answers == [(1, "Done"), (2, "Done"), (3, "Done"), (4, "Done"), (5, "Refused")]
        assert [view.audience for view in ann.of(View)] == ["seat", "public"]


@virtual
async def test_an_answer_that_waits_for_its_tempo_holds_up_no_talk() -> None:
    async with House() as house:
        table, players = await house.dealt(policy=Policy(clock=NoClock(), tempo_ms=5_000))
        north = players[0]
        north.act(table, 1, PASS)
        await north.watch(table, "seat")
        assert isinstance(await north.ask(Chat(table=table, text="I have called", id=901)), Done)
        assert not [done for done in north.of(Done) if done.n == 1]
        await passes(6_000)
        assert [done for done in north.of(Done) if done.n == 1]


@virtual
async def test_the_patch_of_an_action_is_sent_before_its_done() -> None:
    async with House() as house:
        table, players = await house.dealt()
        north = players[0]
        await north.watch(table, "seat")
        north.forget()
        north.act(table, 1, PASS)
        await passes(100)
        told = [type(each).__name__ for each in north.heard]
        assert told.index("Patch") < told.index("Done")


@virtual
async def test_no_more_than_so_many_requests_wait() -> None:
    async with House() as house:
        ann = house.person("Ann")
        for _ in range(MAX_WAITING + 2):
            ann.tell(Open(game="bridge"))
        assert ann.closed is not None and ann.closed[0] == CloseCode.RATE


@virtual
async def test_a_connection_follows_so_many_tables_and_no_more() -> None:
    async with House() as house:
        eve = house.person("Eve")
        tables = [await house.table() for _ in range(MAX_FOLLOWED + 1)]
        for table in tables[:-1]:
            await eve.watch(table)
        await refused("forbidden", eve, Watch(table=tables[-1], id=1))
        await eve.watch(tables[0])
        await eve.ask(Unwatch(table=tables[0], id=2))
        await eve.watch(tables[-1])


@virtual
async def test_a_refused_watch_keeps_the_former_subscription() -> None:
    async with House() as house:
        table, eve = await house.table(), house.person("Eve")
        await eve.watch(table)
        await refused("forbidden", eve, Watch(table=table, as_="all", id=1))
        await refused("forbidden", eve, Watch(table=table, as_="director", id=2))
        await house.four(table)
        await passes(100)
        assert eve.session.followed == (table,) and eve.tables[table].pub["phase"] == "auction"
        other = house.person("Other")
        await refused("forbidden", other, Watch(table=table, as_="all", id=1))
        assert other.session.followed == ()


@virtual
async def test_a_connection_may_list_the_lobby_once_a_second() -> None:
    async with House() as house:
        table, eve = await house.table(), house.person("Eve")
        await passes(1_100)
        rows = await eve.ask(Lobby(id=1))
        assert isinstance(rows, Rows) and [row.table for row in rows.rows] == [table]
        await refused("rate_limited", eve, Lobby(id=2))
        await passes(1_000)
        assert isinstance(await eve.ask(Lobby(id=3)), Rows)
