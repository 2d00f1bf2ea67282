"""The archive: finished boards, only for players and watchers that may see them now."""

from __future__ import annotations

import asyncio
import itertools
import logging
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Host, NoClock, Policy, Stand
from protocol.v1.updates import Done
from server.hub.archive import archive as module
from server.hub.hub import IDLE_MS, SWEEP_MS
from server.table import events
from tests.games.bridge.deals import EXAMPLE
from tests.hub.archive.asking import Asking, pass_out
from tests.hub.archive.hanabi import answer, position
from tests.hub.boards import BOARD, board
from tests.hub.presence.company import appoint, rule
from tests.lateness import MINUTE, delayed_policy
from tests.later_store import LaterStore
from tests.rooms import QUIET, House, play_on
from tests.virtual import now_ms, passes, virtual

NOT_BY_NOW = ("forbidden", "there is no finished board with this id that you may see now")
NOT_OPEN = ("forbidden", "this table is not open to you")
LONG = Policy(clock=NoClock(), pause_ms=60_000)
ROLL_BACK = {"t": "roll_back", "calls": 0}
_ids = itertools.count(50_000)


@virtual
async def test_a_board_is_exported_by_its_number_and_a_sitting_in_the_order_of_play() -> None:
    async with House() as house:
        table, players = await house.dealt(options={"first_board": 7})
        asking = Asking(house)
        await pass_out(house, table, players, 3)
        assert await asking.boards("North", table) == [7, 8, 9]
        assert await asking.boards("", f"{table}.8") == [8]
        (record,) = await asking.records("", f"{table}.8")
        assert record.passed_out and len(record.calls) == 4 and record.number == 8


@virtual
async def test_a_board_in_play_a_future_board_and_a_missing_board_get_the_same_answer() -> None:
    async with House() as house:
        table, players = await house.dealt()
        asking = Asking(house)
        for game in (table, f"{table}.1"):
            assert await asking.refused("North", game) == NOT_BY_NOW
        await pass_out(house, table, players)
        await passes(QUIET.pause_ms + 10)
        for game in ("2", "3", "9999", "0", "0002"):
            assert await asking.refused("North", f"{table}.{game}") == NOT_BY_NOW
        assert await asking.boards("North", table) == [1]


@pytest.mark.parametrize("game", ["nowhere", "nowhere.1", "t.x", ".", "", "t.12345", "t.-1", "t.１"])
def test_an_id_of_no_table_is_no_table(game: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            assert await Asking(house).refused("North", game) == ("no_such_table", "there is no such table")

    run()


@virtual
async def test_a_number_that_a_file_repeats_names_both_boards() -> None:
    async with House() as house:
        boards = BOARD.format(number=4, dealer="S", deal=EXAMPLE)
        boards += BOARD.format(number=4, dealer="S", deal=EXAMPLE.replace("N:", "E:"))
        table, players = await house.dealt(boards=boards)
        asking = Asking(house)
        await pass_out(house, table, players, 2)
        one, two = await asking.records("", f"{table}.4")
        assert one.number == two.number == 4 and one.hands != two.hands


@virtual
async def test_the_positions_of_a_board_are_refused_if_another_finished_board_has_its_number() -> None:
    async with House() as house:
        boards = BOARD.format(number=4, dealer="S", deal=EXAMPLE)
        boards += BOARD.format(number=4, dealer="S", deal=EXAMPLE.replace("N:", "E:"))
        table, players = await house.dealt(boards=boards)
        await pass_out(house, table, players)
        assert (await position(house, "", f"{table}.4", 0)).turns > 0
        await pass_out(house, table, players)
        told = (await answer(house, "", f"{table}.4", 0)).decode()
        assert told == (
            "invalid_message expected the id of one board, but 2 finished deals of this table have the number"
            f" 4, as in its uploaded file; the export of {table}.4 contains all of them"
        )


@virtual
async def test_a_board_on_which_a_claim_waits_is_not_over() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        asking = Asking(at.house)
        lead = at.house.room(at.table).table.game.legal_actions(at.house.room(at.table).table.state, 3)[0]
        await at.goes(str(lead.card))
        assert isinstance(await at.does("S", {"t": "claim", "tricks": 13}, decision=None), Done)
        assert await asking.boards("South", at.table) == []
        for letter in "EW":
            assert isinstance(await at.does(letter, {"t": "vote", "accept": True}), Done)
        (record,) = await asking.records("", at.table)
        assert record.claimed and record.tricks == 13 and len(record.cards) == 1


@virtual
async def test_a_reopened_board_is_not_exported() -> None:
    async with House() as house:
        table, players = await house.dealt(LONG)
        asking = Asking(house)
        await appoint(house, table, directors=("Dir",))
        await pass_out(house, table, players)
        assert await asking.boards("", table) == [1]
        assert isinstance(await rule(house.person("Dir"), table, ROLL_BACK), Done)
        for name in ("North", "Dir", "Host", ""):
            assert await asking.refused(name, f"{table}.1") == NOT_BY_NOW
        await pass_out(house, table, players)
        assert await asking.boards("", table) == [1]


@virtual
async def test_an_unfinished_board_of_a_closed_table_is_never_exported() -> None:
    async with House() as house:
        table, players = await house.dealt()
        asking = Asking(house)
        await pass_out(house, table, players)
        await passes(QUIET.pause_ms + 10)
        await play_on(house, table, players, 2)
        closed = Host(table=table, terminate=True, id=next(_ids))
        assert isinstance(await house.person("Host").ask(closed), Done)
        assert house.room(table).table.closed
        for name in ("North", "Host", ""):
            assert await asking.boards(name, table) == [1]


# Who may enter


@pytest.mark.parametrize(
    ("wishes", "given"),
    [
        ({"access": "open"}, ("North", "Host", "Stranger", "")),
        ({"access": "private"}, ("North", "Host", "Stranger")),
        ({"access": "invited"}, ("North", "Host")),
        ({"watchers": False}, ("North", "Host")),
    ],
)
def test_boards_are_exported_only_to_players_that_may_enter_the_table(
    wishes: dict[str, Any], given: tuple[str, ...]
) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt()
            selective = Host(table=table, policy=Policy(clock=NoClock(), **wishes), id=next(_ids))
            assert isinstance(await house.person("Host").ask(selective), Done)
            await pass_out(house, table, players)
            asking = Asking(house)
            for name in ("North", "Host", "Stranger", ""):
                if name in given:
                    assert await asking.boards(name, table) == [1]
                else:
                    assert await asking.refused(name, table) == NOT_OPEN

    run()


# Late watchers


@virtual
async def test_delayed_watchers_get_the_boards_that_they_have_seen_to_the_end() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(MINUTE))
        asking = Asking(house)
        await pass_out(house, table, players)
        assert await asking.boards("North", table) == [1]
        await house.person("Watcher").follow(table)
        for name in ("Host", "Watcher", ""):
            assert await asking.refused(name, table) == NOT_BY_NOW
        await passes(MINUTE - 5_000)
        await pass_out(house, table, players)
        assert await asking.boards("Watcher", table) == []
        assert await asking.boards("South", table) == [1, 2]
        await passes(6_000)
        assert await asking.boards("Watcher", table) == [1]
        await passes(MINUTE)
        assert await asking.boards("", table) == [1, 2]


@virtual
async def test_a_watcher_one_board_behind_gets_a_board_when_the_next_is_over() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(boards=1, pause_ms=MINUTE))
        asking = Asking(house)
        await house.person("Watcher").follow(table)
        await pass_out(house, table, players)
        assert await asking.boards("Watcher", table) == []
        await passes(MINUTE + 100)
        await pass_out(house, table, players)
        await passes(MINUTE / 2)
        assert await asking.boards("Watcher", table) == [1]
        assert await asking.boards("West", table) == [1, 2]


@virtual
async def test_a_delayed_table_without_an_owner_exports_the_boards_that_are_due() -> None:
    store = LaterStore(now_ms)
    async with House(store) as house:
        table, players = await house.dealt(delayed_policy(MINUTE, pause_ms=10 * MINUTE))
        await pass_out(house, table, players)
    async with House(store) as again:
        asking = Asking(again)
        assert await asking.boards("North", table) == [1]
        assert await asking.boards("Watcher", table) == []
        await passes(MINUTE)
        assert await asking.boards("Watcher", table) == [1]
        assert again.hub.rooms == ()


# Tables that are elsewhere


@virtual
async def test_a_table_that_sleeps_gives_its_boards_and_sleeps_on() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players, 2)
        for player in players:
            await player.ask(Stand(table=table, id=next(_ids)))
            player.hang_up()
        for _ in range(2 + (IDLE_MS + SWEEP_MS) // SWEEP_MS):
            await passes(SWEEP_MS)
        assert house.hub.live(table) is None
        assert await Asking(house).boards("", table) == [1, 2]
        assert house.hub.live(table) is None


@virtual
async def test_the_host_of_an_old_log_gets_the_boards_of_a_stored_table() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, players = await before.dealt()
        shut = Host(table=table, policy=replace(QUIET, watchers=False), id=next(_ids))
        assert isinstance(await before.person("Host").ask(shut), Done)
        await pass_out(before, table, players)
        stored = await store.load(table)
    assert stored is not None
    base, *rest = stored.entries
    store.rewrite(table, (events.encode(replace(events.decode(base), host="")), *rest))
    async with House(store) as after:
        assert await Asking(after).boards("Host", table) == [1]
        assert await Asking(after).refused("Stranger", table) == NOT_OPEN
        assert after.hub.live(table) is None


@virtual
async def test_another_hubs_table_gives_its_boards_and_stays_its_own() -> None:
    store = LaterStore(now_ms)
    async with House(store, exclusive=False) as owner, House(store, exclusive=False) as other:
        table, players = await owner.dealt()
        await pass_out(owner, table, players)
        before = await store.load(table)
        assert await Asking(other).boards("Watcher", table) == [1]
        after = await store.load(table)
        assert before is not None and after is not None and before.owner == after.owner
        await passes(QUIET.pause_ms + 10)
        await play_on(owner, table, players, 3)
        assert await Asking(other).boards("Watcher", table) == [1]


@virtual
async def test_a_hub_that_holds_gives_nothing() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players)
        house.store.away = True
        await passes(5_000)
        code, words = await Asking(house).refused("North", table)
        assert (code, words) == ("unavailable", "the store does not answer; send the request again")


# What goes wrong


@virtual
async def test_a_log_that_cannot_be_read_takes_no_other_board_with_it() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players, 3)
        good = await house.store.load_deal(table, 1)
        house.store._earlier[table, 1] = (*good[:2], b"\xc1", *good[2:])
        asking = Asking(house)
        logging.disable(logging.ERROR)
        try:
            for game in (table, f"{table}.2"):
                assert await asking.refused("North", game) == (
                    "internal",
                    "the log of this game cannot be read",
                )
        finally:
            logging.disable(logging.NOTSET)
        assert await asking.boards("North", f"{table}.1") == [1]
        assert await asking.boards("North", f"{table}.3") == [3]


@virtual
async def test_a_board_without_a_stored_log_is_missing_from_the_sitting() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players, 3)
        del house.store._earlier[table, 0]
        assert await Asking(house).boards("North", table) == [2, 3]
        assert await Asking(house).boards("North", f"{table}.1") == []


@virtual
async def test_a_very_long_sitting_is_exported_with_its_last_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_DEALS", 2)
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players, 4)
        assert await Asking(house).boards("", table) == [3, 4]
        assert await Asking(house).boards("", f"{table}.1") == [1]


@virtual
async def test_too_many_at_once_are_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "READERS", module.SITTING_WEIGHT - 1)
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players)
        asking = Asking(house)
        assert (await asking.refused("", table))[0] == "unavailable"
        many = [asking.boards("", f"{table}.1") for _ in range(module.READERS)]
        assert await asyncio.gather(*many) == [[1]] * module.READERS
        answers = await asyncio.gather(
            *(asking.boards("", f"{table}.1") for _ in range(module.READERS + 1)), return_exceptions=True
        )
        assert [answer for answer in answers if answer != [1]] == [answers[-1]]


@virtual
async def test_a_hundred_watchers_get_the_board_that_they_have_watched() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players)
        asking = Asking(house)
        many = (asking.boards("", f"{table}.1") for _ in range(100))
        assert await asyncio.gather(*many) == [[1]] * 100


@virtual
async def test_folded_boards_are_cached_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "CACHED", 2)
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players, 3)
        asking = Asking(house)
        assert await asking.records("", table) == await asking.records("North", table)
        assert len(asking.past._cache) == 2
