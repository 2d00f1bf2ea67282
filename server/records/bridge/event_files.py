"""The results of an event at bridge as USEBIO, PBN and CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ClassVar

import msgspec

from protocol.v1.bridge import Comparison
from protocol.words import list_alternatives
from server.events.ranking import Field, Ranking
from server.games.bridge.competing import BridgeCompeting
from server.games.bridge.scores.points import FIELD_SCORINGS
from server.records.base import EventAbout, ReadEventFiles
from server.records.bridge import usebio
from server.records.bridge.evenings import csv_rows, grids, pbn_reading, pbn_tables, printing
from server.records.bridge.evenings.evening import Evening
from server.records.bridge.evenings.of_comparison import of_comparison
from server.records.bridge.evenings.of_event import About, Name, of_event
from server.records.bridge.evenings.recount import completed, recount


class BridgeEventFiles(ReadEventFiles[Evening]):
    """The files of results of bridge that scoring programs and clubs write and read."""

    formats: ClassVar[Mapping[str, tuple[str, str]]] = MappingProxyType(
        {
            "usebio": ("application/xml", "xml"),
            "pbn": ("application/x-pbn", "pbn"),
            "csv": ("text/csv", "csv"),
        }
    )
    read_from: ClassVar[tuple[str, ...]] = ("xml", "pbn")
    versions: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({"usebio": ("1.2", "1.3")})

    def of_event(self, about: EventAbout, field: Field, ranking: Ranking) -> Evening:
        names = {id: Name(number, players, team) for id, (number, players, team) in about.names.items()}
        told = About(
            title=about.title,
            date=about.date,
            identifier=about.identifier,
            swiss=about.swiss,
            teams=about.teams,
            knock_out=about.knock_out,
            boards=about.boards,
            deals=about.deals,
            players=about.players,
        )
        return of_event(told, names, field, ranking)

    def of_comparison(self, comparison: bytes, title: str) -> Evening | None:
        try:
            compared = msgspec.json.decode(comparison, type=Comparison | None)
        except msgspec.ValidationError:
            raise ValueError("expected the comparison of boards of bridge, got another one") from None
        return None if compared is None else of_comparison(compared, title)

    def read(self, data: bytes) -> tuple[Evening, ...]:
        if usebio.looks_like(data) or data.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"<":
            return usebio.evenings(data)
        return (pbn_reading.evening(data),)

    def counted(self, results: Evening, scoring: str | None, note: Callable[[str], None]) -> Evening:
        word = next((each for each in FIELD_SCORINGS if each == scoring), None)
        if scoring is not None and word is None:
            raise ValueError(f"expected the scoring {list_alternatives(FIELD_SCORINGS)}, got {scoring}")
        in_matches = BridgeCompeting.in_matches
        if word is not None and (word in in_matches) != (results.scoring in in_matches):
            kind = "a team match" if word in in_matches else "a field of pairs"
            raise ValueError(f"the scoring {word} is for the results of {kind}, and this event is none")
        counted = recount(results, word)
        for line in grids.notes(results, counted):
            note(line)
        return completed(results, counted)

    def write(self, results: Evening, format: str, version: str = "") -> str:
        match format:
            case "usebio":
                return usebio.dumps(results, "1.3" if version == "1.3" else "1.2")
            case "pbn":
                return pbn_tables.dumps(results)
            case "csv":
                return csv_rows.dumps(results)
            case _:
                raise ValueError(f"expected one of the formats of an event, got {format}")

    def text(self, results: Evening) -> str:
        return printing.text(results)

    def document(self, results: Evening) -> str:
        return printing.document(results)
