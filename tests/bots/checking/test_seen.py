"""The view that a robot has after messages of the server."""

from __future__ import annotations

from bots.checking.seen import Plain, Seen


def patch(version: int, **fields: object) -> Plain:
    return {"t": "patch", "epoch": "e", "version": version, **fields}


def seen() -> Seen:
    made = Seen()
    made.take({"t": "view", "epoch": "e", "version": 3, "pub": {}, "own": {"decision": "0.1"}}, 1.0)
    return made


def test_a_patch_changes_only_what_it_names() -> None:
    view = seen()
    assert view.take(patch(4, pub={"turn": 1}), 2.0)
    assert (view.version, view.decision, view.changed_s) == (4, "0.1", 1.0)
    assert view.take(patch(5, own={"decision": None}, pub={"result": {}}), 3.0)
    assert (view.decision, view.before, view.changed_s, view.over) == (None, "0.1", 3.0, True)


def test_a_patch_that_does_not_follow_changes_nothing() -> None:
    view = seen()
    for other in (patch(3), patch(5), {**patch(4), "epoch": "f"}):
        assert not view.take({**other, "own": None}, 2.0)
    assert (view.version, view.decision) == (3, "0.1")
    assert view.is_known(patch(3)) and not view.is_known(patch(5))


def test_without_an_own_half_there_is_no_decision() -> None:
    view = seen()
    view.take(patch(4, own=None), 2.0)
    assert view.decision is None
    view.take(patch(5, own={"decision": "0.2"}), 2.0)
    assert view.decision == "0.2"
