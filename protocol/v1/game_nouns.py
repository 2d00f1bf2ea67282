"""The types that a game adds to the protocol."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from protocol.v1.view import Own, Pub


class GameNouns(NamedTuple):
    """The message types of one game.

    `package` is the name of the Python module or package that defines these types. `action` is the union of
    the actions that players send. `ruling` is the union of the rulings that directors send, or None if the
    game has no directors.
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
