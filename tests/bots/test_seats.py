"""A seat is given by its number, its letter or the beginning of its name."""

from __future__ import annotations

import pytest

from bots.seats import COMPASS, numbered, seat_number


@pytest.mark.parametrize(
    ("typed", "number"), [("S", 2), ("west", 3), ("Nor", 0), (" seat 3 ", 3), ("1", 1), (5, 5)]
)
def test_a_seat_has_a_name_and_a_number(typed: int | str, number: int) -> None:
    assert seat_number(typed) == number


def test_two_players_sit_north_and_south() -> None:
    assert seat_number("south", COMPASS[::2]) == 1
    with pytest.raises(ValueError, match=r"expected a seat \(N or S\), got 'E'"):
        seat_number("E", COMPASS[::2])


@pytest.mark.parametrize("typed", ["", "Q", "8", "-1", "northern"])
def test_any_other_text_names_no_seat(typed: str) -> None:
    with pytest.raises(ValueError, match=r"expected a seat \(N, E, S or W\), got"):
        seat_number(typed)


def test_seats_without_compass_points_have_numbers() -> None:
    assert numbered(3) == ("0", "1", "2")
    assert seat_number("2", numbered(3)) == 2
