"""A set of boards in the hub: its boards are secret until every table has played them, closed or not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Host, Lobby, Match, Open, OpenSet, PerMove, Policy, Rule, Sit, Stand, Watch
from protocol.v1.updates import Done, Patch, Refused, View
from protocol.v1.updates import Lobby as Listed
from server.board_sets import entries
from server.board_sets.entries import Came, Went
from server.errors import Refusal
from server.games.registry import GAMES
from server.hub.archive.archive import Archive
from server.hub.sets.sets import STEP, _restored
from server.store.table_logs import Append, OnOutcome, Stored
from server.table.lifetime import MINUTE_MS, Lifetimes
from tests.evenings import Evening, code
from tests.hub.presence.company import appoint
from tests.hub.test_match import BOARDS
from tests.later_store import LaterStore
from tests.rooms import QUIET, House, play_on
from tests.virtual import now_ms, passes, until, virtual

SHORT = Lifetimes(unplayed_ms=10 * MINUTE_MS, prepared_ms=30 * MINUTE_MS, left_ms=60 * MINUTE_MS)


async def stored(house: House, id: str) -> Stored:
    found = await house.store.load(id)
    assert found is not None, id
    return found


async def readable(house: House, name: str, table: str) -> bool:
    """Return True if a player may download the finished boards of a table."""
    try:
        await Archive(house.hub).exported(house.player(name), table)
    except Refusal as refusal:
        assert refusal.code in ("forbidden", "no_such_table"), refusal
        return False
    return True


# Boards


@virtual
async def test_all_tables_of_a_set_play_the_same_boards_which_are_stored_once() -> None:
    async with House() as house:
        for wishes in ({"count": 3}, {"boards": BOARDS}):
            evening = await Evening.opened(house, **wishes)
            rooms = [house.room(table) for table in evening.tables]
            dealt = [[room._deals.uploaded(number) for number in range(2)] for room in rooms]
            assert dealt[0] == dealt[1] == dealt[2] and None not in dealt[0]
            assert [(await stored(house, table)).meta.boards for table in evening.tables] == [None] * 3
            assert (await stored(house, f"set:{evening.id}")).meta.boards is not None


@virtual
async def test_tables_in_memory_share_their_boards_also_after_a_restart() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        evening = await Evening.opened(before, count=2)
    async with House(store) as after:
        rooms = [await after.hub.room(table) for table in evening.tables]
        assert rooms[0]._deals._uploaded is rooms[1]._deals._uploaded is rooms[2]._deals._uploaded
        assert rooms[0]._deals.count == 2


@virtual
async def test_every_table_says_to_which_set_it_belongs() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2, name="Evening")
        for number, table in enumerate(evening.tables):
            shown = evening.players[number][0].tables[table].pub["board_set"]
            assert shown == {"id": evening.id, "tables": 3, "boards": []}
        listed = await house.person().ask(Lobby(id=1))
        assert isinstance(listed, Listed)
        assert {row.name for row in listed.rows} == {f"Evening (table {number})" for number in (1, 2, 3)}


# Release


@virtual
async def test_a_board_is_released_when_the_last_table_has_played_it() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2)
        for number in (2, 0):
            await evening.plays(number, "1NT")
            assert [evening.released(each) for each in range(3)] == [[], [], []]
        await evening.plays(1, "2S")
        assert [evening.released(each) for each in range(3)] == [[1], [1], [1]]


@virtual
async def test_a_board_is_released_when_the_last_table_is_closed() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2)
        for number in (0, 1):
            await evening.plays(number, "1NT")
        assert evening.released(0) == []
        assert await evening.ask("Host", Host(table=evening.tables[2], terminate=True, id=1)) == "done"
        await passes(50)
        assert [evening.released(each) for each in range(2)] == [[1], [1]]


@virtual
async def test_a_board_that_a_table_is_yet_to_play_is_not_released_to_it_by_the_others() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=3)
        await passes(3_000)
        index = evening.table(2).index
        for player in evening.players[2]:
            player.forget()
        await evening.plays(0, "1NT", boards=2)
        await evening.plays(1, "1NT", boards=2)
        await passes(5_000)
        assert evening.table(2).index == index
        assert [player.heard for player in evening.players[2]] == [[], [], [], []]
        await evening.plays(2, "1NT")
        assert [evening.released(each) for each in range(3)] == [[1], [1], [1]]


@virtual
async def test_the_score_sheet_leaves_out_a_board_that_another_table_is_yet_to_play() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=3)
        await evening.plays(0, "1NT")
        await evening.plays_to(0, 1)
        shown = evening.players[0][0].tables[evening.tables[0]]
        assert not shown.pub["results"]
        await evening.plays(1)
        assert not shown.pub["results"]
        await evening.plays(2)
        assert list(shown.pub["results"]) == [1]


@virtual
async def test_a_reopened_board_is_not_released_until_it_is_finished_again() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2)
        await appoint(house, evening.tables[0], directors=("Dora",))
        await evening.plays(0, "1NT")
        back = Rule(table=evening.tables[0], ruling={"t": "roll_back", "calls": 0}, id=1)
        assert await evening.ask("Dora", back) == "done"
        await evening.plays(1)
        await evening.plays(2)
        assert [evening.released(each) for each in range(3)] == [[], [], []]
        await evening.plays(0, "2S")
        assert [evening.released(each) for each in range(3)] == [[1], [1], [1]]


@virtual
async def test_a_corrected_score_is_stored_with_the_set() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2)
        await appoint(house, evening.tables[0], directors=("Dora",))
        await evening.plays(0, "1NT")
        await evening.plays_to(0, 1)
        ruling = {"t": "assign", "board": 1, "outcomes": [{"weight": 100}]}
        assert await evening.ask("Dora", Rule(table=evening.tables[0], ruling=ruling, id=1)) == "done"
        await passes(20)
        board_set = (await house.hub.sets.room(evening.id)).stored
        here = board_set.tables[evening.tables[0]]
        assert here.results[1].result.score_ns == 0
        assert here.players[1] == tuple(f"0 {seat}" for seat in "NESW")


@virtual
async def test_calls_and_cards_are_no_news_for_a_set() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2)
        set_room = await house.hub.sets.room(evening.id)
        known, index = set_room.reports[evening.tables[0]], set_room.stored.index
        await play_on(house, evening.tables[0], evening.players[0], 3)
        assert not house.hub.sets._telling
        assert set_room.reports[evening.tables[0]] is known and set_room.stored.index == index
        await play_on(house, evening.tables[0], evening.players[0], 1)
        assert set_room.reports[evening.tables[0]] is not known
        await passes(20)
        assert set_room.stored.index == index + 1


@virtual
async def test_the_log_of_a_large_set_is_read_in_steps() -> None:
    async with House() as house:
        evening = await Evening.seated(house, tables=2, count=4)
        log = [entries.decode(each) for each in (await stored(house, f"set:{evening.id}")).entries]
        for number in range(200):
            came = Came(at_ms=log[-1].at_ms, table=evening.tables[0], player=f"p-{number}")
            log += [came, Went(at_ms=came.at_ms, table=came.table, player=came.player, last=0)]
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        board_set = await _restored(evening.id, GAMES["bridge"], tuple(map(entries.encode, log)))
        counting.cancel()
        assert turns >= len(log) // STEP
        assert board_set.index == len(log) and len(board_set.stays) == 208


# People


@virtual
async def test_a_player_of_one_table_neither_sits_nor_holds_office_at_another() -> None:
    async with House() as house:
        evening = await Evening.opened(house, count=2)
        here, there, third = evening.tables
        assert await evening.ask("Ann", Sit(table=here, seat=0, id=1)) == "done"
        for number, table in enumerate((there, third)):
            assert await evening.ask("Ann", Sit(table=table, seat=1, id=10 + number)) == "forbidden"
            for office in ("directors", "commentators"):
                named = Host(table=table, id=20 + number, **{office: ("p-Ann",)})  # type: ignore[arg-type]
                assert await evening.ask("Host", named) == "forbidden"
            placed = Host(table=table, id=30 + number, place={2: "p-Ann"})
            assert await evening.ask("Host", placed) == "forbidden"
        assert await evening.ask("Ann", Stand(table=here, id=2)) == "done"
        assert await evening.ask("Ann", Sit(table=third, seat=1, id=12)) == "done"


@virtual
async def test_a_player_that_sits_down_at_three_tables_at_once_gets_one_seat() -> None:
    async with House() as house:
        evening = await Evening.opened(house, count=2)
        house.store.prompt = False
        asked = [asyncio.create_task(house.person("Ann").sit(table, 0)) for table in evening.tables]
        await passes(50)
        while house.store.waiting:
            house.store.answer()
            await passes(1)
        answers = [code(await each) for each in asked]
        assert sorted(answers) == ["done", "forbidden", "forbidden"]


@virtual
async def test_one_person_may_direct_several_tables_and_look_at_all_of_them() -> None:
    async with House() as house:
        evening = await Evening.opened(house, count=2)
        for table in evening.tables:
            await appoint(house, table, directors=("Dora",), commentators=("Carl",))
        for number in range(3):
            await evening.sit_down(number)
        dora, carl = house.person("Dora"), house.person("Carl")
        for person, as_ in ((dora, "director"), (carl, "commentator")):
            for table in evening.tables:
                answer = await person.ask(Watch(table=table, as_=as_, id=7))  # type: ignore[arg-type]
                assert code(answer) == "done", (as_, table)
                assert person.tables[table].own["hands"]
        for table in evening.tables:
            assert await evening.ask("Host", Host(table=table, commentators=(), id=8)) == "done"


@virtual
async def test_an_official_that_has_looked_at_one_table_plays_at_no_other() -> None:
    async with House() as house:
        evening = await Evening.opened(house, count=3)
        for table in evening.tables[:2]:
            await appoint(house, table, directors=("Dora",))
        for number in range(3):
            await evening.sit_down(number)
        dora = house.person("Dora")
        await dora.watch(evening.tables[0], "director")
        await evening.players[2][0].ask(Stand(table=evening.tables[2], id=5))
        assert code(await dora.sit(evening.tables[2], 0)) == "forbidden"
        for table in evening.tables[:2]:
            assert await evening.ask("Host", Host(table=table, directors=(), id=6)) == "done"
        assert code(await dora.sit(evening.tables[2], 0)) == "forbidden"


@virtual
async def test_a_newcomer_waits_in_the_pause_after_a_board_that_another_table_still_plays() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2, policy=Policy(pause_ms=60_000))
        north = evening.players[0][0]
        await evening.plays(0, "1NT")
        await evening.plays(1, "1NT")
        await north.ask(Stand(table=evening.tables[0], id=5))
        assert code(await house.person("Eve").sit(evening.tables[0], 0)) == "forbidden"
        named = Host(table=evening.tables[0], directors=("p-Eve",), id=1)
        assert await evening.ask("Host", named) == "forbidden"
        assert code(await north.sit(evening.tables[0], 0)) == "done"
        await north.ask(Stand(table=evening.tables[0], id=6))
        await evening.plays(2, "1NT")
        assert code(await house.person("Eve").sit(evening.tables[0], 0)) == "done"


@virtual
@pytest.mark.parametrize("restart", [False, True], ids=["in one house", "after a restart"])
async def test_a_player_that_saw_a_hand_comes_elsewhere_only_after_that_table_has_played_it(
    restart: bool,
) -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        evening = await Evening.seated(before, count=3)
        await evening.players[0][0].ask(Stand(table=evening.tables[0], id=5))
        if not restart:
            await _comes_after_the_board(evening)
    if restart:
        async with House(store) as after:
            for number in range(3):
                await evening.come_back(number, after)
            await passes(100)
            await _comes_after_the_board(evening)


async def _comes_after_the_board(evening: Evening) -> None:
    """North of the first table has seen the first board, and tries to come to the second table."""
    there = evening.tables[1]
    await evening.players[1][0].ask(Stand(table=there, id=6))
    assert await evening.ask("0 N", Sit(table=there, seat=0, id=31)) == "forbidden"
    assert await evening.ask("1 N", Sit(table=there, seat=0, id=32)) == "done"
    await evening.plays(1)
    await until(lambda: evening.table(1).deal == 1)
    await evening.players[1][0].ask(Stand(table=there, id=7))
    assert await evening.ask("0 N", Sit(table=there, seat=0, id=33)) == "done"


@virtual
async def test_the_options_cannot_change() -> None:
    async with House() as house:
        evening = await Evening.opened(house, count=2)
        changed = Host(table=evening.tables[1], options={"undo": "none"}, id=1)
        assert await evening.ask("Host", changed) == "forbidden"


@virtual
@pytest.mark.parametrize(
    "change", [{"pause": True}, {"terminate": True}, {"place": {0: None}}, {"add_ms": 1}], ids=str
)
async def test_a_host_that_plays_at_one_table_disturbs_no_board_of_another(change: dict[str, Any]) -> None:
    async with House() as house:
        evening = await Evening.opened(house, count=2, policy=Policy(clock=PerMove(90_000)))
        await evening.sit_down(1)
        here, there, third = evening.tables
        assert await evening.ask("Host", Sit(table=here, seat=0, id=1)) == "done"
        assert await evening.ask("Host", Host(table=there, id=2, **change)) == "forbidden"
        assert await evening.ask("Host", Host(table=third, pause=True, id=3)) == "done"


# Watchers and readers


@virtual
async def test_watchers_see_nothing_of_a_board_until_its_release() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2)
        eves = [house.person(f"Eve {as_}") for as_ in ("public", "all", 2)]
        for eve, as_ in zip(eves, ("public", "all", 2), strict=True):
            await eve.follow(evening.tables[0], as_)  # type: ignore[arg-type]
            eve.forget()
        await evening.plays(0, "1NT")
        await evening.plays(1, "1NT")
        await passes(60_000)
        for eve in eves:
            shown = eve.tables[evening.tables[0]]
            assert (shown.pub["phase"], shown.pub["calls"]) == ("deal", {}) and not eve.of(View, Patch)
        await evening.plays(2)
        await until(lambda: all(eve.tables[evening.tables[0]].pub["result"] for eve in eves), 10_000)


@virtual
async def test_only_the_people_of_a_board_read_it_before_its_release_and_everybody_after() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2)
        await evening.plays(0, "1NT")
        await evening.plays_to(0, 1)
        table = evening.tables[0]
        others = ("Eve", "Host", "1 N", "2 E")
        assert await readable(house, "0 N", table)
        assert not any([await readable(house, name, table) for name in others])
        await evening.plays(1)
        assert not any([await readable(house, name, table) for name in others])
        await evening.plays(2)
        await passes(100)
        assert all([await readable(house, name, table) for name in ("0 N", *others)])
        deals = [
            (await Archive(house.hub).exported(house.player("Eve"), each)).file("pbn")
            for each in evening.tables[1:]
        ]
        assert all(b"[Deal " in each for each in deals)


@virtual
async def test_nothing_is_read_by_the_id_of_a_set_in_place_of_a_table() -> None:
    async with House() as house:
        evening = await Evening.opened(house, count=2)
        id = f"set:{evening.id}"
        assert not await readable(house, "Host", id)
        for request in (Watch(table=id, id=3), Sit(table=id, seat=0, id=4)):
            assert await evening.ask("Host", request) == "invalid_message"
        with pytest.raises(Refusal) as refusal:
            await house.hub.room(id)
        assert refusal.value.code == "no_such_table"


@virtual
async def test_the_same_bytes_uploaded_independently_bind_nothing() -> None:
    async with House() as house:
        evening = await Evening.seated(house, boards=BOARDS)
        other = await Evening.opened(house, boards=BOARDS)
        alone = await house.table(boards=BOARDS)
        assert other.id != evening.id
        ann = evening.players[0][0]
        assert code(await ann.sit(other.tables[0], 0)) == "done"
        assert code(await ann.sit(alone, 0)) == "done"
        await evening.plays(0)
        await evening.plays(1)
        await evening.plays(2)
        assert evening.released(0) == [1]


# The end of tables


def leave(house: House) -> None:
    """Disconnect all people."""
    for person in house.clients:
        person.hang_up()


@virtual
async def test_an_unplayed_set_is_removed_together_with_its_tables() -> None:
    async with House(lifetimes=SHORT) as house:
        evening = await Evening.opened(house, count=2)
        leave(house)
        await passes(45 * MINUTE_MS)
        for id in (*evening.tables, f"set:{evening.id}"):
            assert await house.store.load(id) is None, id


@virtual
async def test_a_table_that_never_begins_is_closed_by_its_lifetime_and_releases_the_boards() -> None:
    async with House(lifetimes=SHORT) as house:
        evening = await Evening.opened(house, count=2)
        for number in (0, 1):
            await evening.sit_down(number)
            await evening.plays(number, "1NT")
        assert evening.released(0) == []
        await passes(75 * MINUTE_MS)
        assert (await stored(house, evening.tables[2])).meta.status == "closed"
        assert [evening.released(each) for each in (0, 1)] == [[1], [1]]


@virtual
async def test_a_watcher_keeps_no_table_open_that_never_begins_and_a_seated_player_does() -> None:
    async with House(lifetimes=SHORT) as house:
        evening = await Evening.opened(house, count=2)
        await evening.sit_down(0)
        await evening.plays(0, "1NT")
        assert isinstance(await house.person("Ann").sit(evening.tables[1], 0), Done)
        for table in evening.tables[1:]:
            await house.person("Eve").watch(table)
        await house.person("Ann").watch(evening.tables[1], "seat")
        await passes(75 * MINUTE_MS)
        closed = [(await stored(house, table)).meta.status == "closed" for table in evening.tables]
        assert closed == [False, False, True]


@virtual
async def test_a_table_that_never_begins_ends_though_another_was_closed_before_its_first_result() -> None:
    async with House(lifetimes=SHORT) as house:
        evening = await Evening.opened(house, count=2)
        await evening.sit_down(1)
        assert await evening.ask("Host", Host(table=evening.tables[0], terminate=True, id=1)) == "done"
        leave(house)
        await passes(150 * MINUTE_MS)
        for table in evening.tables:
            found = await house.store.load(table)
            assert found is None or found.meta.status == "closed", table


@virtual
async def test_a_set_with_all_tables_closed_is_over() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=1)
        for number in range(3):
            await evening.plays(number, "1NT")
        await passes(10_000)
        assert (await stored(house, f"set:{evening.id}")).meta.status == "closed"
        assert evening.released(0) == [1]


# Loading, and stores that fail


class FailingStore(LaterStore):
    """A store that fails to claim sets while `blind`, and that loses the appends to logs named `loses...`.

    It creates no more than `creates` logs.
    """

    blind = False
    loses = ""
    creates = 99

    async def claim(self, table: str, expected: str, token: str) -> bool:
        if self.blind and table.startswith("set:"):
            raise ConnectionError("the store is away")
        return await super().claim(table, expected, token)

    async def create(self, table: str, meta: Any, token: str, base: bytes) -> bool:
        if not self.creates:
            raise ConnectionError("the store is away")
        self.creates -= 1
        return await super().create(table, meta, token, base)

    def append(self, append: Append, done: OnOutcome) -> None:
        if not self.loses or not append.table.startswith(self.loses):
            super().append(append, done)


@virtual
async def test_a_table_with_a_log_that_cannot_be_read_stops_no_other_table_of_its_set() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        evening = await Evening.opened(before, count=2)
        await evening.sit_down(0)
        await evening.plays(0, "1NT")
    spoilt = store._tables[evening.tables[1]]
    store._tables[evening.tables[1]] = replace(spoilt, entries=(b"no entry", *spoilt.entries[1:]))
    async with House(store) as after:
        await after.hub.room(evening.tables[2])
        await passes(3_000)
        ann = after.person("Ann")
        assert isinstance(await ann.sit(evening.tables[2], 0), Done)
        again = await ann.sit(evening.tables[0], 0)
        assert isinstance(again, Refused) and again.code == "forbidden"
        assert (await after.hub.sets.room(evening.id)).ahead.released() == ()


@virtual
async def test_a_set_that_cannot_be_loaded_is_loaded_later_without_being_asked_for() -> None:
    store = FailingStore(now_ms)
    store.loses = "set:"
    async with House(store) as before:
        evening = await Evening.seated(before, count=2)
        for number in range(3):
            await evening.plays(number)
    store.loses, store.blind = "", True
    async with House(store) as after:
        for number in range(3):
            await evening.come_back(number, after)
        await passes(1_000)
        assert [evening.released(each) for each in range(3)] == [[], [], []]
        store.blind = False
        await passes(10_000)
        assert [evening.released(each) for each in range(3)] == [[1], [1], [1]]


@virtual
async def test_a_set_that_another_server_took_for_a_moment_is_loaded_again_by_the_next_result() -> None:
    async with House() as house:
        evening = await Evening.seated(house, count=2)
        house.store.steal(f"set:{evening.id}")
        for number in range(3):
            await evening.plays(number)
        await passes(10_000)
        assert [evening.released(each) for each in range(3)] == [[1], [1], [1]]


@virtual
async def test_people_leave_and_the_next_deal_comes_while_the_set_cannot_be_loaded() -> None:
    store = FailingStore(now_ms)
    async with House(store) as house:
        evening = await Evening.opened(house, count=2)
        await appoint(house, evening.tables[0], directors=("Dora",))
        for number in range(2):
            await evening.sit_down(number)
        await house.person("Dora").watch(evening.tables[0], "director")
        store.blind = True
        house.hub.sets._drop(evening.id)
        await evening.plays(0)
        await evening.plays_to(0, 1)
        assert await evening.ask("0 N", Stand(table=evening.tables[0], id=5)) == "done"
        assert await evening.ask("Eve", Sit(table=evening.tables[2], seat=0, id=6)) == "unavailable"
        assert await evening.ask("Host", Host(table=evening.tables[2], terminate=True, id=7)) == "done"
        store.blind = False
        await passes(5_000)
        await evening.plays(1)
        assert evening.released(1) == [1]
        assert await evening.ask("0 N", Sit(table=evening.tables[1], seat=0, id=8)) == "forbidden"


@virtual
@pytest.mark.parametrize("made", range(4))
async def test_a_set_whose_opening_fails_at_a_store_is_completed_by_the_same_request(made: int) -> None:
    store = FailingStore(now_ms)
    store.creates = made
    async with House(store) as house:
        request = OpenSet(game="bridge", tables=3, count=2, policy=QUIET, id=77)
        answer = await house.person("Host").ask(request)
        assert isinstance(answer, Refused) and answer.code == "unavailable"
        store.creates = 99
        again = await house.person("Host").ask(request)
        assert isinstance(again, Done) and again.tables and again.board_set
        for table in again.tables:
            assert await house.store.load(table) is not None
        evening = Evening(house, again.board_set, again.tables)
        for number in range(3):
            await evening.sit_down(number)
            await evening.plays(number)
        assert evening.released(0) == [1]


@virtual
@pytest.mark.parametrize("made", range(1, 4))
async def test_a_set_whose_opening_server_dies_is_completed_after_a_restart(made: int) -> None:
    store = FailingStore(now_ms)
    store.creates = made
    async with House(store) as before:
        request = OpenSet(game="bridge", tables=3, count=2, policy=QUIET, id=77)
        assert isinstance(await before.person("Host").ask(request), Refused)
    store.creates = 99
    async with House(store) as after:
        found = [table for table in store._tables if not table.startswith("set:")]
        if found:
            await after.hub.room(found[0])
            await until(lambda: len(store._tables) == 4)
        again = await after.person("Host").ask(request)
        assert isinstance(again, Done) and again.tables is not None
        assert {*again.tables, f"set:{again.board_set}"} == set(store._tables)
        assert [(await after.hub.room(table)).table.begun for table in again.tables] == [False] * 3


@virtual
@pytest.mark.parametrize("boards", [0, 1], ids=["in the first board", "in the second board"])
async def test_a_player_that_left_before_a_crash_is_bound_though_the_log_of_the_set_lost_the_stay(
    boards: int,
) -> None:
    store = FailingStore(now_ms)
    store.loses = "set:"
    async with House(store) as before:
        evening = await Evening.seated(before, count=3)
        await evening.plays(0, boards=boards)
        await evening.plays_to(0, boards)
        for name in ("0 N", "0 E"):
            assert await evening.ask(name, Stand(table=evening.tables[0], id=5)) == "done"
    store.loses = ""
    async with House(store) as after:
        for number in range(3):
            await evening.come_back(number, after)
        await passes(100)
        await evening.players[1][0].ask(Stand(table=evening.tables[1], id=6))
        assert await evening.ask("0 N", Sit(table=evening.tables[1], seat=0, id=7)) == "forbidden"
        board_set = (await after.hub.sets.room(evening.id)).stored
        assert [stay.last for stay in board_set.stays["p-0 N"]] == [boards]


@virtual
async def test_a_player_that_comes_by_an_entry_on_its_way_is_known_to_a_set_that_is_loaded_again() -> None:
    async with House() as house:
        evening = await Evening.opened(house, count=2)
        house.store.prompt = False
        coming = asyncio.create_task(evening.ask("Ann", Sit(table=evening.tables[0], seat=0, id=5)))
        await passes(10)
        assert [append.table for append, _ in house.store.waiting] == [f"set:{evening.id}", evening.tables[0]]
        house.hub.sets.reload()
        await house.hub.sets.room(evening.id)
        assert await evening.ask("Ann", Sit(table=evening.tables[1], seat=0, id=6)) == "forbidden"
        while house.store.waiting:
            house.store.answer()
            await passes(5)
        assert await coming == "done"


@virtual
async def test_a_board_whose_release_was_lost_in_a_crash_is_readable_after_it_was_asked_for() -> None:
    store = FailingStore(now_ms)
    async with House(store) as before:
        evening = await Evening.seated(before, count=1)
        for number in (0, 1):
            await evening.plays(number)
        store.loses = "set:"
        await evening.plays(2)
        await passes(10_000)
        assert [evening.table(number).closed for number in range(3)] == [True] * 3
    store.loses = ""
    async with House(store) as after:
        table = evening.tables[0]
        assert not await readable(after, "Eve", table)
        await passes(1_000)
        assert await readable(after, "Eve", table)


# Requests that are repeated


@virtual
async def test_two_requests_with_one_id_and_other_numbers_of_tables_give_the_same_set() -> None:
    async with House() as house:
        asked = (
            house.person("Host").ask(OpenSet(game="bridge", tables=count, count=2, id=7)) for count in (3, 5)
        )
        one, other = await asyncio.gather(*asked)
        assert isinstance(one, Done) and isinstance(other, Done) and one.tables is not None
        assert one.tables == other.tables and set(one.tables) == {room.table.id for room in house.hub.rooms}


@virtual
async def test_the_same_player_and_id_get_the_same_set() -> None:

    async with House() as house:
        request = OpenSet(game="bridge", tables=3, count=2, id=7)
        answers = await asyncio.gather(*(house.person("Host").ask(request) for _ in range(4)))
        assert len({(each.board_set, each.tables) for each in answers}) == 1  # type: ignore[union-attr]
        first = answers[0]
        assert isinstance(first, Done) and first.tables is not None
        assert {room.table.id for room in house.hub.rooms} == set(first.tables)
        for count in (2, 5):
            again = await house.person("Host").ask(OpenSet(game="bridge", tables=count, id=7))
            assert isinstance(again, Done)
            assert (again.board_set, again.tables) == (first.board_set, first.tables)
        others = [
            await house.person("Host").ask(Match(game="bridge", count=2, id=7)),
            await house.person("Host").ask(Open(game="bridge", id=7)),
        ]
        rooms = {room.table.id for room in house.hub.rooms}
        for other in others:
            assert isinstance(other, Done) and other.table in rooms - set(first.tables)
        assert len(rooms) == 6


@virtual
async def test_a_match_and_a_set_with_the_same_id_of_one_player_are_two() -> None:

    async with House() as house:
        match = await house.person("Host").ask(Match(game="bridge", count=2, id=7))
        opened = await house.person("Host").ask(OpenSet(game="bridge", tables=2, count=2, id=7))
        assert isinstance(match, Done) and isinstance(opened, Done) and opened.tables is not None
        for table in (match.table, match.other, *opened.tables):
            assert table is not None and await house.store.load(table) is not None
