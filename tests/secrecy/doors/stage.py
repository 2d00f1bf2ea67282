"""A server in memory with its people, some of which are second guests of others, and all that these hear.

An attempt is played in a live deal. The suspects are the guests that a host or a player uses beside the own
one. Of this deal no suspect may be told a card that is not the suspect's own, a result, or a private word.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from starlette.routing import Route

from protocol.v1 import requests
from protocol.v1.codec import JSON
from protocol.v1.requests import NoClock, Open, Policy, ToServer, Watch
from protocol.v1.updates import Done, Refused
from server.games.registry import GAMES
from server.hub.archive.archiver import CLOSED_MS, Archiver
from server.hub.listeners import Frame
from server.records.registry import result_line
from server.table.player import Player
from server.table.table import Table
from server.web.spades_rest.live.seed_socket import SeedSocket
from tests.clubs import as_wire
from tests.hub.far.test_other_hubs import houses
from tests.rooms import House, Person, play_on
from tests.secrecy.checks import SAMPLE, secrets
from tests.secrecy.doors.inventory import tag
from tests.secrecy.hanabi.knowledge import named, token
from tests.secrecy.staging.lines import Http
from tests.virtual import passes, until
from tests.web.entrances import Entrance
from tests.web.spades_rest.guests import plain

PLAYED = Policy(clock=NoClock(), pause_ms=60_000)
SEATS = ("North", "East", "South", "West")
WITHOUT_TABLE = (requests.Lobby, requests.Queue, requests.Unqueue)
RESULTS = frozenset(("result", "results", "tally", "imps", "score_ns", "finalScores", "handScore"))
"""The fields that hold what a deal has brought; until it is over they are null, 0 or empty."""
_ids = itertools.count(1_000_000)


class Wire(Person):
    """A websocket in memory that keeps every frame as text."""

    def __init__(self, house: House, player: Player) -> None:
        super().__init__(house, player, JSON)
        self.kept: list[str] = []

    def send(self, frame: Frame) -> None:
        self.kept.append(bytes(frame.payload).decode())
        super().send(frame)


class Guest:
    """A guest with websockets of both APIs and HTTP requests; `told` is all that it hears."""

    def __init__(self, stage: Stage, player: Player, http: Http, entrance: Entrance) -> None:
        self.id, self.player = player.id, player
        self._http = http
        self._stage = stage
        self._house = entrance.house
        self._heard: list[str] = []
        self.wire = self._dial()
        self.seed = SeedSocket(self, entrance.seed, player)

    congested = False

    def _dial(self) -> Wire:
        wire = Wire(self._house, self.player)
        wire.kept = self._heard
        self._house.clients.append(wire)
        wire.tell(requests.Hello(client="test"))
        return wire

    def send(self, frame: Frame) -> None:
        """Keep an event of the seed's websocket."""
        self._heard.append(bytes(frame.payload).decode())

    def close(self, code: int, reason: str) -> None:
        self._heard.append(reason)

    @property
    def told(self) -> tuple[str, ...]:
        return tuple(self._heard)

    def joins(self) -> None:
        """Follow the table by the seed's websocket."""
        self._stage.used.add("seed message JOIN")
        self.seed.receive(json.dumps({"type": "JOIN", "payload": {"tableId": self._stage.table}}).encode())

    def forget(self) -> None:
        """Forget what came before the deal."""
        self._heard.clear()

    def drops(self) -> None:
        """Lose the connection."""
        self.wire.hang_up()

    def returns(self) -> None:
        """Connect again."""
        self.wire = self._dial()

    async def asks(self, kind: type[ToServer], table: str | None = None, **fields: Any) -> str:
        """Send a request and return `done` or the code of the refusal."""
        self._stage.notes_request(kind, fields)
        wish = {"table": table or self._stage.table, **fields}
        if kind in (Open, requests.Match, requests.OpenSet, *WITHOUT_TABLE):
            del wish["table"]
        answer = await self.wire.ask(kind(id=next(_ids), **wish))
        return str(answer.code) if isinstance(answer, Refused) else "done"

    def waits(self) -> None:
        """Wait in the queue for a table of bridge without robots."""
        wish: dict[str, Any] = {"game": "bridge", "pace": "usual", "robots": False}
        self._stage.notes_request(requests.Queue, wish)
        self.wire.tell(requests.Queue(id=next(_ids), **wish))

    async def hosts(self, table: str | None = None, **changes: Any) -> str:
        """Send `host`."""
        return await self.asks(requests.Host, table, **changes)

    async def sits(self, seat: int, table: str | None = None) -> str:
        """Send `sit`, and watch as the seat."""
        answer = await self.asks(requests.Sit, table, seat=seat)
        await self.watches("seat", table)
        return answer

    async def stands(self, table: str | None = None) -> str:
        return await self.asks(requests.Stand, table)

    async def watches(self, as_: Any = "public", table: str | None = None, **known: Any) -> str:
        return await self.asks(Watch, table, as_=as_, **known)

    async def acts(self, action: dict[str, Any], decision: str | None = None) -> str:
        """Send an action, for the present decision if the action answers one."""
        self._stage.notes_request(requests.Act, {"n": 1, "action": action, "decision": decision})
        table = self._stage.now()
        last = table.counters.get(self.id)
        n = 1 if last is None else last.n + 1
        self.wire.forget()
        self.wire.tell(requests.Act(table=table.id, n=n, action=action, decision=decision))
        await passes(20)
        refused = self.wire.of(Refused)
        return str(refused[0].code) if refused else "done"

    async def calls(self, call: str, **more: Any) -> str:
        """Make a call in the auction."""
        return await self.acts({"t": "call", "call": call, **more}, self._stage.now().decision)

    async def fetches(
        self, method: str, path: str, body: object = None, *, for_ms: int | None = None, **query: Any
    ) -> tuple[int, Any]:
        """Send an HTTP request, keep the answer, and return its status and its JSON, if it is JSON.

        An answer without an end is read `for_ms`.
        """
        self._stage.notes_address(method, path, query)
        parts: list[bytes] = []
        hang_up = None
        if for_ms is not None:
            hang_up = asyncio.Event()
            asyncio.get_running_loop().call_later(for_ms / 1000, hang_up.set)
        packed = b"" if body is None else msgspec.json.encode(body)
        await self._http.ask(parts.append, method, path, packed, hang_up, **query)
        status = int(parts[0].split()[1])
        text = b"".join(part.removeprefix(b"body ") for part in parts[1:]).decode()
        self._heard += [parts[0].decode(), text]
        with contextlib.suppress(ValueError):
            return status, json.loads(text)
        return status, None

    async def posts(self, path: str, **body: Any) -> int:
        """Send a request of the seed's API about the table, and return the status."""
        return (await self.fetches("POST", f"/api/tables/{self._stage.table}/{path}", body))[0]


class Stage:
    """The server, its guests by name, and the table that is attacked.

    `edge` is the hub to which all guests but the host connect; the host opens the tables at `house`.
    """

    def __init__(self, house: House, edge: House | None = None) -> None:
        self.house = house
        self.table = ""
        self.rooms: dict[str, str] = {}
        self.board_set = ""
        self.event = ""
        self.guests: dict[str, Guest] = {}
        self.suspects: dict[Guest, frozenset[str]] = {}
        self.words: list[str] = []
        self.used: set[str] = set()
        self._own = Entrance(house)
        self._edge = self._own if edge is None else Entrance(edge)
        paths = {route.path for route in self._own.application.routes if isinstance(route, Route)}
        self._addresses = {path: re.compile(re.sub(r"{\w+}", "[^/]+", path)) for path in paths}

    async def guest(self, name: str) -> Guest:
        """Return the guest of this name, a new one at the first time."""
        if name not in self.guests:
            player, token = await self.house.guests.create(name)
            entrance = self._own if name == "Host" else self._edge
            http = Http(entrance.application, token, player=player.id)
            self.guests[name] = Guest(self, player, http, entrance)
        return self.guests[name]

    async def takes_a_code(self, name: str, of: str) -> Guest:
        """Let the guest `name` become the player `of` by a code, and return the guest with its new token."""
        _, made = await self[of].fetches("POST", "/v1/players/me/codes", {})
        status, taken = await self[name].fetches("POST", "/v1/tokens", {"code": made["code"]})
        assert status == 201 and taken["id"] == self[of].id
        player = Player(taken["id"], taken["name"])
        http = Http(self._edge.application, taken["token"], player=player.id)
        return self.guests.setdefault(f"{name} as {of}", Guest(self, player, http, self._edge))

    def __getitem__(self, name: str) -> Guest:
        return self.guests[name]

    def notes_request(self, kind: type[ToServer], fields: dict[str, Any]) -> None:
        """Note the doors that a request uses, by the names of the inventory."""
        name = f"request {tag(kind)}"
        self.used.add(name)
        for field, value in fields.items():
            field = field.rstrip("_")
            self.used |= {f"{name}.{field}", f"{name}.{field}={value}"}
            if isinstance(value, int):
                self.used.add(f"{name}.{field}=number")
            if isinstance(value, Policy):
                self.notes_policy(value)
        game = self.now().game.name if self.table else ""
        for field in ("action", "ruling"):
            if isinstance(fields.get(field), dict):
                kind_of_it = fields[field]["t"]
                words = ("act", "unprompted") if field == "action" else ("ruling",)
                self.used |= {f"{word} {game}.{kind_of_it}" for word in words}

    def notes_policy(self, policy: Policy) -> None:
        """Note the values of a policy, and its fields that differ from the default."""
        for field in policy.__struct_fields__:
            value = getattr(policy, field)
            self.used.add(f"policy {field}={value}")
            if value != getattr(Policy(), field):
                self.used.add(f"policy {field}")

    def notes_address(self, method: str, path: str, query: dict[str, Any]) -> None:
        """Note the address of a request and the fields of its query."""
        for template, pattern in self._addresses.items():
            if pattern.fullmatch(path):
                self.used.add(f"http {method} {template}")
                self.used |= {f"query {template} {field}" for field in query}

    def notes_messages(self) -> None:
        """Note the kinds of the messages that suspects were told."""
        for guest in self.suspects:
            for text in guest.told:
                with contextlib.suppress(ValueError):
                    match json.loads(text):
                        case {"t": str(kind)}:
                            self.used.add(f"message {kind}")
                        case {"type": str(kind)}:
                            self.used.add(f"seed event {kind}")

    def now(self, table: str = "") -> Table:
        """Return the table as it is."""
        return self.house.room(table or self.table).table

    async def deals(
        self,
        policy: Policy = PLAYED,
        *,
        game: str = "bridge",
        south: str = "South",
        watchers: Iterable[str] = ("second", "player's second"),
        before: dict[str, Any] | None = None,
        seats: dict[int, str] | None = None,
        **wishes: Any,
    ) -> None:
        """Let the host open a table, seat four people, and wait for the deal.

        `south` may be the host. The `watchers` are the suspects: they follow the table since before the deal.
        `before` is what the host changes before the deal, with names in place of ids. A seat of `seats` has a
        house robot in place of its player.
        """
        host = await self.guest("Host")
        self.notes_request(Open, {"game": game, "policy": policy, "seats": seats, **wishes})
        done = await host.wire.ask(Open(game=game, policy=policy, seats=seats or {}, id=next(_ids), **wishes))
        assert isinstance(done, Done) and done.table is not None, done
        self.table = done.table
        names = [
            name for seat, name in enumerate((*SEATS[:2], south, *SEATS[3:])) if seat not in (seats or {})
        ]
        for name in (*names, *watchers):
            await self.guest(name)
        for name in (name for each in (before or {}).values() for name in each):
            await self.guest(name)
        before = {field: tuple(self[name].id for name in each) for field, each in (before or {}).items()}
        if policy.access == "invited" or policy.sits == "invited":
            before["invited"] = (*before.get("invited", ()), *(self[name].id for name in names))
        if before:
            assert await host.hosts(**before) == "done"
        for name in watchers:
            await self[name].watches()
        for seat, name in enumerate((*SEATS[:2], south, *SEATS[3:])):
            if seat not in (seats or {}):
                assert await self[name].sits(seat) == "done", name
        await until(lambda: self.now().hidden and self.now().to_act)
        self.suspects = {self[name]: frozenset() for name in watchers}
        if south == "Host":
            self.suspects[host] = self.hand(2)
        elif "Host" not in self.suspects:
            self.suspects[host] = frozenset()
        for guest in self.guests.values():
            guest.forget()

    def hand(self, seat: int) -> frozenset[str]:
        """Return the cards that the player of a seat sees: its hand, or all other hands of Hanabi."""
        hands = self.now().state.hands
        if self.now().game.name == "hanabi":
            return frozenset(
                token(card) for other in range(len(hands)) if other != seat for card in hands[other]
            )
        return frozenset(str(card) for card in hands[seat])

    async def deals_by_the_seeds_api(self) -> None:
        """Let the host open a table of Spades by the seed's API, with people in all seats and one observer.

        The host sits in North. The observer is the suspect, and hears the events of the websocket.
        """
        host = await self.guest("Host")
        _, opened = await host.fetches("POST", "/api/tables", {"name": "Friends"})
        self.table = opened["tableId"]
        second = await self.guest("second")
        assert await second.posts("arrive") == 200
        second.joins()
        for name in SEATS[1:]:
            for guest in self.guests.values():
                guest.forget()
            player = await self.guest(name)
            assert await player.posts("sit", seat=name.lower()) == 200
            player.joins()
        await until(lambda: self.now().hidden and self.now().to_act)
        self.suspects = {second: frozenset()}

    async def deals_from_the_queue(self) -> list[Guest]:
        """Let four people wait in the queue until they have a table and a deal; return them by seat.

        One of them is the host, whose hub has the table. The suspects are a second guest of the host and one
        of a player, who have come to no table yet.
        """
        people = [await self.guest(name) for name in (*SEATS[:3], "Host")]
        for guest in people[:3]:
            guest.waits()
        await passes(2_500)
        people[3].waits()
        await until(lambda: all(guest.wire.of(Done) for guest in people))
        self.table = next(done.table for done in people[0].wire.of(Done) if done.table)
        for guest in people:
            assert await guest.watches("seat") == "done"
        await until(lambda: self.now().hidden and self.now().to_act)
        self.suspects = {await self.guest(name): frozenset() for name in ("second", "player's second")}
        for guest in self.guests.values():
            guest.forget()
        seats = self.now().seat_of
        return sorted(people, key=lambda guest: seats(guest.id) or 0)

    def suspect(self, name: str, seat: int) -> None:
        """Suspect a player with the cards of the own seat."""
        self.suspects[self[name]] = self.hand(seat)

    async def deals_match(self, south: str = "open South", **wishes: Any) -> None:
        """Let the host open a match, and seat four people in each room; the open room is attacked.

        `south` plays South of the open room.
        """
        host = await self.guest("Host")
        wish = requests.Match(game="bridge", policy=PLAYED, count=3, id=next(_ids), **wishes)
        self.notes_request(requests.Match, {"game": "bridge", "policy": PLAYED, "count": 3, **wishes})
        done = await host.wire.ask(wish)
        assert isinstance(done, Done) and done.table and done.other, done
        self.rooms = dict(zip(("open", "closed"), (done.table, done.other), strict=True))
        self.table = done.table
        for room, table in self.rooms.items():
            for seat, name in enumerate(SEATS):
                name = south if (room, name) == ("open", "South") else f"{room} {name}"
                assert await (await self.guest(name)).sits(seat, table) == "done"
        for name in ("second", "player's second"):
            await self.guest(name)
        await until(lambda: all(self.now(table).to_act for table in self.rooms.values()))
        self.suspects = dict.fromkeys((self["second"], self["player's second"], host), frozenset())
        for guest in self.guests.values():
            guest.forget()

    async def deals_set(self, south: str = "one South", **wishes: Any) -> None:
        """Let the host open a set of three tables, and seat four people at each; the first one is attacked.

        `south` plays South of the first table. The host directs no table.
        """
        host = await self.guest("Host")
        fields = {"game": "bridge", "policy": PLAYED, "tables": 3, "count": 3, **wishes}
        self.notes_request(requests.OpenSet, fields)
        done = await host.wire.ask(requests.OpenSet(**fields, id=next(_ids)))
        assert isinstance(done, Done) and done.tables and done.board_set, done
        self.board_set = done.board_set
        self.rooms = dict(zip(("one", "two", "three"), done.tables, strict=True))
        self.table = done.tables[0]
        for room, table in self.rooms.items():
            for seat, name in enumerate(SEATS):
                name = south if (room, name) == ("one", "South") else f"{room} {name}"
                assert await (await self.guest(name)).sits(seat, table) == "done"
        for name in ("second", "player's second"):
            await self.guest(name)
        await until(lambda: all(self.now(table).to_act for table in self.rooms.values()))
        self.suspects = dict.fromkeys((self["second"], self["player's second"], host), frozenset())
        for guest in self.guests.values():
            guest.forget()

    async def deals_event(
        self, game: str, sides: int = 2, rooms: Sequence[str] = ("one", "two"), **conditions: Any
    ) -> None:
        """Let the host direct an event of one round with these tables, and wait for the deal of all.

        `sides` is the number of entrants at a table. The suspects are the players of the second table, and
        two guests that play nowhere.
        """
        host = await self.guest("Host")
        wish = {"rounds": 1, "boards": 2, "board_s": 0, "pause_s": 60, "check_in": False, **conditions}
        body = {"game": game, "name": "Tuesday", "conditions": wish}
        _, opened = await host.fetches("POST", "/v1/events", body)
        self.event = opened["event"]
        await self.directs("open")
        teams = [
            [await self.guest(f"{room} {seat}") for seat in SEATS[side::sides]]
            for side in range(sides)
            for room in rooms
        ]
        for team in teams:
            await self.directs("enrol", players=[{"id": guest.id, "name": guest.id} for guest in team])
        for word in ("draw", "publish", "start"):
            _, shown = await self.directs(word)
        self.rooms = {
            room: each["id"] for room, each in zip(rooms, shown["rounds"][0]["tables"], strict=True)
        }
        self.table = self.rooms["one"]
        await until(lambda: all(self.house.hub.live(table) for table in self.rooms.values()))
        people = {guest.id: guest for guest in self.guests.values()}
        for room, table in self.rooms.items():
            for seat, chair in zip(SEATS, self.now(table).chairs, strict=True):
                self.guests[f"{room} {seat}"] = people[chair.player]
                await people[chair.player].watches("seat", table)
        await until(lambda: all(self.now(table).to_act for table in self.rooms.values()))
        for name in ("second", "player's second"):
            self.suspects[await self.guest(name)] = frozenset()
        for seat, name in enumerate(SEATS):
            self.suspects[self[f"two {name}"]] = self.hand(seat)
        for guest in self.guests.values():
            guest.forget()

    async def directs(self, word: str, **fields: Any) -> tuple[int, Any]:
        """Send a request of the host to the event."""
        status, shown = await self["Host"].fetches("POST", f"/v1/events/{self.event}", {"t": word, **fields})
        assert status == 200, shown
        return status, shown

    async def plays_on(self, room: str) -> None:
        """Let the players in one room do the first thing that is legal until the deal is over."""
        table = self.rooms[room]
        deal = self.now(table).deal
        while (now := self.now(table)).deal == deal and not now.over:
            seat = now.to_act[0]
            wire = self[f"{room} {SEATS[seat]}"].wire
            last = now.counters.get(wire.player.id)
            action = as_wire(now.game.legal_actions(now.state, seat)[0])
            wire.act(table, 1 if last is None else last.n + 1, action, now.decision)
            await until(lambda now=now: self.now(table) is not now)
        await passes(50)

    async def plays_out(self, room: str, call: str = "7NT") -> None:
        """Play a deal of a match or set to its end in one room."""
        table = self.rooms[room]
        players = [self[f"{room} {name}"].wire for name in SEATS]
        actor = self.now(table).to_act[0]
        last = self.now(table).counters.get(players[actor].player.id)
        action = {"t": "call", "call": call}
        players[actor].act(table, 1 if last is None else last.n + 1, action, self.now(table).decision)
        await passes(10)
        while not self.now(table).over:
            await play_on(self.house, table, players, 1)
        await passes(50)

    async def ends_the_deal(self) -> None:
        """Let the four players take their first legal actions until the deal is over."""
        players = [self[name].wire for name in SEATS]
        while not self.now().over:
            await play_on(self.house, self.table, players, 1)
        await passes(50)

    async def archives(self) -> None:
        """Let the archive have all finished deals."""
        house = self.house
        archiver = Archiver(house.store, house.store.archive, GAMES, house.services.now_ms, result_line)
        for table in {self.table, *self.rooms.values()}:
            await archiver.fetch(table)

    async def retires(self) -> None:
        """Let the closed table leave memory, and then the store for the archive."""
        house = self.house
        for guest in self.guests.values():
            guest.drops()
        await passes(50)
        house.hub.unload(house.room(self.table))
        later_ms = house.services.now_ms() + CLOSED_MS
        archiver = Archiver(house.store, house.store.archive, GAMES, lambda: later_ms, result_line)
        await archiver.fetch(self.table)
        assert await archiver.retire(self.table) and await house.store.load(self.table) is None
        for guest in self.guests.values():
            guest.returns()
        await passes(50)

    async def lists(self, name: str, about: str = "me", **query: Any) -> list[str]:
        """Return the ids of the deals in the list of a guest, as the guest `name` gets it."""
        player = about if about == "me" else self[about].id
        _, shown = await self[name].fetches("GET", f"/v1/players/{player}/games", **query)
        return [game["id"] for game in shown["games"]]

    async def exports(self, name: str) -> list[str]:
        """Return the ids of the deals in the export of a guest."""
        await self[name].fetches("GET", "/v1/players/me/export")
        told = [json.loads(line) for line in self[name].told[-1].splitlines()]
        return [line["id"] for line in told if line["t"] == "game"]

    async def everything_is_tried(self) -> None:
        """Let every suspect ask for all that can be read, of every table."""
        await self.archives()
        for guest in self.suspects:
            await guest.fetches("GET", "/v1/players/me/export")
            for player in ("me", *(other.id for other in self.guests.values() if other is not guest)):
                await guest.fetches("GET", f"/v1/players/{player}/games")
            for table in (self.table, *self.rooms.values()):
                await self._tries(guest, table)
            if self.board_set:
                for query in ({}, {"scoring": "imp"}, {"format": "text"}, {"format": "html"}):
                    await guest.fetches("GET", f"/v1/sets/{self.board_set}", **query)
            if self.event:
                await self._tries_event(guest)
            with contextlib.suppress(AssertionError):
                await guest.asks(requests.Lobby)

    async def _tries_event(self, guest: Guest) -> None:
        for path in ("", "/ranking", "/results"):
            await guest.fetches("GET", f"/v1/events/{self.event}{path}")
        for form in ("usebio", "pbn", "csv"):
            await guest.fetches("GET", f"/v1/events/{self.event}/results", format=form)
        for query in ({}, {"format": "text"}, {"scoring": "imp"}):
            await guest.fetches("GET", f"/v1/sets/{self.event}-1", **query)

    async def _tries(self, guest: Guest, table: str) -> None:
        audiences: tuple[Any, ...] = ("seat", "all", "director", "commentator", 0, 1, 2, 3, "public")
        for as_ in audiences:
            await guest.fetches("GET", f"/v1/tables/{table}", **{"as": as_})
            await guest.watches(as_, table)
            shown = guest.wire.tables.get(table)
            if shown is not None:
                await guest.watches(as_, table, epoch=shown.epoch, version=shown.version - 1)
        for path in (table, f"{table}.1"):
            for form in (None, "pbn", "lin"):
                await guest.fetches("GET", f"/v1/games/{path}", **({} if form is None else {"format": form}))
            for as_ in ("all", 0, 1, 2, 3):
                await guest.fetches("GET", f"/v1/games/{path}", turn=0, **{"as": as_})
            await guest.fetches("GET", f"/v1/games/{path}", dd="yes")
            await guest.fetches("GET", f"/v1/games/{path}/analysis")
        for address in (
            f"/v1/tables/{table}/analysis",
            f"/v1/tables/{table}/card/NS",
            f"/v1/tables/{table}/meanings",
            "/v1/tables",
            f"/api/tables/{table}/state",
            "/api/tables",
            "/api/lobby/tables",
            "/api/player/table",
        ):
            await guest.fetches("GET", address)
        for as_ in ("public", "all", "seat", 0):
            await guest.fetches("GET", f"/v1/tables/{table}/stream", for_ms=50, **{"as": as_})
        guest.joins()
        await passes(50)

    def leaks(self) -> list[str]:
        """Return every card, result and private word that a suspect was told."""
        found, hanabi = [], self.now().game.name == "hanabi"
        for guest, own in self.suspects.items():
            for text in guest.told:
                named = _hanabi_faults if hanabi else _faults
                found += [f"{guest.player.name}: {each} in {text}" for each in named(text, own, self.words)]
        return found


def _faults(text: str, own: frozenset[str], words: list[str]) -> list[str]:
    """Return what a text must not say to a suspect that knows the cards `own`."""
    found = [word for word in words if word in text]
    for line in text.splitlines():
        try:
            read = json.loads(line)
        except ValueError:
            read = line
        said = [each.replace(SAMPLE, "") for each in _texts(read)]
        found += [*secrets(said, own), *(card for card in _seed_cards(read) if card not in own)]
        found += _results(read)
    return found


def _hanabi_faults(text: str, own: frozenset[str], words: list[str]) -> list[str]:
    """Return what a text must not say to a suspect that sees the cards `own` of a game of Hanabi."""
    found = [word for word in words if word in text]
    for line in text.splitlines():
        with contextlib.suppress(ValueError):
            found += [card for card in named(json.loads(line)) if card not in own]
    return found


def _texts(read: object) -> list[str]:
    """Return all texts in a message."""
    match read:
        case str():
            return [read]
        case dict():
            return [text for field, each in read.items() for text in (field, *_texts(each))]
        case list():
            return [text for each in read for text in _texts(each)]
        case _:
            return []


def _seed_cards(read: object) -> list[str]:
    """Return the cards that are written as the seed's API writes them."""
    match read:
        case {"suit": str(), "rank": str()}:
            return [plain(read)]  # type: ignore[arg-type]
        case dict():
            return [card for each in read.values() for card in _seed_cards(each)]
        case list():
            return [card for each in read for card in _seed_cards(each)]
        case _:
            return []


def _results(read: object) -> list[str]:
    """Return the fields that hold a result."""
    match read:
        case dict():
            own = [f"{field} {each}" for field, each in read.items() if field in RESULTS and each]
            return own + [fault for each in read.values() for fault in _results(each)]
        case list():
            return [fault for each in read for fault in _results(each)]
        case _:
            return []


@asynccontextmanager
async def staged(*, elsewhere: bool = False) -> AsyncIterator[Stage]:
    """Yield a server without guests; if `elsewhere`, the host alone is at the hub that has the tables."""
    if elsewhere:
        async with houses(2, table_manager_port=2000) as (house, edge):
            yield Stage(house, edge)
    else:
        async with House(table_manager_port=2000) as house:
            yield Stage(house)
