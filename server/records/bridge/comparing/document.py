"""A comparison as an HTML document to read and to print."""

from __future__ import annotations

from protocol.v1.bridge import Comparison
from server.records.bridge.comparing.grids import rankings, summary, travellers
from server.records.printed.document import document_of_grids


def document(comparison: Comparison, title: str) -> str:
    """Return a document with the rankings and the travellers of a comparison. All texts are escaped."""
    return document_of_grids(
        title, summary(comparison), rankings(comparison), travellers(comparison, symbols=True)
    )
