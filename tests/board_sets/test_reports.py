"""What a set learns of its tables: each fact once, in any order, and again after a crash."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import Call, MakeCall
from server.board_sets.board_set import restore
from server.board_sets.entries import Came, Entry, Finished, Over, Played, Reopened, Went
from server.board_sets.reports import People, learned, met, people, report
from server.games.bridge.board_set import Joined
from server.games.bridge.rules import BRIDGE
from server.table.events import Acted, Closed, Hosted, Saw, Stood
from server.table.table import Table, fold, next_deal
from tests.board_sets.sittings import (
    NAMES,
    NOON,
    after,
    begun,
    came,
    closed,
    evening,
    facts,
    finished,
    played,
)
from tests.games.bridge.deals import deal
from tests.tables import act
from tests.tables import seated as four

NOBODY: tuple[Entry, ...] = ()


def in_set(table: Table) -> Table:
    """Return a table before its first deal as a table of a set of three."""
    return replace(table, id="t1", state=BRIDGE.rule(table.state, Joined("evening", 3), NOON))


def passed_out(table: Table, board: int = 1) -> Table:
    """Return a table after a board in which all players pass."""
    table = fold(table, Acted(at_ms=NOON, action=deal(board=board)))
    return act(table, *[MakeCall(Call.PASS)] * 4)


# The facts


def test_the_report_of_a_new_table() -> None:
    told = report(in_set(four()))
    assert (told.deal, told.known, told.finished, told.results) == (0, -1, 0, ())
    assert told.people == People(frozenset(("north", "east", "south", "west")))
    assert told.players == ("North", "East", "South", "West")
    assert told.standing.board_set == "evening" and not told.closed


def test_the_report_of_a_table_that_plays_its_first_board() -> None:
    told = report(fold(in_set(four()), Acted(at_ms=NOON, action=deal())))
    assert (told.deal, told.known, told.finished, told.results) == (0, 0, 0, ())


def test_the_report_of_a_table_that_has_finished_boards() -> None:
    table = passed_out(in_set(four()))
    told = report(table)
    assert (told.deal, told.known, told.finished) == (0, 0, 1)
    assert [board for board, _ in told.results] == [1]
    table = fold(table, next_deal(table, NOON))
    told = report(table)
    assert (told.deal, told.known, told.finished) == (1, 0, 1)
    told = report(passed_out(table, 2))
    assert (told.deal, told.known, told.finished) == (1, 1, 2)
    assert [board for board, _ in told.results] == [1, 2]


def test_the_people_of_a_table() -> None:
    table = fold(in_set(four()), Acted(at_ms=NOON, action=deal()))
    table = fold(table, Hosted(at_ms=NOON, directors=("dora", "north"), commentators=("carl",)))
    assert people(table) == People(frozenset(("north", "east", "south", "west")), frozenset(("dora", "carl")))
    looked = fold(fold(table, Saw(at_ms=NOON, player="dora")), Saw(at_ms=NOON, player="eve"))
    assert people(looked).hands == {"north", "east", "south", "west", "eve"}
    assert people(looked).offices == {"dora", "carl"}
    released = fold(looked, Hosted(at_ms=NOON, directors=()))
    assert "dora" in people(released).hands and people(released).offices == {"carl"}
    assert people(fold(looked, Closed(at_ms=NOON, reason="the end"))) == People()


def test_a_player_that_has_left_a_seat_is_not_at_the_table() -> None:
    table = fold(fold(in_set(four()), Acted(at_ms=NOON, action=deal())), Stood(at_ms=NOON, seat=0))
    assert "north" not in people(table).hands


# What is new in them


def test_what_is_known_is_not_entered_again() -> None:
    told = facts("t1", finished(1), people=People(frozenset("p"), frozenset("d")))
    entries = learned(evening(), told, NOON)
    assert [type(each) for each in entries] == [Played, Came, Came]
    assert learned(evening(*entries), told, NOON) == NOBODY


def test_results_come_with_the_numbers_of_their_deals() -> None:
    first, second = learned(evening(), facts("t1", finished(1), finished(2)), NOON)
    assert isinstance(first, Played) and isinstance(second, Played)
    assert (first.deal, first.board, second.deal, second.board) == (0, 1, 1, 2)
    later = facts("t1", finished(41), finished(42), deal=42, finished=42, known=42)
    assert [each.deal for each in learned(evening(), later, NOON) if isinstance(each, Played)] == [40, 41]


def test_a_correction_of_an_earlier_board_keeps_the_names_of_its_players() -> None:
    board_set = evening(played("t1", 0), played("t1", 1))
    told = facts("t1", finished(1, -100), finished(2), players=("Eve", "Ben", "Cat", "Dan"))
    (entry,) = learned(board_set, told, NOON)
    assert isinstance(entry, Played) and (entry.board, entry.players) == (1, ())
    assert after(board_set, entry).tables["t1"].players[1] == NAMES


def test_a_result_of_a_board_that_is_open_again_is_taken_back() -> None:
    board_set = evening(played("t1", 0), played("t1", 1))
    told = facts("t1", finished(1), deal=1, finished=1)
    assert learned(board_set, told, NOON) == (Reopened(at_ms=NOON, table="t1", deal=1, board=2),)
    assert learned(after(board_set, *learned(board_set, told, NOON)), told, NOON) == NOBODY


def test_all_results_are_taken_back_that_the_log_of_a_table_has_lost() -> None:
    board_set = evening(*(played("t1", number) for number in range(3)))
    told = facts("t1")
    board_set = after(board_set, *learned(board_set, told, NOON))
    assert set(board_set.tables["t1"].results.values()) == {None}
    assert board_set.tables["t1"].played == 0 and learned(board_set, told, NOON) == NOBODY


def test_players_that_come_and_leave_are_entered() -> None:
    board_set = evening(came("t1", "p"), came("t1", "d", office=True), came("t2", "q"))
    told = facts("t1", people=People(frozenset("rd")), known=4)
    assert learned(board_set, told, NOON) == (
        came("t1", "d"),
        came("t1", "r"),
        Went(at_ms=NOON, table="t1", player="p", last=4),
    )


def test_the_end_of_a_table_and_of_the_last_one() -> None:
    board_set = evening(came("t1", "p"))
    told = facts("t1", closed=True, known=2, people=People())
    assert learned(board_set, told, NOON) == (Finished(at_ms=NOON, table="t1", last=2),)
    board_set = after(board_set, closed("t2"), closed("t3"))
    ended = learned(board_set, told, NOON)
    assert ended == (Finished(at_ms=NOON, table="t1", last=2), Over(at_ms=NOON))
    assert learned(after(board_set, *ended), told, NOON) == NOBODY


def test_times_never_go_back() -> None:
    board_set = after(evening(), replace(came("t1", "p"), at_ms=NOON + 9))
    (entry,) = learned(board_set, facts("t2", people=People(frozenset("q"))), NOON)
    assert entry.at_ms == NOON + 9


# The people of earlier times


def test_a_player_of_an_earlier_time_of_the_deal_is_entered_and_then_leaves() -> None:
    board_set = evening()
    before = facts("t1", people=People(frozenset("p"), frozenset("d")), known=0)
    entries = met(board_set, before, NOON)
    assert entries == (came("t1", "d", office=True), came("t1", "p"))
    board_set = after(board_set, *entries)
    assert met(board_set, before, NOON) == NOBODY
    board_set = after(board_set, *learned(board_set, facts("t1", known=0), NOON))
    assert {player: stay.last for player, (stay,) in board_set.stays.items()} == {"p": 0, "d": 0}
    assert met(board_set, before, NOON) == NOBODY
    later = replace(before, known=1)
    assert {each.player for each in met(board_set, later, NOON) if isinstance(each, Came)} == {"p", "d"}


def test_the_people_of_a_deal_that_no_other_table_will_play_are_of_no_interest() -> None:
    board_set = evening(played("t2", 0), played("t3", 0))
    assert met(board_set, facts("t1", people=People(frozenset("p")), known=0), NOON) == NOBODY
    assert met(evening(closed("t1")), facts("t1", people=People(frozenset("p"))), NOON) == NOBODY


def test_what_is_learned_is_read_again_from_the_log() -> None:
    told = (
        facts("t1", finished(1), people=People(frozenset("pq"), frozenset("d"))),
        facts("t2", finished(1), finished(2), people=People(frozenset("r"))),
        facts("t3", closed=True),
    )
    log: list[Entry] = [begun()]
    for each in told:
        log += learned(restore("evening", BRIDGE, log), each, NOON)
    board_set = restore("evening", BRIDGE, log)
    assert [learned(board_set, each, NOON) for each in told] == [(), (), ()]
    assert board_set.released() == (1,)
