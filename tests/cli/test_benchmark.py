"""`kibitz bench` runs the benchmark of a checkout, and says where it is when there is none."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from server.cli import app, benchmark
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


def test_without_the_packages_for_development_the_help_says_so_and_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(benchmark, "find_spec", lambda name: None)
    said = CliRunner().invoke(app, ["bench", "--help"])
    assert said.exit_code == 0
    assert said.stdout.startswith("Measure a server on this machine.")
    assert "`make bench` installs them" in said.stdout and "`make bench ARGS=--help`" in said.stdout
