"""`kibitz bench` runs the benchmark of a checkout, and says where it is when there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from server.cli import benchmark
from tests.cli.commands import kibitz

ROOT = Path(__file__).parents[2]


def test_in_a_checkout_the_benchmark_runs_with_its_options() -> None:
    said = kibitz("bench", "--rows", "nonsense")
    assert said.returncode == 2
    assert said.stderr.startswith("--rows: no row begins with nonsense; there are bridge-1, bridge-25")


def test_the_benchmark_runs_from_any_folder(tmp_path: Path) -> None:
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from server.cli import app; app()"
    said = subprocess.run(
        [sys.executable, "-c", program, "bench", "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 0, said.stderr
    assert "--keep-instructions" in said.stdout


@pytest.mark.thorough
def test_an_installed_package_says_in_plain_words_where_the_benchmark_is(tmp_path: Path) -> None:
    for package in ("server", "protocol", "bots"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    said = subprocess.run(
        [sys.executable, "-P", "-m", "server", "bench"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 1
    assert said.stderr.startswith(
        "kibitz: the benchmark is in the folder tests/bench of a checkout of Kibitz"
    )


def test_without_the_packages_for_development_it_says_what_installs_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "find_spec", lambda name: None)
    with pytest.raises(typer.Exit) as ended:
        benchmark.bench(SimpleNamespace(args=[]))
    assert ended.value.exit_code == 1
    assert "`make bench` installs them" in capsys.readouterr().err


def test_without_the_packages_for_development_the_help_still_lists_the_options(tmp_path: Path) -> None:
    """After `make serve` alone, the packages of the tests are absent: here they fail at their import."""
    for package in benchmark.PACKAGES:
        (tmp_path / f"{package}.py").write_text("raise ImportError('no such package')\n")
    told = "from server.cli import app, benchmark; benchmark.find_spec = lambda name: None"
    program = f"{told}; app(['bench', '--help'])"
    said = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith("Measure a server on this machine.")
    assert "`make bench` installs them" in said.stdout and "--keep-instructions" in said.stdout
