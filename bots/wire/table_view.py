"""A client's copy of a table that it watches, built from the server's views and patches.

The module of a client's copy of a table does no input or output.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from bots.errors import ClientError
from bots.registry import GAMES
from bots.view import View, maps_of
from protocol.v1 import updates
from protocol.v1.codec import Codec, InvalidMessage, convert, convert_tolerantly
from protocol.v1.requests import Office, WatchAs
from protocol.v1.updates import Appoint, Chat, Knock, Note, Notes, Patch, People, Said

Plain = dict[Any, Any]


class TableView:
    """A client's copy of a table that it watches as the audience `as_`, such as `seat` or `public`.

    `epoch` is the id of the sequence of views that the server sends, None until the first view has arrived.
    `applied` is the number of this player's last action that the server has applied. `notes` are the notes on
    cards that this player has written, or the player at the seat that is watched. `all_notes` are the notes
    on cards that all players have written, by seat; the server sends them when a game is over. `prompted_s`
    is the time, by the clock of the event loop, at which the player's present decision arrived. `knocks` are
    the names, by id, of the watchers that ask to see this player's hand. `appointments` are the names of the
    players that become director or commentator, or get a seat in this deal, if this player agrees, by id,
    office and seat; the seat is None for an office. `robot_played` is True if this player's time has run out
    and a robot plays in the player's place. `ended` is the reason why the table sends no more updates, None
    while the table may send updates.
    """

    def __init__(self, table: str, as_: WatchAs, codec: Codec) -> None:
        self.table = table
        self.as_ = as_
        self.epoch: str | None = None
        self.version = 0
        self.audience: str | int = ""
        self.deadline_ms: int | None = None
        self.people: People | None = None
        self.chat: deque[Said] = deque(maxlen=50)
        self.notes: dict[int, str] = {}
        self.all_notes: dict[int, dict[int, str]] = {}
        self.knocks: dict[str, str] = {}
        self.appointments: dict[tuple[str, Office, int | None], str] = {}
        self.applied = 0
        self.prompted_s = 0.0
        self.robot_played = False
        self.ended: str | None = None
        self.pending_watch: asyncio.Task[ClientError | None] | None = None
        self.ready = asyncio.Event()
        self.acting = asyncio.Lock()
        self._codec = codec
        self._pub: Plain = {}
        self._own: Plain | None = None
        self._view: View | None = None

    def copy_messages(self, before: TableView) -> None:
        """Copy people, chat, notes and requests from `before`, this client's earlier copy of the table."""
        self.people, self.chat = before.people, before.chat
        self.notes, self.all_notes = before.notes, before.all_notes
        self.knocks, self.applied = before.knocks, before.applied
        self.appointments = before.appointments

    @property
    def deal(self) -> tuple[object, bool]:
        """Return the number of the present deal of the table, and a flag that is True if the deal is over."""
        return _deal_number(self._pub), self._pub.get("result") is not None

    @property
    def decision(self) -> str | None:
        """Return the id of the decision that this player must make now, None if there is no such decision."""
        decision = None if self._own is None else self._own.get("decision")
        return None if decision is None else str(decision)

    @property
    def seat(self) -> int | None:
        """Return the number of this player's seat, None if the player watches without a seat."""
        seat = None if self._own is None or self.audience != "seat" else self._own.get("seat")
        return seat if isinstance(seat, int) else None

    @property
    def view(self) -> View:
        """Return the client's present view of the table.

        Raises InvalidMessage for a game that this client does not know.
        """
        if self._view is None:
            tag = self._pub.get("game")
            game = GAMES.get(str(tag))
            if game is None:
                known = sorted(GAMES, key=lambda name: GAMES[name].shows_records)
                raise InvalidMessage(
                    f"expected a view of a known game ({', '.join(known)}), got a view of {tag!r}"
                )
            own = self._own
            self._view = game.view_type(
                table=self.table,
                pub=convert_tolerantly(game.read_phase(self._pub), game.pub_type, self._codec, at="$.pub"),
                own=None if own is None else convert_tolerantly(own, game.own_type, self._codec, at="$.own"),
                deadline_ms=self.deadline_ms,
            )
        return self._view

    def take_view(self, view: updates.View, now_s: float) -> None:
        """Replace the client's whole copy of the table by a view that the server has sent."""
        pub, own = view.pub, view.own
        if not isinstance(pub, dict) or not isinstance(own, dict | None):
            raise InvalidMessage("expected a view with JSON objects as `pub` and `own`, got other values")
        if self.pending_watch is None or self.pending_watch.done():
            # Adopt the audience of the view: the server changes it when the player sits down or stands up.
            self.as_ = convert(view.audience, WatchAs, self._codec, at="$.audience")
        self.audience = view.audience
        self._become(view, pub, own, now_s)
        self.ready.set()

    def take_patch(self, patch: Patch, now_s: float) -> bool:
        """Apply a patch, a message with the changes of a view since its previous version.

        Returns False, and changes nothing, if the patch does not follow the version of the view that the
        client has.
        """
        if patch.epoch != self.epoch or patch.version != self.version + 1:
            return False
        pub, own = self._pub, self._own
        if isinstance(patch.pub, dict):
            pub = self._patched(pub, patch.pub, own_half=False)
        if patch.own is None:
            own = None
        elif isinstance(patch.own, dict):
            own = patch.own if own is None else self._patched(own, patch.own, own_half=True)
        self._become(patch, pub, own, now_s)
        return True

    def _become(self, update: updates.View | Patch, pub: Plain, own: Plain | None, now_s: float) -> None:
        before = self.decision
        self.epoch, self.version = update.epoch, update.version
        self.deadline_ms = update.deadline_ms
        if _deal_number(pub) != _deal_number(self._pub):
            self.notes, self.all_notes = {}, {}
            if self._pub:
                self.appointments = {}
        self._pub, self._own, self._view = pub, own, None
        if self.decision is not None and before != self.decision:
            self.prompted_s = now_s

    def _patched(self, old: Plain, changes: Plain, own_half: bool) -> Plain:
        game = GAMES.get(str(self._pub.get("game")))
        maps = frozenset() if game is None else maps_of(game.own_type if own_half else game.pub_type)
        return {
            **old,
            **{
                name: _patch_map(old.get(name), value) if name in maps else value
                for name, value in changes.items()
            },
        }

    def take_message(self, update: People | Chat | Note | Notes | Knock | Appoint) -> None:
        """Apply a message that is not part of a view: people, chat, notes, or a request to see a hand."""
        match update:
            case People():
                self.people = update
            case Chat():
                self.chat.extend(update.lines)
            case Note():
                self.notes[update.card] = update.text
            case Notes():
                self.all_notes[update.seat] = update.notes
                if update.seat in (self.seat, self.audience):
                    self.notes = dict(update.notes)
            case Knock():
                self.knocks[update.player] = update.name
            case Appoint():
                self.appointments[update.player, update.office, update.seat] = update.name


def _deal_number(pub: Plain) -> object:
    """Return the number of the deal from the public half of a view, None for an unknown game."""
    game = GAMES.get(str(pub.get("game")))
    return None if game is None else game.deal_number(pub)


def _patch_map(old: Any, changes: Any) -> Any:
    """Return the map `old` after the changes `changes` that a patch makes to it.

    A key to which the patch gives the value None is deleted from the map. If `old` or `changes` is not a map,
    `changes` is the result.
    """
    if not isinstance(old, dict) or not isinstance(changes, dict):
        return changes
    return {key: value for key, value in {**old, **changes}.items() if value is not None}
