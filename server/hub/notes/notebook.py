"""The players' notes on the cards of the present deal, private until the deal is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from protocol.v1.codes import Code
from protocol.v1.requests import Note as Keep
from protocol.v1.updates import Done, Note, Notes, Refused
from server.errors import Refusal
from server.games.base import Kibitzer
from server.hub.delayed_feed import DelayedFeed
from server.hub.inbox import Reply
from server.hub.listeners import Listener
from server.hub.notes import note_owners
from server.hub.presence import Presence, Viewer
from server.store.table_logs import Noted, Outcome, TableLogs
from server.table import access
from server.table.player import Player
from server.table.table import Table

MAX_CHARACTERS = 10_000
"""The largest number of characters that one player's notes on a deal may have.

The length of notes is limited because all notes are sent to all viewers at the end of a deal.
"""


class Notebook:
    """The players' notes at one table, sent to the viewers in `presence` that may read them."""

    def __init__(self, logs: TableLogs, presence: Presence) -> None:
        self._logs = logs
        self._presence = presence
        self._notes: dict[tuple[str, int], Noted] = {}

    def recall(self, noted: Iterable[Noted]) -> None:
        """Take over the notes on cards that were read from the store when the table was loaded."""
        for note in noted:
            self._take(note)

    def begin(self) -> None:
        """Drop all notes on cards at the start of a deal."""
        self._notes.clear()

    def keep(self, token: str, player: Player, request: Keep, reply: Reply) -> None:
        """Store a note with the `token` of the hub that owns the table; `reply` is called with the answer.

        Raises Refusal if the player is not allowed to write the note.
        """
        table = self._presence.table
        note_owners.check(table, player.id, request.card)
        self._check_room(player.id, request)
        noted = Noted(table.deal, player.id, request.card, request.text)
        self._logs.note(table.id, token, noted, partial(self._kept, noted, request, reply))

    def _check_room(self, player: str, request: Keep) -> None:
        kept = self._notes.items()
        room = MAX_CHARACTERS - sum(
            len(n.text) for (player_id, card), n in kept if player_id == player and card != request.card
        )
        if request.text and len(request.text) > room:
            left = f"your other notes leave {max(0, room)}"
            raise Refusal(Code.FORBIDDEN, f"expected at most {MAX_CHARACTERS} characters of notes; {left}")

    def _kept(self, noted: Noted, request: Keep, reply: Reply, outcome: Outcome) -> None:
        table = self._presence.table
        if outcome is not Outcome.DONE:
            words = "the table is being moved; send the request again"
            code = Code.UNAVAILABLE
            reply(Refused(code=code, message=words, id=request.id, table=table.id, retry_ms=200))
            return
        reply(Done(id=request.id, table=table.id))
        seat = table.right_of(noted.player)
        if noted.deal == table.deal:
            self._take(noted)
            if table.over:
                # Send all notes again: the deal ended, and they were sent, while this note was being stored.
                self._send_all()
                return
            update = Note(table=table.id, card=noted.card, text=noted.text, seat=seat)
            self._presence.tell(update, self._readers(noted.player, seat))

    def _take(self, noted: Noted) -> None:
        self._notes.pop((noted.player, noted.card), None)
        if noted.text:
            self._notes[noted.player, noted.card] = noted

    def _readers(self, player: str, seat: int | None) -> list[Listener]:
        """Return the connections of a player, and of kibitzers that see the player's hand without a delay."""
        table = self._presence.table
        looks = None if seat is None or table.chairs[seat].player != player else Kibitzer(seat)
        return [
            listener
            for listener, viewer in self._presence.listeners()
            if viewer.player.id == player
            or (viewer.audience == looks and access.sees_live(table, viewer.player.id))
        ]

    def greet(self, listener: Listener, shown: Table) -> None:
        """Send a connection the notes on cards that its player may read.

        The method is called when the connection starts to follow the table or changes its audience. `shown`
        is the table that the connection sees: the live table, or the delayed one.
        """
        viewer = self._presence.of(listener)
        if viewer is not None and not viewer.player.house:
            for update in self._for(viewer, shown):
                self._presence.tell_few(update, (listener,))

    def _for(self, viewer: Viewer, shown: Table) -> Iterator[Notes]:
        table = self._presence.table
        if shown.over:
            yield from self._all() if shown.deal == table.deal else ()
        elif table.game.noted_cards(table.state) and access.sees_live(table, viewer.player.id):
            own, looks = table.right_of(viewer.player.id), viewer.audience
            if own is not None:
                yield self._of(own, viewer.player.id)
            elif isinstance(looks, Kibitzer):
                yield self._of(looks.seat, table.chairs[looks.seat].player or "")

    def _of(self, seat: int, player: str) -> Notes:
        kept = {
            card: noted.text
            for (player_id, card), noted in sorted(self._notes.items())
            if player_id == player
        }
        return Notes(table=self._presence.table.id, seat=seat, notes=kept)

    def _all(self) -> Iterator[Notes]:
        table = self._presence.table
        for seat, texts in note_owners.by_seat(table, self._notes.values()).items():
            yield Notes(table=table.id, seat=seat, notes=texts)

    def _send_all(self) -> None:
        for update in self._all():
            self._presence.tell_present(update)

    def deal_over(self, delayed_feed: DelayedFeed | None) -> None:
        """Send all notes on cards to live viewers now, and to delayed watchers after their delay."""
        self._send_all()
        if delayed_feed is not None:
            table = self._presence.table
            for update in self._all():
                delayed_feed.when_released(
                    table.deal, table.time_ms, partial(self._presence.tell_delayed, update)
                )
