"""A match at two tables: IMPs for the boards that both have finished, and nothing of the others."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.v1.bridge import (
    ArtificialScore,
    AssignScore,
    Average,
    Compared,
    Contract,
    Deal,
    Options,
    Outcome,
    Seat,
    Strain,
    Vulnerability,
)
from protocol.v1.bridge import Result as Ended
from server.games.bridge import match, results
from server.games.bridge.game import BRIDGE
from server.games.bridge.match import Heard, Paired, Score, Standing
from server.games.bridge.state import BridgeState, start
from tests.games.bridge.deals import auction, deal, play_on, refused

OPEN = Standing("open", "other")


def made(score_ns: int) -> Ended:
    """A board that was played to this score."""
    return Ended(score_ns=score_ns)


def artificial(north_south: Average, east_west: Average) -> Ended:
    """A board with an artificial adjusted score."""
    return Ended(score_ns=0, adjusted=ArtificialScore(north_south, east_west))


def between(here: dict[int, Ended], there: dict[int, Ended]) -> Standing:
    """The open room when these boards are finished here and there."""
    one, other = OPEN, Standing("closed", "this")
    for board, ended in here.items():
        one = match.finished(one, board, ended)
    for board, ended in there.items():
        other = match.finished(other, board, ended)
    return told(one, other)


def told(standing: Standing, other: Standing) -> Standing:
    """The standing once everything is told that the other table knows of its boards."""
    for ruling in match.news(standing, other, ended=False):
        standing = match.rule(standing, ruling)
    return standing


def imps(here: Ended, there: Ended) -> int:
    return match.shown(between({1: here}, {1: there})).imps


def test_a_board_is_compared_when_both_tables_have_finished_it() -> None:
    shown = match.shown(between({1: made(620), 2: made(-50)}, {1: made(170)}))
    assert shown.boards == {1: Compared(620, 170, 10)}
    assert (shown.room, shown.other, shown.imps) == ("open", "other", 10)


def test_a_board_finished_at_the_other_table_alone_shows_nothing() -> None:
    assert match.shown(between({}, {1: made(1430)})) == match.shown(OPEN)


def test_the_team_that_sits_north_south_here_wins_what_the_other_loses() -> None:
    here = between({1: made(-100)}, {1: made(140)})
    there = told(match.finished(Standing("closed", "this"), 1, made(140)), here)
    assert (match.shown(here).imps, match.shown(there).imps) == (-6, 6)


def test_the_imps_of_a_match_add_up_in_the_order_of_the_boards() -> None:
    here = {3: made(400), 1: made(0), 2: made(-620)}
    shown = match.shown(between(here, {1: made(0), 2: made(-170), 3: made(110)}))
    assert list(shown.boards) == [1, 2, 3]
    assert shown.imps == sum(each.imps for each in shown.boards.values()) == 0 - 10 + 7


def test_an_adjusted_score_takes_the_place_of_the_first_on_both_sides() -> None:
    before = between({1: made(620)}, {1: made(620)})
    assert match.shown(match.finished(before, 1, made(-100))).boards[1].imps == -12
    corrected = match.finished(match.finished(Standing("closed", "this"), 1, made(620)), 1, made(-100))
    assert match.shown(told(before, corrected)).boards[1] == Compared(620, -100, 12)


@pytest.mark.parametrize(
    ("north_south", "east_west", "won"),
    [
        *(("plus", "minus", 3), ("minus", "plus", -3), ("plus", "plus", 0)),
        *(("average", "average", 0), ("plus", "average", 2), ("average", "plus", -2)),
    ],
)
def test_an_artificial_score_is_imps_by_itself(north_south: Average, east_west: Average, won: int) -> None:
    assert imps(artificial(north_south, east_west), made(1700)) == won
    assert imps(made(1700), artificial(north_south, east_west)) == -won


def test_of_two_artificial_scores_of_one_board_the_team_gets_the_mean() -> None:
    assert imps(artificial("plus", "minus"), artificial("minus", "plus")) == 3
    assert imps(artificial("plus", "minus"), artificial("plus", "minus")) == 0


def test_an_assigned_score_is_compared_in_points() -> None:
    game = Contract(4, Strain.SPADES, Seat.NORTH)
    outcomes = (Outcome(50, game, 10), Outcome(50, game, 9))
    assigned = Ended(score_ns=185, adjusted=AssignScore(outcomes))
    assert imps(assigned, made(-50)) == 6


def test_what_was_told_is_not_told_again() -> None:
    standing = between({1: made(50)}, {1: made(90), 2: made(0)})
    other = match.finished(match.finished(Standing("closed", "this"), 1, made(90)), 2, made(0))
    assert match.news(standing, other, ended=False) == ()


def test_a_board_that_is_played_again_after_all_is_untold() -> None:
    standing = between({1: made(50)}, {1: made(90)})
    other = Standing("closed", "this")
    assert match.news(standing, other, ended=False) == (Heard(1, None),)
    assert match.shown(told(standing, other)).boards == {}


def test_that_the_other_table_has_ended_is_told_once() -> None:
    (ruling,) = match.news(OPEN, Standing("closed", "this"), ended=True)
    ended = match.rule(OPEN, ruling)
    assert ended.ended and match.news(ended, Standing("closed", "this"), ended=True) == ()


@given(
    here=st.dictionaries(st.integers(1, 6), st.integers(-800, 800)),
    there=st.dictionaries(st.integers(1, 6), st.integers(-800, 800)),
    asked=st.lists(st.booleans(), max_size=4),
)
def test_in_whatever_order_they_are_told_both_tables_agree(
    here: dict[int, int], there: dict[int, int], asked: list[bool]
) -> None:
    one, other = OPEN, Standing("closed", "this")
    for board, points in here.items():
        one = match.finished(one, board, made(points))
    for board, points in there.items():
        other = match.finished(other, board, made(points))
    for first in (*asked, True, False):
        one, other = (told(one, other), other) if first else (one, told(other, one))
    assert match.shown(one).boards.keys() == match.shown(other).boards.keys() == here.keys() & there.keys()
    assert match.shown(one).imps == -match.shown(other).imps


def test_a_board_is_closed_when_neither_table_will_play_it_any_more() -> None:
    board = deal(board=2)
    assert not match.closed(between({2: made(0)}, {1: made(0)}), board, ended=False)
    assert match.closed(between({2: made(0)}, {2: made(0)}), board, ended=False)
    assert match.closed(between({}, {2: made(0)}), board, ended=True)
    other_has_ended = match.rule(between({2: made(0)}, {}), match.Ended())
    assert match.closed(other_has_ended, board, ended=False)
    assert not match.closed(match.rule(OPEN, match.Ended()), board, ended=False)


def test_a_table_of_a_match_keeps_its_standing_from_board_to_board() -> None:
    state = BRIDGE.rule(start(Options()), Paired("open", "other"), 0)
    state = play_on(state.apply(None, deal()))
    assert results.standing(state) == Standing("open", "other", {1: Score(state.result().score_ns)})
    state = BRIDGE.rule(state.carry(), Heard(1, Score(90)), 0)
    assert state.pub().match.boards[1].there == 90
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=BridgeState)
    assert again == state


def test_what_is_heard_of_a_board_that_is_played_here_changes_nothing_that_anybody_sees() -> None:
    state = BRIDGE.rule(start(Options()), Paired("open", "other"), 0).apply(None, deal())
    heard = BRIDGE.rule(state, Heard(1, Score(1430)), 9)
    assert (heard.pub(), heard.progress()) == (state.pub(), state.progress())


def test_a_table_without_a_match_hears_of_none() -> None:
    with refused("this table plays no match"):
        BRIDGE.rule(auction("P"), Heard(1, Score(0)), 0)


def test_boards_that_are_drawn_are_numbered_on_and_dealt_as_their_numbers_say() -> None:
    rng, before = Random(1), start(Options(first_board=15))
    deals = [match.drawn(before, place, rng) for place in range(3)]
    assert [(each.board, each.dealer, each.vulnerable) for each in deals] == [
        (15, Seat.SOUTH, Vulnerability.NS),
        (16, Seat.WEST, Vulnerability.EW),
        (17, Seat.NORTH, Vulnerability.NONE),
    ]
    assert len({each.hands for each in deals}) == 3


def _boards(*numbers: int) -> tuple[Deal, ...]:
    return tuple(deal(board=number) for number in numbers)


def test_a_match_is_played_at_duplicate_on_boards_of_different_numbers() -> None:
    match.check(Options(), _boards(1, 2))
    with refused("scored as duplicate, not as rubber"):
        match.check(Options(scoring="rubber"), _boards(1))
    with refused("not cut for"):
        match.check(Options(partners="cut"), _boards(1))
    with refused("different numbers"):
        match.check(Options(), _boards(1, 2, 1))
