"""What anybody may type at a table: chat, leave to look, a director's and a host's words."""

from __future__ import annotations

from bots.client import Client
from bots.games import seat_number
from bots.terminal.bridge.rulings import read_ruling
from bots.terminal.talk import read_talk
from protocol.v1.requests import WatchAs

HELP = (
    "show NAME | hide NAME (who knocked, your hand)",
    "host and directors: pause | resume | seat N PLAYER | seat N nobody | robot N plain | close",
    "host: director ID | commentator ID (the id that one is told on coming)",
)


class Person:
    """Does what is typed at one table. Every word may be refused by the server, who knows the offices."""

    def __init__(self, client: Client, table: str) -> None:
        self._client = client
        self._table = table

    async def typed(self, line: str) -> bool:
        """Whether the line was such a word, and is done. Raises Refused, ValueError for half a word."""
        if line.startswith("/"):
            to, words = read_talk(line)
            await self._client.chat(self._table, words, to)
            return True
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "show" | "hide":
                await self._client.show(self._table, self._knocker(rest), word.lower() == "show")
            case "rule":
                await self._client.rule(self._table, read_ruling(rest))
            case "pause" | "resume" if not rest:
                await self._client.host(self._table, pause=word.lower() == "pause")
            case "close" if not rest:
                await self._client.host(self._table, terminate=True)
            case "director" | "commentator" if rest:
                await self._appoint(word.lower(), rest)
            case "seat" | "robot":
                await self._seat(word.lower(), rest)
            case _:
                return False
        return True

    def _knocker(self, name: str) -> str:
        """The id of who knocked, by name or id; the newest of that name."""
        knocks = self._client.tables[self._table].knocks
        for player, called in reversed(knocks.items()):
            if name.lower() in (called.lower(), player.lower()):
                return player
        known = ", ".join(knocks.values()) or "nobody has"
        raise ValueError(f"expected the name of who has knocked ({known}), got {name!r}")

    async def _seat(self, word: str, rest: str) -> None:
        seat, _, who = rest.partition(" ")
        who = who.strip()
        if not who:
            raise ValueError(
                f"expected a seat and who gets it, as in `{word} N {'nobody' if word == 'seat' else 'plain'}`"
            )
        name = None if who.lower() == "nobody" else who
        if word == "robot":
            await self._client.host(self._table, seats={seat_number(seat): name})
        else:
            player = None if name is None else self._player(name)
            await self._client.host(self._table, place={seat_number(seat): player})

    async def _appoint(self, office: str, player: str) -> None:
        people = self._client.tables[self._table].people
        if office == "director":
            present = () if people is None else people.directors
            await self._client.host(self._table, directors=(*present, self._player(player)))
        else:
            present = () if people is None else people.commentators
            await self._client.host(self._table, commentators=(*present, self._player(player)))

    def _player(self, name: str) -> str:
        """The id of who has or owns a seat here under this name; else it is taken for an id."""
        people = self._client.tables[self._table].people
        for row in () if people is None else people.seats:
            if row.player is not None and row.name.lower() == name.lower():
                return row.player
        return name


def you_words(client: Client) -> str:
    """Who one is here; the id is what a host needs to give somebody an office or a seat."""
    return f"You are {client.you.name}, id {client.you.id}"


def read_audience(as_: str | int) -> WatchAs:
    """Whose view is meant: a role, or a seat by its letter or number."""
    match as_:
        case "public" | "seat" | "all" | "director" | "commentator":
            return as_
        case _:
            return seat_number(as_)
