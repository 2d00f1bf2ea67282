"""Recorded games of Hanabi at a table: one player leads, and all viewers may see all hands or one hand."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import pytest

from protocol.v1.codec import JSON, MSGPACK
from protocol.v1.hanabi import HanabiOwn
from protocol.v1.hanabi.replay import HanabiReplayPub
from protocol.v1.requests import NoClock, Open, PerMove, Policy, Watch
from protocol.v1.updates import Done, Patch, Refused
from server.games.base import Kibitzer
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.records.hanabi import compressed
from server.records.hanabi.validate import validate
from tests.records.hanabi.games import game, plain
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual

FILE = compressed.dumps([game(1), game(2)])
OPEN = Policy(clock=NoClock(), pause_ms=1_000)
_IDS = itertools.count(1)


async def replay(house: House, boards: str | None = FILE, policy: Policy = OPEN) -> str:
    """Open a table that shows a file, with Host as its host."""
    wish = Open(game="hanabi_replay", name="club.json", boards=boards, policy=policy, id=next(_IDS))
    done = await house.person("Host").ask(wish)
    assert isinstance(done, Done) and done.table is not None, done
    return done.table


async def leader(house: House, table: str, name: str = "Lea") -> Person:
    person = house.person(name)
    await person.watch(table)
    assert isinstance(await person.sit(table, 0), Done)
    await until(lambda: person.tables[table].pub["files_boards"])
    return person


async def leads(house: House, person: Person, table: str, action: dict[str, Any]) -> Done | Refused:
    """Let the leader take this action, from the leader's view."""
    now, own = house.room(table).table, person.tables[table].own
    last = now.counters.get(person.player.id)
    decision = None if action["t"] in ("seek", "rewind") or own is None else own["decision"]
    before = len(person.heard)
    person.act(table, 1 if last is None else last.n + 1, action, decision)
    await until(lambda: [each for each in person.heard[before:] if isinstance(each, Done | Refused)])
    await passes(100)
    return next(each for each in person.heard[before:] if isinstance(each, Done | Refused))


def seek(board: int, at: int) -> dict[str, Any]:
    return {"t": "seek", "board": board, "at": at}


def tries(kind: str, **move: int) -> dict[str, Any]:
    return {"t": "try", "move": {"t": kind, **move}}


def seen(person: Person, table: str) -> HanabiReplayPub:
    return msgspec.convert(person.tables[table].pub, HanabiReplayPub)


def states() -> list[HanabiState]:
    """Return the first game of the file after each of its actions, the deal first."""
    found: list[HanabiState] = []
    validate(game(1), found.append)
    return found


@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)
def test_the_leaders_steps_move_all_viewers(codec: Any) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table = await replay(house)
            watchers = [house.person(name, codec) for name in ("", "Wat", "Kib")]
            for watcher, as_ in zip(watchers, ("public", "all", 1), strict=True):
                await watcher.watch(table, as_)
            lea = await leader(house, table)
            assert isinstance(await leads(house, lea, table, seek(0, 4)), Done)
            oldest = lea.tables[table].own["plays"][0]
            assert isinstance(await leads(house, lea, table, tries("play", card=oldest)), Done)
            for shown in (lea.tables[table], *(watcher.tables[table] for watcher in watchers)):
                assert (shown.pub["file"], shown.pub["at"]) == ("club.json", 5)
                assert str(oldest) in map(str, shown.pub["fates"])
                assert len(shown.pub["deck"]) == 50

    run()


@virtual
async def test_a_viewer_from_a_seat_sees_what_its_player_was_told_at_every_turn() -> None:
    async with House() as house:
        table = await replay(house)
        lea, eyes = await leader(house, table), [house.person(f"Eye{seat}") for seat in range(3)]
        for seat, person in enumerate(eyes):
            await person.watch(table, seat)
        for at, state in enumerate(states()):
            if at:
                assert isinstance(await leads(house, lea, table, seek(0, at)), Done)
            for seat, person in enumerate(eyes):
                then, told = HANABI.own(state, Kibitzer(seat)), person.tables[table].own
                assert told["decision"] is None
                told = msgspec.convert({**told, "game": "hanabi"}, HanabiOwn)
                assert told == then, (at, seat)


@virtual
async def test_a_viewer_cannot_watch_from_a_seat_that_the_file_does_not_have() -> None:
    async with House() as house:
        table = await replay(house)
        await leader(house, table)
        answer = await house.person("Kib").ask(Watch(table=table, as_=3, id=next(_IDS)))
        assert isinstance(answer, Refused) and answer.message == "expected a seat from 0 to 2, got 3"


@virtual
async def test_an_illegal_step_is_refused_and_moves_no_viewer() -> None:
    async with House() as house:
        table = await replay(house)
        lea = await leader(house, table)
        answer = await leads(house, lea, table, tries("discard", card=0))
        assert isinstance(answer, Refused) and "all clue tokens" in answer.message
        assert lea.tables[table].pub["at"] == 0


@virtual
async def test_a_step_forward_or_back_is_sent_in_a_few_bytes() -> None:
    async with House() as house:
        table = await replay(house)
        lea, wat = await leader(house, table), house.person("Wat")
        await wat.watch(table)
        wat.forget()
        for at in (1, 0):
            await leads(house, lea, table, seek(0, at))
        forth, back = (patch.pub for patch in wat.of(Patch))
        for told in (forth, back):
            assert not {"deck", "notes", "variant", "players"} & set(told)


@virtual
async def test_the_leaders_position_and_line_survive_a_restart() -> None:
    async with House() as house:
        table = await replay(house)
        lea = await leader(house, table)
        await leads(house, lea, table, seek(1, 6))
        for _ in range(2):
            newest = lea.tables[table].own["plays"][-1]
            assert isinstance(await leads(house, lea, table, tries("play", card=newest)), Done)
        assert isinstance(await leads(house, lea, table, {"t": "rewind", "at": 7}), Done)
        before = seen(lea, table)
    async with House(house.store) as house:
        again = house.person("Lea")
        await again.watch(table, "seat")
        assert seen(again, table) == before
        assert isinstance(await leads(house, again, table, {"t": "rewind", "at": 8}), Done)
        assert newest in again.tables[table].pub["fates"]


@virtual
async def test_a_record_that_breaks_a_rule_opens_no_table() -> None:
    async with House() as house:
        broken = {**plain(game(1)), "actions": [{"type": 0, "target": 49, "value": 0}]}
        wish = Open(game="hanabi_replay", boards=msgspec.json.encode(broken).decode(), id=1)
        answer = await house.person("Host").ask(wish)
        assert isinstance(answer, Refused)
        assert "$.actions[0]" in answer.message and "not in your hand" in answer.message


@virtual
async def test_without_a_file_random_games_follow_each_other() -> None:
    async with House() as house:
        table = await replay(house, boards=None)
        lea = await leader(house, table)
        first = lea.tables[table].pub
        assert isinstance(await leads(house, lea, table, tries("play", card=0)), Done)
        assert lea.tables[table].pub["tried"] == 0
        assert isinstance(await leads(house, lea, table, {"t": "finish"}), Done)
        await until(lambda: lea.tables[table].pub["game_no"] == 2 and lea.tables[table].pub["files_boards"])
        assert lea.tables[table].pub["deck"] != first["deck"]


@virtual
async def test_with_a_clock_the_record_plays_by_itself() -> None:
    async with House() as house:
        table = await replay(house, policy=Policy(clock=PerMove(2_000), pause_ms=1_000))
        lea = await leader(house, table)
        await passes(7_000)
        assert lea.tables[table].pub["at"] == 3
