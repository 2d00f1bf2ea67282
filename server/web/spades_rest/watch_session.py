"""A session inside this process whose wire ends here: it asks, is answered, and is told what happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count

from protocol.v1.codec import MSGPACK, decode_update
from protocol.v1.codes import Code
from protocol.v1.requests import Hello, Unwatch, Watch
from protocol.v1.updates import Done, Refused, ToClient
from server.errors import Refusal
from server.games.base import Public, Seated
from server.hub.feeds import Frame
from server.hub.room import Room
from server.session.front_desk import FrontDesk
from server.session.session import Session
from server.table.player import Player


def seat_of(room: Room, player: Player) -> int | None:
    """The seat that a player has, or that is held for him while a robot plays it and the game goes on."""
    table = room.table
    return table.seat_of(player.id) if table.closed else table.right_of(player.id)


class WatchSession:
    """Follows tables as its player's seat, or as the public.

    `told` gets every message but answers. `behind` says that nothing more can be taken now; whoever knows
    that it can again calls `session.drained`. `hung_up` is called with a close code and its reason.
    """

    def __init__(
        self,
        desk: FrontDesk,
        player: Player,
        told: Callable[[ToClient], None],
        hung_up: Callable[[int, str], None],
        behind: Callable[[], bool] = lambda: False,
    ) -> None:
        self.session = Session(self, MSGPACK, desk, player)
        self.player = player
        self._told, self._hung_up, self._behind = told, hung_up, behind
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[Done | Refused]] = {}
        self.session.receive(MSGPACK.encode(Hello(client="spades_rest")))

    @property
    def congested(self) -> bool:
        return self._behind()

    def send(self, frame: Frame) -> None:
        """Called by the session."""
        update = decode_update(MSGPACK, frame.payload)
        if isinstance(update, Done | Refused) and update.id in self._answers:
            answered = self._answers.pop(update.id)
            if not answered.done():
                answered.set_result(update)
        else:
            self._told(update)

    def close(self, code: int, reason: str) -> None:
        """Called by the session."""
        self._hung_up(code, reason)

    async def watch(self, room: Room) -> bool:
        """Follow a table as what the player is there; False where that is so already. Raises Refusal."""
        seat = seat_of(room, self.player)
        audience = Public() if seat is None else Seated(seat)
        if room.viewers.audience_of(self.session) == audience and not self._relieved(room, seat):
            return False
        watch = Watch(id=next(self._ids), table=room.table.id, as_="public" if seat is None else "seat")
        answered = self._answers[watch.id] = asyncio.get_running_loop().create_future()
        self.session.receive(MSGPACK.encode(watch))
        told = await answered
        if isinstance(told, Refused):
            raise Refusal(told.code, told.message, told.retry_ms)
        return True

    def _relieved(self, room: Room, seat: int | None) -> bool:
        """Whether a robot plays for the player, who has run out of time: to watch says that he is there."""
        return seat is not None and room.table.chairs[seat].relief is not None

    def unwatch(self, table: str) -> None:
        """Follow a table no more."""
        self.session.receive(MSGPACK.encode(Unwatch(table=table)))

    def end(self) -> None:
        """Follow nothing any more; who still waits for an answer is told so."""
        self.session.gone()
        for answered in self._answers.values():
            if not answered.done():
                answered.set_result(Refused(code=Code.UNAVAILABLE, message="you left; ask again"))
        self._answers.clear()
