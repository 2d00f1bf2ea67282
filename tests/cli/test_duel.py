"""Robots are compared by a command, which prints words or JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bots.bot import View
from bots.plain_bot import PlainBot
from server.cli import app
from server.records.spades.records import SpadesRecords

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
        (("nobody", RANDOM), "robot A: expected one of the robots"),
        ((RANDOM, f"{HERE}:Nobody"), "robot B: expected package.module:Class"),
        ((f"{HERE}:Options", RANDOM), "a robot is a subclass of bots.bot.Bot"),
        ((RANDOM, "no.such.module:Robot"), "robot B: expected package.module:Class"),
        (("sampler:slow", RANDOM), "robot A: expected one of the robots"),
        ((RANDOM, RANDOM, "--level", "quick"), "--level: expected a level of "),
        (("os:path", RANDOM), "robot A: expected package.module:Class, got os:path, which is not a class"),
        ((f"{HERE}:BridgeOnly", RANDOM), "robot A: expected a robot that plays spades, got "),
        ((RANDOM, RANDOM, "--options", "players=9"), "the options of spades are not valid: "),
        ((RANDOM, RANDOM, "--options", "players=3 sides=pairs"), "pairs need four or six players"),
        ((RANDOM, RANDOM, "--options", "colour=red"), "the options of spades are not valid: "),
    ],
)
def test_an_impossible_duel_is_explained_and_exits_with_code_1(words: tuple[str, ...], told: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert told in result.stderr


def test_the_author_of_a_robot_that_lacks_the_game_hears_which_attribute_names_the_games() -> None:
    assert (
        run(f"{HERE}:BridgeOnly", RANDOM)
        .stderr.rstrip()
        .endswith("BridgeOnly, which plays only bridge; add spades to the attribute `games` of its class")
    )


def test_a_robot_of_kibitz_that_lacks_the_game_is_told_with_its_own_games() -> None:
    assert run("friendly", RANDOM).stderr.rstrip().endswith("got friendly, which plays only hanabi")


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
    deals = ("--deals", "1", "--json", "--options", "target=60")
    both = json.loads(run("sampler", RANDOM, "--level", "quick", *deals).stdout)
    assert (both["a"], both["b"]) == ("sampler:quick", RANDOM)
    one = json.loads(run(f"{HERE}:Levelled", "sampler:quick", "--level", "expert", *deals).stdout)
    assert (one["a"], one["b"]) == (f"{HERE}:Levelled:expert", "sampler:quick")


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


def test_records_are_refused_for_a_game_that_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SpadesRecords, "export", None)
    result = run(RANDOM, RANDOM, "--deals", "1", "--records", "duel.json")
    assert result.exit_code == 1
    assert re.search(
        r"--records: expected a game that has a format for records \(bridge, hanabi(, \w+)*\), got spades",
        result.stderr,
    )


def test_records_in_a_folder_that_does_not_exist_are_refused_before_the_duel(tmp_path: Path) -> None:
    result = run(f"{HERE}:Fails", RANDOM, "--records", str(tmp_path / "absent" / "duel.json"))
    assert result.exit_code == 1
    assert "--records: expected a file in a folder that exists, got " in result.stderr


class FailsAtBoard3(PlainBot):
    """A robot that raises an error at the end of the third board."""

    def board_over(self, view: View) -> None:
        if view.pub.board == 3:
            raise LookupError("two boards are enough")


def test_the_games_before_the_fault_of_a_robot_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "duel.pbn"
    result = CliRunner().invoke(
        app, ["duel", "bridge", "plain", "tests.cli.test_duel:FailsAtBoard3", "--records", str(file)]
    )
    assert result.exit_code == 1 and "FailsAtBoard3.board_over raised LookupError" in result.stderr
    assert file.read_text().count("[Board ") == 4
    nothing = tmp_path / "nothing.json"
    assert run(f"{HERE}:Fails", RANDOM, "--records", str(nothing)).exit_code == 1
    assert not nothing.exists()


def recorded(file: Path, *words: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the figures of a duel that keeps its records in `file`, and the rows of their replay."""
    result = CliRunner().invoke(app, ["duel", *words, "--json", "--records", str(file)])
    assert result.exit_code == 0, result.stderr
    checked = CliRunner().invoke(app, ["replay", str(file)])
    assert checked.exit_code == 0, checked.stdout
    return json.loads(result.stdout), [json.loads(line) for line in checked.stdout.splitlines()]


def test_every_game_of_a_duel_at_spades_is_recorded_with_its_hands_and_the_robots_in_their_seats(
    tmp_path: Path,
) -> None:
    file = tmp_path / "duel.json"
    found, rows = recorded(file, "spades", "plain", "random", "--deals", "2", "--options", "target=100")
    one, other = ["plain", "random"] * 2, ["random", "plain"] * 2
    assert [row["players"] for row in rows] == [one, other] * 2
    assert [row["table"] for row in rows] == [
        f"game {number}{swapped}" for number in (1, 2) for swapped in ("", ", seats swapped")
    ]
    assert sum(len(row["hands"]) for row in rows) == found["hands"] > 4
    assert all(row["hands"] == list(range(1, len(row["hands"]) + 1)) for row in rows)
    winners = [row["players"][row["winner"]] for row in rows]
    assert (winners.count("plain"), winners.count("random")) == (found["wins_a"], found["wins_b"])
    leads = [
        (row["scores"][0] - row["scores"][1]) * (1 if row["players"][0] == "plain" else -1) for row in rows
    ]
    assert sum(leads) / len(leads) == pytest.approx(found["ahead"]["mean"], abs=0.01)
    games = json.loads(file.read_text())
    assert [game["hands"][0]["deal"] for game in games[::2]] == [
        game["hands"][0]["deal"] for game in games[1::2]
    ]
    assert {game["event"] for game in games} == {"plain against random"}
    moments = [moment for game in games for moment in (game["hands"][0]["began"], game["hands"][-1]["ended"])]
    assert moments == sorted(moments)


@pytest.mark.parametrize("ending", ["json", "url"])
def test_every_game_of_a_team_at_hanabi_is_recorded_in_the_format_of_the_files_ending(
    tmp_path: Path, ending: str
) -> None:
    file = tmp_path / f"team.{ending}"
    found, rows = recorded(file, "hanabi", "plain", "--deals", "3", "--players", "4")
    scores = [row["score"] for row in rows]
    assert len(scores) == 3 and sum(scores) / 3 == pytest.approx(found["score"]["mean"], abs=0.01)
    assert scores.count(25) == found["perfect"] and {row["players"] for row in rows} == {4}
    # A replay does not count decisions, but each turn was one decision of the robot.
    assert sum(row["turns"] for row in rows) == found["thought"]["decisions"]


def test_one_game_of_hanabi_is_one_object_with_the_robot_in_every_seat(tmp_path: Path) -> None:
    file = tmp_path / "team.json"
    recorded(file, "hanabi", "plain", "--deals", "1", "--players", "2")
    game = json.loads(file.read_text())
    assert game["players"] == ["plain", "plain"] and len(game["deck"]) == 50


def test_a_game_of_hanabi_that_was_lost_is_recorded_with_its_strikes(tmp_path: Path) -> None:
    found, rows = recorded(tmp_path / "team.json", "hanabi", "random", "--deals", "2")
    assert found["strikeouts"] == sum(row["strikes"] == 3 for row in rows) > 0


def test_an_independent_engine_plays_the_recorded_games_of_hanabi_to_the_same_scores(tmp_path: Path) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    file, players, size = tmp_path / "team.json", 3, 5
    _, rows = recorded(file, "hanabi", "plain", "--deals", "4", "--players", str(players))
    over = 0
    for game, row in zip(json.loads(file.read_text()), rows, strict=True):
        deck = [card["suitIndex"] * 5 + card["rank"] - 1 for card in game["deck"]]
        there = pyspiel.load_game("hanabi", {"players": players}).new_initial_state()
        hands = [list(range(seat * size, seat * size + size)) for seat in range(players)]
        drawn = players * size
        for card in deck[:drawn]:
            there.apply_action(card)
        for turn, action in enumerate(game["actions"]):
            seat, target = turn % players, action["target"]
            first_clue = 2 * size + ((target - seat) % players - 1) * 5
            match action["type"]:
                case 0 | 1 as kind:
                    slot = hands[seat].index(target)
                    number = slot + (size if kind == 0 else 0)
                    hands[seat].remove(target)
                case 2:
                    number = first_clue + action["value"]
                case kind:
                    assert kind == 3
                    number = first_clue + (players - 1) * 5 + action["value"] - 1
            assert number in there.legal_actions()
            there.apply_action(number)
            if there.is_chance_node():
                there.apply_action(deck[drawn])
                hands[seat].append(drawn)
                drawn += 1
        # In open_spiel a game continues when no better score is possible.
        if there.is_terminal():
            over += 1
            assert there.returns()[0] == row["score"]
    assert over > 0
