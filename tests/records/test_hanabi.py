"""Hanabi Live's JSON is read and written in full, and what is no such file gets one error with its place."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from server.errors import BadRecord
from server.records.hanabi import dumps, loads
from server.records.hanabi.record import Assigned, GameOptions, GameRecord
from tests.records.hanabi.games import game, games_of_every_family, noted, plain
from tests.records.replaying import is_of_hanabi

PLACE = re.compile(r"line \d+, column \d+: expected ")


def error(text: str | bytes) -> str:
    """What is wrong with a file."""
    with pytest.raises(BadRecord) as refused:
        loads(text)
    return str(refused.value)


# Round trips


def test_games_of_every_family_are_the_same_when_they_are_written_and_read_again() -> None:
    rng = Random(1)
    records = [noted(record, rng) for record in games_of_every_family()]
    assert any(record.characters for record in records) and len(records) > 50
    assert loads(dumps(records)) == tuple(records)
    for record in records:
        assert loads(dumps([record])) == (record,)


WORDS = st.text(max_size=12)
OPTIONS = st.builds(
    GameOptions,
    starting_player=st.integers(0, 5),
    timed=st.booleans(),
    time_base=st.integers(0, 604_800),
    time_per_turn=st.integers(0, 86_400),
    table_name=WORDS,
    max_players=st.integers(0, 6),
    **{
        name: st.booleans()
        for name in ("speedrun", "card_cycle", "deck_plays", "empty_clues", "all_or_nothing")
    },
)
RECORDS = st.builds(
    lambda options, names, notes, characters, id, seed: GameRecord(
        players=names,
        deck=game().deck,
        actions=game().actions,
        options=options,
        notes=tuple((*each, "x") for each in notes),
        characters=characters,
        id=id,
        seed=seed,
    ),
    OPTIONS,
    st.lists(WORDS, max_size=6).map(tuple),
    st.lists(st.lists(WORDS, max_size=3).map(tuple), max_size=6),
    st.lists(st.builds(Assigned, WORDS, st.integers(-1, 9)), max_size=6).map(tuple),
    st.none() | st.integers(0, 2**40),
    st.none() | WORDS,
)


@settings(max_examples=40, deadline=None)
@given(RECORDS)
def test_whatever_a_record_holds_is_read_as_it_was_written(record: GameRecord) -> None:
    assert loads(dumps([record])) == (record,)


# How a game is written


def test_a_game_is_written_with_the_names_and_in_the_order_of_the_format() -> None:
    record = replace(
        noted(game(variant="Up or Down (5 Suits)"), Random(1)),
        characters=(Assigned("Fuming", 2),) * 3,
        id=12345,
        seed="p3v0s0",
    )
    data = plain(record)
    assert list(data) == ["players", "deck", "actions", "options", "notes", "characters", "id", "seed"]
    assert list(data["deck"][0]) == ["suitIndex", "rank"]
    assert list(data["actions"][0]) == ["type", "target", "value"]
    assert list(data["characters"][0]) == ["name", "metadata"]


def test_options_are_written_by_the_names_of_hanabi_live_and_only_those_that_are_no_default() -> None:
    every = GameOptions(1, "6 Suits", True, 60, 10, True, True, True, True, True, True, True, True, "Room", 4)
    assert plain(replace(game(), options=every))["options"] == {
        "startingPlayer": 1,
        "variant": "6 Suits",
        "timed": True,
        "timeBase": 60,
        "timePerTurn": 10,
        "speedrun": True,
        "cardCycle": True,
        "deckPlays": True,
        "emptyClues": True,
        "oneExtraCard": True,
        "oneLessCard": True,
        "allOrNothing": True,
        "detrimentalCharacters": True,
        "tableName": "Room",
        "maxPlayers": 4,
    }
    assert plain(game(card_cycle=True))["options"] == {"cardCycle": True}


def test_what_has_its_default_is_left_out() -> None:
    assert set(plain(game())) == {"players", "deck", "actions"}


def test_blank_notes_behind_the_last_one_are_left_out_and_so_are_notes_where_there_are_none() -> None:
    assert plain(replace(game(), notes=(("", "r1", "", ""), (), ("",))))["notes"] == [["", "r1"], [], []]
    assert "notes" not in plain(replace(game(), notes=(("",), (), ("", ""))))


def test_several_games_are_a_list_one_on_each_line() -> None:
    text = dumps([game(1), game(2)])
    assert text.splitlines()[0] == "[" and len(text.splitlines()) == 4
    assert loads(text) == (game(1), game(2))


# What is read


def test_fields_that_are_not_known_are_passed_over() -> None:
    data = plain(game())
    data |= {"score": 25, "options": {"correspondence": True, "deckPlays": True}}
    data["deck"][0]["suit"] = "Red"
    (record,) = loads(json.dumps(data))
    assert record == replace(game(), options=GameOptions(deck_plays=True))


def test_what_is_null_is_not_there() -> None:
    data = plain(game()) | dict.fromkeys(("options", "notes", "characters", "id", "seed", "variant"))
    plays = next(action for action in data["actions"] if action["type"] == 0)
    plays["value"] = None
    assert loads(json.dumps(data)) == (game(),)
    assert "missing" not in error(json.dumps({**data, "options": [None]}))
    assert "required field `deck`" in error(json.dumps({**data, "deck": None}))


def test_a_variant_beside_the_options_is_that_of_old_files() -> None:
    data = plain(game()) | {"variant": "6 Suits"}
    (record,) = loads(json.dumps(data))
    assert record.options.variant == "6 Suits"
    data["options"] = {"variant": "6 Suits", "timed": True}
    assert loads(json.dumps(data))[0].options == GameOptions(variant="6 Suits", timed=True)
    data["options"] = {"variant": "3 Suits"}
    told = error(json.dumps(data, indent=1))
    assert "expected the same variant as in `options`, 3 Suits, got 6 Suits - at `$.variant`" in told


def test_a_byte_order_mark_and_blanks_do_not_matter() -> None:
    text = "\ufeff \n\t" + dumps([game()])
    assert is_of_hanabi(text.encode()) and loads(text.encode()) == (game(),)


# What is no game


def test_a_number_beyond_all_numbers_is_refused_with_its_place() -> None:
    text = json.dumps(plain(game()))[:-1] + ', "id": ' + "9" * 30 + "}"
    assert re.search(r"line 1, column \d+: .* - at `\$.id`", error(text))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"players": "Ann"}, "expected `array`, got `str` - at `$.players`"),
        ({"players": ["Ann", 3, "Cid"]}, "expected `str`, got `int` - at `$.players[1]`"),
        ({"deck": [{"suitIndex": 0}]}, "expected the required field `rank`"),
        ({"deck": [{"suitIndex": "0", "rank": 1}]}, "expected `int`, got `str` - at `$.deck[0].suitIndex`"),
        ({"deck": [{"suitIndex": 0, "rank": 1.5}]}, "expected `int`, got `float` - at `$.deck[0].rank`"),
        ({"actions": [{"type": True, "target": 1}]}, "expected `int`, got `bool` - at `$.actions[0].type`"),
        ({"actions": [{"type": 0}]}, "expected the required field `target`"),
        ({"actions": {}}, "expected `array`, got `object` - at `$.actions`"),
        ({"options": {"timed": 1}}, "expected `bool`, got `int` - at `$.options.timed`"),
        ({"notes": [["a", 1], [], []]}, "expected `str`, got `int` - at `$.notes[0][1]`"),
        ({"characters": [{"metadata": 1}]}, "expected the required field `name`"),
        ({"id": "12"}, "- at `$.id`"),
        ({"seed": 12}, "- at `$.seed`"),
    ],
)
def test_a_field_of_another_kind_is_refused_with_its_place(change: dict[str, Any], told: str) -> None:
    said = error(json.dumps({**plain(game()), **change}, indent=1))
    assert PLACE.match(said) and told in said


@pytest.mark.parametrize(
    "text", ["", " ", "null", "12", '"deck"', "[]", "[ ]", "[1]", '[{"deck": []}, 3]', "{}"]
)
def test_a_file_without_a_game_is_refused(text: str) -> None:
    assert PLACE.match(error(text))


def test_a_game_of_a_list_that_is_none_is_named_by_its_place() -> None:
    text = dumps([game(1), game(2)]).replace('"players"', '"palyers"', 2).replace('"palyers"', '"players"', 1)
    said = error(text)
    assert said.startswith("line 3, column 1: ") and said.endswith("at `$[1]`")


@pytest.mark.parametrize("cut", [1, 2, 10, 99, 1_000, 3_000])
def test_a_truncated_file_is_one_error_at_its_end(cut: int) -> None:
    text = dumps([noted(game(), Random(2))])[:cut]
    said = error(text)
    assert f"line 1, column {len(text) + 1}: " in said and "truncated there" in said


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 4_000), st.binary(max_size=8))
def test_garbage_anywhere_is_a_game_or_one_error_with_its_place(at: int, junk: bytes) -> None:
    data = dumps([game()]).encode()
    try:
        loads(data[:at] + junk + data[at + len(junk) :])
    except BadRecord as refused:
        assert PLACE.match(str(refused)) and len(str(refused)) < 400 and "\n" not in str(refused)


@pytest.mark.parametrize(
    "junk",
    [
        b'{"deck": [' + b"[" * (10 << 20),
        b'{"deck": "' + b"x" * (10 << 20),
        b'{"deck": [' + b'{"suitIndex": 1, "rank": 2},' * 360_000,
        b'[{"deck": 1}' + b"," * (10 << 20),
        b'{"deck": ' + b"1" * (10 << 20) + b"x}",
    ],
    ids=["brackets", "text", "cards", "commas", "digits"],
)
def test_ten_megabytes_of_anything_are_one_error(junk: bytes) -> None:
    assert is_of_hanabi(junk)
    said = error(junk)
    assert PLACE.match(said) and len(said) < 400
