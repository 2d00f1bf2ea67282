"""The facts about a table that a set of boards must know, and the log entries by which it learns them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from server.board_sets.board_set import BoardSet, results_of
from server.board_sets.entries import Came, Entry, Finished, Over, Played, Reopened, Went
from server.table.seats import rights
from server.table.table import Table

_pack = msgspec.msgpack.Encoder().encode


class People(Struct, frozen=True):
    """The people at a table that may know cards.

    `offices` are the directors and commentators without a seat, also if they have watched a hand. `hands` are
    the players with a seat, absent owners of a seat, and all other people that have watched a hand of the
    present deal.
    """

    hands: frozenset[str] = frozenset()
    offices: frozenset[str] = frozenset()


class Report(Struct, frozen=True):
    """The facts about a table that concern its set, at some entry of the table's log.

    `deal` is the number of the present deal. `known` is the number of the last deal of which the people at
    the table may know cards; -1 if there is none. `finished` is the number of finished deals. `results` has
    the numbers and the results of the newest finished boards, oldest first. `people` are the players with a
    seat or an office, and those that have watched a hand of the present deal. `players` has the name of the
    player or robot in each seat. `standing` is the table's own data about the match or the set of boards.
    """

    table: str
    deal: int
    known: int
    finished: int
    results: tuple[tuple[int, Any], ...]
    people: People
    players: tuple[str | None, ...]
    standing: Any
    closed: bool


def report(table: Table) -> Report:
    """Return the facts about a table that its set of boards must know."""
    sharing = table.game.sharing
    due = table.game.deal_due(table.state)
    return Report(
        table=table.id,
        deal=table.deal,
        known=table.deal - due,
        finished=table.deal + table.over,
        results=results_of(table.game).results(table.state),
        people=people(table),
        players=tuple(chair.name or chair.house or chair.owner_name or None for chair in table.chairs),
        standing=None if sharing is None else sharing.standing(table.state),
        closed=table.closed,
    )


def people(table: Table) -> People:
    """Return the people at a table of a set of boards that may know cards; none at a closed table."""
    if table.closed:
        return People()
    seated = rights(table.chairs)
    offices = (table.roles.directors | table.roles.commentators) - seated
    return People(seated | (table.hand_access.seen_by - offices), offices)


def learned(board_set: BoardSet, facts: Report, at_ms: int) -> tuple[Entry, ...]:
    """Return the log entries by which a set of boards learns the facts about one of its tables.

    Returns () if the set knows all of the facts already.
    """
    at_ms = max(at_ms, board_set.time_ms)
    table = board_set.tables[facts.table]
    if table.closed:
        return ()
    entries: list[Entry] = list(_results(board_set, facts, at_ms))
    if facts.closed:
        entries.append(Finished(at_ms=at_ms, table=facts.table, last=facts.known))
        if all(other.closed for other in board_set.others(facts.table)):
            entries.append(Over(at_ms=at_ms))
        return tuple(entries)
    entries += _people(board_set, facts, at_ms)
    return tuple(entries)


def _people(board_set: BoardSet, facts: Report, at_ms: int) -> Iterator[Entry]:
    """Return a log entry for each player that came to the table or left it, which the set does not know yet.

    A player that comes is entered into the set's log first. That entry is missing if the table's entry was
    stored and the set's was not, because the server or the store was stopped in between.
    """
    known, people = board_set.present(facts.table), facts.people
    for player in sorted(people.hands):
        if player not in known or known[player].office:
            yield Came(at_ms=at_ms, table=facts.table, player=player)
    for player in sorted(people.offices - known.keys()):
        yield Came(at_ms=at_ms, table=facts.table, player=player, office=True)
    for player in sorted(known.keys() - people.hands - people.offices):
        yield Went(at_ms=at_ms, table=facts.table, player=player, last=facts.known)


def met(board_set: BoardSet, facts: Report, at_ms: int) -> tuple[Entry, ...]:
    """Return the log entries for people that were at a table earlier, which the set does not know yet.

    A player that left before the set's entry was stored could otherwise take a card to another table.
    """
    table = board_set.tables[facts.table]
    if table.closed or board_set.is_closed(facts.table, facts.known):
        return ()
    at_ms = max(at_ms, board_set.time_ms)

    def known(player: str) -> bool:
        stays = board_set.stays.get(player, ())
        return any(
            stay.table == facts.table and (stay.last is None or stay.last >= facts.known) for stay in stays
        )

    hands, offices = facts.people.hands, facts.people.offices
    return tuple(
        Came(at_ms=at_ms, table=facts.table, player=player, office=player in offices)
        for player in sorted(hands | offices)
        if not known(player)
    )


def _results(board_set: BoardSet, facts: Report, at_ms: int) -> tuple[Entry, ...]:
    table, first = board_set.tables[facts.table], facts.finished - len(facts.results)
    entries: list[Entry] = []
    for deal, (board, result) in enumerate(facts.results, first):
        if table.results.get(board) != result:
            packed = msgspec.Raw(_pack(result))
            # A correction of an earlier board must not change the names of the board's players.
            new = board not in table.players or deal == facts.finished - 1
            players = facts.players if new else ()
            entries.append(
                Played(at_ms=at_ms, table=facts.table, deal=deal, board=board, result=packed, players=players)
            )
    # More than one deal is reopened if the table's log has lost deals that the log of the set still has.
    for board, deal in sorted(table.deals.items(), key=lambda each: -each[1]):
        if deal >= facts.finished and table.results.get(board) is not None:
            entries.append(Reopened(at_ms=at_ms, table=facts.table, deal=deal, board=board))
    return tuple(entries)
