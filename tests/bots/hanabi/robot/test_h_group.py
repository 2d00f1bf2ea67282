"""The H-Group player follows the published rules of level 1: chop, focus, saves, plays, prompts, finesses."""

from __future__ import annotations

import pytest

from protocol.v1.hanabi import Action, Clue, ColorClue, Discard, PlayCard, RankClue
from server.games.hanabi.state import HanabiState
from tests.bots.hanabi.robot.h_group import HGroupPlayer, table_of
from tests.bots.hanabi.robot.h_group_table import COPIES, Clued, HGroupTable, Reading
from tests.bots.hanabi.robot.situations import COLORS, after, dealt, seen

RED, YELLOW, GREEN, BLUE, PURPLE = range(5)


def answer(state: HanabiState) -> Action:
    """Return the action of an H-Group player on turn."""
    return HGroupPlayer().choose(*seen(state))


def known(state: HanabiState, seat: int) -> HGroupTable:
    return table_of(*seen(state, seat))


def note(state: HanabiState, order: int) -> str:
    """Return what its player takes a card for, such as `r1 y1`."""
    seat = next(seat for seat, hand in enumerate(state.hands) if order in hand)
    return words(known(state, seat).ideas(seat, order))


def words(cards: int) -> str:
    return " ".join(f"{COLORS[kind >> 3]}{kind & 7}" for kind in COPIES if cards >> kind & 1)


def reading(state: HanabiState, clue: Clue, viewer: int) -> Reading:
    """Return what a clue of the player on turn means to a player."""
    color, rank = getattr(clue, "color", None), getattr(clue, "rank", None)
    empty = Clued(state.seat, clue.to, (), color, rank)
    hand = state.hands[clue.to]
    kinds = {order: 8 * state.deck[order].suit + state.deck[order].rank for order in hand}
    touched = tuple(order for order in hand if empty.cards >> kinds[order] & 1)
    return known(state, viewer).hear(empty._replace(touched=touched))


QUIET = "y4 y3 g4 b3", "g4 y3 p4 b4", "g3 p4 b4 r3", "y4 p5 b3 p3"
"""Four hands without a 1, a 2, or a 5 on the chop."""


# Chop and focus.


def test_the_chop_is_the_rightmost_card_without_a_clue() -> None:
    table = dealt(*QUIET)
    assert known(table, 0).chop(3) == 12
    assert known(after(table, RankClue(3, 4)), 0).chop(3) == 13


def test_a_player_with_nothing_to_do_discards_the_chop() -> None:
    table = after(dealt(*QUIET), RankClue(1, 3))
    assert answer(table) == Discard(4)


def test_a_card_that_is_known_to_be_useless_is_discarded_before_the_chop() -> None:
    table = dealt("y4 r1 g4 b3", "r1 y3 p4 b4", *QUIET[2:])
    table = after(table, PlayCard(1), RankClue(2, 3), RankClue(1, 1), ColorClue(1, RED), RankClue(2, 4))
    assert answer(table) == Discard(4)


def test_if_no_card_is_new_the_focus_is_the_leftmost_card_that_is_touched_again() -> None:
    table = dealt("y4 y3 g4 b3", "g4 r3 p4 r4", *QUIET[2:])
    table = after(table, ColorClue(1, RED), RankClue(2, 3))
    assert reading(table, ColorClue(1, RED), 3).focus == 7


def test_if_only_one_card_is_new_the_focus_is_the_new_card() -> None:
    table = dealt("y4 y3 g4 b3", "g4 r1 p4 r4", *QUIET[2:])
    table = after(table, RankClue(1, 4), RankClue(2, 3), RankClue(3, 4), RankClue(0, 4))
    assert reading(table, ColorClue(1, RED), 0).focus == 5


def test_if_one_of_several_new_cards_was_on_chop_the_focus_is_the_chop() -> None:
    assert reading(dealt("y4 y3 g4 b3", "r1 g3 p4 r4", *QUIET[2:]), ColorClue(1, RED), 1).focus == 4


def test_if_none_of_several_new_cards_was_on_chop_the_focus_is_the_leftmost_new_card() -> None:
    assert reading(dealt("y4 y3 g4 b3", "g3 r4 p4 r1", *QUIET[2:]), ColorClue(1, RED), 1).focus == 7


# Save clues.


@pytest.mark.parametrize(
    ("chop", "clue", "means"),
    [
        ("r5", RankClue(1, 5), "r5 y5 g5 b5 p5"),
        ("r2", RankClue(1, 2), "r2 y2 g2 b2 p2"),
        ("r5", ColorClue(1, RED), "r1"),
        ("r2", ColorClue(1, RED), "r1"),
    ],
    ids=["5 Save", "2 Save", "no 5 Save by colour", "no 2 Save by colour"],
)
def test_5s_and_2s_on_chop_are_saved_by_number_only(chop: str, clue: Clue, means: str) -> None:
    table = after(dealt("y4 y3 g4 b3", f"{chop} g3 p4 y4", "g4 p4 b4 g3", "y1 p3 b3 b4"), clue)
    assert note(table, 4) == means


def test_a_2_is_not_saved_if_its_other_copy_is_visible_in_another_hand() -> None:
    table = dealt("y4 y3 g4 b3", "r2 g3 p4 y4", "g4 p4 r2 g3", "y1 p3 b3 b4")
    assert reading(table, RankClue(1, 2), 0).kind == ""


@pytest.mark.parametrize(("clue", "means"), [(RankClue(0, 4), "r4"), (ColorClue(0, RED), "r1 r4")])
def test_a_critical_card_on_chop_is_saved_by_number_or_by_colour(clue: Clue, means: str) -> None:
    table = dealt("r4 y3 g4 b2", "y2 r3 p4 y4", "r4 p4 g3 b5", "g2 p1 b3 b4", then="b1 b1")
    table = after(table, RankClue(3, 1), ColorClue(3, PURPLE), Discard(8), PlayCard(13), RankClue(1, 2))
    assert note(after(table, clue), 0) == means


def test_a_clue_that_focuses_a_card_off_chop_is_a_play_clue() -> None:
    table = dealt("y4 y3 g4 b3", "g3 p4 y4 r2", "g4 p4 b4 g3", "y1 p3 b3 b4")
    assert reading(table, RankClue(1, 2), 0).kind == ""


def test_save_principle_an_important_chop_of_the_next_player_comes_before_an_own_play() -> None:
    table = dealt("y4 y3 g4 b1", "r5 y3 p4 g3", "g4 p4 b4 p3", "y4 p3 b3 r4", then="b2")
    table = after(table, RankClue(2, 3), RankClue(3, 3), RankClue(0, 1), RankClue(0, 4))
    assert answer(table) == RankClue(1, 5)


def test_a_play_clue_is_given_rather_than_a_save_clue() -> None:
    table = dealt("y4 y3 g4 b3", "r5 y3 p4 g1", "g4 p4 b4 p3", "y4 p3 b3 r4")
    assert answer(table) == ColorClue(1, GREEN)


# Play clues.


def test_a_play_clue_says_that_its_focus_is_playable_now() -> None:
    table = after(dealt("y4 y3 g4 b3", "g4 r3 p4 r1", *QUIET[2:]), ColorClue(1, RED))
    assert note(table, 7) == "r1"
    assert answer(table) == PlayCard(7)


def test_a_delayed_play_clue_waits_for_the_clued_cards_of_other_players() -> None:
    table = dealt("y4 y3 g4 b3", "g4 y3 p4 b1", "y2 p4 g3 r2", "y4 p5 b3 r1")
    table = after(table, ColorClue(3, RED), ColorClue(2, RED))
    assert note(table, 11) == "r2"
    assert not isinstance(answer(table), PlayCard)
    table = after(table, Discard(8), PlayCard(15), RankClue(1, 4), RankClue(0, 4))
    assert answer(table) == PlayCard(11)


def test_good_touch_a_clued_card_is_not_on_the_stacks_and_not_clued_in_another_hand() -> None:
    table = dealt("y4 r1 g4 b3", "g4 r4 p4 r2", "g3 p4 b4 r3", "y4 p5 b3 r3")
    table = after(table, PlayCard(1), RankClue(3, 3), RankClue(0, 4), RankClue(0, 3), ColorClue(1, RED))
    assert note(table, 5) == "r2 r4 r5"


def test_good_touch_no_clue_is_given_that_touches_a_useless_card() -> None:
    """Red would touch the second red 1, too."""
    table = dealt("y4 y3 g4 b3", "g4 r1 r1 b4", "g3 p4 b4 y3", "y4 p5 b3 p1")
    assert answer(table) == ColorClue(3, PURPLE)


def test_minimum_clue_value_a_card_with_a_clue_is_not_clued_again_just_to_play_sooner() -> None:
    table = dealt("y4 y3 g4 b3", "r2 y3 p4 b4", "g3 p4 b4 g3", "y4 p5 b3 r1", then="p3")
    table = after(table, RankClue(1, 2), RankClue(0, 3), ColorClue(3, RED), PlayCard(15))
    assert answer(table) == Discard(0)


def test_early_game_all_play_clues_and_save_clues_are_given_before_the_first_discard() -> None:
    table = dealt("y4 y3 g4 b3", "g4 y3 p4 b4", "g3 p4 b4 g3", "r5 y4 b3 p3")
    table = after(table, RankClue(1, 3))
    assert answer(table) == RankClue(3, 5)


# Prompts and finesses.

FINESSE = ("y4 y3 g4 b3", "g4 y3 p4 r1", "g3 p4 b4 r2", "y4 p5 b3 b4")
"""Four hands: the red 1 is the newest card of the player between the first player and the red 2."""


def test_a_finessed_player_plays_the_leftmost_unclued_card_right_away() -> None:
    table = after(dealt(*FINESSE), ColorClue(2, RED))
    assert answer(table) == PlayCard(7)


def test_after_the_blind_play_the_receiver_plays_the_connecting_card() -> None:
    table = after(dealt(*FINESSE), ColorClue(2, RED), PlayCard(7))
    assert note(table, 11) == "r2"
    assert answer(table) == PlayCard(11)


def test_a_finesse_that_is_not_answered_is_none() -> None:
    table = after(dealt(*FINESSE), ColorClue(2, RED))
    assert note(table, 11) == "r1 r2"
    assert note(after(table, RankClue(3, 5)), 11) == "r1"


def test_the_finesse_position_moves_past_cards_with_clues() -> None:
    table = dealt("y4 y3 g4 b3", "g4 y3 r1 p5", "g3 p4 b4 r2", "y4 g3 b3 b4")
    table = after(table, RankClue(1, 5), RankClue(3, 4), RankClue(0, 4), RankClue(0, 3))
    assert answer(after(table, ColorClue(2, RED))) == PlayCard(6)


def test_a_prompt_takes_precedence_over_a_finesse() -> None:
    table = dealt("y4 y3 g4 b3", "r2 g4 p4 y3", "g3 p4 b4 r3", "y4 p5 b3 r1", then="b4")
    table = after(table, RankClue(1, 2), ColorClue(3, RED), RankClue(3, 5), PlayCard(15), ColorClue(2, RED))
    assert answer(table) == PlayCard(4)


def test_of_several_cards_that_a_prompt_can_mean_the_leftmost_is_played() -> None:
    table = dealt("y4 y3 g4 b3", "b2 r2 p4 y3", "g3 p4 b4 r3", "y4 p5 b3 r1", then="b4")
    table = after(table, RankClue(1, 2), ColorClue(3, RED), RankClue(3, 5), PlayCard(15), ColorClue(2, RED))
    assert answer(table) == PlayCard(5)


def test_a_finesse_is_given_because_it_gets_two_cards_with_one_clue() -> None:
    assert answer(dealt(*FINESSE)) == ColorClue(2, RED)


# The last strike.


def test_after_two_strikes_only_cards_are_played_that_are_literally_playable() -> None:
    table = dealt("y4 y3 g4 b3", "g4 r3 p4 r1", "g3 p4 b4 g3", "y4 p5 b3 p3", then="b1 b2 b1")
    table = after(table, RankClue(2, 3), Discard(4), PlayCard(8), PlayCard(12), ColorClue(1, RED))
    assert table.strikes == 2
    assert not isinstance(answer(table), PlayCard)
