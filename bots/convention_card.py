"""A convention card as a client has it."""

from __future__ import annotations

from msgspec import Struct

TEXT = "text/plain"


class ConventionCard(Struct, frozen=True):
    """A card as its side has laid it: a file of the content type `kind`, under the name that it was given."""

    name: str
    kind: str
    data: bytes

    @property
    def text(self) -> str | None:
        """The words of a card that is text, None for a picture or a PDF."""
        return self.data.decode(errors="replace") if self.kind == TEXT else None
