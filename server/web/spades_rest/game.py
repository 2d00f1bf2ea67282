"""HTTP requests for a Spades game: its state, and a player's actions (a bid, a reveal, an exchange, a card).

Each request is checked in the same order as in the older Spades server: session, table, seat, body, phase,
turn, hand, rules. An action that passes the checks of the HTTP request is then judged by the table itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES, MSGPACK
from protocol.v1.requests import Watch
from protocol.v1.spades import Reveal
from server.hub.handle import TableHandle
from server.table.player import Player
from server.table.typed_requests import MakeAction
from server.web.operations import Operation
from server.web.responses import answer, body_of, plain_object
from server.web.spades_rest import read_actions
from server.web.spades_rest.bodies import change
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.read_actions import Judge
from server.web.spades_rest.serializers import views
from server.web.spades_rest.serializers.people import people_of
from server.web.spades_rest.serializers.shapes import PlayerState, PlayerView, SpectatorState, WaitingState
from server.web.spades_rest.serializers.views import Body, Seen
from server.web.spades_rest.tables import (
    SpadesApi,
    asked,
    come,
    find_table,
    observes,
    seat_of,
    settled,
    spades_table,
)


class Play:
    """The HTTP handlers for the Spades game of a table."""

    def __init__(self, api: SpadesApi) -> None:
        self._api = api
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    def operations(self) -> list[Operation]:
        """Return the HTTP operations of the Spades game."""
        at = "/api/tables/{table}"
        state = (PlayerState, WaitingState, SpectatorState)
        return [
            Operation("GET", f"{at}/state", self.state, {200: state}, caller="session"),
            change(f"{at}/bid", self.bid, PlayerView, read_actions.BidChoice),
            change(f"{at}/reveal-hand", self.reveal_hand, PlayerView),
            change(f"{at}/blind-nil-exchange", self.exchange, PlayerView, read_actions.PassChoice),
            change(f"{at}/play", self.play, PlayerView, read_actions.CardChoice),
        ]

    async def state(self, request: Request) -> Response:
        """Show the table before its game, or the table's game as a player or an observer sees it."""
        player = await self._api.authenticator.player(request)
        table = await spades_table(self._api.front_desk, request)
        summary = await table.summary()
        seated = seat_of(summary, player) is not None
        if not (seated or observes(summary, player)):
            raise SeedError(403, "NOT_AT_TABLE", "you neither sit at this table nor observe it")
        if seated:
            await come(self._api, table, player)
        else:
            await self._api.visits.come(player, table)
        view, people = await _view_of(table, player, seated=seated), people_of(await table.summary())
        if views.is_waiting(view.pub):
            return answer(views.waiting_state(people, player.id))
        if not seated:
            return answer(views.spectator_state(view, people, player.id))
        return answer(views.player_state(table.id, view, people, player.id))

    async def bid(self, request: Request) -> Response:
        """Make a bid in Spades."""
        return await self._act(request, read_actions.read_bid)

    async def reveal_hand(self, request: Request) -> Response:
        """Look at your hand before you have bid, which gives up your right to bid blind."""
        return await self._act(request, read_actions.read_reveal)

    async def exchange(self, request: Request) -> Response:
        """Pass cards to the partner in the exchange after a bid of blind nil."""
        return await self._act(request, read_actions.read_exchange)

    async def play(self, request: Request) -> Response:
        """Play a card to the current trick."""
        return await self._act(request, read_actions.read_play)

    async def _act(self, request: Request, read: Callable[[Body], Judge]) -> Response:
        player = await self._api.authenticator.player(request)
        table = await spades_table(self._api.front_desk, request)
        if seat_of(await table.summary(), player) is None:
            raise SeedError(403, "NOT_SEATED", "you have no seat at this table")
        await come(self._api, table, player)
        decision = (await table.summary()).decision
        judge = read(plain_object(await body_of(request, MAX_FRAME_BYTES)))
        async with self._turn_of(table, player):
            await self._send(table, player, judge, decision)
        await settled(self._api, table, player)
        table = await find_table(self._api.front_desk, table.id)
        view = await _view_of(table, player, seated=True)
        return answer(views.player_view(table.id, view, people_of(await table.summary())))

    def _turn_of(self, table: TableHandle, player: Player) -> asyncio.Lock:
        """Return the lock that makes a player's requests at a table run one after the other."""
        return self._turns.setdefault((table.id, player.id), asyncio.Lock())

    async def _send(self, table: TableHandle, player: Player, judge: Judge, decision: str) -> None:
        """Check a player's action and send it to the table as the answer to `decision`.

        `decision` is the decision that the player had to make when the request arrived.
        """
        action = judge(await _view_of(table, player, seated=True))
        if (await table.summary()).decision != decision:
            raise SeedError(409, "NOT_YOUR_TURN", "the game has changed since your request arrived")
        n = await table.last_n(player.id) + 1
        command = MakeAction(action, n, decision=None if isinstance(action, Reveal) else decision)
        await asked(table, player, command, self._api.front_desk.hub.services.trace)


async def _view_of(table: TableHandle, player: Player, *, seated: bool) -> Seen:
    """Return the player's current view of the table."""
    watch = Watch(table=table.id, as_="seat" if seated else "public")
    return views.seen((await table.snapshot(player, watch, MSGPACK)).view)
