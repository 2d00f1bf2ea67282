"""The file formats of boards, and the functions that recognise a file's format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from server.records.base import Format
from server.records.bridge import endplay_json, handviewer, lin, pbn
from server.records.bridge.bridge_env import log, settings
from server.records.bridge.record import BoardRecord, Read
from server.records.json_text.first_bytes import head_of


class BoardFormat(Format[BoardRecord], frozen=True, kw_only=True):
    """A file format of boards, which this server can read and write.

    `boards` is a function that yields the boards of a file, and a fault for each board that cannot be read.
    """

    boards: Callable[[str | bytes], Iterator[Read]]


FORMATS: dict[str, BoardFormat] = {
    each.name: each
    for each in (
        BoardFormat("pbn", (".pbn",), "application/x-pbn", pbn.dumps, "PBN", boards=pbn.boards),
        BoardFormat("lin", (".lin",), "application/x-lin", lin.dumps, boards=lin.boards),
        BoardFormat("handviewer", (".url",), "text/uri-list", handviewer.dumps, boards=handviewer.boards),
        BoardFormat(
            "endplay", (".json",), "application/json", endplay_json.dumps, boards=endplay_json.boards
        ),
        BoardFormat(
            "endplay-dialect",
            (),
            "application/json",
            partial(endplay_json.dumps, dialect=True),
            boards=endplay_json.boards,
        ),
        BoardFormat("bridge_env", (), "application/json", log.dumps, boards=log.boards),
        BoardFormat("board_settings", (), "application/json", settings.dumps, boards=settings.boards),
    )
}

_SIGNS: tuple[tuple[str, Callable[[bytes], object]], ...] = (
    ("bridge_env", log.looks_like),
    ("board_settings", settings.looks_like),
    ("endplay", endplay_json.looks_like),
    ("lin", lin.SIGN.match),
    ("handviewer", handviewer.looks_like),
    ("lin", lambda head: not pbn.TAG.search(head) and lin.stands_in(head)),
)
"""The test of a file's first bytes for each bridge format, in the order in which the tests are made."""
USUAL = "pbn"
"""The format in which a file is read if the test of no other bridge format recognises it."""


def recognised(text: str | bytes) -> BoardFormat:
    """Return the bridge format that the first bytes of a file show, or PBN if they show none."""
    head = head_of(text)
    return FORMATS[next((name for name, fits in _SIGNS if fits(head)), USUAL)]


def read_boards(text: str | bytes) -> Iterator[Read]:
    """Yield every board of a file, or a `Fault` for a board that cannot be read.

    Raises BadRecord if no part of the file can be read.
    """
    return recognised(text).boards(text)
