"""Tests of Spades as one game: its seats, its decisions, and what an expired clock does."""

from __future__ import annotations

import pytest

from protocol.v1.spades import PRESETS, Bid, Card, Keep, MakeBid, Options, PlayCard, Reveal
from protocol.v1.spades.deck import deck_of
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.games.spades.hands import act, at_random, dealt, exchanging, finish, give, own, play, refused, say


def test_the_default_rules_are_those_of_a_default_table() -> None:
    assert SPADES.start(Options()) == SpadesState()


def test_the_table_has_a_seat_for_each_player() -> None:
    assert SPADES.seat_names(Options()) == ("North", "East", "South", "West")
    assert SPADES.seat_names(Options(players=2)) == ("North", "South")
    assert len(SPADES.seat_names(Options(players=6))) == 6


def test_the_rules_of_the_table_are_in_view() -> None:
    assert SPADES.pub(SPADES.start(Options(preset="whiz"))).rules == PRESETS["whiz"]


@pytest.mark.parametrize(
    "options",
    [
        *(Options(preset=preset) for preset in PRESETS),
        *(Options(players=players) for players in (2, 3, 5, 6)),
        Options(jokers="jjdd", nil=0, target=0, rounds=4),
    ],
    ids=str,
)
def test_the_options_of_a_table_start_the_same_game_again(options: Options) -> None:
    state = SPADES.start(options)
    assert SPADES.start(SPADES.public_options(state)) == state


def test_no_boards_can_be_set_at_spades() -> None:
    assert (
        SPADES.deals_fault(Options())
        == "no boards can be uploaded for Spades, because each game deals its own hands"
    )


def test_partners_are_one_side_and_players_alone_are_a_side_each() -> None:
    assert [SPADES.side(dealt(), seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [SPADES.side(at_random(sides="solo"), seat) for seat in range(4)] == [0, 1, 2, 3]


def test_a_decision_counts_bids_passes_and_cards_of_the_hand() -> None:
    assert SPADES.progress(dealt()) == (0, 0)
    assert SPADES.progress(say(dealt(), "3 3 3 3")) == (0, 4)
    assert SPADES.progress(play(say(dealt(), "3 3 3 3"), "CA C7")) == (0, 6)
    assert SPADES.progress(give(exchanging(), "SQ SJ")) == (0, 5)


def test_running_out_of_time_means_the_lowest_number_the_lowest_card_or_the_better_drawn_card() -> None:
    assert SPADES.forced(dealt(), 1) == MakeBid(Bid(1))
    assert SPADES.forced(say(dealt(), "3 3 3 3"), 1) == PlayCard(Card.H3)
    drawing = at_random(players=2)
    offered = own(drawing, 1).drawn
    assert offered is not None
    kept = SPADES.forced(drawing, 1)
    strength = deck_of(drawing.rules).strength
    assert kept == Keep(max(offered, key=strength)) != Keep(min(offered, key=strength))


def test_the_player_in_turn_is_named_when_another_player_acts() -> None:
    with refused("it is East's turn"):
        act(dealt(), MakeBid(Bid(3)), seat=2)
    with refused("it is South's turn"):
        act(at_random(players=2), Keep(Card.SA), seat=0)


def test_a_player_that_looks_is_a_player_and_not_chance() -> None:
    with refused("only a player can look at a hand, not the server"):
        SPADES.apply(dealt(), None, Reveal())


def test_the_score_of_a_duel_is_that_after_the_hand_once_it_is_over() -> None:
    assert SPADES.dueling is not None
    ended = finish(say(dealt(), "3 3 3 3"))
    result = SPADES.result(ended)
    assert result is not None
    after = tuple(side.after.points for side in result.sides)
    assert after != (0, 0)
    assert SPADES.dueling.standing(dealt()).points == (0, 0)
    assert (
        SPADES.dueling.standing(ended).points == SPADES.dueling.standing(SPADES.carry(ended)).points == after
    )
