"""Helpers that draw and describe Spades tables as a terminal does."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise

from rich.console import Console
from rich.text import Text

from bots.spades.terminal.drawing import draw
from bots.spades.terminal.events import Half, news
from server.games.base import Audience, Public
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState

NAMES = {0: Text("● Ann"), 1: Text("● robot plain"), 2: Text("○ Carl"), 3: Text("empty")}


def shown(state: SpadesState, audience: Audience = Public()) -> str:  # noqa: B008 - a frozen value
    """Return the table as plain text, without spaces at the ends of its lines."""
    console = Console(file=io.StringIO(), width=76)
    console.print(draw(*seen(state, audience), NAMES))
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def seen(state: SpadesState, audience: Audience = Public()) -> Half:  # noqa: B008
    """Return both halves of a view."""
    return SPADES.pub(state), SPADES.own(state, audience)


def told(states: Sequence[SpadesState], audience: Audience = Public()) -> list[str]:  # noqa: B008
    """Return the lines for a person who sees one state after the other."""
    views = [None, *(seen(state, audience) for state in states)]
    return [line for before, now in pairwise(views) if now is not None for line in news(before, now)]
