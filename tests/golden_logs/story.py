"""What the players of a golden table do, in the words of the protocol."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.golden_logs import product
from tests.virtual import passes, until

Json = Any
COMPASS = ("North", "East", "South", "West")
QUIET: Json = {"clock": {"kind": "none"}, "pause_ms": 1000}
"""A policy by which nobody is timed."""


class Story:
    """One table, or the two of a match, and its players."""

    def __init__(self, server: product.Server, name: str) -> None:
        self.server = server
        self.name = name
        self.tables: list[str] = []
        self.sets: list[str] = []
        self.random = Random(name)
        self._people: dict[str, product.Connection] = {}
        self._robots: dict[int, Any] = {}

    @property
    def table(self) -> str:
        """The id of the table; of a match that of the open room."""
        return self.tables[0]

    @property
    def now(self) -> Any:
        """The table as it is."""
        return self.server.table(self.table)

    def person(self, name: str) -> product.Connection:
        """Return the connection of a player, made when it is first asked for."""
        if name not in self._people:
            self._people[name] = self.server.connect(name)
        return self._people[name]

    async def ask(self, name: str, kind: str, /, **fields: Json) -> dict[str, Json]:
        """Let a player ask for something that is granted; return the answer."""
        answer = await self.person(name).ask({"t": kind, **fields})
        assert answer["t"] == "done", (self.name, name, kind, fields, answer)
        return answer

    async def refused(self, name: str, kind: str, /, **fields: Json) -> None:
        """Let a player ask for something that is refused."""
        answer = await self.person(name).ask({"t": kind, **fields})
        assert answer["t"] == "refused", (self.name, name, kind, fields, answer)

    async def open(self, game: str, policy: Json = QUIET, **fields: Json) -> None:
        """Open a table; its host is called Host."""
        done = await self.ask("Host", "open", game=game, policy=policy, **fields)
        self.tables.append(done["table"])

    async def sit(self, *names: str, table: str | None = None) -> None:
        """Seat players, who watch their own cards, from seat 0 on."""
        for seat, name in enumerate(names):
            await self.ask(name, "sit", table=table or self.table, seat=seat)
            await self.ask(name, "watch", table=table or self.table, **{"as": "seat"})

    async def dealt(self, table: str | None = None) -> None:
        """Wait until a seat must act."""
        await until(lambda: product.to_act(self.server.table(table or self.table)))

    async def four(self, game: str = "bridge", policy: Json = QUIET, **fields: Json) -> None:
        """Open a table of four, who sit down and are dealt to."""
        await self.open(game, policy, **fields)
        await self.sit(*COMPASS)
        await self.dealt()

    async def act(self, name: str, action: Json, table: str | None = None) -> None:
        """Let a player do something in the game."""
        here = table or self.table
        now, player = self.server.table(here), self.person(name).player
        number = product.next_number(now, player)
        await self.ask(name, "act", table=here, n=number, decision=now.decision, action=action)

    def turn(self, table: str | None = None) -> tuple[int, str]:
        """Return the seat that must act and the name of its player."""
        seat, player = product.turn(self.server.table(table or self.table))
        assert player is not None
        return seat, player.removeprefix("p-")

    async def goes(self, *words: str, table: str | None = None) -> None:
        """Let the players in turn make these calls or play these cards."""
        for word in words:
            call = word in ("P", "X", "XX") or word[0].isdigit()
            _, name = self.turn(table)
            await self.act(name, {"t": "call", "call": word} if call else {"t": "play", "card": word}, table)

    async def bids(self, *actions: Json) -> None:
        """Let the players in turn do these."""
        for action in actions:
            await self.act(self.turn()[1], action)

    async def first(self, times: int, table: str | None = None) -> None:
        """Let the players in turn do the first thing that they may, so many times."""
        for _ in range(times):
            await self.dealt(table)
            seat, name = self.turn(table)
            await self.act(name, product.sendable(self.server.table(table or self.table), seat)[0], table)

    async def randomly(self, times: int) -> None:
        """Let the players in turn do anything that they may, so many times."""
        for _ in range(times):
            await self.dealt()
            seat, name = self.turn()
            await self.act(name, self.random.choice(product.sendable(self.now, seat)))

    async def well(self, times: int) -> None:
        """Let the players in turn do what the plain robot would, so many times."""
        for _ in range(times):
            await self.dealt()
            seat, name = self.turn()
            robot = self._robots.setdefault(seat, product.new_robot())
            await self.act(name, product.robots_choice(robot, self.now, seat))

    async def out(self, how: str = "first", table: str | None = None) -> None:
        """Let the deal be played to its end."""
        while product.to_act(self.server.table(table or self.table)):
            if how == "first":
                await self.first(1, table)
            else:
                await getattr(self, how)(1)

    async def passes_s(self, seconds: float) -> None:
        """Let time pass."""
        await passes(seconds * 1000)

    async def next_deal(self, table: str | None = None) -> None:
        """Wait for the next deal."""
        here, before = table or self.table, self.server.table(table or self.table).deal
        await until(lambda: self.server.table(here).deal > before and product.to_act(self.server.table(here)))

    async def host(self, name: str = "Host", **changes: Json) -> None:
        """Let the host, or a director, change the table."""
        await self.ask(name, "host", table=self.table, **changes)

    async def rule(self, ruling: Json, name: str = "Dora") -> None:
        """Let the director rule."""
        await self.ask(name, "rule", table=self.table, ruling=ruling)

    async def watch(self, name: str, as_: Json, table: str | None = None) -> None:
        """Let a player follow the table as some audience."""
        await self.ask(name, "watch", table=table or self.table, **{"as": as_})

    def goes_away(self, name: str) -> None:
        """Let a player's connection end."""
        self._people.pop(name).hang_up()

    async def server_dies_for_s(self, seconds: float) -> None:
        """Let the server end, another one start after so long, and wake the table."""
        await self.restart(seconds)
        self._people.clear()
        await self.server.wake(self.table)

    async def restart(self, seconds: float) -> None:
        """End the server and start another one after so long; set by the recorder."""
        raise NotImplementedError
