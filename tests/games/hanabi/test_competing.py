"""Tests of the scoring of events of Hanabi."""

from __future__ import annotations

from random import Random

from protocol.v1.hanabi import End, GameResult, Options
from server.games.base import FieldResult
from server.games.hanabi.competing import HanabiCompeting
from server.games.hanabi.rules import HANABI

COMPETING = HanabiCompeting()


def ended(score: int, turns: int) -> GameResult:
    """Return the result of a game that ended normally."""
    return GameResult(End.NORMAL, score, score, turns)


def test_teams_are_ordered_by_score_and_then_by_fewer_turns() -> None:
    games = [ended(24, 60), ended(25, 70), ended(24, 55), ended(24, 60)]
    field = [FieldResult(1, (team,), game) for team, game in zip("abcd", games, strict=True)]
    points = [each and each.points for each in COMPETING.scored(field, "mp", {})]
    assert points == [(1,), (6,), (4,), (1,)]
    assert [each and each.points for each in COMPETING.scored(field, "total", {})] == [
        (24,),
        (25,),
        (24,),
        (24,),
    ]


def test_the_most_points_of_a_game_are_those_of_all_piles_of_its_variant() -> None:
    assert COMPETING.most(Options()) == 25
    assert COMPETING.most(Options(variant="6 Suits")) == 30
    assert COMPETING.most(Options(variant="Sudoku (4 Suits)")) == 16


def test_a_table_tells_its_game_once_it_is_over() -> None:
    state = HANABI.start(Options())
    assert COMPETING.results(state) == ()
    state = HANABI.apply(state, None, COMPETING.drawn(state, 0, Random(3)))
    while HANABI.to_act(state):
        seat = HANABI.to_act(state)[0]
        state = HANABI.apply(state, seat, HANABI.legal_actions(state, seat)[-1])
    ((number, result),) = COMPETING.results(state)
    assert (number, result) == (1, HANABI.result(state))


def test_all_players_are_one_side_and_every_deck_is_accepted() -> None:
    assert COMPETING.sides(Options(players=3)) == ((0, 1, 2),)
    COMPETING.check(Options(), ())
