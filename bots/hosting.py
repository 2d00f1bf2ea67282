"""The settings of a table that its host or a director may change: the fields of the request `host`."""

from __future__ import annotations

from typing import Any, TypedDict

from protocol.v1.requests import Ids, Ms, Name, Policy, Seats


class HostChanges(TypedDict, total=False):
    """The settings of a table that one `host` request changes.

    A setting of the table that is omitted or None keeps its value.
    """

    options: dict[str, Any] | None
    seats: Seats | None
    policy: Policy | None
    pause: bool | None
    terminate: bool
    directors: Ids | None
    commentators: Ids | None
    invited: Ids | None
    place: Seats | None
    add_ms: Ms | None
    host: Name | None
    onlookers: Ids | None
    unwelcome: Ids | None
