"""The types that a game adds to the protocol."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from protocol.v1.view import Own, Pub


class GameNouns(NamedTuple):
    """The message types of one game.

    `package` is the module or package of these classes. `action` is the union of the actions that players
    send, and `ruling` the union of the rulings that directors send, or None for a game without directors.
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
        """Return the prefix of this game's classes in the JSON schema, for example `HanabiReplay`."""
        return self.name.title().replace("_", "")
