"""The tables of the scenes: one of every family of variants, one for every character, one with a seed."""

from __future__ import annotations

from functools import cache
from random import Random

from protocol.v1.hanabi import Options
from server.errors import IllegalAction
from server.games.hanabi.characters import CHARACTERS
from server.games.hanabi.rules import HANABI
from tests.games.hanabi.random_play import random_options
from tests.games.hanabi.test_every_variant import families
from tests.secrecy.scenes.worlds import Observer

SEEDED = "a chosen seed"
PLAIN = ("No Variant", "Orange (5 Suits)", "Throw It in a Hole (5 Suits)")
"""What characters play in turn."""


@cache
def tables() -> dict[str, Options]:
    """A table of every family, with options by chance; then one for each character, and one with a seed."""
    found = {name: _options(Random(name).choice(family).name) for name, family in families().items()}
    for nature in CHARACTERS.values():
        variant = Random(nature.name).choice(PLAIN)
        found[nature.name] = Options(players=4, variant=variant, detrimental_characters=True)
    found[SEEDED] = Options(seed="mine")
    return found


def _options(variant: str) -> Options:
    """Options by chance for a variant that has cards enough for the hands."""
    rng = Random(variant)
    while True:
        options = random_options(variant, rng, detrimental_characters=rng.random() < 0.3)
        try:
            HANABI.start(options)
        except IllegalAction:
            continue
        return options


def observers(table: str) -> tuple[Observer, ...]:
    """All who must not be able to tell."""
    if table == SEEDED:
        return (Observer(), Observer(guest=False))
    seats = range(tables()[table].players)
    return (
        *(Observer(seat=seat) for seat in seats),  # type: ignore[arg-type]
        Observer(),
        Observer(guest=False),
        *(Observer(hands=(seat,)) for seat in seats),  # type: ignore[arg-type]
        Observer(role="all"),
    )
