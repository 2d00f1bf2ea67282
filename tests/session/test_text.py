"""Text with terminal escapes and direction marks, as the server shows it to other players."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Act, Chat, Hello, Host, Match, Note, Open, Rule, Watch
from protocol.v1.updates import Chat as Heard
from protocol.v1.updates import Done, Notes, Refused
from protocol.v1.updates import Note as Noted
from tests.hub.hanabi.four import four
from tests.hub.presence.company import appoint
from tests.rooms import QUIET, House, Person
from tests.session.invisible_text import EVIL, INVISIBLE, SHOWN
from tests.virtual import passes, virtual

both_codecs = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)


def nothing_hidden(*people: Person) -> None:
    """Assert that no message to a player holds an invisible character."""
    for person in people:
        for update in person.heard:
            for text in strings(msgspec.to_builtins(update)):
                assert text.isprintable(), text


def strings(plain: Any) -> list[str]:
    """Yield all strings inside plain data."""
    if isinstance(plain, str):
        return [plain]
    inside = [*plain.keys(), *plain.values()] if isinstance(plain, dict) else plain
    return [text for each in inside for text in strings(each)] if isinstance(inside, list | tuple) else []


async def ask_for_done(person: Person, request: Any) -> Done:
    answer = await person.ask(request)
    assert isinstance(answer, Done), answer
    return answer


@both_codecs
def test_chat_is_shown_without_terminal_escapes(codec: Codec) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt()
            west = house.person("West", codec)
            await west.watch(table, "seat")
            await ask_for_done(west, Chat(table=table, text=EVIL, id=90))
            await passes(10)
            for person in (players[0], west):
                assert [line.text for chat in person.of(Heard) for line in chat.lines] == [SHOWN]
            nothing_hidden(*players, west)

    run()


@both_codecs
@pytest.mark.parametrize("text", [INVISIBLE, "   ", "\u200d"])
def test_chat_without_visible_text_is_refused_and_sent_to_no_player(codec: Codec, text: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt()
            west = house.person("West", codec)
            await west.watch(table)
            answer = await west.ask(Chat(table=table, text=text, id=90))
            assert isinstance(answer, Refused) and answer.code == "invalid_message"
            assert answer.message == "expected visible text, got none - at `$.text`"
            await passes(10)
            assert not any(person.of(Heard) for person in players)

    run()


@virtual
async def test_the_lobby_lists_a_table_by_the_name_that_can_be_shown() -> None:
    async with House() as house:
        host = house.person("Host")
        table = (await ask_for_done(host, Open(game="bridge", name=EVIL, policy=QUIET, id=1))).table
        assert table is not None and house.room(table).name == SHOWN
        match = await ask_for_done(host, Match(game="bridge", count=2, name=EVIL, policy=QUIET, id=2))
        for room in (match.table, match.other):
            assert room is not None and SHOWN in house.room(room).name
            assert house.room(room).name.isprintable()


@both_codecs
def test_texts_of_calls_and_claims_are_cleaned(codec: Codec) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt()
            people = [house.person(name, codec) for name in ("North", "East", "South", "West")]
            for person in people:
                await person.watch(table, "seat")
            north, east, south, west = people
            calls = [
                (north, {"t": "system", "name": EVIL, "text": "1NT   12-14\x1b\n2C\u202e"}),
                (north, {"t": "call", "call": "1C", "alert": True, "explanation": EVIL}),
                (east, {"t": "ask", "call": 0, "text": EVIL}),
                (north, {"t": "explain", "call": 0, "text": EVIL}),
                *((person, {"t": "call", "call": "P"}) for person in (east, south, west)),
            ]
            counts: dict[Person, int] = {}
            for person, action in calls:
                await acts(person, table, counts, action)
                nothing_hidden(*people)
            state: Any = house.room(table).table.state
            cards = house.room(table).table.game.convention_cards
            assert cards is not None
            laid = cards.card(state, "NS")
            assert laid is not None and (laid.name, laid.text) == (SHOWN, "1NT   12-14 \n2C")
            await acts(east, table, counts, as_first_lead(east, table))
            await acts(east, table, counts, {"t": "undo", "reason": EVIL})
            await acts(north, table, counts, {"t": "grant", "seat": 1, "accept": False})
            await acts(north, table, counts, {"t": "claim", "tricks": 3, "line": EVIL})
            assert west.tables[table].pub["claim"]["line"] == SHOWN
            nothing_hidden(*people, *players)

    run()


def as_first_lead(leader: Person, table: str) -> dict[str, Any]:
    """Return the first card that the player may play by the view."""
    own = leader.tables[table].own
    assert own is not None and own["cards"]
    return {"t": "play", "card": own["cards"][0]}


async def acts(person: Person, table: str, counts: dict[Person, int], action: dict[str, Any]) -> None:
    """Send an action in the game, with the next number."""
    n = counts.get(person, 0) + 1
    own = person.tables[table].own or {}
    act = Act(table=table, n=n, action=action, decision=own.get("decision"), id=500 + n)
    await ask_for_done(person, act)
    counts[person] = n


@virtual
async def test_an_action_with_cleaned_text_is_recognised_when_repeated() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt()
        await north.watch(table, "seat")
        decision = north.tables[table].own["decision"]  # type: ignore[index]  # North is to call
        action = {"t": "call", "call": "1C", "explanation": EVIL}
        act = Act(table=table, n=1, action=action, decision=decision, id=7)
        first = await ask_for_done(north, act)
        assert (await ask_for_done(north, msgspec.structs.replace(act, id=8))).n == first.n
        other = msgspec.structs.replace(act, id=9, action={**action, "explanation": "another"})
        answer = await north.ask(other)
        assert isinstance(answer, Refused) and answer.code == "n_taken"
        remarks = [shown.own["remarks"] for shown in east.tables.values() if shown.own is not None]
        assert [remark["text"] for remark in remarks[0].values()] == [SHOWN]


@virtual
async def test_the_reason_of_a_ruling_is_cleaned_and_a_repeated_ruling_recognised() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await appoint(house, table, directors=["Dir"])
        director = house.person("Dir")
        await director.watch(table)
        ruling = {"t": "artificial", "north_south": "plus", "east_west": "minus", "reason": EVIL}
        for _ in range(2):
            await ask_for_done(director, Rule(table=table, ruling=ruling, id=500))
        assert SHOWN in strings(players[0].tables[table].pub)
        nothing_hidden(*players, director)


@virtual
async def test_a_note_keeps_its_lines_and_loses_what_a_terminal_obeys() -> None:
    async with House() as house:
        table = await four(house)
        north = table.players[0]
        north.forget()
        await ask_for_done(north, Note(table=table.table, card=3, text="red\x1b[2J\r\n\u202e  4?", id=90))
        await passes(50)
        assert [note.text for note in north.of(Noted)] == ["red [2J\n  4?"]
        again = house.person("North")
        await again.watch(table.table, "seat")
        assert [notes.notes for notes in again.of(Notes)] == [{3: "red [2J\n  4?"}]


@pytest.mark.parametrize("field", ["directors", "commentators", "invited", "onlookers", "unwelcome"])
def test_ids_that_no_player_can_have_are_refused(field: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt()
            wish: Any = {field: (EVIL,)}
            answer = await house.person("Host").ask(Host(table=table, id=90, **wish))
            assert isinstance(answer, Refused) and answer.code == "invalid_message"
            assert answer.message == f"expected printable ids of players - at `$.{field}`"
            nothing_hidden(*players)

    run()


@virtual
async def test_a_watcher_is_named_to_others_as_can_be_shown() -> None:
    async with House() as house:
        table, players = await house.dealt()
        _, token = await house.guests.create(EVIL)
        caller = house.caller()
        caller.tell(Hello(token=token))
        await passes(10)
        await ask_for_done(caller, Watch(table=table, id=1))
        await ask_for_done(caller, Chat(table=table, text="hello", id=2))
        await passes(3_000)
        nothing_hidden(*players, caller)
        assert SHOWN in {text for each in caller.heard for text in strings(msgspec.to_builtins(each))}
