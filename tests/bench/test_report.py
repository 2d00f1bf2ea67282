"""The benchmark's own logic: medians, ratios, base costs, which rows run, and what makes figures doubtful."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.bench import processes, readings, table
from tests.bench.bystander import Pings
from tests.bench.claims import Judged
from tests.bench.cold import Started, loading_s
from tests.bench.load import Measured
from tests.bench.options import arguments
from tests.bench.page import Drawn
from tests.bench.peers import COLYSEUS, DURABLE_COLYSEUS, DURABLE_WS
from tests.bench.rounds import Changed, Turn
from tests.bench.rows import BASE, CEILING, KIBITZ, QUICK, Bench, Effort, Line, Report
from tests.bench.uploads import Disturbed

RUN = Measured(
    actions=1_000,
    done=1_000,
    seconds=1.0,
    server_cpu=0.1,
    store_cpu=0.0,
    client_cpu=0.5,
    foreign=(0.0, 0.0),
    message_bytes=200.0,
    p50_ms=1.0,
    p99_ms=2.0,
    writes=5_000,
    bytes=900_000,
)


def runs(*server_cpu: float, **more: object) -> list[Measured]:
    return [replace(RUN, server_cpu=cpu, **more) for cpu in server_cpu]


def report(*lines: Line) -> Report:
    return Report(machine={"cpu": "any"}, lines=list(lines))


def test_a_ratio_is_the_median_of_the_ratios_of_runs_that_were_made_together() -> None:
    both = report(
        Line("bridge-25", CEILING, 25, runs(0.1, 0.1, 0.4)),
        Line("bridge-25", KIBITZ, 25, runs(0.2, 0.1, 0.5)),
    )
    # 0.5, 1.0 and 0.8; the ratio of the medians would be 0.5
    assert both.ratio("bridge-25", KIBITZ, CEILING) == pytest.approx(0.8)


def test_a_row_has_no_ratio_beside_a_server_that_was_not_played() -> None:
    assert report(Line("bridge-25", KIBITZ, 25, runs(0.2))).ratio("bridge-25", KIBITZ, CEILING) is None


def test_the_store_counts_as_the_server() -> None:
    (run,) = runs(0.1, store_cpu=0.1)
    assert run.per_core_s == pytest.approx(5_000)
    assert run.cost_us == pytest.approx(200)


def test_the_cost_of_a_watcher_is_what_it_adds_to_the_same_table_without_watchers() -> None:
    watched = report(
        Line("watchers-500", BASE, 1, runs(0.3, 0.5)),
        Line("watchers-500", KIBITZ, 1, runs(4.3, 4.5, watched=500)),
    )
    # 4,000 us more for an action, at 500 watchers
    assert watched.watcher_us("watchers-500") == pytest.approx(8.0)
    text = table.text(watched)
    assert "watchers-500, us of CPU per watcher and action: 8.0 (at most 8: yes)" in text
    assert "watchers-500, us of CPU for an action without watchers, taken off above: 400" in text


def test_the_rows_of_the_json_have_medians_and_what_the_others_did() -> None:
    both = report(
        Line("spades-25", CEILING, 25, runs(0.1, 0.1, 0.1, writes=4_000)),
        Line("spades-25", KIBITZ, 25, runs(0.2, 0.1, 0.4)),
        Line("spades-25", COLYSEUS, 25, runs(0.3, 0.2, 0.2, bytes=100_000)),
    )
    (row,) = table.plain(both)["rows"]
    assert (row["name"], row["tables"], row["p50_ms"], row["p99_ms"]) == ("spades-25", 25, 1.0, 2.0)
    assert row["per_core_second"] == pytest.approx(5_000)
    assert row["ceiling_ratio"] == pytest.approx(0.5)
    assert (row["writes_per_action"], row["bytes_per_action"], row["runs"]) == (5.0, 900.0, 3)
    ceiling, colyseus = row["beside"]
    assert (ceiling["server"], ceiling["writes_per_action"]) == (CEILING, 4.0)
    assert (colyseus["server"], colyseus["bytes_per_action"]) == (COLYSEUS, 100.0)
    assert colyseus["ratio"] == pytest.approx(1.5)
    assert "spades-25, kibitz / colyseus: 1.50 (at least 0.95: yes)" in table.text(both)


@pytest.mark.parametrize(
    ("server", "cpu", "said"),
    [
        (DURABLE_COLYSEUS, 0.3, "1.50 (at least 1.1: yes)"),
        (DURABLE_COLYSEUS, 0.2, "1.00 (at least 1.1: NO)"),
        (DURABLE_WS, 0.16, "0.80 (at least 0.75: yes)"),
        (DURABLE_WS, 0.1, "0.50 (at least 0.75: NO)"),
    ],
)
def test_kibitz_is_held_against_the_peers_that_store_each_action(server: str, cpu: float, said: str) -> None:
    both = report(
        Line("spades-100", KIBITZ, 100, runs(0.15, store_cpu=0.05)),
        Line("spades-100", server, 100, runs(cpu - 0.05, store_cpu=0.05)),
    )
    assert f"spades-100, kibitz / {server}: {said}" in table.text(both)
    (row,) = table.plain(both)["rows"]
    assert [beside["server"] for beside in row["beside"]] == [server]


def test_the_report_names_the_build_of_python() -> None:
    build = readings.python_build()
    assert re.fullmatch(
        r"3\.\d+\.\d+ \(\S.*; with(out)? PGO; with(out)? LTO; in (a shared library|one program)\)", build
    )
    assert readings.machine()["python"] == build
    assert table.text(Report(machine=readings.machine())).count(f"python {build}") == 1


@pytest.mark.parametrize(
    ("options", "flags", "said"),
    [
        ("'--enable-optimizations' '--with-lto'", "", "with PGO; with LTO"),
        ("", "-O3 -fprofile-use -flto=auto", "with PGO; with LTO"),
        ("'--enable-shared'", "-O2", "without PGO; without LTO"),
    ],
)
def test_how_python_was_compiled_is_read_from_its_configuration(
    monkeypatch: pytest.MonkeyPatch, options: str, flags: str, said: str
) -> None:
    known = {"CONFIG_ARGS": options, "PY_CFLAGS_NODIST": flags, "Py_ENABLE_SHARED": 0}
    monkeypatch.setattr(sysconfig, "get_config_var", known.get)
    assert f"; {said}; in one program)" in readings.python_build()


def test_the_rows_of_the_json_have_the_cold_start() -> None:
    started = Started(100_000, 2.5, 1.0, 4.5, 1.5, 40, 3.0, 9.0, 0.3, 5.6)
    told = report()
    told.started = started
    (row,) = table.plain(told)["rows"]
    assert (row["name"], row["tables"], row["ceiling_ratio"]) == ("start", 100_000, None)
    assert (row["listening_s"], row["wake_p50_ms"]) == (2.5, 3.0)
    text = table.text(told)
    assert "until listening beside 100,000 sleeping tables in a loaded Redis: 2.5 (at most 3: yes)" in text
    assert "with a Redis that loads first: 4.5, of which 1.5 for loading" in text


def test_the_page_is_held_against_its_budgets() -> None:
    told = report()
    told.page = Drawn(420.0, 180.0, 12.0, [62.0, 71.0], [90.0], 350.0, 1_200.0)
    (row,) = table.plain(told)["rows"]
    assert (row["name"], row["first_ms"], row["long_tasks_ms"]) == ("page", 420.0, [62.0, 71.0])
    text = table.text(told)
    assert "ms until the page shows a first table: 420 (at most 400: NO)" in text
    assert "the longest of 2 tasks of over 50 ms in a whole board, in ms: 71 (at most 50: NO)" in text
    assert "ms from a click until the card lies on the table: 12 (at most 50: yes)" in text


@pytest.mark.parametrize(
    ("doubt", "said"),
    [
        ({"client_cpu": 0.95}, "bridge-1 kibitz: the client was the limit, at 95% of its core"),
        ({"foreign": (0.1, 0.4)}, "bridge-1 kibitz: others used up to 40% of a core meanwhile"),
        ({"put_off": 7}, "bridge-1 kibitz: 7 actions were refused for a while"),
        ({"stolen": (0.1, 0.0)}, "bridge-1 kibitz: other machines were given up to 10% of a core"),
    ],
)
def test_what_makes_a_figure_doubtful_is_said(doubt: dict[str, object], said: str) -> None:
    doubtful = report(Line("bridge-1", KIBITZ, 1, [RUN, replace(RUN, **doubt)]))
    assert said in table.text(doubtful).splitlines()
    assert table.plain(doubtful)["doubts"] == [said]
    assert said not in table.text(report(Line("bridge-1", KIBITZ, 1, [RUN]))).splitlines()


def bench(runs: int = 1, limit_s: float = 60.0) -> tuple[Bench, list[str]]:
    made = Bench(report(), Effort(runs=runs, limit_s=limit_s))
    ran: list[str] = []
    made.rows = {name: lambda name=name: ran.append(name) for name in ("a-1", "a-10", "b", "once")}
    made.once = {"once"}
    return made, ran


def test_rows_that_compare_nothing_say_that_others_used_the_machine_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, ran = bench()
    for used in (0.5, 0.1):
        monkeypatch.setattr(readings, "others", lambda cores, seconds, used=used: used)
        made.run(["a-1", "once"])
    assert ran == ["a-1", "once"] * 2
    assert made.report.notes == ["once: others used 50% of a core just before"]


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="the benchmark reads Linux' /proc")
def test_a_busy_core_is_seen() -> None:
    core = processes.cores()[0]
    program = f"import os; os.sched_setaffinity(0, {{{core}}}); print(flush=True)\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert readings.others((core, core), 0.5) > readings.FOREIGN
        process.kill()


def test_a_report_without_players_has_no_table_of_them() -> None:
    told = report()
    told.notes = ["instructions were skipped: valgrind is not installed"]
    assert table.text(told).splitlines() == [told.notes[0], "", "on cpu any"]


def test_the_rows_of_the_json_have_claims_replay_and_uploads() -> None:
    pings = Pings(1, 1.0, 2.0, 3.0)
    told = report()
    told.claims = Judged(24, pings, pings, 5, 3, 2, {}, 0.5)
    told.replayed = {"pbn": 2_500.0}
    told.uploads = Disturbed(9, 1.0, 2.0, 3.0, 4.0, 5.0, {201: 32})
    claims, replay, uploads = table.rows(told)
    assert (claims["name"], claims["tables"], claims["claims"]) == ("claims-24", 24, 5)
    assert (replay["name"], replay["boards_per_core_second"]) == ("replay", {"pbn": 2_500.0})
    assert (uploads["name"], uploads["answers"]) == ("uploads", {201: 32})
    for row in (claims, replay, uploads):
        assert {"name", "tables", "per_core_second", "ceiling_ratio", "p50_ms", "p99_ms"} <= row.keys()


def test_a_round_of_a_large_event_is_held_against_its_budgets() -> None:
    told = report()
    told.rounds = Changed(100, Turn(900.0, 1_000.0, 4.0, 500.0), Turn(1_400.0, 2_100.0, 9.0, 900.0))
    said = table.text(told)
    assert "players see their tables of the next round: 2,100" in said
    (row,) = table.rows(told)
    assert (row["name"], row["tables"], row["changed"]["lag_ms"]) == ("rounds-100", 100, 9.0)


def test_runs_are_interleaved_and_some_rows_run_only_once() -> None:
    made, ran = bench(runs=3)
    made.run(["a-1", "once", "b"])
    assert ran == ["a-1", "once", "b", "a-1", "b", "a-1", "b"]


def test_rows_that_would_begin_too_late_are_left_out_by_name() -> None:
    made, ran = bench(limit_s=-1.0)
    made.run(["a-1", "b"])
    assert ran == []
    assert made.report.notes == [
        f"{name} was left out: the time for all rows was over" for name in ("a-1", "b")
    ]
    assert not made.report.failed


def test_rows_are_named_in_full_or_by_their_beginning() -> None:
    made, _ = bench()
    assert made.names(("a-1",)) == ["a-1"]
    assert made.names(("a-",)) == ["a-1", "a-10"]
    assert made.names(("b", "a-1")) == ["a-1", "b"]
    assert made.names(("",)) == ["a-1", "a-10", "b", "once"]
    assert made.names(("c",)) == []


@pytest.mark.parametrize("game", ["bridge", "spades", "hanabi"])
def test_every_game_has_rows_with_one_table_to_1500(game: str) -> None:
    made = Bench(report(), Effort())
    assert made.names((f"{game}-",)) == [f"{game}-{tables}" for tables in (1, 25, 100, 400, 1_500)]


def test_a_full_run_repeats_and_a_quick_one_ends_in_time() -> None:
    assert Effort().runs == 3
    assert (QUICK.runs, QUICK.limit_s) == (1, 40.0)
    assert QUICK.end_s < 60


def test_the_command_line_is_read() -> None:
    given = arguments(["--runs", "5", "--peers", "there", "--rows", "bridge-25,cost", "--json"])
    assert (given.runs, given.peers, given.rows, given.json) == (5, Path("there"), "bridge-25,cost", True)


@pytest.mark.parametrize(
    "bad", [["--runs", "0"], ["--site", "--soak"], ["--nonsense"], ["--share", "0"], ["--seconds", "-1"]]
)
def test_a_bad_command_line_is_refused(bad: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(bad)
    assert "error" in capsys.readouterr().err


def test_the_cpu_time_of_another_process_is_read_more_finely_than_proc_tells_it() -> None:
    program = "print(sum(range(200_000)), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        spent_s = readings.cpu_s(process.pid)
        ticks = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        assert sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") - 0.02 <= spent_s < 60
        assert spent_s != round(spent_s, 4)


def test_a_process_that_does_not_exist_has_no_cpu_time() -> None:
    with pytest.raises(OSError):
        readings.cpu_s(1 << 26)


def metrics(fast: float, slow: float, total_s: float) -> dict[str, float]:
    name = "kibitz_append_seconds"
    counts = {"0.001": fast, "0.002": fast + slow, "+Inf": fast + slow}
    buckets = {f'{name}_bucket{{le="{bound}"}}': count for bound, count in counts.items()}
    return {**buckets, f"{name}_count": fast + slow, f"{name}_sum": total_s}


def test_append_latency_is_that_of_the_appends_between_two_readings() -> None:
    found = readings.appends(metrics(100, 0, 1.0), metrics(150, 50, 1.1))
    assert (found.count, found.mean_ms) == (100, pytest.approx(1.0))
    assert found.p50_ms == pytest.approx(1.0)
    assert found.p99_ms == pytest.approx(1.98)


def test_a_quantile_beyond_the_last_bound_is_the_last_bound() -> None:
    assert readings.interpolated([(1.0, 0.0), (5.0, 2.0), (float("inf"), 10.0)], 0.99) == 5.0


def test_no_append_has_no_latency() -> None:
    with pytest.raises(LookupError, match="expected appends"):
        readings.appends(metrics(1, 1, 1.0), metrics(1, 1, 1.0))


def test_the_loading_time_is_that_of_the_last_start_of_redis() -> None:
    first = "1:M 22 Nov 2026 * DB loaded from append only file: 0.001 seconds\n"
    last = "1:M 22 Nov 2026 * DB loaded from base file appendonly.aof.1.base.rdb: 1.500 seconds\n"
    assert loading_s(first + last) == 1.5
    with pytest.raises(LookupError):
        loading_s("Ready to accept connections")
