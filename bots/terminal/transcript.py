"""The transcript: a live table described line by line, for pipes, files and screen readers."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console

from bots.client import Client
from bots.sheets.text import printable
from bots.terminal.screen import state_of
from bots.terminal.sheets import sheet_at
from bots.view import View
from bots.wire.table_view import TableView


class Transcript:
    """A display that prints the events of a table as lines."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._view: View | None = None
        self._trouble = ""
        self._called = False
        self._asked = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def look(self, client: Client, watched: TableView) -> None:
        view, before = watched.view, self._view
        if view is not before:
            for line in sheet_at(watched).events(before):
                self.say(line)
            self._view = view
        self._call(watched.people is not None and watched.people.called)
        trouble = state_of(client)
        if trouble != self._trouble:
            self.say(f"({trouble or 'connected again'})")
            self._trouble = trouble

    def _call(self, called: bool) -> None:
        if called and not self._called:
            self.say("(the director is called)")
        self._called = called

    def say(self, text: str) -> None:
        for line in text.splitlines():
            self._console.print(printable(line), markup=False, highlight=False, soft_wrap=True)

    def page(self, text: str) -> None:
        self.say(text)

    def ask(self, prompt: str, typed: str) -> None:
        if prompt and prompt != self._asked:
            self.say(prompt)
        self._asked = prompt
