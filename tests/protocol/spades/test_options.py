"""Tests of the options of Spades."""

from __future__ import annotations

from typing import get_type_hints

from protocol.v1.spades import Options, Rules


def test_options_have_the_names_and_types_of_the_rules() -> None:
    rules, options = get_type_hints(Rules), get_type_hints(Options)
    assert {"preset", *rules} == {*options}
    for name, kind in rules.items():
        assert options[name] == kind | None, name
