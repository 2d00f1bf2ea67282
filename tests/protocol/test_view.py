"""The halves of a view, and the fields that changed between two of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from protocol.v1.codec import JSON
from protocol.v1.registry import GAMES
from protocol.v1.view import Pub, difference
from tests.protocol.patch_rule import merged


class Half(Pub, tag="half"):
    """A half with the two kinds of maps that views have, and an object that contains a map."""

    always: dict[int, str]
    sometimes: dict[int, str] | None = None
    within: dict[str, dict[int, str]] | None = None


MAPS: tuple[dict[int, str], ...] = ({}, {0: "a"}, {0: "b"}, {1: "b"}, {0: "a", 1: "b"}, {0: "a", 2: "c"})


def json_of(value: object) -> dict[str, Any]:
    """Return a half, or its changes, as a client decodes it."""
    plain: dict[str, Any] = JSON.decode_plain(JSON.encode(value))
    return plain


@pytest.mark.parametrize("before", MAPS)
@pytest.mark.parametrize("after", MAPS)
def test_a_map_is_merged_key_by_key_and_loses_its_last_entry_by_null(
    before: dict[int, str], after: dict[int, str]
) -> None:
    old, new = Half(always=before, sometimes=before), Half(always=after, sometimes=after)
    told = json_of(difference(old, new))
    assert merged(json_of(old), told) == json_of(new)
    assert {} not in told.values()


@pytest.mark.parametrize("filled", MAPS)
def test_an_empty_map_replaces_the_null_that_was_there_and_null_replaces_any_map(
    filled: dict[int, str],
) -> None:
    none, some = Half(always={}), Half(always={}, sometimes=filled)
    assert json_of(difference(none, some)) == {"sometimes": json_of(some)["sometimes"]}
    assert json_of(difference(some, none)) == {"sometimes": None}
    assert merged(json_of(none), json_of(difference(none, some))) == json_of(some)
    assert merged(json_of(some), json_of(difference(some, none))) == json_of(none)


def test_a_map_within_another_object_is_replaced_as_a_whole() -> None:
    old = Half(always={}, within={"x": {0: "a", 1: "b"}})
    new = Half(always={}, within={"x": {}})
    told = json_of(difference(old, new))
    assert told == {"within": {"x": {}}}
    assert merged(json_of(old), told) == json_of(new)


def test_a_changed_field_is_in_the_difference_and_an_equal_one_is_not() -> None:
    old = Half(always={0: "a"}, sometimes={0: "a"})
    assert difference(old, Half(always={0: "a"}, sometimes={0: "a"})) == {}
    assert difference(old, Half(always={0: "b"}, sometimes={0: "a"})) == {"always": {0: "b"}}


def test_an_entry_added_at_the_end_of_a_map_is_its_only_difference() -> None:
    entries = {0: "a", 1: "b"}
    assert difference(Half(always=entries), Half(always={**entries, 2: "c"})) == {"always": {2: "c"}}
    assert difference(Half(always=entries), Half(always={0: "z", 1: "b", 2: "c"})) == {
        "always": {0: "z", 2: "c"}
    }


def test_a_removed_entry_is_null_in_the_difference() -> None:
    assert difference(Half(always={0: "a", 1: "b"}), Half(always={0: "a"})) == {"always": {1: None}}


@pytest.mark.parametrize("game", GAMES)
def test_no_field_of_a_view_can_be_absent_because_a_patch_cannot_remove_a_field(game: str) -> None:
    for half in (GAMES[game].pub, GAMES[game].own):
        assert [field.name for field in msgspec.structs.fields(half) if field.default is msgspec.UNSET] == []
