"""The commands that write entries and notes to Redis, packed as bytes, and the outcomes that Redis answers.

An entry of a table's log is written with the Lua script APPEND or with a plain XADD. The script APPEND checks
the owner, the length of the log and the last entry, and its answer is always a known outcome. XADD costs
Redis about half of the time of the script APPEND, but checks only that the log's key exists and that the
index is greater than the last index. An entry is written with XADD only if the script APPEND has confirmed
the same log on the same connection, the index is the next one, and nothing else has to be written. If Redis
refuses XADD, the entry is sent again with the script APPEND.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol
from zlib import crc32

from msgspec import Struct

from server.store import checksums, scripts
from server.store.table_logs import Append, DealLog, OnOutcome, Outcome

_OUTCOMES = {2: Outcome.DONE, 1: Outcome.DONE, 0: Outcome.FENCED, -1: Outcome.MISMATCH}
_XADD_MAY_FOLLOW = 2
"""The answer of the script APPEND after which the next entry of the log may be written with XADD."""


class UnexpectedReply(Exception):
    """The error when Redis answers an append with none of the known outcomes."""

    def __init__(self, reply: object) -> None:
        super().__init__(f"expected 2, 1, 0 or -1 as the answer to an append, got {reply!r:.80}")


def table_key(table: str) -> str:
    """Return the key of a table's hash; braces in it keep all keys of a table in one slot of a cluster."""
    return f"kibitz:{{{table}}}"


def owned_log_key(table: str, deal: int, token: str) -> str:
    """Return the key of the Redis stream with the log of the current deal, while `token` owns the table."""
    return f"kibitz:{{{table}}}:log:{deal}:{nonce_of(token)}"


def nonce_of(token: str) -> str:
    """Return the nonce of a hub's token `<hub>:<nonce>`; no two tokens have the same nonce."""
    return token.partition(":")[2]


def packed_command(parts: Iterable[str | bytes]) -> bytes:
    """Return a command to Redis as the bytes of the Redis protocol."""
    packed = [part if isinstance(part, bytes) else part.encode() for part in parts]
    return b"*%d\r\n" % len(packed) + b"".join(b"$%d\r\n%b\r\n" % (len(part), part) for part in packed)


def _outcome(reply: object) -> Outcome:
    """Return the outcome for which the answer of a Lua script in Redis stands.

    Raises UnexpectedReply if the answer stands for no outcome.
    """
    outcome = _OUTCOMES.get(reply) if isinstance(reply, int) else None
    if outcome is None:
        raise UnexpectedReply(reply)
    return outcome


class Command(Protocol):
    """A command to Redis together with the function that waits for its outcome.

    `asking` is True if ASKING must be sent before the command, because a cluster is moving the table's keys.
    """

    @property
    def table(self) -> str: ...

    @property
    def done(self) -> OnOutcome: ...

    asking: bool

    def packed(self, connection: int) -> bytes:
        """Return the command as bytes, to be sent on the connection with the number `connection`.

        On a connection with a number from 1 on, an entry may be written with a plain XADD, which is faster
        than the script APPEND. On connections with the number 0, every entry is written with the script
        APPEND.
        """
        ...

    def outcome(self, reply: object, connection: int) -> Outcome | None:
        """Return the command's outcome from Redis's reply, or None if the command must be sent again.

        Raises UnexpectedReply for a reply that stands for no known outcome.
        """
        ...


class NoteCommand(Struct, gc=False):
    """The command to Redis that stores a player's note on a card."""

    table: str
    call: bytes
    done: OnOutcome
    asking: bool = False

    def packed(self, connection: int) -> bytes:
        return self.call

    def outcome(self, reply: object, connection: int) -> Outcome | None:
        return _outcome(reply)


class LogWriter:
    """The first bytes of every command XADD to one log, and what Redis has confirmed about that log.

    `confirmed` is the number of the connection on which the script APPEND has confirmed the log, or 0.
    `length` is the number of entries that are known to be in the log.
    """

    __slots__ = ("checksum", "confirmed", "length", "xadd")

    def __init__(self, log: DealLog) -> None:
        key = owned_log_key(log.table, log.deal, log.token).encode()
        self.xadd = b"*8\r\n$4\r\nXADD\r\n$%d\r\n%b\r\n$10\r\nNOMKSTREAM\r\n" % (len(key), key)
        self.checksum = checksums.of_log(log.table, log.deal)
        self.confirmed = 0
        self.length = 0


class AppendCommand(Struct, gc=False):
    """The command to Redis that appends one or more entries to a log."""

    append: Append
    writer: LogWriter
    done: OnOutcome
    asking: bool = False

    @property
    def table(self) -> str:
        return self.append.log.table

    def packed(self, connection: int) -> bytes:
        append, writer = self.append, self.writer
        position = append.index
        if (
            connection == 0
            or writer.confirmed != connection
            or writer.length != position - 1
            or append.status is not None
            or append.more
        ):
            return _script(append)
        index, entry = b"%d" % position, append.entry
        return b"%b$%d\r\n%b-0\r\n$1\r\ne\r\n$%d\r\n%b\r\n$1\r\nc\r\n$8\r\n%08x\r\n" % (
            writer.xadd,
            len(index) + 2,
            index,
            len(entry),
            entry,
            crc32(entry, crc32(index + b" ", writer.checksum)),
        )

    def outcome(self, reply: object, connection: int) -> Outcome | None:
        append, writer = self.append, self.writer
        if type(reply) is bytes:  # XADD returns the id of the new entry.
            writer.length = append.index
            return Outcome.DONE
        confirmed, writer.confirmed = writer.confirmed, 0
        if reply == _XADD_MAY_FOLLOW:
            writer.confirmed, writer.length = connection, append.index + len(append.more)
        elif confirmed and confirmed == connection and not isinstance(reply, int):
            return None  # XADD was refused: the log has another key now, or the entry is already in the log.
        return _outcome(reply)


_APPEND_SHA = hashlib.sha1(scripts.APPEND.encode()).hexdigest()


def _script(append: Append) -> bytes:
    """Return the bytes of a command that calls the script APPEND."""
    log, entries = append.log, (append.entry, *append.more)
    sealed = (
        part
        for index, entry in enumerate(entries, append.index)
        for part in (entry, checksums.of_entry(log.table, log.deal, index, entry))
    )
    key = table_key(log.table)
    return packed_command(
        (
            *("EVALSHA", _APPEND_SHA, "2", key, owned_log_key(log.table, log.deal, log.token)),
            *(log.token, nonce_of(log.token), str(log.deal), str(append.index)),
            *(append.status or "", f"{key}:log:"),
            *sealed,
        )
    )
