"""A finished deal as its record needs it: players, table, times, and the last corrections."""

from __future__ import annotations

import itertools

import pytest

from protocol.v1.bridge import Vulnerability
from protocol.v1.requests import Stand
from protocol.v1.updates import Done
from server.records.bridge.validate import validate
from tests.hub.archive.asking import (
    ARTIFICIAL,
    LONG,
    Asking,
    only_record,
    pass_out,
    play_out,
    rule_as_director,
)
from tests.hub.boards import board
from tests.hub.presence.company import let_in
from tests.rooms import House
from tests.virtual import passes, until, virtual

_ids = itertools.count(70_000)


@virtual
async def test_a_record_has_the_players_the_table_and_the_times() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG, name="Club night") as at:
        await passes(90_000)
        await play_out(at)
        told = await only_record(at)
        assert told.players == ("North", "East", "South", "West")
        assert told.info == {
            "Event": "Club night",
            "Site": "Kibitz",
            "Date": "2023.11.14",
            "Table": at.table,
            "UTCDate": "2023.11.14",
            "UTCTime": "22:30:00",
            "EndDate": "2023.11.14",
            "EndTime": "22:31:30",
        }
        assert len(told.cards) == 52 and told.vulnerable is Vulnerability.NONE
        judged = validate(told)
        assert not judged.fault and told.scores == (judged.score_ns, -(judged.score_ns or 0))


@virtual
async def test_the_player_in_the_seat_at_the_end_of_the_board_is_recorded() -> None:
    async with board("1NT", "P", policy=LONG) as at:
        house, table = at.house, at.table
        east = at.players["E"]
        assert isinstance(await east.ask(Stand(table=table, id=next(_ids))), Done)
        substitute = house.person("Eve")
        await let_in(house, table, "Eve", 1)
        assert isinstance(await substitute.sit(table, 1), Done)
        await substitute.watch(table, "seat")
        at.players["E"] = substitute
        await at.goes("P", "P")
        await play_out(at)
        north = at.players["N"]
        assert isinstance(await north.ask(Stand(table=table, id=next(_ids))), Done)
        assert (await only_record(at)).players == ("North", "Eve", "South", "West")


@virtual
async def test_house_robots_play_under_their_own_names() -> None:
    async with House() as house:
        table = await house.table(policy=LONG, seats={1: "plain"})
        people = [house.person(name) for name in ("North", "South", "West")]
        for seat, person in zip((0, 2, 3), people, strict=True):
            assert isinstance(await person.sit(table, seat), Done)
            await person.watch(table, "seat")
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        await rule_as_director(
            house, table, {"t": "artificial", "north_south": "average", "east_west": "average"}
        )
        (told,) = await Asking(house).records("", table)
        assert told.players == ("North", "plain", "South", "West")


@pytest.mark.parametrize("boards", [3, 40])
def test_a_later_correction_is_part_of_the_exported_result(boards: int) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt()
            await pass_out(house, table, players, 3)
            await rule_as_director(house, table, {**ARTIFICIAL, "board": 1})
            await pass_out(house, table, players, boards - 3)
            one, two, *_ = await Asking(house).records("", table)
            assert str(one.info["Ruling"]).startswith("artificial") and one.scores is None
            assert "Ruling" not in two.info and two.scores == (0, 0)
            (alone,) = await Asking(house).records("", f"{table}.1")
            assert alone == one

    run()


@virtual
async def test_without_stored_corrections_the_exported_result_is_that_of_the_table() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players, 10)
        await rule_as_director(house, table, {**ARTIFICIAL, "board": 9})
        await pass_out(house, table, players, 64)
        del house.store._earlier[table, 72]
        (played,) = await Asking(house).records("", f"{table}.41")
        assert "Ruling" not in played.info and played.scores == (0, 0)
