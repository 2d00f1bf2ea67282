"""The keyboard, read by a thread and passed on line by line, so that the event loop never waits for a key."""

from __future__ import annotations

import asyncio
import codecs
import os
import select
import sys
import threading
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Self

ENTER, ERASE, CLEAR, END = "\r\n", "\x7f\b", "\x15", "\x04"


class Keyboard:
    """The lines that a person types at a terminal or that come from a pipe.

    `typed` is the text typed since the last line end. The function `changed` is called after each input.
    `raw` is True for a terminal that passes on each key at once and does not echo it, so that the program can
    draw the screen.
    """

    def __init__(self, descriptor: int, *, raw: bool) -> None:
        self.typed = ""
        self.changed: Callable[[], None] = lambda: None
        self._descriptor = descriptor
        self.raw = raw
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._stopping = threading.Event()
        self._restore: Callable[[], object] = lambda: None

    def __enter__(self) -> Self:
        if self.raw and sys.platform != "win32":
            import termios
            import tty

            before = termios.tcgetattr(self._descriptor)
            self._restore = partial(termios.tcsetattr, self._descriptor, termios.TCSADRAIN, before)
            tty.setcbreak(self._descriptor)
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._restore()

    async def line(self) -> str | None:
        """Return the next line without its line end, None after the last line."""
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
        return line

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read bytes until the input ends; the method runs in a thread of its own.

        The reading thread does not use `sys.stdin`, because the thread would keep the lock of `sys.stdin`
        after the event loop ends.
        """
        while not self._stopping.is_set():
            if sys.platform != "win32" and not select.select([self._descriptor], [], [], 0.2)[0]:
                continue
            try:
                read = os.read(self._descriptor, 4096)
            except OSError:
                read = b""
            try:
                loop.call_soon_threadsafe(self._take, read)
            except RuntimeError:  # raised if the event loop has been closed
                return
            if not read:
                return

    def _take(self, read: bytes) -> None:
        for key in self._decoder.decode(read):
            self._press(key)
        if not read:
            if self.typed:
                self._enter()
            self._lines.put_nowait(None)
        self.changed()

    def _press(self, key: str) -> None:
        if key in ENTER:
            self._enter()
        elif key in ERASE:
            self.typed = self.typed[:-1]
        elif key == CLEAR:
            self.typed = ""
        elif key == END and not self.typed:
            self._lines.put_nowait(None)
        elif key.isprintable():
            self.typed += key

    def _enter(self) -> None:
        self._lines.put_nowait(self.typed)
        self.typed = ""
