"""Tests of presets, of options that change them, and of combinations that are refused with a reason."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec import structs

from protocol.v1.spades import PRESETS, Options, Preset
from server.games.spades.rules import SPADES
from server.games.spades.settled import rules_of
from tests.games.spades.hands import refused

REFUSED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"players": 3, "sides": "pairs"}, "pairs need four or six players, got 3: choose sides solo"),
    ({"players": 5, "sides": "pairs"}, "pairs need four or six players, got 5: choose sides solo"),
    ({"players": 6, "jokers": "jjdd"}, "jokers and high deuces need two or four players, got 6"),
    ({"sides": "solo", "team_bid": "second"}, "team_bid second needs partners, and sides solo has none"),
    (
        {"sides": "solo", "least_team": 4},
        "least_team and least_beside_nil need partners, and sides solo has none",
    ),
    (
        {"sides": "solo", "least_beside_nil": 4},
        "least_team and least_beside_nil need partners, and sides solo has none",
    ),
    ({"sides": "solo", "nil_pass": 2}, "nil_pass and blind_nil_pass need partners, and sides solo has none"),
    (
        {"preset": "solo", "blind_nil": 100, "blind_nil_pass": 2},
        "nil_pass and blind_nil_pass need partners, and sides solo has none",
    ),
    ({"players": 3, "double_nil": "bonus"}, "double_nil needs partners, and sides solo has none"),
    ({"sides": "solo", "bidding": "suicide"}, "bidding suicide needs partners, and sides solo has none"),
    (
        {"preset": "seed", "bidding": "mirror"},
        "in mirror the cards decide each bid, so the second partner cannot choose a total",
    ),
    (
        {"preset": "whiz", "least_bid": 2},
        "in whiz players do not choose their bids, so no least bid and no rule for the total applies",
    ),
    ({"preset": "mirror", "no_exact_total": True}, "no rule for the total applies"),
    ({"preset": "suicide", "least_total": 11}, "no rule for the total applies"),
    (
        {"preset": "whiz", "least_beside_nil": 4},
        "in whiz the cards decide the number beside a nil, so least_beside_nil cannot apply",
    ),
    ({"preset": "mirror", "blind_nil": 200}, "blind bids are not possible"),
    ({"bidding": "suicide", "blind_bid": 6}, "blind bids are not possible"),
    (
        {"preset": "suicide", "nil": 0},
        "in suicide one partner of each side bids nil, so nil must be worth points",
    ),
    ({"nil": 0, "nil_pass": 2}, "nil_pass needs bids of nil, and nil is 0"),
    ({"nil": 0, "blind_nil": 200}, "blind_nil needs bids of nil, and nil is 0"),
    ({"nil": 0, "least_beside_nil": 4}, "least_beside_nil needs bids of nil, and nil is 0"),
    ({"nil": 0, "double_nil": "forbidden"}, "double_nil needs bids of nil, and nil is 0"),
    ({"blind_nil": 0, "blind_nil_pass": 2}, "blind_nil_pass needs blind bids of nil, and blind_nil is 0"),
    (
        {"players": 2, "blind_bid": 6},
        "two players draw their cards and see them all, so blind bids are not possible",
    ),
    ({"players": 6, "least_team": 9}, "expected least_team of at most 8, the tricks of a hand, got 9"),
    ({"least_total": 14}, "expected least_total of at most 13, the tricks of a hand, got 14"),
    ({"players": 6, "ten_for_200": True}, "ten_for_200 needs hands of at least ten tricks, got 8"),
    (
        {"boston": 500, "boston_wins": True},
        "expected either boston or boston_wins for a bid of all tricks, got both",
    ),
    (
        {"first_trick": "low_club"},
        "first_trick low_club needs first_leader low_club, because the lowest club leads",
    ),
    (
        {"preset": "seed", "first_leader": "high_bid"},
        "first_leader high_bid needs a bid of each player, and team_bid second is the side's bid",
    ),
    ({"target": 0}, "a game needs an end"),
)


@pytest.mark.parametrize(("said", "reason"), REFUSED, ids=lambda value: str(value))
def test_rules_that_do_not_go_together_are_refused_with_the_reason(said: dict[str, Any], reason: str) -> None:
    with refused(reason):
        SPADES.start(Options(**said))


@pytest.mark.parametrize("preset", get_args(Preset))
def test_a_preset_stands_for_its_rules(preset: Preset) -> None:
    assert rules_of(Options(preset=preset)) == PRESETS[preset]


def test_only_the_options_that_are_set_differ_from_the_preset() -> None:
    assert rules_of(Options(preset="seed", target=300)) == structs.replace(PRESETS["seed"], target=300)


def test_three_players_have_no_partners_whatever_the_preset_says() -> None:
    rules = rules_of(Options(players=3))
    assert rules.sides == "solo"
    assert (rules.nil_pass, rules.blind_nil_pass) == (0, 0)
    assert rules_of(Options(preset="seed", players=3)).team_bid == "sum"


def test_two_players_that_draw_bid_nothing_blind_whatever_the_preset_says() -> None:
    assert rules_of(Options(players=2)).blind_nil == 0


def test_bids_that_the_hand_decides_are_not_blind_whatever_the_preset_says() -> None:
    rules = rules_of(Options(bidding="mirror"))
    assert (rules.blind_nil, rules.blind_nil_pass, rules.least_bid) == (0, 0, 0)


def test_in_suicide_the_partner_of_the_nil_bids_four_or_more_by_any_preset() -> None:
    assert rules_of(Options(bidding="suicide")).least_beside_nil == 4
    assert rules_of(Options(bidding="suicide", least_beside_nil=0)).least_beside_nil == 0
