"""A table of any game on a sheet of paper: drawn, told, and what may be typed at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, assert_never

from rich.console import RenderableType
from rich.text import Text

from bots.bot import View
from bots.client import Client
from bots.errors import Refused
from bots.games import Action, BridgeView, HanabiView, SpadesView, seat_number
from bots.terminal.bridge.sheet import BridgeSheet, ReplaySheet
from bots.terminal.spades.sheet import SpadesSheet
from protocol.v1.codec import InvalidMessage
from protocol.v1.replay import ReplayPub


class Sheet(Protocol):
    """One view of a table.

    `hello` is what a player is told on sitting down, `everybody` and `offices` what anybody, and who has an
    office, may type at tables of this game. `seats` is how many play.
    """

    hello: str
    everybody: tuple[str, ...]
    offices: tuple[str, ...]

    @property
    def seats(self) -> int: ...

    def seat(self, number: int) -> str:
        """A seat in short: its letter, or `seat 4`."""
        ...

    def headline(self) -> str: ...

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


def sheet_of(view: View) -> Sheet:
    """The sheet of a view's game. Raises InvalidMessage for a game that is not drawn."""
    match view:
        case BridgeView(pub=ReplayPub()):
            return ReplaySheet(view)
        case BridgeView():
            return BridgeSheet(view)
        case SpadesView():
            return SpadesSheet(view)
        case HanabiView():
            raise InvalidMessage("expected a table of bridge or spades: the terminal does not draw Hanabi")
        case _:
            assert_never(view)


def seat_among(text: str, seats: int) -> int:
    """A seat by its letter or number where so many play; two sit North and South. ValueError for none.

    >>> seat_among("S", 4), seat_among("south", 2), seat_among("1", 2), seat_among("seat 5", 6)
    (2, 1, 1, 5)
    """
    typed = text.strip().lower().removeprefix("seat").strip()
    if seats == 4 or typed.isdecimal():
        return seat_number(typed)
    if seats != 2:
        raise ValueError(f"expected a seat by its number, from 0 to {seats - 1}, got {text!r}")
    if typed[:1] not in ("n", "s"):
        raise ValueError(f"expected a seat as N or S, or its number, got {text!r}")
    return 0 if typed[0] == "n" else 1


async def seat_at(client: Client, table: str, text: str) -> int:
    """The seat that a letter or number means at a table, which is looked at to know how many sit there.

    Raises ValueError for what is none. A table that one may not look at is taken for one of four.
    """
    number = seat_number(text)
    if text.strip().isdecimal():
        return number
    try:
        watched = await client.watch(table, "public")
    except Refused:
        return number
    return seat_among(text, sheet_of(watched.view).seats)
