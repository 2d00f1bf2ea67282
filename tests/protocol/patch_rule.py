"""The rule of EVOLUTION.md by which a client merges a patch."""

from __future__ import annotations

from typing import Any


def merged(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a half after a patch, by the rule in EVOLUTION.md for a client that knows no types."""
    new = dict(old)
    for name, value in changes.items():
        if isinstance(value, dict) and value and all(key.isdecimal() for key in value):
            kept = {**(old[name] or {}), **value}
            new[name] = {key: item for key, item in kept.items() if item is not None}
        else:
            new[name] = value
    return new
