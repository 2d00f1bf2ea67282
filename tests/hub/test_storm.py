"""A hub under stress: people come, go, delay and play while its store is slow, away or has a new owner."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import pytest

from protocol.v1 import requests as ask
from protocol.v1.codec import JSON, MSGPACK
from protocol.v1.requests import PerMove, Policy
from protocol.v1.updates import Done, Refused
from server.games.base import AllHands, Audience, Kibitzer, Public, Seated
from server.table import events
from server.table.log_fold import restore
from tests.later_store import LaterStore
from tests.markers import every
from tests.rooms import House, Person, as_sent
from tests.virtual import passes, virtual

PLAYERS = ("North", "East", "South", "West")
NAMES = (*PLAYERS, *PLAYERS, "Eve", "Fay", "")
STORMY = Policy(hands="live", clock=PerMove(20_000), pause_ms=500)


class Storm:
    """People at the tables of one house, with random events by one random seed."""

    def __init__(self, house: House, tables: list[str], rng: Random) -> None:
        self.house = house
        self.tables = tables
        self.rng = rng
        self.people: list[Person] = []
        self.asked: dict[Person, list[int]] = {}
        self.ids = 0

    def step(self) -> None:
        """Do one random step."""
        happening = self.rng.choices(
            (self.comes, self.goes, self.stalls, self.asks, self.plays, self.steals), (4, 2, 3, 15, 80, 0.2)
        )[0]
        happening()

    def people_present(self) -> Person:
        if not self.people:
            self.comes()
        return self.rng.choice(self.people)

    def comes(self) -> None:
        name = self.rng.choice(NAMES)
        person = self.house.caller(self.rng.choice((MSGPACK, JSON)), self.house.player(name))
        person.tell(ask.Hello(client="storm"))
        self.people.append(person)
        self.asked[person] = []

    def goes(self) -> None:
        person = self.people_present()
        person.hang_up()
        self.people.remove(person)
        del self.asked[person]

    def stalls(self) -> None:
        person = self.people_present()
        if person.deaf:
            person.listen_again()
        else:
            person.deaf = True

    def asks(self) -> None:
        person, table = self.people_present(), self.rng.choice(self.tables)
        self.ids += 1
        wish: Any = self.rng.choices(
            (
                ask.Watch(table=table, as_=self.rng.choice(("public", "seat", "all", 2)), id=self.ids),
                ask.Sit(table=table, seat=self.rng.randrange(4), id=self.ids),
                ask.Chat(table=table, text="hello", id=self.ids),
                ask.Unwatch(table=table, id=self.ids),
                ask.Stand(table=table, id=self.ids),
                ask.Host(table=table, policy=STORMY, id=self.ids),
            ),
            (40, 30, 10, 5, 0.5, 1),
        )[0]
        self.asked[person].append(self.ids)
        person.tell(wish)

    def plays(self) -> None:
        """Let the connected player in turn act; unanswered actions are sent again with the same number."""
        table = self.rng.choice(self.tables)
        room = self.house.hub.live(table)
        seats = () if room is None else room.table.game.to_act(room.table.state)
        if room is None or not seats:
            return
        player = room.table.chairs[seats[0]].player
        here = [person for person in self.people if person.player.id == player]
        if player is None or not here:
            return
        last = room.table.counters.get(player)
        n = 1 if last is None else last.n + 1
        action = as_sent(self.rng.choice(room.table.game.legal_actions(room.table.state, seats[0])))
        self.rng.choice(here).act(table, n, action, room.table.decision)

    def steals(self) -> None:
        self.house.store.steal(self.rng.choice(self.tables))


async def dawdling(store: LaterStore, rng: Random) -> None:
    """Answer appends one after another and late; now and then the store is away for seconds."""
    while True:
        await passes(rng.choice((0, 1, 5, 40)))
        if rng.random() < 0.0005:
            store.away = True
            await passes(rng.randrange(500, 6_000))
            store.away = False
        if store.waiting:
            store.answer()


def audience_of(name: object, seat: int | None) -> Audience:
    """Return the audience of a view."""
    if isinstance(name, int):
        return Kibitzer(name)
    return (
        Seated(-1 if seat is None else seat) if name == "seat" else AllHands() if name == "all" else Public()
    )


def everybody_sees_the_truth(storm: Storm) -> None:
    for person in storm.people:
        for table in person.session.followed:
            now, shown = storm.house.room(table).table, person.tables[table]
            audience = audience_of(shown.audience, now.seat_of(person.player.id))
            halves = [now.game.pub(now.state), now.own(audience)]
            assert list(shown.halves) == person.codec.decode_plain(person.codec.encode(halves), 1 << 20)


def everybody_is_answered(storm: Storm) -> None:
    for person, ids in storm.asked.items():
        if person.closed is None:
            assert Counter(answer.id for answer in person.of(Done, Refused) if answer.id) == Counter(ids)


async def the_log_says_the_same(house: House, table: str) -> None:
    stored, live = await house.store.load(table), house.room(table).table
    assert stored is not None
    log = tuple(events.decode(entry) for entry in stored.entries)
    assert restore(table, live.game, stored.deal, log) == live


@pytest.mark.parametrize("seed", every(2, range(8)))
def test_after_the_storm_all_views_agree_with_the_log(seed: int) -> None:
    @virtual
    async def run() -> None:
        rng = Random(seed)
        async with House() as house:
            tables = [await house.table(policy=STORMY) for _ in range(2)]
            for table in tables:
                await house.four(table)
            house.store.prompt = False
            weather = asyncio.create_task(dawdling(house.store, rng))
            storm = Storm(house, tables, rng)
            for _ in range(3_000):
                storm.step()
                await passes(rng.choice((0, 0, 2, 20, 100)))
            weather.cancel()
            house.store.prompt = True
            house.store.come_back()
            for person in storm.people:
                if person.deaf:
                    person.listen_again()
            for table in tables:
                storm.house.person("Host").tell(ask.Host(table=table, pause=True))
            await passes(30_000)
            for table in tables:
                await house.hub.room(table)
                await the_log_says_the_same(house, table)
            everybody_sees_the_truth(storm)
            everybody_is_answered(storm)
            assert sum(int(house.room(table).table.decision.split(".")[1]) for table in tables) > 20, (
                "expected some play"
            )

    run()
