"""The command that people are told is the one by which they started the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.cli.invocation import command_of


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with `.venv/bin/kibitz`; PATH finds none."""
    program = tmp_path / ".venv/bin/kibitz"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


def script_command(program: str, directory: Path) -> str:
    """The command of a console script; its interpreter stands first in what was typed."""
    return command_of(["/usr/bin/python3", program, "serve"], program, directory)


def test_make_serve_names_the_script_as_it_was_called(checkout: Path) -> None:
    assert script_command(".venv/bin/kibitz", checkout) == ".venv/bin/kibitz"
    assert script_command(str(checkout / ".venv/bin/kibitz"), checkout) == ".venv/bin/kibitz"


def test_a_script_that_path_finds_is_called_by_its_name(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(checkout / ".venv/bin"))
    assert script_command(str(checkout / ".venv/bin/kibitz"), checkout) == "kibitz"
    assert script_command(str(checkout / ".venv/bin/kibitz"), Path("/")) == "kibitz"


def test_a_script_elsewhere_is_called_by_its_whole_path_quoted(tmp_path: Path) -> None:
    assert script_command("/opt/my games/bin/kibitz", tmp_path) == "'/opt/my games/bin/kibitz'"
    assert script_command("/opt/kibitz/bin/kibitz", Path("/")) == "/opt/kibitz/bin/kibitz"


@pytest.mark.parametrize("python", ["python", ".venv/bin/python"])
def test_a_module_is_run_as_it_was_run(python: str, checkout: Path) -> None:
    typed = [python, "-m", "server", "serve"]
    main = str(checkout / "server/__main__.py")
    assert command_of(typed, main, checkout) == f"{python} -m server"
