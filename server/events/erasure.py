"""The players of an event that have deleted themselves: a pseudonym stands for the id and the name.

The log keeps both until the event is archived, because the tables of the event know the player by the id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from server.events.event import Event, Round, TableNow
from server.events.people import Entrant, Person


def people_of(event: Event) -> frozenset[str]:
    """Return the ids of all players and directors that an event names."""
    return frozenset(person.id for person in _people(event) if person.id)


def _people(event: Event) -> Iterator[Person]:
    yield from event.directors
    if event.uploader is not None:
        yield event.uploader
    yield from event.pool.values()
    for entrant in event.entrants.values():
        yield from (*entrant.players, *entrant.former)
    for _, _, table in event.tables():
        yield from table.seating.chairs.values()


def with_pseudonym(event: Event, person: Person) -> Person:
    """Return a person under the pseudonym if that player has deleted itself; the id stays."""
    pseudonym = event.erased.get(person.id)
    return person if pseudonym is None else replace(person, name=pseudonym)


def without_erased(event: Event) -> Event:
    """Return an event for others to see: with pseudonyms in place of the ids and names of deleted players.

    Texts that people have written, such as the name of a team or a ruling, stay as they are.
    """
    if not event.erased:
        return event
    return replace(
        event,
        directors=_hidden(event, event.directors),
        uploader=None if event.uploader is None else _hide(event, event.uploader),
        entrants={id: _entrant(event, each) for id, each in event.entrants.items()},
        rounds=tuple(_round(event, each) for each in event.rounds),
        calls={
            number: replace(each, taken_by=event.erased.get(each.taken_by, each.taken_by))
            for number, each in event.calls.items()
        },
        carried=tuple(replace(each, by=event.erased.get(each.by, each.by)) for each in event.carried),
    )


def shown_ids(event: Event, ids: frozenset[str]) -> frozenset[str]:
    """Return ids for others to see: with pseudonyms in place of those of deleted players."""
    return frozenset(event.erased.get(each, each) for each in ids)


def _hide(event: Event, person: Person) -> Person:
    pseudonym = event.erased.get(person.id)
    return person if pseudonym is None else replace(person, id=pseudonym, name=pseudonym)


def _hidden(event: Event, people: Iterable[Person]) -> tuple[Person, ...]:
    return tuple(_hide(event, each) for each in people)


def _entrant(event: Event, entrant: Entrant) -> Entrant:
    return replace(
        entrant,
        players=_hidden(event, entrant.players),
        former=_hidden(event, entrant.former),
        invited=shown_ids(event, entrant.invited),
        present=shown_ids(event, entrant.present),
    )


def _round(event: Event, round: Round) -> Round:
    return replace(round, tables={number: _table(event, each) for number, each in round.tables.items()})


def _table(event: Event, table: TableNow) -> TableNow:
    chairs = table.seating.chairs
    entrants = [event.entrants[id] for id in table.seating.sides if id is not None]
    played = [person for each in entrants for person in (*each.players, *each.former)]
    pseudonyms = {each.name: event.erased[each.id] for each in played if each.id in event.erased}

    def named(seat: int, name: str | None) -> str | None:
        sits = chairs.get(seat)
        if sits is not None and sits.name == name:
            return _hide(event, sits).name
        # The player of a board may have a substitute now.
        return name if name is None else pseudonyms.get(name, name)

    return replace(
        table,
        seating=replace(table.seating, chairs={seat: _hide(event, each) for seat, each in chairs.items()}),
        results={
            deal: tuple(
                replace(
                    each,
                    by=event.erased.get(each.by, each.by),
                    players=tuple(named(seat, name) for seat, name in enumerate(each.players)),
                )
                for each in versions
            )
            for deal, versions in table.results.items()
        },
    )
