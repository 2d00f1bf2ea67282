"""The finished games of a player are listed and exported by a command."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import httpx
import pytest

from bots.guest import Guest, guest
from bots.plain_bot import PlainBot
from bots.runner import play
from bots.wire.http import Http
from tests.cli.commands import Serving, kibitz


@pytest.fixture(scope="module")
def ann(serving: Serving) -> tuple[Guest, str]:
    """Let Ann play a board with three robots, and return Ann and the table."""

    async def evening() -> tuple[Guest, str]:
        player = await guest(serving.url, "Ann\x1b[31m")
        robots = {"0": "plain", "1": "plain", "3": "plain"}
        wish = {"game": "bridge", "seats": robots, "policy": {"robot_ms": 0}}
        opened = await Http(serving.url, player.token).ask("POST", "/v1/tables", json=wish)
        table = opened.json()["table"]
        assert await play(PlainBot(), serving.url, table, "S", player.token, boards=1) == 1
        return player, table

    player, table = asyncio.run(evening())
    until = time.monotonic() + 20
    while not httpx.get(f"{serving.url}/v1/players/{player.id}/games").json()["games"]:
        assert time.monotonic() < until, "the board is not in the archive"
        time.sleep(0.05)
    return player, table


def test_a_player_lists_the_own_games_as_lines_and_as_json(serving: Serving, ann: tuple[Guest, str]) -> None:
    player, table = ann
    said = kibitz("games", serving.url, "--token", player.token)
    assert said.returncode == 0, said.stderr
    (line,) = said.stdout.splitlines()
    day, kind, id_, result, names = line.split("  ")
    assert (kind, id_) == ("bridge", f"{table}.1") and result and len(day) == len("2026-11-30 12:00")
    assert "Ann" in names and "\x1b" not in line
    told = json.loads(kibitz("games", serving.url, player.id, "--json", "--most", "1").stdout)
    assert told["id"] == f"{table}.1" and told["players"][2]["player"] == player.id
    assert kibitz("games", serving.url, player.id, "--game", "spades").stdout == ""
    assert kibitz("games", serving.url, player.id, "--until", "2001-01-01").stdout == ""


def test_a_player_exports_all_data_to_a_file(
    serving: Serving, ann: tuple[Guest, str], tmp_path: Path
) -> None:
    player, table = ann
    file = tmp_path / "ann.ndjson"
    said = kibitz("games", serving.url, "--token", player.token, "--export", str(file))
    assert said.returncode == 0, said.stderr
    start, game, end = map(json.loads, file.read_text().splitlines())
    assert start["player"]["id"] == player.id and end == {"t": "end", "games": 1}
    assert game["id"] == f"{table}.1" and "[Board" in game["record"]


def test_wishes_that_contradict_each_other_are_refused(serving: Serving) -> None:
    for wishes in ((), ("--export", "-"), ("p1", "--token", "t", "--export", "-"), ("--since", "today")):
        said = kibitz("games", serving.url, *wishes)
        assert said.returncode == 2, said.stdout
    assert kibitz("games", serving.url, "--token", "unknown").returncode == 1


def test_a_code_makes_a_terminal_the_player_of_the_browser(serving: Serving, ann: tuple[Guest, str]) -> None:
    player, table = ann
    made = httpx.post(
        f"{serving.url}/v1/players/me/codes", headers={"authorization": f"Bearer {player.token}"}
    )
    you = json.loads(kibitz("guest", serving.url, "--code", made.json()["code"], "--json").stdout)
    assert you["id"] == player.id and you["token"] != player.token
    assert f"{table}.1" in kibitz("games", serving.url, "--token", you["token"]).stdout
    again = kibitz("guest", serving.url, "--code", made.json()["code"])
    assert again.returncode == 1 and "has been used" in again.stderr
    assert kibitz("guest", serving.url, "--code", "x", "--name", "Ann").returncode == 2
