"""A robot, a watcher or a director that writes down what it is told: `python -m tests.chaos.player '{…}'`.

It obeys lines on its standard input: `rest` (answer no more decisions, once the last is done) and `leave`
(write down the last view and go). Without an input any more it goes at once.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from bots import runner
from bots.bot import View
from bots.client import Client
from bots.errors import Refused as RefusedForGood
from bots.guest import Guest, guest
from bots.random_bot import RandomBot
from bots.registry import Action
from bots.runner import play_seat
from bots.transport import Connect, Transport, over_websocket
from bots.wire import link
from bots.wire.table_view import TableView
from protocol.v1.bridge import ArtificialScore, AwardTricks, PlayGoesOn, RollBack, Ruling
from protocol.v1.codec import CODECS, MSGPACK, Codec, decode_request, decode_update
from protocol.v1.requests import Act, Rule, WatchAs
from protocol.v1.updates import Done, Notice, Patch, Refused, Welcome
from protocol.v1.updates import View as WholeView
from tests.chaos import records
from tests.chaos.checker import digest, view_text


class Orders(Struct):
    """What this process is to do. A robot has a `seat`, a watcher has none; `token` False: nor a name.

    `known` is the guest that it is, where it does not become a new one. Who watches as a director rules, too.
    A robot answers after `pace_ms`, and talks beside it if it is `talkative`.
    """

    name: str
    url: str
    tables: list[str]
    record: str
    seat: int | None = None
    watch_as: WatchAs = "public"
    codec: str = MSGPACK.name
    token: bool = True
    known: Guest | None = None
    seed: int = 0
    pace_ms: int = 0
    talkative: bool = True


class Book:
    """The file of records; every one is there before anything else happens."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab", buffering=0)

    def write(self, record: records.Record) -> None:
        self._file.write(records.encode(record) + b"\n")

    def close(self) -> None:
        self._file.close()

    def shown(self, watched: TableView) -> None:
        """Note the present view."""
        view = watched.view
        self.write(
            records.Shown(
                at_ns=time.monotonic_ns(),
                table=view.table,
                audience=watched.audience,
                digest=digest(view_text(view.pub, view.own)),
            )
        )

    def last(self, watched: TableView) -> None:
        view = watched.view
        self.write(
            records.Last(
                at_ns=time.monotonic_ns(),
                table=view.table,
                audience=watched.audience,
                text=view_text(view.pub, view.own),
                deadline_ms=view.deadline_ms,
            )
        )


class Wiretap:
    """Connections on which whatever is said to be done, or refused for good, is written down."""

    def __init__(self, connect: Connect, codec: Codec, book: Book) -> None:
        self._connect, self._codec, self._book = connect, codec, book
        self._sent: dict[tuple[str, int], tuple[Act, int]] = {}
        self._ruled: dict[int, tuple[Rule, int]] = {}

    async def dial(self) -> Transport:
        return _Tapped(await self._connect(), self)

    def sent(self, frame: bytes) -> None:
        request = decode_request(self._codec, frame)
        if isinstance(request, Act):
            before = self._sent.get((request.table, request.n))
            if before is None or before[0] != request:
                self._sent[request.table, request.n] = request, time.monotonic_ns()
        elif isinstance(request, Rule):
            self._ruled.setdefault(request.id, (request, time.monotonic_ns()))

    def received(self, frame: bytes) -> None:
        update, now_ns = decode_update(self._codec, frame), time.monotonic_ns()
        match update:
            case Done(id=0, n=int(n), table=str(table)):
                act, sent_ns = self._sent[table, n]
                self._book.write(
                    records.Acked(
                        at_ns=now_ns,
                        table=table,
                        n=n,
                        action=act.action,
                        decision=act.decision,
                        sent_ns=sent_ns,
                    )
                )
            case Done(id=id) if id in self._ruled:
                rule, sent_ns = self._ruled[id]
                self._book.write(
                    records.Ruled(at_ns=now_ns, table=rule.table, ruling=rule.ruling, sent_ns=sent_ns)
                )
            case Refused(retry_ms=None):
                self._denied(update, now_ns)
            case Welcome():
                self._book.write(records.Welcomed(at_ns=now_ns))
            case Notice():
                self._book.write(records.Noticed(at_ns=now_ns, kind=update.kind, table=update.table))

    def _denied(self, refused: Refused, now_ns: int) -> None:
        if refused.id in self._ruled:
            rule, _ = self._ruled[refused.id]
            self._book.write(records.Denied(at_ns=now_ns, table=rule.table, what=rule.ruling))
        elif refused.n is not None and refused.table is not None:
            act, _ = self._sent[refused.table, refused.n]
            self._book.write(records.Denied(at_ns=now_ns, table=act.table, what=act.action, n=act.n))


class _Tapped:
    def __init__(self, inner: Transport, tap: Wiretap) -> None:
        self._inner, self._tap = inner, tap

    async def send(self, frame: bytes) -> None:
        self._tap.sent(frame)
        await self._inner.send(frame)

    async def receive(self) -> bytes:
        frame = await self._inner.receive()
        self._tap.received(frame)
        return frame

    async def close(self) -> None:
        await self._inner.close()


class Robot(RandomBot):
    """Anything legal, and perhaps talk beside it, until it is told to rest."""

    def __init__(
        self, orders: Orders, seat: int, client: Client, table: str, book: Book, playing: asyncio.Event
    ) -> None:
        super().__init__(orders.seed + seat, talkative=orders.talkative)
        self._client, self._table = client, table
        self._book, self._playing = book, playing

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:  # type: ignore[override]
        await self._playing.wait()
        return super().choose(view, legal)

    async def asked(self, view: View, legal: tuple[Action, ...]) -> Action:  # type: ignore[override]
        await self._playing.wait()
        return super().asked(view, legal)

    def answer(self, view: View) -> tuple[Action, ...]:
        return super().answer(view) if self._playing.is_set() else ()

    def seen(self, view: View) -> None:
        self._book.shown(self._client.tables[self._table])


class Judge:
    """A director who rules by chance, most often where the players do not agree; no two rulings are alike."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._words = (f"ruling {number}" for number in itertools.count())

    def ruling(self, view: View) -> Ruling | None:
        """What is to be ruled now, None for nothing; the rules may refuse it."""
        disputed = view.pub.phase == "disputed"
        if self._random.random() > (0.5 if disputed else 0.02):
            return None
        calls, cards = len(view.pub.calls), len(view.pub.plays)
        back = self._random.randrange(4)
        reason, tricks = next(self._words), self._random.randrange(14)
        rulings: list[Ruling] = [
            RollBack(calls, cards - back, reason=reason)
            if cards > back
            else RollBack(max(0, calls - back), reason=reason),
            AwardTricks(tricks, reason=reason),
            AwardTricks(tricks, board=max(1, view.pub.board - 1), reason=reason),
            ArtificialScore("plus", "average", reason=reason),
        ]
        return self._random.choice([PlayGoesOn(reason)] * 3 + rulings if disputed else rulings)


async def play(orders: Orders, client: Client, table: str, book: Book, playing: asyncio.Event) -> None:
    assert orders.seat is not None
    await client.sit(table, orders.seat)
    robot = Robot(orders, orders.seat, client, table, book, playing)
    await play_seat(client, robot, table, delay_ms=orders.pace_ms)
    raise RuntimeError(f"the seat at {table} is gone")


async def look_on(orders: Orders, client: Client, table: str, book: Book, playing: asyncio.Event) -> None:
    updates = client.updates(table)
    watched = await client.watch(table, orders.watch_as)
    judge = Judge(orders.seed) if orders.watch_as == "director" else None
    book.shown(watched)
    async for update in updates:
        if isinstance(update, WholeView | Patch):
            book.shown(watched)
            if judge is not None and playing.is_set():
                await rule(client, watched, judge)
        elif isinstance(update, Notice) and update.kind == "closing":
            raise RuntimeError(f"{table} is gone: {update.message}")


async def rule(client: Client, watched: TableView, judge: Judge) -> None:
    ruling = judge.ruling(watched.view)
    if ruling is not None:
        async with watched.acting:
            with suppress(RefusedForGood):
                await client.rule(watched.table, ruling)


async def catch_up(client: Client, table: str) -> None:
    """Return when everything is here that the server had to show of a table.

    The view comes after the answer to `watch` and before that to the first ping; only where what was sent
    before had not been read yet, it comes when that has, and so before the answer to the second. A hub does
    not ask the owner of the table before it answers a ping, so the second answer to `watch` is waited for.
    """
    await client.watch(table, client.tables[table].as_)
    await client.watch(table, client.tables[table].as_)
    await client.ping()
    await client.ping()


async def come_to_rest(client: Client) -> None:
    """Return when all that was begun is done, and what came of it is shown."""
    busy = True
    while busy:
        await asyncio.sleep(0.05)
        for table in tuple(client.tables):
            await catch_up(client, table)
        busy = any(watched.acting.locked() for watched in client.tables.values())


async def obey(client: Client, orders: Orders, book: Book, playing: asyncio.Event) -> None:
    """Say when all tables are followed, and do as the standard input says, until it says to leave or ends."""
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while not (lines.at_eof() or all(_followed(client, table) for table in orders.tables)):
        await asyncio.sleep(0.01)
    print("here", flush=True)
    while line := (await lines.readline()).decode().strip():
        if line == "rest":
            playing.clear()
            await come_to_rest(client)
        else:
            for table in orders.tables:
                await catch_up(client, table)
                book.last(client.tables[table])
            return
        print(line, flush=True)


def _followed(client: Client, table: str) -> bool:
    return table in client.tables and client.tables[table].ready.is_set()


async def main(orders: Orders) -> None:
    codec = CODECS[orders.codec]
    book = Book(Path(orders.record))
    known = orders.known
    if known is None and orders.token:
        known = await guest(orders.url, orders.name)
    book.write(records.Me(at_ns=time.monotonic_ns(), player="" if known is None else known.id))
    tap = Wiretap(over_websocket(orders.url, codec), codec, book)
    playing = asyncio.Event()
    playing.set()
    token = None if known is None else known.token
    async with Client(tap.dial, token=token, client=orders.name, codec=codec) as client:
        work = [
            look_on(orders, client, table, book, playing)
            if orders.seat is None
            else play(orders, client, table, book, playing)
            for table in orders.tables
        ]
        tasks = {asyncio.create_task(each) for each in work}
        tasks.add(obeying := asyncio.create_task(obey(client, orders, book, playing)))
        done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for task in done:
            task.result()
        assert obeying in done


if __name__ == "__main__":
    logging.basicConfig(format="%(asctime)s %(name)s %(levelname)s %(message)s", level=logging.INFO)
    link.STEADY_S = 0.0  # a welcome is enough to make earlier failures forgotten: here all of them are ours
    runner.RETHINK_S = 0.02  # what others do beside play makes decisions go under robots that know no pause
    asyncio.run(main(msgspec.json.decode(sys.argv[1], type=Orders)))
