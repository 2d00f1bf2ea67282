"""The convention card of a partnership."""

from __future__ import annotations

from msgspec import Struct

TEXT = "text/plain"


class ConventionCard(Struct, frozen=True):
    """The convention card of one side: a file.

    `name` is the name of the file, `kind` its content type, `data` its content.
    """

    name: str
    kind: str
    data: bytes

    @property
    def text(self) -> str | None:
        """Return the text of a card of plain text, None for a picture or a PDF."""
        return self.data.decode(errors="replace") if self.kind == TEXT else None
