"""Instruction counts are kept with what they depend on, and a count that has moved is a fault."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.bench import actions, instructions
from tests.bench.__main__ import main
from tests.bench.instructions import Counted, Kept, Surroundings

HERE = Surroundings(python="3.11.7", machine="x86_64", libc="glibc 2", valgrind="valgrind-3", lock="abc")
KEPT = Kept(HERE, {"bridge": 100_000})


@pytest.fixture(autouse=True)
def packages_of_the_lock_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A lock file that the installed packages fit, whatever is installed where the tests run."""
    lock = tmp_path / "deploy/requirements.txt"
    lock.parent.mkdir()
    lock.write_text(f"msgspec=={msgspec.__version__}\n")
    monkeypatch.setattr(instructions, "LOCK", lock)
    monkeypatch.setattr(instructions, "ROOT", tmp_path)


def test_counts_of_the_same_surroundings_are_compared() -> None:
    assert instructions.difference(KEPT, HERE) == ""


@pytest.mark.parametrize("name", ["python", "machine", "libc", "valgrind"])
def test_counts_of_other_surroundings_are_skipped_and_the_difference_is_named(name: str) -> None:
    said = instructions.difference(KEPT, replace(HERE, **{name: "another"}))
    assert said.startswith(f"the kept counts are of another {name}: ")


def test_counts_of_another_lock_file_are_skipped_and_the_file_is_named() -> None:
    said = instructions.difference(KEPT, replace(HERE, lock="another"))
    assert said == "the kept counts are of another lock file, deploy/requirements.txt has changed since"


def test_an_installed_package_of_another_version_than_the_lock_file_has_is_named() -> None:
    here = msgspec.__version__
    assert instructions.unlocked(f"msgspec=={here} \\\n    --hash=sha256:1\n") == []
    assert instructions.unlocked("msgspec==0.0.1\nnot-here==1.0\n") == [f"msgspec {here} in place of 0.0.1"]
    of_two_systems = f"msgspec==0.0.1 ; sys_platform == 'win32'\nmsgspec=={here} ; sys_platform != 'win32'\n"
    assert instructions.unlocked(of_two_systems) == []


def test_without_valgrind_nothing_is_compared() -> None:
    assert "valgrind is not installed" in instructions.difference(KEPT, replace(HERE, valgrind=""))


def test_a_count_may_move_within_the_tolerance() -> None:
    near = round(100_000 * (1 + instructions.TOLERANCE * 0.9))
    assert Counted({"bridge": near}, KEPT.instructions).faults() == []


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_count_that_has_moved_further_is_a_fault(sign: int) -> None:
    far = round(100_000 * (1 + sign * instructions.TOLERANCE * 1.1))
    (fault,) = Counted({"bridge": far}, KEPT.instructions).faults()
    assert fault.startswith("bridge: expected 100,000 instructions for an action, give or take 1%, ")
    assert f"got {far:,} ({sign * 1.1:+.1f} %); if the change is meant" in fault


def test_a_game_without_a_kept_count_is_a_fault() -> None:
    (fault,) = Counted({"whist": 5}, KEPT.instructions).faults()
    assert fault.startswith("whist: expected a kept count, got 5;")


def test_the_count_of_an_action_is_that_of_the_actions_without_the_empty_turns() -> None:
    dumps = [9_999, 50 * actions.ACTIONS, 10 * actions.ACTIONS] * len(instructions.GAMES)
    assert instructions.between(dumps) == dict.fromkeys(instructions.GAMES, 40)
    with pytest.raises(RuntimeError, match="expected three borders"):
        instructions.between(dumps[:-1])


def test_the_count_of_a_file_is_its_summary() -> None:
    assert instructions.summary("version: 1\nsummary: 123\nfn=(1) main\n") == 123
    with pytest.raises(RuntimeError, match="summary"):
        instructions.summary("version: 1\n")


def test_the_counts_in_the_repository_can_be_read_and_have_every_game(tmp_path: Path) -> None:
    kept = instructions.read()
    assert kept is not None and set(kept.instructions) == set(instructions.GAMES)
    assert instructions.read(tmp_path / "none") is None


@pytest.mark.parametrize("game", instructions.GAMES)
def test_a_script_is_played_again_to_the_byte_and_tells_every_player_of_every_action(game: str) -> None:
    played = actions.script(game)
    assert len(played.actions) == actions.BEFORE[game] + actions.ACTIONS
    assert msgspec.msgpack.encode(actions.script(game)) == msgspec.msgpack.encode(played)
    # Each of the counted actions: a patch for each of four players, and the answer.
    assert actions.replay(played) == 5 * actions.ACTIONS


VALGRIND = """#!/bin/sh
[ "$1" = --version ] && { echo valgrind-9; exit; }
env >"$0.environment"
for option; do case $option in --callgrind-out-file=*) out=${option#*=} ;; esac; done
for dump in 1 2 3 4 5 6 7 8 9; do echo "summary: $((dump % 3 == 2 ? 4000040 : 40))" >"$out.$dump"; done
"""
"""A valgrind that counts 100,000 instructions for an action of each game."""


@pytest.fixture
def valgrind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    if not sys.platform.startswith("linux"):
        pytest.skip("the benchmark runs on Linux only")
    program = tmp_path / "bin/valgrind"
    program.parent.mkdir()
    program.write_text(VALGRIND)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setattr(instructions, "KEPT", tmp_path / "kept.json")
    return program


def row(capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run `kibitz bench --rows instructions`; return its exit code and what it printed."""
    code = main(["--rows", "instructions"])
    return code, capsys.readouterr().out


def test_the_row_compares_with_the_counts_that_were_kept(
    valgrind: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--keep-instructions"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "bridge: 100,000 instructions for an action"
    code, out = row(capsys)
    assert code == 0
    assert "instructions for an action of hanabi: 100,000 (kept: 100,000)" in out.splitlines()


def test_the_row_fails_with_a_sentence_for_each_game_beyond_the_tolerance(
    valgrind: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = {"bridge": 98_000, "spades": 100_000, "hanabi": 100_500}
    kept = msgspec.json.encode(Kept(instructions.here(), counts))
    instructions.KEPT.write_bytes(kept)
    code, out = row(capsys)
    assert code == 1
    assert (
        "instructions failed: bridge: expected 98,000 instructions for an action, give or take 1%,"
        " got 100,000 (+2.0 %); if the change is meant, keep the new counts with --keep-instructions"
    ) in out.splitlines()
    assert "hanabi: expected" not in out


def test_the_row_is_skipped_by_name_without_valgrind(
    valgrind: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(valgrind.parent.parent))
    code, out = row(capsys)
    assert code == 0
    assert "instructions were skipped: valgrind is not installed" in out
    assert main(["--keep-instructions"]) == 1
    assert "no counts were kept: valgrind is not installed" in capsys.readouterr().err


def test_the_row_is_skipped_by_name_under_another_python(
    valgrind: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = replace(instructions.here(), python="3.99")
    instructions.KEPT.write_bytes(msgspec.json.encode(Kept(other, {})))
    code, out = row(capsys)
    assert code == 0
    assert "instructions were skipped: the kept counts are of another python: 3.99, here it is " in out


def test_a_setting_of_a_server_does_not_change_what_is_counted(
    valgrind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_COMPARE_VIEWS", "1")
    monkeypatch.setenv("PYTHONDEVMODE", "1")
    instructions.count()
    given = Path(f"{valgrind}.environment").read_text().splitlines()
    assert "PYTHONHASHSEED=0" in given
    assert [line for line in given if line.startswith(("KIBITZ_", "PYTHONDEVMODE"))] == []


def test_a_valgrind_that_never_ends_fails_the_row_by_name(
    valgrind: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    instructions.KEPT.write_bytes(msgspec.json.encode(Kept(instructions.here(), {})))
    valgrind.write_text(VALGRIND.replace("env >", "exec sleep 60; env >"))
    monkeypatch.setattr(instructions, "LIMIT_S", 1)
    code, out = row(capsys)
    assert code == 1
    assert "instructions failed: callgrind was not done within 1 s" in out
