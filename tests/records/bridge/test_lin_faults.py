"""LIN that is damaged or strange: an error with its place, or a reading, but never a crash."""

from __future__ import annotations

import pytest

from server.errors import BadRecord
from server.records.bridge import lin
from server.records.bridge.validate import validate
from tests.records.bridge.test_lin import NORTH, SOUTH, WEST


@pytest.mark.parametrize("blank", [" ", "\t", "\x0b", "\x0c", "\xa0"])
def test_blanks_of_all_kinds_within_a_hand_are_nothing(blank: str) -> None:
    (record,) = lin.loads(f"md|3{SOUTH[0]}{blank}{SOUTH[1:]},{WEST},{NORTH}|")
    assert all(len(hand) == 13 for hand in record.hands)


@pytest.mark.parametrize("sign", ["\u212a", "\u0665", "\ufe0f", "\x1f"])
def test_signs_that_only_look_like_ranks_and_suits_are_refused_where_they_stand(sign: str) -> None:
    deal = f"md|3{SOUTH},{WEST},{NORTH}|"
    for text, column in (
        (f"md|3S{sign}{SOUTH[1:]},{WEST},{NORTH}|", 6),
        (f"{deal}mb|1{sign}|", len(deal) + 4),
        (f"{deal}pc|S{sign}|", len(deal) + 4),
    ):
        with pytest.raises(BadRecord, match=f"^line 1, column {column}: expected"):
            lin.loads(text)


# What is not read is told


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("mb|1C|nt|done|\npg||\nst||", ()),
        (
            "mb|1C|\nvg|Cup,,I,1,1,A,,B,|\nst|x|\nxx|lost|",
            (
                "line 2: no board follows the header vg|Cup,,I,1,1,A,,B, which is not read",
                "line 4: xx|lost| follows the last board and is not read",
            ),
        ),
    ],
)
def test_what_no_board_holds_is_told_with_its_line(text: str, warnings: tuple[str, ...]) -> None:
    record = lin.loads(f"md|3{SOUTH},{WEST},{NORTH}|{text}")[0]
    assert record.place.warnings == warnings


def test_a_second_value_in_a_header_is_told() -> None:
    (record,) = lin.loads(f"vg|Cup,,I,1,1,A,,B,|\nrs|4HN=|\nrs|3NN=|\nqx|o1|md|3{SOUTH},{WEST},{NORTH}|")
    assert record.place.warnings == (
        "line 3: the header has rs| with another value before, so the first value '4HN=' is not read",
    )


def test_an_undo_that_is_no_number_is_kept() -> None:
    (record,) = lin.loads(f"md|3{SOUTH},{WEST},{NORTH}|mb|1C|up|some|")
    assert record.info["Lin_up"] == "some"


def test_tricks_claimed_on_a_board_passed_out_are_told() -> None:
    (record,) = lin.loads(f"md|3{SOUTH},{WEST},{NORTH}|mb|p|mb|p|mb|p|mb|p|\nmc|7|")
    assert validate(record).warnings == (
        "line 1: the board was passed out, so the recorded 7 tricks are not read",
    )
