"""A view as a client keeps it, patched as protocol/v1/updates.py says; no code of the robots is used."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Struct, inspect

from protocol.v1.updates import Patch, View
from server.games.registry import GAMES


@cache
def _maps(half: type[Struct]) -> frozenset[str]:
    """The fields that are patched by key: maps with whole numbers for keys."""
    kind = inspect.type_info(half)
    assert isinstance(kind, inspect.StructType)
    return frozenset(field.encode_name for field in kind.fields if _is_map(field.type))


def _is_map(kind: inspect.Type) -> bool:
    """Whether a field is such a map, or null."""
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return any(
        isinstance(each, inspect.DictType) and isinstance(each.key_type, inspect.IntType) for each in kinds
    )


def _patched(old: dict[Any, Any], changes: dict[Any, Any], half: type[Struct]) -> dict[Any, Any]:
    """The half of a view after the half of a patch."""
    new = dict(old)
    for name, value in changes.items():
        if name in _maps(half) and value is not None and old.get(name) is not None:
            merged = {**old[name], **value}
            new[name] = {key: each for key, each in merged.items() if each is not None}
        else:
            new[name] = value
    return new


class Shown:
    """What one connection has been shown of a table."""

    def __init__(self, view: View) -> None:
        self.epoch, self.version, self.audience = view.epoch, view.version, view.audience
        self.pub: dict[Any, Any] = view.pub  # type: ignore[assignment]
        self.own: dict[Any, Any] | None = view.own  # type: ignore[assignment]
        self._keep_times(view)

    def take(self, patch: Patch) -> None:
        """Apply a patch, which must fit."""
        assert patch.epoch == self.epoch, f"expected a patch of epoch {self.epoch}, got {patch.epoch}"
        assert patch.version == self.version + 1, f"expected version {self.version + 1}, got {patch.version}"
        self.version = patch.version
        self._keep_times(patch)
        game = GAMES[self.pub["game"]]
        if isinstance(patch.pub, dict):
            self.pub = _patched(self.pub, patch.pub, game.pub_type)
        if patch.own is None:
            self.own = None
        elif isinstance(patch.own, dict):
            self.own = patch.own if self.own is None else _patched(self.own, patch.own, game.own_type)

    def _keep_times(self, told: View | Patch) -> None:
        self.deadline_ms, self.opens_ms, self.next_deal_ms = (
            told.deadline_ms,
            told.opens_ms,
            told.next_deal_ms,
        )
        self.next_seats, self.wait_seats = told.next_seats, told.wait_seats

    @property
    def halves(self) -> tuple[dict[Any, Any], dict[Any, Any] | None]:
        return self.pub, self.own
