"""The only file of these tests that imports the product: a server in virtual time, and what a log folds to.

Where the product renames or recomposes something, this file follows; the recorded files stay as they are.
Everything that leaves this file is plain data, as JSON has it.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, get_args

import msgspec
from redis import Redis

from bots.plain_bot import PlainBot
from bots.registry import GAMES as VIEWS
from protocol.v1.codec import JSON
from server.errors import Refusal
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.registry import GAMES
from server.hub.archive.archive import Archive, NoSuchGame
from server.hub.hub import Hub
from server.hub.search import search_in_this_thread
from server.hub.services import Cancel, Services
from server.hub.sets.member import Member, Pair
from server.metrics import Meter
from server.session.front_desk import FrontDesk
from server.session.guests import Guests
from server.session.session import Session
from server.settings import Settings
from server.store.archive.memory import archive_in_memory
from server.store.redis import connect_to_redis
from server.store.stores import Stores
from server.table import access, events
from server.table.log_fold import LogFold
from server.table.packed import PackedDeals
from server.table.player import Player, RobotOwner
from server.table.table import Table
from server.workers import parsing
from server.workers.parsing import Upload, parse
from tests.rooms import compares_views
from tests.store.redis_server import RedisServer, binaries, short_directory
from tests.virtual import EPOCH_MS, VirtualLoop, now_ms, until

Json = Any
"""Plain data: dict, list, str, int, float, bool or None."""

GENEROUS: dict[str, Any] = {
    "requests_s": 1e6,
    "requests_burst": 10**6,
    "player_requests_s": 1e6,
    "player_requests_burst": 10**6,
    "opens_burst": 10**6,
    "tables_per_player": 10**6,
    "changes_burst": 10**6,
}
STEPS = 150
"""After so many actions the continuation of a golden game stops."""
STEPS_OF_A_REPLAY = 12
READABLE = 10
"""So many actions of a continuation are kept as they are, the others as a digest."""
BRIEF = 2_000
"""Longer texts, and lists of more than a hundredth of it, are told by their beginning and a digest."""
DIGITS = 12
"""So many hexadecimal digits of a digest tell two values apart."""


def plain(value: Any) -> Json:
    """Return a value of the product as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=_refuse))


def _refuse(value: Any) -> Json:
    raise NotImplementedError(f"expected plain data, got {type(value).__name__}")


# The server


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """An empty redis-server of this process alone."""
    programs = list(binaries().values())
    with (
        short_directory() as directory,
        RedisServer(programs[0], directory, "--appendonly", "no").running() as server,
    ):
        yield server


def ask_all(redis: RedisServer, commands: list[tuple[Any, ...]]) -> None:
    """Send many commands to a Redis at once."""
    with Redis(unix_socket_path=str(redis.socket)) as client, client.pipeline(transaction=False) as pipeline:
        for command in commands:
            pipeline.execute_command(*command)
        pipeline.execute()


def no_redis() -> bool:
    """Return whether this machine has no redis-server."""
    return not binaries()


@contextmanager
def _time_stands_still() -> Iterator[None]:
    """Let no virtual time pass while Redis is asked."""
    time = asyncio.get_running_loop()._selector_of_time  # type: ignore[attr-defined]  # VirtualLoop
    time.threads += 1
    try:
        yield
    finally:
        time.threads -= 1


class _Patient:
    """One of the real stores in Redis; while it is asked, virtual time stands still."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self._time = asyncio.get_running_loop()._selector_of_time  # type: ignore[attr-defined]  # VirtualLoop

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        return partial(self._asked, found) if asyncio.iscoroutinefunction(found) else found

    async def _asked(self, ask: Callable[..., Coroutine[Any, Any, Any]], *args: Any, **kwargs: Any) -> Any:
        with _time_stands_still():
            return await ask(*args, **kwargs)


class _PatientLogs(_Patient):
    """The logs of tables, with appends and notes that take no virtual time."""

    def _later(self, done: Callable[[Any], None]) -> Callable[[Any], None]:
        self._time.threads += 1

        def answered(outcome: Any) -> None:
            self._time.threads -= 1
            done(outcome)

        return answered

    def append(self, append: Any, done: Callable[[Any], None]) -> None:
        self._store.append(append, self._later(done))

    def note(self, table: str, token: str, noted: Any, done: Callable[[Any], None]) -> None:
        self._store.note(table, token, noted, self._later(done))


class _PatientOwnership(_Patient):
    """The ownership of tables.

    The age of a beat is that of virtual time, too, so that a log is the same whenever it is recorded.
    """

    def __init__(self, store: Any, beats: dict[str, int]) -> None:
        super().__init__(store)
        self._beats = beats

    async def beat(self, hub: str, about: bytes = b"") -> Any:
        self._beats[hub] = now_ms()
        return await self._asked(self._store.beat, hub, about)

    async def beat_age_ms(self, hub: str) -> int | None:
        return None if hub not in self._beats else now_ms() - self._beats[hub]


class _Timers:
    """Timers of virtual time."""

    def at(self, when_ms: int, callback: Callable[[], None]) -> Cancel:
        return asyncio.get_running_loop().call_later(max(0, when_ms - now_ms()) / 1000, callback).cancel

    def later(self, callback: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(callback)


class _ParsedInAThread:
    """Reads uploads in a thread."""

    async def read(self, source: str, upload: Upload) -> PackedDeals:
        packed = await asyncio.to_thread(parse, upload)
        if isinstance(packed, parsing.Refused):
            raise Refusal(packed.code, packed.message)
        return PackedDeals(packed, upload.game.log_action_type)


class Server:
    """A hub with its front desk on a Redis, with chance and time that are always the same."""

    def __init__(self, stores: Stores, word: str, seed: str) -> None:
        words = (f"{word}{number}" for number in itertools.count())
        timers = _Timers()
        services = Services(
            logs=stores.logs,
            archive=archive_in_memory(),
            now_ms=now_ms,
            timers=timers,
            rng=Random(seed),
            nonce=lambda: next(words),
            meter=Meter(),
            secret=lambda: b"of the golden logs",
            think=search_in_this_thread(timers.later, lambda: 0.0),
            compares_views=compares_views(),
        )
        self.logs = stores.logs
        self.hub = Hub(services, stores.ownership, GAMES, exclusive=True)
        self.desk = FrontDesk(
            self.hub,
            Guests(stores.guests, 86_400),
            Settings(**GENEROUS),
            "kibitz golden",
            {"plain": tuple(GAMES)},
            parsers=_ParsedInAThread(),
        )
        self.connections: list[Connection] = []

    def connect(self, name: str) -> Connection:
        """Return a connection of the player of this name, who has said hello."""
        connection = Connection(self, name)
        self.connections.append(connection)
        return connection

    def table(self, table: str) -> Table:
        """Return a table that is in memory."""
        room = self.hub.live(table)
        assert room is not None, f"expected {table} to be in memory"
        return room.table

    async def wake(self, table: str) -> Table:
        """Claim a table, fold its log, and return it as it is then."""
        return (await self.hub.room(table)).table

    async def records(self, table: str) -> Json:
        """Return the finished deals of a table in every format of its game, for its host; null for none."""
        stored = await self.logs.load(table)
        try:
            given = await Archive(self.hub).exported(Player(stored.meta.host, "Host"), table)
        except NoSuchGame:
            return None
        except Refusal as refusal:
            return {"refused": str(refusal.code)}
        return {name: _brief(given.file(name).decode()) for name in given.formats}


@asynccontextmanager
async def serving(
    redis: RedisServer, word: str, seed: str, beats: dict[str, int] | None = None
) -> AsyncIterator[Server]:
    """A running server; `word` begins the names that it makes up, its own too, `seed` begins its chance."""
    with _time_stands_still():
        stores = await connect_to_redis(redis.url)
    logs: Any = _PatientLogs(stores.logs)
    ownership: Any = _PatientOwnership(stores.ownership, {} if beats is None else beats)
    guests: Any = _Patient(stores.guests)
    patient = replace(stores, logs=logs, ownership=ownership, guests=guests)
    server = Server(patient, word, seed)
    try:
        await server.hub.start()
        yield server
    finally:
        for connection in server.connections:
            connection.hang_up()
        await server.hub.stop()
        with _time_stands_still():
            await stores.close()


def run_at(start_ms: int | None, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run `work` in virtual time that begins then (None: when the tests' time begins)."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        if start_ms is not None:
            loop = runner.get_loop()
            loop._selector_of_time.now_s = (start_ms - EPOCH_MS) / 1000  # type: ignore[attr-defined]
        runner.run(work())


class Connection:
    """A connection that speaks the JSON of the protocol; a name with Robot at its beginning is a robot's."""

    def __init__(self, server: Server, name: str) -> None:
        self.player = f"p-{name}"
        self.closed: tuple[int, str] | None = None
        self._heard: list[dict[str, Json]] = []
        self._ids = itertools.count(1)
        owner = RobotOwner("Olga", "p-Olga") if name.startswith("Robot") else None
        self._session = Session(self, JSON, server.desk, Player(id=self.player, name=name, robot_owner=owner))
        self.tell({"t": "hello", "client": "golden"})
        assert self._heard.pop(0)["t"] == "welcome"

    @property
    def congested(self) -> bool:
        return False

    def send(self, frame: Any) -> None:
        self._heard.append(msgspec.json.decode(frame.payload))

    def send_together(self, frames: Any) -> None:
        for frame in frames:
            self.send(frame)

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)

    def tell(self, request: Json) -> None:
        """Send a request."""
        self._session.receive(msgspec.json.encode(request))

    async def ask(self, request: Json) -> dict[str, Json]:
        """Send a request and return its answer."""
        number = next(self._ids)
        start = len(self._heard)
        self.tell({**request, "id": number})

        def answers() -> list[dict[str, Json]]:
            return [each for each in self._heard[start:] if each.get("id") == number]

        await until(answers)
        return answers()[0]

    def hang_up(self) -> None:
        """End the connection."""
        self._session.gone()


# What a table asks for, as the stories need it


def to_act(table: Table) -> tuple[int, ...]:
    """Return the seats that must act."""
    return table.game.to_act(table.state)


def turn(table: Table) -> tuple[int, str | None]:
    """Return the first seat that must act, and its player's id."""
    seat = table.game.to_act(table.state)[0]
    return seat, table.chairs[seat].player


def sendable(table: Table, seat: int) -> list[Json]:
    """Return what a seat may send as an answer to its decision."""
    own: Any = table.own(Seated(seat))
    return [plain(action) for action in own.legal_actions()]


def robots_choice(robot: PlainBot, table: Table, seat: int) -> Json:
    """Return what the plain robot does in a seat."""
    own: Any = table.own(Seated(seat))
    view: Any = VIEWS[table.game.name].view_type(table.id, table.game.pub(table.state), own)
    robot.seen(view)
    return plain(robot.choose(view, own.legal_actions()))


def new_robot() -> PlainBot:
    """Return a plain robot that has seen nothing."""
    return PlainBot()


def next_number(table: Table, player: str) -> int:
    """Return the number of a player's next action."""
    counter = table.counters.get(player)
    return 1 if counter is None else counter.n + 1


def waits_for_a_deal(table: Table) -> bool:
    """Return whether chance is to act."""
    return table.game.deal_due(table.state)


def phase(table: Table) -> str:
    """Return the phase that the view shows, "" for a game without phases."""
    return str(plain(table.game.pub(table.state)).get("phase", ""))


# What a log folds to


def _audiences(table: Table) -> dict[str, Audience]:
    chairs, game = len(table.chairs), table.game
    showing = game.showing
    recorded = showing is not None and showing.recorded_seats
    eyes = showing.eyes(table.state) if showing is not None and recorded else chairs
    return {
        "public": Public(),
        **{f"seat {seat}": Seated(seat) for seat in range(chairs)},
        **{f"kibitzer {seat}": Kibitzer(seat) for seat in range(eyes)},
        "all hands": AllHands(),
        "director": Director(),
        "commentator": Commentator(),
    }


_LEFT_OUT: dict[str, set[str]] = {"pub": set(), "own": set()}


def leave_out(fields: Sequence[str]) -> None:
    """Leave these fields, as `pub.name` or `own.name`, out of every view from now on.

    `pub.map.name` leaves a field out of each value of a map.
    """
    for half, names in _LEFT_OUT.items():
        names.clear()
        names.update(field.partition(".")[2] for field in fields if field.startswith(f"{half}."))


def _half(half: str, value: Any) -> Json:
    """Return a half of a view as plain data, without what is left out."""
    shown = plain(value)
    if not shown:
        return shown
    left_out = _LEFT_OUT[half]
    known = {name: each for name, each in shown.items() if name not in left_out}
    for mapped, _, inner in (name.partition(".") for name in left_out if "." in name):
        if known.get(mapped):
            known[mapped] = {
                key: {name: fact for name, fact in each.items() if name != inner}
                for key, each in known[mapped].items()
            }
    return known


def views(table: Table) -> Json:
    """Return the public half of the view, and every audience's own half, of which equal ones stand once."""
    owns: dict[str, Json] = {}
    for name, audience in _audiences(table).items():
        own = _half("own", table.own(audience))
        same = next((former for former, known in owns.items() if known == own), None)
        owns[name] = own if same is None else f"as {same}"
    return {"pub": _half("pub", table.game.pub(table.state)), "own": owns}


def _wishes(table: Table) -> Json:
    """Return the seats that want the next deal or wait; older logs have none."""
    between = table.between
    wishes = {"next_seats": sorted(between.next_seats), "wait_seats": sorted(between.wait_seats)}
    return {name: seats for name, seats in wishes.items() if seats}


def folded(table: Table) -> Json:
    """Return all that a table knows after its log."""
    seats, state, game = range(len(table.chairs)), table.state, table.game
    return {
        **views(table),
        "decision": table.decision,
        "to_act": plain(game.to_act(state)),
        "legal": {str(seat): _brief(plain(list(game.legal_actions(state, seat)))) for seat in seats},
        "deal_due": game.deal_due(state),
        "result": plain(game.result(state)),
        "seats": [plain(chair) for chair in table.chairs],
        "policy": plain(table.policy),
        "clock": {**plain(table.clock), "deadline_ms": table.clock.deadline_ms()},
        "status": {
            "deal": table.deal,
            "entries": table.index,
            "time_ms": table.time_ms,
            "moves": table.moves,
            "rewinds": table.rewinds,
            "paused": table.paused,
            "closed": table.closed,
            "over": table.over,
            "hidden": table.hidden,
            "reopened": table.hand_access.reopened,
            **_wishes(table),
            "listed": access.status(table),
        },
        "counters": {
            player: {"n": counter.n, "action": msgspec.msgpack.decode(counter.action)}
            for player, counter in sorted(table.counters.items())
        },
        "people": {
            "host": table.roles.host,
            "directors": sorted(table.roles.directors),
            "commentators": sorted(table.roles.commentators),
            "invited": sorted(table.roles.invited),
            "onlookers": sorted(table.roles.onlookers),
            "unwelcome": sorted(table.roles.unwelcome),
            "shown": plain(sorted(table.hand_access.permissions)),
            "agreed": plain(sorted(table.hand_access.consents)),
            "saw": sorted(table.hand_access.seen_by),
            "left": plain(table.hand_access.former_seats),
            "removed": sorted(table.roles.removed),
        },
    }


def continued(table: Table) -> Json:
    """Return how the game goes on when every seat acts by a chance that is always the same.

    The actions, and the public view and the result at the end of each deal, tell of what no view shows, such
    as the score sheet that the next deal starts from.
    """
    game, state, rng = table.game, table.state, Random(f"golden {table.id}")
    actions: list[Json] = []
    ends: list[Json] = []
    for _ in range(STEPS_OF_A_REPLAY if game.showing is not None else STEPS):
        if game.deal_due(state):
            seat, action = None, game.chance(state, rng)
        elif game.to_act(state):
            seat = rng.choice(game.to_act(state))
            action = rng.choice(game.legal_actions(state, seat))
        elif game.showing is not None or len(ends) == 2 or game.result(state) is None:
            break
        else:
            ends.append({"pub": _half("pub", game.pub(state)), "result": plain(game.result(state))})
            state = game.carry(state)
            continue
        state = game.apply(state, seat, action, table.time_ms)
        actions.append([seat, plain(action)])
    last = {"pub": _half("pub", game.pub(state)), "hands": _half("own", game.own(state, AllHands()))}
    begins = [json.dumps(action, separators=(",", ":")) for action in actions[:READABLE]]
    return {
        "begins": begins,
        "steps": len(actions),
        "actions": digest(actions),
        "ends": [digest(end) for end in ends],
        "last": digest(last),
    }


def _brief(value: Json) -> Json:
    """Return a short text or list as it is, and of a long one its beginning, its length and a digest."""
    long = BRIEF if isinstance(value, str) else BRIEF // 100
    if len(value) <= long:
        return value
    return {"begins": value[: long // 10], "length": len(value), "digest": digest(value)}


def digest(value: Json) -> str:
    """Return some digits that tell one value from another; the order of keys counts for nothing."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:DIGITS]


def prefixes(table: str, game: str, deal: int, log: list[bytes]) -> Iterator[Table]:
    """Yield the table after each entry of a deal's log."""
    fold = LogFold(table, GAMES[game], deal)
    for packed in log:
        yield fold.add(events.decode(packed))


# Whether what is stored means the same when it is written again


def written_again(game: str, packed: bytes) -> bytes:
    """Return an entry of a log, decoded to the product's own types as deep as they go, and encoded again."""
    rules, entry = GAMES[game], events.decode(packed)
    match entry:
        case events.Base():
            entry = msgspec.structs.replace(entry, state=msgspec.Raw(_state_again(game, entry.state)))
        case events.Hosted(state=bytes(state)):
            entry = msgspec.structs.replace(entry, state=_state_again(game, state))
        case events.Acted():
            action = msgspec.convert(entry.action, rules.log_action_type)
            asked = None if entry.asked is None else msgspec.convert(entry.asked, rules.action_type)
            entry = msgspec.structs.replace(entry, action=action, asked=asked)
        case events.Ruled():
            assert rules.directing is not None, "expected a game with directors"
            ruling = msgspec.convert(entry.ruling, rules.directing.log_ruling_type)
            entry = msgspec.structs.replace(entry, ruling=ruling)
        case _:
            pass
    return events.encode(entry)


def _state_again(game: str, packed: bytes | msgspec.Raw) -> bytes:
    state = msgspec.msgpack.decode(packed, type=GAMES[game].state_type)
    return msgspec.msgpack.encode(state)


def field_written_again(game: str, name: str, packed: bytes) -> bytes:
    """Return a packed field of a table's hash, decoded to the product's own types and encoded again."""
    boards: Any = tuple.__class_getitem__((GAMES[game].log_action_type, ...))
    kinds = {"options": GAMES[game].options_type, "match": Pair, "board_set": Member, "boards": boards}
    return msgspec.msgpack.encode(msgspec.msgpack.decode(packed, type=kinds[name]))


PACKED_FIELDS = ("options", "match", "board_set", "boards")
"""The fields of a table's hash that are msgpack."""


# What there is to be recorded


def _tags(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in _members(union)}


def _members(union: Any) -> tuple[Any, ...]:
    return get_args(union) or (() if union is None else (union,))


def tags() -> dict[str, set[str]]:
    """Return the tags of the entries of a log, and of every game's actions and rulings that are logged."""
    known = {"entries": _tags(events.Entry)}
    for name, game in GAMES.items():
        known[f"{name} actions"] = _tags(game.log_action_type)
        known[f"{name} rulings"] = _tags(None if game.directing is None else game.directing.log_ruling_type)
    return known


def entry_fields() -> set[str]:
    """Return the fields of each kind of entry, as `base.seats`."""
    return {
        f"{kind.__struct_config__.tag}.{name}"
        for kind in _members(events.Entry)
        for name in kind.__struct_encode_fields__
    }


def games() -> tuple[str, ...]:
    """Return the names of the games."""
    return tuple(GAMES)
