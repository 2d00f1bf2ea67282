"""The checks of the secrecy of events catch every leak that is planted into them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.secrecy import test_events as checks
from tests.secrecy.event_worlds import OTHERS, PAIRS, told_apart
from tests.secrecy.leaks.events import TABLE_LEAKS, TOLD_LEAKS

SEEN_BY: dict[str, Callable[[], object]] = {
    "live hands at the tables of an event": lambda: checks.watch("Stranger"),
    "watchers at tables that know nothing of each other": (
        checks.test_a_table_of_a_race_has_no_watchers_and_its_deals_are_for_its_players
    ),
    "a chair that a director gives away": (
        checks.test_no_player_hosts_a_table_of_an_event_and_its_director_neither_ends_nor_opens_it
    ),
    "a director that the event no longer has": (
        checks.test_a_director_that_the_event_no_longer_has_sees_no_hand_of_its_tables
    ),
    **dict.fromkeys(
        (
            "the deals of a round that is over, for all, although their boards move",
            "the tables of a round that is over, although their boards move",
            "watchers where boards move",
        ),
        checks.test_with_boards_that_move_nothing_of_other_tables_is_told_before_the_last_round,
    ),
    "a player that may know boards that move": (
        checks.test_nobody_that_may_know_a_board_that_moves_comes_to_another_pair
    ),
}


@pytest.mark.parametrize("player", OTHERS)
def test_no_byte_of_an_event_depends_on_what_is_secret_from_a_person(player: str) -> None:
    assert told_apart(player) == []


def test_a_director_tells_all_pairs_of_events_apart() -> None:
    assert told_apart("p-Dora") == list(PAIRS)


@pytest.mark.parametrize("name", TOLD_LEAKS)
def test_a_leak_in_what_is_told_of_an_event_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    TOLD_LEAKS[name](monkeypatch)
    assert any(told_apart(player) for player in OTHERS)


@pytest.mark.parametrize("name", TABLE_LEAKS)
def test_a_leak_at_the_tables_of_an_event_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    TABLE_LEAKS[name](monkeypatch)
    with pytest.raises(AssertionError):
        SEEN_BY[name]()
