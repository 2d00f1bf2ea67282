"""Tests of a turn: clues, plays and discards, their costs and gains, and each option of a table."""

from __future__ import annotations

import pytest

from protocol.v1.hanabi import Clued, Moved, Options
from server.errors import IllegalAction
from server.games.hanabi.rules import HANABI
from tests.games.hanabi.dealt import THREE, TWO, does, game, left, refused


def test_the_options_of_a_table_are_told_without_the_seed() -> None:
    options = Options(players=3, seed="tell-nobody", speedrun=True)
    assert HANABI.public_options(HANABI.start(options)) == Options(players=3, speedrun=True)


def test_a_card_that_fits_is_played_and_another_drawn_as_the_newest() -> None:
    state = does(game(*TWO, then="c1"), "play 0")
    assert (state.hands[0], state.piles[0], state.score) == ((1, 2, 3, 4, 10), (0,), 1)
    assert (state.strikes, state.tokens, state.seat, state.event) == (0, 8, 1, Moved(0, 10))


def test_a_card_that_does_not_fit_is_a_strike_and_brings_no_clue() -> None:
    state = does(game(*TWO), "rank 1 1", "play 9")
    assert (state.strikes, state.tokens, state.score) == (1, 7, 0)
    assert state.fates[9].how == "misplayed"


def test_a_clue_costs_one_and_tells_which_cards_it_touches() -> None:
    state = does(game("a1 a2 a3 a4 a5", "b1 a1 b3 c1 b5"), "rank 1 1")
    assert state.tokens == 7
    assert (state.clues[0].cards, state.clues[0].rank, state.event) == ((5, 6, 8), 1, Clued(0))


def test_a_discard_gains_a_clue_token_and_is_refused_while_all_are_available() -> None:
    state = game(*TWO)
    assert "you cannot discard while" in refused(state, "discard 0")
    state = does(state, "rank 1 1", "discard 5")
    assert (state.tokens, state.fates[5].how) == (8, "discarded")


def test_the_last_card_of_a_pile_brings_a_clue_but_never_a_ninth() -> None:
    hands = ("a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5")
    state = does(game(*hands), "play 0", "play 5", "play 1", "play 6", "play 2", "play 7", "play 3", "play 8")
    assert does(state, "play 4").tokens == 8
    assert does(state, "rank 1 5", "play 9").tokens == 8


def test_down_a_hole_no_finished_pile_brings_a_clue() -> None:
    state = game(*TWO, variant="Throw It in a Hole (5 Suits)")
    state = does(state, "play 0", "play 5", "play 1", "play 6", "play 2", "play 7", "play 3", "play 8")
    assert does(state, "rank 1 5", "play 9").tokens == 7


def test_where_clues_cost_two_half_tokens_a_discard_gains_one_half() -> None:
    state = game(*TWO, variant="Clue Starved (5 Suits)")
    state = does(state, *("rank 1 1", "rank 0 1") * 4, "discard 0")
    assert HANABI.pub(state).clues == 0.5
    assert refused(state, "rank 0 1") == "no clue token is left"
    state = does(state, "discard 5")
    assert (HANABI.pub(state).clues, refused(state, "rank 1 2")) == (1.0, "")


def test_clues_that_touch_nothing_may_be_given_where_the_variant_is_blind() -> None:
    state = does(game(*TWO, variant="Totally Blind (5 Suits)"), "rank 1 1")
    assert state.clues[0].cards == ()


def test_with_card_cycle_the_clue_giver_moves_the_oldest_unclued_card() -> None:
    state = does(game(*TWO, card_cycle=True), "rank 1 1", "rank 0 1", "rank 1 2")
    assert state.hands[0] == (2, 3, 4, 0, 1)
    assert state.hands[1] == (5, 7, 8, 9, 6)


def test_nothing_cycles_where_every_card_has_a_clue() -> None:
    state = does(game(*TWO, card_cycle=True), "color 1 1", "color 0 0")
    assert state.hands[1] == (5, 6, 7, 8, 9)


def test_the_last_card_of_the_deck_may_be_played_from_there() -> None:
    state = game(*TWO, deck_plays=True)
    assert refused(state, "play 49") == "card 49 is not in your hand"
    assert refused(left(game(*TWO), 1), "play 49") == "card 49 is not in your hand"
    after = does(left(state, 1), "play 49")
    assert (after.hands[0], after.drawn, after.end_turn) == ((0, 1, 2, 3, 4), 50, 3)
    assert after.event == Moved(49, None)


def test_it_is_refused_to_act_out_of_turn() -> None:
    state = game(*THREE)
    for seat in (1, 2, None):
        with pytest.raises(IllegalAction):
            HANABI.apply(state, seat, HANABI.legal_actions(state, 0)[0])


def test_the_starting_player_acts_first_and_the_deal_is_the_same() -> None:
    state = game(*THREE, starting_player=2)
    assert (state.seat, state.hands[0]) == (2, (0, 1, 2, 3, 4))
    assert does(state, "rank 0 1").seat == 0
