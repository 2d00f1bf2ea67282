"""Leaks by offices that are given while a board is played; they have scenes of their own."""

from __future__ import annotations

from typing import Any

from pytest import MonkeyPatch

from server.hub.feeds import Feeds, Prepared
from server.hub.viewers import Viewers
from server.table import offices
from server.table.events import Agreed, Entry
from server.table.table import Table
from tests.secrecy.leaks.planting import Plant, leak

UNASKED_LEAKS: dict[str, Plant] = {}
CONSENT_LEAKS: dict[str, Plant] = {}


@leak("an office in mid-board without consent", UNASKED_LEAKS)
def ask_no_player(patch: MonkeyPatch) -> None:
    """The host gives offices at any time, without a question to the players."""
    patch.setattr(offices, "missing_consents", lambda table, host, request: ())


@leak("an office in mid-board by the consent of one player", UNASKED_LEAKS)
def ask_one_player(patch: MonkeyPatch) -> None:
    """The consent of a single player is enough."""
    missing = offices.missing_consents
    patch.setattr(
        offices,
        "missing_consents",
        lambda table, host, request: () if table.hand_access.consents else missing(table, host, request),
    )


@leak("the people anew after a consent", CONSENT_LEAKS)
def tell_people_of_consents(patch: MonkeyPatch) -> None:
    """A consent counts as a coming or going, and everybody is told the people of the table again."""
    after = Viewers.after

    def leaky(self: Viewers, entry: Entry, *, ordinary: bool = False, host: str | None = None) -> None:
        after(self, entry, ordinary=ordinary, host=host)
        if isinstance(entry, Agreed):
            self.presence.changed()

    patch.setattr(Viewers, "after", leaky)


@leak("a version for everybody after a consent", CONSENT_LEAKS)
def count_consents_in_versions(patch: MonkeyPatch) -> None:
    """After a consent every feed has a new version."""
    prepare = Feeds.prepare

    def leaky(self: Feeds, table: Table, *more: Any) -> Prepared:
        if table.hand_access.consents != self.table.hand_access.consents:
            for feed in self._feeds.values():
                feed.version += 1
        return prepare(self, table, *more)

    patch.setattr(Feeds, "prepare", leaky)
