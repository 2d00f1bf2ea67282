"""An evening as text for the terminal, and as an HTML document to print."""

from __future__ import annotations

from server.records.bridge.evenings.evening import Evening
from server.records.bridge.evenings.grids import rankings, summary, travellers
from server.records.printed.document import document_of_grids
from server.records.printed.text import text_of_grids


def text(evening: Evening) -> str:
    """Return the rankings and the travellers of an evening, with aligned columns."""
    return text_of_grids(title(evening), summary(evening), (*rankings(evening), *travellers(evening)))


def document(evening: Evening) -> str:
    """Return an HTML document with the rankings and the travellers of an evening."""
    return document_of_grids(
        title(evening), summary(evening), rankings(evening), travellers(evening, symbols=True)
    )


def title(evening: Evening) -> str:
    """Return the title of an evening or, without one, its description or `Results`."""
    return evening.title or evening.description or "Results"
