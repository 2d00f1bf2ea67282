"""Several hubs on one Redis, each behind a faulty proxy, and all of them behind one balancer."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from server.store.packing import table_key
from tests.chaos.balancer import Backend, Balancer
from tests.chaos.faulty_proxy import Address, FaultyProxy
from tests.chaos.troupe import GENEROUS, PATIENCE_S, Process, Troupe
from tests.ports import free_port
from tests.store.redis_server import RedisServer

PACE_MS = 50
"""Robots that know no pause would keep the processors busy, and every pause would be theirs."""


class Hub:
    """One hub: its process, its id, its way to Redis, and what the balancer thinks of it."""

    def __init__(self, place: int, backend: Backend, way: FaultyProxy | None) -> None:
        self.place = place
        self.backend = backend
        self.way = way
        self.id = ""
        self.process: Process

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.backend.port}"

    @property
    def line(self) -> FaultyProxy:
        assert self.way is not None, "expected a hub behind a proxy"
        return self.way

    def signal(self, number: int) -> None:
        self.process.signal(number)


class Fleet(Troupe):
    """Tables with robots, watchers and a director, spread over `size` hubs on one Redis.

    `target` is where the hubs' proxies lead to, and `redis_url` where the test itself asks; without a target
    the hubs connect to `hubs_url`, or to `redis_url`. `environments` are the settings of single hubs beside
    those of all.
    """

    def __init__(
        self,
        directory: Path,
        redis_url: str,
        *,
        target: Address | None = None,
        clustered: bool = False,
        hubs_url: str = "",
        size: int = 3,
        game: str = "bridge",
        pace_ms: int = PACE_MS,
        talkative: bool = False,
        environment: Mapping[str, str] = {},
        environments: Mapping[int, Mapping[str, str]] = {},
    ) -> None:
        super().__init__(
            directory, redis_url, game, clustered=clustered, pace_ms=pace_ms, talkative=talkative
        )
        self.balancer = Balancer([free_port() for _ in range(size)])
        self.hubs = [
            Hub(place, backend, None if target is None else FaultyProxy(target))
            for place, backend in enumerate(self.balancer.backends)
        ]
        self._hubs_url = hubs_url
        self._environment = {**GENEROUS, "KIBITZ_DATA": str(directory / "data"), **environment}
        self._environments = environments
        self._spares: dict[int, Process] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.balancer.port}"

    @property
    def environment(self) -> Mapping[str, str]:
        return self._environment

    def url_of(self, place: int) -> str:
        return self.hubs[place % len(self.hubs)].url

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for hub in self.hubs:
                if hub.way is not None:
                    await stack.enter_async_context(hub.way.running())
            await stack.enter_async_context(self.balancer.running())
            try:
                await asyncio.gather(*map(self.starts, self.hubs))
                await self.all_ready()
                yield
            finally:
                await self.everybody_goes()
                for hub in self.hubs:
                    hub.signal(signal.SIGCONT)
                    hub.signal(signal.SIGKILL)
                processes = [hub.process for hub in self.hubs] + list(self._spares.values())
                await asyncio.gather(*(process.end() for process in processes))

    def moves(self, server: RedisServer) -> None:
        """Hubs and test use another server from now on; hubs without a proxy find it by themselves."""
        self._redis_url = server.url
        for hub in self.hubs:
            if hub.way is not None:
                hub.way.moves(str(server.socket))

    def said(self) -> str:
        """The logs of all hubs."""
        return "".join(path.read_text() for path in sorted(self.directory.glob("hub*.log")))

    async def prepare(self, hub: Hub) -> None:
        """Let the next process of a hub load its program already."""
        if hub.place not in self._spares:
            self._spares[hub.place] = await self._new_process(hub)

    async def _new_process(self, hub: Hub) -> Process:
        url = self._hubs_url or self._redis_url if hub.way is None else hub.way.url
        own = self._environments.get(hub.place, {})
        process = Process(
            "tests.chaos.server",
            str(hub.backend.port),
            log=self.directory / f"hub{hub.place}.log",
            environment={**self._environment, "KIBITZ_REDIS_URL": url, **own},
        )
        await process.start()
        return process

    async def starts(self, hub: Hub) -> None:
        """Start a hub; returns when it listens."""
        hub.process = self._spares.pop(hub.place, None) or await self._new_process(hub)
        hub.process.say("")
        _, hub.id = (await hub.process.hear("http://")).split()

    async def all_ready(self) -> None:
        """Return when the balancer knows every hub as ready."""
        async with asyncio.timeout(PATIENCE_S):
            while not all(hub.backend.ready for hub in self.hubs):
                await asyncio.sleep(0.02)

    async def is_killed(self, *hubs: Hub) -> None:
        """Hubs die at once."""
        for hub in hubs:
            hub.signal(signal.SIGKILL)
        for hub in hubs:
            assert await hub.process.ended() == -signal.SIGKILL, hub.process.log()

    async def drains(self, hub: Hub) -> None:
        """A hub is told to stop, and hands its tables over."""
        hub.signal(signal.SIGTERM)
        assert await hub.process.ended() == 0, hub.process.log()

    async def owned(self) -> dict[str, list[str]]:
        """The tables of each hub, by its id."""
        found: dict[str, list[str]] = {hub.id: [] for hub in self.hubs}
        async with self.redis() as client:
            for table in self.tables:
                owner = (await client.hget(table_key(table), "owner")).decode().partition(":")[0]
                found.setdefault(owner, []).append(table)
        return found

    async def busiest(self) -> tuple[Hub, list[str]]:
        """The hub with the most tables, and its tables."""
        owned = await self.owned()
        owner = max(self.hubs, key=lambda hub: len(owned[hub.id]))
        assert owned[owner.id], f"expected a hub with tables, got {owned}"
        return owner, owned[owner.id]
