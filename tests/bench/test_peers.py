"""Peers are skipped by name where they cannot run, and their messages are read as their servers mean them."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests.bench import peers, processes
from tests.bench.peers import (
    BOARDGAME,
    COLYSEUS,
    DURABLE_COLYSEUS,
    DURABLE_WS,
    NODE_WS,
    Absent,
    BoardgameSeat,
    ColyseusSeat,
    Gathering,
    Peers,
)
from tests.bench.rows import Bench, Effort, Report
from tests.bench.seats import Table, Tally
from tests.bench.wire import TEXT, Wire

HANDSHAKE = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"


def programs(directory: Path) -> Path:
    for program in peers.PROGRAMS.values():
        (directory / program.file).write_text("")
    return directory


def test_without_node_each_peer_is_skipped_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    report = Report(machine={})
    bench = Bench(report, Effort(), Peers(programs(tmp_path)))
    assert list(bench._present_peers("spades-25")) == []
    assert report.notes == [
        f"spades-25: {name} was skipped: node is not on PATH"
        for name in (COLYSEUS, BOARDGAME, NODE_WS, DURABLE_COLYSEUS, DURABLE_WS)
    ]
    assert not report.failed


def test_a_peer_without_its_package_is_skipped_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    (programs(tmp_path) / "node_modules/ws").mkdir(parents=True)
    here = Peers(tmp_path)
    assert here.check(NODE_WS) == tmp_path / "srv_ws.mjs"
    with pytest.raises(Absent, match="@colyseus/core is not installed"):
        here.check(COLYSEUS)
    with pytest.raises(Absent, match="ioredis is not installed"):
        here.check(DURABLE_WS)


DURABLE_PROGRAM = """
import net from "node:net";
const store = net.connect(process.env.REDIS_SOCK, () => store.write("CONFIG GET appendfsync\\r\\n"));
let told = "";
store.on("data", (data) => (told += data));
const server = net.createServer((client) => client.on("error", () => {}).end(told));
server.listen(+process.argv[2], "127.0.0.1");
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not on PATH")
@pytest.mark.parametrize("name", [DURABLE_COLYSEUS, DURABLE_WS])
def test_a_durable_peer_has_a_redis_that_syncs_every_action_and_that_is_measured(
    name: str, tmp_path: Path
) -> None:
    for package in peers.PROGRAMS[name].packages:
        (tmp_path / "node_modules" / package).mkdir(parents=True)
    (tmp_path / peers.PROGRAMS[name].file).write_text(DURABLE_PROGRAM)
    core = processes.cores()[0]
    with Peers(tmp_path).running(name, core) as served:
        server, store = (psutil.Process(pid).name() for pid in served.pids)
        assert server == "node" and store.startswith(("redis-server", "valkey-server"))
        assert all(psutil.Process(pid).cpu_affinity() == [core] for pid in served.pids)
        told = b""
        while b"always" not in told:
            with socket.create_connection(("127.0.0.1", served.port), 10) as asked:
                told = b"".join(iter(lambda: asked.recv(4096), b""))
    assert b"appendfsync" in told


def test_a_directory_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Absent, match="expected a directory"):
        Peers(tmp_path / "nowhere")


def frame(kind: int, payload: bytes) -> bytes:
    assert len(payload) < 126
    return bytes((kind, len(payload))) + payload


@contextmanager
def four(kind: type) -> Iterator[tuple[list[socket.socket], list[Wire], Table]]:
    """Four seats of a table that are connected to sockets of this test."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=8)
    ends: list[socket.socket] = []

    def accept() -> None:
        for _ in range(4):
            end, _ = listening.accept()
            end.settimeout(10)
            while b"\r\n\r\n" not in end.recv(4096):
                pass
            end.sendall(HANDSHAKE)
            ends.append(end)

    accepting = threading.Thread(target=accept)
    accepting.start()
    table, gathering = Table("m0", Tally()), Gathering()
    port = listening.getsockname()[1]
    seats = [kind(port, "/", table, seat, gathering) for seat in range(4)]
    accepting.join(10)
    try:
        yield ends, seats, table
    finally:
        for each in (listening, *ends):
            each.close()
        for seat in seats:
            seat.close()


def sent(end: socket.socket) -> list[bytes]:
    """What a client has sent so far, message by message."""
    data, messages = end.recv(65536), []
    while data:
        size, start = data[1] & 127, 6
        if size == 126:
            size, start = int.from_bytes(data[2:4], "big"), 8
        messages.append(data[start : start + size])
        data = data[start + size :]
    return messages


def colyseus_state(sequence: int, turn: int, legal: list[int], seat: int) -> bytes:
    """A state as `srv_colyseus.mjs` sends it: its number, whose turn it is, and a seat's legal cards."""
    cards = b"".join(bytes((0x80, at, card)) for at, card in enumerate(legal))
    return b"\x80" + sequence.to_bytes(4, "little") + bytes((0x81, turn, 0xFF, 5 + 3 * seat)) + cards


def test_a_colyseus_seat_plays_a_legal_card_once_all_four_have_the_state() -> None:
    with four(ColyseusSeat) as (ends, seats, table):
        for seat, (end, wire) in enumerate(zip(ends, seats, strict=True)):
            state = colyseus_state(7, 2, [33] if seat == 2 else [], seat)
            end.sendall(frame(0x82, b"\x0e" + state))
            wire.receive()
        assert sent(ends[2]) == [b"\x0d\xa4play" + bytes((33,))]
        assert table.when_sent(8) is not None


def test_a_boardgame_seat_joins_and_answers_the_state_that_it_was_shown() -> None:
    state = b'{"_stateID":5,"G":{"seq":3,"x":{"legal":[8]}},"currentPlayer":"0"}'
    with four(BoardgameSeat) as (ends, seats, table):
        for end, wire in zip(ends, seats, strict=True):
            for message in (b"0{}", b"40/spades,", b'42/spades,["sync","m0",' + state):
                end.sendall(frame(TEXT, message))
                wire.receive()
        asked, join, played = sent(ends[0])
        assert (asked, join) == (b"40/spades,", b'42/spades,["sync","m0","0",null,4]')
        assert b'"args":[8],"playerID":"0"}},5,"m0","0"]' in played
        assert len(sent(ends[1])) == 2
        assert table.when_sent(4) is not None
