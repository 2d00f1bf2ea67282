"""A game of Hanabi may have comments: Hanabi Live's own example has them on nearly every line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from protocol.v1.codes import Code
from server.errors import BadRecord, Refusal
from server.games.bridge.rules import BRIDGE
from server.games.registry import GAMES
from server.records.hanabi import dumps, loads
from server.records.hanabi.upload import load
from server.records.registry import read_deals
from server.records.uploads import read_upload
from tests.records.hanabi.games import game, game_with_marks_in_notes, noted, plain
from tests.records.hanabi.hanabi_live_addresses import FAULTS, needs_faults
from tests.records.hanabi.replayed_files import row, rows, run_kibitz
from tests.records.replaying import is_of_hanabi

EXAMPLE = FAULTS / "F3_seed_example.jsonc"


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


# Where games are read


def test_a_commented_game_is_no_boards_of_bridge_and_that_is_said() -> None:
    text = f"// a game\n{dumps([game()])}"
    with pytest.raises(BadRecord, match=r"expected boards of bridge, got a game of Hanabi \(Hanabi Live\)"):
        read_deals(text)
    with pytest.raises(Refusal) as refused:
        read_upload(text, "", BRIDGE, BRIDGE.options_type())
    assert refused.value.code is Code.INVALID_MESSAGE


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
    said = run_kibitz("convert", str(source), "-", "--to", "hanabi_live")
    assert (said.exit_code, loads(said.stdout)) == (0, (game(),))
    assert said.stderr.splitlines()[0] == "kibitz: left out: the comments of the file"
    source.write_text(dumps([game_with_marks_in_notes()]))
    assert "comments" not in run_kibitz("convert", str(source), "-", "--to", "hanabi_live").stderr
