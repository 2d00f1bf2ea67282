"""A session inside the server, with which the Spades API follows tables for a player."""

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
from server.hub.handle import TableHandle
from server.hub.listeners import Frame
from server.session.front_desk import FrontDesk
from server.session.session import Session, Wire
from server.table.player import Player
from server.table.summary import Summary


def seat_of(table: Summary, player: Player) -> int | None:
    """Return the player's seat at a table, or None.

    In a running game, the player's seat may be one that is held for the player while a robot plays.
    """
    return table.seat_of(player.id) if table.closed else table.right_of(player.id)


class WatchSession(Wire):
    """A session that follows tables for a player, from the player's seat or as the public.

    `on_update` receives every message of a table except answers to requests. `congested` returns True while
    no more messages can be handled; `session.drained` must be called when `congested` becomes False again.
    `on_close` receives the close code of the session and the reason. `address` is the address of the client,
    "" for a client that only sends HTTP requests.
    """

    def __init__(
        self,
        front_desk: FrontDesk,
        player: Player,
        on_update: Callable[[ToClient], None],
        on_close: Callable[[int, str], None],
        congested: Callable[[], bool] = lambda: False,
        address: str = "",
    ) -> None:
        self.session = Session(self, MSGPACK, front_desk, player, address)
        self.player = player
        self._on_update, self._on_close, self._is_congested = on_update, on_close, congested
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[Done | Refused]] = {}
        self.session.receive(MSGPACK.encode(Hello(client="spades_rest")))

    @property
    def congested(self) -> bool:
        """Return True while the receiver of the messages cannot handle more of them."""
        return self._is_congested()

    def send(self, frame: Frame) -> None:
        """Decode a frame from the session, and pass its message on."""
        update = decode_update(MSGPACK, frame.payload)
        if isinstance(update, Done | Refused) and update.id in self._answers:
            answered = self._answers.pop(update.id)
            if not answered.done():
                answered.set_result(update)
        else:
            self._on_update(update)

    def close(self, code: int, reason: str) -> None:
        """Report that the session has closed."""
        self._on_close(code, reason)

    async def watch(self, table: TableHandle) -> bool:
        """Follow a table from the player's seat or as an observer.

        Return False if the session already follows the table from this seat, or as an observer. Raises
        Refusal if the player is not allowed to watch the table.
        """
        summary = await table.summary()
        seat = seat_of(summary, self.player)
        audience = Public() if seat is None else Seated(seat)
        if table.audience_of(self.session) == audience and not self._robot_plays(summary, seat):
            return False
        watch = Watch(id=next(self._ids), table=table.id, as_="public" if seat is None else "seat")
        answered = self._answers[watch.id] = asyncio.get_running_loop().create_future()
        self.session.receive(MSGPACK.encode(watch))
        outcome = await answered
        if isinstance(outcome, Refused):
            raise Refusal(outcome.code, outcome.message, outcome.retry_ms)
        return True

    def sits(self, table: TableHandle) -> bool:
        """Return True if the session follows a table from the player's seat."""
        return isinstance(table.audience_of(self.session), Seated)

    def _robot_plays(self, table: Summary, seat: int | None) -> bool:
        """Return True if a robot plays for the player, because the player's time has run out.

        If a robot plays for a player after a timeout, a new `watch` of the player ends the robot's play.
        """
        return seat is not None and table.chairs[seat].relief is not None

    def unwatch(self, table: str) -> None:
        """Stop following a table."""
        self.session.receive(MSGPACK.encode(Unwatch(table=table)))

    def end(self) -> None:
        """Stop following all tables, and refuse the requests that still wait for an answer."""
        self.session.gone()
        for answered in self._answers.values():
            if not answered.done():
                answered.set_result(
                    Refused(
                        code=Code.UNAVAILABLE,
                        message="this player has left the table",
                    )
                )
        self._answers.clear()
