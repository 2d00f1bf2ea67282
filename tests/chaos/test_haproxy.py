"""Three hubs behind HAProxy with the configuration that is shipped.

People, robots, watchers and the seed's API play at once, while one hub is killed and one is told to stop.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.bench.processes import free_port, until_it_listens
from tests.chaos.checker import faults
from tests.chaos.fleet import Fleet
from tests.chaos.troupe import GENEROUS, PATIENCE_S
from tests.deploy.pages import DEPLOY
from tests.store.conftest import BINARIES
from tests.store.redis_server import RedisServer, short_directory

HAPROXY = shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.skipif(HAPROXY is None, reason="there is no haproxy here"),
]


def configuration(folder: Path, port: int, hubs: list[int]) -> Path:
    """Return the shipped configuration with other addresses."""
    text = (DEPLOY / "haproxy.cfg").read_text()
    here = {"bind :8080": f"bind 127.0.0.1:{port}"}
    here |= {f"kibitz-{place}:8000": f"127.0.0.1:{hub}" for place, hub in enumerate(hubs, 1)}
    for shipped, changed in here.items():
        assert text.count(shipped) == 1, f"expected {shipped} in haproxy.cfg"
        text = text.replace(shipped, changed)
    path = folder / "haproxy.cfg"
    path.write_text(text)
    return path


class Site(Fleet):
    """A fleet of hubs whose clients come through HAProxy."""

    def __init__(self, directory: Path, redis_url: str) -> None:
        proxied = {"KIBITZ_PROXY_HEADER": "X-Forwarded-For"}
        super().__init__(directory, redis_url, environment={**GENEROUS, **proxied})
        self.port = free_port()
        self.config = configuration(directory, self.port, [hub.backend.port for hub in self.hubs])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def url_of(self, place: int) -> str:
        return self.url

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        async with super().serving():
            assert HAPROXY is not None
            process = subprocess.Popen(
                [HAPROXY, "-q", "-db", "-f", str(self.config)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                await asyncio.to_thread(until_it_listens, self.port)
                yield
            finally:
                process.terminate()
                process.wait(PATIENCE_S)


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


@pytest.fixture
def directory() -> Iterator[Path]:
    with short_directory() as directory:
        yield directory


def test_haproxy_takes_the_configuration(directory: Path) -> None:
    assert HAPROXY is not None
    path = configuration(directory, 1, [2, 3, 4])
    ran = subprocess.run([HAPROXY, "-c", "-f", str(path)], capture_output=True, text=True)
    assert ran.returncode == 0 and "WARNING" not in ran.stderr, ran.stderr


@pytest.mark.chaos
@pytest.mark.timeout(240)
async def test_a_site_of_three_hubs_goes_on_while_one_is_killed_and_one_stops(directory: Path) -> None:
    with RedisServer(next(iter(BINARIES.values())), directory).running() as redis:
        site = Site(directory, redis.url)
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
                await site.drains(stopping)
                await asyncio.gather(site.all_go_on(), seed.goes_on())
                assert not playing.done(), "the player of the seed's API gave up"
            finally:
                playing.cancel()
            assert faults(await site.history()) == []
