"""What every game's view is made of: a public half, and what one audience knows beyond it."""

from __future__ import annotations

from msgspec import Struct


class Pub(Struct, tag_field="game", gc=False):
    """The public half of a view; every game subclasses it and the tag `game` tells which."""


class Own(Struct, tag_field="game", kw_only=True, gc=False):
    """The other half: what this audience alone knows.

    `decision` names the choice that this seat must make now, `<rewinds>.<moves>`; None when it has none. It
    is to be sent back in `act.decision`.
    """

    decision: str | None = None
