"""What entrants carry over from one event into the next one, and their ranking over several events."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from server.cli.sessions import Session, carried, over, same
from server.events.ranking import Row


def session(event: str, players: dict[str, str], totals: dict[str, int], **more: Any) -> Session:
    """Return an event: the letters of the players of each entrant, and the total of each, the best first."""
    entrants = [
        {
            "id": id,
            "title": " – ".join(names),
            "players": [{"name": name, "id": "" if name == "r" else f"p-{name}"} for name in names],
        }
        for id, names in players.items()
    ]
    rows = [Row(id, 0, rank, False, total, **more) for rank, (id, total) in enumerate(totals.items(), 1)]
    ranking = {"rows": msgspec.to_builtins(rows), "provisional": False}
    return Session({"event": event, "entrants": entrants}, ranking)


def test_an_entrant_is_the_same_if_more_than_half_of_its_players_are() -> None:
    monday = session("e-1", {"1": "ab", "2": "cd", "3": "ef", "4": "rr"}, {})
    tuesday = session("e-2", {"1": "dc", "2": "ax", "3": "rr"}, {})
    assert same(monday, tuesday) == {"2": "1"}
    teams = session("e-1", {"1": "abcd"}, {}), session("e-2", {"1": "abxy", "2": "abcx"}, {})
    assert same(*teams) == {"1": "2"}


def test_a_share_of_the_total_goes_with_the_players_and_not_with_the_number() -> None:
    monday = session("e-1", {"1": "ab", "2": "cd", "3": "ef"}, {"1": 700, "2": 500, "3": -300})
    final = session("e-2", {"1": "cd", "2": "ab"}, {})
    assert carried(monday, final, Fraction(1, 2)) == {"2": 350, "1": 250}
    assert carried(monday, final, Fraction(0)) == {"2": 0, "1": 0}


def test_of_players_that_left_and_entered_again_the_entrant_that_finished_counts() -> None:
    monday = session("e-1", {"1": "ab", "2": "ab"}, {"2": 700, "1": 100})
    final = session("e-2", {"1": "ab"}, {})
    assert carried(monday, final, Fraction(1)) == {"1": 700}


def test_a_ranking_over_two_evenings_knows_players_again_and_keeps_those_of_one_evening() -> None:
    monday = session("e-1", {"1": "ab", "2": "cd", "3": "ef"}, {"1": 700, "2": 500, "3": 300})
    tuesday = session("e-2", {"1": "cd", "2": "ab", "3": "gh"}, {"1": 400, "2": 100, "3": 50})
    assert [(row.place, row.total, title) for row, title in over([monday, tuesday])] == [
        ("1", 900, "c – d"),
        ("2", 800, "a – b"),
        ("3", 300, "e – f"),
        ("4", 50, "g – h"),
    ]


def test_evenings_with_percentages_count_by_their_mean() -> None:
    monday = session("e-1", {"1": "ab"}, {"1": 700}, percent=6000)
    tuesday = session("e-2", {"7": "ba"}, {"7": 10}, percent=5000)
    ((row, _),) = over([monday, tuesday])
    assert (row.entry, row.total, row.percent) == ("7", 5500, 5500)
