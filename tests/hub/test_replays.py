"""A recorded file at a table: one player leads, all viewers follow, and nothing is lost at a restart."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from protocol.v1.codec import JSON, MSGPACK
from protocol.v1.requests import Chat, Host, Match, NoClock, Open, PerMove, Policy, Sit, Stand, Watch
from protocol.v1.updates import Done, Patch, Refused
from server.table.events import Saw
from server.table.lifetime import HOUR_MS, MINUTE_MS
from tests.games.bridge.deals import EXAMPLE
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual

BOARD = '[Board "{number}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n'
WHOLE = """[Contract "3NT"]
[Declarer "N"]
[Result "9"]
[Auction "N"]
1NT Pass 3NT AP
[Play "E"]
HT HJ H3 H4
*
"""
BOARDS = "\n".join((BOARD.format(number=1, deal=EXAMPLE) + WHOLE, BOARD.format(number=2, deal=EXAMPLE), ""))
OPEN = Policy(clock=NoClock(), pause_ms=1_000)
_IDS = itertools.count(1)


async def replay(house: House, boards: str | None = BOARDS, policy: Policy = OPEN, **wishes: Any) -> str:
    """Open a table that shows a file, with Host as its host."""
    wish = Open(game="replay", name="club.pbn", boards=boards, policy=policy, id=next(_IDS), **wishes)
    done = await house.person("Host").ask(wish)
    assert isinstance(done, Done) and done.table is not None, done
    return done.table


async def leader(house: House, table: str, name: str = "Lea") -> Person:
    """Seat a player who leads and sees the file."""
    person = house.person(name)
    await person.watch(table)
    assert isinstance(await person.sit(table, 0), Done)
    await until(lambda: person.tables[table].pub["files_boards"])
    return person


async def leads(house: House, person: Person, table: str, action: dict[str, Any]) -> Done | Refused:
    """Let the leader take this action, from the leader's view."""
    now, own = house.room(table).table, person.tables[table].own
    last = now.counters.get(person.player.id)
    n = 1 if last is None else last.n + 1
    decision = None if action["t"] in ("seek", "rewind") or own is None else own["decision"]
    before = len(person.heard)
    person.act(table, n, action, decision)
    await until(lambda: [each for each in person.heard[before:] if isinstance(each, Done | Refused)])
    await passes(100)
    return next(each for each in person.heard[before:] if isinstance(each, Done | Refused))


def seek(board: int, at: int) -> dict[str, Any]:
    return {"t": "seek", "board": board, "at": at}


@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)
def test_the_leaders_steps_move_all_viewers(codec: Any) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table = await replay(house)
            watchers = [house.person(name, codec) for name in ("", "Wat", "Kib")]
            for watcher, as_ in zip(watchers, ("public", "all", 0), strict=True):
                await watcher.watch(table, as_)
            lea = await leader(house, table)
            assert isinstance(await leads(house, lea, table, seek(0, 8)), Done)
            assert isinstance(await leads(house, lea, table, {"t": "try_card", "card": "H5"}), Done)
            for shown in (lea.tables[table], *(watcher.tables[table] for watcher in watchers)):
                assert (shown.pub["file"], shown.pub["at"], shown.pub["tried"]) == ("club.pbn", 9, 8)
                assert [play["card"] for play in shown.pub["plays"].values()] == ["HT", "HJ", "H5"]
                assert len(shown.pub["hands"][3]) == 13

    run()


@virtual
async def test_a_step_forward_or_back_is_sent_in_a_few_bytes() -> None:
    async with House() as house:
        table = await replay(house)
        lea, wat = await leader(house, table), house.person("Wat")
        await leads(house, lea, table, seek(0, 8))
        await wat.watch(table)
        wat.forget()
        for at in (9, 8):
            await leads(house, lea, table, seek(0, at))
        forth, back = (patch.pub for patch in wat.of(Patch))
        assert forth["plays"] == {2: {"seat": 3, "card": "H3"}} and "hands" not in forth
        assert back["plays"] == {2: None}


@virtual
async def test_watchers_see_the_file_before_it_has_a_leader() -> None:
    async with House() as house:
        table, wat = await replay(house), house.person("Wat")
        await wat.watch(table)
        await until(lambda: wat.tables[table].pub["files_boards"] == 2)


@virtual
async def test_only_the_player_of_the_seat_leads() -> None:
    async with House() as house:
        table = await replay(house)
        lea, wat = await leader(house, table), house.person("Wat")
        await wat.watch(table)
        answer = await leads(house, wat, table, seek(0, 1))
        assert isinstance(answer, Refused) and answer.code == "not_seated"
        assert isinstance(await wat.sit(table, 0), Refused)
        assert isinstance(await lea.sit(table, 1), Refused)


@virtual
async def test_the_lead_is_passed_on_and_taken_back_though_all_have_seen_the_cards() -> None:
    async with House() as house:
        table = await replay(house)
        lea, wat = await leader(house, table), house.person("Wat")
        await wat.watch(table, "all")
        await leads(house, lea, table, seek(0, 5))
        assert isinstance(await lea.ask(Stand(table=table, id=1)), Done)
        assert isinstance(await wat.sit(table, 0), Done)
        assert isinstance(await leads(house, wat, table, seek(1, 0)), Done)
        assert isinstance(await wat.ask(Stand(table=table, id=2)), Done)
        assert isinstance(await lea.sit(table, 0), Done)
        assert lea.tables[table].pub["place"] == 1


@virtual
async def test_the_host_gives_the_lead_to_a_player() -> None:
    async with House() as house:
        table = await replay(house)
        wat, host = house.person("Wat"), house.person("Host")
        await wat.watch(table)
        assert isinstance(await host.ask(Host(table=table, place={0: "p-Wat"}, id=1)), Done)
        await until(lambda: wat.tables[table].audience == "seat" and wat.tables[table].pub["files_boards"])
        assert isinstance(await leads(house, wat, table, seek(0, 1)), Done)


@virtual
async def test_watchers_chat_reaches_the_leader() -> None:
    async with House() as house:
        table = await replay(house)
        lea, wat, kib = await leader(house, table), house.person("Wat"), house.person("Kib")
        for watcher in (wat, kib):
            await watcher.watch(table, "all" if watcher is kib else "public")
        for person, text in ((wat, "why not ruff?"), (lea, "see trick three")):
            assert isinstance(await person.ask(Chat(table=table, text=text, id=next(_IDS))), Done)
        await passes(100)
        for person in (lea, wat, kib):
            said = [line.text for chat in person.heard if hasattr(chat, "lines") for line in chat.lines]
            assert said == ["why not ruff?", "see trick three"]


@virtual
async def test_to_look_at_a_record_is_nothing_that_is_written_down() -> None:
    async with House() as house:
        table = await replay(house)
        await leader(house, table)
        for as_ in ("public", "all", 0):
            await house.person(f"w{as_}").watch(table, as_)
        stored = await house.store.load(table)
        assert stored is not None
        assert not any(b"saw" in entry for entry in stored.entries), Saw


@virtual
async def test_the_leaders_position_and_line_survive_a_restart() -> None:
    async with House() as house:
        table = await replay(house)
        lea = await leader(house, table)
        for action in (seek(0, 8), {"t": "try_card", "card": "H5"}, {"t": "rewind", "at": 8}):
            assert isinstance(await leads(house, lea, table, action), Done)
        before = lea.tables[table].pub
    async with House(house.store) as house:
        again = house.person("Lea")
        await again.watch(table, "seat")
        assert again.tables[table].pub == before
        assert isinstance(await leads(house, again, table, {"t": "rewind", "at": 9}), Done)
        assert again.tables[table].pub["plays"][2] == {"seat": 3, "card": "H5"}


@virtual
async def test_the_leaders_end_of_a_replay_closes_the_table() -> None:
    async with House() as house:
        table = await replay(house)
        lea = await leader(house, table)
        assert isinstance(await leads(house, lea, table, {"t": "finish"}), Done)
        await until(lambda: house.room(table).table.closed)


@virtual
async def test_without_a_file_random_boards_follow_each_other() -> None:
    async with House() as house:
        table = await replay(house, boards=None)
        lea = await leader(house, table)
        first = lea.tables[table].pub
        assert isinstance(await leads(house, lea, table, {"t": "try_call", "call": "7NT"}), Done)
        assert isinstance(await leads(house, lea, table, {"t": "finish"}), Done)
        await until(lambda: lea.tables[table].pub["board"] == 2)
        await until(lambda: lea.tables[table].pub["files_boards"])
        assert lea.tables[table].pub["hands"] != first["hands"]


@virtual
async def test_no_robot_leads() -> None:
    async with House() as house:
        wish = Open(game="replay", boards=BOARDS, seats={0: "plain"}, id=1)
        for refused in (
            await house.person("Host").ask(wish),
            await house.person("Host").ask(Host(table=await replay(house), seats={0: "plain"}, id=2)),
        ):
            assert isinstance(refused, Refused) and "robots cannot take a seat" in refused.message


@virtual
async def test_the_seat_of_an_absent_leader_is_open_to_all() -> None:
    async with House() as house:
        table = await replay(house, policy=Policy(clock=NoClock(), hold_ms=5_000, substitute="plain"))
        lea, wat = await leader(house, table), house.person("Wat")
        await wat.watch(table)
        lea.hang_up()
        await passes(6_000)
        assert isinstance(await wat.ask(Sit(table=table, seat=0, id=1)), Done)
        assert isinstance(await leads(house, wat, table, seek(0, 1)), Done)


@virtual
async def test_with_a_clock_the_record_plays_by_itself() -> None:
    async with House() as house:
        table = await replay(house, policy=Policy(clock=PerMove(2_000), pause_ms=1_000))
        lea = await leader(house, table)
        await passes(7_000)
        assert lea.tables[table].pub["at"] == 3
        await passes(40_000)
        assert house.room(table).table.closed


@virtual
async def test_a_replay_is_no_match() -> None:
    async with House() as house:
        answer = await house.person("Host").ask(Match(game="replay", boards=BOARDS, id=1))
        assert isinstance(answer, Refused) and "a game with matches and sets" in answer.message


@virtual
async def test_a_table_that_shows_a_file_ends_soon_after_the_last_person_has_left() -> None:
    async with House() as house:
        unseen, shown = await replay(house), await replay(house)
        lea = await leader(house, shown)
        await passes(HOUR_MS)
        assert house.room(shown).viewers.presence.people_present
        lea.hang_up()
        await passes(30 * MINUTE_MS)
        # Another one, which no person has led yet, waits for its people.
        for table, is_closed in ((unseen, False), (shown, True)):
            assert isinstance(await house.person("Wat").ask(Watch(table=table, id=next(_IDS))), Done)
            assert house.room(table).table.closed is is_closed
