"""Records of matches: the own players get a board first, the others once neither table will play it."""

from __future__ import annotations

import itertools

from protocol.v1.requests import Host, NoClock, Policy, Stand
from protocol.v1.updates import Done
from tests.hub.archive.asking import Asking
from tests.hub.archive.test_archive import NOT_BY_NOW
from tests.hub.presence.company import appoint, rule
from tests.later_store import LaterStore
from tests.matches import Played, code
from tests.rooms import QUIET, House
from tests.virtual import now_ms, passes, virtual

LONG = Policy(clock=NoClock(), pause_ms=60_000)
ROLL_BACK = {"t": "roll_back", "calls": 0}
_ids = itertools.count(60_000)


@virtual
async def test_a_board_of_a_match_is_for_its_own_players_until_both_tables_have_finished_it() -> None:
    async with House() as house:
        match = await Played.seated(house, count=3)
        mine, other = match.tables.values()
        asking = Asking(house)
        await match.plays("open", "7NT")
        assert await asking.boards("open N", mine) == [1]
        for name in ("closed N", "Host", "Watcher", ""):
            assert await asking.refused(name, mine) == NOT_BY_NOW
            assert await asking.refused(name, other) == NOT_BY_NOW
        assert await asking.refused("open N", other) == NOT_BY_NOW
        (record,) = await asking.records("open N", mine)
        assert "ScoreIMP" not in record.info
        await match.plays("closed", "1C")
        for name in ("open N", "closed N", "Watcher", ""):
            assert (await asking.boards(name, mine), await asking.boards(name, other)) == ([1], [1])
        (here,), (there,) = await asking.records("", mine), await asking.records("", other)
        assert (here.info["Room"], there.info["Room"]) == ("Open", "Closed")
        assert here.info["Scoring"] == "IMP"
        assert str(here.info["ScoreIMP"]).replace("-", "") == str(there.info["ScoreIMP"]).replace("-", "")
        assert here.info["ScoreIMP"] != there.info["ScoreIMP"]


@virtual
async def test_a_new_player_gets_a_board_of_a_match_after_the_other_room_has_played_it() -> None:
    async with House() as house:
        match = await Played.seated(house, count=3)
        mine = match.tables["open"]
        await match.plays("open")
        asking = Asking(house)
        north = match.players["open"][0]
        assert isinstance(await north.ask(Stand(table=mine, id=next(_ids))), Done)
        assert await asking.boards("open N", mine) == [], "he sees no more of the table than others do"
        await passes(2 * QUIET.pause_ms)
        assert house.room(mine).table.game.deal_due(house.room(mine).table.state)
        assert isinstance(await house.person("Late").sit(mine, 0), Done)
        assert await asking.boards("Late", mine) == []
        assert await asking.boards("open S", mine) == [1]
        await match.plays("closed")
        assert await asking.boards("Late", mine) == [1]


@virtual
async def test_who_comes_to_a_room_in_the_pause_after_a_board_never_gets_it_before_the_other_room() -> None:
    async with House() as house:
        match = await Played.seated(house, count=3, policy=LONG)
        mine = match.tables["open"]
        await match.plays("open", "7NT")
        asking, late = Asking(house), house.person("Late")
        assert isinstance(await match.players["open"][0].ask(Stand(table=mine, id=next(_ids))), Done)
        assert code(await late.sit(mine, 0)) == "forbidden"
        await late.follow(mine)
        placed = Host(table=mine, place={0: "p-Late"}, id=next(_ids))
        assert code(await house.person("Host").ask(placed)) == "forbidden"
        for office in ("directors", "commentators"):
            named = Host(table=mine, id=next(_ids), **{office: ("p-Late",)})  # type: ignore[arg-type]
            assert code(await house.person("Host").ask(named)) == "forbidden"
        assert await asking.boards("Late", mine) == [] and not late.tables[mine].pub["plays"]
        await passes(LONG.pause_ms)
        assert isinstance(await late.sit(mine, 0), Done)
        await late.watch(mine, "seat")
        assert await asking.boards("Late", mine) == [] and not late.tables[mine].pub["plays"]
        assert await asking.boards("open S", mine) == [1]
        await match.plays("closed")
        assert await asking.boards("Late", mine) == [1]


@virtual
async def test_in_the_pause_after_a_board_its_own_players_change_seats_and_return() -> None:
    async with House() as house:
        match = await Played.seated(house, count=3, policy=LONG)
        mine = match.tables["open"]
        await match.plays("open")
        north, south = match.players["open"][::2]
        for player in (north, south):
            assert isinstance(await player.ask(Stand(table=mine, id=next(_ids))), Done)
        assert isinstance(await north.sit(mine, 2), Done) and isinstance(await south.sit(mine, 0), Done)
        await match.plays("closed")
        north.hang_up()
        await house.person("Late").follow(mine)
        assert isinstance(await south.ask(Stand(table=mine, id=next(_ids))), Done)
        assert isinstance(await house.person("Late").sit(mine, 0), Done), "both rooms have played the board"


@virtual
async def test_a_room_that_has_been_loaded_again_still_knows_its_newcomers() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        match = await Played.seated(before, count=3, policy=LONG)
        mine = match.tables["open"]
        await match.plays("open")
        assert isinstance(await match.players["open"][0].ask(Stand(table=mine, id=next(_ids))), Done)
    async with House(store) as after:
        await after.hub.room(mine)
        answers = []
        for name in ("Late", "open N"):
            for _ in range(2):
                answers.append(await after.person(name).sit(mine, 0))
                await passes(1_000)
        assert [type(answer).__name__ for answer in answers[1:]] == ["Refused", "Done", "Done"]
        assert code(answers[1]) == "forbidden"


@virtual
async def test_a_board_that_the_other_room_reopens_is_closed_to_watchers_again() -> None:
    async with House() as house:
        match = await Played.seated(house, count=2, policy=LONG)
        mine, other = match.tables.values()
        asking = Asking(house)
        for table in (mine, other):
            await appoint(house, table, directors=("Dir",))
        await match.plays("open")
        await match.plays("closed")
        assert await asking.boards("", mine) == [1]
        assert isinstance(await rule(house.person("Dir"), other, ROLL_BACK), Done)
        await passes(100)
        assert await asking.boards("", mine) == await asking.boards("", other) == []
        assert await asking.boards("open N", mine) == [1]
