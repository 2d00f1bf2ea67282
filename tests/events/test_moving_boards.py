"""Boards that move from table to table: who plays which, and when others hear of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from server.events.commands import Adjust, Change, Enrol, Finish, MakeDraw, Remove, Substitute, Swap
from server.events.drawing import boards_needed, has_place
from server.events.event import Event, board_in_event, deal_in_event
from server.events.shown import has_watchers, ranking, results, shows_tables
from server.events.standings import boards_of, players_of, ranking_of, released
from tests.events.tuesday import PLAIN, Tuesday, named

MOVING = replace(PLAIN, moving=True, boards=1)


def score_of(round: int, table: int) -> int:
    """Return a score that differs between most tables and rounds."""
    return (round * 37 + table * 101) % 23 * 10 - 100


def play(tuesday: Tuesday) -> None:
    """Let all tables of the round that is played report their boards."""
    round = tuesday.event.playing
    assert round is not None
    for number in round.tables:
        tuesday.reports(number, {0: score_of(round.number, number)})
    tuesday.passes(0)


def evening(movement: Any, pairs: int, rounds: int, winners: Any = 1) -> Tuesday:
    """Return an event of so many rounds which has been played."""
    conditions = replace(MOVING, movement=movement, rounds=rounds, winners=winners)
    tuesday = Tuesday.opened(0, conditions)
    for number in range(1, pairs + 1):
        tuesday.asks("Dora", Enrol(players=(named(f"{number}N"), named(f"{number}S"))))
    for _ in range(rounds):
        tuesday.starts()
        play(tuesday)
    return tuesday


EVENINGS = [
    *(("mitchell", tables, tables) for tables in range(2, 21)),
    *(("howell", tables, 2 * tables - 1) for tables in range(2, 15)),
]


def shares_of(event: Event) -> dict[str, Fraction]:
    """Return each entrant's share of the most matchpoints, computed board by board from the draws alone."""
    placed: dict[int, list[tuple[tuple[str | None, ...], int]]] = defaultdict(list)
    for round in event.rounds:
        for meeting in round.draw.meetings:
            placed[meeting.boards].append((meeting.sides, score_of(round.number, meeting.table)))
    whole = max(map(len, placed.values()))
    points: dict[str, Fraction] = defaultdict(Fraction)
    boards: Counter[str] = Counter()
    for lines in placed.values():
        for sides, score in lines:
            better = sum((score > other) - (score < other) for _, other in lines) + len(lines) - 1
            own = Fraction((better + 1) * whole, len(lines)) - 1
            for side, matchpoints in zip(sides, (own, 2 * (whole - 1) - own), strict=True):
                assert side is not None
                points[side] += matchpoints / (2 * (whole - 1))
                boards[side] += 1
    return {id: share / boards[id] for id, share in points.items()}


@pytest.mark.parametrize(("movement", "tables", "rounds"), EVENINGS)
def test_each_entrant_meets_each_board_once_and_results_compare_over_all_rounds(
    movement: str, tables: int, rounds: int
) -> None:
    event = evening(movement, 2 * tables, rounds).event
    assert event.stage == "correction"
    met = Counter(
        (id, deal_in_event(event, round, table, 0))
        for round, _, table in event.tables()
        for id in table.seating.sides
    )
    assert len(met) == 2 * tables * rounds and set(met.values()) == {1}
    needed = boards_needed(event.conditions, 2 * tables)
    assert needed == rounds and sorted(boards_of(event)) == list(range(needed))
    for round in event.rounds:
        groups = Counter(table.seating.group for table in round.tables.values())
        shared = movement == "howell" and tables < 4
        most = tables if shared else 2 if movement == "mitchell" and tables % 2 == 0 else 1
        assert max(groups.values()) == most, "tables of a round share boards only where they must"
    shown = results(event, "")
    assert [each.board for each in shown.boards] == [each + 1 for each in range(needed)]
    assert sum(len(each.lines) for each in shown.boards) == tables * rounds
    assert all(line.points is not None for each in shown.boards for line in each.lines)
    percents = {row.entry: row.percent for row in ranking_of(event, everything=False).rows}
    assert percents == {id: int(10_000 * share + Fraction(1, 2)) for id, share in shares_of(event).items()}


@pytest.mark.parametrize(("movement", "rounds"), [("mitchell", 3), ("howell", 5)])
def test_a_movement_with_a_missing_pair_gives_no_board_twice(movement: str, rounds: int) -> None:
    event = evening(movement, 5, rounds).event
    boards = Counter(
        (id, deal_in_event(event, round, table, 0))
        for round, _, table in event.tables()
        for id in table.seating.sides
    )
    assert set(boards.values()) == {1} and {len(each.tables) for each in event.rounds} == {2}


def test_a_result_is_told_once_no_table_of_the_last_round_will_play_its_board() -> None:
    tuesday = Tuesday.opened(8, replace(MOVING, movement="howell", rounds=7))
    for _ in range(6):
        tuesday.starts()
        play(tuesday)
        assert released(tuesday.event) == frozenset() and results(tuesday.event, "p-1N").boards == ()
        assert {row.deals for row in ranking(tuesday.event, "p-1N").rows} == {0}
        assert results(tuesday.event, "p-Dora").boards != ()
        assert not shows_tables(tuesday.event, "p-1N") and shows_tables(tuesday.event, "p-Dora")
    tuesday.starts()
    last = tuesday.event.playing
    assert last is not None
    played = {deal_in_event(tuesday.event, last, table, 0): number for number, table in last.tables.items()}
    assert released(tuesday.event) == set(range(7)) - played.keys()
    for deal, number in played.items():
        assert deal not in released(tuesday.event) and not shows_tables(tuesday.event, "p-1N")
        tuesday.reports(number, {0: 50})
        assert deal in released(tuesday.event)
        assert [each.board - 1 for each in results(tuesday.event, "").boards] == sorted(
            released(tuesday.event)
        )
    assert shows_tables(tuesday.event, "p-1N")


def test_a_board_that_an_earlier_table_plays_again_after_a_ruling_is_a_secret_in_the_last_round() -> None:
    tuesday = evening("mitchell", 6, 3)
    assert released(tuesday.event) == {0, 1, 2}
    last = tuesday.event.rounds[-1]
    tuesday.reports(1, {0: None})
    assert released(tuesday.event) == {0, 1, 2} - {deal_in_event(tuesday.event, last, last.tables[1], 0)}
    assert not shows_tables(tuesday.event, "p-1N")


def test_an_event_that_ends_early_tells_what_has_been_played() -> None:
    tuesday = Tuesday.started(6, MOVING)
    play(tuesday)
    assert released(tuesday.event) == frozenset()
    tuesday.asks("Dora", Finish())
    assert released(tuesday.event) == {0, 1, 2} and shows_tables(tuesday.event, "")
    assert [
        (each.round, [line.round for line in each.lines]) for each in results(tuesday.event, "").boards
    ] == [(0, [1])] * 3
    cancelled = Tuesday.started(6, MOVING)
    cancelled.asks("Dora", Finish(cancel=True))
    assert released(cancelled.event) == frozenset() and not shows_tables(cancelled.event, "")


def test_no_table_has_watchers() -> None:
    assert has_watchers(Tuesday.started().event) and not has_watchers(Tuesday.started(6, MOVING).event)


def test_the_names_and_numbers_of_boards_are_those_of_the_table() -> None:
    tuesday = Tuesday.started(6, replace(MOVING, boards=2))
    (first, _, _), round = tuesday.event.rounds[0].tables.values(), tuesday.event.rounds[0]
    third = round.tables[3]
    assert [board_in_event(tuesday.event, round, third, deal) for deal in (0, 1)] == [5, 6]
    assert [board_in_event(tuesday.event, round, first, deal) for deal in (0, 1)] == [1, 2]
    tuesday.reports(3, {0: 420})
    assert players_of(tuesday.event)[4, third.seating.sides] == ("a", "b", "c", "d")


def test_a_ruling_names_a_board_of_its_table() -> None:
    tuesday = Tuesday.started(8, replace(MOVING, boards=2, rounds=4))
    groups = [table.seating.group for table in tuesday.event.rounds[0].tables.values()]
    assert groups == [0, 1, 3, 0], "the first and the last of four tables share boards"
    for table, board in ((1, 2), (2, 4), (3, 8), (4, 1)):
        tuesday.asks("Dora", Adjust(round=1, table=table, board=board, awards=("average", "average")))
        assert tuesday.event.rounds[0].tables[table].results.keys() == {(board - 1) % 2}
    tuesday.reports(1, {0: 420})
    for table, board in ((1, 3), (2, 1), (3, 1)):
        refused = tuesday.refusal("Dora", Adjust(round=1, table=table, board=board))
        assert f"table {table} in round 1 has no board {board}" in refused


def test_a_late_pair_needs_the_place_of_a_missing_one() -> None:
    tuesday = Tuesday.started(5, replace(MOVING, late_until=3))
    play(tuesday)
    assert has_place(tuesday.event)
    tuesday.asks("Dora", Enrol(players=(named("6N"), named("6S"))))
    assert not has_place(tuesday.event)
    pair = Enrol(players=(named("7N"), named("7S")))
    assert "every place of the movement is taken" in tuesday.refusal("Dora", pair)
    tuesday.asks("Dora", Remove(entrant="2"))
    tuesday.asks("Dora", pair)
    tuesday.starts()
    assert tuesday.event.numbers == ("1", "6", "3", "4", "5", "7")
    assert len(tuesday.event.rounds[1].tables) == 3


def test_a_pair_without_a_place_waits_while_the_others_play() -> None:
    tuesday = Tuesday.opened(6, replace(MOVING, late_until=3))
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("Dora", Enrol(players=(named("7N"), named("7S"))))
    tuesday.starts()
    assert "7" in tuesday.event.numbers, "the first round is drawn again, with four tables"
    for number in (8, 9):
        late = Enrol(players=(named(f"{number}N"), named(f"{number}S")))
        if number == 8:
            tuesday.asks("Dora", late)
        else:
            assert "every place" in tuesday.refusal("Dora", late)


def test_two_entrants_change_places_before_the_first_round_alone() -> None:
    tuesday = Tuesday.opened(6, MOVING)
    tuesday.asks("Dora", MakeDraw())
    tuesday.asks("Dora", Swap(one="1", other="4"))
    tuesday.starts()
    play(tuesday)
    tuesday.asks("Dora", MakeDraw())
    assert "would play boards again" in refused_draw(tuesday)


def refused_draw(tuesday: Tuesday) -> str:
    return tuesday.refusal("Dora", Swap(one="1", other="4"))


def test_those_that_may_know_boards_play_for_no_other_pair() -> None:
    tuesday = Tuesday.started(6, replace(MOVING, late_until=3))
    tuesday.asks("Dora", Change(directors=(named("Dora"), named("Dan"))))
    tuesday.asks("Dora", Change(directors=(named("Dora"),)))
    tuesday.asks("Dora", Substitute(entrant="1", out="p-1N", player=named("Sub")))
    assert tuesday.event.former_directors == {"p-Dan"}
    for name in ("Dan", "1N"):
        substitute = Substitute(entrant="3", out="p-3N", player=named(name))
        assert f"{name} may know boards" in tuesday.refusal("Dora", substitute)
    tuesday.asks("Dora", Substitute(entrant="1", out="p-Sub", player=named("1N")))
    barometer = Tuesday.started(6)
    barometer.asks("Dora", Substitute(entrant="1", out="p-1N", player=named("Sub")))
    barometer.asks("Dora", Substitute(entrant="3", out="p-3N", player=named("1N")))


def test_a_director_that_leaves_before_the_first_round_may_play() -> None:
    tuesday = Tuesday.opened(5, MOVING)
    tuesday.asks("Dora", Change(directors=(named("Dora"), named("Dan"))))
    tuesday.asks("Dora", Change(directors=(named("Dora"),)))
    assert tuesday.event.former_directors == frozenset()
    tuesday.asks("Dora", Enrol(players=(named("Dan"), named("New"))))
