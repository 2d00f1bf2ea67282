"""What a game adds to the protocol."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from protocol.v1.view import Own, Pub


class GameNouns(NamedTuple):
    """The types of one game on the wire.

    `package` is the module or package of these classes; the schema puts the game's title before their names.
    `action` and `ruling` are unions of what players and directors send; `ruling` is None without directors.
    """

    name: str
    package: str
    action: Any
    options: type[Struct]
    pub: type[Pub]
    own: type[Own]
    ruling: Any = None

    @property
    def title(self) -> str:
        """Return the game's name as the schema writes it: `HanabiReplay`."""
        return self.name.title().replace("_", "")
