"""Descriptions of `/v1/games` in the OpenAPI document, assembled from the registry of record formats."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill

from server.records.registry import RECORDS

WIDTH = 102
_ANALYSED = [(each, each.analysing) for each in RECORDS.values() if each.analysing is not None]
_NOUNS = [each.export.positions.noun for each in RECORDS.values() if each.export and each.export.positions]
_POSITIONS = " or ".join((", ".join(_NOUNS[:-1]), _NOUNS[-1]))


def _defaults() -> Iterator[str]:
    """Yield each default file format of a download together with the games that use it."""
    games: dict[str, list[str]] = {}
    for each in RECORDS.values():
        if each.export is not None:
            default = next(iter(each.formats.values()))
            games.setdefault(default.title or default.name, []).append(each.title)
    for form, titles in games.items():
        yield f"{form} at {' and '.join(titles)}"


def _paragraphs() -> Iterator[str]:
    yield "Download the finished deals of an id as a file, or show a position in one of them."
    added = "".join(
        f" `dd=yes` adds {analysing.added} to {records.many}, if the format can hold them."
        for records, analysing in _ANALYSED
    )
    yield fill(
        "Without `format`, the first format in the header `Accept` is used, or else the default of the game:"
        f" {', '.join(_defaults())}.{added}",
        WIDTH,
    )
    yield fill(
        f"With `turn`, the answer is one {_POSITIONS} after `turn` actions, as the seat `as` saw it, with"
        " all hands if `as` is `all`, or without `as`, as all players saw it.",
        WIDTH,
    )


DOWNLOAD = "\n\n".join(_paragraphs())
ANALYSE = "Analyse finished {}: each with {}.".format(
    " and ".join(f"{analysing.noun}s" for _, analysing in _ANALYSED),
    " or ".join(analysing.answered for _, analysing in _ANALYSED),
)
ANALYSE_SHOWN = fill(
    "Analyse the {} that a replay table shows: with {}. If the leader tries other moves, these are analysed"
    " instead of the recorded ones. Every other table is refused.".format(
        " or ".join(analysing.noun for _, analysing in _ANALYSED),
        " or ".join(analysing.answered for _, analysing in _ANALYSED),
    ),
    WIDTH,
)
DD = f"`yes` adds {' or '.join(analysing.results for _, analysing in _ANALYSED)}."
AS = "With `turn`: show the position as this seat saw it, or with all hands (`all`)."
TURN = f"The number of actions after which the {_POSITIONS} is shown."
