"""What protocol/README.md says of the maps in a patch is what a server sends."""

from __future__ import annotations

from protocol.v1.view import Pub, difference


class Half(Pub, tag="of_a_test"):
    cards: dict[int, str] | None = None


def test_an_empty_map_in_a_patch_replaces_a_value_that_is_no_map() -> None:
    assert difference(Half(None), Half({})) == {"cards": {}}


def test_a_map_that_becomes_empty_is_sent_as_null_for_each_key() -> None:
    assert difference(Half({0: "SA", 1: "SK"}), Half({})) == {"cards": {0: None, 1: None}}
    assert difference(Half({0: "SA"}), Half(None)) == {"cards": None}
    assert difference(Half({0: "SA"}), Half({0: "SA"})) == {}
