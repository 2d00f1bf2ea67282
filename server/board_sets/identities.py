"""The separation of a set's log from the ids and the names of its players, and the reverse.

The log names the players of a result by name alone, so the caller must say which ids they have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from msgspec.structs import replace

from server.board_sets.entries import (
    Begun,
    Came,
    Entry,
    Finished,
    Over,
    Played,
    Reopened,
    Went,
    decode,
    encode,
)
from server.table.identities import Identity, Placeholders, identified, named

PersonOf = Callable[[str, int, int, str], Identity]
"""A function that returns the player or robot at a table, in a deal, at a seat, with a name."""


def split(packed: Iterable[bytes], placeholders: Placeholders, person_of: PersonOf) -> tuple[bytes, ...]:
    """Return the entries of a set's log with placeholders instead of the ids and names of players.

    The identities are added to `placeholders`. Raises an error of msgspec if the entries are not a valid log.
    """

    def name(entry: Played, seat: int, name: str) -> str:
        person = person_of(entry.table, entry.deal, seat, name)
        return placeholders.player(person.id, person.name)[1]

    return tuple(encode(_changed(decode(entry), placeholders.id, name)) for entry in packed)


def together(packed: Iterable[bytes], identities: Sequence[Identity]) -> tuple[bytes, ...]:
    """Return the entries of a set's log with the ids and names of players instead of placeholders.

    Does the reverse of `split`. Raises StoreError for a placeholder without an identity, and an error of
    msgspec if the entries are not a valid log.
    """

    def name(entry: Played, seat: int, mark: str) -> str:
        return named(mark, identities)

    return tuple(
        encode(_changed(decode(entry), lambda id: identified(id, identities), name)) for entry in packed
    )


def _changed(entry: Entry, id: Callable[[str], str], name: Callable[[Played, int, str], str]) -> Entry:
    match entry:
        case Came() | Went():
            return replace(entry, player=id(entry.player))
        case Played():
            players = tuple(
                name(entry, seat, each) if each else each for seat, each in enumerate(entry.players)
            )
            return replace(entry, players=players)
        case Begun():
            # The names of the players that an event has seated stand with each result, too.
            places = tuple(
                replace(
                    place,
                    players={
                        seat: replace(each, player=id(each.player), name="")
                        for seat, each in place.players.items()
                    },
                )
                for place in entry.places
            )
            return replace(entry, places=places, directors=tuple(id(each) for each in entry.directors))
        case Reopened() | Finished() | Over():
            return entry
        case _:
            assert_never(entry)
