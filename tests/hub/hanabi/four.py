"""Four players at a live table of Hanabi, for the tests of the game there."""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.v1.hanabi import Card
from protocol.v1.requests import Host, NoClock, Note, Policy
from protocol.v1.updates import Done, Refused
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.patching import Shown
from tests.rooms import House, Person
from tests.virtual import until

UNTIMED = Policy(clock=NoClock(), pause_ms=0)


class Four:
    """North, East, South and West in seats 0 to 3, who play one game."""

    def __init__(self, house: House, table: str, players: list[Person]) -> None:
        self.house, self.table, self.players = house, table, players
        self._ids = iter(range(50_000, 60_000))

    @property
    def state(self) -> HanabiState:
        state = self.house.room(self.table).table.state
        assert isinstance(state, HanabiState)
        return state

    def of(self, seat: int) -> Shown:
        """Return the view of a seat's player."""
        return self.players[seat].tables[self.table]

    async def acts(self, action: dict[str, Any], seat: int | None = None) -> None:
        """Let the seat in turn, or another seat, act, and wait until the action is done."""
        player = self.players[self.state.seat if seat is None else seat]
        n = self.next_n(player)
        player.act(self.table, n, action)
        await until(lambda: self.next_n(player) == n + 1)

    def next_n(self, player: Person) -> int:
        last = self.house.room(self.table).table.counters.get(player.player.id)
        return 1 if last is None else last.n + 1

    async def discards(self) -> None:
        """Let the seat in turn discard its oldest card, or give a clue if it may not discard."""
        move = HANABI.legal_actions(self.state, self.state.seat)[-1]
        await self.acts(msgspec.to_builtins(move))

    async def notes(self, player: Person, card: int, text: str) -> Done | Refused:
        answer = await player.ask(Note(id=next(self._ids), table=self.table, card=card, text=text))
        assert isinstance(answer, Done | Refused)
        return answer

    async def host(self, player: Person, **changes: Any) -> Done | Refused:
        answer = await player.ask(Host(id=next(self._ids), table=self.table, **changes))
        assert isinstance(answer, Done | Refused)
        return answer


async def four(house: House, policy: Policy = UNTIMED, **options: Any) -> Four:
    """Seat four players at a dealt game."""
    table, players = await house.dealt(policy, game="hanabi", options={"players": 4, "games": 1, **options})
    return Four(house, table, players)


def held(table: Four, seat: int, card: Card) -> int:
    """Return the position in the deck of a card in a hand."""
    return next(order for order in table.state.hands[seat] if table.state.deck[order] == card)
