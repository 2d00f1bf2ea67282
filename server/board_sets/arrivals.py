"""The rules about players that come to a table of a set of boards: to a seat, an office, or to watch.

The boards of a set are secret until all of its tables have played them. So a player at one table comes to no
other table of the set, and a player that may know cards of a board comes to no table that is yet to play it.
Only a director or commentator may hold office at several tables.
"""

from __future__ import annotations

from protocol.v1.codes import Code
from server.board_sets.board_set import BoardSet, Stay
from server.board_sets.entries import Came
from server.board_sets.reports import people
from server.errors import Refusal
from server.table.seats import rights
from server.table.table import Table


def arrivals(board_set: BoardSet, before: Table, after: Table, at_ms: int) -> tuple[Came, ...]:
    """Return the log entries for the players that come to a table of the set of boards; () for none.

    `before` and `after` are the table before and after an entry of its own log, which is not yet stored.
    Raises Refusal if one of the players may not come now.
    """
    known, at_ms = board_set.present(before.id), max(at_ms, board_set.time_ms)
    entries = []
    for player, office in newcomers(before, after):
        reason = reason_not_to_come(board_set, before, player, office)
        if reason is not None:
            raise Refusal(Code.FORBIDDEN, reason)
        if player not in known or known[player].office is not office:
            entries.append(Came(at_ms=at_ms, table=before.id, player=player, office=office))
    return tuple(entries)


def newcomers(before: Table, after: Table) -> tuple[tuple[str, bool], ...]:
    """Return the players that come to a table by an entry of its log.

    `before` and `after` are the table before and after the entry. Each player is paired with True if the
    player comes only as director or commentator, and with False for a seat or a hand to watch. A director or
    commentator that loses the office and gets no seat is not in the result.
    """
    was, now, seated = people(before), people(after), rights(after.chairs)
    hands = (player for player in now.hands - was.hands if player in seated or player not in was.offices)
    offices = now.offices - was.offices - was.hands
    return (*((player, False) for player in sorted(hands)), *((player, True) for player in sorted(offices)))


def reason_not_to_come(board_set: BoardSet, table: Table, player: str, office: bool) -> str | None:
    """Return the reason why a player may not come to a table of the set now, None if the player may.

    `office` is True for a player that becomes director or commentator and takes no seat.
    """
    stays = board_set.stays.get(player, ())
    was_here = any(stay.table == table.id and stay.last in (None, table.deal) for stay in stays)
    if table.over and not was_here and not board_set.is_closed(table.id, table.deal):
        # In the pause after a deal, the people of a table see all cards of the deal. A newcomer could tell
        # them to another table, since one person may be several guests.
        return (
            "another table still plays the deal that has just ended here, and only the people of the deal see"
            " its cards: send the request again when the next deal begins"
        )
    elsewhere = [stay for stay in stays if stay.table != table.id and not (office and stay.office)]
    if any(stay.last is None for stay in elsewhere):
        return "a player, director or commentator of one table cannot come to another with the same boards"
    if any(_knows(stay, table) for stay in elsewhere):
        return "a player that has seen a hand of a deal cannot come to where the deal is yet to be played"
    return None


def may_know(board_set: BoardSet, table: Table, player: str) -> bool:
    """Return True if a player may know, from another table, cards of a board that `table` has yet to play."""
    elsewhere = (stay for stay in board_set.stays.get(player, ()) if stay.table != table.id)
    return any(stay.last is None or _knows(stay, table) for stay in elsewhere)


def _knows(stay: Stay, table: Table) -> bool:
    """Return True if a player may know, from another table, cards of a deal that `table` has not finished."""
    return stay.last is not None and stay.last >= table.deal + table.over


def plays_elsewhere(board_set: BoardSet, table: str, player: str) -> bool:
    """Return True if a player has a seat, or watches a hand, at a table of the set other than `table`."""
    stays = board_set.stays.get(player, ())
    return any(stay.table != table and stay.last is None and not stay.office for stay in stays)
