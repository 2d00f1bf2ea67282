"""Tests of the options of Spades."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest
from msgspec import structs

from protocol.v1.spades import PRESETS, Options, Preset, Rules


def test_options_have_the_names_and_types_of_the_rules() -> None:
    rules, options = get_type_hints(Rules), get_type_hints(Options)
    assert {"preset", *rules} == {*options}
    for name, kind in rules.items():
        assert options[name] == kind | None, name


@pytest.mark.parametrize("preset", get_args(Preset))
def test_each_preset_has_rules_of_its_own(preset: Preset) -> None:
    assert [name for name, rules in PRESETS.items() if rules == PRESETS[preset]] == [preset]


def test_options_that_are_not_set_are_null_and_leave_the_rule_to_the_preset() -> None:
    assert Options() == Options(preset="classic")
    assert set(structs.asdict(Options()).values()) == {None, "classic"}
