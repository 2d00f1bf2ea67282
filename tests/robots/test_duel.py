"""Duels of two robots with duplicate deals (`kibitz duel`)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bots.bot import Bot, View
from bots.random_bot import RandomBot
from bots.spades.view import SpadesView
from bots.view import Action
from protocol.v1.spades import MakeBid, Options, PlayCard, Reveal
from server.cli import app
from server.errors import RobotFault
from server.games.spades.rules import SPADES
from server.robots.duel import Contest, Duel, Entrant, figures, share, spread, thought

SHORT = {"target": 60, "floor": -200}
RANDOM = "tests.robots.test_duel:Chance"
HERE = "tests.robots.test_duel"


class Chance(RandomBot):
    """A random robot that is the same in each run and looks at its hand."""

    def __init__(self) -> None:
        super().__init__(3)

    def answer(self, view: View) -> tuple[Action, ...]:
        return (Reveal(),) if view.own is not None and "reveal" in view.own.may else ()


class Later(Chance):
    """A robot that decides in a coroutine."""

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return legal[0]


class Fails(Chance):
    """A robot that raises an error when it has to play a card."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        if isinstance(legal[0], PlayCard):
            raise LookupError("no card comes to mind")
        return legal[0]


class Cheats(Chance):
    """A robot that plays a card which is not in its hand."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        held = view.own.hand
        other = next(play for play in _all_cards(view) if play not in held)
        return PlayCard(other) if isinstance(legal[0], PlayCard) else legal[0]


def _all_cards(view: View) -> tuple[Any, ...]:
    from protocol.v1.spades.deck import deck_of

    return deck_of(view.pub.rules).cards


class Unmade(Chance):
    """A robot that cannot be created."""

    def __init__(self) -> None:
        raise RuntimeError("no model is there")


class Babbles(Chance):
    """A robot that makes invalid unprompted actions."""

    def answer(self, view: View) -> Any:
        return ("hello",)


class Mute(Chance):
    """A robot without the method for unprompted actions."""

    def answer(self, view: View) -> Any:
        return None


class BridgeOnly(Chance):
    """A robot for another game."""

    games = ("bridge",)


@dataclass
class Noting(Bot):
    """A robot that records its hands and its seats."""

    notes: dict[str, list[tuple[int, tuple[Any, ...]]]] = field(default_factory=dict)

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        if isinstance(legal[0], MakeBid):
            self.notes.setdefault(f"{view.table} {view.pub.hand}", []).append((view.own.seat, view.own.hand))
        return legal[0]


def fight(a: Any, b: Any, **options: Any) -> Duel:
    contest = Contest(SPADES, SpadesView)
    return Duel(contest, Options(**{**SHORT, **options}), (Entrant("one", a), Entrant("two", b)), 9)


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["duel", "spades", *words])


async def test_both_seatings_see_the_same_hands() -> None:
    mine, theirs = Noting(), Noting()
    await fight(lambda: mine, lambda: theirs, rounds=1, target=0).play(0)
    straight = sorted(mine.notes["game 1 1"] + theirs.notes["game 1 1"])
    swapped = sorted(mine.notes["game 1, seats swapped 1"] + theirs.notes["game 1, seats swapped 1"])
    assert straight == swapped
    assert [seat for seat, _ in mine.notes["game 1 1"]] == [2, 0]
    assert [seat for seat, _ in mine.notes["game 1, seats swapped 1"]] == [1, 3]


async def test_a_robot_against_itself_wins_as_often_as_it_loses() -> None:
    duel = fight(Later, Later)
    found = figures(duel, [await duel.play(place) for place in range(4)])
    assert found.wins_a == found.wins_b
    assert found.ahead.mean == 0
    assert found.rate.mean == 0.5


async def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    first, again = fight(Chance, Later), fight(Chance, Later)
    other = fight(Chance, Later)
    other.seed = 10
    games = [await duel.play(0) for duel in (first, again, other)]
    assert games[0] == games[1] != games[2]


async def test_where_three_play_alone_both_robots_have_every_seat_in_turn() -> None:
    mine = Noting()
    await fight(lambda: mine, Chance, preset="solo", players=3, rounds=1, target=0).play(0)
    assert sorted(seat for notes in mine.notes.values() for seat, _ in notes) == [0, 1, 2]


async def test_a_game_without_an_end_is_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.robots.duel.LONGEST_GAME", 2)
    one, two = await fight(Chance, Chance, target=10_000, floor=0).play(0)
    assert (one.won, two.won) == (0.5, 0.5)
    assert one.hands == 2


async def test_a_robot_that_raises_ends_the_duel_and_is_named() -> None:
    with pytest.raises(RobotFault, match=r"B \(two\), game 1, hand 1, seat 1: LookupError: no card comes"):
        await fight(Chance, Fails).play(0)


async def test_a_robot_that_breaks_a_rule_ends_the_duel_and_is_named() -> None:
    with pytest.raises(RobotFault, match=r"A \(one\), game 1, hand 1, seat \d: you do not hold"):
        await fight(Cheats, Chance).play(0)


@pytest.mark.parametrize("robot", [Unmade, Babbles, Mute])
async def test_whatever_a_robot_does_wrong_it_is_named(robot: type[Bot]) -> None:
    with pytest.raises(RobotFault, match=r"B \(two\), game 1, hand 1, seat 1: "):
        await fight(Chance, robot).play(0)


def test_an_interval_beside_certainty_is_not_empty() -> None:
    assert share(200, 200).low > 0.97
    assert share(0, 10).high > 0.2
    assert spread([5.0]).low == 5.0


def test_decision_times_are_in_ms() -> None:
    told = thought([1_000_000] * 99 + [50_000_000])
    assert (told.decisions, told.p50_ms, told.max_ms) == (100, 1.0, 50.0)


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
        (("os:path", RANDOM), "robot A: expected package.module:Class, got os:path, which is no class"),
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
