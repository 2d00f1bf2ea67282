"""Outside the rules and the records no code of the server knows which games have records."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[2] / "server"
NAMES = re.compile("bridge|hanabi|spades", re.IGNORECASE)
OF_A_GAME = re.compile(r"server\.records\.(bridge|hanabi|spades)\b")
NAMELESS = [
    *(path for room in ("cli", "hub", "session", "workers") for path in (SERVER / room).rglob("*.py")),
    *(SERVER / "web" / f"{name}.py" for name in ("analyses", "bodies", "games", "games_help", "rest")),
    *(SERVER / "records" / f"{name}.py" for name in ("base", "uploads")),
]
GENERIC = [
    *NAMELESS,
    *(SERVER / "web").glob("*.py"),
    *(path for room in ("table", "store") for path in (SERVER / room).rglob("*.py")),
]


def imported(path: Path) -> Iterator[str]:
    """Yield every module that a file imports, at its top or in a function."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def shown(path: Path) -> str:
    return str(path.relative_to(SERVER))


def code_of(path: Path) -> str:
    """Return the code of a file without its comments and docstrings, where a game may be an example."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not _is_text(each)] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.unparse(tree)


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@pytest.mark.parametrize("path", NAMELESS, ids=shown)
def test_a_file_that_works_on_records_of_all_games_names_none(path: Path) -> None:
    assert not [line for line in code_of(path).splitlines() if NAMES.search(line)]


def test_a_name_in_the_code_is_found_and_an_example_in_a_docstring_is_not(tmp_path: Path) -> None:
    example = tmp_path / "example.py"
    example.write_text('def f():\n    """Return `bridge`."""\n    return "hanabi"\n')
    assert NAMES.findall(code_of(example)) == ["hanabi"]


@pytest.mark.parametrize("path", GENERIC, ids=shown)
def test_records_of_a_game_are_reached_through_the_registry_alone(path: Path) -> None:
    assert not [module for module in imported(path) if OF_A_GAME.match(module)]


def test_no_game_imports_the_registry() -> None:
    for path in SERVER.glob("records/*/**/*.py"):
        assert "server.records.registry" not in {module.rpartition(".")[0] for module in imported(path)}, path
        assert "server.records.registry" not in set(imported(path)), path


def test_the_help_of_all_commands_needs_no_records() -> None:
    asked = [sys.executable, "-X", "importtime", "-m", "server", "--help"]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "server.cli.records" in loaded
    assert not {module for module in loaded if module.startswith("server.records")}
