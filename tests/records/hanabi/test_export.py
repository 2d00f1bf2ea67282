"""Each finished game of Hanabi is a record of its own, and its positions are shown as each seat saw them."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from protocol.v1.codes import Code
from protocol.v1.hanabi import Options
from server.errors import Refusal
from server.games.base import Public, Seated
from server.games.hanabi.rules import HANABI
from server.records.base import FinishedDeal, PlayedTable
from server.records.hanabi.export import GameExport, GamePositions
from server.records.hanabi.from_game import actions_of, position
from tests.records.hanabi.games import played as played_game

GAME = played_game(Options(), Random(1))
PLAYERS = ("Ann", None, "Cid")
FINISHED = FinishedDeal(0, GAME, PLAYERS, GAME, 0, notes={1: {0: "b5", 3: "save"}})


def test_games_are_counted_back_from_the_one_in_play() -> None:
    played = PlayedTable("t", "", "", replace(GAME, game_no=5), deal=2, finished=range(2))
    assert GameExport().numbered(played, 3) == (0,)
    assert GameExport().numbered(played, 4) == (1,)
    assert GameExport().numbered(played, 5) == (), "it is in play"
    assert GameExport().numbered(played, 2) == ()


def test_each_game_is_a_record_with_its_players_and_their_notes() -> None:
    played = PlayedTable("t", "", "", GAME, deal=1, finished=range(2))
    first, second = GameExport().records(played, [FINISHED, replace(FINISHED, notes={})])
    assert first.players == ("Ann", "seat 2", "Cid")
    assert first.notes == ((), ("b5", "", "", "save"), ())
    assert second.notes == ()
    assert first.actions == actions_of(GAME)


@pytest.mark.parametrize("turn", [0, 5, len(actions_of(GAME))])
def test_a_position_is_what_a_seat_saw_after_so_many_actions(turn: int) -> None:
    shown, then = GamePositions().position(FINISHED, turn, 1), position(GAME, turn)
    assert (shown.turn, shown.turns, shown.seat) == (turn, len(actions_of(GAME)), 1)
    assert (shown.pub, shown.own) == (HANABI.pub(then), HANABI.own(then, Seated(1)))


def test_a_position_without_a_seat_is_the_public_one() -> None:
    shown, then = GamePositions().position(FINISHED, 5, None), position(GAME, 5)
    assert (shown.pub, shown.own) == (HANABI.pub(then), HANABI.own(then, Public()))


@pytest.mark.parametrize(
    ("turn", "seat", "error"),
    [
        (len(actions_of(GAME)) + 1, None, "expected a turn of 0 to "),
        (0, 3, "expected a seat from 0 to 2, got 3"),
    ],
)
def test_a_turn_or_a_seat_that_the_game_does_not_have_is_refused(
    turn: int, seat: int | None, error: str
) -> None:
    with pytest.raises(Refusal, match=error) as refused:
        GamePositions().position(FINISHED, turn, seat)
    assert refused.value.code is Code.INVALID_MESSAGE


def test_the_line_of_a_game_has_the_score_and_the_best_score() -> None:
    result = HANABI.result(GAME)
    assert result is not None
    assert GameExport().result_line(GAME) == f"{result.score}/25"
