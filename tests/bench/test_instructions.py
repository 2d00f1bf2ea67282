"""Instruction counts are kept with what they depend on, and a count that has moved is a fault."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.bench import actions, instructions
from tests.bench.instructions import Counted, Kept, Surroundings

HERE = Surroundings(python="3.11.7", machine="x86_64", valgrind="valgrind-3", lock="abc")
KEPT = Kept(HERE, {"bridge": 100_000})


def test_counts_of_the_same_surroundings_are_compared() -> None:
    assert instructions.difference(KEPT, HERE) == ""


@pytest.mark.parametrize("name", ["python", "machine", "lock"])
def test_counts_of_other_surroundings_are_skipped_and_the_difference_is_named(name: str) -> None:
    said = instructions.difference(KEPT, replace(HERE, **{name: "another"}))
    assert said.startswith(f"the kept counts are of another {name}: ")


def test_without_valgrind_nothing_is_compared() -> None:
    assert "valgrind is not installed" in instructions.difference(KEPT, replace(HERE, valgrind=""))


def test_a_count_may_move_within_the_tolerance() -> None:
    near = round(100_000 * (1 + instructions.TOLERANCE * 0.9))
    assert Counted({"bridge": near}, KEPT.instructions).faults() == []


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_count_that_has_moved_further_is_a_fault(sign: int) -> None:
    far = round(100_000 * (1 + sign * instructions.TOLERANCE * 1.1))
    (fault,) = Counted({"bridge": far}, KEPT.instructions).faults()
    assert fault.startswith(f"bridge: an action takes {far:,} instructions, the kept count is 100,000;")


def test_a_game_without_a_kept_count_is_a_fault() -> None:
    (fault,) = Counted({"whist": 5}, KEPT.instructions).faults()
    assert "the kept count is none" in fault


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
