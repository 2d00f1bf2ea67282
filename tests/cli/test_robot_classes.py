"""Robots of the reader's own folder: how they are found, and what is told when they fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import Serving
from tests.cli.test_duel import HERE, RANDOM, run

OWN = """\
from bots.bot import Bot


class First(Bot):
    def choose(self, view, legal):
        return legal[0]


class Forgets(Bot):
    def choose(self, view, legal):
        legal[0]


class Fails(Bot):
    def choose(self, view, legal):
        return legal[len(legal)]
"""


def typed(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the installed `kibitz` in a folder with the file own_robot.py."""
    (folder / "own_robot.py").write_text(OWN)
    program = [str(Path(sys.executable).with_name("kibitz")), *words]
    return subprocess.run(program, cwd=folder, capture_output=True, text=True, timeout=60)


def test_an_error_in_a_robot_is_shown_with_the_file_and_the_line_of_the_robot_alone() -> None:
    result = run(RANDOM, f"{HERE}:Fails", "--deals", "1")
    assert "Fails.choose raised LookupError: no card comes to mind" in result.stderr
    [place] = [line for line in result.stderr.splitlines() if line.startswith("  File ")]
    assert "test_duel.py" in place and place.endswith("in choose")
    assert 'raise LookupError("no card comes to mind")' in result.stderr


def test_a_robot_of_the_current_folder_is_found(tmp_path: Path) -> None:
    played = typed(tmp_path, "duel", "bridge", "own_robot:First", "plain", "--boards", "1")
    assert played.returncode == 0, played.stderr
    assert "own_robot:First against plain" in played.stdout


def test_a_robot_that_is_named_by_its_file_is_answered_with_the_name_of_its_module(tmp_path: Path) -> None:
    for name, told in (
        ("own_robot.py:First", "; did you mean own_robot:First?"),
        ("./own_robot.py:First", "; did you mean own_robot:First?"),
        (
            f"{tmp_path}/own_robot.py:First",
            f"; run the command in the folder {tmp_path}, with own_robot:First",
        ),
    ):
        for words in (("duel", "bridge", name, "plain"), ("bot", name)):
            refused = typed(tmp_path, *words)
            assert refused.returncode == 1 and refused.stderr.rstrip().endswith(told), refused.stderr


def test_an_error_at_the_import_of_a_robot_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fails_at_import.py").write_text("robots = 0\nshare = 1 / robots\n")
    monkeypatch.syspath_prepend(tmp_path)
    result = run("fails_at_import:Robot", RANDOM)
    assert "ZeroDivisionError: division by zero, " in result.stderr
    assert "fails_at_import.py, line 2)" in result.stderr


def test_a_robot_of_the_current_folder_that_fails_at_a_server_tells_its_line(
    serving: Serving, tmp_path: Path
) -> None:
    seat = ("--url", serving.url, "--table", "house", "--seats", "N", "--boards", "1")
    fails = typed(tmp_path, "bot", "own_robot:Fails", *seat)
    assert fails.returncode == 1 and "Fails.choose raised IndexError" in fails.stderr
    assert 'own_robot.py", line 16, in choose' in fails.stderr
    assert "runner.py" not in fails.stderr and "Traceback" not in fails.stderr
