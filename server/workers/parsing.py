"""The worker processes that parse uploaded files, so that a large file does not block the tables."""

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
    """An uploaded file inside a JSON document: a string with its content, or itself a JSON value."""

    value: bytes


Boards = str | bytes | InJson


class Upload(Struct, frozen=True):
    """An uploaded file for a table of `game` with `options`.

    If the table replays the file, `title` is the name of the replay. The field `game` has the game's object
    and not its name, because a worker process may not know a game of a plug-in by name.
    """

    boards: Boards
    title: str
    game: AnyGame
    options: Struct
    shared: bool = False


class Parsing(Protocol):
    """The interface of a service that parses uploads for requests that open tables."""

    async def read(self, source: str, upload: Upload) -> PackedDeals: ...


class Parsers:
    """The worker processes that parse uploads, which start when they are first needed.

    Each source of uploads (an address or a player) has a queue of its own, and the queues are served in turn.
    An uploaded file is refused if parsing it takes longer than `limit_s` or crashes its worker process; other
    uploads are not affected.
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
        """Return the process ids of the worker processes that are running."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    @property
    def waiting(self) -> int:
        """Return the number of uploads that wait for a worker process."""
        return self._share.waiting

    async def read(self, source: str, upload: Upload) -> PackedDeals:
        """Return the content of an uploaded file as actions that a table can apply, such as deals.

        Raises Refusal if the uploaded file is invalid, if parsing it fails, or if too many files wait.
        """
        try:
            async with self._share.take(source):
                answer = await self._read(upload)
        except Full:
            text = "too many files wait to be read: send the same request again later"
            raise Refusal(Code.UNAVAILABLE, text, retry_ms=RETRY_MS) from None
        if isinstance(answer, Refused):
            raise Refusal(answer.code, answer.message, game=answer.game)
        return PackedDeals(answer, upload.game.log_action_type)

    async def stop(self) -> None:
        """Stop the worker processes, and cancel the uploads that they are parsing."""
        for task in self._reading:
            task.cancel()
        await asyncio.gather(*self._reading, return_exceptions=True)
        for worker in self._workers:
            await worker.end()

    async def _read(self, upload: Upload) -> bytes | Refused:
        worker = self._idle.pop()  # take the worker that was used last: its process is running
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
            return Refused(Code.TOO_BIG, f"{took}: {advice} - at `$.boards`")
        except Failed as error:
            log.error("parsing an upload failed with %s", error)
            return Refused(Code.INTERNAL, "the file could not be read because of a fault of the server")
        except Lost as error:
            log.error("parsing an upload crashed its process: %s", error)
            return Refused(Code.INTERNAL, "the process that read the file crashed, so no table was opened")
        assert isinstance(answer, bytes | Refused), (
            "expected packed deals or a refusal from the worker, got another type"
        )
        return answer


def _records(game: str) -> Records[Any] | None:
    """Return the formats of files that may be uploaded for a game, or None if the game has none."""
    return shown_by(game) or RECORDS.get(game)


def _noun(game: str) -> str:
    """Return the noun for one part of an uploaded file for a game, such as `deal`."""
    records = _records(game)
    return "deal" if records is None else records.noun


class Refused(Struct, frozen=True):
    """The refusal of an uploaded file, in the form in which a worker process returns it."""

    code: Code
    message: str
    game: str | None = None


def parse(upload: Upload, records: Records[Any] | None = None) -> bytes | Refused:
    """Return the deals of an upload in packed form, or its refusal; this function runs in a worker process.

    `records` are the record formats that the server has registered for the game. The caller passes `records`
    because the worker process may lack formats that were added to the server while it ran.
    """
    if records is not None:
        RECORDS[records.game] = records
    game = upload.game
    try:
        deals = read_upload(_text(upload.boards), upload.title, game, upload.options)
        if upload.shared and game.sharing is not None:
            game.sharing.check(upload.options, deals)
    except Refusal as refusal:
        return Refused(refusal.code, str(refusal), refusal.game)
    except IllegalAction as error:
        return Refused(Code.ILLEGAL_ACTION, str(error))
    return PackedDeals.of(deals)


def _text(boards: Boards) -> str | bytes:
    """Return the content of an uploaded file. Raises Refusal if the file is an invalid JSON string."""
    if not isinstance(boards, InJson):
        return boards
    if not boards.value.startswith(b'"'):
        return boards.value
    try:
        return msgspec.json.decode(boards.value, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal(Code.INVALID_MESSAGE, f"{error} - at `$.boards`") from None
