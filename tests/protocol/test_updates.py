"""Messages to the client."""

from __future__ import annotations

from protocol.v1.codec import (
    JSON,
    decode_update,
)
from protocol.v1.updates import Patch


def test_a_patch_tells_nothing_new_from_nothing_left() -> None:
    unchanged = decode_update(JSON, b'{"t":"patch","table":"t","epoch":"e","version":2,"now_ms":0}')
    gone = decode_update(JSON, b'{"t":"patch","table":"t","epoch":"e","version":2,"now_ms":0,"own":null}')
    assert isinstance(unchanged, Patch)
    assert isinstance(gone, Patch)
    assert unchanged.own is not None
    assert gone.own is None
