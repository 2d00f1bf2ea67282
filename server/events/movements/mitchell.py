"""The Mitchell movement: North-South keep their tables, and East-West move up one table each round."""

from __future__ import annotations

from server.events.movements.asked import Boards
from server.events.movements.draws import NoDraw
from server.events.movements.plans import Plan, Planned

FEWEST_TABLES_TO_SWITCH = 6
"""With fewer tables an arrow switch makes a field of one winner less fair, not fairer."""


def most_rounds(tables: int, boards: Boards) -> int:
    """Return the greatest number of rounds. Raises NoDraw if these boards do not fit so many tables."""
    even = tables % 2 == 0
    if boards == "barometer":
        return tables
    if boards == "moving" and even:
        raise NoDraw("invalid", f"expected an odd number of tables for boards that move, got {tables}")
    if boards in ("skip", "share") and not even:
        raise NoDraw("invalid", f"expected an even number of tables for `{boards}`, got {tables}")
    return tables - 1 if boards == "skip" else tables


def planned(tables: int, number: int, rounds: int, boards: Boards, switch: bool) -> Plan:
    """Return the plan of round `number`; 2k is North-South of table k + 1, 2k + 1 East-West.

    `switch` says that one eighth of the boards is played in the other direction.
    """
    return tuple(
        _table(tables, table, number, boards, switch and switched(tables, table, number, rounds, boards))
        for table in range(tables)
    )


def _table(tables: int, table: int, number: int, boards: Boards, turned: bool) -> Planned:
    skipped = boards == "skip" and number >= tables // 2
    north, east = 2 * table, 2 * ((table - number - skipped) % tables) + 1
    sides = (east, north) if turned else (north, east)
    return Planned(table + 1, sides, _group(tables, table, number, boards), turned)


def _group(tables: int, table: int, number: int, boards: Boards) -> int:
    """Return the group of boards of a table, counted from 0."""
    if boards == "barometer":
        return number
    # The stand with the boards that rest is between both halves, and the last table shares with the first.
    station = table + (boards == "share" and table >= tables // 2)
    return (station + number) % tables


def switched(tables: int, table: int, number: int, rounds: int, boards: Boards) -> bool:
    """Return True if a table, counted from 0, plays in the other direction in a round.

    In a barometer a switch of all tables would change nothing, since all results of a board are turned
    together. So some tables switch in each round there, and with boards that move, all tables do in the last
    rounds.
    """
    if tables < FEWEST_TABLES_TO_SWITCH:
        return False
    if boards == "barometer":
        return (table + number) % tables >= tables - eighth(tables)
    return number >= rounds - eighth(rounds)


def eighth(count: int) -> int:
    """Return an eighth of a number of tables or rounds, rounded, and at least 1."""
    return max(1, (count + 4) // 8)
