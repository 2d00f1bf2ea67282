"""USEBIO 1.2 and 1.3, the XML format in which British scoring programs exchange the results of events."""

from __future__ import annotations

from server.records.bridge.usebio.reading import evenings, looks_like
from server.records.bridge.usebio.writing import dumps

__all__ = ["dumps", "evenings", "looks_like"]
