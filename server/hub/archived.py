"""The records of the archive: made from what the store has about a table, and turned into the same again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from server.errors import StoreError
from server.hub.membership import packed, unpacked
from server.store.archive.archive import Archive, ArchivedDeal, ArchivedTable, Person
from server.store.table_logs import Meta, Noted, Stored
from server.table.events import decode
from server.table.identities import Identity, Placeholders, identified, split, together
from server.table.player import RobotOwner
from server.table.seats import Chair, house_id
from server.table.table import NO_OWNERS, Table

READ_BITS = 44
"""The bits of a version for the time (ms since 1970) at which a record was read; they last until 2527."""

_pack = msgspec.msgpack.encode
_notes = msgspec.msgpack.Decoder(tuple[Noted, ...]).decode
_meta = msgspec.msgpack.Decoder(Meta).decode


def version_of(length: int, read_ms: int) -> int:
    """Return the version of a record: a longer log has a greater one, and of equal logs the one read later.

    `read_ms` is the time (ms since 1970) before the log and the notes were read from the store.
    """
    return length << READ_BITS | read_ms


def archived_deal(
    last: Table,
    end: Table | None,
    entries: Sequence[bytes],
    notes: Sequence[Noted],
    read_ms: int,
    result: str,
) -> ArchivedDeal:
    """Return the record of a deal.

    `last` is the table after all `entries` of the deal's log. `end` is the table at the moment when the deal
    ended; if `end` is None, the table was closed before the deal was over, and the record has no player with
    a seat, so that no list of a player's deals has the deal. `result` is one line about the result.
    """
    placeholders = Placeholders()
    written, noted = _without_names(entries, notes, placeholders)
    identities = placeholders.identities
    chairs = () if end is None else end.chairs
    return ArchivedDeal(
        table=last.id,
        deal=last.deal,
        version=version_of(len(entries), read_ms),
        game=last.game.name,
        ended_ms=(end or last).time_ms,
        open=last.policy.access == "open",
        result=result,
        entries=written,
        notes=noted,
        people=(
            *people_of(identities, chairs, NO_OWNERS if end is None else end.robot_owners),
            *_robots(len(identities), chairs),
        ),
    )


def _without_names(
    entries: Sequence[bytes], notes: Sequence[Noted], placeholders: Placeholders
) -> tuple[tuple[bytes, ...], bytes]:
    """Return a log and its encoded notes as a record has them, with placeholders for players."""
    written = split(entries, placeholders)
    noted = tuple(replace(note, player=placeholders.id(note.player)) for note in notes)
    return written, _pack(noted) if noted else b""


def has_table(about: ArchivedTable, last: ArchivedDeal, stored: Stored) -> bool:
    """Return True if the records have a table and its last deal as the store has them.

    The names of players are not compared: those of a forgotten player are still in the store. Raises an error
    of msgspec if the log is not valid.
    """
    entries, notes = _without_names(stored.entries, stored.notes, Placeholders())
    meta = _identified(stored.meta, Placeholders().id)
    if (about.deal, last.notes, _meta(about.meta)) != (stored.deal, notes, meta):
        return False
    # Another release may have encoded the same entry in another way.
    return [*map(decode, last.entries)] == [*map(decode, entries)]


def people_of(
    identities: Sequence[Identity],
    chairs: Sequence[Chair],
    robot_owners: Mapping[str, RobotOwner] = NO_OWNERS,
) -> tuple[Person, ...]:
    """Return the players of a deal; a seat belongs to its player and to its absent owner.

    `robot_owners` are the owners of those players that are robots, by the robot's id.
    """
    seats = {person: seat for seat, chair in enumerate(chairs) for person in chair.people}
    places = {(each.id, each.name): place for place, each in enumerate(identities)}
    people = []
    for place, each in enumerate(identities):
        person = Person(place, each.id, each.name, seats.get((each.id, each.name)))
        owner = robot_owners.get(each.id)
        if owner is not None and owner.player:
            person = replace(person, owner=places.get((owner.player, owner.name)))
        elif owner is not None:
            person = replace(person, robot_of=owner.name)
        people.append(person)
    return tuple(people)


def _robots(first: int, chairs: Sequence[Chair]) -> tuple[Person, ...]:
    """Return the house robots of the seats, with places that no placeholder of the record names."""
    playing = [(seat, chair.house) for seat, chair in enumerate(chairs) if chair.house is not None]
    return tuple(
        Person(place, house_id(seat), robot, seat, robot=True)
        for place, (seat, robot) in enumerate(playing, first)
    )


def entries_of(record: ArchivedDeal) -> tuple[bytes, ...]:
    """Return the log of an archived deal, oldest entry first.

    Raises StoreError, or an error of msgspec, if the record is not valid.
    """
    return together(record.entries, identities_of(record.people))


def notes_of(record: ArchivedDeal) -> tuple[Noted, ...]:
    """Return the players' notes on an archived deal, sorted by card and player.

    Raises StoreError, or an error of msgspec, if the record is not valid.
    """
    identities = identities_of(record.people)
    noted = _notes(record.notes) if record.notes else ()
    named = (replace(note, player=identified(note.player, identities)) for note in noted)
    return tuple(sorted(named, key=lambda note: (note.card, note.player)))


def archived_table(
    table: str, meta: Meta, deal: int, read_ms: int, closed_ms: int | None = None
) -> ArchivedTable:
    """Return the record of a table; `deal` is its last deal.

    `read_ms` is the time (ms since 1970) before the table was read from the store, and `closed_ms` that at
    which the table was closed, None for a table that is not closed.
    """
    placeholders = Placeholders()
    written = _pack(_identified(meta, placeholders.id))
    people = people_of(placeholders.identities, ())
    return ArchivedTable(table, version_of(deal, read_ms), written, deal, closed_ms, people)


def meta_of(record: ArchivedTable) -> Meta:
    """Return the data of an archived table.

    Raises StoreError, or an error of msgspec, if the record is not valid.
    """
    identities = identities_of(record.people)
    return _identified(_meta(record.meta), lambda id: identified(id, identities))


def _identified(meta: Meta, id: Callable[[str], str]) -> Meta:
    """Return the data of a table with other ids of its host and of the player that uploaded its boards."""
    meta = replace(meta, host=id(meta.host))
    member = None if meta.board_set is None else unpacked(meta.board_set)
    if member is None or not member.uploader:
        return meta
    return replace(meta, board_set=packed(replace(member, uploader=id(member.uploader))))


async def closed_table(archive: Archive, table: str) -> Stored | None:
    """Return a closed table with its last deal as the store had it; None if the archive has no such table.

    The table has no owner. Raises OSError if the archive does not answer, and StoreError or an error of
    msgspec if a record is not valid.
    """
    about = await archive.table(table)
    if about is None or about.closed_ms is None:
        return None
    last = await archive.deal(table, about.deal)
    if last is None:
        return None
    return Stored(meta_of(about), "", about.deal, entries_of(last), notes_of(last))


def identities_of(people: Sequence[Person]) -> tuple[Identity, ...]:
    """Return the identities for which the placeholders of a record stand, in the order of their places."""
    ordered = sorted(people, key=lambda person: person.place)
    if [person.place for person in ordered] != list(range(len(ordered))):
        raise StoreError(f"expected {len(ordered)} people with the places from 0 in a record of the archive")
    return tuple(Identity(person.id, person.name) for person in ordered)
