"""The seats of a table, with their players, absent owners and house robots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from server.table.player import RobotOwner


class Occupant(Struct, frozen=True, omit_defaults=True):
    """The id and the name of a player that gets a seat, and the owner of a robot."""

    player: str
    name: str
    robot_owner: RobotOwner | None = None


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat together with its player, its absent owner and its robots.

    `player` is the id of the player in the seat, None if there is none. `robot` is the house robot that the
    host has chosen for the seat; it plays while the seat has no player. `owner` is the id of an absent player
    that may take the seat back at any time; until then, another `player` or a robot plays there, or the seat
    is empty. `substitute` is the robot that plays for the absent owner, or for a player that stood up during
    a deal. `relief` is the robot that plays for `player` because the player's time has run out. `returning`
    is True once `player` has come back: then the robot `relief` makes the present decision, unless `player`
    makes it first, and `player` makes the later decisions.
    """

    player: str | None = None
    name: str = ""
    robot: str | None = None
    owner: str | None = None
    owner_name: str = ""
    substitute: str | None = None
    relief: str | None = None
    returning: bool = False

    @property
    def house(self) -> str | None:
        """Return the house robot that plays in this seat now, None if a player does or the seat is empty."""
        return self.relief if self.player is not None else self.robot or self.substitute

    @property
    def taken(self) -> bool:
        """Return True if a player or a robot plays in this seat."""
        return self.player is not None or self.house is not None

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """Return the ids and names of the players with a right to the seat: its player and its owner."""
        both = ((self.player, self.name), (self.owner, self.owner_name))
        return tuple((id, name) for id, name in both if id is not None)

    @property
    def timed(self) -> bool:
        """Return False if a house robot plays in this seat, because its time does not run; otherwise True."""
        return self.house is None

    @property
    def decides(self) -> bool:
        """Return True if a player decides for this seat, False if a robot does or the seat is empty."""
        return self.player is not None and self.relief is None

    def sit(self, player: str, name: str) -> Chair:
        """Return the seat after `player` has sat down in it; an absent owner keeps the right to the seat."""
        substitute = None if self.owner is None else self.substitute
        return replace(self, player=player, name=name, substitute=substitute)

    def stand(self, robot: str | None = None) -> Chair:
        """Return the seat after its player has left it.

        `robot` plays in the seat from now on, unless a robot already plays there for an absent owner.
        """
        return replace(self.relieved(None), player=None, name="", substitute=self.substitute or robot)

    def relieved(self, robot: str | None, *, returning: bool = False) -> Chair:
        """Return the seat with the robot `robot` playing in place of the seat's player.

        If `robot` is None, the player plays again.
        """
        return replace(self, relief=robot, returning=returning)

    def leave(self, robot: str | None) -> Chair:
        """Return the seat after its player has been absent too long; `robot` plays in the seat from now on.

        The absent player becomes the owner of the seat, unless the seat has an owner already.
        """
        owner, name = (self.player, self.name) if self.owner is None else (self.owner, self.owner_name)
        return Chair(robot=self.robot, owner=owner, owner_name=name, substitute=robot)

    def renamed(self, player: str, name: str) -> Chair:
        """Return the seat with a new name of one of its people, the seat itself if it is of others."""
        if player == self.player:
            return replace(self, name=name)
        return replace(self, owner_name=name) if player == self.owner else self

    def give_back(self) -> Chair:
        """Return the seat with its absent owner as its player again."""
        return Chair(player=self.owner, name=self.owner_name, robot=self.robot)

    def give_up(self, robot: str | None = None) -> Chair:
        """Return the seat after its absent owner has given it up.

        A player that has taken the absent owner's seat keeps it; if there is no such player, `robot` plays in
        the seat.
        """
        substitute = self.substitute or robot if self.player is None else None
        return replace(self, owner=None, owner_name="", substitute=substitute)


HOUSE = "house:"
"""The beginning of the player ids of all house robots."""


def house_id(seat: int) -> str:
    """Return the player id under which the house robot of a seat acts."""
    return f"{HOUSE}{seat}"


def is_house_id(player: str) -> bool:
    """Return True if house robots act under this player id."""
    return player.startswith(HOUSE)


class Chairs(tuple[Chair, ...]):
    """The seats of a table as a tuple, with the facts about them that every action needs.

    `seats` maps the id of each player, and of each house robot, to the seat where it plays. `give_back` maps
    the id of a player to the seat that the player gets back as soon as the player acts, because a robot or
    another player plays in it now. `timed` and `decides` have, for each seat, the values of `Chair.timed` and
    `Chair.decides`.
    """

    seats: dict[str, int]
    give_back: dict[str, int]
    timed: tuple[bool, ...]
    decides: tuple[bool, ...]

    # Seats rarely change. So these facts are worked out with each change of a seat and not with each action,
    # where the loops over the seats would take 2 microseconds.
    def __new__(cls, chairs: Iterable[Chair]) -> Chairs:
        if isinstance(chairs, Chairs):
            return chairs
        made = super().__new__(cls, chairs)
        made.seats, made.give_back = {}, {}
        made.timed = tuple(chair.timed for chair in made)
        made.decides = tuple(chair.decides for chair in made)
        for seat, chair in enumerate(made):
            if chair.player is not None:
                made.seats.setdefault(chair.player, seat)
                if chair.relief is not None and not chair.returning:
                    made.give_back.setdefault(chair.player, seat)
            if chair.owner is not None:
                made.give_back.setdefault(chair.owner, seat)
        for seat, chair in enumerate(made):
            if chair.house is not None:
                made.seats.setdefault(house_id(seat), seat)
        return made

    def right_of(self, player: str) -> int | None:
        """Return the seat that a player has, or owns while absent; None if the player has none."""
        seats = (seat for seat, chair in enumerate(self) if player in (chair.player, chair.owner))
        return next(seats, None) if player else None


def placed(
    chairs: tuple[Chair, ...], place: dict[int, Occupant | None], robots: Mapping[int, str]
) -> tuple[Chair, ...]:
    """Return the seats after the host or a director has moved players into other seats.

    `place` maps each changed seat to its new player, or to None to make the seat empty. Players that are
    moved lose their former seats. `robots` maps a seat that loses its player to the robot that plays in the
    seat from now on.
    """
    moved = {occupant.player for occupant in place.values() if occupant is not None}
    after = []
    for seat, chair in enumerate(chairs):
        if seat in place:
            chair = Chair(robot=chair.robot, substitute=robots.get(seat))
            occupant = place[seat]
            chair = chair if occupant is None else chair.sit(occupant.player, occupant.name)
        if seat not in place and chair.player in moved:
            chair = chair.stand(robots.get(seat))
        if seat not in place and chair.owner in moved:
            chair = chair.give_up(robots.get(seat))
        after.append(chair)
    return tuple(after)


def answered(chairs: Chairs, seat: int, player: str | None) -> Chairs:
    """Return the seats of a table after `player` has acted for the seat `seat`.

    If a robot was playing in the seat for a player that has come back, the player plays from now on.
    """
    chair = chairs[seat]
    if chair.relief is None or not (chair.returning or player == chair.player):
        return chairs
    return Chairs((*chairs[:seat], chair.relieved(None), *chairs[seat + 1 :]))


def rights(chairs: tuple[Chair, ...]) -> frozenset[str]:
    """Return the ids of all players with a right to a seat: players in seats and absent owners."""
    return frozenset(id for chair in chairs for id, _ in chair.people)
