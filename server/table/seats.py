"""Who has the seats of a table, who stands in for whom, and which robot plays where nobody sits."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace


class Occupant(Struct, frozen=True):
    """A player and his name, as a seat is given to him."""

    player: str
    name: str


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat: the player who has it, and the house robot that plays while nobody does.

    `owner` has a right to the seat but has been gone for too long: until he is back `player` stands in for
    him, or the robots, or nobody. `substitute` is the robot that came for him, or for who stood up in
    mid-board. `relief` is the robot that plays for `player`, whose time had run out; `returning`: he has
    said that he is there, and the robot makes the present decision only, unless he is quicker.
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
        """The house robot that plays this seat now, None while a player does or where it has none."""
        return self.relief if self.player is not None else self.robot or self.substitute

    @property
    def taken(self) -> bool:
        """Somebody, or a robot, plays this seat."""
        return self.player is not None or self.house is not None

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """The players who have a right to the seat, by id and name: its player, and its owner."""
        both = ((self.player, self.name), (self.owner, self.owner_name))
        return tuple((id, name) for id, name in both if id is not None)

    @property
    def timed(self) -> bool:
        """Whether the seat's time counts: a player's does, here, gone or none, a robot's does not."""
        return self.house is None

    def sit(self, player: str, name: str) -> Chair:
        """The seat with a player, who stands in where it has an owner."""
        substitute = None if self.owner is None else self.substitute
        return replace(self, player=player, name=name, substitute=substitute)

    def stand(self, robot: str | None = None) -> Chair:
        """The seat without its player; `robot` comes for him where none has come for its owner."""
        return replace(self.relieved(None), player=None, name="", substitute=self.substitute or robot)

    def relieved(self, robot: str | None, *, returning: bool = False) -> Chair:
        """The seat whose player `robot` plays for, None: he plays himself."""
        return replace(self, relief=robot, returning=returning)

    def leave(self, robot: str | None) -> Chair:
        """The seat of a player who is gone for too long: he owns it, unless he stood in himself."""
        owner, name = (self.player, self.name) if self.owner is None else (self.owner, self.owner_name)
        return Chair(robot=self.robot, owner=owner, owner_name=name, substitute=robot)

    def give_back(self) -> Chair:
        """The seat with its owner as its player again."""
        return Chair(player=self.owner, name=self.owner_name, robot=self.robot)

    def give_up(self, robot: str | None = None) -> Chair:
        """The seat without its owner: it is whoever's who plays it now, `robot`'s where nobody does."""
        substitute = self.substitute or robot if self.player is None else None
        return replace(self, owner=None, owner_name="", substitute=substitute)


def house_id(seat: int) -> str:
    """The player id under which the house robot of a seat acts."""
    return f"house:{seat}"


def placed(
    chairs: tuple[Chair, ...], place: dict[int, Occupant | None], robots: Mapping[int, str]
) -> tuple[Chair, ...]:
    """The chairs when a director has seated players; whoever is moved has his former seat no more.

    `robots` come to the seats that are left.
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


def answered(chairs: tuple[Chair, ...], seat: int, player: str | None) -> tuple[Chair, ...]:
    """The chairs when `player` has decided for a seat: who has said that he is there has it again."""
    chair = chairs[seat]
    if chair.relief is None or not (chair.returning or player == chair.player):
        return chairs
    return (*chairs[:seat], chair.relieved(None), *chairs[seat + 1 :])


def rights(chairs: tuple[Chair, ...]) -> frozenset[str]:
    """Who has a right to a seat: its player, and its owner."""
    return frozenset(id for chair in chairs for id, _ in chair.people)
