"""The records of matches and sets of boards in the archive: made from the store, and turned back again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from server.board_sets import entries
from server.board_sets.entries import Over, Played
from server.board_sets.identities import split, together
from server.hub.archived import identities_of, meta_of, people_of, version_of
from server.hub.sets.member import stored_id
from server.store.archive.archive import Archive, ArchivedDeal, ArchivedTable, Person
from server.store.table_logs import Meta, Stored
from server.table.identities import Identity, Placeholders

_pack = msgspec.msgpack.encode


def deals_of(stored: Stored) -> tuple[tuple[str, int], ...]:
    """Return the table and the number of each deal of which a set's log has a result.

    Raises an error of msgspec if the entries are not a valid log.
    """
    played = (entry for entry in map(entries.decode, stored.entries) if isinstance(entry, Played))
    return tuple(dict.fromkeys((entry.table, entry.deal) for entry in played))


def archived_set(
    board_set: str, stored: Stored, people: Mapping[tuple[str, int], Sequence[Person]], read_ms: int
) -> tuple[ArchivedDeal, ArchivedTable] | None:
    """Return the records of a set of boards, None if the set is not over.

    `people` are the players of each deal by the table and the number of the deal. `read_ms` is the time (ms
    since 1970) before the set was read from the store. No list of a player's deals has the set. Raises an
    error of msgspec if the entries are not a valid log.
    """
    ends = [entry.at_ms for entry in map(entries.decode, stored.entries) if isinstance(entry, Over)]
    if not ends:
        return None

    def person_of(table: str, deal: int, seat: int, name: str) -> Identity:
        there = [each for each in people.get((table, deal), ()) if each.seat == seat]
        if any(each.robot and each.name == name for each in there):
            return Identity("", name)
        players = [each for each in there if not each.robot]
        # A player that has been forgotten since has another name in the record of the deal.
        found = next((each for each in players if each.name == name), players[0] if players else None)
        return Identity("", name) if found is None else Identity(found.id, found.name)

    placeholders = Placeholders()
    meta = _pack(replace(stored.meta, host=placeholders.id(stored.meta.host)))
    written = split(stored.entries, placeholders, person_of)
    # Both records have the same placeholders.
    named = people_of(placeholders.identities, ())
    id, version = stored_id(board_set), version_of(len(stored.entries), read_ms)
    deal = ArchivedDeal(id, 0, version, stored.meta.game, ends[-1], False, "", written, people=named)
    return deal, ArchivedTable(id, version, meta, 0, ends[-1], named)


def has_set(about: ArchivedTable | None, log: ArchivedDeal | None, wanted: ArchivedDeal, meta: bytes) -> bool:
    """Return True if the archive has the log and the data of a set; the names of players do not count."""
    return about is not None and log is not None and (log.entries, about.meta) == (wanted.entries, meta)


async def closed_set(archive: Archive, board_set: str) -> Stored | None:
    """Return a set of boards that is over as the store had it; None if the archive has no such set.

    The set has no owner. Raises OSError if the archive does not answer, and StoreError or an error of msgspec
    if a record is not valid.
    """
    id = stored_id(board_set)
    about, log = await archive.table(id), await archive.deal(id, 0)
    if about is None or log is None:
        return None
    meta: Meta = meta_of(about)
    return Stored(meta, "", 0, together(log.entries, identities_of(log.people)))
