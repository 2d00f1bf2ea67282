"""Rows at tables say how long they are measured, and a round that takes too long or loses actions fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.bench.plays import BOARDS_S, PLAYS, Play, check_acknowledged
from tests.bench.rows import Bench, Effort, Report
from tests.bench.test_report import RUN


def test_rows_at_a_pace_are_measured_for_longer_and_watchers_over_whole_boards() -> None:
    assert PLAYS["bridge-25"].seconds(2.5) == 2.5
    assert PLAYS["cost-25"].seconds(2.5) == 5.0
    assert PLAYS["watchers-500"].seconds(2.5) == BOARDS_S
    assert PLAYS["watchers-500"].seconds(10.0) == 20.0


def test_a_row_is_named_after_its_game_and_its_tables() -> None:
    assert PLAYS["hanabi-400"] == Play("hanabi", 400)
    assert {play.tables for row, play in PLAYS.items() if row.startswith("spades")} == {
        1,
        25,
        100,
        400,
        1_500,
    }


def test_each_table_may_have_four_actions_on_their_way() -> None:
    play = Play("bridge", 2)
    for more in (-8, 8):
        check_acknowledged(play, replace(RUN, done=RUN.actions + more))
    with pytest.raises(RuntimeError, match=r"expected as many acknowledged actions .*, 1000, got 991"):
        check_acknowledged(play, replace(RUN, done=RUN.actions - 9))


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="the benchmark reads Linux' /proc")
def test_a_row_that_is_not_done_in_time_is_given_up_and_names_the_server() -> None:
    made = Bench(Report(machine={}), Effort(runs=1, warm_s=30.0, end_s=1.0))
    made.run(["bridge-1"])
    assert made.report.failed
    assert made.report.notes[0] == "bridge-1 failed: at ceiling: the load client was not done within 1 s"
