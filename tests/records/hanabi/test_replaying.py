"""`kibitz replay`, `convert` and `deal` know games of Hanabi; uploads of boards say what such a file is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result
from msgspec.structs import replace
from typer.testing import CliRunner

from protocol.v1.codes import Code
from server.cli import app
from server.errors import BadRecord, Refusal
from server.games.bridge.replay import REPLAY
from server.games.bridge.rules import BRIDGE
from server.games.spades.rules import SPADES
from server.records.hanabi import dumps, loads
from server.records.hanabi.compressed import dumps as addresses
from server.records.hanabi.record import GameAction, GameOptions
from server.records.hanabi.rows import HanabiRow
from server.records.registry import read_deals
from server.records.uploads import read_upload
from tests.cli.test_cli import kibitz
from tests.games.hanabi.live import needs_data, read
from tests.records.bridge.board_json import board, text
from tests.records.hanabi.games import game, plain
from tests.records.replaying import is_of_hanabi, replay
from tests.records.spades.games import game as game_of_spades

UP_OR_DOWN = "Up or Down (5 Suits)"
FIELDS = [
    *("file", "game", "ok", "variant", "players", "turns", "score", "stack_points", "strikes"),
    *("clue_tokens", "end_condition", "error", "warnings"),
]


def said_here(*arguments: str) -> Result:
    """What a command says, in this process."""
    return CliRunner().invoke(app, arguments)


def rows(path: Path, content: str | bytes) -> list[Any]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(replay(path))


def row(path: Path, content: str | bytes) -> HanabiRow:
    (found,) = rows(path, content)
    assert isinstance(found, HanabiRow)
    return found


# Rows


def test_a_game_is_a_row_with_its_outcome(tmp_path: Path) -> None:
    record = game(2, variant="6 Suits", players=4)
    found = row(tmp_path / "game.json", dumps([record]))
    assert list(msgspec.to_builtins(found)) == FIELDS
    assert (found.file, found.game, found.ok, found.error) == (
        str(tmp_path / "game.json"),
        "hanabi",
        True,
        None,
    )
    assert (found.variant, found.players, found.turns) == ("6 Suits", 4, len(record.actions))
    assert (found.end_condition, found.score) == (1, found.stack_points)


def test_a_game_that_goes_on_has_no_score(tmp_path: Path) -> None:
    record = replace(game(2), actions=game(2).actions[:12])
    found = row(tmp_path / "game.json", dumps([record]))
    assert (found.ok, found.turns, found.score, found.end_condition) == (True, 12, None, 0)
    assert found.stack_points is not None and found.clue_tokens is not None


@pytest.mark.parametrize(
    ("last", "condition"), [(GameAction(4, -1, 6), 6), (GameAction(4, 1, 3), 3), (GameAction(5, -1, 10), 10)]
)
def test_a_game_that_was_ended_scores_nothing_whatever_was_played(
    tmp_path: Path, last: GameAction, condition: int
) -> None:
    begun = replace(game(2), actions=game(2).actions[:40])
    found = row(tmp_path / "game.json", dumps([replace(begun, actions=(*begun.actions, last))]))
    assert (found.turns, found.score, found.end_condition) == (41, 0, condition)
    assert found.stack_points


def test_half_clues_are_printed_as_halves(tmp_path: Path) -> None:
    starved = game(3, variant="Clue Starved (5 Suits)")
    cut = (replace(starved, actions=starved.actions[:most]) for most in range(len(starved.actions)))
    tokens = {row(tmp_path / "game.json", dumps([each])).clue_tokens for each in cut}
    assert any(number is not None and number % 1 == 0.5 for number in tokens)


def test_a_refused_game_has_the_number_of_its_valid_actions(tmp_path: Path) -> None:
    data = plain(game(6))
    data["actions"][10] = {"type": 0, "target": 49}
    found = row(tmp_path / "game.json", json.dumps(data, indent=1))
    assert (found.ok, found.variant, found.players, found.turns) == (False, "No Variant", 3, 10)
    outcome = (found.score, found.stack_points, found.strikes, found.clue_tokens, found.end_condition)
    assert outcome == (None,) * 5
    assert found.error is not None and found.error.endswith("not in your hand - at `$.actions[10]`")


def test_each_game_of_a_file_has_its_row_and_a_broken_one_stops_no_other(tmp_path: Path) -> None:
    data = [plain(game(seed)) for seed in range(4)]
    data[1]["actions"][3]["target"] = 77
    data[2]["deck"] = 7
    found = rows(tmp_path / "games", json.dumps(data))
    assert [each.ok for each in found] == [True, False, False, True]
    assert "at `$[1].actions[3].target`" in (found[1].error or "")
    assert "expected `array`, got `int` - at `$[2].deck`" in (found[2].error or "")


def test_addresses_have_a_row_each(tmp_path: Path) -> None:
    found = rows(tmp_path / "games.txt", addresses([game(1), game(2)]) + "https://x/replay-json/115,00,0\n")
    assert [each.ok for each in found] == [True, True, False]
    assert (found[2].error or "").startswith("line 3, column 1: expected the number of players")


@pytest.mark.parametrize(
    "content",
    [
        b'{"deck": ' + b"\x00\xff" * 100,
        '{"deck": [{"suitIndex": 1',
        '[{"actions": [{"type": 1, "target": 2}]}, ',
        '{"players": ["Ann", "Bob"], "actions": []}',
        '{"id": 7, "players": ["' + "x" * 10_000,
        b"\xff\xfe" + '{"deck": []}'.encode("utf-16-le"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_row_with_its_error(tmp_path: Path, content: str | bytes) -> None:
    found = row(tmp_path / "junk", content)
    assert not found.ok and (found.error or "").startswith("line 1, column ")


def test_fields_may_stand_in_any_order_and_on_lines_of_their_own(tmp_path: Path) -> None:
    data = dict(reversed(plain(replace(game(1), seed="p3v0s9", id=7)).items()))
    assert list(data)[:2] == ["seed", "id"]
    assert row(tmp_path / "game", json.dumps(data, indent=8)).ok


# What else is JSON, and what boards are


def test_other_records_are_no_games_of_hanabi() -> None:
    from server.records import spades
    from server.records.bridge.formats import FORMATS
    from server.records.bridge.record import readable_boards

    boards = readable_boards(FORMATS["endplay"].boards(text(board())))
    for form in FORMATS.values():
        assert not is_of_hanabi(form.dumps(boards)), form.name
    assert not is_of_hanabi(spades.dumps([game_of_spades(1, hands=1)]))
    for other in ("", "{}", "[]", "a,b,c\n1,2,3\n", '[Event "Club"]\n'):
        assert not is_of_hanabi(other)


def test_a_game_of_hanabi_is_no_boards_of_bridge() -> None:
    for content in (dumps([game()]), addresses([game()])):
        with pytest.raises(BadRecord, match=r"expected boards of bridge, got a game of Hanabi"):
            read_deals(content)
        for kind in (BRIDGE, REPLAY):
            with pytest.raises(Refusal) as refused:
                read_upload(content, "", kind, kind.options_type())
            assert refused.value.code is Code.INVALID_MESSAGE
        with pytest.raises(Refusal, match="no boards can be uploaded for Spades"):
            read_upload(content, "", SPADES, SPADES.options_type())


# The commands


def test_the_command_prints_games_beside_boards_and_fails_for_a_refused_one(tmp_path: Path) -> None:
    good, bad, bridge = (tmp_path / name for name in ("good.json", "bad.json", "bridge.json"))
    good.write_text(dumps([game(1), game(2)]))
    bad.write_text(json.dumps({**plain(game(1)), "deck": []}))
    bridge.write_text(text(board()))
    said = kibitz("replay", str(good), str(bridge))
    assert (said.returncode, said.stderr) == (0, "")
    printed = [json.loads(line) for line in said.stdout.splitlines()]
    assert [each["game"] for each in printed] == ["hanabi", "hanabi", "bridge"]
    assert list(printed[0]) == FIELDS
    refused = kibitz("replay", str(bad))
    assert refused.returncode == 1
    assert json.loads(refused.stdout)["error"].endswith("got 0 - at `$.deck`")


def test_a_game_is_converted_to_an_address_and_back_with_its_losses_reported(tmp_path: Path) -> None:
    timed = GameOptions(timed=True, time_base=90)
    record = replace(game(1), options=timed, notes=(("x",), (), ()), seed="p3v0s1", id=3)
    source, url, back = (tmp_path / name for name in ("game.json", "game.url", "back.json"))
    source.write_text(dumps([record, game(2)]))
    said = kibitz("convert", str(source), str(url))
    assert (said.returncode, url.read_text()) == (0, addresses([record, game(2)]))
    assert said.stderr.splitlines() == [
        "2 games as hanabi_live_url",
        "  hanabi_live_url cannot hold the players' names: game 1, 2",
        "  hanabi_live_url cannot hold options: game 1",
        "  hanabi_live_url cannot hold notes: game 1",
        "  hanabi_live_url cannot hold the id: game 1",
        "  hanabi_live_url cannot hold the seed: game 1",
    ]
    said = kibitz("convert", str(url), str(back))
    assert (said.returncode, said.stderr) == (0, "2 games as hanabi_live\n")
    first, second = loads(back.read_text())
    assert (first.deck, first.actions) == (record.deck, record.actions)
    assert second.players == ("Alice", "Bob", "Cathy")


def test_a_game_that_breaks_the_rules_is_left_out_and_reported(tmp_path: Path) -> None:
    source = tmp_path / "games.json"
    source.write_text(json.dumps([plain(game(1)), {**plain(game(2)), "deck": []}]))
    said = kibitz("convert", str(source), "-", "--to", "hanabi_live")
    assert said.returncode == 1 and loads(said.stdout) == (game(1),)
    left_out, told = said.stderr.splitlines()
    assert left_out.startswith("kibitz: left out: line 1, column ") and left_out.endswith("at `$[1].deck`")
    assert told == "1 game as hanabi_live"


@pytest.mark.parametrize("to", ["pbn", "endplay", "nonsense"])
def test_a_game_of_hanabi_does_not_go_into_other_formats(tmp_path: Path, to: str) -> None:
    source, target = tmp_path / "game.json", tmp_path / "out"
    source.write_text(dumps([game(1)]))
    said = said_here("convert", str(source), str(target), "--to", to)
    assert said.exit_code == 1 and not target.exists()
    told = f"kibitz: expected hanabi_live or hanabi_live_url for a game of Hanabi, got {to}\n"
    assert said.stderr == told


def test_boards_of_bridge_do_not_go_into_the_formats_of_hanabi(tmp_path: Path) -> None:
    source = tmp_path / "board.json"
    source.write_text(text(board()))
    said = said_here("convert", str(source), "-", "--to", "hanabi_live")
    assert (said.exit_code, said.stdout) == (1, "")
    assert said.stderr == (
        f"kibitz: {source}: expected a game of Hanabi for hanabi_live, got boards of bridge\n"
    )


@needs_data
def test_a_deck_is_dealt_from_a_seed_of_hanabi_live() -> None:
    said = kibitz("deal", "--game", "hanabi", "--seed", "p3v0s1", "--json")
    assert said.returncode == 0, said.stderr
    dealt = json.loads(said.stdout)
    assert list(dealt) == ["game", "seed", "variant", "players", "deck"]
    told = (dealt["game"], dealt["seed"], dealt["variant"], dealt["players"])
    assert told == ("hanabi", "p3v0s1", "No Variant", 3)
    deck = [[card["suitIndex"], card["rank"]] for card in dealt["deck"]]
    assert deck == read("seed_vectors.json")["decks"]["p3v0s1"]


def test_a_deck_is_printed_in_words_as_hands_and_later_cards() -> None:
    said = said_here("deal", "--game", "hanabi", "--seed", "p3v0s1")
    head, *hands, deck = said.stdout.splitlines()
    assert head == "p3v0s1: No Variant, 3 players, 50 cards"
    assert hands[0] == "seat 0: Green 3, Green 3, Blue 1, Yellow 3, Red 5" and len(hands) == 3
    assert deck.startswith("deck: Red 1, Blue 1, ") and deck.count(",") == 34


def test_a_deck_without_a_seed_is_for_the_players_and_the_variant_that_are_named() -> None:
    said = said_here(
        "deal", "--game", "hanabi", "--players", "5", "--variant", "Up or Down (5 Suits)", "--json"
    )
    dealt = json.loads(said.stdout)
    assert (dealt["seed"], dealt["players"], len(dealt["deck"])) == (None, 5, 45)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--seed", "p3v0s1", "--players", "4"), "expected a seed that begins with p4v0s, got p3v0s1"),
        (("--seed", "p3v9999s1"), "expected a variant number from 0 to 2425, got 9999"),
        (("--seed", "p3v0s 1"), "`$.seed`"),
        (("--variant", "Nope"), "expected the name of a variant, got 'Nope'"),
        (("--boards", "2"), "--boards and --first are options for bridge"),
    ],
)
def test_options_without_a_possible_deck_are_refused_with_the_reason(
    arguments: tuple[str, ...], told: str
) -> None:
    said = said_here("deal", "--game", "hanabi", *arguments)
    assert said.exit_code == 1 and told in said.stderr and not said.stdout


def test_options_of_hanabi_are_refused_for_bridge() -> None:
    said = said_here("deal", "--json")
    assert said.exit_code == 1 and "--json, --players and --variant are options for Hanabi" in said.stderr
