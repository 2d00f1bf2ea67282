"""A comparison as plain text for the terminal."""

from __future__ import annotations

from protocol.v1.bridge import Comparison
from server.records.bridge.comparing.grids import rankings, summary, travellers
from server.records.printed.text import text_of_grids


def text(comparison: Comparison, title: str) -> str:
    """Return the rankings and the travellers of a comparison, with aligned columns."""
    return text_of_grids(title, summary(comparison), (*rankings(comparison), *travellers(comparison)))
