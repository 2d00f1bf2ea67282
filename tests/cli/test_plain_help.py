"""The help of every command names the values of options in words, and never a type of Python."""

from __future__ import annotations

import re
from typing import Any

import pytest
from typer import Context
from typer.main import get_command
from typer.testing import CliRunner

from server.cli import app
from server.cli.plain_help import kind_of

COMMANDS: dict[str, Any] = {**get_command(app).commands}  # type: ignore[attr-defined]
del COMMANDS["bench"]  # It becomes the process of the benchmark, which has a help of its own.
JARGON = re.compile(
    r"<\w[\w |\[\]]*>|\b(TEXT|INTEGER|FLOAT|PATH|FILENAME|BOOLEAN)\b|\b(int|float|str|bool)\b"
)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_help_has_no_word_of_a_type(command: str) -> None:
    said = CliRunner(env={"COLUMNS": "200"}).invoke(app, [*command.split(), "--help"])
    assert said.exit_code == 0
    assert not JARGON.search(said.stdout), said.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_but_a_switch_says_what_follows_it(command: str) -> None:
    given = COMMANDS[command]
    params = [param for param in given.get_params(Context(given)) if param.param_type_name == "option"]
    assert not [param.opts for param in params if not param.is_flag and kind_of(param) is None]
    assert not [param.opts for param in params if param.is_flag and kind_of(param) is not None]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["serve"], r"--host +address +The address to listen on"),
        (["replay"], r"--limit-s +seconds +The time limit"),
        (["replay"], r"--workers +number from 1 to 64 +"),
        (["deal"], r"--boards +number from 1 to 10000 +Bridge"),
        (["open"], r"--boards +file +A file of deals"),
        (["duel"], r"--records +file +Write"),
        (["play"], r"--game +bridge\|spades\|hanabi(\|\w+)* +The game to play"),
        (["bot"], r"--delay-ms +milliseconds +The time"),
    ],
)
def test_values_are_named_in_words(words: list[str], line: str) -> None:
    said = CliRunner(env={"COLUMNS": "200"}).invoke(app, [*words, "--help"])
    assert re.search(line, said.stdout), said.stdout


def test_a_paragraph_of_a_help_is_broken_by_the_width_of_the_terminal_alone() -> None:
    said = CliRunner(env={"COLUMNS": "400"}).invoke(app, ["serve", "--help"]).stdout
    assert (
        "Without KIBITZ_REDIS_URL a private redis-server stores the games in the folder KIBITZ_DATA, where"
        in said
    )
    assert "where they survive a crash." in said
