"""What a client knows of a table: whole views, and patches that fit them. Nothing here awaits or sends."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from bots.errors import ClientError
from bots.registry import GAMES
from bots.view import View, maps_of
from protocol.v1 import updates
from protocol.v1.codec import Codec, InvalidMessage, convert, convert_known
from protocol.v1.requests import Office, WatchAs
from protocol.v1.updates import Appoint, Chat, Knock, Note, Notes, Patch, People, Said

Plain = dict[Any, Any]


class TableView:
    """A table that is followed `as_` somebody.

    `epoch` is None until the first view has come. `applied` is the number of this player's last applied
    action. `notes` are one's own, or those of the hand that one sees, by card, and `all_notes` everybody's,
    by seat, when a game is over. `prompted_s` is when the present decision came, by the loop's clock.
    `knocks` are the names of the watchers who ask to look into one's hand, by their ids. `appointments` are
    the names of the players to whom the host would give an office now, by id and office. `relieved`: this
    player's time had run out, and a robot played for him. `ended` says why there will be nothing more, None
    while there may be.
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
        self.relieved = False
        self.ended: str | None = None
        self.asking: asyncio.Task[ClientError | None] | None = None
        self.ready = asyncio.Event()
        self.acting = asyncio.Lock()
        self._codec = codec
        self._pub: Plain = {}
        self._own: Plain | None = None
        self._view: View | None = None

    def knows_of(self, before: TableView) -> None:
        """Know who is here and what was said from the same table watched as somebody else."""
        self.people, self.chat = before.people, before.chat
        self.notes, self.all_notes = before.notes, before.all_notes
        self.knocks, self.applied = before.knocks, before.applied
        self.appointments = before.appointments

    @property
    def deal(self) -> tuple[object, bool]:
        """The number that the game gives to the present deal, and whether that is over."""
        return _deal_number(self._pub), self._pub.get("result") is not None

    @property
    def decision(self) -> str | None:
        """The choice that this audience must make now, None for none."""
        decision = None if self._own is None else self._own.get("decision")
        return None if decision is None else str(decision)

    @property
    def seat(self) -> int | None:
        """The seat that this audience has, None where it has none."""
        seat = None if self._own is None or self.audience != "seat" else self._own.get("seat")
        return seat if isinstance(seat, int) else None

    @property
    def view(self) -> View:
        """The table as it is seen now. Raises InvalidMessage for a game that this client does not know."""
        if self._view is None:
            tag = self._pub.get("game")
            game = GAMES.get(str(tag))
            if game is None:
                known = sorted(GAMES, key=lambda name: GAMES[name].shows_records)
                raise InvalidMessage(f"expected a view of one of {', '.join(known)}, got {tag!r}")
            own = self._own
            self._view = game.view_type(
                table=self.table,
                pub=convert_known(game.read_phase(self._pub), game.pub_type, self._codec, at="$.pub"),
                own=None if own is None else convert_known(own, game.own_type, self._codec, at="$.own"),
                deadline_ms=self.deadline_ms,
            )
        return self._view

    def take_view(self, view: updates.View, now_s: float) -> None:
        """Know the table by this view; what was known before counts no more."""
        pub, own = view.pub, view.own
        if not isinstance(pub, dict) or not isinstance(own, dict | None):
            raise InvalidMessage("expected `pub` and `own` of a view to be objects")
        if self.asking is None or self.asking.done():
            # the server moves who sits down, stands up or may no longer see a hand to another audience
            self.as_ = convert(view.audience, WatchAs, self._codec, at="$.audience")
        self.audience = view.audience
        self._become(view, pub, own, now_s)
        self.ready.set()

    def take_patch(self, patch: Patch, now_s: float) -> bool:
        """Apply what changed; False, and nothing is changed, for a patch that does not fit."""
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

    def take_talk(self, update: People | Chat | Note | Notes | Knock | Appoint) -> None:
        """Presence, chat, notes and knocks: never part of a view."""
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
    """Return the number that the game gives to a deal, None for a game that is not known."""
    game = GAMES.get(str(pub.get("game")))
    return None if game is None else game.deal_number(pub)


def _patch_map(old: Any, changes: Any) -> Any:
    """A map patched by key, null deletes; where either side is no map, the new value."""
    if not isinstance(old, dict) or not isinstance(changes, dict):
        return changes
    return {key: value for key, value in {**old, **changes}.items() if value is not None}
