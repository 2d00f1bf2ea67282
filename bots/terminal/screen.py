"""The screen: a live table that is redrawn in the same place of a terminal."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from bots.client import Client
from bots.sheets.names import name_shown
from bots.sheets.text import printable
from bots.terminal.sheets import led, sheet_at
from bots.view import View
from bots.wire.table_view import TableView
from protocol.v1.updates import People, SeatRow

NAME_WIDTH = 12
LEADER = 0
SAID_LINES, SAID_AT_LEAST = 12, 2


class Show(Protocol):
    """The display of a table for a person: a redrawn screen, or a transcript of lines."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def look(self, client: Client, watched: TableView) -> None:
        """Show the table as it is now."""
        ...

    def say(self, text: str) -> None:
        """Print a text of one or more lines for the person."""
        ...

    def page(self, text: str) -> None:
        """Show a long text until the person types the next line; an empty text removes the long text."""
        ...

    def ask(self, prompt: str, typed: str) -> None:
        """Show a prompt and the text typed so far; an empty prompt removes the prompt from the screen."""
        ...


class Screen:
    """A display that draws the table on a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._pages: list[list[Text]] = []
        self._live = Live(console=console, auto_refresh=False, vertical_overflow="visible")
        self._said: deque[str] = deque(maxlen=SAID_LINES)
        self._view: View | None = None
        self._asked = Text()
        self._table: RenderableType = Text()

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._asked = Text()
        self._refresh()
        self._live.__exit__(kind, error, trace)

    def look(self, client: Client, watched: TableView) -> None:
        self._table = picture(watched, client.now_ms(), state_of(client))
        view, before = watched.view, self._view
        if view is not before:
            self._view = view
            self._said.extend(printable(line) for line in sheet_at(watched).events_not_drawn(before))
        self._refresh()

    def say(self, text: str) -> None:
        self._said.extend(printable(line) for line in text.splitlines())
        self._refresh()

    def ask(self, prompt: str, typed: str) -> None:
        self._asked = Text(f"{prompt} {typed}▏", style="bold") if prompt or typed else Text()
        self._refresh()

    def page(self, text: str) -> None:
        """Show a long text in place of the drawn table, page by page."""
        if text:
            lines = [row for line in text.splitlines() for row in self._rows(printable(line), "")]
            room = max(3, self._console.height - 3)
            self._pages = [lines[start : start + room] for start in range(0, len(lines), room)]
        elif self._pages:
            self._pages.pop(0)
        self._refresh()

    def _refresh(self) -> None:
        shown = self._page() if self._pages else [self._table, *self._said_rows()]
        self._live.update(Group(*shown, *self._prompt()), refresh=True)

    def _prompt(self) -> list[Text]:
        return [self._asked] if self._asked else []

    def _page(self) -> list[Text]:
        more = "Enter: more" if len(self._pages) > 1 else "Enter: back to the table"
        return [*self._pages[0], Text(more, style="dim")]

    def _said_rows(self) -> list[Text]:
        """Return the newest messages that fit below the drawn table, in rows."""
        taken = len(self._console.render_lines(Group(self._table, *self._prompt())))
        room = max(SAID_AT_LEAST, self._console.height - taken)
        rows = [row for line in self._said for row in self._rows(line, "italic")]
        return rows[-room:]

    def _rows(self, line: str, style: str) -> list[Text]:
        return list(Text(line, style=style).wrap(self._console, self._console.width))


def state_of(client: Client) -> str:
    """Return a problem of the connection to the server in words, or "" if there is none."""
    if not client.connected:
        return "connection lost, connecting again"
    return "the server is waiting for its database" if client.holding else ""


def picture(watched: TableView, now_ms: float, trouble: str = "") -> RenderableType:
    """Return a drawing of a table with the game, the people and the time left."""
    view, people = watched.view, watched.people
    sheet = sheet_at(watched)
    names = {} if people is None else {row.seat: who(row) for row in people.seats}
    leader: Text | None = None
    replay = led(sheet)
    if replay is not None:
        leader, names = names.get(LEADER), recorded(replay.recorded)
    foot = [
        "" if leader is None else f"led by {leader.plain}",
        _watchers(people),
        _waiting(people, sheet.seats),
        clock(watched.deadline_ms, now_ms),
        trouble,
        watched.ended or "",
    ]
    foot_text = Text("   ".join(part for part in foot if part), style="dim")
    title = f"Table {view.table}: {sheet.headline()}"
    return Panel(Group(sheet.draw(names), foot_text), title=title, expand=False)


def recorded(players: tuple[str, ...]) -> dict[int, Text]:
    """Return the names of the players of a recorded deal, by the number of the seat."""
    names = (printable(name)[:NAME_WIDTH] for name in players)
    return {seat: Text(name) for seat, name in enumerate(names) if name}


def who(row: SeatRow) -> Text:
    """Return the text for a seat: its player's or robot's name, with ● if present and ○ if absent.

    The name of a player that substitutes for the owner of a seat ends with +.
    """
    if row.player is None and row.robot is None:
        return Text("empty, owner away" if row.owner is not None else "empty", style="dim")
    name = printable(f"robot {row.robot}" if row.player is None else name_shown(row))
    if row.player is not None and row.robot_of:
        name = f"robot {name}"
    stands_in = "+" if row.owner is not None else ""
    return Text(f"{'●' if row.here else '○'} {name[:NAME_WIDTH]}{stands_in}", style="" if row.here else "dim")


def clock(deadline_ms: int | None, now_ms: float) -> str:
    """Return the time left for the decision in minutes and seconds, or "" without a time limit."""
    if deadline_ms is None:
        return ""
    seconds = max(0, int((deadline_ms - now_ms) / 1000))
    return f"clock {seconds // 60}:{seconds % 60:02}"


def _watchers(people: People | None) -> str:
    if people is None:
        return ""
    paused = "paused, " if people.paused else ""
    called = ", the director is called" if people.called else ""
    return f"{paused}{people.watchers} watching{called}"


def _waiting(people: People | None, seats: int) -> str:
    """Return a list of the players that wait for a seat at a table, or "" if no player waits."""
    beside = [who(row).plain for row in (() if people is None else people.seats) if row.seat >= seats]
    return f"waiting: {', '.join(beside)}" if beside else ""
