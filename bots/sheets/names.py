"""The names of people as a client shows them."""

from __future__ import annotations

from protocol.v1.updates import Said, SeatRow


def name_shown(person: SeatRow | Said) -> str:
    """Return a person's name, with the mark that tells people with the same name apart."""
    return f"{person.name} ({person.mark})" if person.mark else person.name


def name_with_owner(player: SeatRow | Said) -> str:
    """Return a player's name with its mark, and the owner of a player that is a robot."""
    return with_owner(name_shown(player), player.robot_of)


def with_owner(name: str, owner: str) -> str:
    """Return a player's name followed by the owner of a robot; `owner` is "" for a person.

    >>> with_owner("Deep", "Dora"), with_owner("Ann", "")
    ('Deep, robot of Dora', 'Ann')
    """
    return f"{name}, robot of {owner}" if owner else name
