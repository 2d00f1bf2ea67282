"""High card installed as a package of its own passes the suites, as the guide for authors of games says.

The tests of the registries, which know three games, pass beside a fourth one, too.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.high_card.registered import install

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "server" / "games" / "ADDING_A_GAME.md").read_text()
(CONFTEST, SUITE) = (
    re.sub("^    ", "", block, flags=re.MULTILINE).replace("my_game", "tests.high_card")
    for block in re.findall(r"^(?:    .*\n|\n)+", GUIDE, re.MULTILINE)
    if re.search("^    (from|import) ", block, re.MULTILINE) and "class " not in block
)
REGISTRIES = (
    "tests/bots/test_registry.py",
    "tests/cli/test_completion.py",
    "tests/cli/test_duel.py::test_records_are_refused_for_a_game_that_has_none",
    "tests/cli/test_plain_help.py",
    "tests/games/test_registry.py",
    "tests/protocol/test_registry.py",
    "tests/records/test_registry.py",
)


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """Return a folder of packages in which high card is installed, and to which the guide's files belong."""
    install(tmp_path)
    (tmp_path / "fourth_game.py").write_text(CONFTEST)
    checks = tmp_path / "checks"
    checks.mkdir()
    (checks / "conftest.py").write_text(CONFTEST)
    (checks / "test_high_card.py").write_text(SUITE)
    (checks / "test_secrecy.py").write_text((Path(__file__).parent / "test_secrecy.py").read_text())
    return tmp_path


def printed(packages: Path, *arguments: str | Path) -> str:
    """Run tests in a process in which the packages of a folder are installed, and return what they print."""
    options = ("-c", "pyproject.toml", "-n", "0", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *arguments],
        cwd=ROOT,
        env={"PYTHONPATH": str(packages), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(("file", "least"), [("test_high_card.py", 70), ("test_secrecy.py", 10)])
def test_each_check_of_a_package_passes_by_itself(packages: Path, file: str, least: int) -> None:
    said = printed(packages, packages / "checks" / file)
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None and int(passed[1]) >= least, said
    assert "warning" not in said


def test_the_tests_of_the_registries_pass_beside_a_fourth_game(packages: Path) -> None:
    assert "failed" not in printed(packages, "-p", "fourth_game", *REGISTRIES)
