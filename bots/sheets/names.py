"""The names of people as a client shows them."""

from __future__ import annotations

from protocol.v1.updates import Said, SeatRow


def name_shown(person: SeatRow | Said) -> str:
    """Return a person's name, with the mark that tells people with the same name apart."""
    return f"{person.name} ({person.mark})" if person.mark else person.name


def name_with_owner(player: SeatRow | Said) -> str:
    """Return a player's name with its mark, and the owner of a player that is a robot."""
    name = name_shown(player)
    return f"{name}, robot of {player.robot_of}" if player.robot_of else name
