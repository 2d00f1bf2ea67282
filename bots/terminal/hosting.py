"""The commands of a table's host and directors at a terminal: seats, appointments, invitations, policy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bots.client import Client
from bots.registry import seats_at
from bots.seats import seat_number
from bots.sheets.names import name_shown
from bots.sheets.rights import Rights
from bots.terminal.opening import policy_words, read_policy, read_time, rules_of
from protocol.v1.requests import Seats

HOSTS_OWN = (
    "director ID | commentator ID | invite ID | uninvite ID",
    "onlooker ID (may watch, never sit) | sendaway ID | welcome ID",
    "host ID (makes that player the host)     for an ID you can type the name of a seated player",
    "policy (shows it) | policy access=invited hold=2min delay=3min (changes it)",
)


def hosting_words(rights: Rights, seat: str, is_replay: bool) -> Iterator[str]:
    """Yield one line of help for each command of the host or a director.

    `seat` is the name of the seat in the printed examples of commands.

    `is_replay` is True for a replay of recorded games, which has no seats for robots.
    """
    if not rights.may_manage:
        return
    words = ["resume" if rights.paused else "pause"]
    words += ["add 2min (to the clock)"] if rights.timed else []
    words += ["close", f"seat {seat} PLAYER | seat {seat} nobody"]
    words += [] if is_replay else [f"robot {seat} plain"]
    yield " | ".join(words)
    if rights.host:
        yield from HOSTS_OWN


ID = "[0-9a-f]{16}"
LET_IN = {
    "invite": "is invited",
    "uninvite": "is no longer invited",
    "onlooker": "may come in and watch, but never sit",
    "sendaway": "is sent away",
    "unwelcome": "is sent away",
    "welcome": "may come in again",
}


class Host:
    """An object that carries out the commands that the host or a director types at one table.

    A typed command is sent to the server even if the person may not use it. The server refuses a host's or
    director's command of any other person. `say` is a function that prints a line for the person.
    """

    def __init__(self, client: Client, table: str, say: Callable[[str], None]) -> None:
        self._client = client
        self._table = table
        self._say = say

    async def typed(self, word: str, rest: str) -> bool:
        """Carry out a command of the host or a director.

        Returns False if the typed line is not a command of a host or director. Raises Refused if the server
        refuses the command, and ValueError if a part of the command is missing.
        """
        match word:
            case "pause" | "resume" if not rest:
                await self._client.host(self._table, pause=word == "pause")
            case "add":
                await self._client.host(self._table, add_ms=read_time(rest))
            case "close" if not rest:
                await self._client.host(self._table, terminate=True)
            case "director" | "commentator" | "host":
                await self._office(word, self._named(word, rest))
            case "invite" | "uninvite" | "onlooker" | "unwelcome" | "sendaway" | "welcome":
                await self._let_in(word, self._named(word, rest))
            case "seat" | "robot":
                await self._seat(word, rest)
            case "policy":
                await self._policy(rest)
            case _:
                return False
        return True

    async def _seat(self, word: str, rest: str) -> None:
        seat, _, who = rest.partition(" ")
        who, names = who.strip(), seats_at(self._client.tables[self._table].view)
        if not who:
            role, gets = ("player", "nobody") if word == "seat" else ("robot", "plain")
            raise ValueError(f"expected a seat and a {role}, as in `{word} {names[0]} {gets}`")
        name = None if who.lower() == "nobody" else who
        number = seat_number(seat, names)
        if word == "robot":
            await self._client.host(self._table, seats={number: name})
        else:
            player = None if name is None else self._player(name)
            await self._client.host(self._table, place={number: player})

    def _named(self, word: str, rest: str) -> str:
        """Return the id of the player that a command names."""
        if not rest:
            raise ValueError(f"expected a player's id, as in `{word} 0123456789abcdef`")
        return self._player(rest)

    async def _office(self, word: str, player: str) -> None:
        """Make a player the table's host, or add a player to its directors or commentators."""
        people = self._client.tables[self._table].people
        match word:
            case "director":
                present = () if people is None else people.directors
                await self._client.host(self._table, directors=(*present, player))
            case "commentator":
                present = () if people is None else people.commentators
                await self._client.host(self._table, commentators=(*present, player))
            case _:
                await self._client.host(self._table, host=player)
        self._say(f"{player} is {'the host' if word == 'host' else f'a {word}'} of this table")

    async def _let_in(self, word: str, player: str) -> None:
        """Invite a player to the table or exclude a player from it, or end an invitation or exclusion.

        Raises ValueError for a name that is not known at the table, because the server would take it for the
        id of a player.
        """
        if not re.fullmatch(ID, player):
            raise ValueError(
                "expected the name of a seated player, the name of a watcher that asks to see your hand, "
                f"or an id, got {player!r}"
            )
        rules = await rules_of(self._client.http, self._table)
        invited, onlookers, unwelcome = (
            tuple(known for known in each if known != player)
            for each in (rules.invited, rules.onlookers, rules.unwelcome)
        )
        match word:
            case "invite":
                await self._client.host(self._table, invited=(*invited, player), unwelcome=unwelcome)
            case "onlooker":
                await self._client.host(self._table, onlookers=(*onlookers, player), unwelcome=unwelcome)
            case "uninvite":
                await self._client.host(self._table, invited=invited, onlookers=onlookers)
            case "welcome":
                await self._client.host(self._table, unwelcome=unwelcome)
            case _:
                await self._send_away(player, (*unwelcome, player))
        self._say(f"{player} {LET_IN[word]}")
        if word in ("invite", "onlooker") and rules.policy.access != "invited":
            self._say(
                f"the table is {rules.policy.access}; `policy access=invited` admits only invited players"
            )

    async def _send_away(self, player: str, unwelcome: tuple[str, ...]) -> None:
        """Exclude a player from the table, and free the player's seat."""
        people = self._client.tables[self._table].people
        seats = () if people is None else people.seats
        place: Seats = {row.seat: None for row in seats if player in (row.player, row.owner)}
        await self._client.host(self._table, unwelcome=unwelcome, place=place or None)

    async def _policy(self, rest: str) -> None:
        """Change the settings of the table's policy that the line names, if any, and print the policy."""
        policy = (await rules_of(self._client.http, self._table)).policy
        if rest:
            policy = read_policy([rest], policy)
            await self._client.host(self._table, policy=policy)
        for line in policy_words(policy):
            self._say(line)

    def _player(self, name: str) -> str:
        """Return the id of the seated player with this name, else of a watcher that asks to see a hand.

        A name may have the mark that tells people with the same name apart, as in `Ann (3f2a)`. If no such
        person has this name, return `name` itself, as it may be an id.
        """
        watched = self._client.tables[self._table]
        rows = () if watched.people is None else watched.people.seats
        seated = {
            row.player
            for row in rows
            if row.player is not None and name.lower() in (row.name.lower(), name_shown(row).lower())
        }
        knocked = {player for player, called in watched.knocks.items() if called.lower() == name.lower()}
        found = seated or knocked
        if len(found) > 1:
            raise ValueError(
                f"expected an id, because several people are called {name}: {', '.join(sorted(found))}"
            )
        return found.pop() if found else name
