"""Games of Hanabi are converted between Hanabi Live's JSON and its addresses, and losses are reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from server.records.hanabi import dumps, loads
from server.records.hanabi.compressed import dumps as addresses
from server.records.hanabi.record import GameOptions
from tests.cli.commands import kibitz
from tests.records.bridge.board_json import board, text
from tests.records.hanabi.games import game, plain
from tests.records.hanabi.replayed_files import run_kibitz


def test_a_game_is_converted_to_an_address_and_back_with_its_losses_reported(tmp_path: Path) -> None:
    timed = GameOptions(timed=True, time_base=90)
    record = replace(game(1), options=timed, notes=(("x",), (), ()), seed="p3v0s1", id=3)
    source, url, back = (tmp_path / name for name in ("game.json", "game.url", "back.json"))
    source.write_text(dumps([record, game(2)]))
    said = kibitz("convert", str(source), str(url))
    assert (said.returncode, url.read_text()) == (0, addresses([record, game(2)]))
    assert said.stderr.splitlines() == [
        "2 games as hanabi_live_url",
        "  hanabi_live_url cannot hold the players' names: game 1, 2",
        "  hanabi_live_url cannot hold options: game 1",
        "  hanabi_live_url cannot hold notes: game 1",
        "  hanabi_live_url cannot hold the id: game 1",
        "  hanabi_live_url cannot hold the seed: game 1",
    ]
    said = kibitz("convert", str(url), str(back))
    assert (said.returncode, said.stderr) == (0, "2 games as hanabi_live\n")
    first, second = loads(back.read_text())
    assert (first.deck, first.actions) == (record.deck, record.actions)
    assert second.players == ("Alice", "Bob", "Cathy")


def test_a_game_that_breaks_the_rules_is_left_out_and_reported(tmp_path: Path) -> None:
    source = tmp_path / "games.json"
    source.write_text(json.dumps([plain(game(1)), {**plain(game(2)), "deck": []}]))
    said = kibitz("convert", str(source), "-", "--to", "hanabi_live")
    assert said.returncode == 1 and loads(said.stdout) == (game(1),)
    left_out, told = said.stderr.splitlines()
    assert left_out.startswith("kibitz: left out: line 1, column ") and left_out.endswith("at `$[1].deck`")
    assert told == "1 game as hanabi_live"


@pytest.mark.parametrize("to", ["pbn", "endplay", "nonsense"])
def test_a_game_of_hanabi_does_not_go_into_other_formats(tmp_path: Path, to: str) -> None:
    source, target = tmp_path / "game.json", tmp_path / "out"
    source.write_text(dumps([game(1)]))
    said = run_kibitz("convert", str(source), str(target), "--to", to)
    assert said.exit_code == 1 and not target.exists()
    told = f"kibitz: expected hanabi_live or hanabi_live_url for a game of Hanabi, got {to}\n"
    assert said.stderr == told


def test_boards_of_bridge_do_not_go_into_the_formats_of_hanabi(tmp_path: Path) -> None:
    source = tmp_path / "board.json"
    source.write_text(text(board()))
    said = run_kibitz("convert", str(source), "-", "--to", "hanabi_live")
    assert (said.exit_code, said.stdout) == (1, "")
    assert said.stderr == (
        f"kibitz: {source}: expected a game of Hanabi for the format hanabi_live, got boards of bridge\n"
    )
