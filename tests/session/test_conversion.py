"""Clients' requests as commands: values of the game's types, faults with their paths, cached actions."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict

from protocol.v1 import hanabi
from protocol.v1.bridge import Call, MakeCall, Options, PlayCard, RollBack
from protocol.v1.cards import Card
from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.codes import Code
from protocol.v1.requests import Act, Host, Policy, Rule, Show, Sit, Stand
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.games.base import AnyGame
from server.games.bridge.rules import BRIDGE
from server.games.hanabi.rules import HANABI
from server.games.spades.rules import SPADES
from server.session.conversion import (
    CACHED_ACTIONS,
    MAX_CACHED_BYTES,
    Actions,
    TableChange,
    command_of,
    read_options,
)
from server.table.typed_requests import ChangeTable, MakeAction, MakeRuling
from tests.rooms import House, as_sent
from tests.virtual import passes, until, virtual

both_codecs = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)
PASS = as_sent(MakeCall(Call.PASS))


def act(action: dict[str, Any]) -> Act:
    return Act(table="t", n=1, action=action)


def rule(**ruling: Any) -> Rule:
    return Rule(table="t", ruling=ruling)


def refused(request: TableChange, words: str, game: AnyGame = BRIDGE) -> None:
    """Assert that a request is refused as an invalid message with `words` in the text."""
    with pytest.raises(Refusal, match=words) as refusal:
        command_of(game, request, MSGPACK)
    assert refusal.value.code is Code.INVALID_MESSAGE


@both_codecs
def test_an_action_is_converted_to_the_type_of_the_game(codec: Codec) -> None:
    message = Act(table="t", n=4, action={"t": "play", "card": "SA"}, decision="0.4", id=9)
    assert command_of(BRIDGE, message, codec) == MakeAction(PlayCard(Card.SA), 4, "0.4", 9)


@both_codecs
def test_options_and_rulings_are_converted_to_the_types_of_the_game(codec: Codec) -> None:
    changed = command_of(BRIDGE, Host(table="t", options={"first_board": 7}), codec)
    assert changed == ChangeTable(options=Options(first_board=7))
    ruling = Rule(table="t", ruling={"t": "roll_back", "calls": 0, "reason": "a\x1b b"}, id=3)
    assert command_of(BRIDGE, ruling, codec) == MakeRuling(RollBack(0, reason="a b"), 3)


def test_every_field_of_host_reaches_the_table() -> None:
    changes: dict[str, Any] = {
        "id": 5,
        "seats": {1: "plain"},
        "policy": Policy(hold_ms=7),
        "pause": False,
        "terminate": True,
        "directors": ("dirk",),
        "commentators": ("bob",),
        "invited": ("eve",),
        "place": {0: None},
        "add_ms": 3,
        "host": "north",
        "onlookers": ("ann",),
        "unwelcome": ("cid",),
    }
    message = Host(table="t", options={}, **changes)
    assert set(changes) | {"options", "table"} == set(Host.__struct_fields__)
    assert asdict(command_of(BRIDGE, message, MSGPACK)) == {**changes, "options": Options()}


@pytest.mark.parametrize(
    "request_", [Sit(table="t", seat=0), Stand(table="t"), Show(table="t", player="eve")], ids=repr
)
def test_a_request_without_values_of_the_game_is_itself_a_command(request_: TableChange) -> None:
    assert command_of(BRIDGE, request_, MSGPACK) is request_


def test_a_game_without_a_director_gives_its_ruling_no_type_and_the_table_refuses_it() -> None:
    assert command_of(SPADES, rule(t="roll_back", calls=0), MSGPACK) == MakeRuling(None)


@pytest.mark.parametrize(
    ("ruling", "path"),
    [
        ({"t": "tricks", "tricks": 14}, r"\$\.ruling\.tricks"),
        ({"t": "tricks"}, r"\$\.ruling"),
        ({"t": "proven", "seat": 0}, r"\$\.ruling\.t"),
        ({"t": "roll_back", "calls": "two"}, r"\$\.ruling\.calls"),
        ({}, r"\$\.ruling"),
    ],
)
def test_a_fault_in_a_ruling_is_told_by_its_path(ruling: dict[str, Any], path: str) -> None:
    refused(rule(**ruling), path)


def test_a_fault_in_options_is_reported_with_its_path() -> None:
    refused(Host(table="t", options={"boards": "many"}), r"\$\.options\.boards")
    refused(Host(table="t", options={"bords": 3}), "bords")
    with pytest.raises(Refusal, match=r"\$\.options\.first_board"):
        read_options(BRIDGE, {"first_board": 0}, JSON)


def test_a_fault_in_an_action_is_reported_with_its_path() -> None:
    for action in ({"t": "call", "call": "8C"}, {"t": "play"}, {"t": "deal"}, {}, {"t": 7}):
        refused(act(action), r"\$\.action")


@virtual
async def test_a_malformed_action_uses_up_no_number_and_leaves_the_action_in_the_inbox_alone() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt()
        decision = house.room(table).table.decision
        north.forget()
        north.tell(Act(table=table, n=1, action=PASS, decision=decision, id=1))
        north.tell(Act(table=table, n=2, action={"t": "call", "call": "8C"}, decision=decision, id=2))
        await until(lambda: north.of(Done))
        (refusal,) = north.of(Refused)
        assert (refusal.code, refusal.n, refusal.id, refusal.table) == ("invalid_message", 2, 2, table)
        assert north.of(Done) == [Done(id=1, n=1, table=table)]
        assert house.room(table).table.counters["p-North"].n == 1
        north.tell(Act(table=table, n=1, action=PASS, decision=decision, id=3))
        await passes(10)
        assert north.of(Done)[1:] == [Done(id=3, n=1, table=table)]


@virtual
async def test_in_a_game_without_directors_every_ruling_is_forbidden() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(game="spades")
        for ruling in ({"t": "roll_back", "calls": 0}, {"t": 7}):
            answer = await north.ask(Rule(table=table, ruling=ruling, id=7))
            assert isinstance(answer, Refused) and answer.code == "forbidden"


# The cache of actions


def read(actions: Actions, action: dict[str, Any], codec: Codec) -> Any:
    """Return the action that a message becomes."""
    return actions.command(act(action), codec).action


CARD = {"t": "play", "card": "SA"}
CLUE = {"t": "play", "card": 1}


def test_a_short_action_that_comes_again_is_not_converted_again() -> None:
    actions = Actions(BRIDGE)
    first = read(actions, CARD, MSGPACK)
    assert first == PlayCard(Card.SA) and read(actions, dict(CARD), MSGPACK) is first
    explained = {
        "t": "call",
        "call": "1NT",
        "alert": True,
        "explanation": "15-17, may have a five-card major",
    }
    assert read(actions, explained, MSGPACK) is not read(actions, explained, MSGPACK)


@pytest.mark.parametrize("card", (True, 1.5, "1", None, [1], {"1": 1}))
@pytest.mark.parametrize("codec", (MSGPACK, JSON), ids=lambda codec: codec.name)
def test_a_cached_action_stands_for_no_message_of_another_type(card: object, codec: Codec) -> None:
    actions = Actions(HANABI)
    for each in (MSGPACK, JSON):
        assert read(actions, CLUE, each) == hanabi.PlayCard(1)
    with pytest.raises(Refusal) as refusal:
        read(actions, {"t": "play", "card": card}, codec)
    assert refusal.value.code is Code.INVALID_MESSAGE


def test_each_encoding_of_the_protocol_has_its_own_cached_actions() -> None:
    actions = Actions(HANABI)
    assert read(actions, CLUE, JSON) is not read(actions, CLUE, MSGPACK)


@pytest.mark.parametrize("number", (2**64, -(2**63) - 1))
def test_an_unknown_field_with_a_number_that_msgpack_lacks_is_ignored(number: int) -> None:
    actions = Actions(BRIDGE)
    for _ in range(2):
        assert read(actions, {**CARD, "since": number}, JSON) == PlayCard(Card.SA)
    with pytest.raises(Refusal, match="card"):
        read(actions, {"t": "play", "card": number}, JSON)


def test_the_number_and_the_length_of_cached_actions_are_bounded() -> None:
    actions = Actions(BRIDGE)
    for number in range(3 * CACHED_ACTIONS):
        assert read(actions, {**CARD, "x": number}, MSGPACK) == PlayCard(Card.SA)
        assert len(actions.cached) <= CACHED_ACTIONS
    read(actions, {**CARD, "x": "y" * MAX_CACHED_BYTES}, MSGPACK)
    assert max(map(len, actions.cached)) <= MAX_CACHED_BYTES


def test_the_text_of_a_cached_action_is_cleaned() -> None:
    actions = Actions(BRIDGE)
    for _ in range(2):
        call = read(actions, {"t": "call", "call": "1C", "explanation": "a\x1b b"}, MSGPACK)
        assert call.explanation == "a b"
