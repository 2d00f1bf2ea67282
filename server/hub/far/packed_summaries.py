"""Summaries of tables as they go from one hub to another."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Raw, Struct

from protocol.v1.requests import Policy
from server.games.base import AnyGame
from server.table.seats import Chair, Chairs
from server.table.summary import Summary
from server.table.table import Roles

_pack = msgspec.msgpack.Encoder().encode


class PackedSummary(Struct, frozen=True, gc=False):
    """A summary of which the options are still encoded, because their type depends on the game."""

    id: str
    name: str
    game: str
    options: Raw
    policy: Policy
    chairs: tuple[Chair, ...]
    roles: Roles
    decision: str
    begun: bool
    hidden: bool
    finished: bool
    ready: bool
    rests: bool
    paused: bool
    closed: bool
    names: dict[str, str]
    held_until_ms: dict[int, int]
    came_ms: int = 0


def pack_summary(summary: Summary) -> PackedSummary:
    """Return a summary in the form in which it goes to another hub."""
    fields = {name: getattr(summary, name) for name in summary.__struct_fields__}
    return PackedSummary(**{**fields, "options": Raw(_pack(summary.options))})


def unpack_summary(packed: PackedSummary, games: Mapping[str, AnyGame]) -> Summary:
    """Return the summary that another hub has sent.

    Raises LookupError if this server does not have the game, and msgspec.ValidationError for options that the
    game does not have.
    """
    fields = {name: getattr(packed, name) for name in packed.__struct_fields__}
    options = msgspec.msgpack.decode(packed.options, type=games[packed.game].options_type)
    return Summary(**{**fields, "options": options, "chairs": Chairs(packed.chairs)})
