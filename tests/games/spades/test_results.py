"""Tests of the result of a hand, and of the next hand."""

from __future__ import annotations

from random import Random

from protocol.v1.spades import Bid, Options, Score
from server.games.spades.rules import SPADES
from tests.games.random_games import play_game
from tests.games.spades.hands import dealt, finish, say
from tests.games.spades.played_hands import hands_of


def test_the_deal_and_the_lead_go_round() -> None:
    states = [hand.states[1] for hand in hands_of(Options(preset="mirror"), 1)]
    assert [state.dealer for state in states] == [0, 1, 2]
    assert [state.turn for state in states] == [1, 2, 3]


def test_a_game_keeps_the_results_of_its_last_32_hands_in_sight() -> None:
    deals = play_game(SPADES, Options(preset="mirror", target=10_000, floor=0), Random(3), 34).deals
    shown = SPADES.pub(deals[-1].states[-1]).results
    assert list(shown) == list(range(3, 35))
    assert deals[-1].states[-1].scores != (Score(), Score())


def test_the_next_hand_begins_with_the_scores_after_this_one_and_without_bids() -> None:
    ended = finish(say(dealt(), "3 3 3 3"))
    result = SPADES.result(ended)
    assert result is not None
    after = SPADES.carry(ended)
    assert after.scores == tuple(side.after for side in result.sides)
    assert (after.hand, after.dealer, after.phase, after.bids) == (2, 1, "deal", {})
    assert (after.numbers, after.results) == ((None, None), {1: result})


def test_the_result_tells_bids_and_tricks_by_seat_and_the_last_trick() -> None:
    ended = finish(say(dealt(), "1 2 3 4"))
    result = SPADES.result(ended)
    assert result is not None
    assert result.bids == (Bid(4), Bid(1), Bid(2), Bid(3)), "East bids first"
    assert (result.tricks, result.last_trick) == (ended.tricks, ended.plays[-4:])
    assert [side.bid for side in result.sides] == [6, 4]


def test_a_hand_without_bids_is_worth_ten_points_a_trick() -> None:
    result = SPADES.result(finish(dealt(first_hand_bids_itself=True)))
    assert result is not None
    assert [side.points for side in result.sides] == [10 * side.tricks for side in result.sides]
    assert result.bids == ()
