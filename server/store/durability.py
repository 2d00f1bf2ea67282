"""The settings of a Redis that decide whether an acknowledged action can be lost.

The values of the settings come from the command INFO, which has all of them except those about fsync, and
from CONFIG GET, which a provider of Redis may forbid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

PATTERN = "*append*"
"""The pattern with which CONFIG GET returns the settings about Redis's append-only file."""
Level = Literal["always", "second", "none", "unknown"]


class UnsafeRedis(ValueError):
    """The error of a Redis that could lose acknowledged actions; its text names the settings to change."""


class Demand(Struct, frozen=True):
    """The safety against loss of data that a server demands of its Redis.

    `fsync` says how often Redis must write to the disk: `always` or `second`. If `allow_loss` is True, a
    Redis that could lose data is used all the same, with a warning.
    """

    fsync: Literal["always", "second"]
    allow_loss: bool = False


class Safety(Struct, frozen=True):
    """The settings of a Redis that decide whether Redis can lose data, with the names and values of Redis.

    `appendfsync` and `no_appendfsync_on_rewrite` are None if Redis does not tell these settings. `maxmemory`
    is a number of bytes, or 0 if Redis has no limit.
    """

    appendonly: bool
    appendfsync: str | None
    no_appendfsync_on_rewrite: bool | None
    maxmemory: int
    maxmemory_policy: str

    @property
    def level(self) -> Level:
        """Return how often Redis writes to the disk, as the message `welcome` names it.

        The level "none" means that Redis may write to the disk less often than once a second.
        """
        if self.appendfsync is None:
            return "unknown"
        if not self.appendonly or self.no_appendfsync_on_rewrite:
            return "none"
        match self.appendfsync:
            case "always":
                return "always"
            case "everysec":
                return "second"
            case _:
                return "none"

    @property
    def removes_games(self) -> bool:
        """Return True if Redis removes keys when its memory is full, instead of refusing to write."""
        return bool(self.maxmemory) and self.maxmemory_policy != "noeviction"


def read_safety(info: Mapping[str, Any], config: Mapping[str, str] | None) -> Safety:
    """Return Redis's settings from its answers to INFO and to CONFIG GET (None if that is forbidden)."""
    config = config or {}
    on_rewrite = config.get("no-appendfsync-on-rewrite")
    return Safety(
        appendonly=bool(int(info.get("aof_enabled", 0))),
        appendfsync=config.get("appendfsync"),
        no_appendfsync_on_rewrite=None if on_rewrite is None else on_rewrite == "yes",
        maxmemory=int(info.get("maxmemory", 0)),
        maxmemory_policy=str(info.get("maxmemory_policy", "noeviction")),
    )


def faults(safety: Safety, fsync: Literal["always", "second"]) -> Iterator[str]:
    """Yield a text about each setting of Redis that could lead to a loss of data.

    The text has the value of the setting and the expected value.
    """
    if not safety.appendonly:
        yield "appendonly is no: set it to yes"
    wanted = {"always": "always", "second": "everysec"}[fsync]
    if safety.appendfsync not in (None, "always", wanted):
        less = " (or set KIBITZ_DURABILITY=second)" if safety.appendfsync == "everysec" else ""
        yield f"appendfsync is {safety.appendfsync}: set it to {wanted}{less}"
    if safety.no_appendfsync_on_rewrite:
        yield "no-appendfsync-on-rewrite is yes: set it to no"
    if safety.removes_games:
        limit = f"with maxmemory {safety.maxmemory}"
        yield f"maxmemory-policy is {safety.maxmemory_policy} {limit}: set it to noeviction"


def least(levels: list[Level]) -> Level:
    """Return the lowest of the durability levels of a cluster's servers.

    A cluster is only as safe as the worst of its servers.
    """
    order: tuple[Level, ...] = ("none", "unknown", "second", "always")
    return min(levels, key=order.index)
