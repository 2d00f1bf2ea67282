"""Tests of the end of a game: each condition in its order, the last round, and the score."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.hanabi import End, Ended, Fate, OutOfTime, Vote
from server.errors import IllegalAction
from server.games.hanabi.rules import HANABI
from server.games.hanabi.state import HanabiState
from tests.games.hanabi.dealt import THREE, TWO, does, game, left, refused

MANY = {
    2: TWO,
    3: THREE,
    4: ("a1 a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4", "d1 d2 d3 d4"),
    5: ("a1 a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4", "d1 d2 d3 d4", "e1 e2 e3 e4"),
    6: ("a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "d1 d2 d3", "e1 e2 e3", "a2 b2 c2"),
}
BAD = ("a5 b5 c5 d5 e5", "a4 b4 c4 d4 e4")


def end(state: HanabiState) -> tuple[End, int, int] | None:
    """Return the reason for the end, the points, and the score."""
    result = HANABI.result(state)
    return None if result is None else (result.end, result.points, result.score)


def test_the_third_strike_ends_the_game_with_a_score_of_nothing() -> None:
    state = does(game(*TWO), "play 0", "play 9", "play 4")
    assert (state.strikes, end(state)) == (2, None)
    assert end(does(state, "play 8")) == (End.STRIKEOUT, 1, 0)


@pytest.mark.parametrize("players", MANY)
def test_after_the_last_card_is_drawn_each_player_has_one_more_turn(players: int) -> None:
    state = does(left(game(*MANY[players]), 1), "play 0")
    assert (state.drawn, state.end_turn) == (50, 1 + players)
    seats = []
    while state.ended is None:
        seats.append(state.seat)
        state = does(state, f"rank {(state.seat + 1) % players} {2}")
    assert seats == [*range(1, players), 0]
    assert end(state) == (End.NORMAL, 1, 1)


def test_with_a_contrarian_two_more_turns_are_played() -> None:
    state = left(game(*THREE, characters="Quacker, Contrarian, Quacker"), 1)
    state = does(state, "play 0", "rank 2 2")
    assert (state.seat, state.ended) == (0, None)
    assert end(does(state, "rank 1 3")) == (End.NORMAL, 1, 1)


def test_the_game_ends_as_soon_as_the_best_score_that_can_be_reached_is_reached() -> None:
    state = game(*TWO)
    state = replace(state, max_score=2)
    assert end(does(state, "play 0")) is None
    assert end(does(state, "play 0", "play 5")) == (End.NORMAL, 2, 2)


def test_a_perfect_game_is_over_at_once() -> None:
    state = game("a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5", then="c5", variant="3 Suits")
    state = replace(state, piles=((0, 1, 2, 3), (5, 6, 7, 8, 9), (10,) * 5), hands=((4,), (11,)))
    assert end(does(state, "play 4")) == (End.NORMAL, 15, 15)


def test_the_game_ends_when_only_players_without_another_turn_hold_cards_that_fit() -> None:
    state = game("a1 a3 a3 b3 c3", "a4 b4 c4 a2 b2", then="c1", variant="3 Suits")
    gone = {order: Fate(0, 0, "discarded") for order in range(10, 30)}
    state = replace(left(state, 0), fates=gone, hands=((0, 1, 2, 3, 4), (5, 6, 7, 8, 9)), end_turn=2)
    after = does(state, "rank 1 4")
    assert (after.stranded, end(after)) == ((0, 1, 2, 3, 4), (End.NORMAL, 0, 0))


def test_a_speedrun_ends_when_a_perfect_score_is_out_of_reach() -> None:
    state = does(game(*BAD, speedrun=True), "rank 1 4", "rank 0 5")
    assert end(does(state, "discard 0")) == (End.SPEEDRUN_FAIL, 0, 0)
    assert end(does(replace(state, options=game(*BAD).options), "discard 0")) is None


def test_all_or_nothing_ends_when_a_perfect_score_is_out_of_reach() -> None:
    state = does(game(*BAD, all_or_nothing=True), "rank 1 4", "rank 0 5", "discard 0")
    assert end(state) == (End.ALL_OR_NOTHING_FAIL, 0, 0)


def test_all_or_nothing_has_no_last_round_and_hands_shrink() -> None:
    state = does(left(game(*TWO, all_or_nothing=True), 1), "play 0", "play 5", "play 1", "play 6", "play 2")
    assert (state.end_turn, state.ended) == (None, None)
    assert [len(hand) for hand in state.hands] == [3, 3]


def test_all_or_nothing_ends_where_an_empty_hand_has_no_clue_to_give() -> None:
    state = replace(game(*TWO, all_or_nothing=True), drawn=50, tokens=1, hands=((0,), (5, 6)), seat=1)
    state = does(replace(state, hands=((), (5, 6))), "play 5")
    assert state.ended is None
    state = replace(state, seat=1, hands=((), (6,)), tokens=0)
    assert does(state, "play 6").ended == Ended(End.ALL_OR_NOTHING_SOFTLOCK, 0)


def test_three_strikes_come_before_a_speedrun_that_fails() -> None:
    state = replace(game(*BAD, speedrun=True), strikes=2)
    assert end(does(state, "play 0")) == (End.STRIKEOUT, 0, 0)


def test_a_character_that_is_stuck_comes_before_three_strikes() -> None:
    state = game(*TWO, characters="Quacker, Vindictive")
    state = replace(state, strikes=2, tokens=0, memory=(-1, 0))
    assert end(does(state, "play 4")) == (End.CHARACTER_SOFTLOCK, 0, 0)


def test_an_end_out_of_reach_comes_before_the_last_turn() -> None:
    state = replace(game(*BAD, speedrun=True, all_or_nothing=True), tokens=7)
    assert end(does(state, "discard 0")) == (End.SPEEDRUN_FAIL, 0, 0)
    last = replace(game(*BAD, speedrun=True), tokens=7, drawn=50, end_turn=1)
    assert end(does(last, "discard 0")) == (End.SPEEDRUN_FAIL, 0, 0)


@pytest.mark.parametrize(("players", "needed"), [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_enough_votes_of_the_players_end_a_game(players: int, needed: int) -> None:
    state = does(game(*MANY[players]), "play 0")
    for seat in range(needed):
        assert state.ended is None
        state = HANABI.apply(state, players - 1 - seat, Vote())
    result = HANABI.result(state)
    assert result is not None
    assert (end(state), result.turns, result.seat) == ((End.VOTED, 1, 0), 2, None)


def test_a_vote_may_be_taken_back_and_counts_once() -> None:
    state = HANABI.apply(game(*THREE), 1, Vote())
    with pytest.raises(IllegalAction):
        HANABI.apply(state, 1, Vote())
    state = HANABI.apply(HANABI.apply(state, 1, Vote(end=False)), 0, Vote())
    assert (state.votes, state.ended) == ((0,), None)


def test_a_player_out_of_time_ends_the_game() -> None:
    state = HANABI.apply(does(game(*TWO), "play 0"), 1, OutOfTime())
    result = HANABI.result(state)
    assert result is not None
    assert (end(state), result.seat, result.turns) == ((End.TIMEOUT, 1, 0), 1, 2)
    with pytest.raises(IllegalAction):
        HANABI.apply(does(game(*TWO)), 1, OutOfTime())


def test_after_the_end_no_seat_acts() -> None:
    state = HANABI.apply(does(game(*TWO), "play 0"), 1, OutOfTime())
    assert (HANABI.to_act(state), HANABI.legal_actions(state, 1), refused(state, "play 5")) == (
        (),
        (),
        "the game has ended",
    )
    with pytest.raises(IllegalAction):
        HANABI.apply(state, 0, Vote())
