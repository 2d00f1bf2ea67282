"""The notes that players keep on the cards of the present deal: nobody else's business until it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from protocol.v1.codes import Code
from protocol.v1.requests import Note as Keep
from protocol.v1.updates import Done, Note, Notes, Refused
from server.errors import Refusal
from server.games.base import Kibitzer
from server.hub.delayed_feed import DelayedFeed
from server.hub.feeds import Listener
from server.hub.notes import note_owners
from server.hub.presence import Attendance, Viewer
from server.hub.services import Reply
from server.store.interface import Noted, Outcome, Store
from server.table import access
from server.table.player import Player
from server.table.table import Table

MOST = 10_000
"""How many characters of notes a player keeps in one game: when it is over all are sent to everybody."""


class Notebook:
    """The notes of one table, told to whom they are for among the `people` who follow it."""

    def __init__(self, store: Store, people: Attendance) -> None:
        self._store = store
        self._people = people
        self._notes: dict[tuple[str, int], Noted] = {}

    def recall(self, noted: Iterable[Noted]) -> None:
        """Know again what the store has kept."""
        for note in noted:
            self._take(note)

    def begin(self) -> None:
        """Another deal begins, without any."""
        self._notes.clear()

    def keep(self, token: str, player: Player, request: Keep, reply: Reply) -> None:
        """Keep a note in the store of the table's owner, `token`; `reply` is called when it is.

        Raises Refusal where this player may not keep it.
        """
        table = self._people.table
        note_owners.check(table, player.id, request.card)
        self._check_room(player.id, request)
        noted = Noted(table.deal, player.id, request.card, request.text)
        self._store.note(table.id, token, noted, partial(self._kept, noted, request, reply))

    def _check_room(self, player: str, request: Keep) -> None:
        kept = self._notes.items()
        room = MOST - sum(len(n.text) for (who, card), n in kept if who == player and card != request.card)
        if request.text and len(request.text) > room:
            words = f"expected notes of {MOST} characters in all, at most; there is room for {max(0, room)}"
            raise Refusal(Code.FORBIDDEN, words)

    def _kept(self, noted: Noted, request: Keep, reply: Reply, outcome: Outcome) -> None:
        table = self._people.table
        if outcome is not Outcome.DONE:
            words = "the table is being moved; ask again"
            code = Code.UNAVAILABLE
            reply(Refused(code=code, message=words, id=request.id, table=table.id, retry_ms=200))
            return
        reply(Done(id=request.id, table=table.id))
        seat = table.right_of(noted.player)
        if noted.deal == table.deal:
            self._take(noted)
            if table.over:  # meanwhile, and everybody has been told the others
                self._tell_all()
                return
            update = Note(table=table.id, card=noted.card, text=noted.text, seat=seat)
            self._people.tell(update, self._readers(noted.player, seat))

    def _take(self, noted: Noted) -> None:
        self._notes.pop((noted.player, noted.card), None)
        if noted.text:
            self._notes[noted.player, noted.card] = noted

    def _readers(self, player: str, seat: int | None) -> list[Listener]:
        """The connections of a player, and of those who see his hand as it is now."""
        table = self._people.table
        looks = None if seat is None or table.chairs[seat].player != player else Kibitzer(seat)
        return [
            listener
            for listener, here in self._people.listeners()
            if here.player.id == player or (here.audience == looks and access.lives(table, here.player.id))
        ]

    def greet(self, listener: Listener, shown: Table) -> None:
        """Tell a connection what is for it, who follows the table now, or as somebody else than before.

        `shown` is the table as it is shown there: the present, or an older prefix of the log.
        """
        here = self._people.of(listener)
        if here is not None and not here.player.house:
            for update in self._for(here, shown):
                self._people.tell_few(update, (listener,))

    def _for(self, here: Viewer, shown: Table) -> Iterator[Notes]:
        table = self._people.table
        if shown.over:
            yield from self._all() if shown.deal == table.deal else ()
        elif table.game.noted_cards(table.state) and access.lives(table, here.player.id):
            own, looks = table.right_of(here.player.id), here.audience
            if own is not None:
                yield self._of(own, here.player.id)
            elif isinstance(looks, Kibitzer):
                yield self._of(looks.seat, table.chairs[looks.seat].player or "")

    def _of(self, seat: int, player: str) -> Notes:
        kept = {card: noted.text for (who, card), noted in sorted(self._notes.items()) if who == player}
        return Notes(table=self._people.table.id, seat=seat, notes=kept)

    def _all(self) -> Iterator[Notes]:
        table = self._people.table
        for seat, texts in note_owners.by_seat(table, self._notes.values()).items():
            yield Notes(table=table.id, seat=seat, notes=texts)

    def _tell_all(self) -> None:
        for update in self._all():
            self._people.tell_present(update)

    def deal_over(self, late: DelayedFeed | None) -> None:
        """Tell everybody all of them: who sees the table late, when he has come so far."""
        self._tell_all()
        if late is not None:
            table = self._people.table
            for update in self._all():
                late.say(table.deal, table.time_ms, partial(self._people.tell_late, update))
