"""The presentations of a comparison of boards."""

from __future__ import annotations

from protocol.v1.bridge import Comparison
from server.records.base import Printing
from server.records.bridge.comparing.document import document
from server.records.bridge.comparing.text import text


class BoardPrinting(Printing[Comparison]):
    """Rankings and travellers, as text for the terminal and as an HTML document."""

    comparison_type = Comparison

    def text(self, comparison: Comparison, title: str) -> str:
        return text(comparison, title)

    def document(self, comparison: Comparison, title: str) -> str:
        return document(comparison, title)
