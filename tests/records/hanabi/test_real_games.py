"""Real games of Hanabi Live and other people's programs: each comes out as it came out there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.rules.hanabi.sets import bit
from protocol.v1.hanabi import Card, End
from server.games.hanabi.piles import direction
from server.games.hanabi.rules import HANABI
from server.games.hanabi.seeds.seeds import deck_from
from server.games.hanabi.state import HanabiState
from server.records.hanabi import dumps, loads
from server.records.hanabi.files import ReadGame, read_games
from server.records.hanabi.validate import validate
from tests.games.hanabi.live import DATA, needs_data, read

pytestmark = needs_data
DIRECTIONS = ("undecided", "up", "down", "finished")
LISTED: list[dict[str, Any]] = read("index.json")["rows"] if DATA.is_dir() else []
SOUND = [row for row in LISTED if "invalid" not in row]


def replayed(file: str) -> ReadGame:
    (found,) = read_games((DATA / file).read_bytes())
    return found


def states(file: str) -> list[HanabiState]:
    """The game after the deal and after each of its actions."""
    found: list[HanabiState] = []
    record = replayed(file).record
    assert record is not None and validate(record, found.append).fault is None
    return found


def hands(state: HanabiState) -> list[list[int]]:
    return [list(hand) for hand in state.hands]


def directions(state: HanabiState) -> list[int]:
    piles = enumerate(state.ranks)
    return [DIRECTIONS.index(direction(state.variant, pile, suit)) for suit, pile in piles]


def test_there_are_games_to_look_at() -> None:
    assert len(SOUND) == 43 and len(LISTED) == 44


@pytest.mark.parametrize("row", SOUND, ids=lambda row: row["file"])
def test_a_game_ends_as_an_independent_replay_found_it(row: dict[str, Any]) -> None:
    found = replayed(row["file"])
    assert found.error is None and found.validation is not None and found.validation.state is not None
    state, result = found.validation.state, HANABI.result(found.validation.state)
    assert {
        "players": len(state.hands),
        "variant": state.variant.name,
        "deck": len(state.deck),
        "actions": found.validation.turns,
        "end_condition": 0 if result is None else result.end,
        "stack_points": state.score,
        "recorded_score": None if result is None else result.score,
        "max_possible": state.max_score,
        "clue_tokens": state.tokens / state.clue_cost,
        "strikes": state.strikes,
        "cards_left": len(state.deck) - state.drawn,
    }.items() <= row.items()


@pytest.mark.parametrize("row", [row for row in SOUND if row["seed"]], ids=lambda row: row["file"])
def test_a_seed_gives_the_deck_of_its_game(row: dict[str, Any]) -> None:
    found = replayed(row["file"])
    assert found.validation is not None and found.validation.state is not None and found.record is not None
    state = found.validation.state
    assert found.record.seed == row["seed"]
    assert deck_from(row["seed"], state.variant) == state.deck


def test_a_game_with_a_cut_deck_is_refused_with_its_place() -> None:
    assert replayed("games/cppbot_1892197.json").error == (
        "line 1, column 99: expected the 55 cards of the variant Funnels & Dark Prism (6 Suits),"
        " got 19 - at `$.deck`"
    )


@pytest.mark.parametrize("row", SOUND, ids=lambda row: row["file"])
def test_a_real_game_is_the_same_when_it_is_written_and_read_again(row: dict[str, Any]) -> None:
    record = replayed(row["file"]).record
    assert record is not None
    noted = replace(record, notes=record.notes if any(record.notes) else ())
    assert loads(dumps([record])) == (noted,)
    theirs, ours = json.loads((DATA / row["file"]).read_text("utf-8")), json.loads(dumps([record]))
    same = ("players", "deck", "actions", "id", "seed", *(["notes"] if noted.notes else []))
    assert [ours.get(key) for key in same] == [theirs.get(key) for key in same]


def test_up_or_down_stands_after_four_actions_as_hanabi_live_says() -> None:
    state = states("fixtures/up_or_down.json")[4]
    assert (state.score, state.tokens) == (2, 6)
    assert hands(state) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 11, 16], [12, 13, 15, 17]]
    assert directions(state) == [0, 2, 0, 2, 0]
    pace = state.score + len(state.deck) - state.drawn + len(state.hands) - state.max_score
    assert pace == 8


def test_up_or_down_ends_as_hanabi_live_says() -> None:
    *_, state = states("fixtures/up_or_down.json")
    assert (state.turn, state.score, state.tokens) == (50, 24, 2)
    assert hands(state) == [[27, 32, 35], [22, 30, 43], [31, 36, 41, 44], [13, 23, 39]]
    assert directions(state) == [3, 3, 3, 2, 3]


def test_rainbow_ones_and_pink_ends_as_hanabi_live_says() -> None:
    *_, state = states("fixtures/rainbow-ones_and_pink.json")
    assert (state.turn, state.score, state.tokens) == (53, 25, 8)
    assert hands(state) == [[34, 37, 39, 43], [38, 40, 44, 47], [28, 31, 33, 42]]


def from_clues(card: dict[str, Any]) -> int:
    """What a card can be by its clues, as a set of ours."""
    return sum(bit(Card(suit, rank)) for suit, rank in card["possibleCardsFromClues"])


def test_what_cards_can_be_by_clues_is_what_hanabi_live_says_in_mid_game() -> None:
    state = states("fixtures/up_or_down.json")[4]
    listed = read("fixtures/up_or_down_turn5.json")
    held = [card for card in listed if isinstance(card["location"], int)]
    assert {card["order"]: from_clues(card) for card in held} == state.possible
    assert {card["order"]: card["location"] for card in held} == {
        order: seat for seat, hand in enumerate(state.hands) for order in hand
    }


def test_what_cards_could_be_by_clues_is_what_hanabi_live_says_at_the_end() -> None:
    last: dict[int, int] = {}
    for state in states("fixtures/up_or_down.json"):
        last |= state.possible
    listed = read("fixtures/up_or_down_final_cards.json")
    assert {card["order"]: from_clues(card) for card in listed} == last
    gone = {card["order"]: card["location"] for card in listed if not isinstance(card["location"], int)}
    fates = {"played": "playStack", "discarded": "discard", "misplayed": "discard"}
    assert {order: fates[fate.how] for order, fate in state.fates.items()} == gone


def test_notes_are_read_by_player_and_card() -> None:
    record = replayed("fixtures/example_game.json").record
    assert record is not None
    assert record.notes == (("y3?", "y4", "r2"), (), ("not 1", "y4", "b3>", "p4?"))


def test_an_old_file_names_its_variant_beside_the_options() -> None:
    record = replayed("games/cppbot_1892511.json").record
    assert record is not None and record.options.variant == "Funnels & Prism (4 Suits)"
    assert '"options":{"variant":"Funnels & Prism (4 Suits)"}' in dumps([record])


def test_real_games_have_ended_in_many_ways() -> None:
    ends = {row["end_condition"] for row in SOUND}
    assert ends >= {0, End.NORMAL, End.STRIKEOUT, End.TERMINATED}
