"""Other servers of card games, played in the same sitting: Colyseus, boardgame.io, and `ws` of Node by hand.

A directory such as `../shared/peers` holds their programs. They play Spades with cards only. The durable ones
append each action to a Redis that syncs it to disk before anybody is told, as Kibitz does; the others store
nothing. Each is run as the README of that directory says: `node PROGRAM PORT`, in production mode.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import random

from msgspec import Struct

from tests.bench import processes
from tests.bench.processes import Served
from tests.bench.seats import PeerSeat, Seat, Table
from tests.bench.wire import TEXT, Broken
from tests.ports import free_port

COLYSEUS, BOARDGAME, NODE_WS = "colyseus", "boardgame.io", "node ws"
DURABLE_COLYSEUS, DURABLE_WS = "colyseus disk", "node ws disk"
ENVIRONMENT = {"NODE_ENV": "production", "COLYSEUS_SEAT_RESERVATION_TIME": "60"}
INSTALL_S = 180


class Program(Struct, frozen=True):
    """The program of a peer, the npm packages that it needs, and the protocol that its players speak.

    `wire` is a name as in `Load.wire`. A `durable` program finds the unix socket of a Redis in the variable
    REDIS_SOCK.
    """

    file: str
    packages: tuple[str, ...]
    wire: str
    durable: bool = False


PROGRAMS = {
    COLYSEUS: Program("srv_colyseus.mjs", ("@colyseus/core",), COLYSEUS),
    BOARDGAME: Program("srv_bgio.mjs", ("boardgame.io",), BOARDGAME),
    NODE_WS: Program("srv_ws.mjs", ("ws",), "hub"),
    DURABLE_COLYSEUS: Program(
        "srv_colyseus_durable.mjs", ("@colyseus/core", "ioredis"), COLYSEUS, durable=True
    ),
    DURABLE_WS: Program("srv_ws_durable.mjs", ("ws", "ioredis"), "hub", durable=True),
}


class Absent(LookupError):
    """The error that a peer cannot be played here; its text says what is missing."""


class Peers:
    """The peers of a directory. Their packages come from the directory, or are installed into a copy of it.

    The environment variable PEERS_DIR names a copy that is kept from one run to the next.
    """

    def __init__(self, directory: Path) -> None:
        if not directory.is_dir():
            raise Absent(f"expected a directory with the programs of the peers, got {directory}")
        self._directory = directory
        self._ready: Path | None = None
        self._failed = ""
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    def close(self) -> None:
        """Remove the copy, unless PEERS_DIR names it."""
        if self._temporary is not None:
            self._temporary.cleanup()

    def check(self, name: str) -> Path:
        """Return the path of a peer's program. Raises Absent if the program cannot run here."""
        if shutil.which("node") is None:
            raise Absent("node is not on PATH")
        program = PROGRAMS[name]
        if not (self._directory / program.file).exists():
            raise Absent(f"{self._directory} has no {program.file}")
        directory = self._with_packages()
        for package in program.packages:
            if not (directory / "node_modules" / package).exists():
                raise Absent(f"the npm package {package} is not installed")
        return directory / program.file

    def _with_packages(self) -> Path:
        """Return a directory with the programs and their packages; install them once."""
        if self._failed:
            raise Absent(self._failed)
        if self._ready is None:
            try:
                self._ready = self._prepare()
            except Absent as absent:
                self._failed = str(absent)
                raise
        return self._ready

    def _prepare(self) -> Path:
        if (self._directory / "node_modules").is_dir():
            return self._directory
        if kept := os.environ.get("PEERS_DIR"):
            copy = Path(kept)
        else:
            self._temporary = tempfile.TemporaryDirectory(prefix="kb-peers-")
            copy = Path(self._temporary.name)
        copy.mkdir(parents=True, exist_ok=True)
        for file in self._directory.iterdir():
            if file.is_file() and not (copy / file.name).exists():
                shutil.copyfile(file, copy / file.name)
        if not (copy / "node_modules").is_dir():
            _install(copy)
        return copy

    @contextlib.contextmanager
    def running(self, name: str, core: int) -> Iterator[Served]:
        """Run a peer on a core; a durable peer with a Redis of its own that syncs every action to disk."""
        program = self.check(name)
        port = free_port()
        command = ["node", str(program), str(port)]
        with contextlib.ExitStack() as stack:
            env, stores = ENVIRONMENT, []
            if PROGRAMS[name].durable:
                redis = stack.enter_context(processes.redis(core))
                env, stores = {**env, "REDIS_SOCK": str(redis.socket)}, [redis.pid]
            process = stack.enter_context(processes.running(command, core, env, program.parent))
            processes.until_it_listens(port)
            yield Served(port, [process.pid, *stores])


def _install(directory: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise Absent("npm is not on PATH, and the peers' packages are not installed")
    command = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=INSTALL_S)
    except subprocess.TimeoutExpired:
        raise Absent(f"npm install was not done within {INSTALL_S} s") from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["nothing"]
        raise Absent(f"npm install failed: {said[0]}")


class Gathering:
    """The seats of one table that have a view. No seat plays before all four have."""

    __slots__ = ("here",)

    def __init__(self) -> None:
        self.here: list[GatheredSeat] = []

    @property
    def complete(self) -> bool:
        return len(self.here) == 4


class GatheredSeat(Seat):
    """A player of Spades, which waits for the three others and then plays any legal card at once."""

    __slots__ = ("_acted", "_gathering", "_joined", "_legal", "_turn", "seat")

    def __init__(self, port: int, path: str, table: Table, seat: int, gathering: Gathering) -> None:
        self.seat = seat
        self._acted = -1
        self._gathering = gathering
        self._joined = False
        self._legal: list[int] = []
        self._turn = -1
        super().__init__(port, path, table)

    def _shown(self, size: int) -> None:
        """Count a view, and play if it is this seat's turn."""
        self.table.tally.messages += 1
        self.table.tally.bytes += size
        self.table.seen(self.version)
        if not self._joined:
            self._joined = True
            self._gathering.here.append(self)
            if self._gathering.complete:
                for seat in self._gathering.here:
                    seat.act()
        elif self._gathering.complete:
            self.act()

    def act(self) -> None:
        if self._turn != self.seat or self._acted >= self.version:
            return
        if not self._legal:
            raise Broken(f"seat {self.seat} is to play, but no card is legal")
        self._acted = self.version
        self.table.sent(self.version + 1)
        self._play(self._legal[int(len(self._legal) * random())])

    def _play(self, card: int) -> None:
        raise NotImplementedError


_JOINED, _WHOLE, _PATCH = 10, 14, 15
_SWITCH, _OPERATION, _DELETE, _CLEAR = 255, 0xC0, 0x40, 10


class ColyseusSeat(GatheredSeat):
    """A seat of a Colyseus room, which reads just the one schema of `srv_colyseus.mjs`.

    The references of that schema: 0 the state (sequence number, turn), 2 the seats; after these, for each
    seat, the seat, its hand and its legal cards.
    """

    def take(self, message: bytes) -> None:
        if message[0] == _JOINED:
            self.send(b"\x0a")
        elif message[0] == _WHOLE or (message[0] == _PATCH and self._joined):
            self._read_state(message)
            self._shown(len(message))
        elif message[0] != _PATCH:
            raise Broken(f"expected a state or a patch of Colyseus, got {message[:40]!r}")

    def _read_state(self, data: bytes) -> None:
        at, end, reference = 1, len(data), 0
        mine = 5 + 3 * self.seat
        while at < end:
            byte = data[at]
            at += 1
            if byte == _SWITCH:
                reference = data[at]
                at += 1
            elif reference == 0:
                at += self._read_field(data, at, byte)
            elif reference == 2:
                at += 2
            elif reference >= 3 and reference % 3 == 0:
                at += 1
            elif byte == _CLEAR:
                if reference == mine:
                    self._legal = []
            elif byte in (0x80, 0x00, 0x40, 0xC0):
                deletes = byte & _OPERATION == _DELETE
                if reference == mine and not deletes:
                    self._put(data[at], data[at + 1])
                at += 1 if deletes else 2
            else:
                raise Broken(f"expected an operation of a Colyseus array, got {byte:#x}")

    def _read_field(self, data: bytes, at: int, byte: int) -> int:
        """Read one field of the state, and return its size."""
        if byte & _OPERATION == _DELETE:
            return 0
        if byte & 63 == 0:
            self.version = int.from_bytes(data[at : at + 4], "little")
            return 4
        if byte & 63 == 1:
            self._turn = data[at]
        return 1

    def _put(self, index: int, card: int) -> None:
        if index < len(self._legal):
            self._legal[index] = card
        else:
            self._legal.append(card)

    def _play(self, card: int) -> None:
        self.send(b"\x0d\xa4play" + bytes((card,)))


_SEQUENCE = re.compile(rb'"seq":(\d+)')
_PLAYER = re.compile(rb'"currentPlayer":"(\d+)')
_STATE = re.compile(rb'"_stateID":(\d+)')
_LEGAL = re.compile(rb'"legal":\[([\d,]*)\]')


class BoardgameSeat(GatheredSeat):
    """A seat of a boardgame.io match, over Socket.IO."""

    __slots__ = ("_state",)

    def take(self, message: bytes) -> None:
        if message[:1] == b"2":
            self.send(b"3", TEXT)
        elif message[:1] == b"0":
            self.send(b"40/spades,", TEXT)
        elif message[:2] == b"40":
            self.send(b'42/spades,["sync","%s","%d",null,4]' % (self.table.name.encode(), self.seat), TEXT)
        elif message[:2] == b"42" and message[12:13] in (b"s", b"u"):
            self._read_state(message)
            self._shown(len(message))

    def _read_state(self, message: bytes) -> None:
        sequence, player, state = (pattern.search(message) for pattern in (_SEQUENCE, _PLAYER, _STATE))
        if sequence is None or player is None or state is None:
            raise Broken(f"expected a state of boardgame.io, got {message[:200]!r}")
        self.version, self._turn, self._state = int(sequence[1]), int(player[1]), int(state[1])
        legal = _LEGAL.search(message)
        self._legal = [int(card) for card in legal[1].split(b",") if card] if legal is not None else []

    def _play(self, card: int) -> None:
        self.send(
            b'42/spades,["update",{"type":"MAKE_MOVE","payload":{"type":"play","args":[%d],"playerID":"%d"}},'
            b'%d,"%s","%d"]' % (card, self.seat, self._state, self.table.name.encode(), self.seat),
            TEXT,
        )


def reserve(port: int, seats: int) -> list[str]:
    """Return the paths of the four websockets of a new Colyseus room."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    room, paths = "", []
    for seat in range(seats):
        path = f"/matchmake/joinById/{room}" if room else "/matchmake/create/spades"
        connection.request("POST", path, json.dumps({"seat": seat}), {"Content-Type": "application/json"})
        told = json.loads(connection.getresponse().read())
        if not told.get("sessionId"):
            raise Broken(f"expected a seat in a room of Colyseus, got {told}")
        at = told.get("room") or told
        room = at["roomId"]
        paths.append(f"/{at['processId']}/{room}?sessionId={told['sessionId']}")
    connection.close()
    return paths


def open_seats(wire: str, port: int, table: Table, number: int) -> list[Seat]:
    """Take the four seats of one table at a peer."""
    gathering = Gathering()
    if wire == COLYSEUS:
        paths = reserve(port, 4)
        return [ColyseusSeat(port, path, table, seat, gathering) for seat, path in enumerate(paths)]
    if wire == BOARDGAME:
        table.name = f"m{number}"
        path = "/socket.io/?EIO=4&transport=websocket"
        return [BoardgameSeat(port, path, table, seat, gathering) for seat in range(4)]
    return [PeerSeat(port, f"/t/{table.name}/{seat}", table) for seat in range(4)]
