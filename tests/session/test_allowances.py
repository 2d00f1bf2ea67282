"""The allowances: what each connection and each player may ask in a time, and the wait after that."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.codes import Code
from server.errors import Refusal
from server.session.allowances import Allowances
from server.settings import Settings
from server.table.player import Player

ANN, BEN, NO_TOKEN = Player("p-Ann", "Ann"), Player("p-Ben", "Ben"), Player("")


class Time:
    """A wall time that a test moves on."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


class Connection:
    """A connection, which the allowances only tell from other connections."""


def allowances(**settings: Any) -> tuple[Allowances, Time]:
    """Return the allowances of these settings, and their time."""
    time = Time()
    return Allowances(Settings(**settings), time), time


def wait_ms(check: Any, player: Player) -> int | None:
    """Return the time to wait after a refused check; None if the check passes."""
    try:
        check(player)
    except Refusal as refusal:
        assert refusal.code is Code.RATE_LIMITED
        return refusal.retry_ms
    return None


def test_each_connection_has_a_full_bucket_of_its_own() -> None:
    known, time = allowances(requests_s=1, requests_burst=2)
    one, other = known.connection(), known.connection()
    assert [one.take(time.ms) for _ in range(3)] == [0, 0, 1_000]
    assert other.take(time.ms) == 0


def test_all_connections_of_a_player_share_the_requests_of_the_player() -> None:
    known, time = allowances(player_requests_s=1, player_requests_burst=2)
    assert [known.request(ANN, time.ms) for _ in range(3)] == [0, 0, 1_000]
    assert known.request(BEN, time.ms) == 0
    assert known.request(ANN, time.ms + 1_000) == 0


def test_clients_without_a_token_share_no_bucket_of_a_player() -> None:
    known, time = allowances(player_requests_s=1, player_requests_burst=1, changes_s=1, changes_burst=1)
    assert [known.request(NO_TOKEN, time.ms) for _ in range(5)] == [0] * 5
    assert [wait_ms(known.check_change, NO_TOKEN) for _ in range(5)] == [None] * 5


def test_a_connection_lists_the_lobby_once_a_second() -> None:
    known, time = allowances()
    one, other = Connection(), Connection()
    assert (known.lobby(one, time.ms), known.lobby(one, time.ms)) == (0, 1_000)
    assert known.lobby(other, time.ms) == 0
    assert known.lobby(one, time.ms + 400) == 600
    assert known.lobby(one, time.ms + 1_000) == 0


@pytest.mark.parametrize("kind", ["changes", "opens"])
def test_a_player_over_the_rate_of_changes_or_openings_is_refused_with_a_time_to_wait(kind: str) -> None:
    known, time = allowances(**{f"{kind}_s": 0.5, f"{kind}_burst": 2})
    check = known.check_change if kind == "changes" else known.check_open
    assert [wait_ms(check, ANN) for _ in range(3)] == [None, None, 2_000]
    assert wait_ms(check, BEN) is None
    time.ms += 2_000
    assert [wait_ms(check, ANN) for _ in range(2)] == [None, 2_000]


def test_changes_openings_and_claims_are_counted_apart() -> None:
    known, _ = allowances(
        changes_s=0.1, changes_burst=1, opens_s=0.1, opens_burst=1, claims_s=0.1, claims_burst=1
    )
    assert wait_ms(known.check_change, ANN) is None
    assert wait_ms(known.check_open, ANN) is None
    assert known.claim(ANN) == 0
    assert wait_ms(known.check_change, ANN) == wait_ms(known.check_open, ANN) == known.claim(ANN) == 10_000
