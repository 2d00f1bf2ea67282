"""Entrants of which nobody comes to the table: they lose the meeting, and may come back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.errors import Refusal
from server.events import news
from server.events.commands import (
    Adjust,
    BringBack,
    Change,
    CheckIn,
    Enter,
    Finish,
    Hold,
    Join,
    Leave,
    MakeDraw,
    Offer,
    Remove,
    TakeSubstitute,
)
from server.events.conditions import Conditions
from server.events.drawing import make
from server.events.event import restore
from server.events.movements.draws import Meeting
from server.events.ranking import Row
from server.events.schedule import no_shows
from server.events.shown import about
from server.events.standings import absent_from, losers_of, ranking_of
from server.games.registry import GAMES
from tests.events.tuesday import PLAIN, Tuesday, named

SOON = replace(PLAIN, no_show_s=600, break_s=0)
SWISS = replace(SOON, movement="swiss")
KNOCK_OUT = replace(SOON, movement="knock_out", rounds=2)
IN_VP = replace(SWISS, form="teams", scoring="match", vp="wbf")


def meeting_of(tuesday: Tuesday, entrant: str) -> Meeting:
    """Return the meeting of an entrant in the newest draw."""
    assert tuesday.event.round is not None
    return next(each for each in tuesday.event.round.draw.meetings if entrant in each.sides)


def opponent_of(tuesday: Tuesday, entrant: str) -> str:
    return next(each for each in meeting_of(tuesday, entrant).entries if each != entrant)


def plays_on(tuesday: Tuesday) -> None:
    """Let the tables of absent entrants end, and the others play the round to its end."""
    assert tuesday.event.playing is not None
    for number, table in tuesday.event.playing.tables.items():
        played = {} if table.absent else dict.fromkeys(range(2), 100 * number)
        tuesday.reports(number, played, ended=True)  # type: ignore[arg-type]
    tuesday.passes(0)


def rows(tuesday: Tuesday) -> dict[str, Row]:
    return {row.entry: row for row in ranking_of(tuesday.event, everything=True).rows}


def drawn(tuesday: Tuesday) -> set[str]:
    assert tuesday.event.round is not None
    return {id for meeting in tuesday.event.round.draw.meetings for id in meeting.entries}


# When an entrant is absent


def test_an_entrant_of_which_a_player_has_come_is_no_no_show() -> None:
    tuesday = Tuesday.started(6, SOON)
    assert tuesday.event.playing is not None
    absent = {number: frozenset({"p-1N", "p-2N", "p-3N"}) for number in tuesday.event.playing.tables}
    assert no_shows(tuesday.event, absent, 0) == ()


def test_without_the_condition_nobody_is_a_no_show() -> None:
    assert Tuesday.started(6, PLAIN).misses("1") == ()


def test_while_the_clock_stands_nobody_is_a_no_show() -> None:
    tuesday = Tuesday.started(6, SOON)
    tuesday.asks("Dora", Hold())
    assert tuesday.misses("1") == ()


def test_a_no_show_is_entered_once() -> None:
    tuesday = Tuesday.started(6, SOON)
    assert tuesday.misses("1") and tuesday.misses("1") == ()
    assert restore(tuesday.event.id, GAMES["bridge"], tuesday.log) == tuesday.event


def test_a_table_that_has_dealt_is_left_alone() -> None:
    tuesday = Tuesday.started(6, SOON)
    assert no_shows(tuesday.event, {}, 0) == ()
    tuesday.reports(1, {0: 100})
    assert tuesday.misses(*tuesday.event.entrants)
    assert tuesday.event.playing is not None and not tuesday.event.playing.tables[1].absent


def test_a_team_with_a_pair_at_one_of_its_tables_is_no_no_show() -> None:
    tuesday = Tuesday.started(2, IN_VP)
    assert tuesday.event.playing is not None
    pair = frozenset({"p-1N", "p-1S"})
    assert no_shows(tuesday.event, dict.fromkeys(tuesday.event.playing.tables, pair), 0) == ()
    assert tuesday.misses("1")
    assert all(each.absent == ("1",) for each in tuesday.event.rounds[0].tables.values())


def test_with_a_robot_only_a_meeting_to_which_nobody_comes_is_lost() -> None:
    tuesday = Tuesday.started(6, replace(SOON, robot="plain"))
    assert tuesday.misses("1") == ()
    assert tuesday.misses("1", opponent_of(tuesday, "1"))
    assert {each.gone for each in tuesday.event.entrants.values()} == {"", "absent"}


def test_an_entrant_that_has_withdrawn_leaves_no_opponent_waiting() -> None:
    tuesday = Tuesday.started(6, SOON)
    tuesday.asks("1N", Leave())
    tuesday.misses("1")
    assert tuesday.event.entrants["1"].gone == "withdrawn" and not tuesday.event.entrants["1"].no_show
    assert absent_from(tuesday.event.rounds[0], meeting_of(tuesday, "1").table) == {"1"}


# What it loses


def test_the_opponents_have_the_award_of_a_bye_and_the_absent_pair_has_nothing() -> None:
    tuesday = Tuesday.started(6, SWISS)
    against = opponent_of(tuesday, "1")
    tuesday.misses("1")
    plays_on(tuesday)
    found = rows(tuesday)
    assert found[against].percent == 6_000 and found["1"].percent == 0
    assert found["1"].out and found["1"].place == "" and list(found)[-1] == "1"


def test_in_victory_points_the_opponents_have_those_of_a_bye() -> None:
    tuesday = Tuesday.started(4, IN_VP)
    against = opponent_of(tuesday, "1")
    tuesday.misses("1")
    plays_on(tuesday)
    assert (rows(tuesday)[against].total, rows(tuesday)["1"].total) == (1_200, 0)


def test_the_conditions_name_another_award() -> None:
    tuesday = Tuesday.started(6, replace(SOON, bye=5_500))
    against = opponent_of(tuesday, "1")
    tuesday.misses("1")
    plays_on(tuesday)
    assert rows(tuesday)[against].percent == 5_500


def test_if_both_sides_are_absent_both_lose() -> None:
    tuesday = Tuesday.started(6, SWISS)
    against = opponent_of(tuesday, "1")
    tuesday.misses("1", against)
    plays_on(tuesday)
    assert {rows(tuesday)[id].percent for id in ("1", against)} == {0}
    assert tuesday.event.rounds[0].stage == "scored"


def test_a_result_that_a_director_gives_replaces_the_lost_meeting() -> None:
    tuesday = Tuesday.started(6, SWISS)
    against = opponent_of(tuesday, "1")
    tuesday.misses("1")
    table = meeting_of(tuesday, "1").table
    tuesday.asks("Dora", Adjust(round=1, table=table, board=1, awards=("average", "average")))
    plays_on(tuesday)
    assert absent_from(tuesday.event.rounds[0], table) == frozenset()
    assert (rows(tuesday)[against].percent, rows(tuesday)["1"].percent) == (5_000, 5_000)


def test_a_team_that_does_not_come_to_its_table_of_a_race_has_nothing() -> None:
    race = replace(SOON, form="teams", movement="race", rounds=1, options={"players": 2})
    tuesday = Tuesday.started(3, race, "hanabi")
    tuesday.misses("2")
    assert [each.absent for each in tuesday.event.rounds[0].tables.values()].count(("2",)) == 1
    assert rows(tuesday)["2"].out and not rows(tuesday)["1"].out


# The next rounds


def test_an_absent_pair_is_not_drawn_again_until_it_checks_in() -> None:
    tuesday = Tuesday.started(6, SWISS)
    tuesday.misses("1")
    plays_on(tuesday)
    tuesday.asks("Dora", MakeDraw())
    assert "1" not in drawn(tuesday)
    tuesday.asks("1S", CheckIn())
    tuesday.asks("Dora", MakeDraw())
    assert "1" in drawn(tuesday) and not rows(tuesday)["1"].out


def test_with_check_in_both_players_of_an_absent_pair_check_in_again() -> None:
    tuesday = Tuesday.started(6, replace(SWISS, check_in=True))
    tuesday.misses("1")
    tuesday.asks("1S", CheckIn())
    assert [each.id for each in tuesday.event.ready()] == ["2", "3", "4", "5", "6"]
    tuesday.asks("1N", CheckIn())
    assert len(tuesday.event.ready()) == 6


def test_a_director_brings_an_absent_pair_back() -> None:
    tuesday = Tuesday.started(6, replace(SWISS, check_in=True))
    tuesday.misses("1")
    tuesday.asks("Dora", BringBack(entrant="1"))
    assert len(tuesday.event.ready()) == 6
    tuesday.asks("Dora", Remove(entrant="2", why="absent"))
    tuesday.asks("Dora", BringBack(entrant="2"))
    assert len(tuesday.event.ready()) == 6
    tuesday.asks("Dora", Remove(entrant="2"))
    for entrant in ("2", "3", "99"):
        assert "was absent" in tuesday.refusal("Dora", BringBack(entrant=entrant))


def test_a_pair_that_comes_back_has_nothing_for_the_rounds_in_which_it_was_absent() -> None:
    tuesday = Tuesday.started(6, SWISS)
    tuesday.misses("1")
    plays_on(tuesday)
    tuesday.starts()
    plays_on(tuesday)
    tuesday.asks("1N", CheckIn())
    tuesday.starts()
    for number in tuesday.event.rounds[2].tables:
        tuesday.reports(number, {0: 100, 1: 100}, ended=True)
    tuesday.passes(0)
    found = rows(tuesday)["1"]
    assert not found.out and found.percent == round(5_000 / 3)


def test_a_pair_that_has_entered_anew_does_not_come_back_as_well() -> None:
    tuesday = Tuesday.started(6, replace(SWISS, late_until=3))
    tuesday.misses("1", "2")
    tuesday.asks("1N", Enter(partners=(named("Ann"),)))
    assert "1N plays for entrant 7 now" in tuesday.refusal("1S", CheckIn())
    assert "1N plays for entrant 7 now" in tuesday.refusal("Dora", BringBack(entrant="1"))
    tuesday.asks("2S", Leave())
    assert tuesday.event.entrants["2"].gone == "withdrawn"
    assert "not entered" in tuesday.refusal("2N", CheckIn())


def test_a_player_that_comes_too_late_takes_no_substitute() -> None:
    tuesday = Tuesday.started(6, SWISS)
    tuesday.asks("Ann", Offer())
    tuesday.misses("1")
    tuesday.away = frozenset({"p-1S"})
    assert "check in" in tuesday.refusal("1N", TakeSubstitute(player="p-Ann", out="p-1S"))


MOVING = replace(SOON, moving=True)


@pytest.mark.parametrize("conditions", [SOON, MOVING, replace(SOON, movement="howell", moving=True)])
def test_an_absent_pair_keeps_its_place_in_the_movement(conditions: Conditions) -> None:
    tuesday, whole = Tuesday.started(6, conditions), Tuesday.started(6, conditions)
    for each in (tuesday, whole):
        if each is tuesday:
            each.misses("3", "4")
            plays_on(each)
        else:
            each.plays_round()
        each.asks("Dora", MakeDraw())
    assert drawn(tuesday) == {"1", "2", "5", "6"}
    tuesday.asks("4N", CheckIn())
    tuesday.asks("3N", CheckIn())
    tuesday.asks("Dora", MakeDraw())
    assert tuesday.event.round is not None and whole.event.round is not None
    assert tuesday.event.round.draw == whole.event.round.draw


def test_a_late_pair_does_not_take_the_place_of_an_absent_one_that_boards_come_to() -> None:
    tuesday = Tuesday.started(6, replace(MOVING, late_until=3))
    tuesday.misses("3")
    ann = Enter(partners=(named("Bob"),))
    assert "every place of the movement is taken" in tuesday.refusal("Ann", ann)
    tuesday.asks("Dora", Remove(entrant="5", why="absent"))
    tuesday.asks("Ann", ann)
    tuesday.asks("Bob", Join("7"))
    plays_on(tuesday)
    tuesday.asks("Dora", MakeDraw())
    assert "7" in drawn(tuesday) and "has no place now" in tuesday.refusal("Dora", BringBack(entrant="5"))


def test_where_boards_move_a_pair_does_not_come_back_after_a_player_has_directed_the_event() -> None:
    tuesday = Tuesday.started(6, MOVING)
    tuesday.misses("3")
    for directors in ((named("Dora"), named("3N")), (named("Dora"),)):
        tuesday.asks("Dora", Change(directors=directors))
    for name, command in (("3S", CheckIn()), ("Dora", BringBack(entrant="3"))):
        assert "3N may know boards" in tuesday.refusal(name, command)


def test_no_round_is_drawn_of_which_too_few_have_come() -> None:
    tuesday = Tuesday.started(4, replace(SOON, rounds=2))
    tuesday.misses("1", "2", "3")
    plays_on(tuesday)
    with pytest.raises(Refusal, match="at least 2 entrants that have come, got 1"):
        make(tuesday.event)


# Knock-outs


def test_in_a_knock_out_the_opponents_go_on_by_a_walk_over_and_the_absent_entrant_stays_out() -> None:
    tuesday = Tuesday.started(4, KNOCK_OUT)
    against = opponent_of(tuesday, "1")
    tuesday.misses("1")
    assert "out of the knock-out" in tuesday.refusal("1N", CheckIn())
    assert "out of the knock-out" in tuesday.refusal("Dora", BringBack(entrant="1"))
    plays_on(tuesday)
    assert "1" in losers_of(tuesday.event) and against not in losers_of(tuesday.event)
    tuesday.starts()
    assert against in drawn(tuesday) and len(drawn(tuesday)) == 2


def test_in_a_knock_out_both_absent_sides_are_out_and_the_winner_of_the_other_match_goes_on() -> None:
    tuesday = Tuesday.started(8, replace(KNOCK_OUT, rounds=3))
    against = opponent_of(tuesday, "1")
    tuesday.misses("1", against)
    plays_on(tuesday)
    tuesday.starts()
    (walks_over,) = tuesday.event.rounds[1].draw.byes
    assert not drawn(tuesday) & {"1", against} and len(drawn(tuesday)) == 3
    plays_on(tuesday)
    tuesday.starts()
    assert walks_over in drawn(tuesday) and len(drawn(tuesday)) == 2


def test_a_knock_out_of_which_one_entrant_is_left_after_absences_is_over() -> None:
    tuesday = Tuesday.started(4, KNOCK_OUT)
    tuesday.misses("1", opponent_of(tuesday, "1"))
    plays_on(tuesday)
    assert tuesday.event.stage == "correction"


# What people see and hear


@pytest.mark.parametrize("conditions", [SOON, SWISS, replace(KNOCK_OUT, rounds=3)])
def test_the_opponents_sit_out_and_the_absent_players_wait(conditions: Conditions) -> None:
    tuesday = Tuesday.started(6, conditions)
    against = opponent_of(tuesday, "6")
    tuesday.misses("6")
    told = news.news_of(tuesday.event, lambda round, table: f"{round}-{table}")
    assert {told[f"p-{id}N"].stage for id in ("6", against)} == {"sits_out"}
    shown = about(tuesday.event, "p-6N", lambda round, table: "t", 0)
    assert (shown.mine.entrant, shown.mine.table) == ("6", None)
    (entrant,) = [each for each in shown.entrants if each.id == "6"]
    assert (entrant.gone, entrant.no_show) == ("absent", True)
    assert [each.absent for each in shown.rounds[0].tables].count(("6",)) == 1


def test_after_the_last_round_an_absent_pair_hears_that_the_event_is_over() -> None:
    tuesday = Tuesday.started(4, SWISS)
    tuesday.misses("1")
    plays_on(tuesday)
    tuesday.asks("Dora", Finish())
    told = news.news_of(tuesday.event, lambda round, table: f"{round}-{table}")
    assert told["p-1N"].stage == "over"
    assert "is over" in tuesday.refusal("1N", CheckIn())
