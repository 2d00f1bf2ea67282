"""LIN is divided into boards; a faulty board hides no other, and what is not read is told with its line."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Seat, Vulnerability
from server.records.bridge import lin
from server.records.bridge.record import BoardRecord, Fault
from server.records.bridge.validate import validate
from tests.records.bridge.lin.lin_boards import DEAL, NORTH, SOUTH, WEST, only


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


def test_tricks_claimed_on_a_board_passed_out_are_told() -> None:
    (record,) = lin.loads(f"md|3{SOUTH},{WEST},{NORTH}|mb|p|mb|p|mb|p|mb|p|\nmc|7|")
    assert validate(record).warnings == (
        "line 1: the board was passed out, so the recorded 7 tricks are not read",
    )


def test_boards_need_nothing_between_them() -> None:
    first, second, third = lin.loads(
        f"md|{DEAL}|ah|Board 1|mb|p|pn|a,b,c,d|md|{DEAL}|ah|Board 2|pg||sv|o|md|{DEAL}|"
    )
    assert (first.number, second.number, third.number) == (1, 2, None)
    assert second.players[Seat.SOUTH] == "a"
    assert third.vulnerable is Vulnerability.NONE
    assert third.players == (None,) * 4


def test_a_board_at_fault_does_not_hide_the_next() -> None:
    fault, record = lin.boards(f"qx|o1|md|1SAA|mb|p|\nqx|o2|md|{DEAL}|mb|p|")
    assert isinstance(fault, Fault)
    assert fault.number == 1
    assert isinstance(record, BoardRecord)
    assert record.number == 2


def test_a_place_tells_the_lines_of_the_board_its_calls_and_its_cards() -> None:
    place = only(f"\nqx|o1|\nmd|{DEAL}|\nmb|p|\n\npc|S2|").place
    assert (place.line, place.column, place.calls, place.cards) == (2, 4, 4, 6)
