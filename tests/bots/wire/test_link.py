"""Tests of the waits before a client connects again, and of its giving up."""

from __future__ import annotations

import pytest

from bots.errors import Closed, GaveUp
from bots.wire.link import Patience


def lost_often(patience: Patience, code: int, times: int) -> list[float]:
    """Return the waits after connections that never got a `welcome`."""
    return [patience.lost(Closed(code), 0.0) for _ in range(times)]


def test_after_a_steady_connection_the_next_is_made_at_once() -> None:
    patience = Patience(None)
    patience.welcomed(0.0)
    assert patience.lost(Closed(1006), 100.0) == 0.0


def test_waits_grow_and_stay_bounded() -> None:
    waits = lost_often(Patience(None), 1006, 40)
    assert 0.05 <= waits[0] <= 0.1
    assert all(1.5 <= wait <= 3.0 for wait in waits[12:])


def test_waits_grow_if_a_server_closes_each_connection_at_once() -> None:
    patience = Patience(None)
    waits = []
    for second in range(16):
        patience.welcomed(second)
        waits.append(patience.lost(Closed(4000), second + 0.1))
    assert waits[-1] >= 1.5


def test_a_client_that_is_asked_to_back_off_waits_longer() -> None:
    patience = Patience(None)
    patience.welcomed(0.0)
    assert 0.5 <= patience.lost(Closed(4100), 100.0) <= 1.0
    assert 15.0 <= lost_often(patience, 4101, 10)[-1] <= 30.0


@pytest.mark.parametrize("code", [4200, 4204, 4299])
def test_a_banned_client_gives_up(code: int) -> None:
    with pytest.raises(GaveUp, match=str(code)):
        Patience(None).lost(Closed(code, "goodbye"), 0.0)


def test_the_time_to_give_up_starts_again_with_each_welcome() -> None:
    patience = Patience(10.0)
    patience.connecting(0.0)
    patience.lost(Closed(1006), 9.0)
    patience.welcomed(9.5)
    patience.lost(Closed(1006), 15.0)
    patience.lost(Closed(1006), 24.0)
    with pytest.raises(GaveUp, match="no connection to the server for 10 s"):
        patience.lost(Closed(1006), 25.0)


def test_two_clients_connect_again_at_different_times() -> None:
    one, two = lost_often(Patience(None), 1006, 6), lost_often(Patience(None), 1006, 6)
    assert one != two
