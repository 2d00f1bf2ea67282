"""Whole files of LIN: real files are read, keep the Laws and are written the same; other text is refused."""

from __future__ import annotations

import pytest

from server.records.bridge import lin
from server.records.bridge.losses import lost
from server.records.bridge.validate import validate
from tests.records.bridge.board_json import shared
from tests.records.bridge.lin.lin_boards import DEAL, FILES, NORTH, SOUTH, WEST, all_but_the_place, refusal


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            f"md|1{SOUTH},{WEST},{NORTH}C9,|",
            "line 1, column 41: expected 52 different cards, got 'C9 2 times (North)'",
        ),
        (f"md|1\n{SOUTH[:-1]},{WEST},{NORTH},|", "line 2, column 1: expected 13 cards for South, got '12'"),
        (f"md|1{SOUTH},{SOUTH},{NORTH},|", "line 1, column 5: expected 52 different cards, got"),
        (f"md|1{SOUTH[:-1]}X,{WEST},{NORTH},|", "line 1, column 21: expected a rank"),
        (f"md|9{SOUTH}|", "line 1, column 4: expected a dealer"),
        ("md|1AK|", "line 1, column 5: expected a suit"),
        (f"md|{DEAL}|mb|p|\nmb|1Z|", "line 2, column 4: expected a call like p, d, r, 1C or 3N, got '1Z'"),
        (f"md|{DEAL}|\npc|S1|", "line 2, column 4: expected a card like SA, got 'S1'"),
        (f"md|{DEAL}|sv|q|", "expected o, n, e or b for the vulnerability, got 'q'"),
        (f"md|{DEAL}|\nm", "line 2, column 1: expected a complete LIN token like pc|SA|, got 'm'"),
        (f"md|{DEAL}|\npc|", "expected a complete LIN token like pc|SA|, got 'pc|'"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, error: str) -> None:
    assert error in refusal(text)


@pytest.mark.parametrize(
    "text", ["", " \n", "no LIN at all", '[Deal "N:..."]', "{}", "|" * 999, "pn|a,b,c,d|"]
)
def test_a_text_without_a_board_is_no_lin(text: str) -> None:
    assert refusal(text).startswith("line 1, column 1: expected LIN")


@pytest.mark.parametrize("name", FILES)
def test_what_is_read_of_real_files_is_written_and_read_the_same(name: str) -> None:
    records = lin.loads(shared("lin", name).read_bytes())
    back = lin.loads(lin.dumps(records))
    assert [all_but_the_place(each) for each in back] == [all_but_the_place(each) for each in records]
    assert lost(records, back) == {}


@pytest.mark.parametrize("name", FILES)
def test_real_files_keep_the_laws_but_for_one_result(name: str) -> None:
    faults = [validate(each).fault for each in lin.loads(shared("lin", name).read_bytes())]
    wrong = "the result 4SW-1 gives declarer 9 tricks, but the claim gives 10 (Law 79)"
    assert [each.partition(": ")[2] for each in faults if each] == [wrong] * (name == "vugraph_74806.lin")
