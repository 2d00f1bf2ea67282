"""What a person is at a table, as far as it decides what may be typed there."""

from __future__ import annotations

from msgspec import Struct


class Rights(Struct, frozen=True):
    """The roles of one person at one table.

    `named`: with a token, so that the server knows the person. `judged`: the table has directors. `paused`
    and `timed` are the table's; `knocks` are the names of watchers who ask to look into this player's hand,
    `appointments` those of players to whom the host would give an office now.
    """

    named: bool = False
    seated: bool = False
    host: bool = False
    director: bool = False
    commentator: bool = False
    judged: bool = False
    paused: bool = False
    timed: bool = False
    knocks: tuple[str, ...] = ()
    appointments: tuple[str, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether this person may pause the table and fill its seats."""
        return self.host or self.director
