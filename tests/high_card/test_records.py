"""Records of high card: read, judged, converted, and dealt from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from server.cli import app
from server.errors import BadRecord
from server.records import registry
from tests.high_card.protocol.replay import RecordedDeal
from tests.high_card.records.judged import played
from tests.high_card.records.text import dumps, loads

FILE = "High card\n1 SA H7 bet fold | Ann, Bob\n2 C3 D9 fold | Ann, Bob\n3 S2 DK bet bet\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "night.high"
    path.write_text(FILE)
    return path


def said(*arguments: object) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(each) for each in arguments])


def test_a_file_survives_reading_and_writing() -> None:
    records = [record for _, record in loads(FILE)]
    assert records[0] == RecordedDeal(1, ("SA", "H7"), ("bet", "fold"), ("Ann", "Bob"))
    assert dumps(records) == FILE


def test_a_file_is_recognised_by_its_heading_and_no_other_file_is() -> None:
    assert registry.recognise(FILE).game == "high_card"
    assert registry.recognise('[Board "1"]').game == "bridge"


def test_each_deal_is_a_row_judged_by_the_rules(file: Path) -> None:
    file.write_text(f"{FILE}4 SA SA\n5 SA SK fold bet\n")
    rows = [json.loads(line) for line in said("replay", file).stdout.splitlines()]
    assert [(row["deal"], row["ok"], row["winner"], row["points"]) for row in rows] == [
        (1, True, 1, 1),
        (2, True, 1, 1),
        (3, True, 1, 2),
        (4, False, None, None),
        (5, False, None, None),
    ]
    assert rows[3]["error"] == "line 5: expected two different cards, got SA twice"


def test_what_is_no_deal_is_told_with_its_line(file: Path) -> None:
    file.write_text("High card\n1 SA\n")
    (row,) = map(json.loads, said("replay", file).stdout.splitlines())
    assert (row["ok"], row["error"].partition(":")[0]) == (False, "line 2")


def test_a_file_is_converted_and_what_is_lost_is_told(file: Path) -> None:
    done = said("convert", file, file.with_suffix(".nameless"))
    assert "high_card_nameless cannot hold the players' names: deal 1, 2" in done.stderr
    assert "|" not in file.with_suffix(".nameless").read_text()


def test_its_deals_open_a_table_of_high_card_and_none_of_bridge() -> None:
    assert [deal.cards for deal in registry.read_deals(FILE, "high_card")][1] == ("C3", "D9")
    with pytest.raises(BadRecord, match="expected boards of bridge, got deals of high card"):
        registry.read_deals(FILE, "bridge")


def test_help_names_its_files_and_formats() -> None:
    assert "deals of high card as text" in " ".join(said("replay", "--help").stdout.split())
    assert "high_card_nameless" in said("convert", "--help").stdout


def test_the_line_of_a_deal_has_the_points_of_both_players() -> None:
    (_, record), *_ = loads(FILE)
    assert registry.result_line("high_card", played(record)) == "-1 : 1"
