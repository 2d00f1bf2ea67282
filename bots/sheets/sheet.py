"""The sheet of a table: one view drawn, told, and what may be typed at it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from bots.convention_card import ConventionCard
from bots.sheets.rights import Rights
from bots.view import Action, View
from protocol.v1.updates import People

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

NO_LEADER = "only the leader moves a replay; sit down as seat 0 to lead"


class Around(Struct, frozen=True):
    """What is known beside a view: the people at the table, and notes.

    `notes` are one's own by card, `all_notes` everybody's by seat, as far as they are told.
    """

    people: People | None = None
    notes: Mapping[int, str] = {}
    all_notes: Mapping[int, Mapping[int, str]] = {}


class TableClient(Protocol):
    """What a game's words may ask of the client that follows the table. Everything may raise Refused."""

    async def act(self, table: str, action: Struct, decision: str | None) -> None: ...

    async def rule(self, table: str, ruling: Struct) -> None: ...

    async def note(self, table: str, card: int, text: str) -> None: ...

    async def card(self, table: str, side: str) -> ConventionCard: ...

    async def upload_card(self, table: str, name: str, data: bytes) -> str: ...


class Done(Struct, frozen=True):
    """What a typed word has done: `said` is one line about it, `page` something long to be shown."""

    said: str = ""
    page: str = ""


class Sheet(ABC):
    """One view of a table.

    `hello` is what a player is told on sitting down, `opponents` whether players have any. `seats` is how
    many play.
    """

    hello: str
    opponents: bool = True

    @property
    @abstractmethod
    def seats(self) -> int: ...

    @abstractmethod
    def headline(self) -> str:
        """Return what is played, in short."""

    @abstractmethod
    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        """Draw the whole table; `names` are the people in its seats."""

    @abstractmethod
    def told(self, before: View | None) -> Iterable[str]:
        """Yield all that has happened since `before`, a line each."""

    @abstractmethod
    def question(self) -> str:
        """Return what this seat has to decide. Only where it has a decision."""

    @abstractmethod
    def answers(self, due: bool) -> list[str]:
        """Return what a player may type now, a line each; `due`: its decision waits for an answer."""

    @abstractmethod
    def answer(self, line: str) -> Action:
        """Return the answer that a line gives to this seat's decision. ValueError for what is none."""

    def seat(self, number: int) -> str:
        """Return a seat in short: its letter, or `seat 4`."""
        return f"seat {number}"

    def midway(self) -> str:
        """Return how far a deal is whose first move was made, "" for none; and at a replay."""
        return ""

    def beside(self, before: View | None) -> Iterable[str]:
        """Yield of what has happened since `before` that which a drawn table does not show."""
        return ()

    def hand(self) -> str:
        """Return the own hand in one line, "" for none."""
        return ""

    def words(self, rights: Rights) -> Iterable[str]:
        """Yield what else this game lets a person of these roles type now, a line each."""
        return ()

    def command(self, line: str) -> Action | None:
        """Return what a line does at once, without being an answer; None for anything else. ValueError."""
        return None

    def page(self, word: str) -> list[str] | None:
        """Return what a word alone asks to be told, None for a word of another kind.

        ValueError for a word that other games have, and this one has not.
        """
        return None

    async def typed(self, client: TableClient, table: str, word: str, rest: str) -> Done | None:
        """Do what a word of this game does that is no action: a ruling, a note, a convention card.

        None for any other word. Raises Refused, and ValueError for half a word.
        """
        return None


class LedSheet(Sheet):
    """The sheet of a replay; `prompt` is what its leader is asked, `recorded` are its players by seat."""

    opponents = False
    prompt: str

    @property
    @abstractmethod
    def recorded(self) -> tuple[str, ...]: ...

    @abstractmethod
    def lead(self, line: str) -> Struct:
        """Return what a leader's line does. ValueError for what is no leader's word and no move to try."""

    @abstractmethod
    def leads(self) -> list[str]:
        """Return all that a leader may type, a line each."""
