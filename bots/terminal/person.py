"""What anybody may type at a table: chat, leave to look, convention cards, the words of offices."""

from __future__ import annotations

from bots.client import Client
from bots.games import seat_number
from bots.terminal.bridge.record import record_words, times_words
from bots.terminal.bridge.rulings import HELP as RULINGS
from bots.terminal.bridge.rulings import read_ruling
from bots.terminal.cards import HELP as CARDS
from bots.terminal.cards import typed_card
from bots.terminal.hosting import HELP as HOSTING
from bots.terminal.hosting import Host
from bots.terminal.screen import Show
from bots.terminal.talk import HELP as TALK
from bots.terminal.talk import history_words, read_talk
from protocol.v1.requests import WatchAs

LEAVE = "show NAME | hide NAME (who knocked, your hand)"
RECORD = "record (what was told of the calls)"
DIRECTING = "times | history (how long each thought, who came and went)        (director)"
EVERYBODY = (TALK, *CARDS, RECORD)
OFFICES = (*HOSTING, DIRECTING, *RULINGS)


class Person:
    """Does what is typed at one table. Every word may be refused by the server, who knows the offices."""

    def __init__(self, client: Client, table: str, show: Show) -> None:
        self._client = client
        self._table = table
        self._show = show
        self._host = Host(client, table, show.say)

    async def typed(self, line: str) -> bool:
        """Whether the line was such a word, and is done. Raises Refused, ValueError for half a word."""
        if line.startswith("/"):
            to, words = read_talk(line)
            await self._client.chat(self._table, words, to)
            return True
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        match word:
            case "show" | "hide":
                await self._client.show(self._table, self._knocker(rest), word == "show")
            case "rule":
                await self._client.rule(self._table, read_ruling(rest))
            case "times" | "record" | "history" if not rest:
                self._show.page("\n".join(self._told(word)))
            case "card":
                return await self._card(rest)
            case _:
                return await self._host.typed(word, rest)
        return True

    async def _card(self, rest: str) -> bool:
        told = await typed_card(self._client, self._table, rest)
        if told is not None:
            self._show.page(told)
        return told is not None

    def _told(self, word: str) -> list[str]:
        """What a director is told."""
        watched = self._client.tables[self._table]
        if word == "history":
            return history_words(watched.people, watched.audience)
        view = watched.view
        return (times_words if word == "times" else record_words)(view.pub, view.own)

    def _knocker(self, name: str) -> str:
        """The id of who knocked, by name or id; the newest of that name."""
        knocks = self._client.tables[self._table].knocks
        for player, called in reversed(knocks.items()):
            if name.lower() in (called.lower(), player.lower()):
                return player
        known = ", ".join(knocks.values()) or "nobody has"
        raise ValueError(f"expected the name of who has knocked ({known}), got {name!r}")


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
