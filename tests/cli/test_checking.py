"""The command `kibitz bot check`: it says how to start the robot, and reports in words or as JSON."""

from __future__ import annotations

import json
import subprocess

import pytest
from typer.testing import CliRunner

from server.cli import app
from tests.cli.commands import KIBITZ, Serving, kibitz


def test_options_of_the_check_are_refused_elsewhere_and_two_seats_are_refused() -> None:
    for words, told in (
        (["plain", "--answer-ms", "5"], "--answer-ms one of `check`"),
        (["check", "--seats", "NS"], "one robot in one seat, got the seats NS"),
        (["check", "--url", "http://127.0.0.1:9"], "127.0.0.1:9"),
    ):
        result = CliRunner(env={"KIBITZ_TOKEN": ""}).invoke(app, ["bot", *words])
        assert result.exit_code == 1 and told in result.stderr, result.stderr


@pytest.mark.thorough
def test_a_robot_of_the_same_command_passes_the_check(serving: Serving) -> None:
    opened = kibitz("open", serving.url, "--seats", "NEW=plain", "--policy", "robot=0s pause=0s")
    table = opened.stdout.split()[1]
    words = [*KIBITZ, "bot", "check", "--url", serving.url, "--table", table, "--seats", "S", "--json"]
    checking = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert checking.stderr is not None
    told = dict(checking.stderr.readline().split() for _ in range(5))
    assert told["table"] == table and told["seat"] == "2"
    robot = kibitz(
        "bot", "plain", "--url", told["server"], "--table", table, "--seats", "S", "--token", told["token"]
    )
    printed, _ = checking.communicate(timeout=30)
    report = json.loads(printed)
    assert [each for each in report["points"] if each["verdict"] != "passed"] == []
    assert checking.returncode == 0 and report["passed"]
    assert "the check is over" in robot.stderr
