"""Three evenings of a club: the pairs met as the movements here say.

The files are those of a scoring program, which keeps the pairs and the board of each result but no rounds.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from server.events.movements.asked import Asked, Boards
from server.events.movements.drawing import draw
from server.events.movements.draws import Draw

FOLDER = Path(__file__).parents[4] / "shared/data/usebio"
BOARDS_A_ROUND = 3


def results(name: str) -> list[tuple[str, str, int]]:
    """Return North-South, East-West and the group of boards, from 0, of each result."""
    if not FOLDER.is_dir():
        pytest.skip("needs ../shared/data/usebio")
    return [
        (
            line.findtext("NS_PAIR_NUMBER", ""),
            line.findtext("EW_PAIR_NUMBER", ""),
            (int(board.findtext("BOARD_NUMBER", "")) - 1) // BOARDS_A_ROUND,
        )
        for board in ElementTree.parse(FOLDER / name).getroot().iterfind("EVENT/BOARD")
        for line in board.iterfind("TRAVELLER_LINE")
    ]


def evening(tables: int, rounds: int, boards: Boards = "barometer") -> list[Draw]:
    numbers = tuple(f"{table}{side}" for table in range(1, tables + 1) for side in ("NS", "EW"))
    return [
        draw(Asked(movement="mitchell", round=number, rounds=rounds, numbers=numbers, boards=boards))
        for number in range(rounds)
    ]


@pytest.mark.parametrize(
    ("name", "tables", "forward"),
    [("monday_open.xml", 19, 14), ("thursday_open_adjusted.xml", 21, 15)],
)
def test_all_pairs_of_a_large_evening_met_in_our_rounds(name: str, tables: int, forward: int) -> None:
    """The club had two copies of 27 boards, and played a web, which the barometer does not need.

    The boards of the first tables went down a table each round, as in a Mitchell with boards that move; on
    the other tables they came in the opposite order, so that no pair got a board twice.
    """
    real, rounds = results(name), evening(tables, 9)
    met = Counter((north, east) for north, east, _ in real)
    assert set(met) == {meeting.sides for each in rounds for meeting in each.meetings}
    assert sum(met.values()) >= tables * 9 * BOARDS_A_ROUND - 1
    at = {meeting.sides: (each.round, meeting.table) for each in rounds for meeting in each.meetings}
    for north, east, group in real:
        number, table = at[north, east]
        turned = (table - 1 + number) if table <= forward else (tables - 1 - table - number)
        assert group == turned % 9


def test_all_results_of_eight_tables_are_those_of_our_skip_after_half_of_the_rounds() -> None:
    """Six of seven rounds were played, two boards in the last one; two results are missing."""
    real, rounds = results("tuesday_rookie.xml"), evening(8, 6, "skip")
    ours = {(*meeting.sides, meeting.boards): each.round for each in rounds for meeting in each.meetings}
    assert {each for each in real if each not in ours} == set()
    assert Counter(ours[each] for each in real) == {0: 24, 1: 23, 2: 24, 3: 24, 4: 23, 5: 16}
