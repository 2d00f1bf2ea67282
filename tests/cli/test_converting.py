"""`kibitz convert` as people type it: from any format into any other, and what was lost is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from server.records.bridge.formats import FORMATS, recognised
from server.records.bridge.record import readable_boards
from tests.cli.commands import BOARD, kibitz
from tests.records.bridge.board_json import board, text


@pytest.mark.parametrize("name", FORMATS)
def test_a_board_goes_into_every_format_and_back(record: Path, tmp_path: Path, name: str) -> None:
    there, back = tmp_path / "there", tmp_path / "back.json"
    assert kibitz("convert", str(record), str(there), "--to", name).returncode == 0
    assert recognised(there.read_bytes()).boards is FORMATS[name].boards
    assert kibitz("convert", str(there), str(back)).returncode == 0
    (before,), (after,) = (
        readable_boards(FORMATS["endplay"].boards(path.read_bytes())) for path in (record, back)
    )
    assert [set(hand) for hand in after.hands] == [set(hand) for hand in before.hands]
    assert after.number == before.number


def test_the_ending_of_the_output_file_selects_the_format(record: Path, tmp_path: Path) -> None:
    for form in FORMATS.values():
        for suffix in form.suffixes:
            there = tmp_path / f"there{suffix}"
            assert kibitz("convert", str(record), str(there)).returncode == 0
            assert recognised(there.read_bytes()).name == form.name


def test_content_that_the_format_cannot_hold_is_reported(record: Path, tmp_path: Path) -> None:
    told = kibitz("convert", str(record), str(tmp_path / "there.json"), "--to", "board_settings").stderr
    assert "1 board as board_settings" in told
    assert "board_settings cannot hold the calls: board 1" in told
    assert "board_settings cannot hold the players' names: board 1" in told


def test_a_board_that_cannot_be_read_is_left_out_and_reported(tmp_path: Path) -> None:
    twice = board(board_num=2)
    twice["deal"]["west"] = twice["deal"]["north"]
    source, target = tmp_path / "boards.json", tmp_path / "boards.pbn"
    source.write_text(text(BOARD, twice))
    done = kibitz("convert", str(source), str(target))
    assert done.returncode == 1
    assert "left out: line 1, column" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(readable_boards(FORMATS["pbn"].boards(target.read_bytes()))) == 1


@pytest.mark.parametrize("data", [b"", b"\x00\xff" * 100, b"{", b"[[[[["])
def test_a_file_without_a_board_is_refused_and_nothing_is_written(tmp_path: Path, data: bytes) -> None:
    source, target = tmp_path / "bad", tmp_path / "bad.pbn"
    source.write_bytes(data)
    target.write_text("as before")
    done = kibitz("convert", str(source), str(target))
    assert done.returncode == 1
    assert done.stderr.startswith("kibitz: ")
    assert "line 1" in done.stderr
    assert target.read_text() == "as before"


def test_an_unknown_format_is_refused_with_those_that_are_known(record: Path, tmp_path: Path) -> None:
    done = kibitz("convert", str(record), str(tmp_path / "there"), "--to", "rbn")
    assert (done.returncode, done.stdout) == (1, "")
    assert "expected one of the formats pbn, " in done.stderr
    assert "expected --to with one of pbn, " in kibitz("convert", str(record), "there.rbn").stderr


def test_content_that_is_not_read_is_reported_with_its_line(tmp_path: Path) -> None:
    source, there = tmp_path / "club.pbn", tmp_path / "there.lin"
    source.write_text(TWO_TABLES)
    done = kibitz("convert", str(source), str(there))
    assert done.returncode == 0
    assert "kibitz: line 1: [Board 7] is read as" in done.stderr
    assert "kibitz: line 5: the game has neither [Board] nor [Deal]" in done.stderr
    assert "2 boards as lin" in done.stderr


def test_a_row_without_warnings_has_no_field_for_them(tmp_path: Path) -> None:
    source = tmp_path / "club.pbn"
    source.write_text(TWO_TABLES.replace("[Board 7]", '[Board "7"]'))
    done = kibitz("replay", str(source))
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert "warnings" not in first
    assert (second["ok"], second["board"], second["contract"]) == (True, 7, "3NT")
    assert second["warnings"][0].startswith("line 5: the game has neither [Board] nor [Deal]")


TWO_TABLES = (
    "[Board 7]\n"
    '[Deal "N:AKQJ.T98.765.432 T987.AKQJ.T98.76 65432.765.432.T9 .432.AKQJ.AKQJ85"]\n'
    '[Contract "4S"]\n\n'
    '[Declarer "N"]\n[Contract "3NT"]\n[Result "8"]\n'
)
