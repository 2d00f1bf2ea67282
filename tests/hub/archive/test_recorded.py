"""The record of a finished board: alerts, explanations, the scoring, and the result after each ruling."""

from __future__ import annotations

from typing import Any

import pytest

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
from tests.rooms import House
from tests.virtual import virtual


@virtual
async def test_a_record_has_the_alert_and_all_explanations_of_a_call_in_their_order() -> None:
    async with board(policy=LONG) as at:
        call = {"t": "call", "call": "1NT", "alert": True, "explanation": "15 to 17"}
        assert isinstance(await at.does("S", call), Done)
        late = {"t": "explain", "call": 0, "text": "12 to 14", "alert": True}
        assert isinstance(await at.does("S", late, decision=None), Done)
        assert isinstance(await at.does("W", {"t": "ask", "call": 0, "text": "weak?"}, decision=None), Done)
        await at.goes("P", "P", "P")
        await play_out(at)
        first, *others = (await only_record(at)).calls
        assert (first.alert, first.explanation) == (True, "15 to 17; 12 to 14")
        assert not any(each.alert or each.explanation for each in others)


# Rulings

OUTCOMES = [
    {"weight": 60, "contract": {"level": 1, "strain": "NT", "declarer": 2}, "tricks": 9},
    {"weight": 40},
]


@virtual
async def test_an_artificial_score_is_recorded_in_words_without_points() -> None:
    async with board("1NT", policy=LONG) as at:
        await rule_as_director(at.house, at.table, ARTIFICIAL)
        told = await only_record(at)
        assert told.info["Ruling"] == "artificial: average plus for NS, average minus for EW (late play)"
        assert (told.scores, told.tricks, told.contract, told.passed_out) == (None, None, None, False)
        assert not validate(told).fault


@virtual
async def test_an_assigned_score_is_recorded_with_its_points_and_outcomes() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        await play_out(at)
        won = at.house.room(at.table).table.state.tricks[0]
        await rule_as_director(at.house, at.table, {"t": "assign", "outcomes": OUTCOMES})
        told = await only_record(at)
        assert told.info["Ruling"] == "assigned: 60 % 1NT by South with 9 tricks, 40 % passed out"
        assert (told.scores, told.tricks) == ((90, -90), won)
        assert not validate(told).fault


@virtual
async def test_an_assigned_score_may_differ_for_the_sides() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        await rule_as_director(
            at.house, at.table, {"t": "assign", "outcomes": OUTCOMES, "east_west": [{"weight": 100}]}
        )
        told = await only_record(at)
        assert told.info["Ruling"] == (
            "assigned: 60 % 1NT by South with 9 tricks, 40 % passed out for NS, 100 % passed out for EW"
        )
        assert told.scores == (90, 0)


@virtual
async def test_awarded_tricks_are_the_result() -> None:
    async with board("1NT", "P", "P", "P", policy=LONG) as at:
        await rule_as_director(at.house, at.table, {"t": "tricks", "tricks": 8, "reason": "Law 70"})
        told = await only_record(at)
        assert (told.tricks, told.claimed, told.scores) == (8, True, (120, -120))
        assert told.info["Ruling"] == "declarer is awarded 8 tricks (Law 70)"
        assert not validate(told).fault


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
            (told,) = await Asking(house).records("", table)
            assert (told.info.get("Scoring"), told.scores) == (name, scores)

    run()
