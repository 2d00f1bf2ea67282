"""Spades by every preset: two worlds that an observer cannot tell apart by the rules he hears alike.

The worlds differ in hands, in what was passed and laid away, and in deals to come. Nothing hidden is named in
a frame, an answer, a log or a metric either.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from protocol.v1.spades import PRESETS, Reveal
from server.games.spades.state import SpadesState
from tests.games.of_state import game_of
from tests.markers import every
from tests.secrecy.checks import faults, performed, secrets, strays, suspicions, whispers
from tests.secrecy.scenes.worlds import Move, Observer, Probe, Scene, Try, Unseen
from tests.secrecy.spades.author import ENDS, TABLES, draw_spades, observers
from tests.secrecy.spades.knowledge import sees, unseen_by_its_player
from tests.secrecy.staging.probes import PROBES
from tests.secrecy.staging.seed import SEED
from tests.secrecy.staging.stage import perform

EXAMPLES = int(os.environ.get("KIBITZ_SCENES", "3"))
"""How many scenes there are at each table. KIBITZ_SCENES=500 shows more."""


@pytest.mark.parametrize("table", every(3, TABLES))
def test_no_observer_can_tell_what_is_hidden_from_him(table: str) -> None:
    for seed in range(EXAMPLES):
        both = performed(draw_spades(Random(f"{table} {seed}"), table))
        assert (strays(both), faults(both)) == ([], [])
        assert suspicions(both) == [], f"scene {seed}"


@pytest.mark.parametrize(
    "table", ("classic, blind at any time", "two who draw", "passing beside nil", "jokers")
)
def test_over_whole_hands_no_hidden_card_is_named(table: str, capfd: pytest.CaptureFixture[str]) -> None:
    for observer in observers(table)[::4]:
        scene = draw_spades(Random(f"{table} {observer.name}"), table, observer, "over")
        assert [*whispers(scene, 0, perform(scene, traces=True))] == []
    assert [*secrets(list(capfd.readouterr()), frozenset())] == []


# What such a scene is worth


def scenes(count: int = 345) -> list[Scene]:
    """Always the same scenes, of every table in turn."""
    tables = tuple(TABLES)
    return [draw_spades(Random(seed), tables[seed % len(tables)]) for seed in range(count)]


@pytest.fixture(scope="module")
def drawn() -> list[Scene]:
    return scenes()


def ends(scene: Scene) -> tuple[SpadesState, SpadesState]:
    """The hand at the end of both worlds."""
    one, other = scene.worlds
    return one.states[-1], other.states[-1]


def test_there_is_a_table_by_every_preset() -> None:
    assert {table.get("preset", "classic") for table in TABLES.values()} == set(PRESETS)


def test_everybody_sees_the_same_in_both_worlds_and_who_may_see_a_hand_the_same_hand(
    drawn: list[Scene],
) -> None:
    for scene in drawn:
        one, other = scene.worlds
        assert [game_of(state).pub(state) for state in one.states] == [
            game_of(state).pub(state) for state in other.states
        ]
        assert scene.known[0] == scene.known[1]
        last, there = ends(scene)
        for seat in sees(scene.observer) & set(range(last.rules.players)):
            if scene.observer.role or not unseen_by_its_player(last, seat):
                assert last.hands[seat] == there.hands[seat]


def test_the_worlds_differ_in_hands_in_what_was_passed_and_in_what_was_laid_away(drawn: list[Scene]) -> None:
    pairs = [ends(scene) for scene in drawn]
    assert sum(one.hands != other.hands for one, other in pairs) > 150
    assert sum(one.passes != other.passes for one, other in pairs) > 20
    assert sum(one.laid_away != other.laid_away for one, other in pairs) > 10


def test_an_observer_who_has_not_looked_has_another_hand_in_the_other_world(drawn: list[Scene]) -> None:
    unseen = [
        (one.hands[seat], other.hands[seat])
        for scene in drawn
        for one, other in (ends(scene),)
        for seat in sees(scene.observer)
        if not scene.observer.role and unseen_by_its_player(one, seat)
    ]
    assert len(unseen) > 10
    assert all(one != other for one, other in unseen)


def test_who_has_not_looked_is_known_by_the_scenes_as_by_the_server(drawn: list[Scene]) -> None:
    states = [state for scene in drawn for state in scene.worlds[0].states]
    for state in states:
        unseen = tuple(seat for seat in range(state.rules.players) if unseen_by_its_player(state, seat))
        assert game_of(state).pub(state).blind == unseen
    assert any(game_of(state).pub(state).blind for state in states)


def test_everything_that_players_do_comes_up(drawn: list[Scene]) -> None:
    done = Counter(type(action).__name__ for scene in drawn for _, action in scene.worlds[0].log)
    assert min(done[name] for name in ("Reveal", "MakeBid", "Pass", "Keep", "PlayCard")) > 20
    assert sum(action == Reveal() for scene in drawn for _, action in scene.worlds[0].log) > 20
    steps = [step for scene in drawn for step in scene.steps]
    assert sum(isinstance(step, Move) and step.late for step in steps) > 20
    assert sum(isinstance(step, Try) for step in steps) > 100
    assert {step.kind for step in steps if isinstance(step, Unseen)} >= {"peek", "knock", "blunder", "again"}
    assert any(scene.robots for scene in drawn)
    assert {step.kind for step in steps if isinstance(step, Probe)} == {*PROBES, *SEED}


def test_the_seeds_api_answers_the_observer_with_his_view_and_with_refusals(drawn: list[Scene]) -> None:
    asked = [scene for scene in drawn if any(getattr(step, "kind", "") in SEED for step in scene.steps)]
    heard = [each.what for scene in asked[:40] for each in perform(scene).heard if each.through == "seed"]
    statuses = Counter(what.split()[1] for what in heard if what.startswith(b"status"))
    assert statuses[b"200"] > 5
    assert statuses[b"400"] + statuses[b"409"] > 3
    assert any(b'"bids":' in what for what in heard)


@pytest.mark.parametrize("end", ENDS)
def test_scenes_end_where_they_are_told_to(end: str) -> None:
    observer = Observer(seat=0)  # type: ignore[arg-type]
    last = [
        draw_spades(Random(seed), "passing in suicide", observer, end).worlds[0].states[-1]
        for seed in range(5)
    ]
    phases = {
        "dealt": {"bidding"},
        "bids": {"bidding"},
        "before the play": {"play"},
        "exchange": {"exchange", "play"},
        "play": {"play"},
        "over": {"over"},
    }
    assert {state.phase for state in last} <= phases[end]
