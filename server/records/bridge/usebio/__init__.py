"""USEBIO 1.2 and 1.3, the XML format in which British scoring programs exchange the results of events."""

from __future__ import annotations

from server.records.bridge.usebio.reading import evenings, looks_like

__all__ = ["evenings", "looks_like"]
