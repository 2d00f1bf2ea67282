"""A table with everybody there is: four players, watchers who see nothing, one hand or all, and officers."""

from __future__ import annotations

import itertools
from typing import Any

from protocol.v1.requests import Chat, ChatTo, Consent, Host, NoClock, Policy, Rule, Show
from protocol.v1.updates import Chat as Heard
from protocol.v1.updates import Done, Refused, Said
from server.table.offices import missing_consents
from tests.rooms import House, Person, play_on
from tests.virtual import until

LIVE = Policy(hands="live", clock=NoClock(), pause_ms=60_000)
AFTER = Policy(clock=NoClock(), pause_ms=60_000)
SEATS = ("North", "East", "South", "West")
SEE_ALL = ("All", "Com", "Dir")
WATCHERS = ("Pub", "OfNorth", "OfEast", *SEE_ALL)
EVERYBODY = (*SEATS, *WATCHERS)
ROLES: dict[str, Any] = {
    "Pub": "public",
    "OfNorth": 0,
    "OfEast": 1,
    "All": "all",
    "Com": "commentator",
    "Dir": "director",
}
_ids = itertools.count(1_000)


def said(person: Person) -> list[Said]:
    """The chat that somebody has heard, oldest first."""
    return [line for chat in person.of(Heard) for line in chat.lines]


def heard(person: Person) -> list[str]:
    """The words of it."""
    return [line.text for line in said(person)]


def code(answer: object) -> str:
    """`done`, or the code of a refusal."""
    return str(answer.code) if isinstance(answer, Refused) else "done"


async def appoint(house: House, table: str, **offices: Any) -> None:
    """The host names directors, commentators or guests; while a board is played all players agree to them."""
    ids = {office: tuple(f"p-{name}" for name in names) for office, names in offices.items()}
    wish = Host(table=table, **ids)
    for player, office, holder in missing_consents(house.room(table).table, "p-Host", wish):
        agrees = Consent(table=table, player=holder, office=office, id=next(_ids))
        assert code(await house.person(player.removeprefix("p-")).ask(agrees)) == "done"
    answer = await house.person("Host").ask(Host(table=table, id=next(_ids), **ids))
    assert isinstance(answer, Done), answer


async def show(player: Person, table: str, watcher: str, hand: bool = True) -> object:
    """A player lets a watcher look, or no more."""
    return await player.ask(Show(table=table, player=f"p-{watcher}", hand=hand, id=next(_ids)))


async def rule(director: Person, table: str, ruling: dict[str, Any]) -> object:
    """A director rules."""
    return await director.ask(Rule(table=table, ruling=ruling, id=next(_ids)))


class Company:
    """Everybody at one table, by name; while a board is played, unless it is `over`."""

    def __init__(self, house: House, table: str) -> None:
        self.house = house
        self.table = table
        self.people: dict[str, Person] = {}

    @classmethod
    async def gathers(
        cls, house: House, policy: Policy = LIVE, watchers: tuple[str, ...] = WATCHERS
    ) -> Company:
        """All come, the cards are dealt, and what was told until then is forgotten."""
        table = await house.table(policy=policy)
        await appoint(house, table, directors=("Dir",), commentators=("Com",))
        here = cls(house, table)
        for name in watchers:
            here.people[name] = house.person(name)
            await here.people[name].watch(table, ROLES[name])
        here.people |= zip(SEATS, await house.four(table), strict=True)
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        for name in watchers:
            await until(lambda name=name: here.people[name].tables[table].audience == ROLES[name])
        for person in here.people.values():
            person.forget()
        return here

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    async def says(self, name: str, text: str, to: ChatTo = "table") -> str:
        """Somebody speaks: `done`, or why not."""
        return code(await self[name].ask(Chat(table=self.table, text=text, to=to, id=next(_ids))))

    def hearers(self, text: str) -> tuple[str, ...]:
        """Who has heard this."""
        return tuple(name for name in EVERYBODY if name in self.people and text in heard(self[name]))

    async def comes(self, name: str, as_: Any = "public", to: str | None = None) -> Person:
        """A connection of this player comes and watches."""
        person = self.house.person(name)
        await person.watch(to or self.table, as_)
        return person

    async def board_over(self) -> None:
        """The board is passed out."""
        await play_on(self.house, self.table, [self[name] for name in SEATS], 4)
        assert self.house.room(self.table).table.over
