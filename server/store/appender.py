"""Group commit: simultaneous appends go to Redis in one pipeline, repeated until the outcome is known.

Only three answers are outcomes: done, fenced and mismatch. After anything else, such as a lost connection, a
server that loads its data, an unknown script or a moved slot, the same bytes are sent again. To send the same
bytes again is safe, because the script recognises an entry that is already in the log. `RedisStore.append`
gives each entry to the appender, which calls the room of the entry back with the outcome.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import AskError, MovedError, NoScriptError, RedisError, ResponseError

from server.store import scripts
from server.store.interface import OnOutcome, Outcome

log = logging.getLogger("kibitz.store")

Address = tuple[str, int] | None
BATCH = 256
REPLY_TIMEOUT_S = 5.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.02, 0.5
_OUTCOMES = {1: Outcome.DONE, 0: Outcome.FENCED, -1: Outcome.MISMATCH}


class _Item(NamedTuple):
    table: str
    command: bytes
    done: OnOutcome
    asking: bool = False


class Appender:
    """The sender of append commands, with one pipeline at a time to each node.

    `connect` makes a connection to a node. `nodes` returns the addresses of a cluster's nodes. The address
    None stands for the server in the URL of the setting.
    """

    def __init__(
        self,
        connect: Callable[[Address], AbstractConnection],
        nodes: Callable[[], list[Address]] = list,
    ) -> None:
        self._connect = connect
        self._nodes = nodes
        self._lanes: dict[Address, _Lane] = {}
        self._homes: dict[str, Address] = {}

    def put(self, table: str, command: bytes, done: OnOutcome) -> None:
        """Send `command`, and call `done` with its outcome once it is known."""
        self._lane(self._homes.get(table)).put(_Item(table, command, done))

    def redirect(self, item: _Item, address: Address, asking: bool) -> None:
        """Send a command to another node. Unless `asking`, later commands of the same table go there, too.

        `asking` is True for Redis' answer ASK, and False for its answer MOVED.
        """
        if not asking:
            self._homes[item.table] = address
        self._lane(address).put(item._replace(asking=asking))

    def next_node(self, address: Address) -> Address:
        """Return the node to try when a node does not answer.

        Any node redirects a command to the right node.
        """
        nodes = [None, *self._nodes()]
        position = nodes.index(address) if address in nodes else -1
        return nodes[(position + 1) % len(nodes)]

    def _lane(self, address: Address) -> _Lane:
        lane = self._lanes.get(address)
        if lane is None:
            lane = self._lanes[address] = _Lane(address, self._connect(address), self)
        return lane

    async def close(self) -> None:
        """Stop sending. The outcome of unanswered commands stays unknown."""
        for lane in self._lanes.values():
            await lane.close()


class _Lane:
    """The queue and pipeline of commands to one node."""

    def __init__(self, address: Address, connection: AbstractConnection, appender: Appender) -> None:
        self._address = address
        self._connection = connection
        self._appender = appender
        self._queue: deque[_Item] = deque()
        self._wake = asyncio.Event()
        self._pause_s = 0.0
        self._unknown_script = False
        self._unexpected: RedisError | None = None
        self._task = asyncio.create_task(self._run())

    def put(self, item: _Item) -> None:
        self._queue.append(item)
        self._wake.set()

    async def close(self) -> None:
        self._task.cancel()
        await self._connection.disconnect()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            batch = [self._queue.popleft() for _ in range(min(BATCH, len(self._queue)))]
            if not self._queue:
                self._wake.clear()
            again = await self._send(batch) if batch else []
            if again:
                self._pause_s = min(LONGEST_PAUSE_S, max(FIRST_PAUSE_S, 2 * self._pause_s))
                await asyncio.sleep(self._pause_s)
                self._put_back(again)
            else:
                self._pause_s = 0.0

    def _put_back(self, again: list[_Item]) -> None:
        """Queue unanswered commands again: for this node, or for another node if this one is disconnected."""
        self._queue.extendleft(reversed(again))
        address = self._address if self._connection.is_connected else self._appender.next_node(self._address)
        if address == self._address:
            self._wake.set()
            return
        while self._queue:
            self._appender.redirect(self._queue.popleft(), address, asking=False)

    async def _send(self, batch: list[_Item]) -> list[_Item]:
        """Send a batch, report each outcome, and return the items without a known outcome."""
        known = 0
        again: list[_Item] = []
        try:
            async with asyncio.timeout(REPLY_TIMEOUT_S):
                commands = [b"*1\r\n$6\r\nASKING\r\n" + i.command if i.asking else i.command for i in batch]
                await self._connection.send_packed_command(b"".join(commands), check_health=False)
                for item in batch:
                    reply = await self._reply(item)
                    known += 1
                    self._report(item, reply, again)
                if self._unexpected is not None:
                    unexpected, self._unexpected = self._unexpected, None
                    raise unexpected
                if self._unknown_script:
                    await self._load_script()
                    self._queue.extendleft(reversed(again))
                    self._wake.set()
                    return []
        except (RedisError, OSError, TimeoutError) as error:
            log.warning("appends are unanswered and will be sent again: %s %s", type(error).__name__, error)
            await self._connection.disconnect()
            again += batch[known:]
        return again

    async def _reply(self, item: _Item) -> object:
        try:
            if item.asking:
                await self._connection.read_response()
            return await self._connection.read_response()
        except ResponseError as error:
            return error

    def _report(self, item: _Item, reply: object, again: list[_Item]) -> None:
        outcome = _OUTCOMES.get(reply) if isinstance(reply, int) else None
        if outcome is not None:
            _answer(item, outcome)
        elif isinstance(reply, AskError):
            self._appender.redirect(item, reply.node_addr, not isinstance(reply, MovedError))
        else:
            again.append(item)
            if isinstance(reply, NoScriptError):
                self._unknown_script = True
            else:
                self._unexpected = RedisError(f"expected an outcome, got {reply!r:.60}")

    async def _load_script(self) -> None:
        await self._connection.send_command("SCRIPT", "LOAD", scripts.APPEND)
        await self._connection.read_response()
        self._unknown_script = False


def _answer(item: _Item, outcome: Outcome) -> None:
    """Report the outcome of an append.

    An exception of one table's callback is only logged, so that other tables go on.
    """
    try:
        item.done(outcome)
    except Exception as error:
        log.error("the append callback of table %s failed with %s", item.table, type(error).__name__)
