"""The results of an event of this server as USEBIO, PBN and CSV."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from server.events.ranking import Field, Ranking
from server.records.base import EventAbout, EventFiles
from server.records.bridge import usebio
from server.records.bridge.evenings import csv_rows, pbn_tables
from server.records.bridge.evenings.of_event import About, Name, of_event


class BridgeEventFiles(EventFiles):
    """The files of results of bridge that scoring programs and clubs read."""

    formats: ClassVar[Mapping[str, tuple[str, str]]] = MappingProxyType(
        {
            "usebio": ("application/xml", "xml"),
            "pbn": ("application/x-pbn", "pbn"),
            "csv": ("text/csv", "csv"),
        }
    )

    def write(self, about: EventAbout, field: Field, ranking: Ranking, format: str) -> str:
        names = {id: Name(number, players, team) for id, (number, players, team) in about.names.items()}
        told = About(about.title, "", about.date, about.identifier, about.swiss)
        evening = of_event(told, names, field, ranking, about.boards)
        match format:
            case "usebio":
                return usebio.dumps(evening)
            case "pbn":
                return pbn_tables.dumps(evening)
            case "csv":
                return csv_rows.dumps(evening)
            case _:
                raise ValueError(f"expected one of the formats of an event, got {format}")
