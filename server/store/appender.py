"""The sending of new log entries to Redis, many in one pipeline, until the outcome of each entry is known.

An append adds an entry to the log of a table. Redis answers an append with one of three outcomes: done,
fenced (the sender does not own the table) or mismatch (the log has another length). If Redis gives another
answer or none, for example because a connection is lost or Redis still loads its data, the appender sends the
same command again. To send an append twice is safe, because the script in Redis recognises an entry that is
already in the log. `RedisTableLogs.append` gives each command to the appender, and the appender calls a
function of the table's room with the outcome of the command.

The module `packing` says when an entry is written with a plain XADD, which does not check the length of the
log. An entry written with XADD must not follow a lost entry: an older replica that has become the master
would accept it and leave a gap in the log. Whenever a connection is lost, the sender forgets what the script
APPEND has confirmed on that connection. Each batch is sent with WATCH on a key that never changes, then MULTI
and EXEC, which notices a server whose data were replaced during the same connection. When a server becomes a
replica, takes over the data of another master and becomes a master again, EXEC writes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator
from enum import Enum
from time import perf_counter
from typing import Any

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import AskError, RedisError

from server.store import scripts
from server.store.packing import Command, UnexpectedReply, packed_command
from server.store.redis_line import FIRST_PAUSE_S, LONGEST_PAUSE_S, take_over
from server.store.table_logs import Outcome

log = logging.getLogger("kibitz.store")

Address = tuple[str, int] | None
BATCH = 256
REPORT_S = 0.003
"""The time (s) after which the other outcomes of a batch wait for the next turn of the event loop."""
GROW_S = 0.003
"""The longest time (s) for which a batch of commands that still grows is kept back before it is sent."""
REPLY_TIMEOUT_S = 5.0

WATCHED = "kibitz:watched"
"""A key that never changes, so that WATCH on the key notices only that all data of the Redis were replaced.
"""
_MULTI = packed_command(("MULTI",))
_EXEC_AND_WATCH = packed_command(("EXEC",)) + packed_command(("WATCH", WATCHED))
_ASKING = packed_command(("ASKING",))


class Appender:
    """The sender of log entries and notes to Redis, with one pipeline at a time to each node of a cluster.

    The function `connect` makes a connection to a node. The function `nodes` returns the addresses of a
    cluster's nodes; it is None for a single Redis server. The address None means the server that the setting
    `KIBITZ_REDIS_URL` names.
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
        """Begin to connect to Redis, so that the first command need not wait for a connection."""
        self._new_lane(None).connect()

    def put(self, command: Command) -> None:
        """Send `command` to Redis, and call the function `command.done` with the outcome once it is known."""
        address = self._homes.get(command.table) if self._homes else None
        lane = self._lanes.get(address)
        (lane or self._new_lane(address)).put(command)

    def redirect(self, command: Command, address: Address, asking: bool) -> None:
        """Send a command to the node of a cluster that Redis has named in its answer ASK or MOVED.

        `asking` is True after the answer ASK: only this command goes to the other node. `asking` is False
        after the answer MOVED: later commands of the same table also go to the other node.
        """
        if not asking:
            self._homes[command.table] = address
        command.asking = asking
        (self._lanes.get(address) or self._new_lane(address)).put(command)

    def next_node(self, address: Address) -> Address:
        """Return the address of the cluster's node to try after the node at `address` has not answered.

        Any node of a cluster can be tried, because a node that does not have the table names the right node
        in its answer.
        """
        nodes = [None, *(self._nodes() if self._nodes is not None else [])]
        position = nodes.index(address) if address in nodes else -1
        return nodes[(position + 1) % len(nodes)]

    def _new_lane(self, address: Address) -> _Lane:
        lane = _Lane(address, self._connect(address), self, clustered=self._nodes is not None)
        self._lanes[address] = lane
        return lane

    async def close(self) -> None:
        """Stop sending to Redis. No outcome is reported for commands that Redis has not answered."""
        for lane in self._lanes.values():
            await lane.close()


class _State(Enum):
    """The states of the connection to one node of Redis."""

    AWAY = "away"
    """There is no connection to Redis. The next command to Redis starts a connection."""
    CONNECTING = "connecting"
    """A task connects to Redis, perhaps after a pause. The task ends when Redis answers."""
    IDLE = "idle"
    """There is a connection to Redis, and no command waits. The next command to Redis begins a batch."""
    COLLECTING = "collecting"
    """A batch of commands is sent after one of the next turns of the event loop; commands that come until
    then join the batch.
    """
    SENT = "sent"
    """New commands wait for the replies to a batch of commands. The last reply to a batch ends the wait."""
    CLOSED = "closed"


class _Lane(asyncio.Protocol):
    """The queue and the pipeline of commands to one node of Redis.

    The Redis library makes the connection; once connected, this object becomes the asyncio protocol of the
    connection's transport (see `redis_line`).
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
        self._unreported: deque[tuple[Command, Outcome]] = deque()
        self._reader = hiredis.Reader()
        self._transport: asyncio.WriteTransport | None = None
        self._number = 0
        self._sent_s = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._pause_s = 0.0
        self._task: asyncio.Task[None] | None = None

    def put(self, command: Command) -> None:
        """Add a command to the next batch for this node."""
        self._queue.append(command)
        if self._state is _State.IDLE:
            self._collect()
        elif self._state is _State.AWAY:
            self.connect()

    def _collect(self) -> None:
        """Begin to collect commands for the next batch.

        The method `_gather` decides later when the batch is sent.
        """
        self._state = _State.COLLECTING
        self._gathered = 0
        self._loop.call_soon(self._gather)

    def _gather(self) -> None:
        """Send the batch of commands, unless the last turn of the event loop has brought more of them.

        Each turn of the event loop reads all input that has arrived, and a batch costs Redis one write to the
        disk, as much CPU time as 30 entries or more. With 25 busy tables, waiting for one more turn of the
        event loop makes batches of 23 entries, not of 13, and so saves 7 us of the 30 us that Redis needs for
        an entry. A single command that follows a batch of one command is sent at once: with one busy table,
        or with slow tables, no more commands are about to arrive.
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
        """Give up the connection if Redis has not answered a batch of commands for `REPLY_TIMEOUT_S`."""
        self._timer = None
        if self._state is _State.SENT:
            left_s = self._sent_s + REPLY_TIMEOUT_S - self._loop.time()
            if left_s > 0:
                self._timer = self._loop.call_later(left_s, self._check_time)
            else:
                self._lose(TimeoutError(f"no answer within {REPLY_TIMEOUT_S} s"))

    def data_received(self, data: bytes) -> None:
        """Read replies of Redis, and report the outcomes of a batch of commands after its last reply."""
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
        """Report the outcomes of a batch of commands, and send again the commands without a known outcome."""
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
        known: list[tuple[Command, Outcome]] = []
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
                known.append((command, outcome))
        self._queue[:0] = again
        waits = bool(self._unreported)
        self._unreported += known
        if not waits:
            self._report_some()
        if unexpected is not None:
            self._lose(unexpected)
            return
        self._pause_s = 0.0
        if self._queue:
            self._collect()
        else:
            self._state = _State.IDLE

    def _report_some(self) -> None:
        """Report outcomes for a short time, and those that are left in the next turns of the event loop."""
        # The loop's own time may stand still during a turn.
        until_s = perf_counter() + REPORT_S
        while self._unreported:
            _report(*self._unreported.popleft())
            if self._unreported and perf_counter() > until_s:
                self._loop.call_soon(self._report_some)
                return

    def _is_redirected(self, command: Command, reply: object) -> bool:
        """Return True if Redis names another node for the command, and send the command to that node."""
        kind, _, node = str(reply).partition(" ") if isinstance(reply, hiredis.ReplyError) else ("", "", "")
        if kind not in ("ASK", "MOVED"):
            return False
        self._appender.redirect(command, AskError(node).node_addr, asking=kind == "ASK")
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Connect to Redis again if commands wait; if none waits, the next command connects."""
        if self._transport is not None:
            self._lose(exc or ConnectionError("Redis closed the connection"))

    def _lose(self, error: Exception) -> None:
        """Drop the connection, and put the commands without an answer back to the front of the queue."""
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
        """Begin to connect to this node (one server of Redis)."""
        self._state = _State.CONNECTING
        self._task = self._loop.create_task(self._connect(after_pause))

    async def _connect(self, after_pause: bool) -> None:
        """Try to connect until Redis answers, no command waits, or another node gets the commands."""
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
        """Pause before the next attempt to connect; return False if another node gets the commands."""
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
        """Load the script APPEND into Redis; without a cluster, also send WATCH for a key that never changes.

        Raises RedisError if Redis refuses a command.
        """
        commands: list[tuple[str, ...]] = [("SCRIPT", "LOAD", scripts.APPEND)]
        if not self._clustered:
            commands += [("SET", WATCHED, "", "NX"), ("WATCH", WATCHED)]
        for each in commands:
            await self._connection.send_command(*each)
            await self._connection.read_response()

    def _take_over(self) -> None:
        """Become the asyncio protocol of the connection."""
        self._transport, self._reader = take_over(self._connection, self), hiredis.Reader()
        # From now on, confirmations of the earlier connection do not count: an older replica may have taken
        # over.
        self._number += 1
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
        while self._unreported:
            _report(*self._unreported.popleft())
        await self._connection.disconnect(nowait=True)


def _without_asking(batch: list[Command], replies: list[Any]) -> Iterator[Any]:
    """Yield Redis's reply to each command of a batch, without the replies to ASKING."""
    each = iter(replies)
    for command in batch:
        if command.asking:
            next(each)
        yield next(each)


def _report(command: Command, outcome: Outcome) -> None:
    """Call the function `done` of a command with the outcome of the command.

    An exception of the function `done` is only logged, so that the commands of other tables are not
    disturbed.
    """
    try:
        command.done(outcome)
    except Exception as error:
        words, about = "the append callback of table %s failed with %s", {"table": command.table}
        log.error(words, command.table, type(error).__name__, extra=about)


def _warn(error: Exception) -> None:
    log.warning("appends are unanswered and will be sent again: %s %s", type(error).__name__, error)
