"""What people see of an event, and what they do not see before its time."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from server.events.calls import TableCall, called
from server.events.commands import (
    Announce,
    CallDirector,
    Carry,
    Enter,
    Finish,
    Join,
    MakeDraw,
    Named,
    Publish,
    Start,
    Substitute,
    Swap,
)
from server.events.news import news_of
from server.events.shown import about, ranking, results, row_of
from tests.events.tuesday import PLAIN, Tuesday, named

OTHERS = ("", "p-1N", "p-6S", "p-Stranger")
"""A watcher, players, and a second guest: they see no result of a board that a table has yet to play."""


def table_id(round: int, table: int) -> str:
    return f"r{round}t{table}"


def everything(tuesday: Tuesday, player: str) -> bytes:
    """Return all that a person can read of an event, as it is sent."""
    event = tuesday.event
    read = (
        about(event, player, table_id, tuesday.now_ms),
        ranking(event, player),
        results(event, player),
        news_of(event, table_id).get(player),
    )
    return msgspec.json.encode(read)


@pytest.mark.parametrize("player", OTHERS)
def test_a_draw_is_secret_until_it_is_published(player: str) -> None:
    tuesday = Tuesday.opened(6)
    before = everything(tuesday, player)
    tuesday.asks("Dora", MakeDraw())
    after = everything(tuesday, player)
    assert after == before
    assert everything(tuesday, "p-Dora") != before
    tuesday.asks("Dora", Publish())
    assert about(tuesday.event, player, table_id, 0).rounds[0].stage == "published"


@pytest.mark.parametrize("player", [*OTHERS, "p-Dora"])
def test_the_seed_of_an_event_of_before_is_shown_to_no_person(player: str) -> None:
    options = {"players": 2, "seed": "zqseed", "speedrun": True}
    race = replace(PLAIN, form="teams", movement="race", options=options)
    tuesday = Tuesday.started(3, race, "hanabi")
    assert b"zqseed" not in everything(tuesday, player)
    shown = about(tuesday.event, player, table_id, 0).conditions
    assert shown.options == {"players": 2, "speedrun": True}


def world(score: int) -> Tuesday:
    """Return an event in which two of three tables have played a board, with this score."""
    tuesday = Tuesday.started(6)
    tuesday.reports(1, {0: score})
    tuesday.reports(2, {0: -score})
    return tuesday


@pytest.mark.parametrize("player", OTHERS)
def test_no_byte_depends_on_a_board_that_a_table_has_yet_to_play(player: str) -> None:
    assert everything(world(420), player) == everything(world(-800), player)
    assert everything(world(420), "p-Dora") != everything(world(-800), "p-Dora")


@pytest.mark.parametrize("player", OTHERS)
def test_the_results_of_a_board_are_shown_when_all_tables_have_played_it(player: str) -> None:
    tuesday = world(420)
    tuesday.reports(3, {0: 50})
    (board,) = results(tuesday.event, player).boards
    assert [line.points for line in board.lines] == [(400, 0), (0, 400), (200, 200)]
    assert ranking(tuesday.event, player).rows[0].total == 400


LEAKS: dict[str, Callable[[Tuesday], object]] = {
    "the ranking of a director": lambda tuesday: ranking(tuesday.event, "p-Dora"),
    "the results of a director": lambda tuesday: results(tuesday.event, "p-Dora"),
    "the log": lambda tuesday: tuesday.log,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_comparison_of_two_worlds_finds_a_planted_leak(leak: str) -> None:
    one, other = world(420), world(-800)
    assert msgspec.json.encode(LEAKS[leak](one)) != msgspec.json.encode(LEAKS[leak](other))


def test_an_event_may_hide_its_ranking_until_it_is_over() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1, live_ranking=False))
    for table in (1, 2):
        tuesday.reports(table, {0: 420, 1: 50})
    tuesday.reports(3, {0: 420})
    assert ranking(tuesday.event, "p-1N").hidden and results(tuesday.event, "p-1N").boards == ()
    assert len(ranking(tuesday.event, "p-Dora").rows) == 6
    tuesday.plays_round()
    assert len(ranking(tuesday.event, "p-1N").rows) == 6


def test_calls_and_words_to_one_table_are_for_those_that_they_concern() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("1N", CallDirector(text="a revoke"))
    tuesday.asks("Dora", Announce(text="to all"))
    tuesday.asks("Dora", Announce(text="to table 1", table=1))
    tuesday.asks("Dora", Announce(text="to pair 3", entrant="3"))
    for player, calls, told in (
        ("p-Dora", 1, ["to all", "to table 1", "to pair 3"]),
        ("p-1S", 1, ["to all", "to table 1"]),
        ("p-3N", 0, ["to all", "to pair 3"]),
        ("", 0, ["to all"]),
    ):
        shown = about(tuesday.event, player, table_id, 0)
        assert (len(shown.calls), [each.text for each in shown.announcements]) == (calls, told)


def test_the_words_of_a_call_at_a_table_are_for_directors_and_its_round_counts_from_1() -> None:
    tuesday = Tuesday.started(6)
    tuesday.takes(called(tuesday.event, TableCall(0, 1, "p-1N", "she hesitated"), tuesday.now_ms))
    for player, text in (("p-Dora", "she hesitated"), ("p-1N", ""), ("p-1S", "")):
        (call,) = about(tuesday.event, player, table_id, 0).calls
        assert (call.round, call.table, call.text) == (1, 1, text)


def test_players_are_told_where_they_sit() -> None:
    tuesday = Tuesday.opened(7)
    news = news_of(tuesday.event, table_id)
    assert {each.stage for each in news.values()} == {"waits"}
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("Dora", Publish(in_s=60))
    assert news_of(tuesday.event, table_id)["p-1N"].starts_ms == 60_000
    tuesday.asks("Dora", Start())
    news = news_of(tuesday.event, table_id)
    assert (news["p-2S"].stage, news["p-2S"].table, news["p-2S"].seat) == ("seated", "r0t1", 3)
    assert (news["p-7N"].stage, news["p-7N"].table) == ("sits_out", None)
    shown = about(tuesday.event, "p-2S", table_id, 0)
    assert (shown.mine.table, shown.mine.seat, shown.rounds[0].sits_out) == ("r0t1", 3, ("7",))


def test_a_round_names_those_that_sat_there_before_their_substitutes() -> None:
    tuesday = Tuesday.started(5, replace(PLAIN, robot="plain"))
    tuesday.plays_round()
    tuesday.asks("Dora", Substitute(entrant="1", out="p-1S", player=named("Sub")))
    tuesday.starts()
    first, second = about(tuesday.event, "", lambda round, table: "t", 0).rounds
    assert [each.players for each in first.tables] == [
        ("1N", "2N", "1S", "2S"),
        (),
        ("5N", "plain", "5S", "plain"),
    ]
    (now,) = [each for each in second.tables if "1" in each.sides]
    assert {"1N", "Sub"} <= set(now.players)


@pytest.mark.parametrize("robot", [None, "plain"])
def test_a_draw_shows_the_table_at_which_robots_play_against_an_entry(robot: str | None) -> None:
    tuesday = Tuesday.opened(5, replace(PLAIN, robot=robot))
    tuesday.asks("Dora", MakeDraw())
    drawn = about(tuesday.event, "p-Dora", table_id, 0).rounds[0]
    tuesday.asks("Dora", Start())
    begun = about(tuesday.event, "p-Dora", table_id, 0).rounds[0]
    assert len(drawn.tables) == len(begun.tables) == (2 if robot is None else 3)
    assert drawn.sits_out == begun.sits_out and bool(drawn.sits_out) is (robot is None)


def test_a_final_event_is_listed_with_the_time_of_its_end() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, rounds=1))
    tuesday.plays_round()
    assert row_of(tuesday.event).ended_ms is None
    tuesday.now_ms += 5_000
    tuesday.asks("Dora", Finish())
    assert row_of(tuesday.event).ended_ms == tuesday.event.time_ms >= 5_000


def test_players_read_the_points_that_a_director_has_added_and_why() -> None:
    tuesday = Tuesday.started(6)
    tuesday.asks("Dora", Carry(entrant="1", hundredths=-40, reason="Late"))
    for player in (*OTHERS, "p-Dora"):
        (carried,) = about(tuesday.event, player, table_id, 0).carried
        assert (carried.entrant, carried.hundredths, carried.reason) == ("1", -40, "Late")


def test_while_the_ranking_is_hidden_a_player_reads_only_the_own_points_that_were_added() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, live_ranking=False))
    tuesday.asks("Dora", Carry(entrant="1", hundredths=-40, reason="Late"))
    tuesday.asks("Dora", Carry(entrant="6", hundredths=-80, reason="Phone"))

    def read(player: str) -> list[str]:
        return [each.reason for each in about(tuesday.event, player, table_id, 0).carried]

    assert {player: read(player) for player in (*OTHERS, "p-Dora")} == {
        "": [],
        "p-1N": ["Late"],
        "p-6S": ["Phone"],
        "p-Stranger": [],
        "p-Dora": ["Late", "Phone"],
    }


def test_players_read_in_a_published_draw_who_meet_again_and_nothing_else_about_it() -> None:
    tuesday = Tuesday.started(6, replace(PLAIN, movement="swiss"))
    first = tuesday.event.round
    assert first is not None
    one, other = first.draw.meetings[0].entries
    tuesday.plays_round()
    tuesday.asks("Dora", MakeDraw())
    drawn = tuesday.event.round
    assert drawn is not None
    (opponent,) = {id for each in drawn.draw.meetings if one in each.entries for id in each.entries} - {one}
    tuesday.asks("Dora", Swap(one=opponent, other=other))

    def remarks(player: str) -> list[tuple[str, int | None]]:
        return [
            (each.code, each.round)
            for shown in about(tuesday.event, player, table_id, 0).rounds
            if shown.round == 2
            for each in shown.remarks
        ]

    assert ("rematch", 0) in remarks("p-Dora") and remarks("p-1N") == []
    tuesday.asks("Dora", Publish())
    assert all(("rematch", 0) in remarks(player) for player in OTHERS)


@pytest.mark.parametrize("player", OTHERS)
def test_players_do_not_read_the_remarks_for_directors(player: str) -> None:
    tuesday = Tuesday.started(5, replace(PLAIN, movement="swiss", rounds=6))
    codes = {"p-Dora": set[str](), player: set[str]()}
    for _ in range(6):
        for reader, read in codes.items():
            read |= {
                each.code
                for shown in about(tuesday.event, reader, table_id, 0).rounds
                for each in shown.remarks
            }
        tuesday.plays_round()
        if tuesday.event.stage == "running":
            tuesday.starts()
    assert codes["p-Dora"] - {"rematch"}, "the directors read more than the players"
    assert codes[player] == {"rematch"}


def test_an_invited_player_reads_no_call_and_no_announcement_of_the_entry_before_accepting() -> None:
    tuesday = Tuesday.opened(0)
    tuesday.asks("Ann", Enter(partners=(Named("p-Bob", "Bob"),)))
    tuesday.asks("Ann", CallDirector(text="between us"))
    tuesday.asks("Dora", Announce(text="for Ann", entrant="1"))
    assert b"between us" in everything(tuesday, "p-Ann") and b"for Ann" in everything(tuesday, "p-Ann")
    said = everything(tuesday, "p-Bob")
    assert b"between us" not in said and b"for Ann" not in said
    tuesday.asks("Bob", Join(entrant="1"))
    assert b"for Ann" in everything(tuesday, "p-Bob")
