"""Tests of the result of a board, and of dealer and vulnerability by board number (Law 2)."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from protocol.v1.bridge import Contract, Options, Seat, Strain, Vulnerability
from server.games.bridge.rules import BRIDGE
from server.games.bridge.scoring import dealer_of, result, vulnerability_of
from tests.games.bridge.deals import ONE_SUIT_EACH, auction, call, deal, play_on, seat

SHARED = Path(__file__).parents[4] / "shared" / "data" / "bridge" / "scoring"


def contract(text: str, declarer: str) -> Contract:
    """Return the contract of a text such as `4S`."""
    return Contract(int(text[0]), Strain(text[1:]), seat(declarer))


# Whose score it is


def test_north_souths_scores_are_positive_and_east_wests_are_negative() -> None:
    made = {letter: result(contract("4S", letter), 10, Vulnerability.NONE).score_ns for letter in "NESW"}
    down = {letter: result(contract("4S", letter), 9, Vulnerability.NONE).score_ns for letter in "NESW"}
    assert made == {"N": 420, "E": -420, "S": 420, "W": -420}
    assert down == {"N": -50, "E": 50, "S": -50, "W": 50}


@pytest.mark.parametrize(
    ("vulnerable", "by_south", "by_west"),
    [("None", 420, -420), ("NS", 620, -420), ("EW", 420, -620), ("Both", 620, -620)],
)
def test_only_declarers_vulnerability_counts(vulnerable: str, by_south: int, by_west: int) -> None:
    assert result(contract("4S", "S"), 10, Vulnerability(vulnerable)).score_ns == by_south
    assert result(contract("4S", "W"), 10, Vulnerability(vulnerable)).score_ns == by_west


def test_a_board_passed_out_scores_nothing() -> None:
    passed_out = result(None, None, Vulnerability.BOTH)
    assert (passed_out.score_ns, passed_out.contract, passed_out.tricks) == (0, None, None)


@pytest.mark.parametrize(
    ("calls", "score_ns"),
    [
        ("7S P P P", 2210),  # North has thirteen spades and is vulnerable
        ("7S X P P P", 2470),
        ("7S X XX P P P", 2940),
        ("7S P P 7NT P P P", 650),  # North leads the spades against West, who is not
        ("7S P P 7NT X P P P", 3500),
        ("7S P P 7NT X XX P P P", 7000),
    ],
)
def test_a_board_is_scored_by_its_own_contract_tricks_and_vulnerability(calls: str, score_ns: int) -> None:
    state = play_on(auction(calls, pbn=ONE_SUIT_EACH, vulnerable="NS"))
    final = BRIDGE.result(state)
    assert final is not None
    assert final.score_ns == score_ns


# Law 2: boards


CYCLE = "1 N None,2 E NS,3 S EW,4 W Both,5 N NS,6 E EW,7 S Both,8 W None," + (
    "9 N EW,10 E Both,11 S None,12 W NS,13 N Both,14 E None,15 S NS,16 W EW"
)


@pytest.mark.parametrize("line", CYCLE.split(","))
def test_dealer_and_vulnerability_of_the_sixteen_boards(line: str) -> None:
    board, dealer, vulnerable = line.split()
    for cycle in range(3):
        number = int(board) + 16 * cycle
        assert (dealer_of(number).letter, vulnerability_of(number)) == (dealer, vulnerable)


def test_board_seventeen_is_board_one_again() -> None:
    assert (dealer_of(17), vulnerability_of(17)) == (dealer_of(1), vulnerability_of(1))


def test_a_table_deals_its_boards_in_order_each_with_its_own_dealer() -> None:
    state = BRIDGE.start(Options(first_board=15, boards=3))
    seen = []
    while (drawn := BRIDGE.chance(state, Random(1))) is not None:
        seen.append((drawn.board, drawn.dealer.letter, str(drawn.vulnerable)))
        state = BRIDGE.carry(call(BRIDGE.apply(state, None, drawn), "P P P P"))
    assert seen == [(15, "S", "NS"), (16, "W", "EW"), (17, "N", "None")]


def test_a_recorded_board_keeps_its_own_dealer_and_vulnerability() -> None:
    state = BRIDGE.apply(BRIDGE.start(Options()), None, deal(board=7, dealer="W", vulnerable="EW"))
    assert (BRIDGE.pub(state).board, BRIDGE.pub(state).dealer, BRIDGE.pub(state).vulnerable) == (
        7,
        Seat.WEST,
        "EW",
    )
    assert BRIDGE.carry(call(state, "P P P P")).board == 8


# Tables computed elsewhere


def _read(name: str) -> Any:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"../shared/data/bridge/scoring/{name} is not here")
    return json.loads(path.read_text())


def test_the_boards_agree_with_the_shared_table() -> None:
    boards = _read("board_dealer_vul.json")
    assert len(boards) == 32
    for row in boards:
        number = row["board"]
        assert (dealer_of(number).letter, vulnerability_of(number)) == (row["dealer"], row["vul"])
