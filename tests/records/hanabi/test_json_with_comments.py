"""A game of Hanabi may have comments: Hanabi Live's own example has them on nearly every line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.v1.codes import Code
from server.errors import BadRecord, Refusal
from server.games.bridge.rules import BRIDGE
from server.games.registry import GAMES
from server.records.hanabi import dumps, loads
from server.records.hanabi.upload import load
from server.records.json_text.comments import comment_start, without_comments
from server.records.registry import read_deals
from server.records.uploads import read_upload
from tests.records.bridge.board_json import board
from tests.records.bridge.board_json import text as board_text
from tests.records.hanabi.games import game, noted, plain
from tests.records.hanabi.hanabi_live_addresses import FAULTS, needs_faults
from tests.records.hanabi.test_replaying import row, rows, said_here
from tests.records.replaying import is_of_hanabi

EXAMPLE = FAULTS / "F3_seed_example.jsonc"
LINKED = replace(game(), notes=(("see https://hanab.live/ // or /* this */", 'a "quoted" // word'), (), ()))
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
PIECES = st.sampled_from(["// x\n", "/* x */", "/*\n\u2663 */", "//\u00e9\r\n", " ", "\n", "/**/"])


def commented(record_json: str, rng: Random) -> str:
    """Return the JSON with a comment at some of the places where a blank may stand."""
    pieces = ('// a "note" {[,]}\n', "/* deck: [ */", "/* two\n lines */", "/* \u2663\u00e9 */", "//\n")
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|[^"]', record_json)
    return "".join(each + rng.choice(pieces) * (each in "{}[]:," and rng.random() < 0.3) for each in tokens)


# The example of Hanabi Live


@needs_faults
def test_the_example_is_recognised_and_its_illegal_discard_is_reported(tmp_path: Path) -> None:
    text = EXAMPLE.read_text("utf-8")
    assert is_of_hanabi(text)
    found = row(tmp_path / "example.jsonc", text)
    assert (found.game, found.ok, found.players, found.turns) == ("hanabi", False, 5, 1)
    place = text.index("{", text.rindex("}", 0, text.index('// A "discard" action (type 1).')))
    line = text.count("\n", 0, place) + 1
    assert found.error is not None
    assert found.error.startswith(
        f"line {line}, column 5: expected an action that the rules allow seat 1, got a discard"
    )
    assert "you cannot discard while all clue tokens are available" in found.error and found.error.endswith(
        "at `$.actions[1]`"
    )


@needs_faults
def test_all_that_the_example_holds_is_read() -> None:
    (record,) = loads(EXAMPLE.read_bytes())
    assert record.players == ("Alice", "Bob", "Cathy", "Donald", "Emily")
    assert (len(record.deck), len(record.actions)) == (50, 5)
    assert record.options.empty_clues and record.options.variant == "No Variant"
    assert record.notes[:2] == (
        ("this is an important card", "this card should be trash"),
        ("finessed", "chop moved"),
    )
    assert [(each.name, each.metadata) for each in record.characters][:2] == [
        ("Fuming", 2),
        ("Dumbfounded", 3),
    ]
    assert (record.id, record.seed) == (12345, "p2v0s0")


@needs_faults
def test_the_example_with_its_end_alone_is_a_game(tmp_path: Path) -> None:
    text = EXAMPLE.read_text("utf-8")
    first = text.index("{", text.index('"actions": ['))
    last = text.rindex("{", 0, text.index('"type": 4'))
    found = row(tmp_path / "ended.jsonc", text[:first] + text[last:])
    assert (found.ok, found.turns, found.end_condition, found.warnings) == (True, 1, 3, ())


# Comments anywhere


@pytest.mark.parametrize("seed", range(20))
def test_a_game_is_the_same_with_comments_and_without(seed: int) -> None:
    record = noted(game(), Random(seed))
    text = commented(json.dumps(plain(record), indent=seed % 3 or None, ensure_ascii=False), Random(seed))
    assert "//" in text and "/*" in text
    assert is_of_hanabi(text.encode()) and loads(text) == loads(text.encode()) == (record,)


def test_what_looks_like_a_comment_in_a_string_is_text() -> None:
    assert loads(dumps([LINKED])) == (LINKED,)
    assert loads(f"// https://x\n{dumps([LINKED])}// end") == (LINKED,)
    assert comment_start(dumps([LINKED]).encode()) is None


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(PIECES, st.text(alphabet='ab\\"/*\n\u2663', max_size=6)), max_size=8))
def test_strings_stay_and_every_character_keeps_its_line_and_column(parts: list[tuple[str, str]]) -> None:
    pieces = [(piece, json.dumps(string, ensure_ascii=False)) for piece, string in parts]
    data = "".join(piece + string for piece, string in pieces)
    bare = without_comments(data.encode()).decode()
    assert [len(line) for line in bare.split("\n")] == [len(line) for line in data.split("\n")]
    assert all(new in (old, " ") for new, old in zip(bare, data, strict=True))
    assert [json.loads(each) for each in STRING.findall(bare)] == [each for _, each in parts]


@pytest.mark.parametrize("before", ["// note\n", "/* \u00e9\u2663 */ ", "/* a\n b */", "\n\n// \u2663\n  "])
def test_an_error_behind_a_comment_has_the_line_and_column_of_an_editor(before: str) -> None:
    text = dumps([game()]).replace('"deck":', f'{before}"deck":').replace('"rank":', '"rank":/*\u00e9*/x', 1)
    at = text.index("*/x") + 2
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    with pytest.raises(BadRecord) as refused:
        loads(text)
    assert str(refused.value).startswith(
        f"line {line}, column {column}: expected a game of Hanabi as JSON, got"
    )


@pytest.mark.parametrize("text", ["/* never ends", "/", "/ / note", "# note"])
def test_a_comment_of_another_kind_or_without_an_end_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(BadRecord) as refused:
        loads(f'{{"players":\n  {text}\n["Ann", "Bob"], "deck": [], "actions": []}}')
    assert str(refused.value).startswith("line 2, column 3: expected a game of Hanabi as JSON, got ")


def test_a_string_without_an_end_hides_no_comment() -> None:
    with pytest.raises(BadRecord, match="truncated there"):
        loads('{"players": ["Ann // ')


@pytest.mark.parametrize("junk", [b'{"deck": "' + b'\\"' * (5 << 20), b"/*" * (5 << 20), b"//" * (5 << 20)])
def test_ten_megabytes_of_marks_are_one_error(junk: bytes) -> None:
    with pytest.raises(BadRecord):
        loads(junk)


# Where games are read


def test_a_file_that_begins_with_a_long_comment_is_recognised() -> None:
    text = "// a line of a comment\n" * 500 + dumps([game()])
    assert is_of_hanabi(text) and is_of_hanabi(text.encode()) and loads(text) == (game(),)
    inside = "{" + "/* more */" * 1_000 + dumps([game()])[1:]
    assert is_of_hanabi(inside) and loads(inside) == (game(),)


def test_what_a_comment_says_does_not_tell_the_format() -> None:
    for comment in ('// "suitIndex": 1, "deck": []\n', '/* "players": ["Ann"] */'):
        assert not is_of_hanabi(f'{comment}{{"foo": 1}}')
        assert not is_of_hanabi(f'{{{comment}"foo": 1}}')


def test_a_commented_game_is_no_boards_of_bridge_and_that_is_said() -> None:
    text = f"// a game\n{dumps([game()])}"
    with pytest.raises(BadRecord, match=r"expected boards of bridge, got a game of Hanabi \(Hanabi Live\)"):
        read_deals(text)
    with pytest.raises(Refusal) as refused:
        read_upload(text, "", BRIDGE, BRIDGE.options_type())
    assert refused.value.code is Code.INVALID_MESSAGE


@pytest.mark.parametrize("content", [board_text(board()), '{"foo": 1}', '[{"x": "//"}]'])
def test_other_json_may_have_no_comments_and_its_error_names_the_one_kind_that_may(content: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_deals(f"\n // \u2663 mine\n{content}")
    assert str(refused.value) == (
        "line 2, column 2: expected JSON without comments for boards of bridge, got a comment,"
        " which only a game of Hanabi (Hanabi Live) may have"
    )


def test_a_commented_game_opens_as_a_replay() -> None:
    replays = GAMES["hanabi_replay"]
    (loaded,) = read_upload(f"// mine\n{dumps([game()])}", "mine", replays, replays.options_type())
    assert loaded == load(dumps([game()]), "mine")


def test_every_game_of_a_commented_list_has_its_row(tmp_path: Path) -> None:
    text = f"// two\n[\n// one\n{dumps([game(1)])},\n/* other */ {dumps([game(2)])}]"
    found = rows(tmp_path / "two.jsonc", text)
    assert [each.ok for each in found] == [True, True]


def test_converting_a_commented_game_says_that_its_comments_are_left_out(tmp_path: Path) -> None:
    source = tmp_path / "game.jsonc"
    source.write_text(f"// mine\n{dumps([game()])}")
    said = said_here("convert", str(source), "-", "--to", "hanabi_live")
    assert (said.exit_code, loads(said.stdout)) == (0, (game(),))
    assert said.stderr.splitlines()[0] == "kibitz: left out: the comments of the file"
    source.write_text(dumps([LINKED]))
    assert "comments" not in said_here("convert", str(source), "-", "--to", "hanabi_live").stderr
