"""LIN that is damaged or strange: an error with its place, or a reading, but never a crash."""

from __future__ import annotations

import pytest

from server.errors import BadRecord
from server.formats import lin
from tests.formats.test_lin import NORTH, SOUTH, WEST


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
