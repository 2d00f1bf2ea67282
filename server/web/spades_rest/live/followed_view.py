"""The view of a table as a session has been sent it, kept up to date by the session's messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from protocol.v1.updates import Patch, View
from server.web.spades_rest.serializers.views import Seen

Half = dict[Any, Any]


class FollowedView:
    """The view that follows from the messages `view` and `patch` of one table.

    Every message gives one view. So no change is overlooked, wherever the table is: a view that is asked for
    after a message may be newer than the message.
    """

    def __init__(self) -> None:
        self._view: tuple[Half, Half | None] | None = None

    def take(self, update: View | Patch) -> Seen | None:
        """Return the view after a message; None for a patch before the first view."""
        if isinstance(update, View):
            self._view = _whole(update.pub) or {}, _whole(update.own)
        elif self._view is None:
            return None
        else:
            pub, own = self._view
            if update.pub is not UNSET:
                pub = _patched(pub, _whole(update.pub) or {})
            if update.own is not UNSET:
                changes = _whole(update.own)
                own = changes if own is None or changes is None else _patched(own, changes)
            self._view = pub, own
        pub, own = self._view
        return msgspec.convert({"pub": pub, "own": own}, Seen)


def _whole(half: object) -> Half | None:
    """Return a half of a message as a map of its fields."""
    if half is not None and not isinstance(half, dict):
        raise TypeError(f"expected a decoded half of a view, got {type(half).__name__}")
    return half


def _patched(old: Mapping[Any, Any], changes: Mapping[Any, Any]) -> Half:
    """Return a half after the changes of a patch, as `protocol/v1/view.py` defines them."""
    new = dict(old)
    for name, value in changes.items():
        before = old.get(name)
        if _is_map(value) and isinstance(before, dict):
            merged = {**before, **value}
            new[name] = {key: each for key, each in merged.items() if each is not None}
        else:
            new[name] = value
    return new


def _is_map(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(key, int) for key in value)
