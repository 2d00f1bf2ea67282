"""Entrants that leave, substitutes, many entries at once, and awards for rounds that an entrant missed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.events import entries
from server.events.commands import (
    MOST_ENTRIES,
    CallDirector,
    CheckIn,
    Claim,
    Command,
    Enrol,
    Enrolment,
    Enter,
    Finish,
    Join,
    Leave,
    MakeDraw,
    Named,
    Publish,
    Remove,
    Start,
    Substitute,
)
from server.events.conditions import Conditions
from server.events.drawing import make
from server.events.entries import Substituted
from server.events.event import fold
from server.events.people import Person
from server.events.schedule import wants_draw
from server.events.shown import about
from server.events.standings import losers_of, ranking_of
from tests.events.tuesday import PLAIN, Tuesday, named

SWISS = replace(PLAIN, movement="swiss", rounds=3)


def meetings(tuesday: Tuesday) -> list[set[str | None]]:
    """Return the meetings of the newest draw."""
    assert tuesday.event.round is not None
    return [set(each.sides) for each in tuesday.event.round.draw.meetings]


def seated(tuesday: Tuesday) -> set[str]:
    """Return the names of all that have a seat in the round that is played."""
    assert tuesday.event.playing is not None
    tables = tuesday.event.playing.tables.values()
    return {each.name for table in tables for each in table.seating.chairs.values()}


def in_break(conditions: Conditions = SWISS) -> Tuesday:
    """Return an event of six pairs which has drawn its second round by itself."""
    tuesday = Tuesday.started(6, conditions)
    tuesday.plays_round()
    draws_itself(tuesday)
    return tuesday


def draws_itself(tuesday: Tuesday) -> None:
    """Make and publish the draw of the next round, as the hub of an event does."""
    assert wants_draw(tuesday.event)
    made = make(tuesday.event)
    drawn = entries.Drawn(draw=made.draw, numbers=made.asked.numbers, at_ms=tuesday.now_ms)
    tuesday.takes((drawn, entries.Published(starts_ms=tuesday.now_ms + 60_000, at_ms=tuesday.now_ms)))


# Leaving between a draw and the start of its round


def test_the_opponents_of_a_pair_that_leaves_after_the_draw_sit_out() -> None:
    tuesday = Tuesday.opened(6)
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("Dora", Publish(in_s=60))
    (against,) = [each - {"3"} for each in meetings(tuesday) if "3" in each]
    tuesday.asks("3N", Leave())
    tuesday.passes(60)
    assert {*against, None} in meetings(tuesday) and not any("3" in each for each in meetings(tuesday))
    assert len(tuesday.event.rounds[0].tables) == 2 and not seated(tuesday) & {"3N", "3S", ""}
    shown = about(tuesday.event, "p-1N", lambda round, table: "", 0)
    assert shown.rounds[0].sits_out == tuple(against)


def test_an_opponent_of_a_pair_that_left_has_the_award_of_a_bye() -> None:
    tuesday = Tuesday.opened(6, SWISS)
    tuesday.asks("Dora", MakeDraw())
    ((against,),) = [each - {"3"} for each in meetings(tuesday) if "3" in each]
    tuesday.asks("Dora", Remove(entrant="3"))
    tuesday.asks("Dora", Start())
    tuesday.plays_round()
    (row,) = [row for row in ranking_of(tuesday.event, everything=True).rows if row.entry == against]
    assert row.percent == 6_000


def test_in_a_knock_out_the_opponent_of_a_pair_that_left_goes_on() -> None:
    tuesday = Tuesday.opened(4, replace(PLAIN, movement="knock_out", rounds=2))
    tuesday.asks("Dora", MakeDraw())
    ((against,),) = [each - {"3"} for each in meetings(tuesday) if "3" in each]
    tuesday.asks("3N", Leave())
    tuesday.asks("3S", Leave())
    tuesday.asks("Dora", Start())
    tuesday.plays_round()
    assert "3" in losers_of(tuesday.event) and against not in losers_of(tuesday.event)
    tuesday.starts()
    assert [each for each in meetings(tuesday) if against in each and None not in each]


def test_a_robot_plays_for_a_player_that_leaves_after_the_draw_and_a_robot_pair_for_a_pair() -> None:
    tuesday = Tuesday.opened(6, replace(PLAIN, robot="plain"))
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("3N", Leave())
    tuesday.asks("Dora", Remove(entrant="5"))
    tuesday.asks("Dora", Start())
    assert len(tuesday.event.rounds[0].tables) == 3
    assert "3S" in seated(tuesday) and not seated(tuesday) & {"3N", "5N", "5S"}
    tables = tuesday.event.rounds[0].tables.values()
    robots = [each for table in tables for each in table.seating.chairs.values() if each.robot == "plain"]
    assert len(robots) == 3


def test_a_partner_that_joins_after_the_draw_takes_the_empty_seat() -> None:
    tuesday = Tuesday.opened(6)
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("3N", Leave())
    tuesday.asks("Ann", Join("3"))
    tuesday.asks("Dora", Start())
    assert {"Ann", "3S"} <= seated(tuesday) and len(tuesday.event.rounds[0].tables) == 3


def test_a_draw_of_which_nothing_is_left_does_not_start() -> None:
    tuesday = Tuesday.opened(6)
    tuesday.asks("Dora", MakeDraw())
    for entrant in tuesday.event.entrants:
        tuesday.asks("Dora", Remove(entrant=entrant))
    assert "make another draw" in tuesday.refusal("Dora", Start())


def test_the_director_reads_of_a_pair_that_left_before_the_round_begins() -> None:
    tuesday = Tuesday.opened(6)
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("3N", Leave())
    shown = about(tuesday.event, "p-Dora", lambda round, table: "", 0).rounds[0]
    assert [(each.code, each.entries) for each in shown.remarks] == [("absent", ("3",))]
    assert len(shown.tables) == 2


def test_the_event_draws_again_after_a_pair_has_left_in_a_break() -> None:
    tuesday = in_break()
    tuesday.asks("3N", Leave())
    assert wants_draw(tuesday.event)
    draws_itself(tuesday)
    assert not any("3" in each for each in meetings(tuesday)) and len(tuesday.event.rounds[1].draw.byes) == 1
    tuesday.passes(60)
    assert tuesday.event.playing is not None and not seated(tuesday) & {"3N", "3S", ""}


def test_a_draw_of_the_director_stays_after_a_pair_has_left() -> None:
    tuesday = in_break()
    tuesday.asks("Dora", MakeDraw())
    before = meetings(tuesday)
    tuesday.asks("Dora", Remove(entrant="3"))
    assert meetings(tuesday) == before
    tuesday.asks("Dora", Start())
    assert not any("3" in each for each in meetings(tuesday))


def test_a_draw_stays_after_a_pair_has_left_that_is_not_in_it() -> None:
    tuesday = in_break(replace(SWISS, late_until=2))
    tuesday.asks("Ann", Enter())
    before = meetings(tuesday)
    tuesday.asks("Ann", Leave())
    assert meetings(tuesday) == before


# After the last round


@pytest.mark.parametrize("stage", ["correction", "final"])
def test_after_the_last_round_players_only_call_a_director(stage: str) -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1, late_until=1))
    tuesday.asks("Ann", Enter())
    tuesday.plays_round()
    if stage == "final":
        tuesday.asks("Dora", Finish())
    assert tuesday.event.stage == stage
    before = ranking_of(tuesday.event, everything=True)
    refused: tuple[tuple[str, Command], ...] = (
        ("5N", Leave()),
        ("Bob", Enter()),
        ("Bob", Join("7")),
        ("Bob", Claim(code="ABCDE12345")),
        ("Ann", CheckIn()),
    )
    for name, command in refused:
        assert "is over" in tuesday.refusal(name, command)
    tuesday.asks("5N", CallDirector(text="a wrong score"))
    assert ranking_of(tuesday.event, everything=True) == before


def test_an_invitation_is_declined_also_after_the_last_round() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1, late_until=1))
    tuesday.asks("Ann", Enter(partners=(named("Bob"),)))
    tuesday.plays_round()
    tuesday.asks("Bob", Leave())
    assert tuesday.event.entrant_of("p-Bob") is None


def test_in_the_correction_period_a_director_takes_an_entrant_out() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1))
    tuesday.plays_round()
    tuesday.asks("Dora", Remove(entrant="5", why="removed"))
    assert tuesday.event.entrants["5"].gone == "removed"


# Substitutes


def test_a_robot_that_substitutes_is_replaced_by_its_place_and_its_partner_stays() -> None:
    tuesday = Tuesday.started(6)
    for out in ("p-1N", "p-1S"):
        tuesday.asks("Dora", Substitute(entrant="1", out=out, robot="plain"))
    tuesday.asks("Dora", Substitute(entrant="1", out=2, player=named("1S")))
    players = tuesday.event.entrants["1"].players
    assert [each.name for each in players] == ["plain", "1S"]
    assert tuesday.event.playing is not None
    (table,) = [each for each in tuesday.event.playing.tables.values() if "1" in each.seating.sides]
    chairs = table.seating.chairs
    assert [chairs[seat].name for seat in sorted(chairs) if chairs[seat] in players] == ["plain", "1S"]
    assert [each.name for each in tuesday.event.entrants["1"].former] == ["1N", "1S", "plain"]


def test_a_robot_of_a_team_is_replaced_in_the_room_in_which_it_sits() -> None:
    teams = Conditions(form="teams", movement="swiss", scoring="match", check_in=False, rounds=1, boards=2)
    tuesday = Tuesday.opened(0, teams)
    for number in (1, 2):
        players = tuple(named(f"{number}{at}") for at in "ab")
        tuesday.asks("Dora", Enrol(players=players, robots=("plain", "plain")))
    tuesday.starts()
    assert tuesday.event.playing is not None
    before = {number: dict(each.seating.chairs) for number, each in tuesday.event.playing.tables.items()}
    tuesday.asks("Dora", Substitute(entrant="2", out=4, player=named("Sub")))
    changed = [
        (number, seat)
        for number, table in tuesday.event.playing.tables.items()
        for seat, each in table.seating.chairs.items()
        if each != before[number][seat]
    ]
    assert len(changed) == 1
    ((number, seat),) = changed
    partner = (seat + 2) % 4
    again = tuesday.event.playing.tables[number].seating.chairs
    assert again[seat].name == "Sub" and again[partner].robot == "plain"


@pytest.mark.parametrize("out", ["", "p-2N", 0, 3])
def test_a_player_that_the_entrant_does_not_have_is_not_replaced(out: str | int) -> None:
    request = Substitute(entrant="1", out=out, player=named("Sub"))
    assert "has no player" in Tuesday.started(6).refusal("Dora", request)


def test_a_substitute_for_an_invited_player_completes_the_pair() -> None:
    tuesday = Tuesday.opened()
    tuesday.asks("Ann", Enter(partners=(named("Bob"),)))
    tuesday.asks("Dora", Substitute(entrant="1", out="p-Bob", player=named("Cid")))
    assert tuesday.event.entrants["1"].complete


def test_a_log_of_before_with_a_substitute_for_an_invited_player_folds_as_before() -> None:
    tuesday = Tuesday.opened()
    tuesday.asks("Ann", Enter(partners=(named("Bob"),)))
    old = Substituted(at_ms=0, by="p-Dora", entrant="1", out="p-Bob", player=Person("p-Cid", "Cid"))
    event = fold(tuesday.event, old)
    assert event.entrants["1"].invited == {"p-Bob"} and event.entrants["1"].has("p-Cid")


def test_a_player_that_still_sits_at_another_table_is_no_substitute() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("3N", Leave())
    request = Substitute(entrant="1", out="p-1S", player=named("3S"))
    assert "has a seat in this round" in tuesday.refusal("Dora", request)
    tuesday.plays_round()
    tuesday.asks("Dora", request)


# Many entries at once


def enrolment(*names: str, robots: tuple[str, ...] = ()) -> Enrolment:
    """Return an entry of players with names alone."""
    return Enrolment(players=tuple(Named(name=each) for each in names), robots=robots)


MANY = Enrol(
    entries=(
        Enrolment(players=(named("1N"), named("1S")), name="Blue"),
        enrolment("Ann", robots=("plain",)),
        Enrolment(robots=("plain", "plain")),
        Enrolment(robots=("plain", "plain")),
    )
)


def test_many_entries_enter_at_once() -> None:
    tuesday = Tuesday.opened()
    tuesday.codes = ("ABCDE12345",)
    tuesday.asks("Dora", MANY)
    titles = [each.title for each in tuesday.event.entrants.values()]
    assert titles == ["Blue", "Ann – plain", "plain – plain", "plain – plain"]
    assert tuesday.event.entrants["2"].players[0].code == "ABCDE12345"
    assert tuesday.event.entrants["1"].is_present()


def test_the_same_entries_again_change_nothing_also_after_a_place_was_claimed() -> None:
    tuesday = Tuesday.opened()
    tuesday.codes = ("ABCDE12345", "ABCDE12346")
    tuesday.asks("Dora", MANY)
    assert tuesday.asks("Dora", MANY) == ()
    tuesday.asks("Guest", Claim(code="ABCDE12345"))
    more = replace(MANY, entries=(*MANY.entries, enrolment("Eve", robots=("plain",))))
    tuesday.asks("Dora", more)
    assert [each.title for each in tuesday.event.entrants.values()][4:] == ["Eve – plain"]


def test_an_entrant_that_has_left_enters_again() -> None:
    tuesday = Tuesday.opened(1)
    tuesday.asks("Dora", Remove(entrant="1"))
    tuesday.asks("Dora", Enrol(entries=(Enrolment(players=(named("1N"), named("1S"))),)))
    assert not tuesday.event.entrants["2"].gone


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (Enrolment(players=(named("1N"), named("Ann"))), "entry 2 (1N, Ann): 1N has entered already"),
        (Enrolment(players=(named("9N"), named("Ann"))), "entry 2 (9N, Ann): 9N has entered already"),
        (Enrolment(players=(named("Ann"),)), "entry 2 (Ann): expected 2 players, got 1"),
        (
            Enrolment(players=(named("Ann"),), robots=("unknown",)),
            "entry 2 (Ann, unknown): expected the name of a house",
        ),
    ],
)
def test_if_one_entry_cannot_enter_none_does(wrong: Enrolment, reason: str) -> None:
    tuesday = Tuesday.opened(1)
    first = Enrolment(players=(named("9N"), named("9S")))
    assert reason in tuesday.refusal("Dora", Enrol(entries=(first, wrong)))
    assert len(tuesday.event.entrants) == 1


def test_one_entry_and_several_are_not_asked_for_together() -> None:
    request = Enrol(players=(named("Ann"), named("Bob")), entries=MANY.entries)
    assert "either one entry or several" in Tuesday.opened().refusal("Dora", request)


def test_a_player_that_enters_and_leaves_again_and_again_is_stopped_and_fills_no_place() -> None:
    tuesday = Tuesday.opened()
    for _ in range(MOST_ENTRIES):
        tuesday.asks("Ann", Enter())
        tuesday.asks("Ann", Leave())
    assert tuesday.refusal("Ann", Enter()).startswith("rate_limited")
    tuesday.asks("Bob", Enter())


def test_nobody_joins_an_entrant_once_late_entries_are_over() -> None:
    tuesday = Tuesday.opened(6)
    tuesday.asks("Ann", Enter())
    tuesday.starts()
    assert "accepts no more entries" in tuesday.refusal("Bob", Join("7"))


# Awards for missed rounds


def late(conditions: Conditions) -> Tuesday:
    """Return an event of seven pairs, of which the seventh plays from the third round on."""
    tuesday = Tuesday.started(6, replace(conditions, late_until=3))
    tuesday.plays_round()
    tuesday.starts()
    tuesday.asks("Dora", Enrol(players=(named("7N"), named("7S"))))
    tuesday.plays_round()
    return tuesday


@pytest.mark.parametrize(
    ("award", "percent"), [(None, None), (0, 0), (5_000, 5_000)], ids=["no award", "nothing", "half"]
)
def test_a_late_pair_has_the_award_of_the_conditions_for_each_round_that_it_missed(
    award: int | None, percent: int | None
) -> None:
    tuesday = late(replace(SWISS, late_award=award))
    (row,) = [row for row in ranking_of(tuesday.event, everything=True).rows if row.entry == "7"]
    assert row.percent == percent


def test_the_award_for_missed_rounds_is_in_victory_points_where_these_count() -> None:
    tuesday = late(replace(SWISS, late_award=800, scoring="imp", vp="wbf"))
    (row,) = [row for row in ranking_of(tuesday.event, everything=True).rows if row.entry == "7"]
    assert row.total == 2 * 800
    tuesday.starts()
    tuesday.plays_round()
    (row,) = [row for row in ranking_of(tuesday.event, everything=True).rows if row.entry == "7"]
    assert row.total > 2 * 800, "the rounds that it plays add to it"
