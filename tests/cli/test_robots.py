"""The command `kibitz bot`: it lists the installed robots, and seats one of them at a table of a server."""

from __future__ import annotations

import json

import httpx
from typer.testing import CliRunner

from server.cli import app
from server.cli.robots import about, list_robots
from tests.cli.commands import Serving, kibitz


def test_the_list_names_every_robot_with_its_games_levels_and_way_to_play() -> None:
    rows = json.loads(CliRunner().invoke(app, ["bot", "list", "--json"]).stdout)
    by_name = {row["name"]: row for row in rows}
    assert list(by_name) == sorted(by_name)
    assert {"plain", "random", "friendly", "hats", "sampler", "acol", "precision", "two_over_one"} <= set(
        by_name
    )
    sampler, plain = by_name["sampler"], by_name["plain"]
    assert sampler["games"] == ["bridge", "spades"]
    assert (sampler["levels"], sampler["default_level"]) == (["quick", "standard", "expert"], "standard")
    assert (plain["levels"], plain["default_level"]) == ([], "")
    assert all(row["about"].endswith(".") for row in rows)


def test_the_list_is_a_table_for_people() -> None:
    result = CliRunner(env={"COLUMNS": "200"}).invoke(app, ["bot", "list"])
    lines = result.stdout.splitlines()
    assert lines[0].split("  ")[0] == "robot"
    [row] = [line for line in lines if line.startswith("sampler")]
    assert "bridge, spades" in row and "quick, standard (usual), expert" in row
    assert next(each.about for each in list_robots() if each.name == "sampler") in row


def test_a_robot_without_a_line_of_its_own_is_described_by_its_docstring() -> None:
    class Told:
        """Bids. Never passes."""

        about = "Bids with any hand."

    class Documented:
        """Bids, and then
        passes. Plays low."""

    class Silent:
        pass

    assert [about(each) for each in (Told, Documented, Silent)] == [
        "Bids with any hand.",
        "Bids, and then passes.",
        "",
    ]


def test_json_without_the_list_and_an_unknown_robot_are_refused() -> None:
    for words, told in ((["plain", "--json"], "kibitz bot list"), (["sampler:slow"], "sampler:quick")):
        result = CliRunner().invoke(app, ["bot", *words])
        assert result.exit_code == 1 and told in result.stderr


def test_an_unknown_robot_is_answered_with_the_closest_names() -> None:
    for words in (["bot", "Samplr"], ["duel", "spades", "plain", "samplr"]):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 1
        assert result.stderr.endswith("; did you mean sampler or sampler:quick?\n"), result.stderr
        assert ", or package.module:Class of your own, got " in result.stderr


def test_a_level_is_named_alike_by_the_command_by_seats_by_a_substitute_and_in_the_welcome(
    serving: Serving,
) -> None:
    policy = "substitute=sampler:expert access=open"
    opened = kibitz("open", serving.url, "--seats", "NE=sampler:quick", "--policy", policy)
    assert opened.returncode == 0, opened.stderr
    table = opened.stdout.split()[1]
    row = httpx.get(f"{serving.url}/v1/tables/{table}").json()
    assert [each["robot"] for each in row["people"]["seats"]] == [
        "sampler:quick",
        "sampler:quick",
        None,
        None,
    ]
    wrong = kibitz("open", serving.url, "--seats", "N=sampler:slow")
    assert wrong.returncode == 1 and "sampler, sampler:expert, sampler:quick" in wrong.stderr
    assert "got 'sampler:slow'; did you mean sampler" in wrong.stderr


def test_the_sampler_plays_a_board_over_a_websocket(serving: Serving) -> None:
    opened = kibitz("open", serving.url, "--seats", "NE=plain", "--policy", "robot=0s pause=0s")
    table = opened.stdout.split()[1]
    robot = ("bot", "sampler:quick", "--url", serving.url, "--table", table, "--seats", "SW", "--boards", "1")
    played = kibitz(*robot)
    assert played.returncode == 0, played.stderr
    record = httpx.get(f"{serving.url}/v1/games/{table}", params={"format": "pbn"}).text
    assert '[South "sampler:quick"]' in record and '[East "plain"]' in record
