"""The descriptions of `/v1/games` in the OpenAPI document, assembled from the registry of records."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from server.records.registry import RECORDS

WIDTH = 102
_ANALYSED = [(each, each.analysing) for each in RECORDS.values() if each.analysing is not None]
_POSITIONS = " or ".join(
    each.export.positions.noun for each in RECORDS.values() if each.export and each.export.positions
)


def _usual() -> Iterator[str]:
    """Yield each usual format with the games that have it."""
    games: dict[str, list[str]] = {}
    for each in RECORDS.values():
        if each.export is not None:
            usual = next(iter(each.formats.values()))
            games.setdefault(usual.title or usual.name, []).append(each.title)
    for form, titles in games.items():
        yield f"{form} at {' and '.join(titles)}"


def _paragraphs() -> Iterator[str]:
    yield f"Download what is finished under an id, as a file; or show a {_POSITIONS} after so many actions."
    added = "".join(
        f" `dd=yes` adds {analysing.added} to {records.many}, where the format has room for them."
        for records, analysing in _ANALYSED
    )
    yield fill(
        "Without `format` the first one that the header `Accept` names, else the usual one of the game:"
        f" {', '.join(_usual())}.{added}",
        WIDTH,
    )
    yield fill(
        f"With `turn` the answer is one {_POSITIONS} after so many actions, as the seat `as` had it before"
        " it, without `as` as all had it.",
        WIDTH,
    )


DOWNLOAD = "\n\n".join(_paragraphs())
ANALYSE = "Analyse finished {}: each with {}.".format(
    " and ".join(f"{analysing.noun}s" for _, analysing in _ANALYSED),
    " or ".join(analysing.answered for _, analysing in _ANALYSED),
)
DD = f"`yes` adds {' or '.join(analysing.results for _, analysing in _ANALYSED)}."
TURN = f"So many actions of a {_POSITIONS} are done."
