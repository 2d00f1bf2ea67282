"""Players and watchers come, lose their connection, come back, and lose no action by that.

The far end of each connection is a socket of the test, which says what a server would say.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.bench.crowd import Crowd, CrowdDriver
from tests.bench.people import FIRST_OPEN, SIT, WATCH, Group, Person, Player, Watcher
from tests.bench.wire import Broken

HANDSHAKE = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
BRIDGE_VIEW = {"t": "view", "table": "t", "audience": "seat", "epoch": "e", "version": 5}
PLAY = {"decision": "d1", "cards": ["SA", "S2"]}


class Server:
    """The far end of connections, one after another, and a driver whose people connect to it."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.listening.settimeout(10)
        port = self.listening.getsockname()[1]
        self.driver = CrowdDriver(Crowd(port, 0, "", tables=1, watchers=0))
        self.group = Group("bridge")
        self.end: socket.socket | None = None

    def accept(self, person: Person) -> None:
        """Let a person come, and answer its handshake."""
        person.come()
        self.answer()

    def answer(self) -> None:
        """Answer the handshake of the person that connects."""
        self.end, _ = self.listening.accept()
        self.end.settimeout(10)
        self.driver.turn(0.1)
        while b"\r\n\r\n" not in self.end.recv(4096):
            pass
        self.end.sendall(HANDSHAKE)
        self.driver.turn(10)

    def say(self, **message: Any) -> None:
        """Send a message, and let the person read it."""
        self.say_together(message)

    def say_together(self, *messages: dict[str, Any]) -> None:
        """Send messages in one write, and let the person read them."""
        assert self.end is not None
        data = b""
        for message in messages:
            packed = msgspec.msgpack.encode(message)
            size = len(packed)
            data += bytes((0x82, size)) if size < 126 else bytes((0x82, 126, size >> 8, size & 255))
            data += packed
        self.end.sendall(data)
        self.driver.turn(10)

    def heard(self) -> list[dict[str, Any]]:
        """Return what the person has sent since the last time; waits for something."""
        assert self.end is not None
        data, messages = self.end.recv(65536), []
        while data:
            size, start = data[1] & 127, 6
            if size == 126:
                size, start = int.from_bytes(data[2:4], "big"), 8
            messages.append(msgspec.msgpack.decode(data[start : start + size]))
            data = data[start + size :]
        return messages

    def hang_up(self) -> None:
        """End the connection, and let the person see it."""
        assert self.end is not None
        self.end.close()
        self.driver.turn(10)


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    try:
        yield made
    finally:
        made.listening.close()
        if made.end is not None:
            made.end.close()
        for player in (*made.group.players, *made.group.watchers):
            if player.connected:
                player.lose()


def host(server: Server) -> Player:
    player = Player(server.driver, "token", 0)
    player.group = server.group
    server.group.players.append(player)
    server.accept(player)
    return player


def seated(server: Server) -> Player:
    """A player with a seat that is to play a card."""
    player = host(server)
    server.heard()
    server.say(t="welcome", you={"id": "N"})
    server.say(t="done", id=FIRST_OPEN + 1, table="t")
    server.say(t="done", id=WATCH, table="t")
    server.say(t="done", id=SIT, table="t")
    server.heard()
    server.say(**BRIDGE_VIEW, own=PLAY)
    return player


def kinds(messages: list[dict[str, Any]]) -> list[str]:
    return [message["t"] for message in messages]


def test_the_host_of_four_says_hello_and_opens_a_table_and_then_sits_down(server: Server) -> None:
    host(server)
    hello, opened = server.heard()
    assert (hello["t"], hello["token"]) == ("hello", "token")
    assert (opened["t"], opened["game"]) == ("open", "bridge")
    server.say(t="done", id=opened["id"], table="t")
    watch, sit = server.heard()
    assert (watch["t"], watch["table"], sit["t"], sit["seat"]) == ("watch", "t", "sit", 0)
    server.say(t="done", id=sit["id"], table="t")
    assert server.group.here == 1


def test_a_player_whose_requests_were_refused_together_asks_again_once(server: Server) -> None:
    host(server)
    server.heard()
    server.say(t="done", id=FIRST_OPEN + 1, table="t")
    for _ in range(3):
        assert kinds(server.heard()) == ["watch", "sit"]
        refused = {"t": "refused", "code": "unavailable", "message": "later", "retry_ms": 1}
        server.say_together({**refused, "id": WATCH}, {**refused, "id": SIT})
        for _ in range(3):
            server.driver.turn(0.1)


def test_a_player_waits_for_the_driver_before_it_acts(server: Server) -> None:
    player = seated(server)
    assert list(server.driver.ready) == [player]
    assert server.driver.ready.popleft().act()
    (act,) = server.heard()
    assert (act["t"], act["n"], act["decision"]) == ("act", 1, "d1")
    assert act["action"]["card"] in PLAY["cards"]
    assert not player.act()


def test_an_acknowledged_action_is_counted_once_and_the_next_one_has_the_next_number(server: Server) -> None:
    player = seated(server)
    server.driver.diary.begin(1.0)
    assert player.act()
    server.heard()
    server.say(t="patch", table="t", version=6, own={"decision": "d2"})
    for _ in range(2):
        server.say(t="done", table="t", n=1)
    assert player.act()
    assert [act["n"] for act in server.heard()] == [2]


def test_a_player_comes_back_with_the_version_it_has_and_sends_an_action_again_that_was_lost(
    server: Server,
) -> None:
    player = seated(server)
    assert player.act()
    (lost,) = server.heard()
    player.lose()
    server.accept(player)
    hello, watch = server.heard()
    assert (hello["t"], watch["as"], watch["epoch"], watch["version"]) == ("hello", "seat", "e", 5)
    server.say(t="done", id=WATCH, table="t", n=0)
    assert server.heard() == [lost]


def test_an_action_that_was_applied_before_the_connection_was_lost_is_not_sent_again(server: Server) -> None:
    player = seated(server)
    assert player.act()
    server.heard()
    player.lose()
    server.accept(player)
    server.heard()
    server.say(t="done", id=WATCH, table="t", n=1)
    server.say(t="patch", table="t", version=7, own={"decision": "d3"})
    assert player.act()
    assert [act["n"] for act in server.heard()] == [2]


def test_a_refused_action_is_sent_again_after_the_time_that_the_server_names(server: Server) -> None:
    player = seated(server)
    assert player.act()
    (act,) = server.heard()
    server.say(t="refused", code="busy", message="busy", table="t", n=1, retry_ms=1)
    server.driver.turn(1)
    server.driver.turn(1)
    assert server.heard() == [act]
    assert server.driver.diary.refusals == {"busy": 1}


def test_a_player_whose_request_is_refused_for_good_ends_the_crowd(server: Server) -> None:
    seated(server)
    with pytest.raises(Broken, match="refused: no such table"):
        server.say(t="refused", code="unknown", message="no such table")


def test_a_player_that_the_server_cuts_off_comes_back(server: Server) -> None:
    player = seated(server)
    server.hang_up()
    assert not player.connected
    player.return_()
    server.answer()
    assert player.connected
    assert kinds(server.heard()) == ["hello", "watch"]


def test_a_watcher_goes_from_one_table_to_another(server: Server) -> None:
    watcher, other = Watcher(server.driver, None), Group("spades")
    server.group.table, other.table = "t", "u"
    watcher.group = server.group
    server.group.watchers.append(watcher)
    server.accept(watcher)
    assert kinds(server.heard()) == ["hello", "watch"]
    watcher.move(other)
    left, came = server.heard()
    assert (left["t"], left["table"], came["t"], came["table"]) == ("unwatch", "t", "watch", "u")
    assert (server.group.watchers, other.watchers) == ([], [watcher])
    watcher.lose()


def test_a_watcher_that_is_refused_for_a_while_asks_again(server: Server) -> None:
    watcher = Watcher(server.driver, None)
    server.group.table, watcher.group = "t", server.group
    server.group.watchers.append(watcher)
    server.accept(watcher)
    server.heard()
    server.say(t="refused", code="rate", message="too many", retry_ms=1)
    server.driver.turn(1)
    server.driver.turn(1)
    assert kinds(server.heard()) == ["watch"]
