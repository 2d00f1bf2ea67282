"""Requests to events and conditions as words: each is read by the type of its field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.cli.event_words import (
    completed,
    conditions_of,
    conditions_text,
    fields_of,
    request_named,
    request_text,
    requests,
)
from server.events.commands import Command
from server.events.conditions import Conditions, check
from server.games.registry import GAMES

EVENTS = [name for name, game in GAMES.items() if game.competing is not None]


@pytest.mark.parametrize(
    ("request_and_words", "fields"),
    [
        ("remove entrant=8", {"entrant": "8"}),
        ("swap one=1 other=3", {"one": "1", "other": "3"}),
        ("announce text=12", {"text": "12"}),
        ("announce text=[sic] table=none", {"text": "[sic]", "table": None}),
        ("change name=7", {"name": "7"}),
        ("change conditions.rounds=4", {"conditions": {"rounds": 4}}),
        ("change directors=p1,p2:Dan", {"directors": [{"id": "p1"}, {"id": "p2", "name": "Dan"}]}),
        ("finish cancel=yes", {"cancel": True}),
        ("extend seconds=5m", {"seconds": 300}),
        ("extend seconds=90", {"seconds": 90}),
        ("publish in_s=1.5min", {"in_s": 90}),
        ("adjust round=1 table=2 board=3 awards=plus,minus", {"round": 1, "table": 2, "board": 3}),
        ("adjust round=1 table=2 board=3 awards=60%,45.5%", {"awards": [6000, 4550]}),
        ("adjust round=1 table=2 board=3 awards=[6000,4000]", {"awards": [6000, 4000]}),
        ('enrol players=[{"name":"Ann"}] robots=plain', {"players": [{"name": "Ann"}], "robots": ["plain"]}),
        ("substitute entrant=1 out=p1 player=p9:Zoe", {"player": {"id": "p9", "name": "Zoe"}}),
        ("hold tables=1,2 on=off", {"tables": [1, 2], "on": False}),
    ],
)
def test_a_word_becomes_what_its_field_takes(request_and_words: str, fields: dict[str, Any]) -> None:
    name, *words = request_and_words.split()
    read = fields_of(request_named(name), words)
    assert {**read, **fields} == read
    msgspec.convert({"t": name, **read}, Command)


@pytest.mark.parametrize(
    ("request_and_words", "said"),
    [
        ("extend seconds=soon", "expected a time such as 90s, 5min or 2h for seconds, got soon"),
        ("remove entrant=1 why=ill", "expected absent, removed or withdrawn for why, got ill"),
        ("finish cancle=yes", "expected one of the fields cancel, expect, got cancle; did you mean cancel?"),
        ("finish yes", "expected key=value, got 'yes'"),
        ("finnish", "did you mean finish?"),
    ],
)
def test_a_word_that_does_not_fit_is_refused_with_those_that_do(request_and_words: str, said: str) -> None:
    name, *words = request_and_words.split()
    with pytest.raises(ValueError) as refused:
        fields_of(request_named(name), words)
    assert said in str(refused.value)


@pytest.mark.parametrize("game", EVENTS)
def test_an_event_can_be_opened_at_each_game_without_any_word(game: str) -> None:
    check(msgspec.convert(conditions_of((), game), Conditions), GAMES[game])


@pytest.mark.parametrize("game", EVENTS)
def test_each_condition_is_listed_and_can_be_set(game: str) -> None:
    listed = [line.split() for line in conditions_text(game)]
    named = [words[0] for words in listed if words]
    assert set(Conditions.__struct_fields__) - {"options"} <= set(named)
    words = ["clock=8min", "board_s=0", "robot=plain", "ties=direct,wins", "bye=55%", "late_until=0"]
    read = msgspec.convert(conditions_of(words, game), Conditions)
    assert read.bye == 5_500 and read.ties == ("direct", "wins") and read.late_until == 0


def test_each_request_has_a_word() -> None:
    assert {"enter", "open", "draw", "finish"} <= requests().keys()


def test_a_player_that_is_replaced_is_found_by_name_and_a_robot_by_its_place() -> None:
    players = [{"name": "Zoe", "id": "p1"}, {"name": "plain", "robot": "plain"}]
    shown = {"entrants": [{"id": "1", "players": players}]}
    assert completed({"entrant": "1", "out": "zoe"}, shown)["out"] == "p1"
    assert completed({"entrant": "1", "out": "plain"}, shown)["out"] == 2
    assert completed({"entrant": "1", "out": "p7"}, shown)["out"] == "p7"


def test_a_substitute_of_the_pool_and_an_absent_partner_are_found_by_name() -> None:
    entrants = [{"id": "1", "players": [{"name": "Zoe", "id": "p1"}]}]
    shown = {"entrants": entrants, "mine": {"entrant": "1"}, "pool": [{"name": "Ann", "id": "p9"}]}
    assert completed({"player": "ann", "out": "Zoe"}, shown) == {"player": "p9", "out": "p1"}
    assert completed({"player": "p8", "out": "p7"}, shown) == {"player": "p8", "out": "p7"}


def test_a_change_of_one_condition_leaves_the_others() -> None:
    shown = {"entrants": [], "conditions": {"rounds": 5, "boards": 2, "options": {"undo": "none"}}}
    read = fields_of(request_named("change"), ["conditions.boards=4", "conditions.options={}"])
    assert completed(read, shown)["conditions"] == {"rounds": 5, "boards": 4, "options": {"undo": "none"}}


def test_the_request_adjust_tells_how_a_result_is_written_as_text() -> None:
    assert "As a text, a result of bridge is a contract" in " ".join(request_text("adjust"))
    words = ["round=1", "result=4SX W -2"]
    assert fields_of(request_named("adjust"), words) == {"round": 1, "result": "4SX W -2"}
