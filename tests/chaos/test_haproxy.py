"""Three hubs behind HAProxy with the configuration that is shipped.

People, robots, watchers and the seed's API play at once, while one hub is killed and one is told to stop.
"""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.chaos.checker import faults
from tests.chaos.fleet import Fleet, Hub
from tests.chaos.troupe import GENEROUS, PATIENCE_S
from tests.deploy.haproxy import Proxy, needs_haproxy
from tests.deploy.pages import commands
from tests.store.conftest import BINARIES
from tests.store.redis_server import RedisServer, short_directory

pytestmark = [pytest.mark.skipif(not BINARIES, reason="there is no redis-server"), *needs_haproxy]


class Site(Fleet):
    """A fleet of hubs whose clients come through HAProxy, over TLS."""

    def __init__(self, directory: Path, redis_url: str) -> None:
        proxied = {"KIBITZ_PROXY_HEADER": "X-Forwarded-For"}
        super().__init__(directory, redis_url, environment={**GENEROUS, **proxied})
        self.proxy = Proxy(directory, [hub.backend.port for hub in self.hubs])

    @property
    def url(self) -> str:
        return self.proxy.address

    def url_of(self, place: int) -> str:
        return self.url

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        async with super().serving():
            with self.proxy.running():
                yield


class SeedPlayer:
    """A player of the seed's API beside three robots of the house, with plain HTTP requests."""

    def __init__(self, url: str) -> None:
        self._http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_S)
        self.moves = 0

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request until a hub has answered it, and return the answer."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                try:
                    answer = await self._http.request(method, path, json=body)
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
                    continue
                if answer.status_code < 500 and answer.status_code != 429:
                    return answer.json()
                await asyncio.sleep(0.05)

    async def play(self) -> None:
        """Open a table, sit down and play one hand after the other."""
        made = await self.ask("POST", "/v1/guests", {"name": "Ann"})
        self._http.headers.update({"x-session-id": made["token"], "x-player-id": made["id"]})
        wish = {
            "game": "spades",
            "options": {"preset": "seed", "floor": 0},
            "policy": {"robot_ms": 0, "pause_ms": 0, "clock": {"kind": "none"}},
            "seats": dict.fromkeys("123", "random"),
        }
        self._http.headers["authorization"] = f"Bearer {made['token']}"
        table = (await self.ask("POST", "/v1/tables", wish))["table"]
        at = f"/api/tables/{table}"
        while (await self.ask("POST", f"{at}/sit", {"seat": "north"})).get("code") is not None:
            await asyncio.sleep(0.1)
        while True:
            view = await self.ask("GET", f"{at}/state")
            before = self.moves
            match view.get("phase"):
                case "bidding" if "myHand" not in view:
                    await self.ask("POST", f"{at}/reveal-hand", {})
                case "bidding" if view["currentBidderSeat"] == "north":
                    self.moves += "code" not in await self.ask("POST", f"{at}/bid", {"bid": 3})
                case "playing" if view["currentPlayerSeat"] == "north":
                    card = {"card": view["validCards"][0]}
                    self.moves += "code" not in await self.ask("POST", f"{at}/play", card)
            if self.moves == before:
                await asyncio.sleep(0.05)

    async def goes_on(self) -> None:
        """Return when the player has made five more moves."""
        before = self.moves
        async with asyncio.timeout(PATIENCE_S):
            while self.moves < before + 5:
                await asyncio.sleep(0.02)


async def statuses_while(doing: Awaitable[None], url: str) -> set[int]:
    """Ask the site again and again, over a new connection each time, until `doing` has ended."""
    found: set[int] = set()
    task = asyncio.ensure_future(doing)
    tls = ssl.create_default_context()
    while not task.done():
        async with httpx.AsyncClient(base_url=url, verify=tls, timeout=PATIENCE_S) as http:
            found.add((await http.get("/v1/tables")).status_code)
    await task
    return found


@pytest.fixture
def directory() -> Iterator[Path]:
    with short_directory() as directory:
        yield directory


@pytest.mark.chaos
@pytest.mark.timeout(240)
async def test_a_site_of_three_hubs_goes_on_while_one_is_killed_and_one_stops(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with RedisServer(next(iter(BINARIES.values())), directory).running() as redis:
        site = Site(directory, redis.url)
        # The clients of this test and of its processes trust the certificate as OPERATING.md says.
        monkeypatch.setenv("SSL_CERT_FILE", str(site.proxy.certificate))
        async with site.set(3):
            seed = SeedPlayer(site.url)
            playing = asyncio.create_task(seed.play())
            try:
                await seed.goes_on()
                owned = await site.owned()
                killed = next(hub for hub in site.hubs if site.tables[0] in owned[hub.id])
                await site.is_killed(killed)
                await asyncio.gather(site.all_go_on(), seed.goes_on())
                await site.starts(killed)
                await site.all_ready()
                stopping = next(hub for hub in site.hubs if hub is not killed)
                assert await statuses_while(site.drains(stopping), site.url) == {200}
                await asyncio.gather(site.all_go_on(), seed.goes_on())
                assert not playing.done(), "the player of the seed's API gave up"
            finally:
                playing.cancel()
            assert faults(await site.history()) == []


DOCKER = """\
#!/bin/sh
# Lets the test start a hub anew, as docker would start it with a new image, and waits until it is ready.
case "$*" in
"compose build") ;;
"compose up --detach --no-deps --wait kibitz-"[123]) echo "$6" >"$ASKED" && read -r _ <"$DONE" ;;
*) exit 64 ;;
esac
"""


@pytest.mark.chaos
@pytest.mark.timeout(240)
async def test_a_site_is_upgraded_by_the_commands_of_the_runbook_while_people_play(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docker, asked, done = (directory / name for name in ("docker", "asked", "done"))
    docker.write_text(DOCKER)
    docker.chmod(0o755)
    for pipe in (asked, done):
        os.mkfifo(pipe)
    with RedisServer(next(iter(BINARIES.values())), directory).running() as redis:
        site = Site(directory, redis.url)
        monkeypatch.setenv("SSL_CERT_FILE", str(site.proxy.certificate))

        async def renewed(hub: Hub) -> None:
            await site.drains(hub)
            await site.starts(hub)
            await site.all_ready()

        async with site.set(3):
            env = {**os.environ, "ASKED": str(asked), "DONE": str(done)}
            env["PATH"] = f"{directory}:{env['PATH']}"
            block = commands("OPERATING.md", "upgrade-compose")
            upgrading = await asyncio.create_subprocess_exec("sh", "-c", block, env=env)
            for place, hub in enumerate(site.hubs, 1):
                assert await asyncio.to_thread(asked.read_text) == f"kibitz-{place}\n"
                assert await statuses_while(renewed(hub), site.url) == {200}
                await asyncio.to_thread(done.write_text, "ready\n")
            assert await upgrading.wait() == 0
            await site.all_go_on()
            assert faults(await site.history()) == []
