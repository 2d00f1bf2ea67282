"""A crowd is the same for the same seed, and most of its watchers are at few of its tables."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.bench.crowd import GAMES, Crowd, CrowdDriver


def driver(seed: int = 1, tables: int = 1_000) -> CrowdDriver:
    return CrowdDriver(Crowd(port=0, core=0, record="", tables=tables, seed=seed))


def test_the_same_seed_makes_the_same_tables_and_another_seed_makes_others() -> None:
    games = [[group.game for group in driver(seed).groups] for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_tables_play_the_games_in_their_shares() -> None:
    counts = Counter(group.game for group in driver().groups)
    assert sum(GAMES.values()) == 100
    assert {game: round(counts[game] / 10) for game in GAMES} == pytest.approx(GAMES, abs=3)


def test_a_tenth_of_the_tables_has_most_of_the_watchers() -> None:
    made = driver()
    watched = Counter(made.groups.index(made._place_to_watch()) for _ in range(1_000))
    assert sum(count for _, count in watched.most_common(100)) > 500


def test_what_is_due_later_happens_in_the_order_of_its_times() -> None:
    made, done = driver(tables=1), []
    made.later(0.002, lambda: done.append("second"))
    made.later(0.001, lambda: done.append("first"))
    made.later(60.0, lambda: done.append("much later"))
    while len(done) < 2:
        made.turn(0.01)
    assert done == ["first", "second"]


def test_a_time_to_act_at_which_no_player_has_anything_to_decide_is_counted() -> None:
    made = driver(tables=1)
    made._one_acts(0.0)
    assert made.diary.day(0.0).missed == 1
