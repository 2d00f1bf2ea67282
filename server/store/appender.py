"""The sending of new log entries to Redis, many in one pipeline, until the outcome of each is known.

An append adds one entry to a log. Redis answers with one of three outcomes: done, fenced (the sender does not
own the table) or mismatch (the log has another length). If there is another answer or none, for example
because a connection is lost or Redis still loads its data, the appender sends the same command again. This is
safe, because the script in Redis recognises an entry that is already in the log. `RedisStore.append` gives
each command to the appender, and the appender calls a function of the table's room with the outcome.
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
    """The sender of append commands; it sends one pipeline at a time to each node of the cluster.

    `connect` makes a connection to a node. `nodes` returns the addresses of a cluster's nodes. The address
    None means the server that the setting `KIBITZ_REDIS_URL` names.
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
        """Send a command to the node of a cluster that Redis has named in its answer ASK or MOVED.

        `asking` is True after ASK: only this command goes to the other node. `asking` is False after MOVED:
        later commands of the same table also go there.
        """
        if not asking:
            self._homes[item.table] = address
        self._lane(address).put(item._replace(asking=asking))

    def next_node(self, address: Address) -> Address:
        """Return the address of the node to try after the node at `address` has not answered.

        Any node can be tried, because a node that does not have the table names the right node in its answer.
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
        """Stop sending. No outcome is reported for commands without an answer."""
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
        """Queue unanswered commands again: for this node or, after a lost connection, for another node."""
        self._queue.extendleft(reversed(again))
        address = self._address if self._connection.is_connected else self._appender.next_node(self._address)
        if address == self._address:
            self._wake.set()
            return
        while self._queue:
            self._appender.redirect(self._queue.popleft(), address, asking=False)

    async def _send(self, batch: list[_Item]) -> list[_Item]:
        """Send a batch of commands, report the outcomes, and return the commands without a known outcome."""
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
                self._unexpected = RedisError(
                    f"expected 1, 0 or -1 as the answer to an append, got {reply!r:.60}"
                )

    async def _load_script(self) -> None:
        await self._connection.send_command("SCRIPT", "LOAD", scripts.APPEND)
        await self._connection.read_response()
        self._unknown_script = False


def _answer(item: _Item, outcome: Outcome) -> None:
    """Call the function that waits for the outcome of an append.

    If this function raises an exception, the exception is only logged, so that the commands of other tables
    are not disturbed.
    """
    try:
        item.done(outcome)
    except Exception as error:
        log.error("the append callback of table %s failed with %s", item.table, type(error).__name__)
