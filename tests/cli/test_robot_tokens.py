"""A robot that is started again takes its own chair back, and each seat has a player of its own."""

from __future__ import annotations

import stat
from pathlib import Path

import httpx
import pytest

from server.cli.robot_tokens import kept_token
from tests.cli.commands import Serving
from tests.cli.test_robot_classes import typed


def test_a_robot_that_crashed_takes_its_own_chair_back(serving: Serving, tmp_path: Path, state: Path) -> None:
    seat = ("--url", serving.url, "--table", "house", "--seats", "N")
    players = []
    for _ in range(2):
        fails = typed(tmp_path, "bot", "own_robot:Fails", *seat)
        assert "Fails.choose raised IndexError" in fails.stderr
        row = httpx.get(f"{serving.url}/v1/tables/house").json()
        players.append(row["people"]["seats"][0]["player"])
    assert players[0] == players[1] is not None
    [kept] = [path for path in (state / "kibitz" / "robots").iterdir() if not path.suffix]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    other = typed(tmp_path, "bot", "own_robot:First", *seat)
    assert "another player has this seat" in other.stderr


async def test_each_seat_has_a_token_and_a_token_in_use_is_not_shared(serving: Serving) -> None:
    async def token(seat: str) -> str:
        async with kept_token(serving.url, "house", "plain", seat, "plain") as found:
            return found

    north, south = await token("N"), await token("S")
    assert north != south and await token("n") == await token("0") == north
    async with kept_token(serving.url, "house", "plain", "N", "plain") as used:
        assert used == north != await token("N")


async def test_a_token_that_the_server_does_not_know_is_replaced(
    serving: Serving, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with kept_token(serving.url, "house", "plain", "N", "plain") as first:
        pass
    [kept] = [path for path in (state / "kibitz" / "robots").iterdir() if not path.suffix]
    kept.write_text("an old token")
    async with kept_token(serving.url, "house", "plain", "N", "plain") as second:
        assert second not in (first, "an old token") and kept.read_text() == second


async def test_where_the_token_cannot_be_kept_the_robot_plays_as_a_new_player(
    serving: Serving, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    async with kept_token(serving.url, "house", "plain", "N", "plain") as token:
        assert token
    told = capsys.readouterr().err
    assert told.startswith(f"kibitz: the robot's token cannot be kept in {tmp_path}/file/kibitz/robots (")
