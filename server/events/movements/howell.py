"""The Howell movement: each pair meets each other pair once, in a field of one winner.

The last number keeps its table and always sits North-South. All other numbers, and the boards if they move,
go up by one in each round. The directions are chosen so that any two pairs play nearly as many boards in the
same direction, at different tables, as in opposite ones.
"""

from __future__ import annotations

import re

from server.events.movements.asked import Boards
from server.events.movements.draws import NoDraw
from server.events.movements.plans import Plan, Planned

LINE_UPS = {
    2: "2v3@1",
    3: "2v5@1 3v4@1",
    4: "2v4@3 3v7@5 5v6@2",
    5: "2v3@6 4v8@5 7v5@3 6v9@8",
    6: "2v3@4 4v7@10 5v9@2 6v11@5 10v8@6",
    7: "3v2@4 4v7@12 10v5@3 13v6@10 8v12@11 11v9@5",
    8: "4v7@11 5v10@3 6v2@5 8v15@9 9v11@6 12v3@14 14v13@4",
    9: "2v7@11 3v14@9 4v8@2 5v13@4 9v12@5 11v10@12 16v6@13 17v15@3",
    10: "3v5@6 4v7@18 9v8@5 11v17@4 13v2@7 14v18@3 15v10@17 16v6@15 19v12@10",
    11: "2v10@6 3v17@8 4v13@7 5v9@15 6v7@5 8v18@10 11v16@4 12v15@2 14v20@21 19v21@16",
    12: "2v20@21 3v16@18 4v12@15 5v8@12 7v23@6 9v15@23 10v11@20 13v22@11 14v18@8 17v6@22 19v21@16",
    13: "2v22@12 3v18@19 4v11@16 6v12@4 7v10@9 8v19@22 13v25@7 14v5@25 15v16@24 17v9@5 20v24@17 23v21@2",
    14: "4v13@10 5v22@14 7v2@25 10v12@22 15v11@26 16v8@24 17v18@20 "
    "19v6@23 20v27@13 21v9@8 23v26@21 24v3@4 25v14@19",
}
"""The first round by number of tables, as clubs write it: the pairs, from 1, and their group of boards.

The first table is left out: there the last pair meets pair 1 on group 1. With two or three tables no line-up
gives each table boards of its own, so all of them share a group in each round.
"""


def most_rounds(places: int) -> int:
    """Return the number of rounds in which each pair meets each other pair once."""
    return places - 1 + places % 2


def planned(places: int, number: int, boards: Boards) -> Plan:
    """Return the plan of round `number`; the last number is missing if `places` is odd.

    Raises NoDraw if there is no line-up for so many tables.
    """
    tables = (places + 1) // 2
    if tables not in LINE_UPS:
        raise NoDraw("too_many_tables", f"expected 2 to {max(LINE_UPS)} tables, got {tables}")
    if boards not in ("barometer", "moving"):
        raise NoDraw("invalid", f"expected boards `barometer` or `moving`, got `{boards}`")
    last = 2 * tables - 1

    def group(first: int) -> int:
        return number if boards == "barometer" else (first + number) % last

    still = Planned(1, (last, number % last), group(0))
    return (
        still,
        *(
            Planned(table, ((north + number) % last, (east + number) % last), group(first))
            for table, (north, east, first) in enumerate(_tables(LINE_UPS[tables]), start=2)
        ),
    )


def _tables(line_up: str) -> list[tuple[int, ...]]:
    """Return the two numbers and the group of boards of each table, from 0."""
    return [tuple(int(number) - 1 for number in re.split("[v@]", table)) for table in line_up.split()]
