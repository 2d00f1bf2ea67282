"""Robots are compared by a command, which prints words or JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from server.cli import app

RANDOM = "tests.robots.test_duel:Chance"
HERE = "tests.robots.test_duel"


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["duel", "spades", *words])


def test_the_command_tells_wins_and_intervals_in_words() -> None:
    result = run(RANDOM, f"{HERE}:Later", "--deals", "1", "--options", "target=60")
    assert result.exit_code == 0
    assert "1 duplicate deal, seed 1" in result.output
    assert "95 %" in result.output


def test_the_command_prints_json_for_machines() -> None:
    options = ["--options", "target=60 preset=seed", "--options", '{"bag_limit": 5}']
    result = run(RANDOM, RANDOM, "--deals", "2", "--seed", "4", "--json", *options)
    found = json.loads(result.stdout)
    assert (found["games"], found["seed"], found["a"]) == (4, 4, RANDOM)
    assert found["wins_a"] + found["wins_b"] + found["ties"] == 4
    assert set(found["thought_a"]) == {"decisions", "p50_ms", "p99_ms", "max_ms"}


def test_a_faulty_robot_is_exit_code_1_with_its_name_on_stderr() -> None:
    result = run(RANDOM, f"{HERE}:Fails", "--deals", "1")
    assert result.exit_code == 1
    assert "tests.robots.test_duel:Fails" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nobody", RANDOM), "robot A: expected one of"),
        ((RANDOM, f"{HERE}:Nobody"), "robot B: expected package.module:Class"),
        ((RANDOM, "no.such.module:Robot"), "robot B: expected package.module:Class"),
        (("os:path", RANDOM), "robot A: expected package.module:Class, got os:path, which is not a class"),
        ((f"{HERE}:BridgeOnly", RANDOM), "robot A: expected a robot that plays spades, got "),
        ((RANDOM, RANDOM, "--options", "players=9"), "options of spades: "),
        ((RANDOM, RANDOM, "--options", "players=3 sides=pairs"), "pairs need four or six players"),
        ((RANDOM, RANDOM, "--options", "colour=red"), "options of spades: "),
    ],
)
def test_an_impossible_duel_is_explained_and_exits_with_code_1(words: tuple[str, ...], told: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert told in result.stderr


def test_a_module_that_cannot_be_imported_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no_python_at_all.py").write_text("this is no python")
    monkeypatch.syspath_prepend(tmp_path)
    result = run("no_python_at_all:Robot", RANDOM)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "robot A: expected package.module:Class" in result.stderr


@pytest.mark.parametrize("game", ["bridge", "chess"])
def test_a_cooperative_game_is_refused(game: str) -> None:
    result = CliRunner().invoke(app, ["duel", game, RANDOM, RANDOM])
    assert result.exit_code == 1
    assert "spades" in result.stderr
