"""The commands in this folder explain themselves when asked with `--help`, and do nothing else then."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROCESSES = (
    "tests.bench.actions",
    "tests.bench.ceiling.hub",
    "tests.bench.claims",
    "tests.bench.crowd",
    "tests.bench.idle",
    "tests.bench.load",
    "tests.bench.played",
    "tests.bench.rounds",
    "tests.bench.uploads",
    "tests.chaos.player",
    "tests.chaos.server",
    "tests.deploy.confined",
    "tests.store.adopted",
    "tests.store.archive.writing",
)
"""The modules that only other tests start, each with arguments that no person types."""


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(HERE.parent).with_suffix("").parts).removesuffix(".__main__")


STARTED = sorted(
    module_of(path)
    for path in HERE.rglob("*.py")
    if re.search(r'^if __name__ == "__main__":', path.read_text(), re.MULTILINE)
)
COMMANDS = [name for name in STARTED if name not in PROCESSES]


def test_every_process_of_the_list_is_there() -> None:
    assert set(PROCESSES) <= set(STARTED)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_its_help_and_ends(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    package = (HERE.parent / name.replace(".", "/")).is_dir()
    command = importlib.import_module(f"{name}.__main__" if package else name)
    with pytest.raises(SystemExit) as ended:
        command.main(["--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: ")
