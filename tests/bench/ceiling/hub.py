"""The reference ceiling: what a bare raw-ASGI hub on uvicorn and uvloop does, in memory, storing nothing.

`python -m tests.bench.ceiling.hub bridge` prints its port. Four seats connect to `/t/<table>/<seat>`; each
accepted action is answered by one message to every seat, from its own view. No resume, limits or log.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import uvicorn

from tests.bench.ceiling.bridge import BridgeTable
from tests.bench.ceiling.hanabi import HanabiTable
from tests.bench.ceiling.spades import SpadesTable

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Game(Protocol):
    """A table in memory."""

    def views(self) -> list[bytes]:
        """The whole view of every seat."""
        ...

    def act(self, seat: int, message: bytes | str) -> list[bytes] | None:
        """What every seat is told of an action; None for one that is against the rules."""
        ...


GAMES: dict[str, Callable[[str], Game]] = {
    "bridge": BridgeTable,
    "spades": SpadesTable,
    "hanabi": HanabiTable,
}


class Hub:
    """Tables by name, and who sits there."""

    def __init__(self, game: Callable[[str], Game]) -> None:
        self._game = game
        self._tables: dict[str, tuple[Game, list[Send | None]]] = {}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        _, _, name, seat = scope["path"].split("/")
        if name not in self._tables:
            self._tables[name] = self._game(name), [None] * 4
        game, seats = self._tables[name]
        seats[int(seat)] = send
        if all(seats):
            await self._tell(seats, game.views())
        await self._play(game, seats, int(seat), receive)

    async def _play(self, game: Game, seats: list[Send | None], seat: int, receive: Receive) -> None:
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                seats[seat] = None
                return
            told = game.act(seat, event.get("bytes") or event["text"])
            if told is not None:
                await self._tell(seats, told)

    async def _tell(self, seats: list[Send | None], messages: list[bytes]) -> None:
        for send, message in zip(seats, messages, strict=True):
            if send is not None:
                await send({"type": "websocket.send", "bytes": message})


def config(game: str) -> uvicorn.Config:
    """Return the settings of uvicorn, without pings: a load client that still opens tables answers none."""
    return uvicorn.Config(
        Hub(GAMES[game]),
        ws_ping_interval=None,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        loop="uvloop",
        lifespan="off",
        log_level="error",
    )


def main(game: str) -> None:
    """Serve until killed."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(config(game)).run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1])
