"""Tests of the search: its verdicts are exact, and it ends when its time has run out."""

from __future__ import annotations

from random import Random

import pytest

from server.games.bridge.proof import proves
from tests.games.bridge.endings import ending, most, proven
from tests.games.bridge.exact_claims import double_dummy, is_sure, layouts, some_ending
from tests.markers import every


@pytest.mark.parametrize("number", every(3, range(300)))
def test_declarers_claim_is_proven_exactly_when_one_line_beats_every_layout(number: int) -> None:
    known = some_ending(Random(number), cards=3, defends=False)
    for tricks in range(known.tricks + 2):
        assert proven(known, tricks) == is_sure(known, tricks)


@pytest.mark.parametrize("number", range(200))
def test_a_defenders_claim_is_proven_exactly_when_one_line_beats_every_layout(number: int) -> None:
    known = some_ending(Random(number), cards=3, defends=True, suits=2)
    assert proven(known, known.tricks) == is_sure(known, known.tricks)


@pytest.mark.parametrize("number", range(24))
def test_declarers_larger_endings_are_proven_exactly_too(number: int) -> None:
    known = some_ending(Random(number), cards=4, defends=False, suits=2 + number % 3)
    for tricks in range(1, known.tricks + 1):
        assert proven(known, tricks) == is_sure(known, tricks)


@pytest.mark.parametrize("number", range(12))
def test_a_defenders_larger_endings_are_proven_exactly_too(number: int) -> None:
    known = some_ending(Random(number), cards=4, defends=True, suits=2)
    assert proven(known, known.tricks) == is_sure(known, known.tricks)


@pytest.mark.parametrize(
    "number", [*range(50), *(pytest.param(number, marks=pytest.mark.thorough) for number in range(50, 150))]
)
def test_every_proven_claim_makes_double_dummy_in_every_layout(number: int) -> None:
    known = some_ending(Random(1000 + number), cards=3, defends=False)
    assert most(known) <= min(double_dummy(hands, known) for hands in layouts(known))


def test_a_search_that_runs_out_of_time_proves_nothing() -> None:
    known = ending("2.K.A.32", "AJ..32.2", "KQ.AQ.KQ.KQJT", void="E:SH")
    unlimited, asked = proven(known, 4), []

    def at_once() -> bool:
        asked.append(True)
        return True

    assert (unlimited, proves(known, 4, at_once), asked) == (False, False, [True])
