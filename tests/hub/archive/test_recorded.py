"""A finished board's record tells who played it, when and where, and how it stands after every ruling."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from protocol.v1.bridge import Vulnerability
from protocol.v1.requests import NoClock, Policy, Stand
from protocol.v1.updates import Done
from server.records.bridge.record import BoardRecord
from server.records.bridge.validate import validate
from tests.hub.archive.asking import Asking, pass_out
from tests.hub.boards import Board, board
from tests.hub.presence.company import appoint, rule
from tests.rooms import House
from tests.virtual import passes, until, virtual

LONG = Policy(clock=NoClock(), pause_ms=60_000)
_ids = itertools.count(70_000)


async def record(at: Board) -> BoardRecord:
    """The one board that the table has finished."""
    (only,) = await Asking(at.house).given("", at.table)
    return only


async def ruled(house: House, table: str, ruling: dict[str, Any]) -> None:
    """A director, who was not there before, rules."""
    await appoint(house, table, directors=("Dir",))
    assert isinstance(await rule(house.person("Dir"), table, ruling), Done)


async def play_out(at: Board) -> None:
    """The first legal card of every hand, to the end."""
    room = at.house.room(at.table)
    while not room.table.over:
        (actor,) = room.table.game.to_act(room.table.state)
        await at.goes(str(room.table.game.legal_actions(room.table.state, actor)[0].card))


@virtual
async def test_a_record_has_the_players_the_table_and_the_times() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG, name="Club night") as at:
        await passes(90_000)
        await play_out(at)
        told = await record(at)
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
async def test_a_record_has_alerts_and_the_latest_explanation_of_a_call() -> None:
    async with board(policy=LONG) as at:
        call = {"t": "call", "call": "1NT", "alert": True, "explanation": "15 to 17"}
        assert isinstance(await at.does("S", call), Done)
        late = {"t": "explain", "call": 0, "text": "12 to 14", "alert": True}
        assert isinstance(await at.does("S", late, decision=None), Done)
        assert isinstance(await at.does("W", {"t": "ask", "call": 0, "text": "weak?"}, decision=None), Done)
        await at.goes("P", "P", "P")
        await play_out(at)
        first, *others = (await record(at)).calls
        assert (first.alert, first.explanation) == (True, "12 to 14")
        assert not any(each.alert or each.explanation for each in others)


@virtual
async def test_the_player_in_the_seat_at_the_end_of_the_board_is_recorded() -> None:
    async with board("1NT", "P", policy=LONG) as at:
        house, table = at.house, at.table
        east = at.players["E"]
        assert isinstance(await east.ask(Stand(table=table, id=next(_ids))), Done)
        substitute = house.person("Eve")
        assert isinstance(await substitute.sit(table, 1), Done)
        await substitute.watch(table, "seat")
        at.players["E"] = substitute
        await at.goes("P", "P")
        await play_out(at)
        north = at.players["N"]
        assert isinstance(await north.ask(Stand(table=table, id=next(_ids))), Done)
        assert (await record(at)).players == ("North", "Eve", "South", "West")


@virtual
async def test_house_robots_play_under_their_own_names() -> None:
    async with House() as house:
        table = await house.table(policy=LONG, seats={1: "plain"})
        people = [house.person(name) for name in ("North", "South", "West")]
        for seat, person in zip((0, 2, 3), people, strict=True):
            assert isinstance(await person.sit(table, seat), Done)
            await person.watch(table, "seat")
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        await ruled(house, table, {"t": "artificial", "north_south": "average", "east_west": "average"})
        (told,) = await Asking(house).given("", table)
        assert told.players == ("North", "plain", "South", "West")


# Rulings

ARTIFICIAL = {"t": "artificial", "north_south": "plus", "east_west": "minus", "reason": "late play"}
OUTCOMES = [
    {"weight": 60, "contract": {"level": 1, "strain": "NT", "declarer": 2}, "tricks": 9},
    {"weight": 40},
]


@virtual
async def test_an_artificial_score_is_recorded_in_words_without_points() -> None:
    async with board("1NT", policy=LONG) as at:
        await ruled(at.house, at.table, ARTIFICIAL)
        told = await record(at)
        assert told.info["Ruling"] == "artificial: average plus for NS, average minus for EW (late play)"
        assert (told.scores, told.tricks, told.contract, told.passed_out) == (None, None, None, False)
        assert not validate(told).fault


@virtual
async def test_an_assigned_score_is_recorded_with_its_points_and_outcomes() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        await play_out(at)
        won = at.house.room(at.table).table.state.tricks[0]
        await ruled(at.house, at.table, {"t": "assign", "outcomes": OUTCOMES})
        told = await record(at)
        assert told.info["Ruling"] == "assigned: 60 % 1NT by South with 9 tricks, 40 % passed out"
        assert (told.scores, told.tricks) == ((90, -90), won)
        assert not validate(told).fault


@virtual
async def test_an_assigned_score_may_differ_for_the_sides() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        await ruled(at.house, at.table, {"t": "assign", "outcomes": OUTCOMES, "east_west": [{"weight": 100}]})
        told = await record(at)
        assert told.info["Ruling"] == (
            "assigned: 60 % 1NT by South with 9 tricks, 40 % passed out for NS, 100 % passed out for EW"
        )
        assert told.scores == (90, 0)


@virtual
async def test_awarded_tricks_are_the_result() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        await ruled(at.house, at.table, {"t": "tricks", "tricks": 8, "reason": "Law 70"})
        told = await record(at)
        assert (told.tricks, told.claimed, told.scores) == (8, True, (120, -120))
        assert told.info["Ruling"] == "declarer is awarded 8 tricks (Law 70)"
        assert not validate(told).fault


@pytest.mark.parametrize("boards", [3, 40])
def test_a_later_correction_is_part_of_the_exported_result(boards: int) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt()
            await pass_out(house, table, players, 3)
            await ruled(house, table, {**ARTIFICIAL, "board": 1})
            await pass_out(house, table, players, boards - 3)
            one, two, *_ = await Asking(house).given("", table)
            assert str(one.info["Ruling"]).startswith("artificial") and one.scores is None
            assert "Ruling" not in two.info and two.scores == (0, 0)
            (alone,) = await Asking(house).given("", f"{table}.1")
            assert alone == one

    run()


@virtual
async def test_without_stored_corrections_the_exported_result_is_that_of_the_table() -> None:
    async with House() as house:
        table, players = await house.dealt()
        await pass_out(house, table, players, 10)
        await ruled(house, table, {**ARTIFICIAL, "board": 9})
        await pass_out(house, table, players, 64)
        del house.store._earlier[table, 72]
        (played,) = await Asking(house).given("", f"{table}.41")
        assert "Ruling" not in played.info and played.scores == (0, 0)


@pytest.mark.parametrize(
    ("options", "name", "scores"),
    [
        ({}, None, (0, 0)),
        ({"scoring": "total"}, "TotalPoints", (0, 0)),
        ({"scoring": "rubber"}, "Rubber", None),
        ({"scoring": "chicago"}, "Chicago", None),
        ({"scoring": "chicago", "chicago": "duplicate"}, "Chicago", (0, 0)),
    ],
)
def test_the_scoring_is_recorded(
    options: dict[str, Any], name: str | None, scores: tuple[int, int] | None
) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt(LONG, options=options)
            await pass_out(house, table, players)
            (told,) = await Asking(house).given("", table)
            assert (told.info.get("Scoring"), told.scores) == (name, scores)

    run()
