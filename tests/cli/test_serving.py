"""A server is started by a command: its settings, its printed commands, and its tables."""

import asyncio
import logging
import os
import re
import shlex
import subprocess
from pathlib import Path

import httpx
import pytest
import uvloop
from typer.testing import CliRunner

from bots.registry import DEFAULT_GAME
from server.cli import app
from server.cli.registry_help import played_games
from server.cli.serving import _run_loop
from server.deployment.installed_page import page_folder
from server.web.page import built_page
from tests.cli.commands import KIBITZ, Serving, kibitz, started

CAMROSE = Path(__file__).parents[3] / "shared/data/bridge/pbn/ben__Camrose24_1.pbn"


def test_the_commands_that_serve_prints_can_be_pasted(serving: Serving) -> None:
    lines = [line.strip().partition(":  ")[2] or line.strip().partition(": ")[2] for line in serving.said[3:]]
    commands = [shlex.split(line) for line in lines]
    assert [started(command) for command in commands] == [KIBITZ] * len(commands)
    default, *others = played_games()
    assert default == DEFAULT_GAME
    assert [command[3:] for command in commands] == [
        ["play", serving.url],
        *(["play", serving.url, "--game", game] for game in others),
        ["watch", serving.url, "house"],
        ["play", serving.url, "house", "S"],
        ["play", serving.url, "house-spades", "S"],
        ["play", serving.url, "house-hanabi", "3"],
    ]
    for command in commands:
        if command[3] == "play":
            played = subprocess.run(command, input="q\n", capture_output=True, text=True, timeout=60)
            assert (played.returncode, "You are " in played.stdout) == (0, True), played.stderr


def test_the_address_of_the_page_comes_first_or_else_the_command_that_builds_it(serving: Serving) -> None:
    purpose, _, told = serving.said[1].strip().partition(":  ")
    assert purpose == "play in your browser"
    built = built_page(page_folder()).is_built
    assert told.strip() == (
        f"{serving.url}/" if built else "not built; run make page in the sources of Kibitz"
    )


def test_an_unknown_setting_ends_the_server_and_names_the_closest() -> None:
    environment = {**os.environ, "KIBITZ_PROT": "9000"}
    said = subprocess.run([*KIBITZ, "serve"], env=environment, capture_output=True, text=True, timeout=60)
    assert said.returncode == 1
    assert said.stderr.startswith("kibitz: KIBITZ_PROT: expected the name of a setting; the closest")
    assert "KIBITZ_PORT" in said.stderr


def test_a_bad_setting_is_named(tmp_path: Path) -> None:
    said = subprocess.run(
        [*KIBITZ, "serve"],
        env={**os.environ, "KIBITZ_DURABILITY": "never"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 1
    assert said.stderr.startswith("kibitz: KIBITZ_DURABILITY: ")


def test_the_level_of_the_log_is_set_for_kibitz_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the level debug, the library websockets would log the frames of all players."""
    monkeypatch.setenv("KIBITZ_LOG_LEVEL", "debug")
    loggers = [logging.getLogger(name) for name in ("kibitz", "websockets.server", "redis")]
    before = [logger.level for logger in loggers]
    try:
        said = CliRunner().invoke(app, ["serve", "--host", "no-such-host.invalid"])
        assert said.exit_code == 1 and "cannot listen on no-such-host.invalid" in said.stderr
        levels = [logger.getEffectiveLevel() for logger in loggers]
        assert levels[0] == logging.DEBUG and min(levels[1:]) >= logging.WARNING
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def sit_four(url: str, table: str, boards: int) -> None:
    seats = ("--seats", "NESW", "--boards", str(boards))
    played = kibitz("bot", "plain", "--url", url, "--table", table, *seats)
    assert played.returncode == 0, played.stderr


def test_four_robots_play_the_uploaded_boards_to_the_end(serving: Serving) -> None:
    table = re.search(r"club.pbn is played at table (\S+)", "".join(serving.said)).group(1)
    sit_four(serving.url, table, boards=1)
    shown = httpx.get(f"{serving.url}/v1/tables/{table}").json()["view"]["pub"]
    assert shown["board"] in (1, 2)


def test_a_server_starts_again_on_the_same_games(tmp_path: Path) -> None:
    with Serving(tmp_path) as server:
        guest = httpx.post(f"{server.url}/v1/guests", json={"name": "Ann"}).json()
        bearer = {"authorization": f"Bearer {guest['token']}"}
        opened = httpx.post(f"{server.url}/v1/tables", json={"name": "Ann's"}, headers=bearer).json()["table"]
    with Serving(tmp_path) as server:
        shown = httpx.get(f"{server.url}/v1/tables/{opened}", headers=bearer).json()
        assert (shown["name"], shown["people"]["host"]) == ("Ann's", guest["id"])


@pytest.mark.skipif(not CAMROSE.exists(), reason="shared/data/bridge is absent")
def test_a_table_opens_on_a_real_match_file(tmp_path: Path) -> None:
    with Serving(tmp_path, "--boards", str(CAMROSE)) as server:
        table = re.search(r"is played at table (\S+)", "".join(server.said)).group(1)
        sit_four(server.url, table, boards=1)


def test_the_command_runs_the_server_on_uvloop() -> None:
    loops: list[asyncio.AbstractEventLoop] = []

    async def note() -> None:
        loops.append(asyncio.get_running_loop())

    _run_loop(note())
    assert isinstance(loops[0], uvloop.Loop)
