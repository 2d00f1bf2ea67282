"""The comparison with experts and with BEN, against par scores that BEN's match has with its boards."""

from __future__ import annotations

import re

import pytest

from server.records.bridge.double_dummy.solver import solve_deal
from tests.bots.bridge.bidding import experts
from tests.bots.bridge.bidding.experts import RECORDS, Recorded, from_par
from tests.bots.bridge.bidding.strength import par
from tests.bots.bridge.bidding.tables import calls

pytestmark = pytest.mark.skipif(not RECORDS.is_dir(), reason="the folder of real records is not there")

BOARDS = 8


def ben() -> list[Recorded]:
    return experts.engine()[:BOARDS]


def test_the_auctions_of_both_sources_are_read() -> None:
    assert (len(experts.experts()), len(experts.engine())) == (166, 160)


@pytest.mark.thorough
def test_par_is_the_score_that_the_record_states() -> None:
    stated = re.findall(
        r'\[ParScore "(-?\d+)"\]', (RECORDS / "pbn" / experts.ENGINE).read_text(encoding="utf-8")
    )
    for board, score in zip(ben(), stated, strict=False):
        tricks = solve_deal(board.hands).double_dummy
        assert par(tricks, board.dealer, board.vulnerability)[0] == int(score)


def test_a_contract_that_is_par_is_at_no_distance_and_a_pass_at_the_distance_of_par() -> None:
    board = ben()[1]
    tricks = solve_deal(board.hands).double_dummy
    assert from_par(board, calls("P P 4S P P P"), tricks) == 0
    assert from_par(board, calls("P P P P"), tricks) == 9
