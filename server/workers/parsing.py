"""Uploaded files read in processes of their own, so that no table waits while a file is parsed."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from protocol.v1.codes import Code
from server.errors import IllegalAction, Refusal
from server.games.base import AnyGame
from server.records.base import Records
from server.records.registry import RECORDS, shown_by
from server.records.uploads import read_upload
from server.table.packed import PackedDeals
from server.workers.fair_share import FairShare, Full
from server.workers.process import Failed, Lost, Worker

log = logging.getLogger("kibitz.parsing")

RETRY_MS = 2_000


class InJson(Struct, frozen=True):
    """A file as one value of a JSON document: a string that holds a file, or the file's own JSON."""

    value: bytes


Boards = str | bytes | InJson


class Upload(Struct, frozen=True):
    """A file for a game with these options; `title` is what a replay of it is called.

    The game itself goes to the worker, which may not have it in its registry.
    """

    boards: Boards
    title: str
    game: AnyGame
    options: Struct
    match: bool = False


class Parsing(Protocol):
    """Anything that reads uploads for the desk."""

    async def read(self, source: str, upload: Upload) -> PackedDeals: ...


class Parsers:
    """Worker processes that read uploads, started when they are first needed.

    Each source, an address or a player, has a queue of its own; the queues are served in turn. A file that
    takes longer than `limit_s`, and one that ends its process, is refused; no other upload is touched.
    """

    def __init__(
        self, processes: int = 1, limit_s: float = 10.0, *, waiting: int = 256, waiting_per_source: int = 32
    ) -> None:
        self._limit_s = limit_s
        self._share = FairShare(processes, processes, waiting=waiting, waiting_per_source=waiting_per_source)
        self._workers = [Worker("server.workers.parsing") for _ in range(processes)]
        self._idle = list(self._workers)
        self._reading: set[asyncio.Task[bytes | Refused]] = set()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that have started."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    @property
    def waiting(self) -> int:
        """How many uploads wait for a process."""
        return self._share.waiting

    async def read(self, source: str, upload: Upload) -> PackedDeals:
        """Return what chance does at a table opened on this upload. Raises Refusal."""
        try:
            async with self._share.take(source):
                answer = await self._read(upload)
        except Full:
            words = "too many files wait to be read; send yours again later"
            raise Refusal(Code.UNAVAILABLE, words, retry_ms=RETRY_MS) from None
        if isinstance(answer, Refused):
            raise Refusal(answer.code, answer.message)
        return PackedDeals(answer, upload.game.log_action_type)

    async def stop(self) -> None:
        """End the processes; uploads that are being read are cancelled."""
        for task in self._reading:
            task.cancel()
        await asyncio.gather(*self._reading, return_exceptions=True)
        for worker in self._workers:
            await worker.end()

    async def _read(self, upload: Upload) -> bytes | Refused:
        worker = self._idle.pop()  # the last to work has started already
        task = asyncio.create_task(self._ask(worker, upload))
        self._reading.add(task)
        try:
            return await task
        finally:
            self._reading.discard(task)
            self._idle.append(worker)

    async def _ask(self, worker: Worker, upload: Upload) -> bytes | Refused:
        try:
            answer = await worker.ask(partial(parse, upload, _records(upload.game.name)), self._limit_s)
        except TimeoutError:
            log.warning("a file took longer than %g s to read", self._limit_s)
            took = f"the file took longer than {self._limit_s:g} s to read"
            advice = f"send fewer {_noun(upload.game.name)}s at once"
            return Refused(Code.TOO_BIG, f"{took}; {advice} - at `$.boards`")
        except Failed as error:
            log.error("an upload met %s", error)
            return Refused(Code.INTERNAL, "the file could not be read, by a fault of the server")
        except Lost as error:
            log.error("an upload ended the process that read it: %s", error)
            return Refused(Code.INTERNAL, "the process that read the file has ended; the file was not opened")
        assert isinstance(answer, bytes | Refused), "expected packed deals or a refusal"
        return answer


def _records(game: str) -> Records[Any] | None:
    """Return the records that are uploaded for a game."""
    return shown_by(game) or RECORDS.get(game)


def _noun(game: str) -> str:
    """Return the name for one record of a file that is uploaded for a game."""
    records = _records(game)
    return "deal" if records is None else records.noun


class Refused(Struct, frozen=True):
    """A refusal as a worker process tells it."""

    code: Code
    message: str


def parse(upload: Upload, records: Records[Any] | None = None) -> bytes | Refused:
    """Return the upload as packed deals, or why it is refused; this runs in the worker.

    `records` are those of the game, as the server has registered them: a game that was added to the registry
    of the server's process is not in the worker's, and both are pickled by reference to their classes.
    """
    if records is not None:
        RECORDS[records.game] = records
    game = upload.game
    try:
        deals = read_upload(_text(upload.boards), upload.title, game, upload.options)
        if upload.match and game.matching is not None:
            game.matching.check(upload.options, deals)
    except Refusal as refusal:
        return Refused(refusal.code, str(refusal))
    except IllegalAction as error:
        return Refused(Code.ILLEGAL_ACTION, str(error))
    return PackedDeals.of(deals)


def _text(boards: Boards) -> str | bytes:
    """The text of a file. Raises Refusal."""
    if not isinstance(boards, InJson):
        return boards
    if not boards.value.startswith(b'"'):
        return boards.value
    try:
        return msgspec.json.decode(boards.value, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal(Code.INVALID_MESSAGE, f"{error} - at `$.boards`") from None
