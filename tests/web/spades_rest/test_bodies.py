"""Bodies of requests of the seed's API: the fields that are read, and the errors of malformed ones."""

from __future__ import annotations

from typing import Any

import pytest

from server.web.spades_rest.bodies import Access, SeedTables, TableName, read, read_player, read_seat
from server.web.spades_rest.errors import SeedError


def refusal(function: Any, *args: Any) -> tuple[int, str, str]:
    """Return the status, the code and the text of the error for a body."""
    with pytest.raises(SeedError) as refused:
        function(*args)
    return refused.value.status, refused.value.code, str(refused.value)


@pytest.mark.parametrize(("name", "seat"), [("north", 0), ("east", 1), ("south", 2), ("west", 3)])
def test_a_seat_is_read_by_its_name(name: str, seat: int) -> None:
    assert read_seat({"seat": name}) == seat


@pytest.mark.parametrize("body", [{}, {"seat": "North"}, {"seat": 0}, {"seat": None}])
def test_a_seat_that_does_not_exist_is_refused_with_the_four_seats(body: dict[str, Any]) -> None:
    status, code, text = refusal(read_seat, body)
    assert (status, code) == (400, "INVALID_SEAT")
    assert text.startswith("expected `seat` to be one of north, east, south, west")


def test_a_player_is_read_by_the_id() -> None:
    assert read_player({"playerId": "0123abcd"}) == "0123abcd"
    assert read_player({"playerId": "bot:east"}) == "bot:east"


@pytest.mark.parametrize("body", [{}, {"playerId": ""}, {"playerId": "x" * 61}, {"player_id": "0123abcd"}])
def test_an_invalid_id_of_a_player_is_refused(body: dict[str, Any]) -> None:
    assert refusal(read_player, body)[:2] == (400, "INVALID_PLAYER")


def test_the_error_of_a_body_names_the_path_of_the_fault_and_quotes_no_value() -> None:
    body = {"visibility": "friends", "joinPolicy": "open"}
    status, code, text = refusal(read, body, Access, "INVALID_VISIBILITY", "a visibility")
    assert (status, code, text) == (400, "INVALID_VISIBILITY", "expected a visibility - at `$.visibility`")


def test_fields_that_are_left_out_have_defaults() -> None:
    assert read({}, TableName, "INVALID_NAME", "a name").name is None
    assert read({}, Access, "INVALID_VISIBILITY", "a visibility").visibility == "public"


def test_the_fields_of_answers_have_the_names_of_the_seed() -> None:
    assert Access.__struct_encode_fields__ == ("visibility", "joinPolicy")
    (rows,) = SeedTables.__annotations__.items()
    assert rows[0] == "tables"
