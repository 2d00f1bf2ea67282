"""The one thread that writes to the archive, with a queue of what is to be written."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

from msgspec import Struct

from server.store.archive.connection import ArchiveAway, Connect, Connection

BATCH = 500
"""The number of records from which a transaction takes no further ones."""

T = TypeVar("T")
Work = Callable[[Connection], T]


class _Job(Struct, eq=False):
    run: Callable[[Connection], Callable[[], None]]
    fail: Callable[[BaseException], None]
    started: Callable[[], bool]
    records: int


class Writer:
    """A thread with a connection that does work in transactions, in the order in which the work was given.

    All work that waits when a transaction begins shares it, up to `BATCH` records, because each commit waits
    for the disk. If the shared transaction fails while the database answers, each piece of work is tried in
    one of its own, so that only its caller is told of a failure.
    """

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._connection: Connection | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._write, name="archive-writer", daemon=True)
        self._thread.start()

    def do(self, work: Work[T], records: int = 1) -> Future[T]:
        """Return the future of the result of some work, which is done when its transaction is committed."""
        if self._closed:
            raise ArchiveAway("archive: closed")
        future: Future[T] = Future()

        def run(connection: Connection) -> Callable[[], None]:
            result = work(connection)
            return lambda: future.set_result(result)

        self._jobs.put(_Job(run, future.set_exception, future.set_running_or_notify_cancel, records))
        return future

    def close(self) -> None:
        """Finish all work that was given, and close the connection."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _write(self) -> None:
        going = True
        while going:
            batch, going = self._next_batch()
            error = self._commit(batch)
            if error is None:
                continue
            for job in batch:
                # A database that is away would let each of them wait for as long again.
                if len(batch) > 1 and not isinstance(error, ArchiveAway):
                    failure = self._commit([job])
                else:
                    failure = error
                if failure is not None:
                    job.fail(failure)
        if self._connection is not None:
            self._connection.close()

    def _next_batch(self) -> tuple[list[_Job], bool]:
        """Return the jobs of the next transaction, and False if the thread is to end after them."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            if job.started():
                batch.append(job)
            if sum(each.records for each in batch) >= BATCH:
                return batch, True
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _commit(self, batch: list[_Job]) -> BaseException | None:
        try:
            if self._connection is None:
                self._connection = self._connect()
            self._connection.begin_write()
            tell = [job.run(self._connection) for job in batch]
            self._connection.commit()
        except Exception as error:
            if self._connection is not None:
                self._connection.rollback()
            return error
        for told in tell:
            told()
        return None
