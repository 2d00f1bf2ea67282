"""What every game's view is made of: a public half, and what one audience knows beyond it.

Whatever grows in a half is a map keyed by whole numbers (strings of digits in JSON), and no other object has
such keys, so that a patch can be told key by key from a value that is replaced.
"""

from __future__ import annotations

from msgspec import Struct


class Pub(Struct, tag_field="game", gc=False):
    """The public half of a view; every game subclasses it and the tag `game` tells which."""


class Own(Struct, tag_field="game", kw_only=True, gc=False):
    """The other half: what this audience alone knows.

    `decision` names the choice that this seat must make now, null when it has none. It is a word to be sent
    back in `act.decision` as it is.
    """

    decision: str | None = None
