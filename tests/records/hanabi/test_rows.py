"""`kibitz replay` prints a row for each game of Hanabi, in JSON or as an address."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from server.records.hanabi import dumps
from server.records.hanabi.compressed import dumps as addresses
from server.records.hanabi.record import GameAction
from tests.cli.commands import kibitz
from tests.records.bridge.board_json import board, text
from tests.records.hanabi.games import game, plain
from tests.records.hanabi.replayed_files import row, rows
from tests.records.replaying import is_of_hanabi
from tests.records.spades.games import game as game_of_spades

UP_OR_DOWN = "Up or Down (5 Suits)"
FIELDS = [
    *("file", "game", "ok", "variant", "players", "turns", "score", "stack_points", "strikes"),
    *("clue_tokens", "end_condition", "error", "warnings"),
]


# Rows


def test_a_game_is_a_row_with_its_outcome(tmp_path: Path) -> None:
    record = game(2, variant="6 Suits", players=4)
    found = row(tmp_path / "game.json", dumps([record]))
    assert list(msgspec.to_builtins(found)) == FIELDS
    assert (found.file, found.game, found.ok, found.error) == (
        str(tmp_path / "game.json"),
        "hanabi",
        True,
        None,
    )
    assert (found.variant, found.players, found.turns) == ("6 Suits", 4, len(record.actions))
    assert (found.end_condition, found.score) == (1, found.stack_points)


def test_a_game_that_goes_on_has_no_score(tmp_path: Path) -> None:
    record = replace(game(2), actions=game(2).actions[:12])
    found = row(tmp_path / "game.json", dumps([record]))
    assert (found.ok, found.turns, found.score, found.end_condition) == (True, 12, None, 0)
    assert found.stack_points is not None and found.clue_tokens is not None


@pytest.mark.parametrize(
    ("last", "condition"), [(GameAction(4, -1, 6), 6), (GameAction(4, 1, 3), 3), (GameAction(5, -1, 10), 10)]
)
def test_a_game_that_was_ended_scores_nothing_whatever_was_played(
    tmp_path: Path, last: GameAction, condition: int
) -> None:
    begun = replace(game(2), actions=game(2).actions[:40])
    found = row(tmp_path / "game.json", dumps([replace(begun, actions=(*begun.actions, last))]))
    assert (found.turns, found.score, found.end_condition) == (41, 0, condition)
    assert found.stack_points


def test_half_clues_are_printed_as_halves(tmp_path: Path) -> None:
    starved = game(3, variant="Clue Starved (5 Suits)")
    cut = (replace(starved, actions=starved.actions[:most]) for most in range(len(starved.actions)))
    tokens = {row(tmp_path / "game.json", dumps([each])).clue_tokens for each in cut}
    assert any(number is not None and number % 1 == 0.5 for number in tokens)


def test_a_refused_game_has_the_number_of_its_valid_actions(tmp_path: Path) -> None:
    data = plain(game(6))
    data["actions"][10] = {"type": 0, "target": 49}
    found = row(tmp_path / "game.json", json.dumps(data, indent=1))
    assert (found.ok, found.variant, found.players, found.turns) == (False, "No Variant", 3, 10)
    outcome = (found.score, found.stack_points, found.strikes, found.clue_tokens, found.end_condition)
    assert outcome == (None,) * 5
    assert found.error is not None and found.error.endswith("not in your hand - at `$.actions[10]`")


def test_each_game_of_a_file_has_its_row_and_a_broken_one_stops_no_other(tmp_path: Path) -> None:
    data = [plain(game(seed)) for seed in range(4)]
    data[1]["actions"][3]["target"] = 77
    data[2]["deck"] = 7
    found = rows(tmp_path / "games", json.dumps(data))
    assert [each.ok for each in found] == [True, False, False, True]
    assert "at `$[1].actions[3].target`" in (found[1].error or "")
    assert "expected `array`, got `int` - at `$[2].deck`" in (found[2].error or "")


def test_addresses_have_a_row_each(tmp_path: Path) -> None:
    found = rows(tmp_path / "games.txt", addresses([game(1), game(2)]) + "https://x/replay-json/115,00,0\n")
    assert [each.ok for each in found] == [True, True, False]
    assert (found[2].error or "").startswith("line 3, column 1: expected the number of players")


@pytest.mark.parametrize(
    "content",
    [
        b'{"deck": ' + b"\x00\xff" * 100,
        '{"deck": [{"suitIndex": 1',
        '[{"actions": [{"type": 1, "target": 2}]}, ',
        '{"players": ["Ann", "Bob"], "actions": []}',
        '{"id": 7, "players": ["' + "x" * 10_000,
        b"\xff\xfe" + '{"deck": []}'.encode("utf-16-le"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_row_with_its_error(tmp_path: Path, content: str | bytes) -> None:
    found = row(tmp_path / "junk", content)
    assert not found.ok and (found.error or "").startswith("line 1, column ")


def test_fields_may_stand_in_any_order_and_on_lines_of_their_own(tmp_path: Path) -> None:
    data = dict(reversed(plain(replace(game(1), seed="p3v0s9", id=7)).items()))
    assert list(data)[:2] == ["seed", "id"]
    assert row(tmp_path / "game", json.dumps(data, indent=8)).ok


# What else is JSON, and what boards are


def test_other_records_are_no_games_of_hanabi() -> None:
    from server.records import spades
    from server.records.bridge.formats import FORMATS
    from server.records.bridge.record import readable_boards

    boards = readable_boards(FORMATS["endplay"].boards(text(board())))
    for form in FORMATS.values():
        assert not is_of_hanabi(form.dumps(boards)), form.name
    assert not is_of_hanabi(spades.dumps([game_of_spades(1, hands=1)]))
    for other in ("", "{}", "[]", "a,b,c\n1,2,3\n", '[Event "Club"]\n'):
        assert not is_of_hanabi(other)


# The commands


def test_the_command_prints_games_beside_boards_and_fails_for_a_refused_one(tmp_path: Path) -> None:
    good, bad, bridge = (tmp_path / name for name in ("good.json", "bad.json", "bridge.json"))
    good.write_text(dumps([game(1), game(2)]))
    bad.write_text(json.dumps({**plain(game(1)), "deck": []}))
    bridge.write_text(text(board()))
    said = kibitz("replay", str(good), str(bridge))
    assert (said.returncode, said.stderr) == (0, "")
    printed = [json.loads(line) for line in said.stdout.splitlines()]
    assert [each["game"] for each in printed] == ["hanabi", "hanabi", "bridge"]
    assert list(printed[0]) == FIELDS
    refused = kibitz("replay", str(bad))
    assert refused.returncode == 1
    assert json.loads(refused.stdout)["error"].endswith("got 0 - at `$.deck`")
