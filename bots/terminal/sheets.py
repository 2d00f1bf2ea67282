"""A table of any game on a sheet of paper: drawn, told, and what may be typed at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, assert_never

from rich.console import RenderableType
from rich.text import Text

from bots.bridge.terminal.sheet import BridgeSheet, ReplaySheet
from bots.hanabi.terminal.context import NOBODY, Context, around
from bots.hanabi.terminal.replay import HanabiReplaySheet
from bots.hanabi.terminal.sheet import HanabiSheet
from bots.registry import Action, BridgeView, HanabiView, SpadesView, View
from bots.spades.terminal.sheet import SpadesSheet
from bots.terminal.replays.leading import Led
from bots.terminal.rights import Rights
from bots.wire.table_view import TableView
from protocol.v1.bridge.replay import ReplayPub
from protocol.v1.hanabi.replay import HanabiReplayPub


class Sheet(Protocol):
    """One view of a table.

    `hello` is what a player is told on sitting down, `opponents` whether players have any. `seats` is how
    many play.
    """

    hello: str
    opponents: bool

    @property
    def seats(self) -> int: ...

    def seat(self, number: int) -> str:
        """A seat in short: its letter, or `seat 4`."""
        ...

    def headline(self) -> str: ...

    def midway(self) -> str:
        """Return how far a deal is whose first call or card was made, "" for none; and at a replay."""
        ...

    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        """The whole table; `names` says who sits where."""
        ...

    def told(self, before: View | None) -> Iterator[str]:
        """All that has happened since `before`, a line each."""
        ...

    def beside(self, before: View | None) -> Iterator[str]:
        """Of that, what a drawn table does not show."""
        ...

    def hand(self) -> str:
        """The own hand in one line, "" for none."""
        ...

    def question(self) -> str:
        """What this seat has to decide. Only where it has a decision."""
        ...

    def answers(self, due: bool) -> list[str]:
        """What a player may type now, a line each; `due`: its decision waits for an answer."""
        ...

    def words(self, rights: Rights) -> Iterator[str]:
        """Yield what else this game lets a person of these roles type now, a line each."""
        ...

    def command(self, line: str) -> Action | None:
        """What a line does at once, without being an answer; None for anything else. ValueError."""
        ...

    def answer(self, line: str) -> Action:
        """The answer that a line gives to this seat's decision. ValueError for what is none."""
        ...

    def page(self, word: str) -> list[str] | None:
        """What is told to who types a word alone, None for a word of another kind.

        ValueError for a word that other games have, and this one has not.
        """
        ...


def sheet_at(watched: TableView) -> Sheet:
    """The sheet of a table as a client follows it."""
    return sheet_of(watched.view, around(watched))


def sheet_of(view: View, around: Context = NOBODY) -> Sheet:
    """The sheet of a view's game; players are called by name where that is what tells them apart."""
    match view:
        case BridgeView(pub=ReplayPub()):
            return ReplaySheet(view)
        case BridgeView():
            return BridgeSheet(view)
        case SpadesView():
            return SpadesSheet(view)
        case HanabiView(pub=HanabiReplayPub() as shown):
            return HanabiReplaySheet(view, shown)
        case HanabiView():
            return HanabiSheet(view, around)
        case _:
            assert_never(view)


def led(sheet: Sheet) -> Led | None:
    """The sheet of a replay as its leader needs it, None for a table where people play."""
    return sheet if isinstance(sheet, ReplaySheet | HanabiReplaySheet) else None
