"""Leaks of what stands around the cards of Hanabi: the seed, notes, records, time, logs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from pytest import MonkeyPatch

from protocol.v1.hanabi import End, HanabiPub
from protocol.v1.updates import Notes, People, TableRow
from server.games.hanabi.state import HanabiState
from server.hub import lobby
from server.hub.archive import archive, fold_log
from server.hub.archive.fold_log import Ended
from server.hub.archive.sitting import Sitting
from server.hub.listeners import Listener
from server.hub.notes.notebook import Notebook
from server.hub.presence import Presence
from server.hub.room import Room
from server.table import table as tables
from server.table.table import Table
from tests.secrecy.leaks.hanabi import patch_pub
from tests.secrecy.leaks.planting import Plant, leak

SEED: dict[str, Plant] = {}
NOTES: dict[str, Plant] = {}
TABLE: dict[str, Plant] = {}


@leak("the seed in the options", SEED)
def show_the_options(patch: MonkeyPatch) -> None:
    """The options are those of the table."""

    def leaky(state: HanabiState, pub: HanabiPub) -> None:
        pub.options = state.options

    patch_pub(patch, leaky)


@leak("the seed before the end", SEED)
def show_the_seed(patch: MonkeyPatch) -> None:
    """Everybody may know from which seed the deck comes, it seems."""

    def leaky(state: HanabiState, pub: HanabiPub) -> None:
        pub.seed = state.seed or None

    patch_pub(patch, leaky)


@leak("the seed in the lobby", SEED)
def list_the_seed(patch: MonkeyPatch) -> None:
    """A table without a name of its own is listed by its seed."""
    row = lobby.row_of

    def leaky(room: Room) -> TableRow:
        return replace(row(room), name=getattr(room.table.state, "seed", ""))

    patch.setattr(lobby, "row_of", leaky)


@leak("the seed among the people", SEED)
def count_the_seed(patch: MonkeyPatch) -> None:
    """A table's people are told with what is added up of its seed."""
    people = Presence.people

    def leaky(self: Presence, table: Table, *, history: bool = False) -> People:
        told = people(self, table, history=history)
        return replace(told, watchers=sum(map(ord, getattr(table.state, "seed", ""))))

    patch.setattr(Presence, "people", leaky)


@leak("notes to everybody at the table", NOTES)
def tell_notes_to_all(patch: MonkeyPatch) -> None:
    """A note is told to whoever plays."""

    def leaky(self: Notebook, player: str, seat: int | None) -> list[Listener]:
        return [listener for listener, _ in self._presence.listeners()]

    patch.setattr(Notebook, "_readers", leaky)


@leak("notes to who comes back", NOTES)
def greet_with_all_notes(patch: MonkeyPatch) -> None:
    """Who follows the table is told what has been noted so far, by whomever."""

    def leaky(self: Notebook, *who: object) -> Iterator[Notes]:
        return self._all()

    patch.setattr(Notebook, "_for", leaky)


@leak("how much has been noted", NOTES)
def tell_of_notes(patch: MonkeyPatch) -> None:
    """All are told of a note that is not for them, without its words."""
    keep = Notebook._kept

    def leaky(self: Notebook, *arguments: Any) -> None:
        keep(self, *arguments)
        self._presence.tell_present(Notes(table=self._presence.table.id, seat=0, notes={}))

    patch.setattr(Notebook, "_kept", leaky)


@leak("the record of a game that goes on", TABLE)
def give_out_the_present(patch: MonkeyPatch) -> None:
    """The game in play is downloaded, and looked at turn by turn, with those that are finished."""

    async def so_far(table: str, game: Any, deal: int, packed: tuple[bytes, ...]) -> Ended:
        last = await fold_log.present(table, game, deal, packed, "")
        state = last.state if last.state.ended is not None else last.state.stopped(End.TERMINATED, None)
        return Ended(state, replace(last, state=state), last.time_ms, last.time_ms, frozenset())

    def of_what_is_dealt(self: Sitting) -> range:
        return range(self.table.deal + (not self.table.game.deal_due(self.table.state)))

    patch.setattr(Sitting, "finished", property(of_what_is_dealt))
    patch.setattr(archive, "ended", so_far)


@leak("a forced action's time by the cards", TABLE)
def give_time_by_hand(patch: MonkeyPatch) -> None:
    """Who holds a high card has a little more time."""
    act = tables._fold_act

    def leaky(table: Table, entry: Any) -> Table:
        after = act(table, entry)
        state = after.state
        held = sum(state.deck[order].rank for order in state.hands[state.seat]) if state.deck else 0
        return replace(after, clock=after.clock.credit(held))

    patch.setattr(tables, "_fold_act", leaky)


def _patch_appended(patch: MonkeyPatch, told: Any) -> None:
    appended = Room._appended

    def leaky(self: Room, *arguments: Any) -> None:
        appended(self, *arguments)
        told(self)

    patch.setattr(Room, "_appended", leaky)


@leak("a log line of the deck", TABLE)
def log_the_deck(patch: MonkeyPatch) -> None:
    """A line for debugging, that nobody sees by default."""
    said = logging.getLogger("kibitz.room")
    _patch_appended(patch, lambda room: said.debug("table %s: %s", room.table.id, room.table.state.deck[-2:]))


@leak("a metric label", TABLE)
def count_by_card(patch: MonkeyPatch) -> None:
    """Entries are counted by the top card of the deck."""

    def told(room: Room) -> None:
        for card in room.table.state.deck[-1:]:
            room._services.meter.entry("hanabi", f"suit={card.suit}")

    _patch_appended(patch, told)
