"""The base classes of every game's view: a public half for everybody, and an own half for one audience.

A field of a view that can get more entries during a deal is a map with whole numbers for keys (strings of
digits in JSON); no other object has such keys. If a value in a patch is a map with whole numbers for keys, a
client changes only these entries of its map. Any value in a patch that is not a map with whole numbers for
keys replaces the client's old value.
"""

from __future__ import annotations

from operator import is_not

from msgspec import Struct
from msgspec.structs import astuple


class Pub(Struct, tag_field="game", gc=False):
    """The public half of a view: the fields that all people may see.

    Every game has a subclass of this class, with a tag `game` that names the game.
    """


class Own(Struct, tag_field="game", kw_only=True, gc=False):
    """The own half of a view: the fields that only one audience, such as a seat, may see.

    `decision` names the choice that this seat must make now, or is null if the seat has no choice to make.
    The client sends `decision` back unchanged as `act.decision`.
    """

    decision: str | None = None


def difference(old: Struct, new: Struct) -> dict[str, object]:
    """Return the fields that have changed between two versions of one half of a view.

    The half is the public half or the own half. `new` is the present version of the half, and `old` is the
    same half at an earlier time. Of a field that is a map, only the changed entries are returned; a removed
    entry has the value None.
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
    """Return the entries of a map that have changed; the value of a removed entry is None.

    Nearly always, the only change of a map in a view is one new entry at the end; the function detects this
    case fast, by comparing the identity of the other keys and values.
    """
    grown = len(after) == len(before) + 1 and not any(map(is_not, before, after))
    if grown and not any(map(is_not, before.values(), after.values())):
        last = next(reversed(after))
        return {last: after[last]}
    keys = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return keys | {key: None for key in before if key not in after}
