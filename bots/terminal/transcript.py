"""A live table told line by line, for pipes, files and whoever prefers words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from types import TracebackType
from typing import Self

from rich.console import Console

from bots.bot import View
from bots.client import Client
from bots.terminal.bridge.drawing import hand_text
from bots.terminal.bridge.events import events
from bots.terminal.bridge.replays import new_place
from bots.terminal.bridge.words import news
from bots.terminal.printable import printable
from bots.terminal.screen import state_of
from bots.wire.watched import Watched
from protocol.v1.bridge import BridgePub
from protocol.v1.replay import ReplayPub


class Transcript:
    """Prints what is new."""

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

    def look(self, client: Client, watched: Watched) -> None:
        view, before = watched.view, self._view
        if view is not before:
            for line in self._news(None if before is None else before.pub, view.pub):
                self.say(line)
            for line in events(None if before is None else (before.pub, before.own), (view.pub, view.own)):
                self.say(line)
            self._show_hand(view)
            self._view = view
        self._call(watched.people is not None and watched.people.called)
        trouble = state_of(client)
        if trouble != self._trouble:
            self.say(f"({trouble or 'connected again'})")
            self._trouble = trouble

    def _news(self, before: BridgePub | None, pub: BridgePub) -> Iterator[str]:
        if not isinstance(pub, ReplayPub):
            return news(before, pub)
        known = before if isinstance(before, ReplayPub) else None
        same = None if known is None or known.place != pub.place else known
        return chain(news(same, pub), new_place(known, pub))

    def _call(self, called: bool) -> None:
        if called and not self._called:
            self.say("(the director is called)")
        self._called = called

    def _show_hand(self, view: View) -> None:
        """The own hand, once when the board is dealt."""
        hand = None if view.own is None else view.own.hand
        before = None if self._view is None or self._view.own is None else self._view.own.hand
        if hand is not None and (before is None or len(hand) > len(before)):
            self.say(f"Your hand: {hand_text(hand)}")

    def say(self, text: str) -> None:
        for line in text.splitlines():
            self._console.print(printable(line), markup=False, highlight=False, soft_wrap=True)

    def page(self, text: str) -> None:
        self.say(text)

    def ask(self, prompt: str, typed: str) -> None:
        if prompt and prompt != self._asked:
            self.say(prompt)
        self._asked = prompt
