"""Tests that recorded playthroughs give the same outcome; a difference is a change of rules or views."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from server.games.registry import GAMES
from tests.games.playthroughs import FOLDER, read, record
from tests.golden import playthroughs

FILES = sorted(FOLDER.glob("*.jsonl"))


def results(game: str) -> list[Any]:
    """Return the results of all deals that the playthroughs of a game finish."""
    found = []
    for played in map(read, FILES):
        state = played.game.start(played.options)
        for seat, action in played.actions if played.game.name == game else ():
            rules = played.game
            state = rules.carry(state) if rules.result(state) is not None else state
            state = rules.apply(state, seat, action)
            found += [rules.result(state)] if rules.result(state) is not None else []
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_comes_out_as_it_was_recorded(path: Path) -> None:
    then, now = path.read_text().splitlines(), record(read(path)).splitlines()
    for number, (old, new) in enumerate(zip(then, now, strict=False), start=1):
        assert new == old, f"line {number} of {path.name}"
    assert len(now) == len(then)


@pytest.mark.parametrize("name", GAMES)
def test_every_registered_game_has_a_playthrough_with_a_finished_deal(name: str) -> None:
    assert results(name), f"python -m tests.golden writes one for {name}"


def test_the_regenerator_finds_nothing_to_change() -> None:
    assert [
        path.name for path, content in playthroughs() if not path.exists() or path.read_bytes() != content
    ] == []


def test_the_bridge_playthroughs_hold_a_board_passed_out_a_doubled_and_a_redoubled_one() -> None:
    contracts = [result.contract for result in results("bridge")]
    assert None in contracts
    assert {1, 2, 4} == {contract.doubled for contract in contracts if contract is not None}
