"""Tests of top tricks: tricks that are certain without losing the lead, however the unseen cards lie.

In each position the claimer and dummy hold equally many cards, and the unseen hands twice as many.
"""

from __future__ import annotations

import pytest

from server.games.bridge.proof.budget import Budget, OutOfTime
from server.games.bridge.proof.position import DUMMY, MINE, NO_SUIT, Words
from server.games.bridge.proof.top_tricks import TopTricks

SPADES = 3


def most(words: Words, hand: str = MINE, trumps: int = NO_SUIT, both: bool = True, tries: int = 1000) -> int:
    """Return the greatest number of certain tricks with `hand` to lead."""
    tops = TopTricks(trumps, both, Budget(lambda: False))
    return max(need for need in range(14) if tops.take(words, hand, need, tries))


@pytest.mark.parametrize(
    ("words", "tricks"),
    [
        (("mmm", "uuuddd", "uuu", ""), 3),
        (("mmuuum", "uuuddd", "", ""), 2),
        (("umm", "uudd", "u", ""), 0),
        (("muu", "muu", "muu", "muudddd"), 4),
    ],
)
def test_the_winners_of_one_hand_are_certain(words: Words, tricks: int) -> None:
    assert most(words) == tricks


def test_a_small_card_wins_once_the_unseen_cards_of_its_suit_are_drawn() -> None:
    assert most(("mmum", "uuuddd", "uu", "")) == 3
    assert most(("mmumuum", "uuuudddd", "u", "")) == 2


def test_winners_of_dummy_count_only_with_an_entry() -> None:
    assert most(("dd", "uu", "", "uumm"), hand=MINE) == 0
    assert most(("ddm", "uu", "", "uum"), hand=MINE) == 2


def test_a_defender_may_not_count_on_dummys_cards() -> None:
    assert most(("ddm", "uu", "", "uum"), hand=MINE, both=False) == 0
    assert most(("mdd", "uu", "", "uum"), hand=MINE, both=False) == 1


def test_dummy_may_lead_to_its_own_winners() -> None:
    assert most(("dd", "uu", "", "uumm"), hand=DUMMY) == 2


def test_side_winners_are_certain_only_without_an_outstanding_trump() -> None:
    assert most(("mm", "uudd", "u", "u"), trumps=SPADES) == 0
    assert most(("mm", "uuuddd", "uu", "mu"), trumps=SPADES) == 3


def test_a_partner_without_the_suit_led_may_ruff() -> None:
    assert most(("uum", "", "", "d"), trumps=SPADES) == 1


def test_a_trick_takes_a_step_so_that_few_steps_find_few_tricks() -> None:
    assert most(("mmm", "uuuddd", "uuu", ""), tries=2) == 2


def test_each_step_is_spent_from_the_budget() -> None:
    tops = TopTricks(NO_SUIT, True, Budget(lambda: True))
    with pytest.raises(OutOfTime):
        for _ in range(64):
            tops.take(("mmm", "uuuddd", "uuu", ""), MINE, 1, 10)
