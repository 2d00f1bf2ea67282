"""How a file tells its format: addresses within other text, other encodings."""

from __future__ import annotations

import pytest

from server.records.bridge import handviewer, lin
from server.records.bridge.formats import FORMATS, recognised
from tests.records.bridge.lin.lin_boards import NORTH, SOUTH, WEST
from tests.records.bridge.test_handviewer import HANDS, HOST


def test_an_address_is_found_in_whatever_text_it_stands() -> None:
    address = f"{HOST}?{HANDS}&d=n&b=7"
    texts = (
        f"Look at this:\n- [Board 7]({address}) and say",
        f'7,"{address}",good',
        f"[hv={HANDS}&d=n&b=7]399|300[/hv] what now?",
        address.upper(),
    )
    for text in texts:
        assert recognised(text).name == "handviewer", text
        (record,) = handviewer.loads(text)
        assert record.number == 7, text
        assert not record.comments, text


def test_an_address_within_pbn_is_a_comment() -> None:
    assert recognised(f'; {HOST}?lin=md\n[Board "1"]\n').name == "pbn"


@pytest.mark.parametrize("name", ["pbn", "lin", "handviewer"])
def test_a_file_in_utf_16_is_recognised_and_read(name: str) -> None:
    (record,) = handviewer.loads(f"{HOST}?{HANDS}&d=n&b=7&v=n")
    data = FORMATS[name].dumps([record]).encode("utf-16")
    assert recognised(data).name == name
    (again,) = recognised(data).boards(data)
    assert again.number == 7


@pytest.mark.parametrize("label", ["Board%207", "Board+7", "board 07", "7"])
def test_a_board_of_lin_that_comes_out_of_an_address_has_its_number(label: str) -> None:
    (record,) = lin.loads(f"md|3{SOUTH},{WEST},{NORTH}|ah|{label}|sv|o|mb|p|")
    assert (record.number, record.name) == (7, None)


def test_lin_is_found_below_other_text_but_not_in_pbn() -> None:
    deal = f"md|3{SOUTH},{WEST},{NORTH}|sv|o|mb|p|"
    text = f"Hello all,\nlook at my hand:\n\n{deal}\n"
    assert recognised(text).name == "lin"
    (record,) = lin.loads(text)
    assert all(len(hand) == 13 for hand in record.hands)
    assert recognised(f'[Board "1"]\n{{{deal}}}\n').name == "pbn"
