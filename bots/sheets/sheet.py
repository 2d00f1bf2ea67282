"""The sheet: the object that draws a view of a table at a terminal and reads lines that a player types."""

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

NO_LEADER = "only the leader can step through a replay; sit down at seat 0 to lead"


class TableContext(Struct, frozen=True):
    """Information about a table that is not part of its view: the people at the table, and notes on cards.

    `notes` are the terminal user's own notes on cards, by card. `all_notes` are the notes on cards of all
    players, by seat, as far as the server has sent them.
    """

    people: People | None = None
    notes: Mapping[int, str] = {}
    all_notes: Mapping[int, Mapping[int, str]] = {}


class TableClient(Protocol):
    """The requests that a terminal may send to the server when its user has typed a command.

    Every method of this class raises Refused if the server refuses the request.
    """

    async def act(self, table: str, action: Struct, decision: str | None) -> None: ...

    async def rule(self, table: str, ruling: Struct) -> None: ...

    async def note(self, table: str, card: int, text: str) -> None: ...

    async def card(self, table: str, side: str) -> ConventionCard: ...

    async def upload_card(self, table: str, name: str, data: bytes) -> str: ...


class Done(Struct, frozen=True):
    """The text to show after a typed command: `said` is one line, or `page` is a text of many lines."""

    said: str = ""
    page: str = ""


class Sheet(ABC):
    """One view of a table as a terminal shows it, with the commands that its user can type.

    `hello` is the line with which a terminal greets a player that sits down. `opponents` is True if the
    players of the game have opponents, so that chat to opponents is possible. `seats` is the number of
    players at the table.
    """

    hello: str
    opponents: bool = True

    @property
    @abstractmethod
    def seats(self) -> int: ...

    @abstractmethod
    def headline(self) -> str:
        """Return a short description of the deal that is being played."""

    @abstractmethod
    def draw(self, names: Mapping[int, Text]) -> RenderableType:
        """Draw the whole table as this view shows it.

        `names` are the names of the people at the table, by seat.
        """

    @abstractmethod
    def events(self, before: View | None) -> Iterable[str]:
        """Yield one line for each event that has led from the earlier view `before` to this view."""

    @abstractmethod
    def question(self) -> str:
        """Return the prompt for the decision that this seat has to make now, such as `Your call`.

        Call this method only if the player in this seat has a decision to make.
        """

    @abstractmethod
    def list_answers(self, due: bool) -> list[str]:
        """Return the lines that explain to a player what can be typed now.

        `due` is True if this seat has to decide now.
        """

    @abstractmethod
    def answer(self, line: str) -> Action:
        """Return the action that a typed line means, as the answer to the player's present decision.

        Raises ValueError for a line that does not answer the player's present decision.
        """

    def seat(self, number: int) -> str:
        """Return the short name of a seat, such as `N` or `seat 4`."""
        return f"seat {number}"

    def midway(self) -> str:
        """Return the progress of a deal or a replay in words, "" before the first move."""
        return ""

    def events_not_drawn(self, before: View | None) -> Iterable[str]:
        """Yield a line for each event since the earlier view `before` that the drawn table does not show."""
        return ()

    def hand(self) -> str:
        """Return the cards of this seat as one line, "" for a seat without cards."""
        return ""

    def commands(self, rights: Rights) -> Iterable[str]:
        """Yield one line of help for each command that a person with the roles `rights` may type now."""
        return ()

    def command(self, line: str) -> Action | None:
        """Return the action for a command that answers no decision, such as a claim.

        If `line` is not a command such as a claim, the result is None. Raises ValueError for an incomplete
        command.
        """
        return None

    def page(self, word: str) -> list[str] | None:
        """Return the lines of the page of information named `word`, such as `times`, None for any other word.

        Raises ValueError if only other games have the page of information `word`.
        """
        return None

    async def run_command(self, client: TableClient, table: str, word: str, rest: str) -> Done | None:
        """Carry out a typed command of this game that is not an action: a ruling, a note, a convention card.

        Returns None if this game has no command `word`. Raises Refused if the server refuses the command, and
        ValueError for an incomplete command.
        """
        return None


class LedSheet(Sheet):
    """One view of a replay as a terminal shows it, with the commands of the leader of the replay.

    `prompt` is the question that a terminal asks the leader, the player that steps through the replay.
    `recorded` are the names, by seat, of the players in the recorded deal.
    """

    opponents = False
    prompt: str

    @property
    @abstractmethod
    def recorded(self) -> tuple[str, ...]: ...

    @abstractmethod
    def read_lead(self, line: str) -> Struct:
        """Return the action that the leader of the replay has typed: a step, or a move to try.

        Raises ValueError for a line that is neither a command of the replay's leader nor a move of the game.
        """

    @abstractmethod
    def list_leads(self) -> list[str]:
        """Return the lines that explain to the leader of a replay what can be typed."""
