"""The sending of new log entries to Redis, many in one pipeline, until the outcome of each is known.

An append adds an entry to a log. Redis answers with one of three outcomes: done, fenced (the sender does not
own the table) or mismatch (the log has another length). If there is another answer or none, for example
because a connection is lost or Redis still loads its data, the appender sends the same command again. This is
safe, because the script in Redis recognises an entry that is already in the log. `RedisStore.append` gives
each command to the appender, and the appender calls a function of the table's room with the outcome.

`packing` says when an entry is written with a plain XADD, which does not check the length of the log. Such an
entry must not follow a lost one: a master that was replaced by an older replica would accept it and leave a
gap. A lane therefore forgets what the script has confirmed whenever its connection is lost, and sends its
batches in a way that notices a server that was given other data on the same connection: WATCH on a key that
never changes, then MULTI and EXEC. When a server becomes a replica, takes over the data of another master and
becomes a master again, EXEC writes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import AskError, RedisError

from server.store import scripts
from server.store.interface import Outcome
from server.store.packing import Command, UnexpectedReply, packed_command

log = logging.getLogger("kibitz.store")

Address = tuple[str, int] | None
BATCH = 256
GROW_S = 0.003
"""The time for which a batch that still grows is kept back, after the first turn of the event loop (s)."""
REPLY_TIMEOUT_S = 5.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.02, 0.5

WATCHED = "kibitz:watched"
"""A key that never changes, so that WATCH notices only that all data were replaced."""
_MULTI = packed_command(("MULTI",))
_EXEC_AND_WATCH = packed_command(("EXEC",)) + packed_command(("WATCH", WATCHED))
_ASKING = packed_command(("ASKING",))


class Appender:
    """The sender of appends and notes; it sends one pipeline at a time to each node of the cluster.

    `connect` makes a connection to a node. `nodes` returns the addresses of a cluster's nodes; it is None for
    a single server. The address None means the server that the setting `KIBITZ_REDIS_URL` names.
    """

    def __init__(
        self,
        connect: Callable[[Address], AbstractConnection],
        nodes: Callable[[], list[Address]] | None = None,
    ) -> None:
        self._connect = connect
        self._nodes = nodes
        self._lanes: dict[Address, _Lane] = {}
        self._homes: dict[str, Address] = {}

    def connect(self) -> None:
        """Begin to connect, so that the first command need not wait for a connection."""
        self._new_lane(None).connect()

    def put(self, command: Command) -> None:
        """Send `command`, and call its function `done` with its outcome once it is known."""
        address = self._homes.get(command.table) if self._homes else None
        lane = self._lanes.get(address)
        (lane or self._new_lane(address)).put(command)

    def redirect(self, command: Command, address: Address, asking: bool) -> None:
        """Send a command to the node of a cluster that Redis has named in its answer ASK or MOVED.

        `asking` is True after ASK: only this command goes to the other node. `asking` is False after MOVED:
        later commands of the same table also go there.
        """
        if not asking:
            self._homes[command.table] = address
        command.asking = asking
        (self._lanes.get(address) or self._new_lane(address)).put(command)

    def next_node(self, address: Address) -> Address:
        """Return the address of the node to try after the node at `address` has not answered.

        Any node can be tried, because a node that does not have the table names the right node in its answer.
        """
        nodes = [None, *(self._nodes() if self._nodes is not None else [])]
        position = nodes.index(address) if address in nodes else -1
        return nodes[(position + 1) % len(nodes)]

    def _new_lane(self, address: Address) -> _Lane:
        lane = _Lane(address, self._connect(address), self, clustered=self._nodes is not None)
        self._lanes[address] = lane
        return lane

    async def close(self) -> None:
        """Stop sending. No outcome is reported for commands without an answer."""
        for lane in self._lanes.values():
            await lane.close()


class _State(Enum):
    """The states of a lane."""

    AWAY = "away"
    """There is no connection. The next command connects."""
    CONNECTING = "connecting"
    """A task connects, perhaps after a pause. It ends when Redis answers."""
    IDLE = "idle"
    """There is a connection, and no command. The next command schedules a batch."""
    COLLECTING = "collecting"
    """A batch is sent after one of the next turns of the event loop; commands that come before join it."""
    SENT = "sent"
    """The replies to a batch are awaited, and new commands wait. The last reply ends it."""
    CLOSED = "closed"


class _Lane(asyncio.Protocol):
    """The queue and pipeline of commands to one node.

    The Redis library connects: it finds the address, makes TLS, authenticates and chooses the database. Then
    the lane becomes the protocol of the connection's transport. The replies of a batch are read where the
    event loop delivers them, without a task switch: an append costs about a third of the time that it costs
    through the coroutines of the library.
    """

    def __init__(
        self, address: Address, connection: AbstractConnection, appender: Appender, *, clustered: bool
    ) -> None:
        self._address = address
        self._connection = connection
        self._appender = appender
        self._clustered = clustered
        self._loop = asyncio.get_running_loop()
        self._state = _State.AWAY
        self._queue: list[Command] = []
        self._batch: list[Command] = []
        self._sent = 0
        self._gathered = 0
        self._grows_until_s = 0.0
        self._awaited = 0
        self._replies: list[Any] = []
        self._reader = hiredis.Reader()
        self._transport: asyncio.WriteTransport | None = None
        self._number = 0
        self._sent_s = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._pause_s = 0.0
        self._task: asyncio.Task[None] | None = None

    def put(self, command: Command) -> None:
        """Add a command to the next batch."""
        self._queue.append(command)
        if self._state is _State.IDLE:
            self._collect()
        elif self._state is _State.AWAY:
            self.connect()

    def _collect(self) -> None:
        """Send the next batch soon: `_gather` finds the moment."""
        self._state = _State.COLLECTING
        self._gathered = 0
        self._loop.call_soon(self._gather)

    def _gather(self) -> None:
        """Send the batch, unless the last turn of the event loop has brought more commands.

        Each turn reads all input that has arrived, and a batch costs Redis one write to the disk, as much CPU
        time as 30 entries or more. With 25 busy tables, one more look makes batches of 23 entries, not of 13,
        and so saves 7 us of the 30 us that Redis needs for an entry. A command that is alone, as the last one
        was, is sent at once: there is nothing to wait for at one table, or at tables that are slow.
        """
        transport, size, now_s = self._transport, len(self._queue), self._loop.time()
        if self._state is not _State.COLLECTING or transport is None:
            return
        if self._gathered == 0:
            self._grows_until_s = now_s + GROW_S
        alone = size == 1 and self._sent == 1
        if self._gathered < size < BATCH and now_s <= self._grows_until_s and not alone:
            self._gathered = size
            self._loop.call_soon(self._gather)
        else:
            self._send(transport)

    def _send(self, transport: asyncio.WriteTransport) -> None:
        batch, self._queue = self._queue[:BATCH], self._queue[BATCH:]
        self._batch, self._sent, self._state = batch, len(batch), _State.SENT
        if self._clustered:
            # The slots of one batch may move to other nodes one by one, so MULTI is not possible here.
            packed = [_ASKING + each.packed(0) if each.asking else each.packed(0) for each in batch]
            self._awaited = len(batch) + sum(each.asking for each in batch)
        else:
            number = self._number
            packed = [_MULTI, *[each.packed(number) for each in batch], _EXEC_AND_WATCH]
            self._awaited = len(packed) + 1
        transport.write(b"".join(packed))
        self._sent_s = self._loop.time()
        if self._timer is None:
            self._timer = self._loop.call_later(REPLY_TIMEOUT_S, self._check_time)

    def _check_time(self) -> None:
        """Give up the connection if a batch has had no answer for `REPLY_TIMEOUT_S`."""
        self._timer = None
        if self._state is _State.SENT:
            left_s = self._sent_s + REPLY_TIMEOUT_S - self._loop.time()
            if left_s > 0:
                self._timer = self._loop.call_later(left_s, self._check_time)
            else:
                self._lose(TimeoutError(f"no answer within {REPLY_TIMEOUT_S} s"))

    def data_received(self, data: bytes) -> None:
        """Read replies, and report the outcomes of a batch when its last reply is there."""
        reader, replies = self._reader, self._replies
        try:
            reader.feed(data)
            while (reply := reader.gets()) is not False:
                replies.append(reply)
        except hiredis.HiredisError as error:
            self._lose(error)
            return
        if self._state is not _State.SENT or len(replies) > self._awaited:
            self._lose(RedisError(f"expected no reply, got {replies[-1:]!r:.80}"))
        elif len(replies) == self._awaited:
            self._answer(replies)

    def _answer(self, replies: list[Any]) -> None:
        """Report the outcomes of the batch, and send again the commands without a known outcome."""
        batch, number = self._batch, 0 if self._clustered else self._number
        if self._clustered:
            replies = list(_without_asking(batch, replies))
        else:
            executed = replies[-2]
            if not isinstance(executed, list):
                refusals = [each for each in replies if isinstance(each, hiredis.ReplyError)]
                self._lose(refusals[0] if refusals else RedisError("the data of Redis were replaced"))
                return
            replies = executed
        self._batch, self._replies = [], []
        again: list[Command] = []
        unexpected: UnexpectedReply | None = None
        for command, reply in zip(batch, replies, strict=True):
            if self._clustered and self._is_redirected(command, reply):
                continue
            try:
                outcome = command.outcome(reply, number)
            except UnexpectedReply as error:
                unexpected, outcome = error, None
            if outcome is None:
                again.append(command)
            else:
                _report(command, outcome)
        self._queue[:0] = again
        if unexpected is not None:
            self._lose(unexpected)
            return
        self._pause_s = 0.0
        if self._queue:
            self._collect()
        else:
            self._state = _State.IDLE

    def _is_redirected(self, command: Command, reply: object) -> bool:
        """Return True if Redis names another node for the command; the command is then sent there."""
        kind, _, node = str(reply).partition(" ") if isinstance(reply, hiredis.ReplyError) else ("", "", "")
        if kind not in ("ASK", "MOVED"):
            return False
        self._appender.redirect(command, AskError(node).node_addr, asking=kind == "ASK")
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Connect again if commands wait; otherwise the next command connects."""
        if self._transport is not None:
            self._lose(exc or ConnectionError("Redis closed the connection"))

    def _lose(self, error: Exception) -> None:
        """Drop the connection, and put the commands of the batch back to the front of the queue."""
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.abort()
        self._queue[:0] = self._batch
        self._batch, self._replies = [], []
        self._state = _State.AWAY
        if self._queue:
            _warn(error)
            self.connect(after_pause=True)

    def connect(self, *, after_pause: bool = False) -> None:
        """Begin to connect."""
        self._state = _State.CONNECTING
        self._task = self._loop.create_task(self._connect(after_pause))

    async def _connect(self, after_pause: bool) -> None:
        """Connect until Redis answers, no command waits, or another node gets the commands."""
        while True:
            await self._connection.disconnect(nowait=True)
            if after_pause and not await self._pause():
                return
            try:
                async with asyncio.timeout(REPLY_TIMEOUT_S):
                    await self._connection.connect()  # type: ignore[no-untyped-call]  # redis has no type here
                    await self._prepare()
                self._take_over()
                return
            except (RedisError, OSError, TimeoutError) as error:
                if not self._queue:
                    self._state = _State.AWAY
                    return
                _warn(error)
                after_pause = True

    async def _pause(self) -> bool:
        """Wait, each time longer; return False if another node gets the commands from now on."""
        self._pause_s = min(LONGEST_PAUSE_S, max(FIRST_PAUSE_S, 2 * self._pause_s))
        await asyncio.sleep(self._pause_s)
        address = self._appender.next_node(self._address)
        if address == self._address:
            return True
        self._state = _State.AWAY
        queue, self._queue = self._queue, []
        for command in queue:
            self._appender.redirect(command, address, asking=False)
        return False

    async def _prepare(self) -> None:
        """Load the script, and begin to watch. Raises RedisError if Redis refuses."""
        commands: list[tuple[str, ...]] = [("SCRIPT", "LOAD", scripts.APPEND)]
        if not self._clustered:
            commands += [("SET", WATCHED, "", "NX"), ("WATCH", WATCHED)]
        for each in commands:
            await self._connection.send_command(*each)
            await self._connection.read_response()

    def _take_over(self) -> None:
        """Become the protocol of the connection, in place of the streams of the Redis library.

        The library has no public name for its streams. All its replies have been read here, so no input is
        left in them.
        """
        reader, writer = self._connection._reader, self._connection._writer
        if reader is None or writer is None or reader.at_eof() or writer.transport.is_closing():
            raise ConnectionError("Redis closed the connection")
        self._transport, self._reader = writer.transport, hiredis.Reader()
        self._number += 1
        writer.transport.set_protocol(self)
        self._state = _State.IDLE
        if self._queue:
            self._collect()

    async def close(self) -> None:
        self._state = _State.CLOSED
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.close()
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._connection.disconnect(nowait=True)


def _without_asking(batch: list[Command], replies: list[Any]) -> Iterator[Any]:
    """Yield the reply to each command of a batch, without the replies to ASKING."""
    each = iter(replies)
    for command in batch:
        if command.asking:
            next(each)
        yield next(each)


def _report(command: Command, outcome: Outcome) -> None:
    """Call the function that waits for the outcome of a command.

    If this function raises an exception, the exception is only logged, so that the commands of other tables
    are not disturbed.
    """
    try:
        command.done(outcome)
    except Exception as error:
        log.error("the append callback of table %s failed with %s", command.table, type(error).__name__)


def _warn(error: Exception) -> None:
    log.warning("appends are unanswered and will be sent again: %s %s", type(error).__name__, error)
