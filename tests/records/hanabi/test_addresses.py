"""Addresses that Hanabi Live made are read as the games that they are, and ours are the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from server.records.hanabi import loads as loads_json
from server.records.hanabi.compressed import dumped, dumps, loads
from server.records.hanabi.record import GameOptions
from server.records.hanabi.validate import validate
from tests.records.hanabi.games import games_of_every_family
from tests.records.hanabi.hanabi_live_addresses import (
    FAULTS,
    games,
    held,
    needs_addresses,
    needs_faults,
    read,
    written,
)
from tests.records.hanabi.replayed_files import only_game, row, run_kibitz

GAMES = games()
NAMES = ["Alice", "Bob", "Cathy", "Donald", "Emily", "Frank"]
ENDS = (4, 5)
each_game = pytest.mark.parametrize("made", GAMES, ids=lambda made: made["address"][31:45])


@needs_addresses
def test_there_are_addresses_of_hanabi_live_to_look_at() -> None:
    assert len(GAMES) == 21
    assert sum(len(read(made["original"]).actions) > made["expect"]["turns"] for made in GAMES) == 18


@needs_addresses
@each_game
def test_an_address_of_hanabi_live_is_read_as_its_game(made: dict[str, Any]) -> None:
    record, wanted = loads(made["address"]), made["game"]
    assert list(record.players) == wanted["players"]
    assert [{"suitIndex": card.suit_index, "rank": card.rank} for card in record.deck] == wanted["deck"]
    assert [(each.type, each.target, each.value) for each in record.actions] == [
        (each["type"], each["target"], each.get("value", 0)) for each in wanted["actions"]
    ]
    assert record.options == GameOptions(variant=wanted["options"]["variant"])


@needs_addresses
@each_game
def test_a_game_is_written_byte_by_byte_as_hanabi_live_writes_it(made: dict[str, Any]) -> None:
    (record,) = loads_json(json.dumps(made["game"]))
    assert dumps([record]) == f"{made['address']}\n"
    assert dumps([loads(made["address"])]) == f"{made['address']}\n"


@needs_addresses
@each_game
def test_an_address_as_it_was_shared_is_read_with_all_its_actions(made: dict[str, Any]) -> None:
    assert held(loads(made["original"])) == read(made["original"])
    assert held(loads(made["original"])).actions[: made["expect"]["turns"]] == read(made["address"]).actions


@needs_addresses
@each_game
@pytest.mark.parametrize("which", ["address", "original"])
def test_a_game_of_hanabi_live_is_counted_as_it_ended(
    tmp_path: Path, made: dict[str, Any], which: str
) -> None:
    told, wanted = row(tmp_path / "game.url", made[which]), made["expect"]
    assert (told.ok, told.error, told.players) == (True, None, len(made["game"]["players"]))
    assert {name: getattr(told, name) for name in wanted} == wanted


@needs_addresses
@each_game
def test_what_stands_behind_the_end_is_told_with_its_place(made: dict[str, Any]) -> None:
    turns = made["expect"]["turns"]
    behind = read(made["original"]).actions[turns:]
    warnings = only_game(f"\n\n{made['original']}\n").warnings
    if not behind:
        assert warnings == ()
        return
    (warning,) = warnings
    assert warning.startswith("line 3, column 1: expected no action after the end of the game (")
    assert warning.endswith(f"which did not count - at `$.actions[{turns}]`")
    moves = sum(kind not in ENDS for kind, _, _ in behind)
    assert (f"{moves} move" in warning) == (moves > 0)
    assert ("an end-game action" in warning) == (behind[-1][0] in ENDS)


@needs_addresses
def test_actions_behind_the_end_are_kept_through_json_and_back(tmp_path: Path) -> None:
    source, middle, back = (tmp_path / name for name in ("all.url", "all.json", "back.url"))
    source.write_text("".join(f"{made['original']}\n" for made in GAMES))
    assert run_kibitz("convert", str(source), str(middle)).exit_code == 0
    said = run_kibitz("convert", str(middle), str(back))
    assert said.exit_code == 0
    assert said.stderr.count("which did not count") == 18
    kept = [read(line) for line in back.read_text().splitlines()]
    assert kept == [read(made["original"]) for made in GAMES]


@needs_faults
def test_a_shared_address_with_hyphens_is_the_game_that_its_letters_tell() -> None:
    text = (FAULTS / "F1_hanab_live.url").read_text()
    assert held(loads(text)) == read(text)
    assert dumped(loads(text)) == text.strip().rpartition("/")[2]
    told = only_game(text)
    assert told.error is None and told.warnings == () and told.validation is not None
    state = told.validation.state
    assert state is not None and (state.score, state.strikes, state.turn) == (25, 0, 54)


@needs_faults
def test_the_official_example_is_written_as_hanabi_live_would_read_it() -> None:
    (record,) = loads_json((FAULTS / "F1_official_example.json").read_text())
    assert read(dumped(record)) == held(record)
    assert only_game(dumps([record])).error is None


def test_games_of_every_family_are_written_as_the_published_rule_says() -> None:
    for record in games_of_every_family():
        assert dumped(record) == written(held(record))
        assert held(loads(dumped(record))) == held(record)


def test_each_letter_is_the_number_that_hanabi_live_gives_it() -> None:
    """A card of the deck is told by one letter alone, so each of them can be looked at."""
    for number, letter in enumerate("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        (card,) = loads(f"215{letter},00,0").deck
        assert (card.suit_index, card.rank) == (number // 5, number % 5 + 1)
        (action,) = loads(f"215a,00a{letter},0").actions
        assert action.target == number


@needs_faults
def test_characters_of_the_documentation_do_not_bind_while_their_option_is_off() -> None:
    (record,) = loads_json((FAULTS / "R9_characters_option_off.json").read_text())
    assert len(record.characters) == 5 and not record.options.detrimental_characters
    judged = validate(record)
    assert (judged.fault, judged.turns) == (None, 2)
