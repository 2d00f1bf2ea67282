"""The draw of any movement: numbers of the entries, limits of rounds, and rounds that there are not."""

from __future__ import annotations

import pytest

from server.events.movements.asked import Asked, Movement
from server.events.movements.drawing import draw, most_rounds, seated
from server.events.movements.draws import NoDraw


def test_entries_get_their_numbers_in_order_and_a_missing_one_is_last() -> None:
    assert seated("howell", "abcde", "s", "listed") == ("a", "b", "c", "d", "e", None)
    assert seated("mitchell", "abcd", "s", "listed") == tuple("abcd")
    assert seated("knock_out", "abcd", "s", "seeded") == tuple("abcd")


def test_both_directions_of_a_seeded_mitchell_are_equally_strong() -> None:
    numbers = seated("mitchell", "abcdefgh", "s", "seeded")
    assert (numbers[::2], numbers[1::2]) == (tuple("adeh"), tuple("bcfg"))
    odd = seated("mitchell", "abcdef"[:5], "s", "seeded")
    assert (odd[::2], odd[1::2]) == (("a", "d", "e"), ("b", "c", None))


def test_numbers_by_lot_follow_from_the_seed() -> None:
    one, other = (seated("mitchell", "abcdefgh", seed, "random") for seed in ("one", "two"))
    assert sorted(map(str, one)) == list("abcdefgh") and one != other
    assert one == seated("mitchell", "abcdefgh", "one", "random")


@pytest.mark.parametrize(
    ("movement", "entries", "most"),
    [
        ("mitchell", 14, 7),
        ("mitchell", 13, 7),
        ("howell", 8, 7),
        ("howell", 7, 7),
        ("round_robin", 8, 7),
        ("swiss", 9, 9),
        ("knock_out", 9, 4),
        ("race", 9, None),
    ],
)
def test_each_movement_has_a_greatest_number_of_rounds(
    movement: Movement, entries: int, most: int | None
) -> None:
    assert most_rounds(movement, entries) == most


def test_the_boards_and_legs_change_the_number_of_rounds() -> None:
    assert most_rounds("mitchell", 16, "skip") == 7
    assert most_rounds("round_robin", 8, legs=2) == 14


def test_a_round_that_the_event_does_not_have_is_refused() -> None:
    for number in (-1, 3):
        with pytest.raises(NoDraw, match="expected a round from 1 to 3") as refused:
            draw(Asked(movement="mitchell", round=number, rounds=3, numbers=tuple("abcdef")))
        assert refused.value.reason == "too_many_rounds"
    with pytest.raises(NoDraw, match="a Mitchell needs at least 3 entries, and 2 entries can play now"):
        draw(Asked(movement="mitchell", round=0, rounds=1, numbers=("a", "b")))


def test_too_many_rounds_are_refused_with_what_the_director_can_change() -> None:
    said = "a Mitchell of 4 entries has at most 2 rounds, and the event has 3: change the rounds"
    with pytest.raises(NoDraw, match=said):
        draw(Asked(movement="mitchell", round=0, rounds=3, numbers=tuple("abcd")))
