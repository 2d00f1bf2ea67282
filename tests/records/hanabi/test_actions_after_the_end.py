"""Actions behind the end: older games of Hanabi Live have them; they are read, kept, told and not counted."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from protocol.v1.hanabi import End, Options, PlayCard
from server.games.hanabi.replay import HANABI_REPLAY
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from server.records.hanabi import dumps, loads
from server.records.hanabi.files import read_games
from server.records.hanabi.from_game import Finished, record_of
from server.records.hanabi.record import GameAction, GameRecord
from server.records.hanabi.upload import load
from server.records.hanabi.validate import Validation, validate
from tests.records.hanabi.games import NAMES, played
from tests.records.hanabi.hanabi_live_addresses import FAULTS, needs_faults
from tests.records.hanabi.replayed_files import row, run_kibitz
from tests.records.hanabi.test_upload import led

TERMINATED, BY_VOTE = GameAction(4, 1, 4), GameAction(5, -1, 10)


def ended(state: HanabiState) -> End | None:
    return None if state.ended is None else state.ended.end


@cache
def cut_short() -> tuple[GameRecord, HanabiState]:
    """Return a game, and its end, at which turns of the last round were left but no card could score."""
    for seed in range(500):
        state = played(Options(), Random(seed))
        left = 0 if state.end_turn is None else state.end_turn - state.turn
        # so few strikes that the turns that are left cannot make a third
        if ended(state) is End.NORMAL and left > 0 and state.strikes + left < 3:
            return record_of(Finished(state, NAMES[:3])), state
    raise AssertionError("expected such a game among 500")


@cache
def over(end: End) -> GameRecord:
    """Return a game that has ended for good, by any rule."""
    for seed in range(500):
        state = played(Options(), Random(seed), clumsy=0.5 if end is End.STRIKEOUT else 0.05)
        if ended(state) is end and (end is End.STRIKEOUT or state.turn == state.end_turn):
            return record_of(Finished(state, NAMES[:3]))
    raise AssertionError("expected such a game among 500")


def going_on(record: GameRecord, *more: GameAction) -> Validation:
    return validate(replace(record, actions=(*record.actions, *more)))


def fault(judged: Validation) -> tuple[str, str]:
    assert judged.fault is not None
    return judged.fault.path, judged.fault.error


def a_move(state: HanabiState) -> GameAction:
    """Return a move that the player in turn could make if the game went on."""
    return GameAction(0, state.hands[state.seat][0])


def test_a_move_of_the_last_round_behind_the_end_is_told_and_does_not_count() -> None:
    record, end = cut_short()
    found = going_on(record, a_move(end))
    last = len(record.actions)
    assert (found.fault, found.turns, found.state) == (None, last, end)
    (warning,) = found.warnings
    assert warning.path == f"$.actions[{last}]"
    assert warning.error == (
        f"expected no action after the end of the game (normal, {last} actions), got 1 move,"
        " which did not count"
    )


@pytest.mark.parametrize("end", [End.NORMAL, End.STRIKEOUT])
def test_an_end_game_action_behind_any_end_is_told_and_does_not_count(end: End) -> None:
    record = over(end)
    found = going_on(record, GameAction(4, 2, int(end)))
    assert found.fault is None and found.turns == len(record.actions) and found.state is not None
    assert ended(found.state) is end
    (warning,) = found.warnings
    assert warning.error.endswith("got an end-game action, which did not count")


@pytest.mark.parametrize(("last", "stated"), [(TERMINATED, "4 (terminated)"), (BY_VOTE, "10 (voted)")])
def test_an_end_that_is_stated_against_the_rules_is_told_and_the_rules_count(
    last: GameAction, stated: str
) -> None:
    record = over(End.NORMAL)
    found = going_on(record, last)
    assert found.fault is None and found.state is not None
    result = HANABI.result(found.state)
    assert result is not None and (result.end, result.score) == (End.NORMAL, result.points)
    assert [warning.error for warning in found.warnings][1:] == [
        f"expected the end to which the moves lead, 1 (normal), got {stated}"
    ]


def test_an_end_without_a_condition_agrees_with_any_end() -> None:
    assert len(going_on(over(End.STRIKEOUT), GameAction(4, 0)).warnings) == 1


def test_moves_behind_the_last_round_or_the_third_strike_are_refused() -> None:
    for end in (End.NORMAL, End.STRIKEOUT):
        record = over(end)
        path, what = fault(going_on(record, GameAction(0, 49)))
        assert path == f"$.actions[{len(record.actions)}]"
        name = end.name.lower()
        assert what == f"expected no action after the end of the game ({name}), got an action of type 0"


def test_older_games_too_had_a_last_round() -> None:
    record, end = cut_short()
    more, later = [], end
    assert end.end_turn is not None
    while later.turn < end.end_turn:
        more.append(a_move(later))
        later = HANABI.apply(replace(later, ended=None), later.seat, PlayCard(more[-1].target))
    assert going_on(record, *more).fault is None
    path, what = fault(going_on(record, *more, GameAction(0, 49)))
    assert path == f"$.actions[{len(record.actions) + len(more)}]"
    assert what == "expected no action after the end of the game (normal), got an action of type 0"


def test_a_move_that_the_older_rule_does_not_allow_is_refused_in_its_words() -> None:
    record, end = cut_short()
    other = end.hands[(end.seat + 1) % 3][0]
    path, what = fault(going_on(record, GameAction(0, other)))
    assert path == f"$.actions[{len(record.actions)}]"
    assert what.startswith(
        "expected no action after the end of the game (normal), or an action that the older rule allows: "
    )
    assert what.endswith(f"card {other} is not in your hand")


def test_nothing_follows_an_end_game_action() -> None:
    record, end = cut_short()
    for first in (GameAction(4, 1, 1), GameAction(4, 1), BY_VOTE):
        for second in (first, a_move(end)):
            path, what = fault(going_on(record, first, second))
            assert path == f"$.actions[{len(record.actions) + 1}]"
            assert (
                what == "expected no action after the end of the game (an end-game action),"
                f" got an action of type {second.type}"
            )


def test_nothing_follows_a_termination() -> None:
    record = replace(over(End.NORMAL), actions=(TERMINATED, TERMINATED))
    assert fault(validate(record)) == (
        "$.actions[1]",
        "expected no action after the end of the game (terminated), got an action of type 4",
    )


@pytest.mark.parametrize(
    ("last", "place", "told"),
    [
        (GameAction(4, 3, 1), "target", "expected a seat from 0 to 2, or -1 for no seat, got 3"),
        (GameAction(4, 0, 11), "value", "expected the number of an end condition, 0 to 10, got 11"),
        (GameAction(4, 0, -1), "value", "expected the number of an end condition, 0 to 10, got -1"),
    ],
)
def test_an_end_game_action_behind_the_end_is_one_of_the_format(
    last: GameAction, place: str, told: str
) -> None:
    record = over(End.NORMAL)
    assert fault(going_on(record, last)) == (f"$.actions[{len(record.actions)}].{place}", told)


def test_the_row_of_a_game_tells_the_line_of_what_does_not_count(tmp_path: Path) -> None:
    record, end = cut_short()
    longer = replace(record, actions=(*record.actions, a_move(end), GameAction(4, 0, 1)))
    text = json.dumps(json.loads(dumps([longer])), indent=1)
    found = row(tmp_path / "old.json", text)
    assert (found.ok, found.turns, found.end_condition) == (True, len(record.actions), 1)
    assert found.score == found.stack_points == end.score
    # an action fills five lines, and the first one begins behind the line of its key
    line = text.splitlines().index(' "actions": [') + 2 + 5 * len(record.actions)
    (warning,) = found.warnings
    assert warning.startswith(
        f"line {line}, column 3: expected no action after the end of the game (normal, "
    )
    assert "got 1 move and an end-game action, which did not count" in warning


@needs_faults
def test_an_older_game_that_went_on_when_nothing_could_be_played_is_counted_at_its_end(
    tmp_path: Path,
) -> None:
    text = (FAULTS / "F10_old_game.json").read_text()
    found = row(tmp_path / "F10.json", text)
    assert (found.ok, found.error, found.turns) == (True, None, 56)
    assert (found.score, found.stack_points, found.strikes, found.end_condition) == (24, 24, 2, 1)
    (warning,) = found.warnings
    column = text.index('{"type": 3, "target": 2, "value": 5}, {"type": 1, "target": 22, "value": 0}]') + 1
    assert warning == (
        f"line 1, column {column}: expected no action after the end of the game (normal, 56 actions),"
        " got 2 moves, which did not count - at `$.actions[56]`"
    )


@needs_faults
def test_what_stands_behind_the_end_is_written_again(tmp_path: Path) -> None:
    source, target = FAULTS / "F10_old_game.json", tmp_path / "back.json"
    said = run_kibitz("convert", str(source), str(target))
    assert said.exit_code == 0 and "which did not count" in said.stderr
    assert loads(target.read_text()) == loads(source.read_text())
    assert len(loads(target.read_text())[0].actions) == 58


def test_a_replay_shows_a_game_up_to_its_end() -> None:
    record, end = cut_short()
    longer = replace(record, actions=(*record.actions, a_move(end), GameAction(4, 0, 1)))
    (loaded,) = led(load(dumps([longer])))
    assert loaded.at == len(record.actions) and HANABI_REPLAY.pub(loaded).phase == "over"
    result = HANABI_REPLAY.pub(loaded).result
    assert result is not None and (result.end, result.points) == (End.NORMAL, end.score)
    (only,) = read_games(dumps([longer]).encode())
    assert only.record == longer
