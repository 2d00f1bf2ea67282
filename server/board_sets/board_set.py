"""A set of boards as a frozen value, and the function `fold`, which applies an entry of its log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.requests import Policy
from server.board_sets.entries import Begun, Came, Entry, Finished, Over, Place, Played, Reopened, Went
from server.errors import StoreError
from server.games.base import AnyGame, Competing, KnownResults, Sharing


class SetTable(Struct, frozen=True):
    """One table of a set of boards: the number of deals it has finished, and its results by board number.

    The result of a board is None after a ruling that the board goes on. `deals` has the number of each
    board's deal, and `players` the names of the players at each board, by seat. `closed` is True if the table
    plays no more boards.
    """

    place: Place
    played: int = 0
    results: dict[int, Any] = {}
    deals: dict[int, int] = {}
    players: dict[int, tuple[str | None, ...]] = {}
    closed: bool = False

    @property
    def known(self) -> KnownResults:
        """Return the results of the table in the form that the rules of the game need."""
        return KnownResults(self.results, self.closed)

    def has_played(self, deal: int) -> bool:
        """Return True if the table has finished a deal, or will never play it."""
        return self.closed or self.played > deal


class Stay(Struct, frozen=True):
    """The time that a player spent at one table of a set of boards.

    `last` is the number of the last deal of which the player may know cards; None while the player has a
    seat, an office or a hand to watch there. `office` is True for a director or commentator that had no seat
    and no hand to watch.
    """

    table: str
    last: int | None = None
    office: bool = False


class BoardSet(Struct, frozen=True):
    """A set of boards as it is after some entry of its log.

    `event` is the event of which the set is a round, or "", and `directors` are the directors of the event.
    `tables` has the tables of the set by id, and `stays` the stays of each player at them, without those that
    no longer tell the player anything of a board that is yet to be played. `over` is True once no table of
    the set plays any more. `index` is the number of entries in the log, and `time_ms` the time of the last
    one.
    """

    id: str
    game: AnyGame
    match: bool
    policy: Policy
    uploaded: bool
    tables: dict[str, SetTable]
    stays: dict[str, tuple[Stay, ...]]
    over: bool
    index: int
    time_ms: int
    event: str = ""
    directors: tuple[str, ...] = ()

    @property
    def sharing(self) -> Sharing[Any] | None:
        """Return the rules of the game for tables that know of each other, None if they do not."""
        return self.game.sharing

    def others(self, table: str) -> tuple[SetTable, ...]:
        """Return the tables of the set except `table`, in the order of the set."""
        return tuple(each for id, each in self.tables.items() if id != table)

    def is_closed(self, table: str, deal: int) -> bool:
        """Return True if no table of the set except `table` will play the deal with the number `deal`."""
        return all(each.has_played(deal) for each in self.others(table))

    def present(self, table: str) -> dict[str, Stay]:
        """Return the stay of each player that is at a table of the set now, by the player's id."""
        return {
            player: stay
            for player, stays in self.stays.items()
            for stay in stays
            if stay.table == table and stay.last is None
        }

    def known(self) -> dict[str, KnownResults]:
        """Return the results of each table, by its id, in the form that the rules of the game need."""
        return {id: each.known for id, each in self.tables.items()}

    def news(self, table: str, standing: Any, known: Mapping[str, KnownResults]) -> tuple[Any, ...]:
        """Return the rulings that tell a table the results of other tables that it does not know yet.

        `standing` is the table's own data about the match or the set of boards. `known` are the results of
        all tables (`known()`), which a caller computes once for many tables.
        """
        if self.sharing is None:
            return ()
        others = tuple(results for id, results in known.items() if id != table)
        return self.sharing.news(standing, known[table], others)

    def released(self) -> tuple[int, ...]:
        """Return the numbers of the boards that no table of the set will play any more, in order."""
        tables = self.tables.values()
        boards = {board: deal for table in tables for board, deal in table.deals.items()}
        return tuple(
            board
            for board, deal in sorted(boards.items())
            if all(table.has_played(deal) and table.known.plays_no_more(board) for table in tables)
        )


def results_of(game: AnyGame) -> Sharing[Any] | Competing[Any]:
    """Return the part of a game's rules that tells the results of a table of a set of boards."""
    found = game.sharing or game.competing
    assert found is not None, f"expected a game with sets of boards, got {game.name}"
    return found


def begin(id: str, game: AnyGame, entry: Begun) -> BoardSet:
    """Return a set of boards as it is after the first entry of its log."""
    tables = {place.table: SetTable(place) for place in entry.places}
    return BoardSet(
        *(id, game, entry.match, entry.policy, entry.uploaded, tables, {}, False, 1, entry.at_ms),
        entry.event,
        entry.directors,
    )


def fold(before: BoardSet, entry: Entry) -> BoardSet:
    """Return a set of boards after one more entry of its log; `before` is the set before the entry.

    Raises StoreError if the entry cannot follow, and an error of msgspec for a result of another game.
    """
    after = replace(before, index=before.index + 1, time_ms=max(before.time_ms, entry.at_ms))
    match entry:
        case Begun():
            raise StoreError(f"expected the entry `begun` only once in the log of set {before.id}")
        case Came(table=table, player=player, office=office):
            return replace(after, stays=_with(after, player, Stay(table, office=office)))
        case Went(table=table, player=player, last=last):
            former = before.present(table).get(player)
            office = former is not None and former.office
            return _pruned(replace(after, stays=_with(after, player, Stay(table, last, office))))
        case Played():
            return _pruned(_with_table(after, _played(after, entry)))
        case Reopened(table=id, deal=deal, board=board):
            there = _table(after, id)
            return _with_table(after, replace(there, played=deal, results={**there.results, board: None}))
        case Finished(table=id, last=last):
            closed = _with_table(after, replace(_table(after, id), closed=True))
            return _pruned(replace(closed, stays=_left(closed, id, last)))
        case Over():
            return replace(after, over=True, stays={})
        case _:
            assert_never(entry)


def restore(id: str, game: AnyGame, entries: Iterable[Entry]) -> BoardSet:
    """Return a set of boards after all entries of its log.

    Raises StoreError or an error of msgspec if the entries are not a valid log.
    """
    found: BoardSet | None = None
    for entry in entries:
        if found is not None:
            found = fold(found, entry)
        elif isinstance(entry, Begun):
            found = begin(id, game, entry)
        else:
            break
    if found is None:
        raise StoreError(f"expected the log of set {id} to begin with the entry `begun`")
    return found


def _table(board_set: BoardSet, id: str) -> SetTable:
    table = board_set.tables.get(id)
    if table is None:
        raise StoreError(f"expected a table of set {board_set.id}, got {id}")
    return table


def _with_table(board_set: BoardSet, table: SetTable) -> BoardSet:
    return replace(board_set, tables={**board_set.tables, table.place.table: table})


def _played(board_set: BoardSet, entry: Played) -> SetTable:
    table = _table(board_set, entry.table)
    result = msgspec.msgpack.decode(entry.result, type=results_of(board_set.game).result_type)
    players = {**table.players, entry.board: entry.players} if entry.players else table.players
    return replace(
        table,
        played=max(table.played, entry.deal + 1),
        results={**table.results, entry.board: result},
        deals={**table.deals, entry.board: entry.deal},
        players=players,
    )


def _with(board_set: BoardSet, player: str, stay: Stay) -> dict[str, tuple[Stay, ...]]:
    """Return the stays of all players, in which `stay` has replaced the player's present stay at that table.

    If `stay` has ended, it also replaces the player's earlier stays at the table in which the player learned
    no more.
    """

    def replaced(each: Stay) -> bool:
        if each.table != stay.table:
            return False
        if each.last is None or stay.last is None:
            return each.last is None
        return each.office is stay.office and each.last <= stay.last

    earlier = tuple(each for each in board_set.stays.get(player, ()) if not replaced(each))
    return {**board_set.stays, player: (*earlier, stay)}


def _left(board_set: BoardSet, table: str, last: int) -> dict[str, tuple[Stay, ...]]:
    """Return the stays of all players after everybody has left the table `table`.

    `last` is the number of the last deal of which these players may know cards.
    """
    left = {
        player: tuple(
            replace(stay, last=last) if stay.table == table and stay.last is None else stay for stay in stays
        )
        for player, stays in board_set.stays.items()
        for there in stays
        if there.table == table and there.last is None
    }
    return board_set.stays | left


def _pruned(board_set: BoardSet) -> BoardSet:
    """Return the set of boards without the stays that do not matter any more.

    A stay matters while the player may know cards of a board that another table has yet to play.
    """
    # Every result comes here, and nearly all of the hundreds of players of a set have never left their seats.
    left = {
        player: stays
        for player, stays in board_set.stays.items()
        if len(stays) > 1 or stays[0].last is not None
    }
    if not left:
        return board_set
    # Of the two tables that are the furthest behind, at least one is another table than that of a stay.
    behind = sorted((each.played, id) for id, each in board_set.tables.items() if not each.closed)[:2]

    def tells(stay: Stay) -> bool:
        return stay.last is None or any(played <= stay.last and id != stay.table for played, id in behind)

    told = ((player, stays, tuple(filter(tells, stays))) for player, stays in left.items())
    fewer = {player: kept for player, stays, kept in told if len(kept) < len(stays)}
    if not fewer:
        return board_set
    stays = board_set.stays | fewer
    return replace(board_set, stays={player: kept for player, kept in stays.items() if kept})
