"""endplay's Board JSON: all of it is read, what is written is valid, and nothing is lost between."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.v1.bridge import Call, Contract, Seat, Strain, Vulnerability, parse_hand
from protocol.v1.cards import DECK, Card
from server.records.bridge.endplay_json import dumps, loads
from server.records.bridge.record import RecordedCall
from tests.records.bridge.board_json import (
    HANDS,
    SUITS,
    Json,
    auction,
    board,
    card,
    cards,
    contract,
    only,
    placeless,
    read,
    text,
)

# Reading


def test_every_field_of_a_board_is_read() -> None:
    document = board(
        auction=[{**call, "alertable": True, "announcement": "strong"} for call in auction("1C")]
        + auction("P 1NT X XX P P P"),
        play=cards("SA ST"),
        board_num=7,
        vul="both",
        dealer="south",
        contract=contract("1NTXX", "north", -6),
        claimed=True,
        info={"Event": "Cup"},
    )
    document["deal"] |= {"first": "east", "trump": "hearts", "curtrick": cards("H2")}
    record = only(document)
    assert record.hands == tuple(parse_hand(HANDS[seat]) for seat in ("north", "east", "south", "west"))
    assert record.number == 7
    assert record.vulnerable is Vulnerability.BOTH
    assert record.dealer is Seat.SOUTH
    assert record.calls[0] == RecordedCall(Call.ONE_CLUB, alert=True, explanation="strong")
    assert [each.call for each in record.calls[1:5]] == [
        Call.PASS,
        Call.ONE_NOTRUMP,
        Call.DOUBLE,
        Call.REDOUBLE,
    ]
    assert record.cards == (Card.SA, Card.ST)
    assert record.contract == Contract(1, Strain.NOTRUMP, Seat.NORTH, 4)
    assert (record.result, record.tricks, record.claimed) == (-6, 1, True)
    assert record.position.first is Seat.EAST
    assert record.position.trumps is Strain.HEARTS
    assert record.position.trick == (Card.H2,)
    assert record.info == {"Event": "Cup"}


def test_what_the_schema_lets_out_has_its_default() -> None:
    record = only(board(contract={"level": 4, "denom": "spades", "declarer": "east"}))
    assert record.contract == Contract(4, Strain.SPADES, Seat.EAST, 1)
    assert record.result == 0
    assert (record.dealer, record.vulnerable, record.claimed) == (None, None, False)
    assert record.position.first is Seat.NORTH


def test_a_file_holds_one_board_or_a_list_of_them() -> None:
    assert [each.number for each in loads(text(board(board_num=3)))] == [3]
    assert [each.number for each in loads(text(board(board_num=3), board(board_num=4)))] == [3, 4]
    assert loads("[]") == ()


def test_a_file_may_begin_with_a_byte_order_mark_and_be_bytes() -> None:
    data = text(board(info={"Event": "Züri"})).encode("utf-8-sig")
    assert loads(data)[0].info == {"Event": "Züri"}


# The dialect of endplay's own dumper


@pytest.mark.parametrize(
    ("written", "doubled"),
    [("", 1), ("pass", 1), ("x", 2), ("double", 2), ("xx", 4), ("redouble", 4)],
)
def test_a_penalty_is_read_in_both_spellings(written: str, doubled: int) -> None:
    record = only(board(contract={**contract("3NT", "west"), "penalty": written}))
    assert record.contract is not None
    assert record.contract.doubled == doubled


def test_a_board_number_may_be_null() -> None:
    assert only(board(board_num=None)).number is None


def test_a_dealer_with_a_stray_blank_is_the_dealer() -> None:
    assert only(board(**{"dealer ": "west"})).dealer is Seat.WEST
    assert only(board(**{"dealer ": "west", "dealer": "west"})).dealer is Seat.WEST


def test_a_contract_of_level_0_is_no_contract() -> None:
    nothing = {"level": 0, "denom": "nt", "declarer": "north", "penalty": "", "result": -6}
    record = only(board(contract=nothing))
    assert (record.contract, record.result) == (None, None)


def test_null_for_what_may_be_left_out_is_the_same_as_left_out() -> None:
    nulls: dict[str, None] = dict.fromkeys(("vul", "dealer", "contract", "claimed", "info"))
    assert placeless(board(**nulls)) == placeless(board())


def test_a_tag_that_is_called_table_is_text() -> None:
    assert only(board(info={"Table": "7"})).info == {"Table": "7"}


# Nothing is lost

BRIEFLY = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

SHORT_TEXT = st.text(max_size=8)
DENOMS = st.sampled_from(sorted(SUITS.values()))
PLAYERS = st.sampled_from(["north", "east", "south", "west"])


def objects(required: dict[str, Any], optional: dict[str, Any]) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries(required, optional=optional)


CARDS = st.sampled_from([card(each) for each in DECK])
SAID = {"alertable": st.booleans(), "announcement": SHORT_TEXT}
CALLS = objects({"level": st.integers(1, 7), "denom": DENOMS}, SAID) | objects(
    {"penalty": st.sampled_from(["pass", "double", "redouble"])}, SAID
)
CONTRACTS = objects(
    {"level": st.integers(1, 7), "denom": DENOMS, "declarer": PLAYERS},
    {
        "penalty": st.sampled_from(["pass", "double", "redouble", "", "x", "xx"]),
        "result": st.integers(-13, 6),
    },
)
HEADERS = SHORT_TEXT | objects(
    {"name": SHORT_TEXT},
    {
        "ordering": st.sampled_from(["+", "-", None]),
        "minwidth": st.integers(1, 99) | st.integers(1, 99).map(str) | st.none(),
        "alignment": st.sampled_from(["L", "R", None]),
    },
)
CELLS = st.text(alphabet='ab "\\\n', max_size=4)
ROWS = CELLS | SHORT_TEXT | st.lists(CELLS, max_size=3)
TABLES = objects({"headers": st.lists(HEADERS, max_size=2), "rows": st.lists(ROWS, max_size=2)}, {})
INFOS = st.dictionaries(
    st.sampled_from(["ScoreTable", "Table", "TotalScoreTable"]), SHORT_TEXT | TABLES, max_size=2
).flatmap(
    lambda tables: st.dictionaries(
        SHORT_TEXT.filter(lambda key: not key.rstrip("\n").endswith("Table")), SHORT_TEXT, max_size=2
    ).map(lambda plain: {**plain, **tables})
)
DEALS = objects(
    dict.fromkeys(("north", "east", "south", "west"), st.just([])),
    {"first": PLAYERS, "trump": DENOMS, "curtrick": st.lists(CARDS, max_size=3)},
).flatmap(
    lambda deal: st.permutations(DECK).map(
        lambda deck: {
            **deal,
            **{seat: [card(each) for each in deck[at : at + 3]] for at, seat in ((0, "east"), (3, "west"))},
        }
    )
)
BOARDS = objects(
    {
        "deal": DEALS,
        "auction": st.lists(CALLS, max_size=5),
        "play": st.lists(CARDS, max_size=5),
        "board_num": st.integers(1, 2**53),
    },
    {
        "vul": st.sampled_from(["none", "both", "ns", "ew"]),
        "dealer": PLAYERS,
        "contract": CONTRACTS,
        "claimed": st.booleans(),
        "info": INFOS,
    },
)


@BRIEFLY
@given(BOARDS)
def test_what_was_read_and_written_is_read_the_same(document: Json) -> None:
    record = placeless(document)
    assert read(dumps(record)) == (record,)
    assert read(dumps(record, dialect=True)) == (record,)
    assert read(dumps([record, record])) == (record, record)


@BRIEFLY
@given(BOARDS)
def test_what_is_written_is_valid_against_endplays_schema(
    board_schema: jsonschema.Draft7Validator, document: Json
) -> None:
    board_schema.validate(json.loads(dumps(only(document))))
