"""A hub under virtual time, with players on in-memory connections, for the tests of the rooms."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Any, TypeVar

from protocol.v1 import requests, updates
from protocol.v1.codec import MSGPACK, Codec, decode_update
from protocol.v1.requests import Act, Open, Policy, Sit, ToServer, Watch, WatchAs
from protocol.v1.updates import Done, Patch, Refused, ToClient, View, Welcome
from server.deployment.clocks import LoopTimers, ServerClock
from server.errors import Refusal
from server.games.base import Game
from server.games.registry import GAMES
from server.hub.action_trace import ActionTrace
from server.hub.archive.logs_with_archive import LogsWithArchive
from server.hub.hub import USUAL_LIFETIMES, Hub
from server.hub.listeners import Frame
from server.hub.room import Room
from server.hub.search import search_in_this_thread
from server.hub.services import Cancel, Services, Think, Timers
from server.metrics import Meter
from server.moderation.moderation import Moderation
from server.session.front_desk import FrontDesk
from server.session.guests import Guests
from server.session.session import Session
from server.settings import Settings
from server.table.lifetime import Lifetimes
from server.table.packed import PackedDeals
from server.table.player import Player
from server.workers import parsing
from server.workers.parsing import Upload, parse
from tests.later_store import LaterStore
from tests.patching import Shown
from tests.virtual import now_ms, until

QUIET = Policy(clock=requests.NoClock(), pause_ms=1_000)
T = TypeVar("T")


class _Timers:
    """Timers that fire `early_ms` too early, as real timers may by a fraction of a millisecond."""

    def __init__(self, early_ms: int) -> None:
        self._early_ms = early_ms

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel:
        wait_ms = max(0, when_ms - now_ms())
        early_ms = self._early_ms if wait_ms > self._early_ms else 0
        return asyncio.get_running_loop().call_later((wait_ms - early_ms) / 1000, callback).cancel

    def later(self, callback: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(callback)


class ParsedInAThread:
    """A parser of uploads in a thread instead of a process, because virtual time waits only for threads."""

    async def read(self, source: str, upload: Upload) -> PackedDeals:
        packed = await asyncio.to_thread(parse, upload)
        if isinstance(packed, parsing.Refused):
            raise Refusal(packed.code, packed.message)
        return PackedDeals(packed, upload.game.log_action_type)


def compares_views() -> bool:
    """Return True if the tests run with whole views compared after every move, as CI's second pass does."""
    return os.environ.get("KIBITZ_COMPARE_VIEWS") == "1"


class House:
    """A hub with its front desk.

    `store` outlives the hub: a second House on the same store is a restart of the server. `clock` is the
    clock of the server, with the timers of the real server; without it, both follow the loop's virtual time.
    """

    def __init__(
        self,
        store: LaterStore | None = None,
        *,
        exclusive: bool = True,
        games: dict[str, Game] = GAMES,
        early_ms: int = 0,
        clock: ServerClock | None = None,
        think: Think | None = None,
        robots: dict[str, tuple[str, ...]] | None = None,
        secret: bytes = b"of the tests, so that worlds have the same ids",
        lifetimes: Lifetimes = USUAL_LIFETIMES,
        traces: bool = False,
        words_file: str = "",
        **settings: Any,
    ) -> None:
        known = {"plain": tuple(games)} if robots is None else robots
        generous: dict[str, Any] = {"requests_s": 1e6, "requests_burst": 10**6}
        generous |= {
            "player_requests_s": 1e6,
            "player_requests_burst": 10**6,
            "opens_burst": 10**6,
            "tables_per_player": 10**6,
            "changes_burst": 10**6,
            "games_per_address_burst": 10**6,
            "exports_per_address_burst": 10**6,
            "table_manager_port": 2000,
        }
        time_ms = now_ms if clock is None else clock.now_ms
        self.store = store or LaterStore(time_ms)
        words = (f"{id(self):x}n{number}" for number in itertools.count())
        timers: Timers = _Timers(early_ms) if clock is None else LoopTimers(clock.now_ms)
        self.services = Services(
            logs=LogsWithArchive(self.store, self.store.archive),
            archive=self.store.archive,
            now_ms=time_ms,
            timers=timers,
            rng=Random(7),
            nonce=lambda: next(words),
            meter=Meter(),
            secret=lambda: secret,
            compares_views=compares_views(),
            trace=ActionTrace(time_ms) if traces else None,
            think=think or search_in_this_thread(timers.later, lambda: time.monotonic() * 1000),
        )
        self.hub = Hub(
            self.services,
            self.store,
            games,
            exclusive=exclusive,
            lifetimes=lifetimes,
            connect=self.store.wires.connect,
        )
        self.files_and_tickets = self.store.files_and_tickets
        time_s = lambda: time_ms() / 1000  # noqa: E731 a clock for one call
        self.moderation = Moderation(self.store.measures_and_audit, words_file, time_ms)
        fresh_s = inf if exclusive else 0.5
        self.guests = Guests(
            self.store.guests, 86_400, fresh_s=fresh_s, now_s=time_s, moderation=self.moderation
        )
        self.desk = FrontDesk(
            self.hub,
            self.guests,
            Settings(**{**generous, **settings}),
            "kibitz test",
            known,
            parsers=ParsedInAThread(),
            moderation=self.moderation,
            waiting_players=self.store.waiting_players,
        )
        self.clients: list[Person] = []

    async def __aenter__(self) -> House:
        await self.hub.start()
        return self

    async def __aexit__(self, *failure: object) -> None:
        for client in self.clients:
            client.hang_up()
        self.desk.queue.stop()
        await self.hub.stop()

    def kill(self) -> None:
        """Stop the hub as kill -9 does: it says nothing more to the store, to clients or to other hubs."""
        beating = self.hub._beating
        assert beating is not None
        beating.cancel()
        self.desk.queue.stop()
        self.store.wires.ends[self.hub.id].stopped = True
        self.hub.events.stop()
        self.hub.sets.stop()
        for room in self.hub.rooms:
            room.leave()

    def person(self, name: str = "", codec: Codec = MSGPACK, player: Player | None = None) -> Person:
        """Connect a player called `name`, who has sent `hello`; "" is a client without a token.

        `player` is a player with another id than the usual one of the name.
        """
        person = self.caller(codec, player or self.player(name))
        person.tell(requests.Hello(client="test"))
        assert isinstance(person.heard.pop(0), Welcome)
        return person

    @staticmethod
    def player(name: str) -> Player:
        """Return a player of this name; "" is a client without a token."""
        return Player(id=f"p-{name}", name=name) if name else Player("")

    def caller(self, codec: Codec = MSGPACK, player: Player | None = None) -> Person:
        """Connect a client that has sent nothing yet.

        Without `player`, the token of its `hello` identifies the player.
        """
        person = Person(self, player, codec)
        self.clients.append(person)
        return person

    async def table(self, host: str = "Host", policy: Policy = QUIET, **wishes: Any) -> str:
        """Open a new table with this host."""
        wishes = {"game": "bridge"} | wishes
        done = await self.person(host).ask(Open(policy=policy, id=next(_IDS), **wishes))
        assert isinstance(done, Done) and done.table is not None, done
        return done.table

    async def four(self, table: str, codec: Codec = MSGPACK) -> list[Person]:
        """Seat North, East, South and West, who watch as their own seats."""
        players = [self.person(name, codec) for name in ("North", "East", "South", "West")]
        for seat, player in enumerate(players):
            assert isinstance(await player.ask(Watch(table=table, id=next(_IDS))), Done)
            assert isinstance(await player.ask(Sit(table=table, seat=seat, id=next(_IDS))), Done)
        return players

    async def dealt(self, policy: Policy = QUIET, **wishes: Any) -> tuple[str, list[Person]]:
        """Open a table with four players and a dealt board, and drop the messages received so far."""
        table = await self.table(policy=policy, **wishes)
        players = await self.four(table)
        await until(lambda: self.room(table).table.game.to_act(self.room(table).table.state))
        for player in players:
            player.forget()
        return table, players

    def room(self, table: str) -> Room:
        """Return the table, which must be in memory."""
        room = self.hub.live(table)
        assert room is not None, f"expected {table} to be in memory"
        return room


_IDS = itertools.count(1)


class Person:
    """The client at the far end of an in-memory connection.

    `deaf` is True while the client does not read what it is sent.
    """

    def __init__(self, house: House, player: Player | None, codec: Codec) -> None:
        self.player = player or Player("")
        self.codec = codec
        self.deaf = False
        self.heard: list[ToClient] = []
        self.unread: list[Frame] = []
        self.closed: tuple[int, str] | None = None
        self.tables: dict[str, Shown] = {}
        self.session = Session(self, codec, house.desk, player)
        # Look `send` up at each frame, because some tests replace it.
        self.session.deliver = lambda frame: self.send(frame)

    @property
    def congested(self) -> bool:
        return self.deaf

    def send(self, frame: Frame) -> None:
        """Receive a frame that the session sends."""
        if self.deaf:
            self.unread.append(frame)
        else:
            self._read(frame)

    def send_together(self, frames: Sequence[Frame]) -> None:
        for frame in frames:
            self.send(frame)

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)

    def _read(self, frame: Frame) -> None:
        update = decode_update(self.codec, frame.payload)
        self.heard.append(update)
        if isinstance(update, View):
            self.tables[update.table] = Shown(update)
        elif isinstance(update, Patch):
            self.tables[update.table].take(update)

    def listen_again(self) -> None:
        """Read the waiting frames, as a draining buffer does."""
        self.deaf = False
        unread, self.unread = self.unread, []
        for frame in unread:
            self._read(frame)
        self.session.drained()

    def hang_up(self) -> None:
        """End the connection."""
        self.session.gone()

    def tell(self, request: ToServer) -> None:
        """Send a request without waiting for its answer."""
        self.session.receive(self.codec.encode(request))

    async def ask(self, request: Any) -> Done | Refused | updates.Lobby:
        """Send a request with an `id` and return its only answer."""
        start = len(self.heard)
        self.tell(request)
        for waited in range(200):
            found = [each for each in self.heard[start:] if getattr(each, "id", 0) == request.id]
            if found:
                (answer,) = found
                assert isinstance(answer, Done | Refused | updates.Lobby)
                return answer
            await asyncio.sleep(0.01)
            if waited > 20:
                time.sleep(0.01)  # a thread may work on the answer, in real time
        raise AssertionError(f"no answer to {request}")

    async def watch(self, table: str, as_: WatchAs = "public", **known: Any) -> Shown:
        """Follow a table and return the view."""
        answer = await self.ask(Watch(table=table, as_=as_, id=next(_IDS), **known))
        assert isinstance(answer, Done), answer
        return self.tables[table]

    async def follow(self, table: str, as_: WatchAs = "public") -> Shown:
        """Follow a delayed table and return the view, once the delayed log has been read."""
        self.tables.pop(table, None)
        self.tell(Watch(table=table, as_=as_))
        await until(lambda: table in self.tables)
        return self.tables[table]

    async def sit(self, table: str, seat: int) -> Done | Refused | updates.Lobby:
        return await self.ask(Sit(table=table, seat=seat, id=next(_IDS)))

    def act(self, table: str, n: int, action: dict[str, Any], decision: str | None = None) -> None:
        """Send an action; without `decision`, for the decision that the view names."""
        own = self.tables[table].own if table in self.tables else None
        if decision is None and own is not None:
            decision = own.get("decision")
        self.tell(Act(table=table, n=n, action=action, decision=decision))

    def of(self, *kinds: type[T]) -> list[T]:
        """Return the received updates of these kinds, oldest first."""
        return [update for update in self.heard if isinstance(update, kinds)]

    def tell_plain(self, message: object) -> None:
        """Send the encoded form of this value."""
        self.session.receive(self.codec.encode(message))

    def forget(self) -> None:
        """Drop all messages received so far."""
        self.heard.clear()

    def refusal(self) -> str:
        """Return the code of the only refusal received."""
        (refused,) = self.of(Refused)
        return str(refused.code)


async def play_on(house: House, table: str, players: list[Person], actions: int) -> None:
    """Let the players in turn take their first legal action, this many times.

    Deals come by themselves.
    """
    for _ in range(actions):
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        now = house.room(table).table
        seat = now.game.to_act(now.state)[0]
        last = now.counters.get(players[seat].player.id)
        action = as_sent(now.game.legal_actions(now.state, seat)[0])
        players[seat].act(table, 1 if last is None else last.n + 1, action, now.decision)
        await asyncio.sleep(0)


def as_sent(action: Any) -> dict[str, Any]:
    """Return a game's action as `act.action` carries it."""
    if hasattr(action, "call"):
        return {"t": "call", "call": str(action.call)}
    return {"t": "play", "card": str(action.card)}
