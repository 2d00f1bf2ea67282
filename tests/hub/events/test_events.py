"""Events in the hub: their rounds, and what they learn of their tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from protocol.v1.requests import Chat, Host, PerBoard, Rule, Watch
from protocol.v1.updates import Done, EventNews, People, Refused
from server.events import entries
from server.events.commands import (
    Adjust,
    AnswerCall,
    Change,
    Close,
    DropDraw,
    Finish,
    Hold,
    Leave,
    MakeDraw,
    Publish,
    Remove,
    Start,
    Substitute,
)
from server.events.standings import ranking_of
from server.games.registry import GAMES
from server.hub.events.event_ids import table_id
from tests.clubs import QUICK, Club
from tests.rooms import House
from tests.virtual import passes, until, virtual


@virtual
async def test_an_event_of_three_rounds_is_played_from_the_first_draw_to_its_ranking() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        for number in range(3):
            await until(
                lambda number=number: club.event.playing is not None and club.event.playing.number == number
            )
            await club.play_round()
        await until(lambda: club.event.stage == "correction")
        assert [each.stage for each in club.event.rounds] == ["scored"] * 3


@virtual
async def test_when_the_time_of_a_round_is_over_boards_in_play_are_finished_and_no_other_begins() -> None:
    async with House() as house:
        clock = replace(QUICK, board_s=60, grace_s=30, rounds=3)
        club = await Club.opened(house, 6, clock)
        await club.starts()
        first, second, third = await club.sit_down()
        await club.play_board(first)
        await until(lambda: house.room(first).table.deal == 1 and house.room(first).table.hidden)
        await club.play_board(first)
        await club.act(second, "1NT")
        await until(lambda: club.event.playing is not None and club.event.playing.stage == "closing", 200_000)
        await club.play_board(second, None)
        await passes(2_000)
        assert house.room(second).table.closed, "the board in play was finished, and no other begins"
        assert not house.room(third).table.closed, "a board in play may be finished for a while"
        await until(lambda: club.event.playing is None, 60_000)
        played = {table: set(each.results) for table, each in club.event.rounds[0].tables.items()}
        assert played == {1: {0, 1}, 2: {0}, 3: set()}
        shown = ranking_of(club.event, everything=True)
        assert not shown.provisional and {row.entry: row.percent for row in shown.rows}["5"] == 5000
        await until(lambda: club.event.playing is not None and club.event.playing.number == 1)
        again = await club.sit_down()
        assert len(again) == 3 and all(house.hub.live(table) for table in again)


@virtual
async def test_with_a_clock_for_each_board_a_slow_table_ends_its_board_by_itself() -> None:
    async with House() as house:
        by_board = replace(QUICK, clock=PerBoard(board_ms=60_000, overtime_ms=1_000), boards=1, rounds=1)
        club = await Club.opened(house, 4, by_board)
        await club.starts()
        first, second = await club.sit_down()
        await club.act(first, "1NT")
        assert house.room(second).table.clock.rules == by_board.clock
        await until(lambda: club.event.stage == "correction", 240_000)
        assert [each.results[0][-1].kind for each in club.event.rounds[0].tables.values()] == ["played"] * 2


@virtual
async def test_a_table_ends_once_a_director_has_ruled_all_boards_that_it_has_yet_to_play() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        first, second, third = await club.sit_down()
        await club.act(third, "1NT")
        average = ("average", "average")
        await club.asks("Dora", Adjust(round=1, table=3, board=1, awards=average))
        await passes(3_000)
        assert not house.room(third).table.closed, "it has another board to play"
        await club.asks("Dora", Adjust(round=1, table=3, board=2, awards=average))
        await until(lambda: club.event.rounds[0].tables[3].ended)
        assert not house.room(first).table.closed
        for table in (first, second):
            for _ in range(2):
                await club.play_board(table)
        await until(lambda: club.event.rounds[0].stage == "scored")
        assert all(each.newest(0) and each.newest(1) for each in club.event.rounds[0].tables.values())


@virtual
async def test_a_time_that_a_director_ends_cuts_a_board_in_play_off_after_the_time_of_grace() -> None:
    async with House() as house:
        for clock_s in (0, 600):
            club = await Club.opened(house, 6, replace(QUICK, board_s=clock_s, grace_s=30))
            await club.starts()
            first, second, _ = await club.sit_down()
            await club.act(first, "1NT")
            await club.asks("Dora", Close(table=1))
            await passes(28_000)
            assert not house.room(first).table.closed, clock_s
            await passes(4_000)
            assert house.room(first).table.closed and not house.room(second).table.closed, clock_s


@virtual
async def test_a_cancelled_event_ends_its_tables() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        ids = await club.sit_down()
        await club.act(ids[0], "1NT")
        await club.asks("Dora", Finish(cancel=True))
        await until(lambda: all(each.ended for each in club.event.rounds[0].tables.values()))
        assert all(house.room(id).table.closed for id in ids)
        assert {each.stage for each in club.event.rounds} == {"playing"}, "no round is scored any more"


@virtual
async def test_an_event_that_is_cancelled_before_its_tables_are_open_opens_none() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.asks("Dora", MakeDraw())
        await asyncio.gather(club.asks("Dora", Start()), club.asks("Dora", Finish(cancel=True)))
        await passes(5_000)
        assert club.event.stage == "cancelled"
        assert not house.hub.live(table_id(club.id, 0, 1)) or house.room(table_id(club.id, 0, 1)).table.closed


@virtual
async def test_a_knock_out_whose_finalist_has_left_ends_by_itself() -> None:
    async with House() as house:
        knock_out = replace(QUICK, movement="knock_out", rounds=2, boards=1)
        club = await Club.opened(house, 4, knock_out)
        await club.starts()
        for id in await club.sit_down():
            await club.play_board(id)
        await until(lambda: club.event.round is not None and club.event.round.stage == "published")
        # The pair with the lower number wins a match that ends level.
        for name, command in (("Dora", Hold()), ("Dora", DropDraw()), ("1N", Leave())):
            await club.asks(name, command)
        assert club.event.stage == "running"
        await club.asks("Dora", Hold(on=False))
        await until(lambda: club.event.stage == "correction")
        assert [each.stage for each in club.event.rounds] == ["scored"]


@virtual
async def test_the_boards_of_a_file_are_played_in_their_order_through_the_rounds() -> None:
    async with House() as house:
        game = GAMES["bridge"]
        deals = [
            game.competing.drawn(game.start(game.options_type()), index, Random(5)) for index in range(20, 26)
        ]
        club = await Club.opened(house, 6, deals=deals)
        await club.starts()
        await club.play_round()
        await until(lambda: club.event.next_round == 2)
        await club.play_round()
        boards = [each.tables[1].boards for each in club.event.rounds[:2]]
        assert boards == [{0: 21, 1: 22}, {0: 23, 1: 24}]
        (table, *_) = club.event.rounds[0].tables
        people = house.room(table_id(club.id, 0, table)).viewers.presence
        assert people.uploaded_by == "p-Dora", "the players are told that Dora may know the boards"
        shown = await house.desk.events.show(house.player("1N"), club.id, "event")
        assert msgspec.json.decode(shown)["uploaded_by"]["id"] == "p-Dora"


@virtual
async def test_a_ruling_of_the_director_at_a_table_is_a_new_version_of_the_result() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        (first, *_) = await club.sit_down()
        await club.play_board(first, "1NT")
        await passes(50)
        ruling = {"t": "assign", "board": 1, "outcomes": [{"weight": 100}]}
        dora = house.person("Dora")
        assert isinstance(await dora.ask(Rule(table=first, ruling=ruling, id=1)), Done)
        await passes(50)
        versions = club.event.rounds[0].tables[1].results[0]
        assert [each.kind for each in versions] == ["played", "played"]
        assert versions[1].result.result.score_ns == 0


@virtual
async def test_a_substitute_gets_the_seat_before_the_next_board_is_dealt() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        first, second, third = await club.sit_down()
        for table in (first, second, third):
            await club.act(table, "P")
        await club.asks("Dora", Substitute(entrant="1", out="p-1S", player=club.named("Sub")))
        await club.asks("Dora", Substitute(entrant="3", out="p-3N", robot="plain"))
        for replaced in (Substitute(entrant="5", out=at, robot="plain") for at in (1, 2)):
            await club.asks("Dora", replaced)
        await club.asks("Dora", Substitute(entrant="5", out=2, player=club.named("New")))
        await passes(2_000)
        assert [each.name for each in house.room(first).table.chairs] == ["1N", "2N", "1S", "2S"]
        for table in (first, second, third):
            await club.play_board(table, None)
        await until(
            lambda: all(
                house.room(id).table.deal == 1 and house.room(id).table.hidden for id in (second, third)
            )
        )
        assert [each.robot or each.name for each in house.room(third).table.chairs] == [
            "plain",
            "6N",
            "New",
            "6S",
        ]
        assert [each.name for each in house.room(first).table.chairs] == ["1N", "2N", "Sub", "2S"]
        robot = house.room(second).table.chairs[0]
        assert (robot.player, robot.owner, robot.house) == (None, None, "plain")
        sub = house.person("Sub")
        await sub.watch(first, "seat")
        assert {each.table for each in house.hub.events.news_of("p-Sub")} == {first}
        assert house.hub.events.news_of("p-1S") == ()
        club.players["Sub"] = sub
        await club.play_board(first)
        await passes(50)
        assert club.event.rounds[0].tables[1].results[1][0].players[2] == "Sub"


@virtual
async def test_a_director_stops_the_clocks_of_tables_which_are_paused_until_they_go_on() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, replace(QUICK, board_s=60))
        await club.starts()
        first, second, third = await club.sit_down()
        await club.asks("Dora", Hold(table=2))
        await until(lambda: house.room(second).table.paused)
        assert [house.room(id).table.paused for id in (first, second, third)] == [False, True, False]
        assert [each.held for each in house.hub.events.news_of("p-3N")] == [True]
        assert [each.held for each in house.hub.events.news_of("p-1N")] == [False]
        await club.asks("Dora", Hold())
        await until(lambda: house.room(first).table.paused and house.room(third).table.paused)
        await club.asks("Dora", Hold(table=2, on=False))
        await passes(200_000)
        assert house.room(second).table.paused and not house.room(second).table.closed
        await club.asks("Dora", Hold(on=False))
        await until(lambda: not any(house.room(id).table.paused for id in (first, second, third)))
        await club.act(second, "1NT")
        assert not house.hub.events.news_of("p-3N")[0].held


@virtual
async def test_a_table_whose_clock_stands_ends_when_a_director_ends_the_round() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, replace(QUICK, grace_s=30))
        await club.starts()
        first, second, third = await club.sit_down()
        await club.asks("Dora", Hold(table=2))
        await until(lambda: house.room(second).table.paused)
        await club.asks("Dora", Close(table=2))
        await passes(32_000)
        assert house.room(second).table.closed
        assert not any(house.room(id).table.closed for id in (first, third))
        await club.asks("Dora", Hold(table=1))
        await until(lambda: house.room(first).table.paused)
        await club.asks("Dora", Close())
        await passes(32_000)
        assert club.event.rounds[0].stage == "scored"


@virtual
async def test_a_director_that_pauses_a_table_at_the_table_is_not_disturbed_by_its_event() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        first, second, _ = await club.sit_down()
        dora = house.person("Dora")
        assert isinstance(await dora.ask(Host(table=first, pause=True, id=1)), Done)
        await club.asks("Dora", Hold(table=2))
        await until(lambda: house.room(second).table.paused)
        await club.asks("Dora", Hold(table=2, on=False))
        await until(lambda: not house.room(second).table.paused)
        assert house.room(first).table.paused


@virtual
async def test_only_a_director_lets_a_table_of_an_event_go_on_also_at_games_whose_players_pause() -> None:
    async with House() as house:
        race = replace(QUICK, form="teams", movement="race", options={"players": 2})
        club = await Club.opened(house, 3, race, "hanabi")
        await club.starts()
        (first, *_) = await club.sit_down()
        await club.asks("Dora", Hold())
        await until(lambda: house.room(first).table.paused)
        player = next(iter(club.players.values()))
        assert isinstance(await player.ask(Host(table=first, pause=False, id=1)), Refused)
        assert house.room(first).table.paused


@virtual
async def test_players_hear_one_warning_before_the_end_of_their_round() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, replace(QUICK, board_s=60, warning_s=30))
        await club.starts()
        first, *_ = await club.sit_down()
        heard: list[EventNews] = []
        house.hub.events.news.subscribe(lambda player, news: heard.append(news) if player == "p-3N" else None)
        await club.play_board(first)
        await until(lambda: club.event.playing is not None and club.event.playing.stage == "closing", 200_000)
        assert [each.warned for each in heard].count(True) == 1


@virtual
async def test_a_director_that_is_named_during_a_round_may_open_its_tables() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        first, second, _ = await club.sit_down()
        await club.act(first, "1NT")
        await club.asks("Dora", Change(directors=(club.named("Dora"), club.named("Dan"))))
        await passes(2_000)
        for table in (first, second):
            dan = house.person("Dan")
            assert isinstance(await dan.ask(Watch(table=table, as_="director", id=1)), Done), table
            assert str(dan.tables[table].audience) == "director"


@virtual
async def test_a_director_that_an_event_no_longer_has_loses_the_view_of_its_tables() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        first, second, _ = await club.sit_down()
        dora = house.person("Dora")
        await dora.watch(first, "director")
        await club.act(first, "1NT")
        await club.asks("Dora", Change(directors=(club.named("Dan"),)))
        await passes(2_000)
        assert str(dora.tables[first].audience) == "public"
        for table in (first, second):
            again = house.person("Dora")
            assert isinstance(await again.ask(Watch(table=table, as_="director", id=1)), Refused), table
        north = club.players["1N"]
        told = [each.directors for each in north.heard if isinstance(each, People) and each.table == first]
        assert told[-1] == ("p-Dan",)


@virtual
async def test_a_director_that_may_not_come_to_a_table_yet_comes_there_once_the_board_is_over() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, replace(QUICK, pause_s=5))
        await club.starts()
        first, second, _ = await club.sit_down()
        await club.play_board(first)
        await club.asks("Dora", Change(directors=(club.named("Dan"),)))
        await passes(1_000)
        assert house.room(first).table.roles.directors == frozenset()
        assert house.room(second).table.roles.directors == {"p-Dan"}
        await until(lambda: house.room(first).table.roles.directors == {"p-Dan"}, 20_000)


@virtual
async def test_a_call_through_the_chat_of_a_table_waits_once_in_the_queue_of_the_event() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        first, second, _ = await club.sit_down()
        for number, text in enumerate(("a revoke", "please come", "still waiting"), 1):
            say = Chat(table=second, text=text, to="director", id=number)
            assert isinstance(await club.players["3N"].ask(say), Done)
            assert len(club.event.calls) == 1, "the answer says that the call is in the queue"
        (call,) = club.event.calls.values()
        assert (call.entrant, call.round, call.table, call.text) == ("3", 0, 2, "a revoke")
        assert not house.room(first).viewers.presence.called
        await club.asks("Dora", AnswerCall(call=1, done=True))
        await club.players["3N"].ask(Chat(table=second, text="once more", to="director", id=9))
        assert [each.done for each in club.event.calls.values()] == [True, False]


@virtual
async def test_each_table_hears_all_results_also_of_tables_that_finish_while_others_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.hub.sets.sets.COMPARED_AT_ONCE", 1)
    async with House() as house:
        club = await Club.opened(house, 12, replace(QUICK, rounds=1, boards=1))
        await club.starts()
        tables = await club.sit_down()
        await asyncio.gather(*(club.play_board(each) for each in tables))
        await until(lambda: club.event.stage == "correction")
        await passes(1_000)
        known = house.hub.sets.known(f"{club.id}-1")
        assert known is not None
        rooms = house.hub.sets._rooms[f"{club.id}-1"].reports
        assert {known.news(table, rooms[table].standing, known.known()) for table in tables} == {()}


@virtual
async def test_a_disputed_claim_at_a_table_waits_once_in_the_queue_of_the_event() -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        await club.starts()
        (first, *_) = await club.sit_down()
        await club.claim_is_refused(first)
        (call,) = club.event.calls.values()
        assert (call.entrant, call.round, call.table) == ("", 0, 1)
        shown = await club.asks("Dora", AnswerCall(call=1))
        assert [each["table"] for each in shown["calls"]] == [1]
        await passes(5_000)
        assert len(club.event.calls) == 1


async def faults(log: Callable[[], int]) -> None:
    async with House() as house:
        club = await Club.opened(house, 6)
        # A director of an older version could set options under which no round can be opened.
        wrong = replace(QUICK, options={"partners": "cut"})
        house.hub.events._rooms[club.id].put((entries.Changed(conditions=wrong, at_ms=club.event.time_ms),))
        await club.starts()
        await passes(60_000)
        assert 3 <= log() <= 8
        await club.asks("Dora", Finish(cancel=True))


def test_work_on_an_event_that_fails_is_tried_again_ever_later(caplog: pytest.LogCaptureFixture) -> None:
    faults(lambda: sum(each.levelno == logging.ERROR for each in caplog.records))


@virtual
async def test_a_pair_that_leaves_in_a_break_is_drawn_no_more() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, replace(QUICK, break_s=30))
        await club.starts()
        await club.play_round()
        await until(lambda: club.event.rounds[-1].stage == "published")
        await club.asks("3N", Leave())
        await until(lambda: club.event.playing is not None, 120_000)
        assert club.event.playing is not None
        sides = {id for each in club.event.playing.tables.values() for id in each.seating.sides}
        assert len(sides) == 4 and "3" not in sides


@virtual
async def test_the_last_pair_against_which_nobody_is_left_sits_the_round_out() -> None:
    async with House() as house:
        club = await Club.opened(house, 3, replace(QUICK, movement="swiss", rounds=2, automatic=False))
        await club.asks("Dora", MakeDraw())
        await club.asks("Dora", Publish(in_s=10))
        for entrant in ("1", "2"):
            await club.asks("Dora", Remove(entrant=entrant))
        await until(lambda: club.event.rounds[0].stage == "scored", 60_000)
        assert club.event.rounds[0].tables == {} and club.event.rounds[0].draw.byes == ("3",)
