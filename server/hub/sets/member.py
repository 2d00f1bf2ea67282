"""The data about a table's match or set of boards, as they are stored with the table."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.requests import Policy, Seats
from server.errors import IllegalAction
from server.games.base import AnyGame
from server.hub.membership import Member, unpacked
from server.store.table_logs import Meta
from server.table import events

PREFIX = "set:"
"""The beginning of the id under which the store has a set of boards.

No table has such an id: ids have no colon.
"""

_pack = msgspec.msgpack.encode
_unpack = msgspec.msgpack.decode


class Pair(Struct, frozen=True, omit_defaults=True):
    """The match of one table, as older versions of the server stored it with the table.

    `room` says if this table is the open or the closed room of the match, and `other` is the id of the
    match's other table. `seats` are the house robots of this table, and `other_seats` are those of the
    match's other table. Both tables of the match have the policy `policy`. `uploaded` is True if the player
    that opened the match uploaded its deals.
    """

    room: Literal["open", "closed"]
    other: str
    name: str
    seats: Seats
    other_seats: Seats
    policy: Policy
    uploaded: bool = False


NAME_LENGTH = 40
"""The largest number of letters of the name of a match or set of boards in the names of its tables."""


def room_name(name: str, room: str) -> str:
    """Return the name of a table of a match or set of boards; `room` says which of the tables it is."""
    return f"{name[:NAME_LENGTH]} ({room})".strip()


def stored_id(board_set: str) -> str:
    """Return the id under which the store has a set of boards."""
    return PREFIX + board_set


def set_of_stored_id(id: str) -> str | None:
    """Return the set of boards that the store has under an id, None for the id of a table."""
    return id.removeprefix(PREFIX) if id.startswith(PREFIX) else None


def is_table_id(id: str) -> bool:
    """Return True if `id` is in the form of a table's id, False if it is that of a set or an event."""
    return ":" not in id


def pair_of(meta: Meta) -> Pair | None:
    """Return the match that an older version of the server stored with a table, None for all other tables."""
    return None if meta.match is None else _unpack(meta.match, type=Pair)


def member_of(meta: Meta, table: str) -> Member | None:
    """Return the set to which a table belongs, None for a table that plays its deals alone."""
    if meta.board_set is not None:
        return unpacked(meta.board_set)
    pair = pair_of(meta)
    if pair is None:
        return None
    # Both tables of a match have the same id but for its last letter, `o` or `c`.
    return Member(table[:-1], (pair.other,), pair.name, pair.room, pair.uploaded)


def uploaded_by(meta: Meta, table: str) -> str | None:
    """Return the id of the player that uploaded a table's deals, None if the server has drawn them.

    The result is "" for deals that came from the operator of the server. A match that was opened by an older
    version of the server does not say that its deals were uploaded, so the result for it is None.
    """
    member = member_of(meta, table)
    if member is not None:
        return (member.uploader or meta.host) if member.uploaded else None
    return None if meta.boards is None else meta.host


def entered(base: events.Base, game: AnyGame, options: Struct, member: Member) -> events.Base:
    """Return the first entry of a table's log, changed so that the table belongs to a match or a set.

    Raises IllegalAction if several tables cannot play the same deals of the game.
    """
    sharing = game.sharing
    if sharing is None:
        if member.event and game.competing is not None:
            return base  # The tables of this game know nothing of each other.
        raise IllegalAction(not_shared(game))
    if member.room:
        (other,) = member.others
        ruling = sharing.paired(member.room, other)
    else:
        ruling = sharing.joined(member.board_set, len(member.others) + 1)
    state = game.rule(game.start(options), ruling, base.at_ms)
    return replace(base, state=msgspec.Raw(_pack(state)))


def not_shared(game: AnyGame) -> str:
    """Return the reason why no match and no set of boards can be opened for a game."""
    return f"expected a game with matches and sets of boards, got {game.name}, which has none"
