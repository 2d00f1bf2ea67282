"""A recorded value that differs from the value by the rules is named with its path."""

from __future__ import annotations

import pytest
from msgspec import Struct

from server.records.spades.contradiction import LONGEST, Contradiction, compare


class Pair(Struct, frozen=True):
    """Two values."""

    one: object = 1
    other: object = 2


@pytest.mark.parametrize("value", [7, None, (1, (2, 3)), Pair(), (Pair((1, 2)), "x")])
def test_equal_values_contradict_nothing(value: object) -> None:
    compare(".x", value, value)


@pytest.mark.parametrize(
    ("recorded", "expected", "path", "error"),
    [
        (1, 2, ".x", "expected 2, got 1"),
        (None, 2, ".x", "expected 2, got null"),
        ((1, 2, 3), (1, 5, 6), ".x[1]", "expected 5, got 2"),
        (Pair(1, 3), Pair(), ".x.other", "expected 2, got 3"),
        (Pair((Pair(0),)), Pair((Pair(),)), ".x.one[0].one", "expected 1, got 0"),
        ((1,), (1, 2), ".x", "expected 2 values, got 1"),
        ((), (1,), ".x", "expected 1 value, got 0"),
        (Pair(), (1, 2), ".x", 'expected [1,2], got {"one":1,"other":2}'),
    ],
)
def test_the_first_difference_is_named_with_its_path(
    recorded: object, expected: object, path: str, error: str
) -> None:
    with pytest.raises(Contradiction) as contradiction:
        compare(".x", recorded, expected)
    assert (contradiction.value.path, str(contradiction.value)) == (path, error)


def test_a_long_value_is_shortened_in_the_error() -> None:
    with pytest.raises(Contradiction) as contradiction:
        compare("", "y" * 500, "")
    assert str(contradiction.value) == 'expected "", got "' + "y" * (LONGEST - 2) + "…"
