"""The deals that a table can be opened on, whatever file they come from."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Deal, Seat, Vulnerability, parse_hand
from server.errors import BadRecord
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.registry import read_deals
from tests.records.bridge.board_json import HANDS, board, shared, text

PBN = '[Deal "N:{north} {east} {south} {west}"]\n'.format(**HANDS)
DEALT = tuple(parse_hand(HANDS[seat]) for seat in ("north", "east", "south", "west"))


def test_the_same_deal_comes_out_of_pbn_and_json() -> None:
    expected = (Deal(1, Seat.NORTH, Vulnerability.NONE, DEALT),)
    assert read_deals(PBN) == expected
    assert read_deals(text(board())) == expected
    assert read_deals(text(board()).encode("utf-8-sig")) == expected
    assert read_deals(f"[\n{text(board())}]") == expected


def test_a_board_without_a_number_has_its_place_in_the_file() -> None:
    deals = read_deals('[Board "A"]\n' + PBN + "\n" + PBN + '\n[Board "9"]\n' + PBN)
    assert [(deal.board, deal.dealer) for deal in deals] == [
        (1, Seat.NORTH),
        (2, Seat.EAST),
        (9, Seat.NORTH),
    ]


def test_a_board_that_two_rooms_played_is_dealt_once() -> None:
    turned = '[Deal "S:{south} {west} {north} {east}"]\n'.format(**{**HANDS, "north": "JQKA.T98.765.432"})
    assert len(read_deals('[Board "3"]\n' + PBN + '\n[Board "3"]\n' + turned)) == 1


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("[]", "expected at least one deal in the file, got none"),
        (
            text(board(), {**board(), "deal": dict.fromkeys(HANDS, ())}),
            "board 1: expected 13 cards for North, got 0",
        ),
        (text({**board(), "deal": {**board()["deal"], "east": board()["deal"]["north"]}}), "got SA 2 times"),
        ('{"a": 1}', "unknown field `a`"),
        ('[{"deal', "truncated"),
        ("[Deal N:]", "expected a whole tag"),
        ('{ "a comment" } [Deal ""]', "expected a game with a deal"),
        (b"\x89PNG\r\n\x1a\n", "expected PBN"),
        ("", "expected PBN"),
    ],
)
def test_what_gives_no_full_deal_is_refused(given: str | bytes, error: str) -> None:
    with pytest.raises(BadRecord, match=error):
        read_deals(given)


@pytest.mark.parametrize(
    ("name", "boards"),
    [("pbn/ben__Camrose24_1.pbn", 160), ("pbn/endplay__example2.pbn", 10), ("pbn/ben__BW.pbn", 40)],
)
def test_a_table_opens_on_each_board_of_a_real_file_once(name: str, boards: int) -> None:
    deals = read_deals(shared(*name.split("/")).read_bytes())
    assert len(deals) == len(set(deals)) == boards
    for deal in deals:
        BRIDGE.apply(BridgeState(), None, deal)
