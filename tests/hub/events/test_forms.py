"""The forms of events, each played to its end by players that do the first thing that is legal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.events.conditions import Conditions
from server.events.standings import ranking_of
from tests.clubs import QUICK, Club
from tests.rooms import House
from tests.virtual import until, virtual

FORMS: dict[str, tuple[str, int, Conditions]] = {
    "howell": ("bridge", 4, replace(QUICK, movement="howell", boards=1)),
    "one winner": ("bridge", 6, replace(QUICK, winners=1, boards=1)),
    "swiss": ("bridge", 5, replace(QUICK, movement="swiss", scoring="imp", vp="wbf", boards=1)),
    "teams": ("bridge", 3, replace(QUICK, form="teams", movement="round_robin", scoring="match", boards=1)),
    "swiss teams": (
        "bridge",
        4,
        replace(QUICK, form="teams", movement="swiss", scoring="match", vp="wbf", boards=1, rounds=2),
    ),
    "knock-out": ("spades", 4, replace(QUICK, movement="knock_out", rounds=2, boards=1)),
    "race": (
        "hanabi",
        3,
        replace(QUICK, form="teams", movement="race", rounds=2, boards=1, options={"players": 2}),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_an_event_of_each_form_is_played_to_its_end(form: str) -> None:
    play(form)


@virtual
async def play(form: str) -> None:
    game, count, conditions = FORMS[form]
    async with House() as house:
        club = await Club.opened(house, count, conditions, game)
        await club.starts()
        for number in range(conditions.rounds):
            await until(lambda number=number: club.event.next_round == number + 1)
            await club.play_round()
        await until(lambda: club.event.stage == "correction")
        ranking = ranking_of(club.event, everything=True)
        assert len(ranking.rows) == count and not ranking.provisional, ranking


@virtual
async def test_a_table_whose_game_ends_before_its_last_hand_is_done() -> None:
    conditions = replace(QUICK, movement="knock_out", rounds=2, boards=3, options={"rounds": 1})
    async with House() as house:
        club = await Club.opened(house, 4, conditions, "spades")
        await club.starts()
        for number in range(conditions.rounds):
            await until(lambda number=number: club.event.next_round == number + 1)
            await club.play_round(boards=1)
        await until(lambda: club.event.stage == "correction")
        ranking = ranking_of(club.event, everything=True)
        # The hands that were never dealt do not count.
        assert [(row.place, row.deals) for row in ranking.rows][:2] == [("1", 2), ("2", 2)]
        assert all(table.ended for _, _, table in club.event.tables())
