"""The terminal commands of every person at a table: chat, requests to see hands, pages of information."""

from __future__ import annotations

from collections.abc import Iterator

from bots.client import Client
from bots.registry import seats_at
from bots.seats import COMPASS, seat_number
from bots.sheets.rights import Rights
from bots.terminal.hosting import Host, hosting_words
from bots.terminal.screen import Show
from bots.terminal.sheets import led, sheet_at
from bots.terminal.talk import history_words, read_talk, talk_words
from bots.wire.table_view import TableView
from protocol.v1.requests import WatchAs
from protocol.words import list_alternatives

ROLES = ("public", "seat", "all", "director", "commentator")
GOING_ON = "next (the next deal, once all players ask for it) | wait (hold it until you type next)"
HISTORY = "history (arrivals and departures of players)"


def person_words(watched: TableView, rights: Rights) -> list[str]:
    """Return lines of help for the commands of a person at a table, without the answers to decisions."""
    sheet, seats = sheet_at(watched), seats_at(watched.view)
    shown, knocks = led(sheet) is not None, rights.knocks if rights.seated else ()
    # A player without a seat may be asked, too, about the hand that the player has held in this deal.
    offices = rights.appointments
    return [
        *(f"show {name} | hide {name} (whether this watcher sees your hand)" for name in knocks),
        *(
            f"consent {name} | dissent {name} (that this player gets an office or a seat in this deal)"
            for name in offices
        ),
        *([GOING_ON] if rights.seated and watched.view.pub.result is not None and not shown else []),
        *talk_words(rights, sheet.opponents, shown),
        *sheet.commands(rights),
        *([] if rights.seated else _look_words(watched, rights, seats[0])),
        *hosting_words(rights, seats[0], shown),
        *([HISTORY] if watched.audience == "director" else []),
    ]


def _look_words(watched: TableView, rights: Rights, seat: str) -> Iterator[str]:
    """Yield a line of help with the `look` commands, by which a watcher chooses another view of the table.

    During a deal, a person without a name gets no line with `look`, because only a person with a name may see
    hidden hands.
    """
    if not rights.named and watched.view.pub.result is None:
        return
    words = [f"look {seat} (a hand)", "look all", "look public"]
    words += ["look director"] if rights.director else []
    words += ["look commentator"] if rights.commentator else []
    yield " | ".join(words)


class Person:
    """An object that carries out the lines that a person types at one table.

    The server checks the rights of the person, so it may refuse any command.
    """

    def __init__(self, client: Client, table: str, show: Show) -> None:
        self._client = client
        self._table = table
        self._show = show
        self._host = Host(client, table, show.say)

    async def typed(self, line: str) -> bool:
        """Carry out a command that any person may type.

        Returns False for a line that is not a command for any person. Raises Refused if the server refuses
        the command, and ValueError if a part of the command is missing.
        """
        if line.startswith("/"):
            to, words = read_talk(line)
            await self._client.chat(self._table, words, to)
            return True
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        page = self._page_lines(word)
        if page is not None and not rest:
            self._show.page("\n".join(page))
            return True
        match word:
            case "show" | "hide":
                await self._client.show(self._table, self._knocker(rest), word == "show")
            case "consent" | "dissent":
                await self._consent(rest, word == "consent")
            case _:
                if await self._games(word, rest):
                    return True
                return await self._goes_on(word, rest) or await self._host.typed(word, rest)
        return True

    async def _goes_on(self, word: str, rest: str) -> bool:
        """Ask for the next deal, or hold it; return False for another command."""
        match word:
            case "next" if not rest:
                await self._client.next(self._table)
            case "wait" if not rest:
                await self._client.wait(self._table)
            case _:
                return False
        return True

    async def _games(self, word: str, rest: str) -> bool:
        """Carry out a command that belongs to the game of this table.

        Returns False if the game of this table has no command `word`.
        """
        sheet = sheet_at(self._client.tables[self._table])
        done = await sheet.run_command(self._client, self._table, word, rest)
        if done is None:
            return False
        if done.said:
            self._show.say(done.said)
        if done.page:
            self._show.page(done.page)
        return True

    def _page_lines(self, word: str) -> list[str] | None:
        """Return the lines of a page of information, such as `history`; None if `word` is no such page."""
        watched = self._client.tables[self._table]
        sheet = sheet_at(watched)
        if word == "history":
            return history_words(watched.people, watched.audience, sheet.seat)
        return sheet.page(word)

    async def _consent(self, name: str, agree: bool) -> None:
        """Agree that a player becomes director or commentator or takes a seat, or withdraw this agreement.

        If a player is proposed for several offices or seats, the agreement is to all of them.
        """
        proposed = self._client.tables[self._table].appointments
        offices = [
            key for key, called in proposed.items() if name.lower() in (called.lower(), key[0].lower())
        ]
        if not offices:
            known = ", ".join(called or player for (player, _, _), called in proposed.items()) or "none"
            raise ValueError(
                f"expected a player that is proposed for an office or a seat ({known}), got {name!r}"
            )
        for player, office, seat in offices:
            await self._client.consent(self._table, player, office, agree, seat)
            gets = f"becomes {office}" if seat is None else f"takes the seat {self._seat(seat)}"
            self._show.say(f"You {'agree' if agree else 'do not agree'} that {name} {gets} during this deal")

    def _seat(self, seat: int) -> str:
        return sheet_at(self._client.tables[self._table]).seat(seat)

    def _knocker(self, name: str) -> str:
        """Return the id of the watcher with this name or id that has asked to see this player's hand.

        If several watchers with this name ask to see the hand, return the id of the one that asked last.
        """
        knocks = self._client.tables[self._table].knocks
        for player, called in reversed(knocks.items()):
            if name.lower() in (called.lower(), player.lower()):
                return player
        known = ", ".join(knocks.values()) or "no watcher has asked"
        raise ValueError(f"expected the name of a watcher that asks to see your hand ({known}), got {name!r}")


def you_words(client: Client) -> str:
    """Return a text with the person's name, and with the id that a host needs to give an office or a seat."""
    return f"You are {client.you.name}, id {client.you.id}"


def read_audience(as_: str | int, seats: tuple[str, ...] = COMPASS) -> WatchAs:
    """Return the audience that a text names: a role, or a seat by its name or number.

    Raises ValueError for a text that is neither a role nor a seat.
    """
    match as_:
        case "public" | "seat" | "all" | "director" | "commentator":
            return as_
        case _:
            try:
                return seat_number(as_, seats)
            except ValueError:
                raise ValueError(
                    f"expected {', '.join(ROLES)} or a seat ({list_alternatives(seats)}), got {as_!r}"
                ) from None
