"""`kibitz replay` prints a row for each game of Spades; `kibitz convert` refuses games of Spades."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from server.records.bridge.rows import Row
from server.records.spades import dumps
from server.records.spades.rows import GameRow
from tests.cli.commands import kibitz
from tests.records.bridge.board_json import board, text
from tests.records.replaying import replay
from tests.records.spades.games import game, long_game, plain


def rows(path: Path, content: str | bytes) -> list[Row | GameRow]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(replay(path))


def test_a_game_is_a_row_with_its_players_hands_scores_and_winner(tmp_path: Path) -> None:
    record = game(4, hands=60, rounds=3, target=9_000, floor=0)
    (row,) = rows(tmp_path / "game.json", dumps([record]))
    assert msgspec.to_builtins(row) == {
        "file": str(tmp_path / "game.json"),
        "game": "spades",
        "ok": True,
        "table": "t1",
        "preset": None,
        "players": ("Ann", "Bob", "Cid", None),
        "hands": (1, 2, 3),
        "scores": tuple(score.points for score in record.scores),
        "winner": record.winner,
        "error": None,
    }
    assert record.winner in (0, 1)


def test_each_game_of_a_file_has_its_row_and_a_broken_one_stops_no_other(tmp_path: Path) -> None:
    data = [plain(game(seed, hands=1)) for seed in range(4)]
    data[1]["scores"][0]["points"] += 1
    data[2]["hands"][0]["bids"] = 7
    found = rows(tmp_path / "games", json.dumps(data))
    assert [row.ok for row in found] == [True, False, False, True]
    errors = [row.error or "" for row in found]
    assert errors[1].startswith("line 1, column ") and "at `$[1].scores[0].points`" in errors[1]
    assert "expected `array`, got `int` - at `$[2].hands[0].bids`" in errors[2]
    assert (found[1].scores, found[1].winner, found[1].hands) == (None, None, None)


@pytest.mark.parametrize(
    "content",
    [
        b'{"format": "kibitz-spades", ' + b"\x00\xff" * 100,
        '{"format": "kibitz-spades"',
        '[{"format": "kibitz-spades"}, ',
        b"\xff\xfe" + '{"format": "kibitz-spades"}'.encode("utf-16-le"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_row_with_its_error(tmp_path: Path, content: str | bytes) -> None:
    (row,) = rows(tmp_path / "junk", content)
    assert (row.game, row.ok) == ("spades", False)
    assert (row.error or "").startswith("line 1, column ")


def test_ten_megabytes_of_anything_are_one_error(tmp_path: Path) -> None:
    head = '{"format": "kibitz-spades", "hands": ['
    for junk in (head + "[" * (10 << 20), head + '"' * (10 << 20)):
        (row,) = rows(tmp_path / "junk", junk)
        assert not row.ok and len(row.error or "") < 300


def test_the_command_prints_games_beside_boards_and_fails_for_a_refused_one(tmp_path: Path) -> None:
    good, bad, bridge = (tmp_path / name for name in ("good.json", "bad.json", "bridge.json"))
    good.write_text(dumps([long_game(1, 2), game(2, hands=1, players=3)]))
    data = plain(game(3, hands=1))
    data["hands"][0]["tricks"][2] += 1
    bad.write_text(json.dumps(data))
    bridge.write_text(text(board()))
    said = kibitz("replay", str(good), str(bridge))
    assert (said.returncode, said.stderr) == (0, "")
    printed = [json.loads(line) for line in said.stdout.splitlines()]
    assert [(row["game"], row["ok"]) for row in printed] == [("spades", True)] * 2 + [("bridge", True)]
    refused = kibitz("replay", str(bad))
    assert refused.returncode == 1
    assert "at `$.hands[0].tricks[2]`" in json.loads(refused.stdout)["error"]


def test_converting_a_game_of_spades_is_refused_with_the_reason(tmp_path: Path) -> None:
    source, target = tmp_path / "game.json", tmp_path / "out.pbn"
    source.write_text(dumps([game(1, hands=1)]))
    said = kibitz("convert", str(source), str(target))
    assert said.returncode == 1 and not target.exists()
    assert said.stderr == (
        f"kibitz: {source}: a game of Spades has only the format kibitz-spades and cannot be converted\n"
    )
