"""Records are replayed and converted by commands, with their analysis."""

import contextlib
import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.cli.commands import KIBITZ, kibitz


def test_replay_prints_a_line_for_each_board_and_fails_for_a_refused_one(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pbn", tmp_path / "bad.pbn"
    good.write_text(kibitz("deal", "--boards", "2").stdout)
    bad.write_text('[Board "1"]\n[Deal "N:AA... - - -"]\n')
    played = kibitz("replay", str(good))
    assert played.returncode == 0
    assert [json.loads(line)["ok"] for line in played.stdout.splitlines()] == [True, True]
    refused = kibitz("replay", str(good), str(bad))
    assert refused.returncode == 1
    rows = [json.loads(line) for line in refused.stdout.splitlines()]
    assert [row["ok"] for row in rows] == [True, True, False]
    assert "line 2" in rows[-1]["error"]
    assert list(rows[0]) == [
        "file",
        "game",
        "board",
        "ok",
        "contract",
        "declarer",
        "tricks",
        "score_ns",
        "error",
    ]


def test_replay_analyses_boards_that_keep_the_rules(tmp_path: Path) -> None:
    record = tmp_path / "boards.pbn"
    record.write_text(
        kibitz("deal", "--boards", "2", "--seed", "x").stdout
        + '[Board "3"]\n[Deal "N:A... - - -"]\n\n[Board "4"]\n[Deal "N:A... A... - -"]\n'
    )
    replayed = kibitz("replay", "--dd", str(record))
    assert (replayed.returncode, replayed.stderr) == (1, "")
    first, second, partial, bad = map(json.loads, replayed.stdout.splitlines())
    assert [set(row["dd"]) for row in (first, second)] == [set("NESW")] * 2
    assert set(first["dd"]["N"]) == {"C", "D", "H", "S", "NT"}
    assert first["par"]["contracts"] and first["dd_error"] is None
    assert (partial["dd"], partial["ok"]) == (None, True)
    assert (bad["dd"], bad["dd_error"], bad["ok"]) == (None, None, False)


def test_convert_adds_the_analysis_with_the_option_dd(tmp_path: Path) -> None:
    record, target = tmp_path / "boards.pbn", tmp_path / "boards.json"
    record.write_text(kibitz("deal", "--seed", "x").stdout)
    assert kibitz("convert", "--dd", "--to", "board_settings", str(record), str(target)).returncode == 0
    (setting,) = json.loads(target.read_text())["board_settings"]
    (row,) = map(json.loads, kibitz("replay", "--dd", str(record)).stdout.splitlines())
    assert setting["dda"] == row["dd"]


@pytest.mark.parametrize("command", ["convert", "replay"])
def test_a_missing_solver_is_reported_once(tmp_path: Path, command: str) -> None:
    (tmp_path / "endplay").mkdir()
    (tmp_path / "endplay/__init__.py").touch()
    record, target = tmp_path / "boards.pbn", tmp_path / "boards.json"
    record.write_text(kibitz("deal", "--boards", "3", "--seed", "x").stdout)
    done = subprocess.run(
        [*KIBITZ, command, "--dd", str(record), *([str(target)] if command == "convert" else [])],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, target.exists()) == (1, "", False)
    assert done.stderr.count("analysis is not installed") == 1


def test_on_a_terminal_no_row_stands_behind_the_bar(tmp_path: Path) -> None:
    record = tmp_path / "boards.pbn"
    record.write_text(kibitz("deal", "--boards", "3", "--seed", "x").stdout)
    ours, its = pty.openpty()
    shown = b""
    with subprocess.Popen([*KIBITZ, "replay", "--dd", str(record)], stdout=its, stderr=its) as process:
        os.close(its)
        with contextlib.suppress(OSError):  # so a terminal ends on Linux
            while said := os.read(ours, 65536):
                shown += said
    os.close(ours)
    assert process.returncode == 0 and b"Analysing" in shown and b"3/3" in shown
    before = [part[-5:] for part in shown.split(b'{"file"')[:-1]]
    assert before == [b"\r\x1b[2K"] * 3
