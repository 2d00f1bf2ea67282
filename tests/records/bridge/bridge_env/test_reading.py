"""Game logs and board settings of bridge_env are read in every shape, and faults have their place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.v1.bridge import Call, Contract, Seat, Strain, Vulnerability, parse_hand
from protocol.v1.cards import DECK, Card
from server.errors import BadRecord
from server.records.bridge.bridge_env import log
from server.records.bridge.bridge_env import settings as board_settings
from server.records.bridge.record import BoardRecord, DoubleDummy, Fault, InfoTable
from server.records.bridge.validate import validate
from tests.records.bridge.board_json import HANDS, faults
from tests.records.bridge.bridge_env.game_logs import DEAL, Json, item, log_of, only

DDA = {seat: {"C": 1, "D": 2, "H": 3, "S": 4, "NT": 5} for seat in "NESW"}


# Reading


def test_every_field_of_a_log_is_read() -> None:
    record = only(
        item(
            players={"N": "Ann", "E": "?", "S": "Sue", "W": "Wes"},
            bid_history=["1C", "Pass", "1NT", "X", "XX", "Pass", "Pass", "Pass"],
            contract="1NTXX",
            declarer="S",
            play_history=[
                {"leader": "W", "cards": ["H4", "HT", "HA", "H5"]},
                {"leader": "E", "cards": ["HK"]},
            ],
            taken_trick=9,
            score_type="IMP",
            scores={"NS": 960, "EW": -960},
            dda=DDA,
        )
    )
    assert (record.number, record.name) == (7, None)
    assert (record.dealer, record.vulnerable) == (Seat.NORTH, Vulnerability.NONE)
    assert record.hands[Seat.EAST] == parse_hand(HANDS["east"])
    assert record.players == ("Ann", None, "Sue", "Wes")
    assert [each.call for each in record.calls[:5]] == [
        Call.ONE_CLUB,
        Call.PASS,
        Call.ONE_NOTRUMP,
        Call.DOUBLE,
        Call.REDOUBLE,
    ]
    assert record.contract == Contract(1, Strain.NOTRUMP, Seat.SOUTH, 4)
    assert record.cards == (Card.H4, Card.HT, Card.HA, Card.H5, Card.HK)
    assert (record.tricks, record.scores) == (9, (960, -960))
    assert record.double_dummy == DoubleDummy(((1, 2, 3, 4, 5),) * 4)
    assert record.info == {"Scoring": "IMP"}
    assert not validate(record).fault


def test_a_board_passed_out_has_neither_declarer_nor_play() -> None:
    told = item(contract="Passed_out", declarer=None, play_history=None, taken_trick=None)
    record = only({**told, "scores": {"NS": 0, "EW": 0}})
    assert record.passed_out
    assert (record.contract, record.cards, record.tricks, record.scores) == (None, (), None, (0, 0))
    assert only(item(bid_history=["Pass"] * 4)).passed_out


def test_an_id_is_a_number_or_a_name() -> None:
    assert (only(item(board_id="test1")).number, only(item(board_id="test1")).name) == (None, "test1")
    assert only(item(board_id=12)).number == 12
    assert only(item(board_id="007")).name == "007"


@pytest.mark.parametrize("form", [log, board_settings])
def test_a_bare_list_and_a_single_item_are_read(form: Any) -> None:
    assert [each.number for each in form.loads(json.dumps([item(), item(board_id="8")]))] == [7, 8]
    assert [each.number for each in form.loads(json.dumps(item()))] == [7]
    assert form.loads("[]") == form.loads('{"logs": []}') == ()


def test_a_hand_may_be_in_any_order() -> None:
    turned = {seat: cards[::-1] for seat, cards in DEAL.items()}
    record = only(item(deal=turned))
    assert [set(hand) for hand in record.hands] == [set(hand) for hand in only(item()).hands]
    written = json.loads(log.dumps([record]))["board_settings"][0]["deal"]
    assert written == {seat: sorted(cards, key=DECK.index) for seat, cards in DEAL.items()}


def test_what_is_not_of_the_format_is_kept() -> None:
    record = only(item(event="Cup", minutes=7, table={"headers": ["a"], "rows": ["1"]}, no=None), host="x")
    assert record.info["event"] == "Cup"
    assert record.info["minutes"] == "7"
    assert isinstance(record.info["table"], InfoTable)
    assert record.info["host"] == "x"
    assert "no" not in record.info


def test_what_is_told_in_another_form_is_kept_as_it_stands() -> None:
    dda = {"N": DDA["N"]}
    record = only(item(dda=dda, players={"N": "Ann", "coach": "Bob"}, contract="3NT", declarer=None))
    assert (record.double_dummy, record.contract, record.players[0]) == (None, None, "Ann")
    assert json.loads(str(record.info["dda"])) == dda
    assert json.loads(str(record.info["players"])) == {"N": "Ann", "coach": "Bob"}
    assert record.info["Contract"] == "3NT"


def test_cards_after_a_trick_that_is_not_full_are_kept_as_they_stand() -> None:
    history = [{"leader": "W", "cards": ["H4", "HT"]}, {"leader": "E", "cards": ["HK"]}]
    record = only(item(play_history=history))
    assert record.cards == (Card.H4, Card.HT)
    assert json.loads(str(record.info["play_history"])) == history


def test_a_trick_that_another_hand_is_said_to_lead_is_a_contradiction() -> None:
    history = [{"leader": "E", "cards": ["H4", "HT", "HA", "H5"]}]
    record = only(item(bid_history=["P", "P", "1NT", "P", "P", "P"], play_history=history))
    error = "line 1: trick 1: the record says that East leads H4, which West holds (Law 44)"
    assert validate(record).fault.endswith(error.partition(": ")[2])
    assert json.loads(str(record.info["play_history"])) == history


# What is refused


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (
            {"deal": {**DEAL, "E": DEAL["N"]}},
            r"expected 52 different cards, got SA 2 .* at `\$.logs\[0\].deal.E",
        ),
        ({"deal": {**DEAL, "N": [*DEAL["N"], "C5"]}}, r"expected 13 cards for North, got 14"),
        ({"deal": {**DEAL, "N": ["S1"]}}, r"expected a card like SA or CT, got 'S1' .*deal.N\[0\]`"),
        ({"bid_history": ["8C"]}, r"expected a call like .*, got '8C' - at `\$.logs\[0\].bid_history\[0\]`"),
        ({"contract": "4", "declarer": "N"}, r"expected a contract like 3NTX or Passed_out, got '4'"),
        ({"dealer": "X"}, r"expected N, E, S or W, got 'X' - at `\$.logs\[0\].dealer`"),
        ({"vulnerability": "some"}, r"expected None, NS, EW or Both, got 'some'"),
        ({"taken_trick": "nine"}, r"expected `int \| null`, got `str` - at `\$.logs\[0\].taken_trick`"),
        ({"scores": {"NS": 10**30}}, r"at `\$.logs\[0\].scores.NS`"),
        ({"play_history": [{"cards": ["SA"] * 5}]}, r"length <= 4, got"),
        ({"deal": None}, r"expected `object`, got `null` - at `\$.logs\[0\].deal`"),
    ],
)
def test_a_board_that_is_wrong_is_refused_with_line_column_and_path(wrong: Json, error: str) -> None:
    bad, good = log.boards(json.dumps({"logs": [item(**wrong), item()]}, indent=1))
    assert isinstance(good, BoardRecord)
    assert isinstance(bad, Fault)
    with pytest.raises(BadRecord, match=r"^line \d+, column \d+: " + f".*{error}"):
        raise BadRecord(bad.error)


def test_the_line_and_column_are_those_of_the_value() -> None:
    text = '{"logs": [\n  {"deal": {"N": ["SA",\n "SÄ"]}}]}'
    (bad,) = log.boards(text.encode())
    assert isinstance(bad, Fault)
    assert bad.error.startswith("line 3, column 2: expected a card like SA or CT, got 'SÄ'")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"logs": {}}', r"line 1, column 10: expected a list, got '\{\}' - at `\$.logs`"),
        ('{"logs": [], "logs": []}', r"line 1, column 14: expected each key once in an object, got \"logs\""),
        ('{"logs": [', "line 1, column 11: expected bridge_env's JSON, got a file that is truncated"),
        ('{"logs": [NaN]}', "line 1, column 11: .* got 'NaN'"),
        ("[7]", r"line 1, column 2: expected a board \(a JSON object\), got 7 - at `\$\[0\]`"),
        (log_of(**{f"k{place}": 1 for place in range(200)}), "expected at most 200 keys, got 201"),
        ('{"a": 1}', r"expected the required field `deal`"),
        ('[{"deal": {}, "x": "\\ud800"}]', "line 1, column 21: .* got half of a surrogate pair"),
        (
            '[{"deal": {}, "deal": {}}]',
            r"line 1, column 15: expected each key once in an object, got \"deal\"",
        ),
    ],
)
def test_what_is_not_a_file_of_the_format_is_refused_where_it_stops_to_be(text: str, error: str) -> None:
    with pytest.raises(BadRecord, match=error):
        log.loads(text)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=3),
        lambda each: (
            st.lists(each, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["logs", "deal", "N", "dda", "info", "contract", "cards", "play_history", "players"]
                ),
                each,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
@settings(max_examples=200, deadline=None)
def test_whatever_else_is_json_is_a_fault_and_no_accident(document: object) -> None:
    try:
        for board in log.boards(json.dumps(document)):
            assert isinstance(board, BoardRecord | Fault)
    except BadRecord as error:
        assert str(error).startswith("line 1, column ")


# What is not read is told


def test_tricks_behind_one_without_cards_are_told_and_kept() -> None:
    (record,) = log.loads(faults("F7_nocards.json").read_bytes())
    assert len(record.cards) == 20
    assert record.place.warnings == (
        "line 1, column 866: trick 6 has no card, so tricks 7 to 13 are not read",
    )
    assert "play_history" in record.info


@pytest.mark.parametrize(("held", "told"), [([], "no card"), (["H4"], "1 card"), (["H4", "HT"], "2 cards")])
def test_a_trick_that_is_not_whole_is_told_where_others_follow(held: list[str], told: str) -> None:
    tricks = [{"leader": "W", "cards": held}, {"leader": "E", "cards": ["HK"]}]
    record = only(item(contract="1NT", declarer="S", play_history=tricks))
    assert record.place.warnings[0].endswith(f"trick 1 has {told}, so trick 2 is not read")
    assert only(item(contract="1NT", declarer="S", play_history=tricks[:1])).place.warnings == ()


@pytest.mark.parametrize(
    ("tricks", "told"),
    [(5, ("line 1: the board was passed out, so the recorded 5 tricks are not read",)), (0, ()), (None, ())],
)
def test_tricks_of_a_board_passed_out_are_told(tricks: int | None, told: tuple[str, ...]) -> None:
    record = only(item(contract="Passed_out", declarer=None, taken_trick=tricks))
    assert validate(record).warnings == told
    assert validate(record).fault == ""


def test_a_contract_without_a_declarer_is_told_and_kept() -> None:
    record = only(item(contract="3NT", declarer=None))
    assert record.info["Contract"] == "3NT"
    assert record.place.warnings == (
        "line 1: the contract 3NT has no declarer, so it is kept only as the text of a tag",
    )
