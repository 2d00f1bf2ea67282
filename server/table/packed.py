"""Uploaded deals in their encoded form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, overload

import msgspec

KEPT = 16
"""How many decoded deals are kept for the next time."""

_split = msgspec.msgpack.Decoder(tuple[msgspec.Raw, ...]).decode


@cache
def _decoder(kind: Any) -> Callable[[msgspec.Raw], Any]:
    """Return what decodes one item; to make it takes longer than to split a file of thousands."""
    return msgspec.msgpack.Decoder(kind).decode


class PackedDeals(Sequence[Any]):
    """Uploaded deals, each decoded when it is asked for: a file may hold thousands.

    `packed` is a list as msgpack, its items actions of `kind`. Raises msgspec.DecodeError for anything else;
    a fault within an item is raised when that item is asked for.
    """

    def __init__(self, packed: bytes, kind: Any) -> None:
        self.packed = packed
        self._items = _split(packed)
        self._decode = _decoder(kind)
        self._kept: dict[int, Any] = {}

    @staticmethod
    def of(deals: Sequence[Any]) -> bytes:
        """Return deals as they are packed."""
        return deals.packed if isinstance(deals, PackedDeals) else msgspec.msgpack.encode(tuple(deals))

    def check(self, first: int, end: int) -> None:
        """Raise msgspec.DecodeError unless the items from `first` to before `end` are actions."""
        for item in self._items[first:end]:
            self._decode(item)

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        if index not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[index] = self._decode(self._items[index])
        return self._kept[index]

    def __iter__(self) -> Iterator[Any]:
        return map(self._decode, self._items)
