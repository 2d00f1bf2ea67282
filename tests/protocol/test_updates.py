"""Messages to the client."""

from __future__ import annotations

from protocol.v1.codec import JSON, decode_update
from protocol.v1.updates import Patch, View


def test_a_patch_distinguishes_an_unchanged_half_from_a_removed_one() -> None:
    unchanged = decode_update(JSON, b'{"t":"patch","table":"t","epoch":"e","version":2,"now_ms":0}')
    gone = decode_update(JSON, b'{"t":"patch","table":"t","epoch":"e","version":2,"now_ms":0,"own":null}')
    assert isinstance(unchanged, Patch)
    assert isinstance(gone, Patch)
    assert unchanged.own is not None
    assert gone.own is None


def test_a_view_without_an_own_half_has_none_and_no_times() -> None:
    view = decode_update(
        JSON, b'{"t":"view","table":"t","epoch":"e","version":1,"audience":"public","pub":{},"now_ms":0}'
    )
    assert isinstance(view, View)
    assert (view.own, view.deadline_ms, view.opens_ms, view.next_deal_ms) == (None, None, None, None)
