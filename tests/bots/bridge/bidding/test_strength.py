"""The strength of the bidding, measured double dummy, and the program that measures it."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from bots.bridge.bidding.system import SAYC, SYSTEMS, System
from protocol.v1.bridge import Call, Seat, Vulnerability
from server.records.bridge.double_dummy.solver import solve_deal
from server.records.bridge.record import DoubleDummy
from tests.bots.bridge.bidding.strength import (
    SolvedBoard,
    distances_from_par,
    ours,
    par,
    plain,
    play_match,
    report,
    solved_boards,
)
from tests.bots.bridge.bidding.tables import deal

BOARDS = 200
LEAST_LEAD, MOST_FROM_PAR = 0.5, 5.0


def test_par_is_what_the_solver_finds_for_every_dealer_and_vulnerability() -> None:
    rng = Random("par")
    for _ in range(3):
        solved = solve_deal(deal(rng))
        for (dealer, vulnerability), expected in solved.pars.items():
            assert par(solved.double_dummy, dealer, vulnerability)[0] == expected.score_ns


@pytest.mark.parametrize(("tricks", "kind"), [(8, "part-score"), (9, "game"), (12, "slam")])
def test_par_names_the_kind_of_its_contract(tricks: int, kind: str) -> None:
    rows = ((tricks,) * 5, (13 - tricks,) * 5) * 2
    assert par(DoubleDummy(rows), Seat.NORTH, Vulnerability.NONE)[1] == kind


def test_a_team_that_meets_itself_neither_wins_nor_loses() -> None:
    boards = _unsolved(20)
    assert [each.lead for each in play_match(boards, ours(SAYC), ours(SAYC))] == [0] * 20


def test_a_board_that_is_passed_out_is_as_far_from_par_as_par_is_from_nothing() -> None:
    def pass_always(*_: object) -> Call:
        return Call.PASS

    (found,) = distances_from_par(_unsolved(1), pass_always)
    assert found.calls == (Call.PASS,) * 4
    assert found.imps == 3


def _unsolved(number: int) -> list[SolvedBoard]:
    """Return boards on which North-South take eight tricks in every strain."""
    rng, tricks = Random("without a solver"), DoubleDummy(((8,) * 5, (5,) * 5) * 2)
    return [SolvedBoard(index + 1, deal(rng), tricks) for index in range(number)]


@pytest.mark.strength
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_every_system_outbids_the_plain_robot(system: System) -> None:
    boards = solved_boards("final", BOARDS)
    print("\n".join(report(boards, system)))
    assert fmean(each.lead for each in play_match(boards, ours(system), plain)) > LEAST_LEAD


@pytest.mark.strength
@pytest.mark.timeout(1800)
def test_the_results_lie_near_par() -> None:
    distances = distances_from_par(solved_boards("final", BOARDS), ours(SAYC))
    assert fmean(each.imps for each in distances) <= MOST_FROM_PAR
