"""Who sits where follows from the draw and the entrants."""

from __future__ import annotations

from msgspec.structs import replace

from server.events.conditions import Conditions
from server.events.seatings import seat_of
from tests.events.tuesday import PLAIN, Tuesday


def chairs(tuesday: Tuesday) -> dict[int, str]:
    """Return the names at each table, in the order of the seats."""
    assert tuesday.event.playing is not None
    return {
        number: " ".join(table.seating.chairs[seat].name for seat in sorted(table.seating.chairs))
        for number, table in tuesday.event.playing.tables.items()
    }


def test_the_pairs_of_a_table_sit_opposite_their_partners() -> None:
    tuesday = Tuesday.started(4, replace(PLAIN, rounds=2))
    assert chairs(tuesday) == {1: "1N 2N 1S 2S", 2: "3N 4N 3S 4S"}
    assert tuesday.event.playing is not None
    assert seat_of(tuesday.event.playing.tables[2].seating, "p-4S") == 3
    assert seat_of(tuesday.event.playing.tables[2].seating, "") is None


def test_a_pair_without_opponents_sits_out_or_plays_against_robots() -> None:
    assert chairs(Tuesday.started(5)) == {1: "1N 2N 1S 2S", 2: "3N 4N 3S 4S"}
    assert chairs(Tuesday.started(5, replace(PLAIN, robot="plain")))[3] == "5N plain 5S plain"


def test_each_table_has_the_group_of_boards_that_its_movement_gives_it_if_the_boards_move() -> None:
    def groups(conditions: Conditions) -> list[int | None]:
        started = Tuesday.started(6, conditions).event.playing
        assert started is not None
        return [table.seating.group for table in started.tables.values()]

    assert groups(PLAIN) == [None] * 3 and groups(replace(PLAIN, moving=True)) == [0, 1, 2]


def test_a_match_of_two_teams_has_two_tables_at_which_both_pairs_sit_in_both_directions() -> None:
    conditions = Conditions(
        form="teams", movement="round_robin", scoring="match", rounds=1, boards=2, check_in=False
    )
    tuesday = Tuesday.started(2, conditions)
    home, away = "1", "2"
    assert chairs(tuesday) in (
        {1: f"{home}N {away}E {home}S {away}W", 2: f"{away}N {home}E {away}S {home}W"},
        {1: f"{away}N {home}E {away}S {home}W", 2: f"{home}N {away}E {home}S {away}W"},
    )
    assert tuesday.event.playing is not None
    sides = [each.seating.sides for each in tuesday.event.playing.tables.values()]
    assert sides[0] == tuple(reversed(sides[1]))
