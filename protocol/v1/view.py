"""Base classes of every game's view: the public half, and the own half of one audience.

A field that grows during a deal is a map keyed by whole numbers (strings of digits in JSON), and no other
object has such keys. By these keys a client knows that the patch of a map changes single entries. Any other
value in a patch replaces the old value.
"""

from __future__ import annotations

from operator import is_not

from msgspec import Struct
from msgspec.structs import astuple


class Pub(Struct, tag_field="game", gc=False):
    """The public half of a view. Every game has a subclass, and the tag `game` names the game."""


class Own(Struct, tag_field="game", kw_only=True, gc=False):
    """The own half of a view: what this audience knows beyond the public half.

    `decision` names the choice that this seat must make now, or is null if the seat has no choice to make.
    The client sends `decision` back unchanged as `act.decision`.
    """

    decision: str | None = None


def difference(old: Struct, new: Struct) -> dict[str, object]:
    """Return the fields of `new` that differ from `old`.

    Of a map, only the changed keys are returned, with None for a removed key.
    """
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
    """Return the entries that differ between two maps, with None for a removed key.

    In nearly all cases one entry was added at the end, which is detected by identity without comparing
    values.
    """
    grown = len(after) == len(before) + 1 and not any(map(is_not, before, after))
    if grown and not any(map(is_not, before.values(), after.values())):
        last = next(reversed(after))
        return {last: after[last]}
    keys = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return keys | {key: None for key in before if key not in after}
