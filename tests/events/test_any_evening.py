"""Whatever people ask and tables do, in any order: an event keeps its rules, and can come to its end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import UNSET
from msgspec.structs import replace

from server.errors import IllegalAction, Refusal
from server.events import entries
from server.events.calls import TableCall, called
from server.events.commands import (
    Adjust,
    Announce,
    AnswerCall,
    BringBack,
    CallDirector,
    Carry,
    Change,
    CheckIn,
    Claim,
    Close,
    Command,
    DropDraw,
    Enrol,
    Enrolment,
    Enter,
    Extend,
    Finish,
    Hold,
    Join,
    Leave,
    MakeDraw,
    Named,
    Offer,
    OpenEntries,
    Publish,
    Remove,
    Start,
    Substitute,
    Swap,
    TakeSubstitute,
)
from server.events.drawing import NoMoreRounds, checked, make
from server.events.event import Round, deal_in_event, restore
from server.events.news import news_of
from server.events.schedule import TableReport, due_ms, learned, rounds_over, wants_draw
from server.events.shown import about, ranking, results
from server.events.standings import released
from server.games.registry import GAMES
from tests.events.tuesday import PLAIN, Tuesday, named, scored

NEWCOMERS = ("Ann", "Bob", "Carl", "Dan")
CODE = "ABCDE12345"


class TrueTable:
    """What a table has really done: its results, None for a board that is open again, and if it has ended."""

    def __init__(self) -> None:
        self.results: dict[int, int | None] = {}
        self.ended = False

    def plays(self, deal: int) -> bool:
        """Return True if the table has yet to finish a board."""
        return not self.ended and self.results.get(deal) is None


class AnyEvening(RuleBasedStateMachine):
    """An event whose people ask for anything, and whose tables play on meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.tuesday = Tuesday()
        self.tables: dict[tuple[int, int], TrueTable] = {}
        self.begun: set[tuple[int, int]] = set()
        self.shown: set[int] = set()
        self.directed: dict[str, int] = {}
        self.seen: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)

    @initialize(
        pairs=st.integers(2, 6),
        begins=st.sampled_from((False, True, True, True)),
        form=st.sampled_from(("pairs", "teams")),
        movement=st.sampled_from(("mitchell", "howell", "swiss", "round_robin", "knock_out")),
        rounds=st.integers(1, 3),
        board_s=st.sampled_from((0, 450)),
        late_until=st.integers(0, 2),
        late_award=st.sampled_from((None, 500)),
        robot=st.sampled_from((None, "plain")),
        automatic=st.booleans(),
        check_in=st.booleans(),
        live_ranking=st.booleans(),
        no_show_s=st.sampled_from((0, 600)),
    )
    def opens(
        self, pairs: int, begins: bool, form: Literal["pairs", "teams"], movement: Any, **others: Any
    ) -> None:
        teams = {"scoring": "match", "vp": "wbf"} if form == "teams" else {}
        conditions = replace(PLAIN, boards=2, form=form, movement=movement, **teams, **others)
        self.tuesday = Tuesday.opened(pairs, conditions)
        self.tuesday.codes = (CODE,) * 8
        for _ in range(2 * begins):
            self.a_director_goes_on_with_the_next_round()

    # People

    def asks(self, name: str, command: Command) -> bool:
        """Send a request, which is done or refused; return True if it was done."""
        try:
            self.tuesday.asks(name, command)
        except (Refusal, IllegalAction):
            return False
        finally:
            self.note_tables()
        return True

    def note_tables(self) -> None:
        for round, number, _ in self.tuesday.event.tables():
            self.tables.setdefault((round.number, number), TrueTable())

    @rule(name=st.sampled_from(NEWCOMERS), data=st.data())
    def a_newcomer_asks(self, name: str, data: st.DataObject) -> None:
        self.asks(name, data.draw(of_players()))

    @precondition(lambda self: self.players())
    @rule(data=st.data())
    def a_player_asks(self, data: st.DataObject) -> None:
        self.asks(data.draw(st.sampled_from(self.players())), data.draw(of_players()))

    @precondition(lambda self: self.players())
    @rule(data=st.data())
    def a_player_leaves(self, data: st.DataObject) -> None:
        self.asks(data.draw(st.sampled_from(self.players())), Leave())

    @precondition(lambda self: self.tuesday.event.seated)
    @rule(data=st.data(), name=st.sampled_from(NEWCOMERS))
    def a_side_takes_a_substitute(self, data: st.DataObject, name: str) -> None:
        out = data.draw(st.sampled_from(sorted(self.tuesday.event.seated)))
        own = self.tuesday.event.entrant_of(out)
        sender = data.draw(st.sampled_from([each.id for each in own.players if each.id] if own else [out]))
        self.asks(name, Offer())
        self.tuesday.away = frozenset({out}) if data.draw(st.booleans()) else self.tuesday.event.seated
        self.asks(sender.removeprefix("p-"), TakeSubstitute(player=f"p-{name}", out=out))
        self.tuesday.away = frozenset()

    @rule(data=st.data())
    def a_director_asks(self, data: st.DataObject) -> None:
        self.asks("Dora", data.draw(of_directors()))

    @rule(data=st.data())
    def a_director_enters_or_removes_players(self, data: st.DataObject) -> None:
        self.asks("Dora", data.draw(about_people(self.players())))

    @precondition(lambda self: self.tables)
    @rule(data=st.data())
    def a_director_rules(self, data: st.DataObject) -> None:
        round, table = data.draw(st.sampled_from(sorted(self.tables)))
        board, awards = self.board((round, table), data.draw(st.integers(0, 1))), data.draw(RULINGS)
        self.asks("Dora", Adjust(round=round + 1, table=table, board=board, awards=awards))

    @precondition(lambda self: len(self.tuesday.log) > 25)
    @rule(cancel=st.booleans())
    def a_director_ends_the_event(self, cancel: bool) -> None:
        self.asks("Dora", Finish(cancel=cancel))

    @rule(on=st.booleans())
    def a_director_stops_the_clock(self, on: bool) -> None:
        self.asks("Dora", Hold(on=on))

    @precondition(lambda self: self.tuesday.event.playing is not None)
    @rule(data=st.data())
    def a_director_changes_the_time(self, data: st.DataObject) -> None:
        self.asks("Dora", data.draw(about_time()))

    @rule()
    def a_director_goes_on_with_the_next_round(self) -> None:
        newest = self.tuesday.event.round
        waiting = newest is not None and newest.stage in ("drawn", "published")
        self.asks("Dora", Start() if waiting else MakeDraw())

    def players(self) -> list[str]:
        """Return the names of the players that have entered."""
        present = [each for each in self.tuesday.event.entrants.values() if not each.gone]
        return [each.id.removeprefix("p-") for entrant in present for each in entrant.players if each.id]

    # Tables

    @precondition(lambda self: any(not each.ended for each in self.tables.values()))
    @rule(data=st.data(), score=st.sampled_from((-50, 110, 420)))
    def a_table_finishes_a_board(self, data: st.DataObject, score: int) -> None:
        place = data.draw(st.sampled_from([key for key, each in self.tables.items() if not each.ended]))
        table = self.tables[place]
        deal = next((each for each in range(2) if table.plays(each)), None)
        if deal is None:
            table.ended = True
        else:
            table.results[deal] = score
        self.report(place)

    @precondition(lambda self: any(each.results and not each.ended for each in self.tables.values()))
    @rule(data=st.data())
    def a_ruling_reopens_the_last_board_of_a_table(self, data: st.DataObject) -> None:
        open = [key for key, each in self.tables.items() if each.results and not each.ended]
        place = data.draw(st.sampled_from(open))
        self.tables[place].results[max(self.tables[place].results)] = None
        self.report(place)

    @precondition(lambda self: self.tuesday.event.playing is not None)
    @rule()
    def all_tables_play_their_round_to_its_end(self) -> None:
        playing = self.tuesday.event.playing
        assert playing is not None
        self.end(playing, played=True)

    @precondition(lambda self: self.tables)
    @rule(data=st.data())
    def a_table_ends(self, data: st.DataObject) -> None:
        place = data.draw(st.sampled_from(sorted(self.tables)))
        self.tables[place].ended = True
        self.report(place)

    @precondition(lambda self: self.tables)
    @rule(data=st.data(), player=st.sampled_from(("", "p-1N", "p-Ann")), begins=st.booleans())
    def a_table_calls(self, data: st.DataObject, player: str, begins: bool) -> None:
        round, table = data.draw(st.sampled_from(sorted(self.tables)))
        call = TableCall(round, table, player, dispute="" if player else "0:0.9", begins=begins)
        self.tuesday.takes(called(self.tuesday.event, call, self.tuesday.now_ms))

    def report(self, place: tuple[int, int]) -> None:
        round, number = place
        table = self.tables[place]
        told = {
            deal: (
                self.board(place, deal),
                None if score is None else scored(self.board(place, deal), score),
            )
            for deal, score in table.results.items()
        }
        report = TableReport(told, dict.fromkeys(told, ("a", "b", "c", "d")), table.ended)
        event = self.tuesday.event
        self.tuesday.takes(learned(event, round, {number: report}, self.tuesday.now_ms))

    def board(self, place: tuple[int, int], deal: int) -> int:
        """Return the number of the board of a table's deal."""
        round = self.tuesday.event.rounds[place[0]]
        return 1 + deal_in_event(self.tuesday.event, round, round.tables[place[1]], deal)

    def end(self, round: Round, *, played: bool) -> None:
        """Let all tables of a round end, after their last board if `played`."""
        for number in round.tables:
            table = self.tables[round.number, number]
            for deal in range(2):
                if played and table.plays(deal):
                    table.results[deal] = 100 * number
            table.ended = True
            self.report((round.number, number))

    @precondition(lambda self: self.tuesday.event.playing is not None)
    @rule(absent=st.sets(st.integers(1, 8).map(str), min_size=1))
    def entrants_do_not_come(self, absent: set[str]) -> None:
        self.tuesday.misses(*(absent & self.tuesday.event.entrants.keys()))
        playing = self.tuesday.event.playing
        assert playing is not None
        for number, table in playing.tables.items():
            if table.absent:
                self.tables[playing.number, number].ended = True
                self.report((playing.number, number))

    # The server

    @rule(seconds=st.sampled_from((0, 60, 500, 2_000)))
    def time_passes(self, seconds: int) -> None:
        self.tuesday.passes(seconds)
        self.note_tables()
        self.draws_by_itself()

    def draws_by_itself(self) -> None:
        """Make and publish the draw of the next round as the hub of an event does."""
        event, now_ms = self.tuesday.event, self.tuesday.now_ms
        if not wants_draw(event):
            return
        at_ms = max(now_ms, event.time_ms)
        try:
            checked(event)
            made = make(event)
        except NoMoreRounds:
            self.tuesday.takes(rounds_over(event, at_ms))
        except Refusal:
            self.tuesday.takes((entries.Held(on=True, at_ms=at_ms),))
        else:
            drawn = entries.Drawn(draw=made.draw, numbers=made.asked.numbers, at_ms=at_ms)
            self.tuesday.takes((drawn, entries.Published(starts_ms=at_ms + 60_000, at_ms=at_ms)))

    # The rules

    @invariant()
    def no_board_is_released_while_a_table_has_yet_to_play_it(self) -> None:
        event = self.tuesday.event
        if event.stage == "final":
            return
        shown = released(event)
        for round, number, table in event.tables():
            for deal in range(2):
                if self.tables[round.number, number].plays(deal):
                    assert deal_in_event(event, round, table, deal) not in shown, (round.number, number, deal)
        assert {each.board - 1 for each in results(event, "p-1N").boards} <= shown

    @invariant()
    def what_has_been_shown_or_seen_comes_to_no_table_later(self) -> None:
        self.note_what_is_shown_and_played()

    def note_what_is_shown_and_played(self) -> None:
        """Check the boards of all tables, and note what is shown, played and directed.

        With boards that move, a player plays each board once, and has directed no earlier round.
        """
        event = self.tuesday.event
        for key in self.tables.keys() - self.begun:
            self.begun.add(key)
            assert not self.shown.intersection(self.board(key, deal) - 1 for deal in range(2)), key
        self.shown |= released(event)
        if not event.conditions.moving:
            return
        for round, number, table in event.tables():
            place = round.number, number
            for each in table.seating.chairs.values():
                if not each.id:
                    continue
                assert round.number <= self.directed.get(each.id, round.number), (each.id, place)
                for deal in range(2):
                    board = self.board(place, deal)
                    assert self.seen[each.id].setdefault(board, place) == place, (each.id, board)
        for each in event.directors if event.next_round else ():
            self.directed.setdefault(each.id, event.next_round - 1)

    @invariant()
    def nobody_in_the_pool_plays_or_directs(self) -> None:
        event = self.tuesday.event
        for id in event.pool:
            assert event.entrant_of(id) is None and not event.is_director(id)

    @invariant()
    def an_absent_entrant_is_not_drawn(self) -> None:
        event = self.tuesday.event
        if event.round is not None and event.round.stage in ("drawn", "published"):
            drawn = {id for meeting in event.round.draw.meetings for id in meeting.entries}
            assert not [id for id in drawn if event.entrants[id].no_show]

    @invariant()
    def every_person_sees_the_event(self) -> None:
        event, now_ms = self.tuesday.event, self.tuesday.now_ms
        for player in ("", "p-1N", "p-Ann", "p-Dora"):
            about(event, player, table_id, now_ms)
            rows = [(row.list, row.out) for row in ranking(event, player).rows]
            assert rows == sorted(rows), "those that are absent stand below all that play"
        news_of(event, table_id)
        due_ms(event)

    @invariant()
    def no_table_waits_twice_in_the_queue_for_the_same(self) -> None:
        waiting = [
            (each.round, each.table, each.entrant, each.dispute)
            for each in self.tuesday.event.calls.values()
            if each.table is not None and not each.done
        ]
        assert len(set(waiting)) == len(waiting)

    @invariant()
    def every_chair_of_a_round_has_a_player_or_a_robot(self) -> None:
        for _, number, table in self.tuesday.event.tables():
            for seat, each in table.seating.chairs.items():
                assert each.id or each.robot, (number, seat)

    def teardown(self) -> None:
        self.the_log_gives_the_same_event_again()
        self.the_event_comes_to_its_end()

    def the_log_gives_the_same_event_again(self) -> None:
        event = self.tuesday.event
        assert restore(event.id, GAMES["bridge"], self.tuesday.log) == event

    def the_event_comes_to_its_end(self) -> None:
        tuesday = self.tuesday
        if tuesday.event.stage in ("final", "cancelled"):
            return
        if tuesday.event.next_round == 0:
            assert self.asks("Dora", Finish(cancel=True))
            return
        playing = tuesday.event.playing
        if playing is not None:
            self.asks("Dora", Hold(on=False))
            for number, table in playing.tables.items():
                if table.held_ms is not None:
                    self.asks("Dora", Hold(on=False, table=number))
            assert self.asks("Dora", Close())
            self.end(playing, played=False)
            tuesday.passes(0)
        if tuesday.event.stage == "running":
            assert self.asks("Dora", Finish())
        assert tuesday.event.stage == "correction"
        self.asks("Dora", Hold(on=False))
        tuesday.passes(tuesday.event.conditions.correction_s)
        assert tuesday.event.stage == "final"


def table_id(round: int, table: int) -> str:
    return f"{round}-{table}"


ENTRANTS = st.integers(1, 8).map(str)
TABLES = st.none() | st.integers(1, 3)
RULINGS = st.none() | st.tuples(*(st.sampled_from(("plus", "average", 6_000)),) * 2)


def of_players() -> st.SearchStrategy[Command]:
    return st.one_of(
        st.builds(Enter, partners=some(newcomers(), 3)),
        st.builds(Join, entrant=ENTRANTS),
        st.builds(Leave),
        st.builds(Claim, code=st.sampled_from((CODE, "wrong"))),
        st.builds(CheckIn),
        st.builds(Offer, on=st.booleans()),
        st.builds(CallDirector),
    )


def of_directors() -> st.SearchStrategy[Command]:
    return st.one_of(
        st.builds(Change, directors=st.sampled_from(((named("Dora"), named("Dan")), (named("Dora"),)))),
        st.builds(Change, conditions=st.sampled_from((UNSET, PLAIN, replace(PLAIN, rounds=1)))),
        st.sampled_from((OpenEntries(), MakeDraw(), DropDraw(), Publish(), Publish(in_s=60), Start())),
        st.builds(Swap, one=ENTRANTS, other=ENTRANTS),
        st.builds(
            Carry,
            entrant=ENTRANTS,
            hundredths=st.sampled_from((-40, 0, 250)),
            reason=st.just("Late"),
            origin=st.sampled_from(("", "e-monday")),
        ),
        st.builds(Announce, text=st.just("Coffee"), table=TABLES),
        st.builds(AnswerCall, call=st.integers(1, 3), done=st.booleans()),
    )


def about_people(present: Sequence[str]) -> st.SearchStrategy[Command]:
    """Return requests that enter, remove or replace players; `present` are those that have entered."""
    return st.one_of(
        st.builds(Enrol, players=some(newcomers() | st.just(Named(name="Eve")), 4), present=st.booleans()),
        st.builds(Enrol, robots=st.sampled_from((("plain",) * 2, ("plain",) * 4))),
        st.builds(
            Enrol, entries=st.lists(st.builds(Enrolment, players=some(newcomers(), 4)), max_size=3).map(tuple)
        ),
        st.builds(Remove, entrant=ENTRANTS, why=st.sampled_from(("withdrawn", "removed", "absent"))),
        st.builds(BringBack, entrant=ENTRANTS),
        st.builds(
            Substitute,
            entrant=ENTRANTS,
            out=st.sampled_from((*present, "1N")).map(lambda name: f"p-{name}") | st.integers(1, 4),
            player=st.none() | newcomers(),
            robot=st.sampled_from((None, "plain")),
        ),
    )


def about_time() -> st.SearchStrategy[Command]:
    return st.one_of(
        st.builds(Hold, on=st.booleans(), table=TABLES),
        st.builds(Extend, seconds=st.just(60), table=TABLES),
        st.builds(Close, table=TABLES),
    )


def newcomers() -> st.SearchStrategy[Named]:
    return st.sampled_from((*NEWCOMERS, "1N")).map(named)


def some(each: st.SearchStrategy[Named], most: int) -> st.SearchStrategy[tuple[Named, ...]]:
    return st.lists(each, max_size=most).map(tuple)


class MovingEvenings(AnyEvening):
    """The same for events with boards that move from table to table."""

    @initialize(
        pairs=st.integers(5, 6),
        movement=st.sampled_from(("mitchell", "howell")),
        robot=st.sampled_from((None, "plain")),
        automatic=st.booleans(),
        played=st.integers(0, 2),
    )
    def opens(  # type: ignore[override]
        self, pairs: int, movement: Any, played: int, **others: Any
    ) -> None:
        """Begin an event that accepts late entries, and let all tables play the first rounds."""
        conditions = replace(PLAIN, boards=2, movement=movement, moving=True, late_until=3, **others)
        self.tuesday = Tuesday.started(pairs, conditions)
        self.tuesday.codes = (CODE,) * 8
        self.note_tables()
        for _ in range(played):
            assert self.tuesday.event.playing is not None
            self.end(self.tuesday.event.playing, played=True)
            self.tuesday.passes(0)
            self.tuesday.starts()
            self.note_tables()
            self.note_what_is_shown_and_played()

    @precondition(lambda self: len(self.tuesday.log) > 60)
    @rule(cancel=st.booleans())
    def a_director_ends_the_event(self, cancel: bool) -> None:
        super().a_director_ends_the_event(cancel)


class ManyMovingEvenings(MovingEvenings):
    """The same for many more events."""


class ManyEvenings(AnyEvening):
    """The same for many more events."""


AnyEvening.TestCase.settings = settings(
    max_examples=25, stateful_step_count=40, phases=(Phase.explicit, Phase.generate)
)
MovingEvenings.TestCase.settings = AnyEvening.TestCase.settings
ManyEvenings.TestCase.settings = settings(max_examples=250, stateful_step_count=50)
ManyMovingEvenings.TestCase.settings = settings(AnyEvening.TestCase.settings, max_examples=100)
TestAnyEvening = AnyEvening.TestCase
TestMovingEvenings = MovingEvenings.TestCase
TestManyMovingEvenings = pytest.mark.thorough(ManyMovingEvenings.TestCase)
# Alone on a quiet machine it takes a minute; beside other tests it would come near the usual limit.
TestManyEvenings = pytest.mark.timeout(300)(pytest.mark.thorough(ManyEvenings.TestCase))
