"""A crowd in one process: it lets its people come and go, and act at a given rate.

`python -m tests.bench.crowd '<Crowd as JSON>'` lets them come, prints "ready", and plays. What the server
acknowledges is written to a file, for the checker. At the end it prints a Day as JSON.
"""

from __future__ import annotations

import gc
import heapq
import os
import select
import sys
from collections import deque
from collections.abc import Callable
from random import Random
from time import monotonic_ns, perf_counter, process_time

import msgspec
from msgspec import Struct

from tests.bench.day import Ack, Day, Diary
from tests.bench.lobby import guests
from tests.bench.people import Group, Pending, Person, Player, Watcher

GAMES = {"bridge": 80, "spades": 12, "hanabi": 8}
"""How many of a hundred tables play each game."""
AWAY_S = (2.0, 10.0)
"""The shortest and the longest time until a player that has left is back."""
COMING_AT_ONCE = 200
"""The number of connections that are being made at the same time at the beginning."""
COME_S = 120.0
REST_S = 3.0


class Crowd(Struct):
    """The size of a crowd, its server, and its habits.

    `rate`: actions a second, of all tables together. Each second `moves` watchers go to another table,
    `leaves` players lose their connection and come back, and at `endings` tables the four close the table and
    open another one. After `blip_s` seconds `blip` connections are lost at once, and all come back at once; 0
    for none. `record` is the file for what was acknowledged, "" for none.
    """

    port: int
    core: int
    record: str
    tables: int = 1_500
    watchers: int = 4_000
    rate: float = 1_500.0
    seconds: float = 600.0
    moves: float = 20.0
    leaves: float = 5.0
    endings: float = 1.0
    blip_s: float = 0.0
    blip: int = 5_000
    seed: int = 1


class CrowdDriver:
    """The driver of a crowd: it reads all connections, and lets the people come, go and act."""

    def __init__(self, crowd: Crowd) -> None:
        self.port = crowd.port
        self.rng = Random(crowd.seed)
        self.ready: deque[Player] = deque()
        self.connections = 0
        self.diary = Diary(crowd.record)
        self._crowd = crowd
        self._began = 0.0
        self._poll = select.epoll()
        self._people: dict[int, Person] = {}
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0
        self._coming = 0
        self._blipped: set[Person] = set()
        self._blip_at = 0.0
        self.groups = [Group(game) for game in self._games(crowd.tables)]
        self.watchers: list[Watcher] = []

    def _games(self, tables: int) -> list[str]:
        names, weights = list(GAMES), list(GAMES.values())
        return self.rng.choices(names, weights, k=tables)

    # These methods are called by people.

    def poll(self, person: Person) -> None:
        """Watch a connection that is being made."""
        self._people[person.fileno] = person
        self._poll.register(person.fileno, select.EPOLLIN | select.EPOLLOUT)

    def forget(self, person: Person) -> None:
        """Watch a connection no more."""
        del self._people[person.fileno]
        self._poll.unregister(person.fileno)
        self.connections -= person.connected

    def arrived(self, person: Person) -> None:
        """Count a connection that is open."""
        self.connections += 1
        self._coming -= 1
        if person in self._blipped:
            self._blipped.remove(person)
            if not self._blipped:
                self.diary.back_s = perf_counter() - self._blip_at

    def cut_off(self, person: Person) -> None:
        """Let a person come back after the server or the machine has ended the connection."""
        self.diary.lost += 1
        person.lose()
        self.later(1.0, person.return_)

    def opened(self, group: Group, table: str) -> None:
        """Let the four of a group sit down at their new table."""
        group.table, group.leaving = table, False
        self.diary.tables[table] = group.game
        for player in group.players:
            if player.connected:
                player.enter()
        for watcher in group.watchers:
            watcher.follow()

    def count(self, refusal: str) -> None:
        """Count a refusal, or a connection that the server has closed."""
        self.diary.refused(refusal)

    def sat(self, group: Group, *, new: bool) -> None:
        """Count a player of a group that has sat down."""
        group.here += new

    def later(self, seconds: float, action: Callable[[], None]) -> None:
        """Call `action` after some time."""
        self._number += 1
        heapq.heappush(self._timers, (perf_counter() + seconds, self._number, action))

    def acknowledged(self, player: Player, pending: Pending) -> None:
        """Write down that an action is done, and how long it took."""
        action = msgspec.Raw(pending.action)
        ack = Ack(
            player.id,
            player.group.table,
            pending.n,
            action,
            pending.decision,
            pending.sent_ns,
            monotonic_ns(),
        )
        self.diary.acknowledged(ack, int(perf_counter() - self._began) if self._began else None)

    # These methods are called by the main program.

    def come(self) -> None:
        """Let all people come, and return when they are here. Raises TimeoutError if that takes too long."""
        tokens = guests(self.port, 4 * len(self.groups))
        for at, group in enumerate(self.groups):
            for seat in range(4):
                player = Player(self, tokens[4 * at + seat], seat)
                player.group = group
                group.players.append(player)
        players: list[Person] = [player for group in self.groups for player in group.players]
        self._bring(players, lambda: all(group.here == 4 for group in self.groups))
        self.watchers = [Watcher(self, None) for _ in range(self._crowd.watchers)]
        for watcher in self.watchers:
            watcher.group = self._place_to_watch()
            watcher.group.watchers.append(watcher)
        self._bring(list(self.watchers), lambda: self.connections == len(players) + len(self.watchers))

    def _bring(self, people: list[Person], here: Callable[[], bool]) -> None:
        until, coming = perf_counter() + COME_S, iter(people)
        while True:
            for person in coming:
                self._coming += 1
                person.come()
                if self._coming >= COMING_AT_ONCE:
                    break
            else:
                if here():
                    return
            self.turn(0.05)
            if perf_counter() > until:
                raise TimeoutError(f"expected all people of the crowd to be here within {COME_S:.0f} s")

    def _place_to_watch(self) -> Group:
        """Choose a table as watchers do: a few tables have most of them."""
        place = int(self.rng.paretovariate(0.6)) - 1
        return self.groups[place % len(self.groups)]

    def live(self) -> Day:
        """Play for the given time, and return what was seen."""
        crowd, rng = self._crowd, self.rng
        self.diary.begin(crowd.seconds)
        self._began = began = perf_counter()
        cpu_s = process_time()
        self._every(crowd.moves, self._one_moves)
        self._every(crowd.leaves, self._one_leaves)
        self._every(crowd.endings, self._one_table_ends)
        if crowd.blip_s:
            self.later(crowd.blip_s, self._blip)
        end, due = began + crowd.seconds, began
        while (now := perf_counter()) < end:
            while due <= now:
                self._one_acts(now - due)
                due += rng.expovariate(crowd.rate)
            self.turn(max(0.0, min(due, end) - perf_counter()))
            self.diary.connected(self.connections, now - began)
        client_cpu = (process_time() - cpu_s) / (perf_counter() - began)
        return self.diary.day(client_cpu)

    def rest(self) -> None:
        """Let what was begun come to its end, without new actions."""
        until = perf_counter() + REST_S
        while perf_counter() < until:
            self.turn(0.05)
        self.diary.close()

    def turn(self, seconds: float) -> None:
        """Read all that has arrived, once, and do all that is due. Wait for at most so many seconds."""
        timers = self._timers
        now = perf_counter()
        while timers and timers[0][0] <= now:
            heapq.heappop(timers)[2]()
        if timers:
            seconds = min(seconds, max(0.0, timers[0][0] - now))
        people = self._people
        for fileno, event in self._poll.poll(seconds, 4096):
            person = people.get(fileno)
            if person is None:
                continue
            if event & select.EPOLLOUT and not event & (select.EPOLLERR | select.EPOLLHUP):
                self._poll.modify(fileno, select.EPOLLIN)
                person.shake_hands()
            if event & (select.EPOLLIN | select.EPOLLERR | select.EPOLLHUP):
                person.receive()

    def _one_acts(self, late_s: float) -> None:
        """Let the player act that has waited longest for its time."""
        self.diary.late_s.append(late_s)
        while self.ready:
            if self.ready.popleft().act():
                return
        self.diary.missed += 1

    def _every(self, rate: float, action: Callable[[], None]) -> None:
        """Do something at random times, so often a second."""
        if not rate:
            return

        def again() -> None:
            action()
            self.later(self.rng.expovariate(rate), again)

        self.later(self.rng.expovariate(rate), again)

    def _one_moves(self) -> None:
        if self.watchers:
            self.rng.choice(self.watchers).move(self._place_to_watch())

    def _one_leaves(self) -> None:
        player = self.rng.choice(self.rng.choice(self.groups).players)
        if player.connected and not player.group.leaving:
            player.lose()
            self._coming += 1
            self.later(self.rng.uniform(*AWAY_S), player.return_)

    def _one_table_ends(self) -> None:
        """Let four players close their table, and open another one."""
        group = self.rng.choice(self.groups)
        host = group.players[0]
        if group.leaving or group.here < 4 or not all(player.connected for player in group.players):
            return
        group.leaving = True
        host.close_table()
        self.later(1.0, lambda: self._begin_again(group))

    def _begin_again(self, group: Group) -> None:
        for player in group.players:
            player.unwatch()
            player.begin()
        for watcher in group.watchers:
            watcher.unwatch()
        group.table, group.here = "", 0
        if group.players[0].connected:
            group.players[0].open()

    def _blip(self) -> None:
        """Let many connections be lost at once, and come back at once."""
        connected = [person for person in self._people.values() if person.connected]
        self._blipped = set(self.rng.sample(connected, min(self._crowd.blip, len(connected))))
        self._blip_at = perf_counter()
        lost = list(self._blipped)
        for person in lost:
            person.lose()
        for person in lost:
            self._coming += 1
            person.come()


def main(crowd: Crowd) -> None:
    os.sched_setaffinity(0, {crowd.core})
    driver = CrowdDriver(crowd)
    driver.come()
    gc.collect()
    gc.freeze()
    gc.disable()
    print("ready", flush=True)
    day = driver.live()
    driver.rest()
    print(msgspec.json.encode(day).decode(), flush=True)


if __name__ == "__main__":
    main(msgspec.json.decode(sys.argv[1], type=Crowd))
