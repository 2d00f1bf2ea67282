"""The conversations of protocol/EVOLUTION.md, recorded anew: `python -m tests.conversations` prints them."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import textwrap
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from protocol.v1.codec import JSON, decode_update
from protocol.v1.requests import Act, Hello, Open, Seats, Sit, Stand, ToServer, Watch
from protocol.v1.updates import Done, Patch, Refused, ToClient, View, Welcome
from server.settings import Settings
from tests.patching import Shown
from tests.records.spades.games import game, short_text
from tests.web.served import PATIENCE_S, Served

ROBOTS = "plain"
WIDTH = 116
"""The longest line of prose in EVOLUTION.md."""
BOARD = (
    "pn|Sue,Will,Nora,Eva|md|3SAKQHJT98D765C432,SJT98H765D432CAKQ,S765H432DAKQCJT98,|sv|o|"
    "mb|1N|mb|p|mb|3N|mb|p|mb|p|mb|p|pc|HA|pc|H9|"
)
"""A board as LIN: 1NT by North, 3NT, and two cards."""
GAME = (
    "https://hanab.live/replay-json/215diibfjhknalaldobm-nhgfckacfgekm,"
    "03aeah-tbkaakoakbalxbkaadoa-bobilbkabpaqargaatas-abavaaafgbpaawbnbcoa-kba1,18"
)
"""A game of Hanabi for two with three suits, as an address of Hanabi Live."""
HAND = short_text(game(7, 1, preset="solo", players=3))
"""A hand of Spades for three, as a record."""


class Client:
    """One player's connection, with every line that crosses it."""

    def __init__(self, socket: ClientConnection, token: str) -> None:
        self.lines: list[str] = []
        self.shown: Shown | None = None
        self.table = ""
        self._socket = socket
        self._token = token
        self._id = 0

    async def say(self, request: ToServer) -> None:
        """Send a request."""
        text = JSON.encode(request).decode()
        self.lines.append(f"> {text.replace(self._token, '…')}")
        await self._socket.send(text)

    async def next(self) -> ToClient:
        """Return the next message of the server."""
        async with asyncio.timeout(PATIENCE_S):
            text = await self._socket.recv(decode=True)
        assert isinstance(text, str), "expected text frames"
        self.lines.append(f"< {text}")
        update = decode_update(JSON, text.encode())
        if isinstance(update, View):
            self.shown = Shown(update)
        elif isinstance(update, Patch):
            assert self.shown is not None, "expected a view before the first patch"
            self.shown.take(update)
        return update

    async def hear(self, true: Callable[[ToClient], object]) -> ToClient:
        """Take messages until one for which something is true; return that one."""
        while not true(update := await self.next()):
            pass
        return update

    async def answer(self, number: int) -> Done | Refused:
        """Take messages until the answer to the request with this id."""
        answer = await self.hear(lambda update: getattr(update, "id", 0) == number)
        assert isinstance(answer, Done | Refused), answer
        return answer

    def new_id(self) -> int:
        """Return an id that no request of this connection had."""
        self._id += 1
        return self._id

    async def until(self, true: Callable[[], object]) -> None:
        """Take messages until something is true of what is shown."""
        while not true():
            await self.next()

    async def hello(self) -> None:
        """Say hello and take the welcome."""
        await self.say(Hello(client="mine 1.0", token=self._token))
        assert isinstance(await self.next(), Welcome)

    async def open(self, game: str, **wishes: Any) -> None:
        """Open a table."""
        number = time.time_ns() // 10**6  # a number that no `open` of this player had before
        await self.say(Open(id=number, game=game, **wishes))
        done = await self.answer(number)
        assert isinstance(done, Done) and done.table is not None, done
        self.table = done.table

    async def sit_and_watch(self, seat: int) -> None:
        """Send `sit` and `watch` at once, and take messages until the seat's view has come."""
        sit, watch = self.new_id(), self.new_id()
        await self.say(Sit(id=sit, table=self.table, seat=seat))
        await self.say(Watch(id=watch, table=self.table, as_="seat"))
        assert isinstance(await self.answer(sit), Done)
        assert isinstance(await self.answer(watch), Done)
        await self.until(lambda: self.shown is not None)

    async def act(self, n: int, action: dict[str, Any], *, prompted: bool = True) -> Done | Refused:
        """Send an action that answers the decision which is shown, or none, and take its answer."""
        number = self.new_id()
        decision = self.own["decision"] if prompted else None
        await self.say(Act(id=number, table=self.table, n=n, decision=decision, action=action))
        return await self.answer(number)

    async def try_and_act(
        self, wrong: dict[str, Any], right: dict[str, Any], *, prompted: bool = True
    ) -> None:
        """Send an action that the rules refuse, and then one that they allow, under the same number."""
        assert isinstance(await self.act(1, wrong, prompted=prompted), Refused)
        assert isinstance(await self.act(1, right, prompted=prompted), Done)

    @property
    def pub(self) -> dict[str, Any]:
        """The public half of what is shown."""
        assert self.shown is not None, "expected a view"
        return self.shown.pub

    @property
    def own(self) -> dict[str, Any]:
        """This player's half of what is shown."""
        assert self.shown is not None and self.shown.own is not None, "expected an own half"
        return self.shown.own


def robots(*seats: int) -> Seats:
    """Return the wish for house robots in these seats."""
    return dict.fromkeys(seats, ROBOTS)


async def bridge(server: Served, ann: Client) -> None:
    """Ann, North, opens the bidding; East's robot calls; Ann asks whether she has missed anything."""
    await ann.open("bridge", options={"boards": 1}, seats=robots(1, 2, 3))
    await ann.sit_and_watch(0)
    await ann.until(lambda: ann.own["decision"] is not None)
    await ann.try_and_act({"t": "call", "call": "X"}, {"t": "call", "call": "1C"})
    await ann.until(lambda: "1" in ann.pub["calls"])
    shown, number = ann.shown, ann.new_id()
    assert shown is not None
    await ann.say(Watch(id=number, table=ann.table, as_="seat", epoch=shown.epoch, version=shown.version))
    await ann.answer(number)


async def spades(server: Served, ann: Client) -> None:
    """Ann has the seat to the dealer's left, which bids first; the robot behind her bids next."""
    await ann.open("spades", options={"preset": "classic"}, seats=robots(0, 2, 3))
    await ann.sit_and_watch(1)
    await ann.until(lambda: ann.own["decision"] is not None)
    await ann.try_and_act({"t": "bid", "bid": {"tricks": 0}}, {"t": "bid", "bid": {"tricks": 4}})
    await ann.until(lambda: len(ann.pub["bids"]) > 1)


async def hanabi(server: Served, ann: Client) -> None:
    """Ann begins a game of two; a robot is her partner."""
    await ann.open("hanabi", options={"players": 2, "games": 1}, seats=robots(1))
    await ann.sit_and_watch(0)
    await ann.until(lambda: ann.own["decision"] is not None)
    await ann.try_and_act({"t": "rank", "to": 0, "rank": 1}, ann.own["clues"][0])
    await ann.until(lambda: ann.pub["turns"] == 2)


async def replay(server: Served, ann: Client) -> None:
    """Ann shows a board, and hands the lead on to Ben."""
    await ann.open("replay", name="club", boards=BOARD)
    await _lead(server, ann, {"t": "seek", "board": 1, "at": 0}, 2)


async def hanabi_replay(server: Served, ann: Client) -> None:
    """Ann shows a game of Hanabi, and hands the lead on to Ben."""
    await ann.open("hanabi_replay", name="club", boards=GAME)
    await _lead(server, ann, {"t": "seek", "board": 1, "at": 0}, 1)


async def spades_replay(server: Served, ann: Client) -> None:
    """Ann shows a hand of Spades, and hands the lead on to Ben."""
    await ann.open("spades_replay", name="club", boards=HAND)
    await _lead(server, ann, {"t": "seek", "board": 1, "at": 0}, 2)


async def _lead(server: Served, ann: Client, wrong: dict[str, Any], at: int) -> None:
    await ann.sit_and_watch(0)
    await ann.until(lambda: ann.pub["files_boards"])
    await ann.try_and_act(wrong, {"t": "seek", "board": 0, "at": at}, prompted=False)
    number = ann.new_id()
    await ann.say(Stand(id=number, table=ann.table))
    assert isinstance(await ann.answer(number), Done)
    await asyncio.gather(_ben_leads(server, ann.table, at + 1), ann.until(lambda: ann.pub["at"] == at + 1))


async def _ben_leads(server: Served, table: str, at: int) -> None:
    """Let another player lead the replay; of what he hears nothing is recorded."""
    async with connect(server.websocket, subprotocols=[Subprotocol(JSON.name)]) as socket:
        ben = Client(socket, await server.guest("Ben"))
        await ben.hello()
        ben.table = table
        await ben.sit_and_watch(0)
        assert isinstance(await ben.act(1, {"t": "seek", "board": 0, "at": at}, prompted=False), Done)


class Conversation(NamedTuple):
    """How one conversation is introduced, and what records it."""

    about: str
    record: Callable[[Served, Client], Awaitable[None]]


CONVERSATIONS = {
    "bridge": Conversation(
        "Ann opens a table with house robots in three seats, and sits down as North. Her double is refused,"
        " because there is no bid to double. The refused action does not use up its number, so her bid has "
        "`n` 1 again. Then East's robot calls. At the end Ann sends `watch` again, to find out if she has "
        "missed a message. The answer is `done` without a `view`, so she has not missed a message.",
        bridge,
    ),
    "spades": Conversation(
        "Ann sits in seat 1, to the left of the dealer, and bids first. Her bid of 0 tricks is refused: the"
        " minimum is 1 trick, and a nil is a different bid. She bids 4, and then the robot to her left "
        "bids.",
        spades,
    ),
    "hanabi": Conversation(
        "Ann plays a game for two players with a house robot, and moves first. Her clue to herself is "
        "refused, because a clue must go to another player. She gives a clue to the robot, and then the "
        "robot moves. The numbers in `possible` have more than 32 bits.",
        hanabi,
    ),
    "replay": Conversation(
        "Ann opens a replay of a file with one board. She sits down in seat 0, so she is the leader: she "
        "chooses the position of the board that all people at the table see. Her first `seek` asks for the "
        "second board of the file and is refused, because the file has only one board. Her second `seek` "
        "shows the position of the first board after two calls. Then Ann stands up, and gets the public "
        "view of a watcher. Ben, on another connection, sits down in seat 0 and shows the position after "
        "the third call.",
        replay,
    ),
    "hanabi_replay": Conversation(
        "Ann opens a replay of a file with one recorded game of Hanabi, and sits down in seat 0 as the "
        "leader. Her `seek` for a second game is refused, because the file has only one game. She shows the"
        " game after its first move. Then she stands up, and Ben, on another connection, sits down in seat "
        "0 and shows the game after its second move.",
        hanabi_replay,
    ),
    "spades_replay": Conversation(
        "Ann opens a replay of a file with one recorded hand of Spades for three players, and sits down in "
        "seat 0 as the leader. Her `seek` for a second hand is refused, because the file has only one hand."
        " She shows the hand after its first two bids. Then she stands up, and Ben, on another connection, "
        "sits down in seat 0 and shows the hand after its third bid.",
        spades_replay,
    ),
}


async def record(server: Served, conversation: Conversation) -> list[str]:
    """Return the lines of a conversation, as Ann's client sends and hears them."""
    token = await server.guest("Ann")
    async with connect(server.websocket, subprotocols=[Subprotocol(JSON.name)]) as socket:
        ann = Client(socket, token)
        await ann.hello()
        await conversation.record(server, ann)
        return ann.lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Print every conversation under its heading, from a server of its own with the usual settings."""
    argparse.ArgumentParser(prog="python -m tests.conversations", description=__doc__).parse_args(arguments)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        settings = Settings(data=str(Path(folder) / "kibitz"), port=0, house=False)
        server = stack.enter_context(Served(settings))
        for game, conversation in CONVERSATIONS.items():
            about = textwrap.fill(conversation.about, WIDTH)
            lines = "\n".join(asyncio.run(record(server, conversation)))
            print(f"### `{game}`\n\n{about}\n\n```\n{lines}\n```\n")


if __name__ == "__main__":
    main()
