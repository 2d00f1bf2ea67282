"""Hubs of two releases share a store: what one sends, the other reads, or refuses in words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from protocol.v1.requests import Sit
from protocol.v1.updates import Done, Refused
from server.admin.orders import HubRow
from server.admin.own_hub import KickedHere, Part, PlayerHere
from server.games.registry import GAMES
from server.hub.far import messages
from server.hub.far.announcements import Announcements
from server.hub.far.commands import unpack_command
from server.hub.far.far_handle import PackedCard, PackedSnapshot
from server.hub.far.ledgers import SharedCount
from server.hub.far.messages import Answer, Row, Rows, Unread
from server.hub.far.other_hubs import About
from tests.hub.far.test_other_hubs import houses
from tests.hub.far.two_releases import ANSWERS, COMMANDS, EXAMPLES, PARTS, ROW, SUMMARY, golden
from tests.rooms import House
from tests.virtual import passes, virtual

ANSWER_TYPES: dict[str, Any] = {
    "describe": HubRow,
    "connections": tuple[PlayerHere, ...],
    "kick": KickedHere,
}
KINDS = frozenset(kind.__struct_config__.tag for kind in messages.Message.__args__)


def read(name: str, packed: bytes) -> Any:
    """Return an example as this release reads it, with the values inside it."""
    if name == "about":
        return msgspec.msgpack.decode(packed, type=About)
    message = messages.decode(packed)
    match message:
        case Unread():
            raise AssertionError(f"expected {name} to be read, got {message}")
        case messages.Send():
            return message, unpack_command(GAMES["bridge"], message.kind, message.command)
        case Answer() if name == "answer snapshot":
            return message.number, msgspec.msgpack.decode(message.value, type=PackedSnapshot)
        case Answer() if name == "answer card":
            return message.number, msgspec.msgpack.decode(message.value, type=PackedCard)
        case Answer() if name.startswith("answer to "):
            kind = ANSWER_TYPES[name.removeprefix("answer to ")]
            return message.number, msgspec.msgpack.decode(message.value, type=kind)
        case messages.Ask():
            return message.number, message.what, msgspec.msgpack.decode(message.request, type=Part)
        case Answer() if message.refused is None:
            return message.number, messages.read_answer(message.value)
    return message


def test_every_part_of_an_order_has_an_example() -> None:
    assert {type(part) for part in PARTS} == set(Part.__args__) and ANSWERS.keys() == ANSWER_TYPES.keys()


def test_every_kind_of_message_has_an_example() -> None:
    assert {name.split()[0] for name in EXAMPLES} == KINDS | {"about"}
    assert golden().keys() == EXAMPLES.keys(), "run: python -m tests.hub.far.two_releases"


@pytest.mark.parametrize("name", EXAMPLES)
def test_this_release_sends_the_same_bytes_as_its_newest_golden_ones(name: str) -> None:
    assert EXAMPLES[name] == golden()[name][-1]


@pytest.mark.parametrize("name", EXAMPLES)
def test_this_release_reads_what_earlier_ones_sent_as_they_meant_it(name: str) -> None:
    meant = read(name, EXAMPLES[name])
    for packed in golden()[name]:
        assert read(name, packed) == meant


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_command_comes_out_as_it_went_in(kind: str) -> None:
    _, command = read(f"send {kind}", EXAMPLES[f"send {kind}"])
    assert command == COMMANDS[kind]


@virtual
async def test_a_request_of_a_kind_that_the_owner_does_not_know_is_refused_in_words() -> None:
    async with houses(2) as (here, there):
        wires, answers = here.store.wires, list[Answer]()
        hear = there.hub.others.hear

        def listen(hub: str, session: int, payload: bytes) -> None:
            answers.extend(each for each in messages.decode_all(payload) if isinstance(each, Answer))
            hear(hub, session, payload)

        wires.ends[there.hub.id].hear = listen
        newer = msgspec.msgpack.encode({"t": "teleport", "number": 77, "table": "t"})
        wires.ends[there.hub.id].send(here.hub.id, newer)
        wires.ends[there.hub.id].send(here.hub.id, msgspec.msgpack.encode({"t": "news"}))
        await passes(100)
        assert [(each.number, each.refused and each.refused.code) for each in answers] == [
            (77, "unavailable")
        ]


@virtual
@pytest.mark.parametrize(
    "newer",
    [
        {"t": "answer", "refused": {"t": "refused", "message": 7}},
        {"t": "answer", "value": {"t": "brand_new"}},
        {"t": "answer", "value": {"t": "done", "id": "not a number"}},
    ],
)
async def test_an_answer_that_cannot_be_read_is_a_refusal_in_words(newer: dict[str, Any]) -> None:
    async with houses(2) as (here, there):
        table = await here.table()
        ann = there.person("Ann")
        await ann.watch(table)
        wires = here.store.wires
        wires.cut.add(frozenset((here.hub.id, there.hub.id)))
        ann.tell(Sit(table=table, seat=0, id=7))
        await passes(10)
        wires.cut.clear()
        (number,) = there.hub.others._owners[here.hub.id]._replies
        wires.ends[here.hub.id].send(there.hub.id, msgspec.msgpack.encode({**newer, "number": number}))
        await passes(10)
        (refused,) = ann.of(Refused)
        assert (refused.code, refused.id, refused.table) == ("unavailable", 7, table)
        assert "another release" in refused.message
        assert isinstance(await ann.sit(table, 0), Done), "the next request is answered"


@virtual
async def test_a_value_that_cannot_be_read_takes_no_other_message_with_it() -> None:
    async with houses(2) as (here, there):
        count = SharedCount(there.hub.others.ledgers, "things")
        newer = messages.Held("things", {b"12345678": msgspec.Raw(msgspec.msgpack.encode(["many"]))})
        key = there.hub.others.ledgers.key_of("ann")
        good = messages.Held("things", {key: msgspec.Raw(msgspec.msgpack.encode(3))})
        there.hub.others.hear(here.hub.id, 1, messages.encode_all((newer, good)))
        assert count.total("ann") == 3


@virtual
async def test_a_table_with_options_of_a_newer_release_is_not_listed_and_the_others_are() -> None:
    async with House() as house:
        there = Announcements(house.hub.games, house.services, lambda rows: None)
        strange = msgspec.structs.replace(SUMMARY, id="t2", options=msgspec.Raw(b"\x07"))
        there.hear("first", Rows((Row(strange, ROW), Row(SUMMARY, ROW))))
        assert list(there.rows) == ["t1"]
