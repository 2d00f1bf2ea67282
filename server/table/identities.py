"""The separation of a table's log from the ids and the names of its players, and the reverse.

The archive stores a log with placeholders such as `@3`, and beside the log the list of the identities for
which the placeholders stand. A player can then be removed from the list without a change to the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from server.errors import StoreError
from server.table.events import (
    Acted,
    Agreed,
    Away,
    Back,
    Base,
    Closed,
    Counter,
    Credited,
    Entry,
    Hosted,
    Relieved,
    Ruled,
    Sat,
    Saw,
    Shown,
    Stood,
    WantedNext,
    WantedWait,
    decode,
    encode,
    house_id,
    ruler_id,
)
from server.table.player import RobotOwner
from server.table.seats import Chair, Occupant

MARK = "@"
"""The beginning of a placeholder; the place of the identity in the list follows, from 0."""

_HOUSE, _RULER = house_id(0).removesuffix("0"), ruler_id("")


class Identity(Struct, frozen=True):
    """The id and the name of a player; the name is "" if the log has only the player's id.

    A player that changed its name during the deal has an identity for each name.
    """

    id: str
    name: str = ""


class Placeholders:
    """The identities that were found in a log so far, each with the placeholder that replaces it."""

    def __init__(self) -> None:
        self._identities: list[Identity] = []
        self._places: dict[str, dict[str, int]] = {}

    @property
    def identities(self) -> tuple[Identity, ...]:
        """Return the identities in the order of their placeholders."""
        return tuple(self._identities)

    def id(self, id: str) -> str:
        """Return the placeholder of a player's id; "" and the ids of house robots are returned unchanged.

        A key of the counters that is made by `ruler_id` keeps its beginning.
        """
        if not id or _is_house(id):
            return id
        if id.startswith(_RULER):
            return _RULER + self.id(id.removeprefix(_RULER))
        places = self._places.get(id)
        return f"{MARK}{next(iter(places.values()))}" if places else self._mark(id, "")

    def player(self, id: str | None, name: str) -> tuple[str | None, str]:
        """Return the placeholders of a player's id and name; an id of None and a name of "" stay."""
        if not name:
            return None if id is None else self.id(id), name
        mark = self._mark(id or "", name)
        return mark if id and not _is_house(id) else id, mark

    def _mark(self, id: str, name: str) -> str:
        places = self._places.setdefault(id, {})
        place = places.get(name)
        if place is None and "" in places:
            # So far the log had the id alone: its placeholder gets the name, too.
            place = places[name] = places.pop("")
            self._identities[place] = Identity(id, name)
        elif place is None:
            place = places[name] = len(self._identities)
            self._identities.append(Identity(id, name))
        return f"{MARK}{place}"


def _is_house(id: str) -> bool:
    return id.startswith(_HOUSE)


def split(packed: Iterable[bytes], placeholders: Placeholders) -> tuple[bytes, ...]:
    """Return the entries of a log with placeholders instead of the ids and names of players.

    The identities are added to `placeholders`. Texts inside a game's state or actions stay as they are.
    Raises an error of msgspec if the entries are not a valid log.
    """
    return tuple(encode(_changed(decode(entry), placeholders.id, placeholders.player)) for entry in packed)


def together(packed: Iterable[bytes], identities: Sequence[Identity]) -> tuple[bytes, ...]:
    """Return the entries of a log with the ids and names of players instead of placeholders.

    Does the reverse of `split`. Raises StoreError for a placeholder without an identity, and an error of
    msgspec if the entries are not a valid log.
    """

    def player(id: str | None, name: str) -> tuple[str | None, str]:
        known = None if id is None else identified(id, identities)
        return known, named(name, identities)

    return tuple(
        encode(_changed(decode(entry), lambda id: identified(id, identities), player)) for entry in packed
    )


def identified(id: str, identities: Sequence[Identity]) -> str:
    """Return the id for which a placeholder of `Placeholders.id` stands."""
    if id.startswith(_RULER):
        return _RULER + identified(id.removeprefix(_RULER), identities)
    return _identity(id, identities).id if id.startswith(MARK) else id


def named(name: str, identities: Sequence[Identity]) -> str:
    """Return the name for which a placeholder of `Placeholders.player` stands."""
    return _identity(name, identities).name if name.startswith(MARK) else name


def _identity(mark: str, identities: Sequence[Identity]) -> Identity:
    place = mark.removeprefix(MARK)
    if not place.isdecimal() or int(place) >= len(identities):
        raise StoreError(f"expected a placeholder below {MARK}{len(identities)}, got {mark!r:.40}")
    return identities[int(place)]


ChangeId = Callable[[str], str]
ChangePlayer = Callable[[str | None, str], tuple[str | None, str]]


def _changed(entry: Entry, id: ChangeId, player: ChangePlayer) -> Entry:
    """Return a log entry in which every id, and every id with its name, has been replaced."""
    match entry:
        case Base():
            return replace(
                entry,
                seats=_chairs(entry.seats, player),
                counters=_counters(entry.counters, id),
                directors=_ids(entry.directors, id),
                commentators=_ids(entry.commentators, id),
                invited=_ids(entry.invited, id),
                shown=tuple((seat, id(watcher)) for seat, watcher in entry.shown),
                host=id(entry.host),
                onlookers=_ids(entry.onlookers, id),
                unwelcome=_ids(entry.unwelcome, id),
                robot_owners={
                    id(robot): _robot_owner(owner, player) for robot, owner in entry.robot_owners.items()
                },
            )
        case Acted() | Ruled():
            return entry if entry.player is None else replace(entry, player=id(entry.player))
        case Sat():
            return _sat(entry, player)
        case Hosted():
            return _hosted(entry, id, player)
        case Shown() | Saw():
            return replace(entry, player=id(entry.player))
        case Agreed():
            return replace(entry, by=id(entry.by), player=id(entry.player))
        case Stood() | WantedNext() | WantedWait() | Away() | Back() | Relieved() | Credited() | Closed():
            return entry
        case _:
            assert_never(entry)


def _sat(entry: Sat, player: ChangePlayer) -> Sat:
    changed, name = player(entry.player, entry.name)
    owner = entry.robot_owner
    owner = None if owner is None else _robot_owner(owner, player)
    return replace(entry, player=changed or "", name=name, robot_owner=owner)


def _robot_owner(owner: RobotOwner, player: ChangePlayer) -> RobotOwner:
    """Return the owner of a robot; an owner that is no player has been named by an operator, and stays."""
    if not owner.player:
        return owner
    id, name = player(owner.player, owner.name)
    return RobotOwner(name, id or "")


def _hosted(entry: Hosted, id: ChangeId, player: ChangePlayer) -> Hosted:
    return replace(
        entry,
        seats=None if entry.seats is None else _chairs(entry.seats, player),
        directors=None if entry.directors is None else _ids(entry.directors, id),
        commentators=None if entry.commentators is None else _ids(entry.commentators, id),
        invited=None if entry.invited is None else _ids(entry.invited, id),
        place=None if entry.place is None else _occupants(entry.place, player),
        host=None if entry.host is None else id(entry.host),
        onlookers=None if entry.onlookers is None else _ids(entry.onlookers, id),
        unwelcome=None if entry.unwelcome is None else _ids(entry.unwelcome, id),
    )


def _ids(ids: tuple[str, ...], id: ChangeId) -> tuple[str, ...]:
    return tuple(map(id, ids))


def _counters(counters: dict[str, Counter], id: ChangeId) -> dict[str, Counter]:
    return {id(key): counter for key, counter in counters.items()}


def _chairs(chairs: tuple[Chair, ...], player: ChangePlayer) -> tuple[Chair, ...]:
    return tuple(_chair(chair, player) for chair in chairs)


def _chair(chair: Chair, player: ChangePlayer) -> Chair:
    present, name = player(chair.player, chair.name)
    owner, owner_name = player(chair.owner, chair.owner_name)
    return replace(chair, player=present, name=name, owner=owner, owner_name=owner_name)


def _occupants(place: dict[int, Occupant | None], player: ChangePlayer) -> dict[int, Occupant | None]:
    changed: dict[int, Occupant | None] = {}
    for seat, occupant in place.items():
        if occupant is None:
            changed[seat] = None
        else:
            id, name = player(occupant.player, occupant.name)
            owner = occupant.robot_owner
            changed[seat] = Occupant(id or "", name, None if owner is None else _robot_owner(owner, player))
    return changed
