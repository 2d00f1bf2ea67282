"""A server in a process of its own that serves the page, and requests to it that need no browser."""

from __future__ import annotations

import os
import re
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct

from server.deployment.installed_page import page_folder
from server.web.page import built_page

ROOT = Path(__file__).parents[2]
START_S = 60.0
HTTP = httpx.Client(
    verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
    limits=httpx.Limits(max_keepalive_connections=0),
    timeout=START_S,
)
"""One client for all requests, because each new one reads the certificates for 20 ms.

It keeps no connection open, because some tests restart the server.
"""
GENEROUS = {
    "KIBITZ_REQUESTS_S": "100000",
    "KIBITZ_REQUESTS_BURST": "100000",
    "KIBITZ_PLAYER_REQUESTS_S": "100000",
    "KIBITZ_PLAYER_REQUESTS_BURST": "100000",
    "KIBITZ_CONNECTS_PER_ADDRESS_S": "1000",
    "KIBITZ_CONNECTS_PER_ADDRESS_BURST": "1000",
    "KIBITZ_GUESTS_PER_ADDRESS_S": "1000",
    "KIBITZ_GUESTS_PER_ADDRESS_BURST": "1000",
    "KIBITZ_HTTP_PER_ADDRESS_S": "10000",
    "KIBITZ_HTTP_PER_ADDRESS_BURST": "10000",
    "KIBITZ_OPENS_S": "1000",
    "KIBITZ_OPENS_BURST": "1000",
    "KIBITZ_TABLES_PER_ADDRESS": "10000",
    "KIBITZ_GAMES_PER_ADDRESS_BURST": "10000",
    "KIBITZ_EXPORTS_PER_ADDRESS_BURST": "10000",
    "KIBITZ_CODES_PER_ADDRESS_BURST": "10000",
}


class Guest(Struct):
    """A player: the id, the name and the token."""

    id: str
    name: str
    token: str

    @property
    def header(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class Site:
    """A server with its own Redis in a folder. `kill` ends it without a warning; `start` begins it again."""

    def __init__(self, folder: Path, *, port: int = 0, settings: Mapping[str, str] = {}) -> None:
        self._folder = folder
        self._settings = settings
        self._process: subprocess.Popen[str] | None = None
        self.port = port

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Site:
        assert built_page(page_folder()).is_built, "expected the page to be built; run make page"
        self._folder.mkdir(parents=True, exist_ok=True)
        environment = {
            **os.environ,
            **GENEROUS,
            "KIBITZ_HOUSE": "false",
            "KIBITZ_ROBOT_MS": "0",
            "KIBITZ_DATA": str(self._folder),
            **self._settings,
        }
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "server", "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        watchdog = threading.Timer(START_S, self._process.kill)
        watchdog.start()
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        watchdog.cancel()
        found = re.search(r"listens on http://[^:]+:(\d+)", line)
        assert found is not None, f"expected the server's address, got {line!r}"
        self.port = int(found[1])
        return self

    def kill(self) -> None:
        """End the server as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the server in an orderly way."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(START_S)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def _ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        """Send a request, and again while the server refuses it because the disk of its store is slow.

        A busy machine may keep the store from its disk for longer than a server waits, 2 s.
        """
        ends = time.monotonic() + START_S
        while True:
            answer = HTTP.request(method, f"{self.address}{path}", **request)
            if answer.status_code != 503 or time.monotonic() > ends:
                return answer
            time.sleep(answer.json()["retry_ms"] / 1000)

    def guest(self, name: str) -> Guest:
        """Make a player."""
        answer = self._ask("POST", "/v1/guests", json={"name": name})
        answer.raise_for_status()
        return Guest(**answer.json())

    def open_event(self, host: Guest, name: str, game: str = "bridge", **conditions: Any) -> str:
        """Open an event whose entries are open, and return its id. The host directs it."""
        body = {"game": game, "name": name, "conditions": conditions}
        answer = self._ask("POST", "/v1/events", json=body, headers=host.header)
        assert answer.status_code == 201, answer.text
        event: str = answer.json()["event"]
        self.asks_event(host, event, "open")
        return event

    def event(self, event: str, guest: Guest, part: str = "") -> dict[str, Any]:
        """Return what a player sees of an event, or of its `/ranking` or `/results`."""
        answer = self._ask("GET", f"/v1/events/{event}{part}", headers=guest.header)
        answer.raise_for_status()
        shown: dict[str, Any] = answer.json()
        return shown

    def asks_event(self, guest: Guest, event: str, t: str, **fields: Any) -> dict[str, Any]:
        """Send a request of a player or a director to an event, and return the event after it."""
        while True:
            answer = self._ask("POST", f"/v1/events/{event}", json={"t": t, **fields}, headers=guest.header)
            if answer.status_code != 429:
                break
            time.sleep(answer.json()["retry_ms"] / 1000)
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    def seats(self, table: str, guest: Guest) -> list[str]:
        """Return the names of the players at a table, by seat, as one of them is told."""
        answer = self._ask("GET", f"/v1/tables/{table}", params={"as": "seat"}, headers=guest.header)
        answer.raise_for_status()
        return [row.get("name", "") for row in answer.json()["people"]["seats"]]

    def open(self, host: Guest, game: str, **request: Any) -> str:
        """Open a table, and return its id. Without a clock, unless the request says another."""
        policy = {"clock": {"kind": "none"}, **request.pop("policy", {})}
        body = {"game": game, "policy": policy, **request}
        answer = self._ask("POST", "/v1/tables", json=body, headers=host.header)
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]
        return table

    def listed(self) -> set[str]:
        """Return the ids of the tables on the first page of the lobby."""
        return {row["table"] for row in self._ask("GET", "/v1/tables").json()["tables"]}

    def open_set(
        self, host: Guest, tables: int, count: int = 2, **request: Any
    ) -> tuple[str, tuple[str, ...]]:
        """Open bridge tables that play the same boards, and return the ids of their set and of the tables."""
        policy = {"clock": {"kind": "none"}, "pause_ms": 0, **request.pop("policy", {})}
        body = {"game": "bridge", "tables": tables, "count": count, "policy": policy, **request}
        answer = self._ask("POST", "/v1/sets", json=body, headers=host.header)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        return opened["board_set"], tuple(opened["tables"])

    def set_shown(self, board_set: str, guest: Guest) -> Any:
        """Return a set as a player is shown it: its tables, and the comparison of its boards."""
        answer = self._ask("GET", f"/v1/sets/{board_set}", headers=guest.header)
        answer.raise_for_status()
        return answer.json()

    def compared(self, board_set: str, guest: Guest, boards: int) -> Any:
        """Return the comparison of a set, as soon as a number of boards can be compared."""
        ends = time.monotonic() + START_S
        while time.monotonic() < ends:
            shown = self.set_shown(board_set, guest)
            if len(shown["boards"]) >= boards:
                return shown["comparison"]
            time.sleep(0.1)
        raise AssertionError(f"expected {boards} boards of the set {board_set} to be compared")

    def status_of(self, path: str, guest: Guest) -> int:
        """Return the status of a player's request."""
        return self._ask("GET", path, headers=guest.header).status_code

    def past_games(self, guest: Guest, least: int) -> Any:
        """Return the finished games of a player, as soon as there are so many."""
        ends = time.monotonic() + START_S
        while time.monotonic() < ends:
            answer = self._ask("GET", "/v1/players/me/games", headers=guest.header)
            answer.raise_for_status()
            if len(games := answer.json()["games"]) >= least:
                return games
            time.sleep(0.1)
        raise AssertionError(f"expected {least} finished games of {guest.name}")

    def view(self, table: str, as_: str | int = "public", guest: Guest | None = None) -> Any:
        """Return a view of a table."""
        return self.shown(table, as_, guest)["view"]

    def shown(self, table: str, as_: str | int = "public", guest: Guest | None = None) -> Any:
        """Return a table: its name, its people, its policy and a view."""
        header = {} if guest is None else guest.header
        answer = self._ask("GET", f"/v1/tables/{table}", params={"as": as_}, headers=header)
        answer.raise_for_status()
        return answer.json()
