"""The state of a watched table, built from views and patches. This module does no I/O."""

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
    """A table that the client watches as the audience `as_`.

    `epoch` is None until the first view has arrived. `applied` is the number of this player's last applied
    action. `notes` are the notes on cards of this player, or of the player at the seat that is watched.
    `all_notes` are the notes of all players by seat, which the server sends when a game is over. `prompted_s`
    is the arrival time of the present decision by the clock of the event loop. `knocks` are the names, by id,
    of the watchers who ask to see this player's hand. `appointments` are the names, by id and office, of the
    players that the host wants to make director or commentator now. `robot_played` is True if this player's
    time has run out and a robot plays in the player's place. `ended` is the reason why the table sends no
    more updates, None while the table may send updates.
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
        self.appointments: dict[tuple[str, Office], str] = {}
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
        """Copy people, chat, notes and requests from `before`, the table as it was watched until now."""
        self.people, self.chat = before.people, before.chat
        self.notes, self.all_notes = before.notes, before.all_notes
        self.knocks, self.applied = before.knocks, before.applied
        self.appointments = before.appointments

    @property
    def deal(self) -> tuple[object, bool]:
        """Return the number of the present deal, and a flag that is True if this deal is over."""
        return _deal_number(self._pub), self._pub.get("result") is not None

    @property
    def decision(self) -> str | None:
        """Return the id of the choice that this audience must make now, None without such a choice."""
        decision = None if self._own is None else self._own.get("decision")
        return None if decision is None else str(decision)

    @property
    def seat(self) -> int | None:
        """Return the number of this player's seat, None if the player watches without a seat."""
        seat = None if self._own is None or self.audience != "seat" else self._own.get("seat")
        return seat if isinstance(seat, int) else None

    @property
    def view(self) -> View:
        """Return the present view. Raises InvalidMessage for a game that this client does not know."""
        if self._view is None:
            tag = self._pub.get("game")
            game = GAMES.get(str(tag))
            if game is None:
                known = sorted(GAMES, key=lambda name: GAMES[name].shows_records)
                raise InvalidMessage(f"expected a view of one of {', '.join(known)}, got {tag!r}")
            own = self._own
            self._view = game.view_type(
                table=self.table,
                pub=convert_tolerantly(game.read_phase(self._pub), game.pub_type, self._codec, at="$.pub"),
                own=None if own is None else convert_tolerantly(own, game.own_type, self._codec, at="$.own"),
                deadline_ms=self.deadline_ms,
            )
        return self._view

    def take_view(self, view: updates.View, now_s: float) -> None:
        """Replace the whole state of the table by this view."""
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
        """Apply a patch. Returns False, and changes nothing, if the patch is not for the present version."""
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
                self.appointments[update.player, update.office] = update.name


def _deal_number(pub: Plain) -> object:
    """Return the number of the deal from the public half of a view, None for an unknown game."""
    game = GAMES.get(str(pub.get("game")))
    return None if game is None else game.deal_number(pub)


def _patch_map(old: Any, changes: Any) -> Any:
    """Return the map `old` with the changes of a patch. A key with the value None is deleted.

    If `old` or `changes` is not a map, return `changes`.
    """
    if not isinstance(old, dict) or not isinstance(changes, dict):
        return changes
    return {key: value for key, value in {**old, **changes}.items() if value is not None}
