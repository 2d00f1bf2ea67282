"""The state of a game of Hanabi and its end in words."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from bots.hanabi.terminal.words import (
    headline,
    midway_words,
    most,
    notices,
    result_words,
    standing,
)
from protocol.v1.hanabi import End, HanabiPub, Options
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.games.hanabi.random_play import random_game

NAMES = {0: "Ann", 1: "Bob", 2: "Cid"}
STATES: tuple[HanabiState, ...] = tuple(random_game(Options(), Random(1), 0.05))
BEFORE = HANABI.pub(HANABI.start(Options()))


def pub(place: int) -> HanabiPub:
    """Return the public half after this many moves."""
    return HANABI.pub(STATES[place])


def test_a_table_without_cards_waits_for_its_players() -> None:
    assert standing(BEFORE, NAMES) == "The cards will be dealt when every seat is taken"
    assert midway_words(BEFORE) == ""


def test_the_player_on_turn_is_named() -> None:
    turn = pub(4).turn
    assert turn is not None
    assert standing(pub(4), NAMES) == f"{NAMES[turn]} is to act"


def test_a_started_game_tells_its_turns_and_its_score() -> None:
    middle = pub(10)
    assert midway_words(middle).startswith(f"A game is being played: {middle.turns} turns done, score ")
    assert headline(middle) == "game 1, No Variant" and most(middle) == 25
    assert midway_words(pub(-1)) == ""


def test_a_finished_game_tells_its_reason_and_its_points() -> None:
    ended = pub(-1)
    assert ended.result is not None
    words = result_words(ended, NAMES)
    assert words.startswith("The game is over, ") and words.endswith(f": {ended.result.score} of 25 points")
    struck = replace(ended, result=replace(ended.result, end=End.STRIKEOUT, score=0, points=7))
    assert result_words(struck, NAMES) == (
        "The game is over, by the third strike: 0 points (7 cards on the piles)"
    )
    late = replace(ended, result=replace(ended.result, end=End.TIMEOUT, seat=1, score=0, points=1))
    assert "Bob has no time left: 0 points (1 card on the piles)" in result_words(late, NAMES)


def test_votes_name_their_players_and_the_number_that_ends_the_game() -> None:
    voted = replace(pub(4), votes=(0, 2))
    assert list(notices(voted, NAMES)) == ["Votes to end: Ann and Cid (2 end it)"]
    five = replace(voted, options=replace(voted.options, players=5))
    assert list(notices(five, NAMES)) == ["Votes to end: Ann and Cid (3 end it)"]
