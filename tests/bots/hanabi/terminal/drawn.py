"""Helpers that draw and describe Hanabi tables as a terminal does."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise

from rich.console import Console
from rich.text import Text

from bots.hanabi.terminal.context import Context
from bots.hanabi.terminal.drawing import draw
from bots.hanabi.terminal.events import Half, news
from bots.hanabi.terminal.sheet import HanabiSheet
from bots.hanabi.view import HanabiView
from server.games.base import Audience, Public
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState

NAMES = {0: "Ann", 1: "Bob"}
ROWS = {0: Text("● Ann"), 1: Text("● Bob"), 2: Text("○ robot plain"), 3: Text("empty")}
PUBLIC = Public()


def shown(state: HanabiState, audience: Audience = PUBLIC, noted: Sequence[int] = ()) -> str:
    """Return the table as plain text, without spaces at the ends of its lines."""
    console = Console(file=io.StringIO(), width=76)
    console.print(draw(*seen(state, audience), ROWS, NAMES, noted))
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def seen(state: HanabiState, audience: Audience = PUBLIC) -> Half:
    """Return both halves of a view."""
    return HANABI.pub(state), HANABI.own(state, audience)


def sheet(state: HanabiState, audience: Audience = PUBLIC, **around: object) -> HanabiSheet:
    """Return the sheet of a table with Ann and Bob in the first seats."""
    pub, own = seen(state, audience)
    return HanabiSheet(HanabiView("t", pub, own), Context(**{"names": NAMES, **around}))


def told(states: Sequence[HanabiState], audience: Audience = PUBLIC) -> list[str]:
    """Return the lines for a person who sees one state after the other."""
    views = [None, *(seen(state, audience) for state in states)]
    return [line for before, now in pairwise(views) if now is not None for line in news(before, now, NAMES)]
