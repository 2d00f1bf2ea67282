"""The secrecy suite catches every leak that is planted into Hanabi, and none where there is none."""

from __future__ import annotations

from functools import cache
from itertools import count, islice
from random import Random

import pytest

from tests.secrecy.checks import faults, performed, strays, suspicions
from tests.secrecy.hanabi.author import draw_hanabi
from tests.secrecy.hanabi.tables import PLAIN, SEEDED, observers, tables
from tests.secrecy.leaks.hanabi import HANDS, HOLE, INVERTED, SIGHT
from tests.secrecy.leaks.hanabi_tables import NOTES, SEED, TABLE
from tests.secrecy.scenes.worlds import Scene

SCENES = {"open": 20, "inverted": 20}
FEW = 10
OPEN = ("No Variant", "Rainbow", "Clue Starved", "Up or Down", "Sudoku", "Pink", "Reversed", "Duck")
DOWN = tuple(name for name, options in tables().items() if options.variant == PLAIN[-1])
THEMES = {
    "open": ({**HANDS, **NOTES, **TABLE}, OPEN),
    "hole": (HOLE, ("Throw It in a Hole", *DOWN)),
    "sight": (SIGHT, ("Blind Spot", "Oblivious", "Slow-Witted")),
    "inverted": (INVERTED, ("Orange", "Dark Orange", "Orange Reversed")),
    "seed": (SEED, (SEEDED,)),
}
PLANTS = [(theme, name) for theme, (leaks, _) in THEMES.items() for name in leaks]


@cache
def suite(theme: str) -> tuple[Scene, ...]:
    """Always the same scenes, folded by the rules as they are before anything is planted."""
    drawn = (scene(theme, seed) for seed in count())
    scenes = tuple(islice((scene for scene in drawn if scene.differs), SCENES.get(theme, FEW)))
    assert all(scene.known and world.answers is not None for scene in scenes for world in scene.worlds)
    return scenes


def scene(theme: str, seed: int) -> Scene:
    """A short scene: half of the observers are players, who can try most."""
    names, rng = THEMES[theme][1], Random(f"{theme} {seed}")
    table, end = names[seed % len(names)], ("begun", "half")[seed // 2 % 2]
    everybody = observers(table)
    players = [observer for observer in everybody if observer.seat is not None]
    observer = rng.choice(players if players and seed % 2 else everybody[-1:] if seed % 8 == 2 else everybody)
    return draw_hanabi(rng, table, observer, end, lively=True)


@cache
def suspected(theme: str, number: int) -> list[str]:
    """What is suspected of a scene where nothing is planted."""
    both = performed(suite(theme)[number])
    assert (strays(both), faults(both)) == ([], [])
    return suspicions(both)


@pytest.mark.thorough
@pytest.mark.parametrize(("theme", "name"), PLANTS)
def test_the_suite_catches(theme: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = suite(theme)
    THEMES[theme][0][name](monkeypatch)
    for number, each in enumerate(scenes):
        both = performed(each)
        assert faults(both) == [], "a plant must leak, not break"
        if suspicions(both):
            monkeypatch.undo()
            assert suspected(theme, number) == [], "nothing is suspected where nothing is planted"
            return
    pytest.fail(f"{name} went through {len(scenes)} scenes unseen")


def test_at_least_twelve_leaks_are_planted() -> None:
    assert len({name for _, name in PLANTS}) >= 12
