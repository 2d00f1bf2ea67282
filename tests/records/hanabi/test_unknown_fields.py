"""What a game has beyond its format is told with its place; the game is read and judged without it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from server.records.hanabi.files import read_games
from server.records.hanabi.unknown_fields import MOST_LETTERS, MOST_NAMED
from tests.records.hanabi.games import game, plain
from tests.records.hanabi.hanabi_live_addresses import FAULTS, needs_faults
from tests.records.hanabi.replayed_files import row, run_kibitz

OPTIONS = (
    "startingPlayer, variant, timed, timeBase, timePerTurn, speedrun, cardCycle, deckPlays, emptyClues,"
    " oneExtraCard, oneLessCard, allOrNothing, detrimentalCharacters, tableName, maxPlayers"
)


def warnings(data: object) -> tuple[str, ...]:
    """Return the warnings for a sound game."""
    (found,) = read_games(json.dumps(data, indent=1).encode())
    assert found.error is None
    return found.warnings


@needs_faults
def test_an_unknown_option_is_told_with_its_place_and_the_known_ones(tmp_path: Path) -> None:
    text = (FAULTS / "F8_unknown_option.json").read_text()
    found = row(tmp_path / "F8.json", text)
    assert (found.ok, found.error, found.score, found.end_condition) == (True, None, 25, 1)
    option, field = (text.index('"foo"') + 1, text.rindex('"foo"') + 1)
    assert found.warnings == (
        f"line 1, column {option}: expected an option of Hanabi Live, got `foo`,"
        f" which is ignored (the options are {OPTIONS}) - at `$.options.foo`",
        f"line 1, column {field}: expected a field of the format, got the unknown field `foo`,"
        " which is ignored - at `$.foo`",
    )


@pytest.mark.parametrize("value", [False, 0, "", [], {"a": 1}])
def test_an_unknown_option_is_told_whatever_its_value(value: object) -> None:
    (told,) = warnings({**plain(game()), "options": {"twoHands": value}})
    assert "got `twoHands`, which is ignored" in told


def test_what_is_null_is_not_there_and_not_told() -> None:
    assert warnings({**plain(game()), "score": None, "options": {"twoHands": None}}) == ()


@pytest.mark.parametrize(("name", "times"), [("deck", 50), ("actions", len(game().actions))])
def test_an_unknown_field_of_every_card_or_action_is_told_once_at_its_first_place(
    name: str, times: int
) -> None:
    data = plain(game())
    for each in data[name]:
        each["color"] = "Red"
    text = json.dumps(data, indent=1)
    line = text[: text.index('"color"')].count("\n") + 1
    assert warnings(data) == (
        f"line {line}, column 4: expected a field of the format, got the unknown field `color` {times} times,"
        f" which is ignored - at `$.{name}[0].color`",
    )


def test_an_unknown_field_of_a_character_is_told() -> None:
    data = plain(game(detrimental_characters=True))
    data["characters"][1]["mood"] = 1
    (told,) = warnings(data)
    assert told.endswith("got the unknown field `mood`, which is ignored - at `$.characters[1].mood`")


def test_games_of_hanabi_live_and_ours_have_no_unknown_fields() -> None:
    assert warnings(plain(game(card_cycle=True, empty_clues=True))) == ()
    assert warnings({**plain(game()), "variant": "No Variant"}) == ()


def test_a_refused_game_is_told_of_its_unknown_options_too() -> None:
    data = {**plain(game()), "options": {"foo": True}, "actions": [{"type": 1, "target": 0}]}
    (found,) = read_games(json.dumps(data).encode())
    assert found.error is not None and len(found.warnings) == 1


def test_a_key_twice_in_one_object_is_refused_as_only_one_could_be_read() -> None:
    text = json.dumps(plain(game()))
    (found,) = read_games((text[:-1] + ', "players": ["x", "y", "z"]}').encode())
    assert (
        found.error is not None and 'expected each key once in an object, got "players" twice' in found.error
    )


def test_many_unknown_fields_are_counted_and_long_ones_cut() -> None:
    data: dict[str, Any] = {**plain(game()), **{f"x{number}": 1 for number in range(30)}}
    told = warnings(data)
    assert len(told) == MOST_NAMED + 1
    assert told[-1] == "line 1: 20 more unknown fields are ignored"
    (long,) = warnings({**plain(game()), "y\n" + "z" * 100_000: 1})
    assert len(long) <= MOST_LETTERS + 1 and "\n" not in long


def test_converting_tells_what_is_not_written(tmp_path: Path) -> None:
    source = tmp_path / "game.json"
    source.write_text(json.dumps({**plain(game()), "options": {"foo": True}}))
    said = run_kibitz("convert", str(source), "-", "--to", "hanabi_live")
    assert said.exit_code == 0
    assert said.stderr.startswith("kibitz: line 1, column ") and "`foo`, which is ignored" in said.stderr
