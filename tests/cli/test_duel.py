"""Robots are compared by a command, which prints words or JSON."""

from __future__ import annotations

import json
import re
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
        (("sampler:slow", RANDOM), "robot A: expected one of"),
        ((RANDOM, RANDOM, "--level", "quick"), "--level: expected a level of "),
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


def test_a_game_without_a_score_is_refused() -> None:
    result = CliRunner().invoke(app, ["duel", "chess", RANDOM, RANDOM])
    assert result.exit_code == 1
    assert "spades" in result.stderr


def rooms(*words: str) -> Any:
    return CliRunner().invoke(app, ["duel", "bridge", *words])


def test_a_match_at_bridge_is_told_in_imps_a_board() -> None:
    result = rooms("plain", "random", "--boards", "3", "--seed", "2")
    assert result.exit_code == 0, result.stderr
    assert "plain against random at bridge: 3 deals in two rooms, seed 2" in result.output
    assert re.search(
        r"A leads \+[\d.]+ IMPs a deal  \(95 %: \+?[-\d.]+ to \+[\d.]+\), \+\d+ in all", result.output
    )


def test_a_level_is_that_of_each_robot_that_has_it_and_whose_name_has_none() -> None:
    boards = ("--deals", "1", "--json")
    both = json.loads(rooms("sampler", "plain", "--level", "quick", *boards).stdout)
    assert (both["a"], both["b"]) == ("sampler:quick", "plain")
    one = json.loads(
        rooms("bots.sampler_bot:SamplerBot", "sampler:quick", "--level", "expert", *boards).stdout
    )
    assert (one["a"], one["b"]) == ("bots.sampler_bot:SamplerBot:expert", "sampler:quick")


def test_a_robot_is_exactly_as_good_as_itself_at_bridge() -> None:
    found = json.loads(rooms("plain", "plain", "--boards", "4", "--json").stdout)
    assert (found["equal"], found["total"], found["unit"]) == (4, 0, "IMPs")
    assert found["lead"] == {"mean": 0.0, "low": 0.0, "high": 0.0}


def test_both_rooms_of_every_board_are_recorded_with_the_robots_in_their_seats(tmp_path: Path) -> None:
    file = tmp_path / "match.pbn"
    assert rooms("plain", "random", "--boards", "3", "--records", str(file)).exit_code == 0
    text = file.read_text()
    boards, names = (re.findall(rf'\[{tag} "([^"]*)"\]', text) for tag in ("Board", "North"))
    assert boards == ["1", "1", "2", "2", "3", "3"] and names == ["plain", "random"] * 3
    deals = re.findall(r'\[Deal "([^"]*)"\]', text)
    assert deals[::2] == deals[1::2] and len(set(deals)) == 3
    assert text.count('[Scoring "IMP"]') == 6
    checked = CliRunner().invoke(app, ["replay", str(file)])
    assert checked.exit_code == 0 and checked.stdout.count('"ok":true') == 6


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("plain", "plain", "--options", "scoring=rubber"), "expected scoring=duplicate"),
        (("plain", "plain", "--records", "match.txt"), "expected a file that ends with .pbn"),
        (("plain",), "expected two robots that play against each other"),
    ],
)
def test_an_impossible_match_is_explained(words: tuple[str, ...], told: str) -> None:
    result = rooms(*words)
    assert result.exit_code == 1
    assert told in result.stderr


def test_records_are_refused_for_a_game_without_rooms() -> None:
    result = run(RANDOM, RANDOM, "--deals", "1", "--records", "duel.json")
    assert result.exit_code == 1
    assert "--records: expected a game that is played in two rooms, got spades" in result.stderr
