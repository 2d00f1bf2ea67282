"""Duels of two robots with duplicate deals (`kibitz duel`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from bots.bot import Bot, View
from bots.levels import LEVELS, QUICK
from bots.random_bot import RandomBot
from bots.spades.view import SpadesView
from bots.view import Action
from protocol.v1.spades import MakeBid, Options, PlayCard, Reveal
from server.errors import RobotFault
from server.games.spades.rules import SPADES, Spades, SpadesDueling
from server.robots.duel import Contest, Duel, Entrant, figures, share, spread, thought

SHORT = {"target": 60, "floor": -200}


class Chance(RandomBot):
    """A random robot that is the same in each run and looks at its hand."""

    def __init__(self) -> None:
        super().__init__(3)

    def answer(self, view: View) -> tuple[Action, ...]:
        return (Reveal(),) if view.own is not None and "reveal" in view.own.may else ()


class Levelled(Chance):
    """A robot with levels, which plays alike at each of them."""

    levels = LEVELS

    def __init__(self, level: str = QUICK) -> None:
        super().__init__()
        self.level = level


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


async def test_a_robot_with_fewer_points_is_ahead_where_points_count_against_it() -> None:
    class Against(SpadesDueling):
        points_against = True

    class PointsAgainst(Spades):
        dueling = Against()

    usual, against = fight(Chance, Later), fight(Chance, Later)
    against.contest = Contest(PointsAgainst(), SpadesView)
    ahead = [[game.ahead for game in await duel.play(0)] for duel in (usual, against)]
    assert ahead[0] == [-points for points in ahead[1]] != [0, 0]


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
    with pytest.raises(
        RobotFault, match=r"B \(two\), game 1, hand 1, seat 1: Fails.choose raised LookupError: no card"
    ):
        await fight(Chance, Fails).play(0)


CHEATED = (
    r"A \(one\), game 1, hand 1, seat \d: Cheats\.choose returned an illegal action, PlayCard\(card=.*\):"
    r" you do not hold"
)


async def test_a_robot_that_breaks_a_rule_ends_the_duel_and_is_named_with_its_method_and_action() -> None:
    with pytest.raises(RobotFault, match=CHEATED):
        await fight(Cheats, Chance).play(0)


class Forgets(Chance):
    """A robot whose method has no `return`."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Any:
        min(legal, key=str)


class Hands(Chance):
    """A robot that returns all legal actions in place of one."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Any:
        return legal


class Guesses(Chance):
    """A robot that returns an action with a number in place of a card."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Any:
        return PlayCard(7) if isinstance(legal[0], PlayCard) else legal[0]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("robot", "told"),
    [
        (Unmade, "__init__ raised RuntimeError: no model is there"),
        (
            Babbles,
            r"Babbles\.answer returned a wrong value: expected an action \(MakeBid, .*got the str 'hello'",
        ),
        (Mute, r"Mute\.answer returned a wrong value: expected a tuple of actions, .*got None"),
        (Forgets, r"Forgets\.choose returned a wrong value: expected an action \(MakeBid, .*got None"),
        (Hands, r"Hands\.choose returned a wrong value: .*got the tuple \(MakeBid"),
        (Guesses, r"Guesses\.choose returned a wrong value: .*got PlayCard\(card=7\): .*\$\.card"),
    ],
)
async def test_whatever_a_robot_does_wrong_its_class_and_method_are_named(
    robot: type[Bot], told: str
) -> None:
    with pytest.raises(RobotFault, match=rf"B \(two\), game 1, hand 1, seat [13]: {told}"):
        await fight(Chance, robot).play(0)


def test_an_interval_beside_certainty_is_not_empty() -> None:
    assert share(200, 200).low > 0.97
    assert share(0, 10).high > 0.2
    assert spread([5.0]).low == 5.0


def test_decision_times_are_in_ms() -> None:
    told = thought([1_000_000] * 99 + [50_000_000])
    assert (told.decisions, told.p50_ms, told.max_ms) == (100, 1.0, 50.0)
