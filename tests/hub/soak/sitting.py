"""One table and all its possible visitors, who do random things at random times, by one random seed."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from random import Random

from bots.random_bot import RandomBot
from protocol.v1 import requests as ask
from protocol.v1.codec import JSON, MSGPACK
from protocol.v1.requests import Open, Watch, WatchAs
from protocol.v1.updates import Done, Refused
from server.deployment.installed_robots import play_at
from server.robots.house_robots import HouseRobots as Robots
from server.table import events
from server.table.log_fold import restore
from server.table.schedule import opens_ms
from server.table.seats import rights
from tests.hub.soak import truth, wishes
from tests.later_store import LaterStore
from tests.rooms import House, Person
from tests.virtual import now_ms, passes, until

PLAYERS = wishes.NAMES[:4]


class Sitting:
    """A table with players, watchers and officers that act at random.

    `asked` are the request ids of each connection, `read` the number of its messages already checked.
    `seated` are the players that had a right to a seat at the last check.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.store = LaterStore(now_ms)
        self.people: list[Person] = []
        self.asked: dict[Person, list[int]] = {}
        self.read: dict[Person, int] = {}
        self.seated: frozenset[str] = frozenset()
        self._ids = 0

    async def opens(self) -> None:
        """Open a table and give the officers their offices."""
        self._enter_house()
        await self.house.hub.start()
        host = self.comes("Host")
        while True:
            options, robots = wishes.options(self.rng), wishes.seats(self.rng)
            policy = wishes.policy(self.rng)
            done = await host.ask(
                Open(game="bridge", options=options, policy=policy, seats=robots, id=self._next(host))
            )
            assert isinstance(done, Done | Refused)
            if isinstance(done, Done) and done.table is not None:
                break
        self.table = done.table
        office = ask.Host(
            table=self.table,
            directors=("p-Dir",),
            commentators=("p-Com",),
            invited=wishes.IDS,
            id=self._next(host),
        )
        host.tell(office)

    def _enter_house(self) -> None:
        self.house = House(self.store)
        plain: Callable[[], RandomBot] = lambda: RandomBot(self.rng.randrange(2**32), talkative=True)  # noqa: E731
        self.robots = Robots(self.house.desk, {"plain": plain}, play_at)
        self.house.hub.changed.subscribe(self.robots.update)

    async def closes(self) -> None:
        """Disconnect all people, and then close the house."""
        for person in self.people:
            person.hang_up()
        self.robots.stop()
        await self.house.hub.stop()
        await passes(10)

    def _next(self, person: Person) -> int:
        self._ids += 1
        self.asked[person].append(self._ids)
        return self._ids

    def comes(self, name: str) -> Person:
        person = self.house.caller(self.rng.choice((MSGPACK, JSON)), self.house.player(name))
        person.tell(ask.Hello(client="soak"))
        self.people.append(person)
        self.asked[person], self.read[person] = [], 0
        return person

    def goes(self, person: Person) -> None:
        person.hang_up()
        self.people.remove(person)

    def step(self) -> None:
        """Do one random step."""
        self.rng.choices(
            (self._comes, self._drops, self._stalls, self._wishes, self._acts), (4, 1, 2, 15, 60)
        )[0]()

    def _comes(self, name: str | None = None) -> None:
        """Connect a random player, who mostly watches the table."""
        if len(self.people) > 14:
            self.goes(self.rng.choice(self.people))
        name = self.rng.choice((*PLAYERS, *wishes.NAMES, "")) if name is None else name
        person = self.comes(name)
        if self.rng.random() < 0.8:
            as_: WatchAs = {"Dir": "director", "Com": "commentator"}.get(name, self.rng.choice(wishes.AS))  # type: ignore[assignment]
            if name in PLAYERS:
                person.tell(ask.Sit(table=self.table, seat=PLAYERS.index(name), id=self._next(person)))
                as_ = "seat"
            person.tell(Watch(table=self.table, as_=as_, id=self._next(person)))

    def _drops(self) -> None:
        """End a connection, and connect again with the version that it knows."""
        before = self.rng.choice(self.people) if self.people else self.comes("Eve")
        self.goes(before)
        if self.rng.random() < 0.7:
            self._resumes(before)

    def _resumes(self, before: Person) -> None:
        after = self.house.caller(before.codec, before.player)
        after.tell(ask.Hello(client="soak"))
        self.people.append(after)
        self.asked[after], self.read[after] = [], 0
        shown = before.tables.get(self.table)
        if shown is not None:
            after.tables[self.table] = copy.copy(shown)
            known = {"epoch": shown.epoch, "version": shown.version}
            after.tell(Watch(table=self.table, as_=shown.audience, id=self._next(after), **known))  # type: ignore[arg-type]

    def _stalls(self) -> None:
        if self.people:
            person = self.rng.choice(self.people)
            if person.deaf:
                person.listen_again()
            else:
                person.deaf = self.rng.random() < 0.5

    def _wishes(self) -> None:
        room = self.house.hub.live(self.table)
        if room is not None and self.people:
            person = self.rng.choice(self.people)
            person.tell(wishes.wish(room.table, person.player.id, self.rng, self._next(person)))

    def _acts(self) -> None:
        """Send an action, mostly of the player in turn."""
        room = self.house.hub.live(self.table)
        if room is None:
            return
        table = room.table
        due = {table.chairs[seat].player for seat in table.game.to_act(table.state)} - {None}
        gone = sorted(due - {person.player.id for person in self.people})
        if gone and self.rng.random() < 0.2:
            self._comes(gone[0].removeprefix("p-"))
        here = [person for person in self.people if person.player.id in due]
        if not here or self.rng.random() < 0.2:
            here = [person for person in self.people if table.right_of(person.player.id) is not None]
        if here:
            person = self.rng.choice(here)
            person.tell(wishes.act(table, person.player.id, self.rng, self._next(person)))

    async def restarts(self) -> None:
        """Restart the house on the same store; all people connect again with the versions that they know."""
        before = [person for person in self.people if person.closed is None]
        await self.closes()
        self.store.come_back()
        self.people = []
        await passes(self.rng.choice((0, 5_000)))
        self._enter_house()
        await self.house.hub.start()
        for person in before:
            self._resumes(person)
        await self.house.hub.room(self.table)

    async def rests(self) -> None:
        """Wait until all messages are read and all requests answered, and check all views."""
        self.store.prompt = True
        self.store.come_back()
        for person in self.people:
            if person.deaf:
                person.listen_again()
        await until(lambda: self.house.hub.live(self.table) is not None)
        await passes(3_000)
        for _ in range(20):  # a decision starts again and opens later when a robot takes over
            opens = opens_ms(self.house.room(self.table).table)
            await passes(max(0, (opens or 0) - now_ms()) + 100)
            if opens is None:
                break
        self.check()
        for person in list(self.people):
            if person.closed is None:
                truth.check_answers(person, self.asked[person])
                self._check_fresh(person)
        await self._check_log()

    def check(self) -> None:
        """Check what must hold at any time."""
        room = self.house.hub.live(self.table)
        for person in self.people:
            heard, self.read[person] = person.heard[self.read[person] :], len(person.heard)
            if room is None or person.deaf or self.store.waiting:
                continue
            if self.table in person.session.followed and self.table in person.tables:
                truth.check_view(room.table, person)
                truth.check_hands(room.table, person.player.id, person.tables[self.table])
                truth.check_talk(room.table, person, heard, self.seated)
        self.seated = frozenset() if room is None else rights(room.table.chairs)

    def _check_fresh(self, person: Person) -> None:
        """Check that a patched view equals the view of a new viewer."""
        shown = person.tables.get(self.table)
        if self.table not in person.session.followed or shown is None:
            return
        fresh = self.house.caller(person.codec, person.player)
        fresh.tell(ask.Hello(client="soak"))
        fresh.tell(Watch(table=self.table, as_=shown.audience, id=1))
        if self.table in fresh.tables:  # unless the view waits for the store
            assert truth.as_shown(fresh.tables[self.table]) == truth.as_shown(person.tables[self.table])
        else:
            (refused,) = fresh.of(Refused)
            raise AssertionError(f"{person.player} as {shown.audience}: {refused}")
        fresh.hang_up()

    async def _check_log(self) -> None:
        """Check that the fold of the log equals the table."""
        room = self.house.room(self.table)
        before = room.position
        stored = await self.store.load(self.table)
        assert stored is not None
        if room.position == before == (stored.deal, len(stored.entries)):
            log = tuple(map(events.decode, stored.entries))
            assert restore(self.table, room.table.game, stored.deal, log) == room.table

    async def goes_on(self) -> None:
        """Let time pass after the host has resumed the table: the table goes on by itself."""
        host = self.comes("Host")
        host.tell(ask.Host(table=self.table, pause=False, id=self._next(host)))
        await passes(100)
        room = self.house.room(self.table)
        due_ms = truth.moves_by_itself_ms(room, now_ms())
        if due_ms is not None and due_ms < 600_000:
            before = room.position
            for _ in range(20):
                await passes(due_ms / 10 + 200)
                if self.house.room(self.table).position != before:
                    return
            raise AssertionError(
                f"the table stands still at {room.table.game.to_act(room.table.state)}: {room.table}"
            )

    async def dawdles(self) -> None:
        """Answer appends one after another, late unless the store is prompt."""
        while True:
            await self.store.late.wait()
            self.store.late.clear()
            while self.store.waiting:
                await passes(self.rng.choice((1, 5, 40)))
                if self.store.waiting and not self.store.away:
                    self.store.answer()


async def sat_out(seed: int, steps: int) -> Sitting:
    """Do this many random steps at a table, with checks from time to time."""
    sitting = Sitting(seed)
    await sitting.opens()
    store = asyncio.create_task(sitting.dawdles())
    for name in (*PLAYERS, "Dir", "Com", "Eve"):
        person = sitting.comes(name)
        if name in PLAYERS and sitting.rng.random() < 0.8:
            person.tell(ask.Sit(table=sitting.table, seat=PLAYERS.index(name), id=sitting._next(person)))
        person.tell(Watch(table=sitting.table, id=sitting._next(person)))
    for number in range(1, steps + 1):
        sitting.step()
        await passes(sitting.rng.choice((0, 0, 10, 100, 700)))
        sitting.check()
        if sitting.rng.random() < 0.02:
            sitting.store.prompt = not sitting.store.prompt
        if number % 60 == 0:
            await sitting.rests()
            await sitting.goes_on()
        if sitting.rng.random() < 0.006:
            await sitting.restarts()
    await sitting.rests()
    store.cancel()
    return sitting
