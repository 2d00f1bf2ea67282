"""The convention card of a partnership."""

from __future__ import annotations

from msgspec import Struct

TEXT = "text/plain"


class ConventionCard(Struct, frozen=True):
    """A file with the convention card of one partnership.

    `name` is the name of the file, `kind` its content type, `data` its content.
    """

    name: str
    kind: str
    data: bytes

    @property
    def text(self) -> str | None:
        """Return the text of the convention card if it is plain text, None if it is a picture or a PDF."""
        return self.data.decode(errors="replace") if self.kind == TEXT else None
