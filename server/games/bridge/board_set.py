"""Sets of boards that several tables play together: a result is secret until no table will play the board.

A table of a set knows the boards that it has finished, and the boards that the server has released.
"""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.bridge import Deal
from protocol.v1.bridge.scores import BoardSet
from server.errors import IllegalAction
from server.games.base import KnownResults
from server.games.bridge.state import SetStanding


class Joined(Struct, frozen=True, tag_field="t", tag="joined", gc=False):
    """The server's ruling, before the first deal, that a table belongs to a set of boards.

    `board_set` is the id of the set, and `tables` the number of its tables.
    """

    board_set: str
    tables: int


class BoardsReleased(Struct, frozen=True, tag_field="t", tag="released", gc=False):
    """The server's notice, logged as a ruling, that no other table of the set will play these boards.

    If `ended` is true, no other table of the set will play any board.
    """

    boards: tuple[int, ...] = ()
    ended: bool = False


SetRuling = Joined | BoardsReleased


def rule(standing: SetStanding | None, ruling: SetRuling) -> SetStanding:
    """Return a table's data about its set of boards (`standing`) after a ruling of the server.

    Raises IllegalAction if the table belongs to no set.
    """
    match ruling:
        case Joined(board_set=board_set, tables=tables):
            return SetStanding(board_set, tables)
        case BoardsReleased():
            if standing is None:
                raise IllegalAction("this table does not play its boards together with other tables")
            new = tuple(board for board in ruling.boards if board not in standing.released)
            ended = standing.ended or ruling.ended
            return replace(standing, released=(*standing.released, *new), ended=ended)
        case _:
            assert_never(ruling)


def finished(standing: SetStanding, board: int) -> SetStanding:
    """Return a table's data about its set of boards (`standing`) after the table has finished `board`."""
    return standing if board in standing.here else replace(standing, here=(*standing.here, board))


def told(standing: SetStanding, board: int) -> bool:
    """Return True if a board's result may be shown to everybody: no other table will play the board."""
    return standing.ended or board in standing.released


def closed(standing: SetStanding, deal: Deal, ended: bool) -> bool:
    """Return True if no table of the set of boards will play this deal any more.

    `ended` is True if the table with the data `standing` plays no more boards.
    """
    return (ended or deal.board in standing.here) and told(standing, deal.board)


def news(
    standing: SetStanding, here: KnownResults, others: tuple[KnownResults, ...]
) -> tuple[SetRuling, ...]:
    """Return the rulings that tell a table which boards no other table of the set will play any more.

    `standing` is the table's own data about the set. `here` and `others` are what the set knows of the table
    and of its other tables. Returns () if the table has nothing to learn.
    """
    if standing.ended:
        return ()
    ended, released = all(other.closed for other in others), frozenset(standing.released)
    # A set may have 64 tables and 128 boards, and every result asks for the news of each table. So only the
    # boards that a table does not know yet are looked up at the others.
    sources = (here, *others) if here.closed else (here,)
    wanted = {
        board
        for each in sources
        for board, result in each.results.items()
        if result is not None and board not in released
    }
    free = tuple(board for board in sorted(wanted) if all(other.plays_no_more(board) for other in others))
    return (BoardsReleased(free, ended=ended),) if free or ended else ()


def public_set(standing: SetStanding) -> BoardSet:
    """Return the part of the view about the set of boards: its id, its number of tables, the released boards.

    A board is released when no other table will play it any more. A board is listed only if this table has
    finished it.
    """
    boards = tuple(board for board in standing.here if told(standing, board))
    return BoardSet(standing.board_set, standing.tables, boards)
