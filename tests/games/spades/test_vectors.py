"""Tests against the shared data: scores, winners, legal cards, tricks, and the right to bid blind nil."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from protocol.rules.spades import scoring, tricks
from protocol.rules.spades.sides import seats_of, side_of, sides_of
from protocol.v1.spades import Bid, Card, Rules, Score
from protocol.v1.spades.deck import deck_of
from server.games.spades.bidding import BLIND_NIL
from server.games.spades.rules import SPADES
from tests.games.spades.hands import bid, dealt

FILE = Path(__file__).parents[4] / "shared/data/spades/vectors.json"
VECTORS = json.loads(FILE.read_text()) if FILE.exists() else {}
SEATS = ("north", "east", "south", "west")
NAMES = {
    "players": "players",
    "nil": "nil",
    "blind_nil": "blind_nil",
    "failed_nil_tricks": "failed_nil_tricks",
    "bag_points": "bag_points",
    "bag_threshold": "bag_limit",
    "bag_penalty": "bag_penalty",
    "bag_penalty_to": "bag_penalty_to",
    "bag_rollover": "bag_rollover",
    "set_penalty": "set_penalty",
    "ten_for_200": "ten_for_200",
    "blind_bid_multiplier": "blind_bid_times",
    "boston_points": "boston",
    "target": "target",
    "floor": "floor",
}
pytestmark = pytest.mark.skipif(not VECTORS, reason="shared/data/spades is absent")


def cases(kind: str) -> pytest.MarkDecorator:
    found = VECTORS.get(kind, [])
    return pytest.mark.parametrize("case", found, ids=[each["id"] for each in found])


def rules_of(case: dict[str, Any]) -> Rules:
    said = {**VECTORS["profiles"][case["profile"]], **case["options"]}
    known = {ours: said[theirs] or 0 for theirs, ours in NAMES.items() if theirs in said}
    assert set(said) <= {*NAMES, "teams", "bidding", "blind_teams"}
    return Rules(
        **known,
        sides="solo" if said["teams"] == "solo" else "pairs",
        team_bid="sum" if said["bidding"] == "sum" else "second",
        blind_bid=6 if "blind_teams" in said else 0,
    )


def bids_of(case: dict[str, Any], rules: Rules) -> list[Bid]:
    made = [bid(str(word)) for word in case["bids"]]
    blind = {("ns", "ew").index(name) for name in case["options"].get("blind_teams", ())}
    return [
        Bid(each.tricks, each.nil, each.blind or side_of(rules, seat) in blind)
        for seat, each in enumerate(made)
    ]


@cases("score_vectors")
def test_a_hand_scores_as_it_was_worked_out(case: dict[str, Any]) -> None:
    rules = rules_of(case)
    bids, sides = bids_of(case, rules), range(sides_of(rules))
    before = [Score(*each) for each in case["before"] or [(0, 0)] * len(sides)]
    left = SEATS.index(case["dealer"] or "north") + 1
    order = [(left + turn) % rules.players for turn in range(rules.players)]
    hand = []
    for side in sides:
        seats = [seat for seat in order if seat in seats_of(rules, side)]
        hand.append(
            scoring.earned(rules, [bids[seat] for seat in seats], [case["tricks"][seat] for seat in seats])
        )
    settled = scoring.settle(rules, hand, before)
    found = [[side.points, side.bags, side.penalty, side.after.points, side.after.bags] for side in settled]
    assert found == case["expect"], case["note"]
    won = scoring.winner(rules, [side.after for side in settled], 1)
    assert won == {None: None, "ns": 0, "ew": 1}[case["winner"]]


def card_of(text: str) -> Card:
    return Card(text.replace("10", "T"))


@cases("legality_vectors")
def test_the_cards_that_may_be_played_are_those_worked_out(case: dict[str, Any]) -> None:
    first = {"no_spades": "no_spades", "none": "free"}[case["first_trick_rule"]]
    rules = Rules(lead_spades=case["lead_spades"], first_trick=first)
    hand, trick = (tuple(map(card_of, case[name])) for name in ("hand", "trick"))
    lead = trick[0] if trick else None
    legal = tricks.legal_cards(rules, hand, lead, case["first_trick"], case["broken"])
    assert set(legal) == set(map(card_of, case["legal"])), case["note"]


@cases("trick_vectors")
def test_the_trick_goes_to_the_card_worked_out(case: dict[str, Any]) -> None:
    assert tricks.winner(deck_of(Rules()), list(map(card_of, case["trick"]))) == case["winner_index"]


@cases("blind_nil_eligibility")
def test_the_right_to_bid_blind_nil_is_as_worked_out(case: dict[str, Any]) -> None:
    state, seat = dealt(scores=tuple(case["scores"])), SEATS.index(case["seat"])
    while state.turn != seat:
        state = SPADES.apply(state, state.turn, SPADES.legal_actions(state, state.turn)[0])
    may = BLIND_NIL in [action.bid for action in SPADES.legal_actions(state, seat)]
    assert may is case["blind_nil_eligible"]
