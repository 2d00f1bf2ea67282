"""The parts that game logs and board settings share: ids, analysis, tags, and a line for each item."""

from __future__ import annotations

import json

import pytest

from protocol.v1.bridge import Strain
from server.records.bridge.bridge_env import writing
from server.records.bridge.record import BoardRecord, Column, DoubleDummy, InfoTable

BLANK = BoardRecord(hands=((), (), (), ()))


def record(number: int | None = None, name: str | None = None) -> BoardRecord:
    """Return a record with this number and name, and with nothing else."""
    return BoardRecord(hands=BLANK.hands, number=number, name=name)


def test_each_item_of_a_list_stands_on_a_line_of_its_own() -> None:
    text = writing.listed({"logs": [{"a": "♠"}, {"b": 2}], "board_settings": []})
    assert text == '{"logs": [\n{"a": "♠"},\n{"b": 2}\n],\n"board_settings": [\n\n]}\n'
    assert json.loads(text) == {"logs": [{"a": "♠"}, {"b": 2}], "board_settings": []}


@pytest.mark.parametrize(
    ("number", "name", "board_id"), [(7, None, "7"), (None, None, "3"), (7, "7A", "7A"), (None, "", "")]
)
def test_an_id_is_the_name_or_the_number_or_the_position_in_the_file(
    number: int | None, name: str | None, board_id: str
) -> None:
    assert writing.board_id(record(number, name), 3) == board_id


@pytest.mark.parametrize(
    ("number", "name", "enough"),
    [(7, None, True), (None, "final", True), (7, "final", False), (None, "7", False), (7, "7", False)],
)
def test_an_id_is_enough_unless_a_number_and_a_name_compete_for_it(
    number: int | None, name: str | None, enough: bool
) -> None:
    assert writing.id_has_number_and_name(record(number, name)) is enough


def test_a_missing_number_is_the_position_and_gives_dealer_and_vulnerability() -> None:
    whole = writing.completed_with_number(BLANK, 2)
    setting = writing.setting(whole, "2")
    assert (setting["dealer"], setting["vulnerability"]) == ("E", "NS")
    assert writing.completed_with_number(record(5), 2).number == 5


def test_analysis_and_tags_without_content_are_left_out() -> None:
    assert writing.dda(None) == writing.info({}) == {}


def test_analysis_is_written_by_declarer_and_strain() -> None:
    (written,) = writing.dda(DoubleDummy(((1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (0,) * 5, (13,) * 5))).values()
    assert isinstance(written, dict) and list(written) == ["N", "E", "S", "W"]
    assert written["E"] == {"C": 6, "D": 7, "H": 8, "S": 9, "NT": 10}
    assert list(written["N"]) == [strain.value for strain in Strain]


def test_a_tag_is_written_as_text_and_a_table_with_its_columns() -> None:
    table = InfoTable((Column("Rank"),), ("1",))
    assert writing.info({"Event": "Cup", "Table": table}) == {
        "info": {"Event": "Cup", "Table": {"headers": ["Rank"], "rows": ["1"]}}
    }
