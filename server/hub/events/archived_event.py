"""The records of events in the archive: made from the store, and turned back again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

import msgspec
from msgspec.structs import replace

from server.errors import StoreError
from server.events import entries
from server.events.entries import Begun, Entry, Reported, Staged
from server.events.event import Event, begin, fold
from server.events.people import Person
from server.events.seatings import Seating
from server.games.base import AnyGame
from server.hub.archived import identities_of, meta_of, people_of, version_of
from server.hub.events.event_ids import stored_event_id
from server.store.archive.archive import Archive, ArchivedDeal, ArchivedTable
from server.store.table_logs import Meta, Stored
from server.table.identities import Placeholders, identified, named

ChangeId = Callable[[str], str]
ChangePerson = Callable[[Person], Person]

_pack = msgspec.msgpack.encode


def archived_event(
    event: str, game: AnyGame, stored: Stored, read_ms: int
) -> tuple[ArchivedDeal, ArchivedTable] | None:
    """Return the records of an event, None if the event is not over.

    `read_ms` is the time (ms since 1970) before the event was read from the store. No list of a player's
    deals has the event. Raises StoreError or an error of msgspec if the entries are not a valid log.
    """
    ended_ms = ended(stored)
    if ended_ms is None:
        return None
    placeholders = Placeholders()
    meta = _pack(replace(stored.meta, host=placeholders.id(stored.meta.host)))
    written = _split(event, game, stored, placeholders)
    people = people_of(placeholders.identities, ())
    id, version = stored_event_id(event), version_of(len(stored.entries), read_ms)
    deal = ArchivedDeal(id, 0, version, stored.meta.game, ended_ms, False, "", written, people=people)
    return deal, ArchivedTable(id, version, meta, 0, ended_ms, people)


def ended(stored: Stored) -> int | None:
    """Return the time (ms since 1970) of the newest entry of an event that is over, None for other events.

    Raises an error of msgspec if the entries are not a valid log.
    """
    log = [entries.decode(entry) for entry in stored.entries]
    over = any(isinstance(each, Staged) and each.stage in ("final", "cancelled") for each in log)
    return log[-1].at_ms if over else None


async def closed_event(archive: Archive, event: str) -> Stored | None:
    """Return an event that is over as the store had it; None if the archive has no such event.

    The event has no owner. Raises OSError if the archive does not answer, and StoreError or an error of
    msgspec if a record is not valid.
    """
    id = stored_event_id(event)
    about, log = await archive.table(id), await archive.deal(id, 0)
    if about is None or log is None:
        return None
    meta: Meta = meta_of(about)
    identities = identities_of(log.people)

    def id_of(mark: str) -> str:
        return identified(mark, identities)

    def person_of(person: Person) -> Person:
        if person.robot is not None:
            return person
        return replace(person, id=id_of(person.id), name=named(person.name, identities))

    def name_of(mark: str) -> str:
        return named(mark, identities)

    together = [_changed(entries.decode(each), id_of, person_of) for each in log.entries]
    return Stored(meta, "", 0, tuple(entries.encode(_renamed(each, name_of)) for each in together))


def _split(id: str, game: AnyGame, stored: Stored, placeholders: Placeholders) -> tuple[bytes, ...]:
    """Return the entries of an event's log with placeholders instead of the ids and names of players."""
    event: Event | None = None
    written = []
    for packed in stored.entries:
        entry = entries.decode(packed)
        if event is not None:
            event = fold(event, entry)
        elif isinstance(entry, Begun):
            event = begin(id, game, entry)
        else:
            raise StoreError(f"expected the log of event {id} to begin with the entry `begun`")
        changed = _changed(entry, placeholders.id, lambda person: _marked(person, placeholders))
        if isinstance(changed, Reported):
            changed = replace(changed, players=_marked_names(event, changed, placeholders))
        written.append(entries.encode(changed))
    return tuple(written)


def _marked(person: Person, placeholders: Placeholders) -> Person:
    if person.robot is not None:
        return person
    id, name = placeholders.player(person.id, person.name)
    return replace(person, id=id or "", name=name)


def _marked_names(event: Event, entry: Reported, placeholders: Placeholders) -> tuple[str | None, ...]:
    """Return the names of the players of a result as placeholders, with the ids of those that sat there."""
    round = next(each for each in event.rounds if each.number == entry.round)
    chairs = round.tables[entry.table].seating.chairs

    def mark(seat: int, name: str) -> str:
        sits = chairs.get(seat)
        known = sits.id if sits is not None and sits.name == name else ""
        return placeholders.player(known, name)[1]

    return tuple(mark(seat, name) if name else name for seat, name in enumerate(entry.players))


def _renamed(entry: Entry, name: Callable[[str], str]) -> Entry:
    if not isinstance(entry, Reported):
        return entry
    return replace(entry, players=tuple(name(each) if each else each for each in entry.players))


def _changed(entry: Entry, id: ChangeId, person: ChangePerson) -> Entry:
    """Return an entry with other ids and people, except the names of a result."""
    entry = replace(entry, by=id(entry.by))
    match entry:
        case entries.Begun(directors=directors):
            return replace(entry, directors=_people(directors, person))
        case entries.Changed(directors=directors):
            return entry if directors is None else replace(entry, directors=_people(directors, person))
        case entries.Entered(players=players, invited=invited):
            ids = tuple(id(each) for each in invited)
            return replace(entry, players=_people(players, person), invited=ids)
        case entries.Joined(player=player) | entries.Claimed(player=player) | entries.Offered(player=player):
            return replace(entry, player=person(player))
        case (
            entries.Declined(player=player) | entries.CheckedIn(player=player) | entries.Erased(player=player)
        ):
            return replace(entry, player=id(player))
        case entries.Substituted(out=out, player=player):
            return replace(entry, out=id(out), player=person(player))
        case entries.Started(tables=tables):
            return replace(entry, tables=tuple(_seated(each, person) for each in tables))
        case (
            entries.Staged()
            | entries.Held()
            | entries.Gone()
            | entries.NoShow()
            | entries.Returned()
            | entries.Drawn()
            | entries.Undrawn()
            | entries.Published()
            | entries.Extended()
            | entries.Closing()
            | entries.Warned()
            | entries.Reported()
            | entries.TableEnded()
            | entries.Adjusted()
            | entries.Carried()
            | entries.Scored()
            | entries.Announced()
            | entries.Called()
            | entries.Answered()
        ):
            return entry
        case _:
            assert_never(entry)


def _people(people: Sequence[Person], person: ChangePerson) -> tuple[Person, ...]:
    return tuple(person(each) for each in people)


def _seated(seating: Seating, person: ChangePerson) -> Seating:
    return replace(seating, chairs={seat: person(each) for seat, each in seating.chairs.items()})
