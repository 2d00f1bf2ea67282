"""The roles of a person at a table, which decide the commands that the terminal accepts."""

from __future__ import annotations

from msgspec import Struct


class Rights(Struct, frozen=True):
    """The roles of one person at one table.

    `named` is True if the person has a token, because the server then knows the person's name.
    `has_directors`, `paused` and `timed` are True if the table has a director, is paused, or has a clock.
    `knocks` are the names of the watchers that ask to see this person's hand. `appointments` are the names of
    players that become director or commentator, or get a seat in this deal, if this person agrees.
    """

    named: bool = False
    seated: bool = False
    host: bool = False
    director: bool = False
    commentator: bool = False
    has_directors: bool = False
    paused: bool = False
    timed: bool = False
    knocks: tuple[str, ...] = ()
    appointments: tuple[str, ...] = ()

    @property
    def may_manage(self) -> bool:
        """Return True if this person may pause the table and decide which players and robots sit there."""
        return self.host or self.director
