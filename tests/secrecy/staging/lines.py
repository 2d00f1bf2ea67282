"""What leaves the server, caught where it leaves: connections in memory, HTTP in process, logs, metrics."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from protocol.v1.codec import MAX_UPDATE_BYTES, Codec
from protocol.v1.requests import ToServer
from server.deployment.logs import JsonLines, TextLines
from server.hub.listeners import Frame
from server.session.front_desk import FrontDesk
from server.session.session import Session

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[SHDC][2-9TJQKA]|[LB]J)(?![A-Za-z0-9])")
TOKEN = re.compile(r"(?<![\w-])(?=[A-Z0-9_-]*[a-z])[\w-]{32}(?![\w-])")
"""A token of the server: 32 random characters, which by chance contain text such as `-S8_`."""


def cards_named(text: str) -> list[str]:
    """Return the cards that a text names outside the server's tokens."""
    found: list[str] = CARD.findall(TOKEN.sub("", text))
    return found


class Heard(NamedTuple):
    """Something that reached the observer: when, through which of its connections, and every byte of it.

    `position` is how many actions were durable by then, `asked` the cards that the observer itself had named.
    """

    at_ms: int
    through: str
    what: bytes
    position: int
    asked: frozenset[str]


@dataclass
class Transcript:
    """One world: all that the observer was sent, and what the server wrote down about it.

    `strayed`: the server did not do what the script says.
    """

    heard: list[Heard] = field(default_factory=list)
    logs: list[tuple[int, str]] = field(default_factory=list)
    metrics: str = ""
    strayed: str = ""


class Line:
    """A client and its connection. Frames and the close code go to `hear`, after a word that says which."""

    def __init__(
        self, codec: Codec, hear: Callable[[bytes], None], token: str | None, player: str = ""
    ) -> None:
        self.codec = codec
        self.token = token
        self.player = player
        self.congested = False
        self.open = False
        self.frames: list[bytes] = []
        self._hear = hear
        self._session: Session

    def dial(self, desk: FrontDesk, *, hello: bool = True) -> None:
        """A new connection, and hello."""
        self._session = Session(self, self.codec, desk)
        self.open, self.congested = True, False
        if hello:
            self.say({"t": "hello", "token": self.token})

    def say(self, request: ToServer | dict[str, Any]) -> None:
        self.say_bytes(self.codec.encode(request))

    def say_bytes(self, frame: bytes) -> None:
        if self.open:
            self._session.receive(frame)

    def send(self, frame: Frame) -> None:
        if self.open:
            self.frames.append(frame.payload)
            self._hear(b"frame " + frame.payload)

    def send_together(self, frames: Sequence[Frame]) -> None:
        for frame in frames:
            self.send(frame)

    def close(self, code: int, reason: str) -> None:
        if self.open:
            self.open = False
            self._hear(f"close {code} {reason}".encode())
            asyncio.get_running_loop().call_soon(self._session.gone)

    def hang_up(self) -> None:
        """The client ends the connection."""
        if self.open:
            self.open = False
            self._session.gone()

    def drop(self) -> None:
        """The server is dead: nothing more comes, and nobody is told."""
        self.open = False

    def told(self) -> dict[str, Any]:
        """The newest whole view or patch, {} before the first."""
        plain = (self.codec.decode_plain(frame, MAX_UPDATE_BYTES) for frame in reversed(self.frames))
        return next((update for update in plain if update["t"] in ("view", "patch")), {})

    def read_on(self) -> None:
        """The client has read everything that was sent while it was slow."""
        self.congested = False
        if self.open:
            self._session.drained()


class Http:
    """Requests to an ASGI application, without a socket. All that comes back goes to `hear`."""

    def __init__(
        self, application: Any, token: str | None, address: str = "192.0.2.1", player: str = ""
    ) -> None:
        self._application = application
        self._player = player
        self._token = token
        self._address = address

    async def ask(
        self,
        hear: Callable[[bytes], None],
        method: str,
        path: str,
        body: bytes = b"",
        hang_up: asyncio.Event | None = None,
        kind: str = "application/json",
        **query: object,
    ) -> None:
        """Ask, and return when the answer has ended. An answer without an end needs `hang_up`."""
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body}
            await (hang_up or asyncio.Event()).wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                hear(f"status {message['status']} {sorted(message['headers'])}".encode())
            elif message.get("body"):
                hear(b"body " + message["body"])

        await self._application(self._scope(method, path, query, kind), receive, send)

    def _scope(self, method: str, path: str, query: dict[str, object], kind: str) -> dict[str, Any]:
        headers = [(b"host", b"localhost"), (b"content-type", kind.encode())]
        if self._token is not None:
            headers.append((b"authorization", f"Bearer {self._token}".encode()))
            headers.append((b"x-session-id", self._token.encode()))
            headers.append((b"x-player-id", self._player.encode()))
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": urlencode(query).encode(),
            "root_path": "",
            "headers": headers,
            "client": (self._address, 40000),
            "server": ("192.0.2.2", 80),
        }


class _Ears(logging.Handler):
    def __init__(self, logs: list[tuple[int, str]], position: Callable[[], int]) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
        self._logs = logs
        self._position = position
        self._forms = (TextLines(), JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the record with the text of its exception, and then as the server writes it in each form."""
        position, record.created, record.msecs = self._position(), 0.0, 0.0
        self._logs.append((position, self.format(record)))
        record.exc_text = None  # what `format` has kept for the next formatter
        self._logs += [(position, form.format(record)) for form in self._forms]


@contextmanager
def listening(transcript: Transcript, position: Callable[[], int]) -> Iterator[None]:
    """Catch every log record of every logger, with its traceback, whatever its level."""
    root, ears = logging.getLogger(), _Ears(transcript.logs, position)
    level = root.level
    root.addHandler(ears)
    root.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.removeHandler(ears)
        root.setLevel(level)
