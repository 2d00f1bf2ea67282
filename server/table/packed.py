"""A sequence of uploaded deals that stay encoded until they are used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, overload

import msgspec

CACHED = 16
"""The maximum number of decoded deals that `PackedDeals` caches."""

_split = msgspec.msgpack.Decoder(tuple[msgspec.Raw, ...]).decode


@cache
def _decoder(kind: Any) -> Callable[[msgspec.Raw], Any]:
    """Return a decoder of one deal.

    The decoder of deals is cached, because making a decoder takes longer than splitting a large file into
    deals.
    """
    return msgspec.msgpack.Decoder(kind).decode


class PackedDeals(Sequence[Any]):
    """A sequence of uploaded deals, each decoded when it is accessed, because a file may hold thousands.

    `packed` is a msgpack list of deals of type `kind`. The constructor raises msgspec.DecodeError if `packed`
    is not a list; if a single deal is invalid, the access to this deal raises the error.
    """

    def __init__(self, packed: bytes, kind: Any) -> None:
        self.packed = packed
        self._items = _split(packed)
        self._kind = kind
        self._decode = _decoder(kind)
        self._cached: dict[int, Any] = {}

    @staticmethod
    def of(deals: Sequence[Any]) -> bytes:
        """Return a sequence of deals, encoded as a msgpack list."""
        return deals.packed if isinstance(deals, PackedDeals) else msgspec.msgpack.encode(tuple(deals))

    def check(self, first: int, end: int) -> None:
        """Raise msgspec.DecodeError unless the deals from index `first` to `end - 1` are valid."""
        for item in self._items[first:end]:
            self._decode(item)

    def part(self, first: int, count: int) -> PackedDeals:
        """Return `count` of the deals from index `first` on, still encoded."""
        return PackedDeals(msgspec.msgpack.encode(self._items[first : first + count]), self._kind)

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return tuple(self[each] for each in range(*index.indices(len(self))))
        if index not in self._cached:
            if len(self._cached) >= CACHED:
                self._cached.clear()
            self._cached[index] = self._decode(self._items[index])
        return self._cached[index]

    def __iter__(self) -> Iterator[Any]:
        return map(self._decode, self._items)
