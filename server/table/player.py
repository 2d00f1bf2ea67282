"""The player for which a connection sends requests."""

from __future__ import annotations

from msgspec import Struct


class RobotOwner(Struct, frozen=True, omit_defaults=True):
    """The owner of a robot that plays as a player: a name, and the id of the owner, "" if it is no player."""

    name: str
    player: str = ""


class Player(Struct, frozen=True):
    """The player for which a connection sends requests.

    `id` is "" for a client without a token, which may see only the public view of a table. `name` is the name
    that other people see. `house` is True for a house robot, which the server itself runs. `robot_owner` is
    the owner of a robot that plays as a player, None for a person and for a house robot.
    """

    id: str
    name: str = ""
    house: bool = False
    robot_owner: RobotOwner | None = None

    @property
    def has_bot_token(self) -> bool:
        """Return True for a robot with a token of the operators, False for other robots and for people."""
        return self.robot_owner is not None and not self.robot_owner.player
