"""Tests of team matches at two tables: IMPs for the boards that both tables have finished."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

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
from server.games.base import KnownResults
from server.games.bridge import match, results
from server.games.bridge.match import MatchScore, MatchStanding, Paired, ScoreReported
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState, EarlierBoard
from tests.games.bridge.deals import auction, deal, play_on, refused

OPEN = MatchStanding("open", "other")
GAME = Contract(4, Strain.SPADES, Seat.NORTH)
NONE = Vulnerability.NONE


def made(score_ns: int) -> Ended:
    """Return the result of a board that was played to this score."""
    return Ended(score_ns=score_ns)


def artificial(north_south: Average, east_west: Average) -> Ended:
    """Return the result of a board with an artificial adjusted score."""
    return Ended(score_ns=0, adjusted=ArtificialScore(north_south, east_west))


def assigned(*outcomes: Outcome, east_west: tuple[Outcome, ...] | None = None) -> Ended:
    """Return the result of a board with an assigned adjusted score; its points do not matter."""
    return Ended(score_ns=0, adjusted=AssignScore(outcomes, east_west))


def spades(weight: int, tricks: int) -> Outcome:
    """Return four spades by North, not vulnerable: 10 tricks score 420, 9 score -50."""
    return Outcome(weight, GAME, tricks)


CLOSED = MatchStanding("closed", "this")


def table(boards: Mapping[int, Ended | None], ended: bool = False) -> KnownResults:
    """Return what the match knows of a table that has finished these boards; None is a reopened board."""
    known = {
        board: None if result is None else EarlierBoard(board, NONE, result)
        for board, result in boards.items()
    }
    return KnownResults(known, ended)


NOTHING = table({})


def finished(standing: MatchStanding, boards: dict[int, Ended]) -> MatchStanding:
    """Return the standing of a table that has finished these boards."""
    for board, ended in boards.items():
        standing = match.finished(standing, board, ended, NONE)
    return standing


def between(here: dict[int, Ended], there: dict[int, Ended]) -> MatchStanding:
    """Return the open room's standing when these boards are finished at each table."""
    return after_reports(finished(OPEN, here), table(here), table(there))


def after_reports(standing: MatchStanding, here: KnownResults, other: KnownResults) -> MatchStanding:
    """Return the standing after all reports from the other table."""
    for ruling in match.news(standing, here, other):
        standing = match.rule(standing, ruling)
    return standing


def imps(here: Ended, there: Ended) -> int:
    return match.public_match(between({1: here}, {1: there})).imps


def test_a_board_is_compared_when_both_tables_have_finished_it() -> None:
    shown = match.public_match(between({1: made(620), 2: made(-50)}, {1: made(170)}))
    assert shown.boards == {1: Compared(620, 170, 10)}
    assert (shown.room, shown.other, shown.imps) == ("open", "other", 10)


def test_a_board_finished_at_the_other_table_alone_shows_nothing() -> None:
    assert match.public_match(between({}, {1: made(1430)})) == match.public_match(OPEN)


def test_the_team_that_sits_north_south_here_wins_what_the_other_loses() -> None:
    here = between({1: made(-100)}, {1: made(140)})
    there = after_reports(finished(CLOSED, {1: made(140)}), table({1: made(140)}), table({1: made(-100)}))
    assert (match.public_match(here).imps, match.public_match(there).imps) == (-6, 6)


def test_the_imps_of_a_match_add_up_in_the_order_of_the_boards() -> None:
    here = {3: made(400), 1: made(0), 2: made(-620)}
    shown = match.public_match(between(here, {1: made(0), 2: made(-170), 3: made(110)}))
    assert list(shown.boards) == [1, 2, 3]
    assert shown.imps == sum(each.imps for each in shown.boards.values()) == 0 - 10 + 7


def test_an_adjusted_score_takes_the_place_of_the_first_on_both_sides() -> None:
    before = between({1: made(620)}, {1: made(620)})
    assert match.public_match(match.finished(before, 1, made(-100), NONE)).boards[1].imps == -12
    corrected = after_reports(before, table({1: made(620)}), table({1: made(-100)}))
    assert match.public_match(corrected).boards[1] == Compared(620, -100, 12)


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


def test_two_artificial_scores_are_rounded_once() -> None:
    # North-South have 3 IMPs here and 0 there: 1.5. Their opponents have -3 at both tables. The mean is 2.25.
    assert imps(artificial("plus", "minus"), artificial("minus", "average")) == 2


def test_the_imps_of_an_assigned_score_are_weighed_and_not_its_points() -> None:
    # 60 % of 0 IMPs (420 against 420) and 40 % of -10 IMPs (-50 against 420).
    ruled = assigned(spades(60, 10), spades(40, 9))
    assert imps(ruled, made(420)) == -4
    assert imps(made(420), ruled) == 4


def test_half_an_imp_of_an_assigned_score_is_rounded_away_from_0_for_both_teams() -> None:
    # 50 % of 1 IMP (420 against 390) and 50 % of -10 IMPs (-50 against 390): -4.5.
    ruled = assigned(spades(50, 10), spades(50, 9))
    assert imps(ruled, made(390)) == -5
    assert imps(made(390), ruled) == 5


def test_where_the_sides_outcomes_differ_each_team_has_the_mean_of_both_balances() -> None:
    # North-South's score gives 60 % of 0 and 40 % of -10: -4. East-West's score (4S-1) gives -10.
    ruled = assigned(spades(60, 10), spades(40, 9), east_west=(spades(100, 9),))
    assert imps(ruled, made(420)) == -7
    assert imps(made(420), ruled) == 7


def test_half_an_imp_of_unequal_sides_is_rounded_away_from_0() -> None:
    # 11 tricks score 450, which is 1 IMP against 420. East-West's own score gives -10. The mean is -4.5.
    assert imps(assigned(spades(100, 11), east_west=(spades(100, 9),)), made(420)) == -5


def test_of_two_assigned_scores_all_outcomes_are_compared() -> None:
    # 420 is 0 IMPs against 420 and 10 against -50; -50 is -10 IMPs against 420 and 0 against -50.
    here = assigned(spades(80, 10), spades(20, 9))
    there = assigned(spades(50, 10), spades(50, 9))
    # 0.4 * 0 + 0.4 * 10 + 0.1 * -10 + 0.1 * 0
    assert imps(here, there) == 3
    assert imps(there, here) == -3


def test_each_team_is_compared_by_its_own_outcomes_at_both_tables() -> None:
    # North-South here: 420 here, -50 as East-West there: 10; the others: -50 here and 420 there: 10 to them
    split = assigned(spades(100, 10), east_west=(spades(100, 9),))
    assert imps(split, split) == 0
    # With 420 for both sides there, North-South have 0 and the others 10 (420 against -50). The mean is -5.
    assert imps(split, assigned(spades(100, 10))) == -5


def test_an_outcome_is_scored_as_the_board_was_vulnerable() -> None:
    ruled = assigned(spades(60, 10), spades(40, 9))
    here = match.finished(OPEN, 2, ruled, Vulnerability.NS)
    # 60 % of 0 IMPs (620 against 620) and 40 % of -12 IMPs (-100 against 620): -4.8.
    there = KnownResults({2: EarlierBoard(2, Vulnerability.NS, made(620))})
    assert match.public_match(after_reports(here, table({2: ruled}), there)).imps == -5


def test_an_artificial_score_counts_by_itself_against_an_assigned_one() -> None:
    assert imps(artificial("plus", "minus"), assigned(spades(60, 10), spades(40, 9))) == 3


def ends(here: dict[int, Ended], there: dict[int, Ended]) -> tuple[MatchStanding, MatchStanding]:
    """Return the standings of both rooms after the closed room has ended and all reports were made."""
    one, other = table(here), table(there, ended=True)
    return (
        after_reports(finished(OPEN, here), one, other),
        after_reports(finished(CLOSED, there), other, one),
    )


def test_an_artificial_score_counts_alone_once_the_other_table_has_ended_without_the_board() -> None:
    ruled = {3: artificial("plus", "minus"), 4: artificial("plus", "plus"), 5: artificial("plus", "average")}
    assert match.public_match(between(ruled, {})).boards == {}
    here, there = map(match.public_match, ends(ruled, {}))
    # 3 and -3 balance. 3 and 3 do not: 0 (Law 12C4). 3 and 0 give 1.5, rounded away from 0.
    assert {board: each.imps for board, each in here.boards.items()} == {3: 3, 4: 0, 5: 2}
    assert here.boards[3] == Compared(0, 0, 3, unplayed="there")
    assert there.boards[3] == Compared(0, 0, -3, unplayed="here")
    assert (here.imps, there.imps) == (5, -5)


def test_an_artificial_score_of_the_table_that_has_ended_waits_for_the_other_to_play_the_board() -> None:
    here, there = map(match.public_match, ends({}, {3: artificial("minus", "plus")}))
    assert here.boards == there.boards == {}


def test_when_both_tables_have_ended_an_artificial_score_counts_alone_at_either() -> None:
    one = {1: artificial("plus", "minus")}
    other = {2: artificial("plus", "minus")}
    results_here, results_there = table(one, ended=True), table(other, ended=True)
    here = after_reports(finished(OPEN, one), results_here, results_there)
    there = after_reports(finished(CLOSED, other), results_there, results_here)
    assert match.public_match(here).boards == {1: Compared(0, 0, 3, "there"), 2: Compared(0, 0, -3, "here")}
    assert match.public_match(there).boards == {1: Compared(0, 0, -3, "here"), 2: Compared(0, 0, 3, "there")}
    assert match.news(here, results_here, results_there) == ()
    assert match.news(there, results_there, results_here) == ()


def test_a_board_with_a_real_score_at_only_one_table_is_not_compared() -> None:
    here, there = map(match.public_match, ends({1: made(420), 2: assigned(spades(100, 10))}, {}))
    assert here.boards == there.boards == {}


def test_a_directors_assigned_and_corrected_scores_count_in_the_match() -> None:
    paired = BRIDGE.rule(BRIDGE.start(Options()), Paired("open", "other"), 0)
    score = AssignScore((spades(60, 10), spades(40, 9)), east_west=(spades(100, 9),))
    ruled = BRIDGE.rule(play_on(BRIDGE.apply(paired, None, deal())), score, 0)
    assert (BRIDGE.result(ruled).score_ns, BRIDGE.result(ruled).score_ew) == (232, 50)
    later = BRIDGE.rule(BRIDGE.carry(play_on(BRIDGE.apply(paired, None, deal()))), replace(score, board=1), 0)
    for state in (ruled, later):
        heard = BRIDGE.rule(state, ScoreReported(1, MatchScore(420)), 0)
        assert BRIDGE.pub(heard).match.boards == {1: Compared(232, 420, -7)}
        assert BRIDGE.pub(heard).match.imps == -7
        assert BRIDGE.pub(heard).results[1].score_ew == 50


def test_a_reported_score_is_not_reported_again() -> None:
    standing = between({1: made(50)}, {1: made(90), 2: made(0)})
    assert match.news(standing, table({1: made(50)}), table({1: made(90), 2: made(0)})) == ()


def test_the_report_of_a_board_that_is_reopened_is_taken_back() -> None:
    standing = between({1: made(50)}, {1: made(90)})
    here, other = table({1: made(50)}), table({1: None})
    assert match.news(standing, here, other) == (ScoreReported(1, None),)
    assert match.public_match(after_reports(standing, here, other)).boards == {}


def test_a_score_that_the_match_does_not_know_is_not_taken_back() -> None:
    standing = between({1: made(50)}, {1: made(90)})
    assert match.news(standing, table({1: made(50)}), NOTHING) == ()


def test_the_end_of_the_other_table_is_reported_once() -> None:
    (ruling,) = match.news(OPEN, NOTHING, table({}, ended=True))
    ended = match.rule(OPEN, ruling)
    assert ended.ended and match.news(ended, NOTHING, table({}, ended=True)) == ()


@given(
    here=st.dictionaries(st.integers(1, 6), st.integers(-800, 800)),
    there=st.dictionaries(st.integers(1, 6), st.integers(-800, 800)),
    asked=st.lists(st.booleans(), max_size=4),
)
def test_both_tables_agree_after_reports_in_any_order(
    here: dict[int, int], there: dict[int, int], asked: list[bool]
) -> None:
    boards = [{board: made(points) for board, points in each.items()} for each in (here, there)]
    one, other = finished(OPEN, boards[0]), finished(CLOSED, boards[1])
    mine, theirs = map(table, boards)
    for first in (*asked, True, False):
        if first:
            one = after_reports(one, mine, theirs)
        else:
            other = after_reports(other, theirs, mine)
    assert (
        match.public_match(one).boards.keys()
        == match.public_match(other).boards.keys()
        == here.keys() & there.keys()
    )
    assert match.public_match(one).imps == -match.public_match(other).imps


def test_a_board_is_closed_when_neither_table_will_play_it_any_more() -> None:
    board = deal(board=2)
    assert not match.closed(between({2: made(0)}, {1: made(0)}), board, ended=False)
    assert match.closed(between({2: made(0)}, {2: made(0)}), board, ended=False)
    assert match.closed(between({}, {2: made(0)}), board, ended=True)
    other_has_ended = match.rule(between({2: made(0)}, {}), match.TableEnded())
    assert match.closed(other_has_ended, board, ended=False)
    assert not match.closed(match.rule(OPEN, match.TableEnded()), board, ended=False)


def test_a_table_of_a_match_keeps_its_standing_from_board_to_board() -> None:
    state = BRIDGE.rule(BRIDGE.start(Options()), Paired("open", "other"), 0)
    state = play_on(BRIDGE.apply(state, None, deal()))
    assert results.match_standing(state) == MatchStanding(
        "open", "other", {1: MatchScore(BRIDGE.result(state).score_ns)}
    )
    state = BRIDGE.rule(BRIDGE.carry(state), ScoreReported(1, MatchScore(90)), 0)
    assert BRIDGE.pub(state).match.boards[1].there == 90
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=BridgeState)
    assert again == state


def test_a_report_about_the_board_in_play_changes_no_view() -> None:
    state = BRIDGE.rule(BRIDGE.start(Options()), Paired("open", "other"), 0)
    state = BRIDGE.apply(state, None, deal())
    heard = BRIDGE.rule(state, ScoreReported(1, MatchScore(1430)), 9)
    assert (BRIDGE.pub(heard), BRIDGE.progress(heard)) == (BRIDGE.pub(state), BRIDGE.progress(state))


def test_a_table_without_a_match_refuses_match_reports() -> None:
    with refused("this table plays no match"):
        BRIDGE.rule(auction("P"), ScoreReported(1, MatchScore(0)), 0)


def test_drawn_boards_have_consecutive_numbers_with_their_dealer_and_vulnerability() -> None:
    rng, before = Random(1), BRIDGE.start(Options(first_board=15))
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
    with refused("have agreed partners, and these options cut for partners"):
        match.check(Options(partners="cut"), _boards(1))
    with refused("different numbers"):
        match.check(Options(), _boards(1, 2, 1))
