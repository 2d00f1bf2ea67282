"""A table with all kinds of people: players, watchers of no hand, one hand or all hands, and officers."""

from __future__ import annotations

import itertools
from typing import Any

from protocol.v1.requests import Chat, ChatTo, Consent, Host, NoClock, Policy, Rule, Show
from protocol.v1.updates import Chat as Heard
from protocol.v1.updates import Done, Refused, Said
from server.table.newcomers import missing_for_seat
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


def chat_lines(person: Person) -> list[Said]:
    """Return the lines of chat that a person has received, oldest first."""
    return [line for chat in person.of(Heard) for line in chat.lines]


def chat_texts(person: Person) -> list[str]:
    """Return the texts of the received lines."""
    return [line.text for line in chat_lines(person)]


def code(answer: object) -> str:
    """Return `done` or the code of a refusal."""
    return str(answer.code) if isinstance(answer, Refused) else "done"


async def appoint(house: House, table: str, **offices: Any) -> None:
    """Let the host name directors, commentators or guests; during a board all players consent."""
    ids = {office: tuple(f"p-{name}" for name in names) for office, names in offices.items()}
    wish = Host(table=table, **ids)
    for player, office, holder in missing_consents(house.room(table).table, "p-Host", wish):
        agrees = Consent(table=table, player=holder, office=office, id=next(_ids))
        assert code(await house.person(player.removeprefix("p-")).ask(agrees)) == "done"
    answer = await house.person("Host").ask(Host(table=table, id=next(_ids), **ids))
    assert isinstance(answer, Done), answer


async def let_in(house: House, table: str, name: str, seat: int) -> None:
    """Let all players of the deal agree that a newcomer takes a seat."""
    newcomer, now_ms = f"p-{name}", house.services.now_ms()
    for player in missing_for_seat(house.room(table).table, newcomer, newcomer, seat, now_ms):
        agrees = Consent(table=table, player=newcomer, office="seat", seat=seat, id=next(_ids))
        assert code(await house.person(player.removeprefix("p-")).ask(agrees)) == "done"


async def show(player: Person, table: str, watcher: str, hand: bool = True) -> object:
    """Let a player show the hand to a watcher, or stop it."""
    return await player.ask(Show(table=table, player=f"p-{watcher}", hand=hand, id=next(_ids)))


async def rule(director: Person, table: str, ruling: dict[str, Any]) -> object:
    """Send a director's ruling."""
    return await director.ask(Rule(table=table, ruling=ruling, id=next(_ids)))


class Company:
    """All people at one table, by name, during a board or after it (`over`)."""

    def __init__(self, house: House, table: str) -> None:
        self.house = house
        self.table = table
        self.people: dict[str, Person] = {}

    @classmethod
    async def gathers(
        cls, house: House, policy: Policy = LIVE, watchers: tuple[str, ...] = WATCHERS
    ) -> Company:
        """Seat all people, deal the cards, and drop the messages received so far."""
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
        """Send a line of chat and return `done` or the code of the refusal."""
        return code(await self[name].ask(Chat(table=self.table, text=text, to=to, id=next(_ids))))

    def hearers(self, text: str) -> tuple[str, ...]:
        """Return the names of all people that received this text."""
        return tuple(name for name in EVERYBODY if name in self.people and text in chat_texts(self[name]))

    async def comes(self, name: str, as_: Any = "public", to: str | None = None) -> Person:
        """Connect a player, who watches the table."""
        person = self.house.person(name)
        await person.watch(to or self.table, as_)
        return person

    async def board_over(self) -> None:
        """Pass the board out."""
        await play_on(self.house, self.table, [self[name] for name in SEATS], 4)
        assert self.house.room(self.table).table.over
