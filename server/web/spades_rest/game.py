"""HTTP requests of a game: its state, and the actions of a player (a bid, a reveal, an exchange, a card).

Each request is checked in the same order as in the seed: session, table, seat, body, phase, turn, hand,
rules. After these checks the table itself judges the action.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from protocol.v1.codec import MAX_FRAME_BYTES, MSGPACK
from protocol.v1.requests import Act, Watch
from protocol.v1.spades import Reveal
from server.hub.room import Room
from server.table.player import Player
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
    find_room,
    observes,
    seat_of,
    settled,
    spades_room,
)


class Play:
    """The handlers of requests for the game of a table."""

    def __init__(self, api: SpadesApi) -> None:
        self._api = api
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    def operations(self) -> list[Operation]:
        """Return the operations of the game."""
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
        """Show the table before its game, or the game as a player or an observer sees it."""
        player = await self._api.authenticator.player(request)
        room = await spades_room(self._api.front_desk, request)
        seated = seat_of(room, player) is not None
        if not (seated or observes(room, player)):
            raise SeedError(403, "NOT_AT_TABLE", "you neither sit at this table nor observe it")
        if seated:
            await come(self._api, room, player)
        else:
            await self._api.visits.come(player, room)
        view, people = _view_of(room, player, seated=seated), people_of(room)
        if views.is_waiting(view.pub):
            return answer(views.waiting_state(people, player.id))
        if not seated:
            return answer(views.spectator_state(view, people, player.id))
        return answer(views.player_state(room.table.id, view, people, player.id))

    async def bid(self, request: Request) -> Response:
        """Make a bid."""
        return await self._act(request, read_actions.read_bid)

    async def reveal_hand(self, request: Request) -> Response:
        """Look at a hand that may be bid blind, and give up blind bids for it."""
        return await self._act(request, read_actions.read_reveal)

    async def exchange(self, request: Request) -> Response:
        """Pass cards to the partner in the exchange after a bid of blind nil."""
        return await self._act(request, read_actions.read_exchange)

    async def play(self, request: Request) -> Response:
        """Play a card."""
        return await self._act(request, read_actions.read_play)

    async def _act(self, request: Request, read: Callable[[Body], Judge]) -> Response:
        player = await self._api.authenticator.player(request)
        room = await spades_room(self._api.front_desk, request)
        if seat_of(room, player) is None:
            raise SeedError(403, "NOT_SEATED", "you have no seat at this table")
        await come(self._api, room, player)
        decision = room.table.decision
        judge = read(plain_object(await body_of(request, MAX_FRAME_BYTES)))
        async with self._turn_of(room, player):
            await self._send(room, player, judge, decision)
        await settled(self._api, room, player)
        room = await find_room(self._api.front_desk, room.table.id)
        return answer(views.player_view(room.table.id, _view_of(room, player, seated=True), people_of(room)))

    def _turn_of(self, room: Room, player: Player) -> asyncio.Lock:
        """Return the lock that makes one player's requests at a table run one after the other."""
        return self._turns.setdefault((room.table.id, player.id), asyncio.Lock())

    async def _send(self, room: Room, player: Player, judge: Judge, decision: str) -> None:
        """Send the action to the table, for the `decision` that was current when the request arrived."""
        action = judge(_view_of(room, player, seated=True))
        if room.table.decision != decision:
            raise SeedError(409, "NOT_YOUR_TURN", "the game has changed since your request arrived")
        counter = room.ahead.counters.get(player.id)
        act = Act(
            table=room.table.id,
            n=1 if counter is None else counter.n + 1,
            action=msgspec.to_builtins(action),
            decision=None if isinstance(action, Reveal) else decision,
        )
        await asked(room, player, act)


def _view_of(room: Room, player: Player, *, seated: bool) -> Seen:
    """Return the player's current view from the hub."""
    watch = Watch(table=room.table.id, as_="seat" if seated else "public")
    return views.seen(room.viewers.snapshot(player, watch, MSGPACK).payload)
