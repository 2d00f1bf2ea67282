"""Base classes of every game's view: the public half, and the own half of one audience.

If a field can get more entries during a deal, it is a map with whole numbers for keys (strings of digits in
JSON); no other object has such keys. If a value in a patch has such keys, a client changes only these entries
of the map. Any other value in a patch replaces the old value.
"""

from __future__ import annotations

from operator import is_not

from msgspec import Struct
from msgspec.structs import astuple


class Pub(Struct, tag_field="game", gc=False):
    """The public half of a view. Every game has a subclass, and the tag `game` names the game."""


class Own(Struct, tag_field="game", kw_only=True, gc=False):
    """The own half of a view: the fields that only one audience may see.

    `decision` names the choice that this seat must make now, or is null if the seat has no choice to make.
    The client sends `decision` back unchanged as `act.decision`.
    """

    decision: str | None = None


def difference(old: Struct, new: Struct) -> dict[str, object]:
    """Return the fields of `new` that differ from `old`.

    For a field that is a map, only its changed entries are returned; the value of a removed entry is None.
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
    """Return the changed entries of a map; the value of a removed entry is None.

    In nearly all cases the only change is one new entry at the end; the function detects this case fast, by
    comparing the identity of the other keys and values.
    """
    grown = len(after) == len(before) + 1 and not any(map(is_not, before, after))
    if grown and not any(map(is_not, before.values(), after.values())):
        last = next(reversed(after))
        return {last: after[last]}
    keys = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return keys | {key: None for key in before if key not in after}
