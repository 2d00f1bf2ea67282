"""What the host of a table types, and its directors: seats, offices, invitations, the table's policy."""

from __future__ import annotations

from collections.abc import Callable

from bots.client import Client
from bots.terminal.opening import policy_words, read_policy, read_time, rules_of
from bots.terminal.sheets import seat_among, sheet_of

HELP = (
    "pause | resume | add 2min | close | seat N PLAYER or nobody | robot N plain  (host, director)",
    "director ID | commentator ID | invite ID | uninvite ID            (host)",
    "policy (what it is) | policy access=invited hold=2min delay=3min  (host)",
)


class Host:
    """Does a host's words at one table; the server knows who is host. What is told goes to `say`."""

    def __init__(self, client: Client, table: str, say: Callable[[str], None]) -> None:
        self._client = client
        self._table = table
        self._say = say

    async def typed(self, word: str, rest: str) -> bool:
        """Whether it was such a word, and is done. Raises Refused, ValueError for half a word."""
        match word:
            case "pause" | "resume" if not rest:
                await self._client.host(self._table, pause=word == "pause")
            case "add":
                await self._client.host(self._table, add_ms=read_time(rest))
            case "close" if not rest:
                await self._client.host(self._table, terminate=True)
            case "director" | "commentator" | "invite" | "uninvite":
                await self._name(word, rest)
            case "seat" | "robot":
                await self._seat(word, rest)
            case "policy":
                await self._policy(rest)
            case _:
                return False
        return True

    async def _seat(self, word: str, rest: str) -> None:
        seat, _, who = rest.partition(" ")
        who = who.strip()
        if not who:
            raise ValueError(
                f"expected a seat and who gets it, as in `{word} N {'nobody' if word == 'seat' else 'plain'}`"
            )
        name = None if who.lower() == "nobody" else who
        number = seat_among(seat, sheet_of(self._client.tables[self._table].view).seats)
        if word == "robot":
            await self._client.host(self._table, seats={number: name})
        else:
            player = None if name is None else self._player(name)
            await self._client.host(self._table, place={number: player})

    async def _name(self, word: str, rest: str) -> None:
        """Give somebody an office or an invitation, beside those who have it."""
        if not rest:
            raise ValueError(f"expected a player's id, as in `{word} 0123456789abcdef`")
        player, people = self._player(rest), self._client.tables[self._table].people
        match word:
            case "director":
                present = () if people is None else people.directors
                await self._client.host(self._table, directors=(*present, player))
                self._say(f"{player} is a director of this table")
            case "commentator":
                present = () if people is None else people.commentators
                await self._client.host(self._table, commentators=(*present, player))
                self._say(f"{player} is a commentator of this table")
            case _:
                await self._invite(player, welcome=word == "invite")

    async def _invite(self, player: str, *, welcome: bool) -> None:
        rules = await rules_of(self._client.http, self._table)
        others = tuple(known for known in rules.invited if known != player)
        await self._client.host(self._table, invited=(*others, player) if welcome else others)
        self._say(f"{player} is {'invited' if welcome else 'not invited any more'}")
        if welcome and rules.policy.access != "invited":
            self._say(f"the table is {rules.policy.access}: `policy access=invited` keeps others away")

    async def _policy(self, rest: str) -> None:
        """Change what is named, and nothing else."""
        policy = (await rules_of(self._client.http, self._table)).policy
        if rest:
            policy = read_policy([rest], policy)
            await self._client.host(self._table, policy=policy)
        for line in policy_words(policy):
            self._say(line)

    def _player(self, name: str) -> str:
        """The id of who has or owns a seat here under this name; else it is taken for an id."""
        people = self._client.tables[self._table].people
        for row in () if people is None else people.seats:
            if row.player is not None and row.name.lower() == name.lower():
                return row.player
        return name
