"""The command line as a newcomer types it: real processes, a real server."""

import tomllib
from pathlib import Path

from server.version import NAME
from tests.cli.commands import kibitz


def test_help_names_every_command() -> None:
    said = kibitz("--help").stdout
    commands = ("serve", "bot", "watch", "play", "open", "guest", "replay", "convert", "deal")
    assert all(command in said for command in commands)


def test_the_version_is_that_of_the_package() -> None:
    package = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
    said = kibitz("--version")
    assert (said.returncode, said.stdout) == (0, f"kibitz {package['version']}\n")
    assert said.stdout.strip() == NAME, "the server says the same in its welcome"
