"""The people of an event: its players with their robots, and the competitors that they form."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Person(Struct, frozen=True, omit_defaults=True):
    """A player or a director of an event: the id and the name.

    `robot` is the name of a house robot that plays instead; then `id` is "". It is "", too, before a player
    has claimed the place with the `code`, which the directors hand out.
    """

    id: str
    name: str
    robot: str | None = None
    code: str = ""

    @property
    def known(self) -> bool:
        """Return True for a robot, and for a player whose id is known."""
        return bool(self.id) or self.robot is not None


class Entrant(Struct, frozen=True):
    """A competitor of an event: a pair, a team, or players that play one table alone.

    `players` are the players, in the order of their seats, and `wanted` is the number of players that the
    form of the event needs. The players in `invited` have not accepted yet, and those in `present` have
    checked in. `gone` says why the entrant plays no more, "" while it does. If `no_show` is True, it did not
    come to its table, and plays again once a player of it checks in. `late_from` is the first round that the
    entrant can play. `former` are the players that others have replaced.
    """

    id: str
    players: tuple[Person, ...]
    wanted: int
    name: str = ""
    invited: frozenset[str] = frozenset()
    present: frozenset[str] = frozenset()
    gone: Literal["", "withdrawn", "removed", "absent"] = ""
    late_from: int = 0
    former: tuple[Person, ...] = ()
    no_show: bool = False

    @property
    def complete(self) -> bool:
        """Return True if the entrant has all of its players, who have accepted or claimed their places."""
        known = all(player.known for player in self.players)
        return len(self.players) == self.wanted and not self.invited and known

    @property
    def title(self) -> str:
        """Return the name of the entrant, or the names of its players."""
        return self.name or " – ".join(player.name for player in self.players)

    def has(self, player: str) -> bool:
        """Return True if the player with the id `player` is one of the entrant's players now."""
        return bool(player) and any(each.id == player for each in self.players)

    def is_present(self) -> bool:
        """Return True if all players of the entrant have checked in; robots are always there."""
        return all(player.robot is not None or player.id in self.present for player in self.players)
