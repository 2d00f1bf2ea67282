"""The search: what it compares, what it costs, and that it can run in another process."""

from __future__ import annotations

import multiprocessing
import pickle
from random import Random

from bots.spades.sampler import table
from bots.spades.sampler.questions import bid_question, card_question
from bots.spades.sampler.search import (
    FIRST_LOOK,
    best_bid,
    best_card,
    completed,
    opening_position,
    race,
    with_a_trick,
)
from bots.spades.sampler.table import Laws
from protocol.v1.spades import Bid, Options
from tests.bots.spades.sampler.hands import all_hands, dealt, decisions, played_to_cards, seen_by

WORLDS = [(number,) for number in range(100)]


def test_the_candidate_with_the_best_mean_is_chosen() -> None:
    assert race(3, WORLDS, 150, lambda place, hands: (0.4, 0.5, 0.6)[place]) == 2


def test_the_first_candidate_stays_if_another_is_not_clearly_better() -> None:
    rng = Random(1)
    assert race(2, WORLDS, 40, lambda place, hands: rng.random() + 0.001 * place) == 0
    assert race(2, WORLDS, 40, lambda place, hands: 0.5) == 0


def test_a_candidate_far_behind_is_dropped_and_the_plays_go_to_the_others() -> None:
    valued: list[int] = []

    def value(place: int, hands: tuple[int, ...]) -> float:
        valued.append(place)
        return (0.5, 0.1, 0.5 + 0.01 * (hands[0] % 3))[place]

    race(3, WORLDS, 90, value)
    assert valued.count(1) == FIRST_LOOK
    assert valued.count(2) > 2 * FIRST_LOOK
    assert len(valued) <= 90


def question(seed: int) -> object:
    rng = Random(seed)
    for place, state in enumerate(decisions(dealt(Options(), rng), rng)):
        assert state.turn is not None
        seen = seen_by(state, state.turn)
        legal = seen.own.cards
        assert legal is not None
        if place >= 9 and len(legal) > 3:
            return card_question(seen, legal[0], legal, 1, 2_000)[0]
    raise AssertionError("expected a hand with a choice, got one without")


def test_the_same_question_has_the_same_answer_in_this_process_and_in_another() -> None:
    asked = question(2)
    here = best_card(asked)
    assert here == best_card(pickle.loads(pickle.dumps(asked)))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(best_card, (asked,)) == here


def test_the_cost_of_a_search_is_limited_by_the_number_of_cards_played(monkeypatch: object) -> None:
    asked = question(3)
    played = 0
    play = table.Table.play

    def counted(at: table.Table, suit: int, bit: int) -> None:
        nonlocal played
        played += 1
        play(at, suit, bit)

    monkeypatch.setattr(table.Table, "play", counted)
    best_card(asked)
    assert 0 < played <= asked.budget


def test_a_bid_question_has_the_same_answer_each_time() -> None:
    seen = seen_by(dealt(Options(blind_nil=0), Random(4)), 1)
    asked = bid_question(seen, (Bid(3), Bid(4), Bid(nil=True)), 1, 4_000)
    assert best_bid(asked) == best_bid(pickle.loads(pickle.dumps(asked)))


def test_hands_that_have_not_bid_get_a_bid_and_the_play_starts_with_the_sums() -> None:
    state = dealt(Options(blind_nil=0), Random(4))
    asked = bid_question(seen_by(state, 1), (Bid(3),), 1, 4_000)
    bids = completed(asked.match, {1: Bid(3)}, all_hands(state), asked.hidden)
    assert tuple(bids) == (1, 2, 3, 0)
    start = opening_position(state.rules, asked.laws, bids, asked.match.order, 1)
    assert start.need == (bids[0].tricks + bids[2].tricks, 3 + bids[3].tricks)


def test_in_suicide_the_partner_of_a_number_bids_nil() -> None:
    state = dealt(Options(preset="suicide"), Random(4))
    asked = bid_question(seen_by(state, 1), (Bid(4),), 1, 4_000)
    bids = completed(asked.match, {1: Bid(4)}, all_hands(state), asked.hidden)
    assert bids[3].nil


def test_a_played_hand_has_a_question_too() -> None:
    rng = Random(6)
    state = played_to_cards(dealt(Options(players=6), rng), rng)
    assert state.turn is not None
    seen = seen_by(state, state.turn)
    assert seen.own.cards is not None
    asked, cards = card_question(seen, seen.own.cards[0], seen.own.cards, 1, 2_000)
    assert 0 <= best_card(asked) < len(cards)


def test_a_nil_that_fails_takes_a_trick_from_its_partner_or_from_the_seat_with_most() -> None:
    assert with_a_trick((5, 4, 0, 4), 2, Laws(4, 2)) == (4, 4, 1, 4)
    assert with_a_trick((0, 9, 0, 4), 2, Laws(4, 2)) == (0, 8, 1, 4)
    assert with_a_trick((6, 0, 7), 1, Laws(3, 3)) == (6, 1, 6)
