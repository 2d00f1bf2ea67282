"""Tests of the entries that a deal, or the end of a rubber, adds to a score sheet."""

from __future__ import annotations

from protocol.v1.bridge import Contract, Seat, Strain
from server.games.bridge.scores import lines
from tests.games.bridge.scores.sheets import DOUBLED, RUBBER, published


def test_the_entries_of_a_deal_are_the_duplicate_score_without_its_bonus_for_game_or_part_score() -> None:
    rows = published("duplicate_scores_all_contracts.json")["rows"]
    assert len(rows) == 2940
    for level, strain, risk, vulnerable, tricks, points in rows:
        played = Contract(level, Strain(strain), Seat.NORTH, DOUBLED[risk])
        entries = lines.of_contract(played, tricks, vulnerable)
        bonus = 0
        if tricks >= level + 6:
            below = sum(line.points for line in entries if line.below)
            bonus = 50 if below < 100 else 500 if vulnerable else 300
        north_south, east_west = lines.entered((0, 0), entries)
        assert north_south - east_west + bonus == points, (level, strain, risk, vulnerable, tricks)


def test_the_bonuses_of_a_rubber_agree_with_the_published_ones() -> None:
    told = published("rubber_bridge_constants.json")
    (two_to_none,), (two_to_one,) = lines.of_rubber((2, 0)), lines.of_rubber((1, 2))
    rubber = told["rubber_bonus"]
    assert (two_to_none.points, two_to_one.points) == (
        rubber["two_games_to_none"],
        rubber["two_games_to_one"],
    )
    stopped = lines.of_unfinished((1, 0), (0, 40), RUBBER.unfinished_part)
    unfinished = told["unfinished"]
    assert [line.points for line in stopped] == [
        unfinished["only_side_with_a_game"],
        unfinished["only_side_with_part_score_in_current_game"],
    ]
