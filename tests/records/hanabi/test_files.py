"""A file of games is JSON or has an address on each line; each game is read with its validation."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from server.records.hanabi.compressed import ADDRESS, dumped, dumps
from server.records.hanabi.files import read_games
from server.records.hanabi.record import GameAction
from tests.records.hanabi.games import as_an_address_holds, game
from tests.records.hanabi.replayed_files import only_game, row


def test_a_file_has_an_address_on_each_line() -> None:
    text = dumps([game(1), game(2)])
    assert all(line.startswith(ADDRESS) for line in text.splitlines())
    first, second = read_games(f"\n{text}\r\n\n".encode())
    assert (first.record, second.record) == (as_an_address_holds(game(1)), as_an_address_holds(game(2)))
    assert first.error is None and second.error is None


def test_a_game_that_letters_tell_wrongly_is_named_by_its_line_and_place() -> None:
    wrong = replace(game(2), actions=(GameAction(0, 49), *game(2).actions[1:]))
    short = replace(game(), deck=game().deck[:30])
    text = dumps([game(1), wrong, short]) + "215abc,03a,0\n" + "x" * 5_000
    errors = [found.error or "" for found in read_games(text.encode())]
    assert errors[0] == ""
    assert errors[1].startswith("line 2, column 1: ") and errors[1].endswith("at `$.actions[0]`")
    assert (
        errors[2] == "line 3, column 1: expected the 50 cards of the variant No Variant, got 30 - at `$.deck`"
    )
    assert (
        errors[3] == "line 4, column 1: expected the lowest and highest type of action,"
        " and two letters for each action, got '03a'"
    )
    assert errors[4] == "line 5, column 1: expected an address of at most 4000 letters, got a longer line"


@pytest.mark.parametrize("rest", [",", ",x", ",1,2,3", ",a/b", ",5\u00e9"])
def test_what_follows_the_third_part_is_passed_over_and_told(rest: str) -> None:
    text = f"{ADDRESS}{dumped(game())}"
    told = only_game(f"{text}{rest}\n")
    assert told.error is None and told.record == only_game(text).record
    (warning,) = told.warnings
    shown = repr(rest[1:])
    assert warning == (
        "line 1, column 1: expected an address of three parts with commas between them, got more parts;"
        f" {shown} is ignored"
    )
    assert only_game(text).warnings == ()


def test_a_fourth_part_does_not_hide_a_file_of_bare_letters(tmp_path: Path) -> None:
    assert row(tmp_path / "bare.txt", f"{dumped(game())},x\n").ok


def test_a_byte_order_mark_before_an_address_means_nothing(tmp_path: Path) -> None:
    assert row(tmp_path / "marked.url", f"\ufeff{dumped(game())}\n").ok
