"""Two servers on one Redis with an operators' interface each, and an operator with a secret."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec

from protocol.v1.updates import Welcome
from server.admin.orders import Answer, Audited, AuditRecord, Order, ReadAudit, Signed
from server.settings import Settings
from tests.ports import free_port
from tests.store.redis_server import RedisServer, binaries, short_directory
from tests.web.served import GENEROUS, PATIENCE_S, Served, Talk, talking
from tests.web.two_served import TwoServed, _acquainted

A = TypeVar("A")

SECRET = "a-secret-of-the-operators-that-is-long-enough"
ANNS = "a-secret-of-ann-alone-that-is-long-enough-too"


class Operator:
    """An operator with a secret, who sends orders to one server after the other."""

    def __init__(self, ports: tuple[int, ...], secret: str = SECRET) -> None:
        self.ports = ports
        self.secret = secret
        self._turn = 0

    def send(self, body: object, secret: str | None = "", path: str = "/v1/orders") -> httpx.Response:
        """Send a request to the next server's interface, and return the response."""
        self._turn += 1
        port = self.ports[self._turn % len(self.ports)]
        secret = self.secret if secret == "" else secret
        headers = {"content-type": "application/json"}
        headers |= {} if secret is None else {"authorization": f"Bearer {secret}"}
        return httpx.post(
            f"http://127.0.0.1:{port}{path}",
            content=msgspec.json.encode(body),
            headers=headers,
            timeout=PATIENCE_S,
        )

    def does(self, order: Order, kind: type[A], operator: str = "") -> A:
        """Let the next server carry out an order, and return its answer."""
        response = self.send(Signed(order, operator))
        assert response.status_code == 200, response.text
        answer = msgspec.json.decode(response.content, type=Answer)
        assert isinstance(answer, kind)
        return answer

    def is_refused(self, order: Order) -> tuple[int, str]:
        """Return the status and the message of the refusal of an order."""
        response = self.send(Signed(order))
        assert response.status_code != 200, response.text
        return response.status_code, str(response.json()["message"])

    def last_record(self) -> AuditRecord:
        """Return the newest record of the audit log of an order that changes something."""
        return self.does(ReadAudit(1), Audited).records[0]


class Operated(TwoServed):
    """Two running servers on one Redis; `operator` uses the interfaces of both in turn."""

    def __init__(self, first: Served, second: Served, words: Path) -> None:
        super().__init__(first, second)
        self.words = words
        self.operator = Operator(tuple(each.settings.admin_port for each in self.both))


@contextlib.contextmanager
def operated(data: Path, **settings: Any) -> Iterator[Operated]:
    """Yield two servers with an operators' interface each that know each other."""
    import asyncio

    words = data / "words"
    words.write_text("# the words of the tests\nbadword\nrude*\n")
    secrets = data / "secrets"
    secrets.write_text(f"# an operator with a name\nann {ANNS}\n")
    with short_directory() as directory, contextlib.ExitStack() as ending:
        redis = RedisServer(next(iter(binaries().values())), directory)
        ending.enter_context(redis.running())
        wishes: dict[str, Any] = {**GENEROUS, "redis_url": redis.url, "data": str(data), "port": 0}
        wishes |= {"admin_secret": SECRET, "admin_secret_file": str(secrets), "words": str(words), **settings}
        one, other = (
            ending.enter_context(Served(Settings(**{**wishes, "admin_port": free_port()}))) for _ in range(2)
        )
        for each in (one, other):
            each.hub._contact.hold_ms = round(PATIENCE_S * 1000)
        asyncio.run(_acquainted((one, other)))
        yield Operated(one, other, words)


async def guest(server: Served, name: str) -> tuple[str, str]:
    """Return the id and the token of a new guest."""
    token = await server.guest(name)
    async with talking(server, token) as talk:
        assert talk.welcome is not None
        return talk.welcome.you.id, token


def named(talk: Talk) -> str:
    """Return the name under which the server has greeted a client."""
    assert isinstance(talk.welcome, Welcome)
    return talk.welcome.you.name
