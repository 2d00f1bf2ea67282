"""The form of a game of Spades in JSON: what is written, what is read, what is refused and where."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.errors import BadRecord
from server.records.registry import read_deals
from server.records.spades import dumps, loads, looks_like
from server.records.spades.record import GameRecord, RecordedHand
from tests.records.spades.games import NAMES, game, long_game, plain


def refusal(text: str | bytes) -> str:
    with pytest.raises(BadRecord) as refused:
        loads(text)
    return str(refused.value)


def test_a_record_has_its_format_its_venue_and_its_players() -> None:
    data = plain(game(7, hands=2, floor=0))
    assert list(data)[:2] == ["format", "version"]
    told = {name: data[name] for name in ("format", "version", "site", "table", "event", "date", "preset")}
    assert told == {
        "format": "kibitz-spades",
        "version": 1,
        "site": "Kibitz",
        "table": "t1",
        "event": "Club night",
        "date": "2023-11-14",
        "preset": None,
    }
    assert data["players"] == list(NAMES[:4])
    assert len(data["rules"]) > 35
    assert (data["hands"][0]["began"], data["hands"][1]["began"]) == (
        "2023-11-14T22:13:20Z",
        "2023-11-14T22:17:20Z",
    )


def test_every_field_of_a_record_is_written_and_described() -> None:
    from server.records import spades

    data = plain(game(1, hands=1))
    assert set(data) == {"format", *GameRecord.__struct_fields__}
    assert set(data["hands"][0]) == set(RecordedHand.__struct_fields__)
    words = (spades.__doc__ or "").replace("*", " ").replace("`", " ").replace(",", " ").split()
    assert {*data, *data["hands"][0]} <= set(words)


def test_each_hand_stands_on_a_line_of_its_own() -> None:
    lines = dumps([long_game(1, 3)]).split("\n")
    assert [line[:9] for line in lines if line.startswith('{"hand"')] == [
        '{"hand":1',
        '{"hand":2',
        '{"hand":3',
    ]


def test_several_games_are_a_list_and_one_is_an_object() -> None:
    one, two = game(1, hands=1), game(2, hands=1, players=3)
    assert loads(dumps([one])) == (one,)
    assert loads(dumps([one, two])) == (one, two)


def test_unknown_fields_are_ignored() -> None:
    data = plain(game(1, hands=1))
    data["weather"] = {"rain": [1, 2]}
    data["hands"][0]["plays"][0]["ms"] = 1500
    data["rules"]["tea"] = "green"
    assert loads(json.dumps(data)) == (game(1, hands=1),)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "expected 1, got 2 - at `$.version`"),
        ({"format": "kibitz-hearts"}, "expected kibitz-spades, got 'kibitz-hearts' - at `$.format`"),
        ({"preset": "poker"}, "expected classic or seed or mirror or whiz or suicide or solo, got 'poker'"),
        ({"rules": {"sides": "teams"}}, "expected pairs or solo, got 'teams' - at `$.rules.sides`"),
        ({"rules": {"players": "4"}}, "expected `int`, got `str` - at `$.rules.players`"),
        ({"scores": [{"points": 1.5}]}, "expected `int`, got `float` - at `$.scores[0].points`"),
        ({"date": "yesterday"}, "- at `$.date`"),
        ({"hands": [{}]}, "expected the required field `hand`"),
        ({"hands": 3}, "expected `array`, got `int` - at `$.hands`"),
    ],
)
def test_a_fault_in_form_is_told_with_its_place(change: dict[str, Any], words: str) -> None:
    told = refusal(json.dumps({**plain(game(1, hands=1)), **change}))
    assert told.startswith("line 1, column ")
    assert words in told


def test_a_card_that_there_is_not_is_told_by_line_and_column() -> None:
    data = plain(game(1, hands=1))
    data["hands"][0]["plays"][6]["card"] = "1S"
    text = json.dumps(data, indent=2)
    line = next(at for at, each in enumerate(text.split("\n"), 1) if '"1S"' in each)
    assert refusal(text) == (
        f"line {line}, column 19: expected a card such as SA, HT or LJ, got '1S'"
        " - at `$.hands[0].plays[6].card`"
    )


def test_a_fault_in_the_second_game_of_a_file_names_that_game() -> None:
    data = [plain(game(1, hands=1)), plain(game(2, hands=1))]
    data[1]["hands"][0]["bids"][0]["seat"] = 9
    assert "- at `$[1].hands[0].bids[0].seat`" in refusal(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "kibitz-spades", ', "truncated"),
        ('{"format": "kibitz-spades", "format": "kibitz-spades"}', "each key once"),
        ("[]", "got an empty list"),
        ("[3]", "(a JSON object), got 3"),
        ('{"format": "kibitz-spades", "x": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
        ('{"format": "kibitz-spades", "site": "\\ud800"}', "half of a surrogate pair"),
        (b'{"format": "kibitz-spades", "site": "\xff"}', "in UTF-8"),
        ('{"format": "kibitz-spades"}', "the required field `rules`"),
        ('{"format": "kibitz-spades", "scores": [{"points": ' + "9" * 5000 + "}]}", "line 1, column "),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_one_sentence(text: str | bytes, words: str) -> None:
    told = refusal(text)
    assert words in told
    assert told.startswith("line 1, column ")
    assert len(told) < 300


def test_ten_megabytes_that_begin_like_a_record_are_one_error() -> None:
    junk = '{"format": "kibitz-spades", "hands": [' + '{"hand": 1, "deal": []},' * 440_000
    assert len(junk) > 10 << 20
    assert len(refusal(junk)) < 300


def test_the_content_tells_the_format_wherever_the_field_stands_in_the_head() -> None:
    data = plain(game(1, hands=1))
    data["format"] = data.pop("format")
    head = json.dumps({name: value for name, value in data.items() if name != "hands"}).encode()
    assert looks_like(head)
    assert not looks_like(b'{"format": "kibitz-bridge"}')
    assert not looks_like(b'[Event "kibitz"]\n{"format": "kibitz-spades"}')


def test_it_is_no_file_of_boards_and_says_what_it_is() -> None:
    text = dumps([game(1, hands=1)])
    with pytest.raises(BadRecord, match="expected boards of bridge, got a game of Spades"):
        read_deals(text)
