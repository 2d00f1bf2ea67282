"""What every game's view is made of: a public half, and what one audience knows beyond it.

Whatever grows in a half is a map keyed by whole numbers (strings of digits in JSON), and no other object has
such keys, so that a patch can be told key by key from a value that is replaced.
"""

from __future__ import annotations

from operator import is_not

from msgspec import Struct
from msgspec.structs import astuple


class Pub(Struct, tag_field="game", gc=False):
    """The public half of a view; every game subclasses it and the tag `game` tells which."""


class Own(Struct, tag_field="game", kw_only=True, gc=False):
    """The other half: what this audience alone knows.

    `decision` names the choice that this seat must make now, null when it has none. It is a word to be sent
    back in `act.decision` as it is.
    """

    decision: str | None = None


def difference(old: Struct, new: Struct) -> dict[str, object]:
    """The fields of `new` that differ from `old`'s; a map field by key, None for a key that is gone."""
    changed: dict[str, object] = {}
    for name, before, after in zip(new.__struct_fields__, astuple(old), astuple(new), strict=True):
        if before is after or before == after:
            continue
        if isinstance(before, dict) and isinstance(after, dict):
            changed[name] = _keys(before, after)
        else:
            changed[name] = after
    return changed


def _keys(before: dict[int, object], after: dict[int, object]) -> dict[int, object]:
    """What changed in a map. Nearly always it grew by one key at its end, which is told without a search."""
    grown = len(after) == len(before) + 1 and not any(map(is_not, before, after))
    if grown and not any(map(is_not, before.values(), after.values())):
        last = next(reversed(after))
        return {last: after[last]}
    keys = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return keys | {key: None for key in before if key not in after}
