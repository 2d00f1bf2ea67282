"""The winner of a trick is predicted with probabilities that add up to 1."""

from __future__ import annotations

import pytest

from bots.spades.robot.outcomes import outcome
from tests.bots.spades.robot.test_seen import HAND, knowledge
from tests.games.spades.hands import cards


@pytest.mark.parametrize("card", ["SA", "HA", "HQ", "C2"])
def test_the_probabilities_of_all_seats_add_up_to_1(card: str) -> None:
    seen = knowledge(f"{HAND} C2", "3 3 3 3", "")
    assert sum(outcome(seen, cards(card)[0]).values()) == pytest.approx(1.0)


def test_the_last_seat_wins_with_a_higher_card_and_loses_with_a_lower_one() -> None:
    seen = knowledge(f"{HAND} C2", "3 3 3 3", "H4 HT H3")
    assert seen.after == ()
    assert outcome(seen, cards("HA")[0]) == {0: 1.0}
    assert outcome(seen, cards("C2")[0]) == {2: 1.0}


def test_a_higher_lead_is_more_likely_to_win() -> None:
    seen = knowledge("SA SQ S2 HA HJ H2 DA DJ D2 CA CJ C2 C3", "3 3 3 3", "")
    won = [outcome(seen, card)[seen.seat] for card in cards("HA HJ H2")]
    assert won[0] > won[1] > won[2]


def test_a_nil_behind_wins_only_if_it_must() -> None:
    hand = "S9 S8 S2 H9 H8 H2 D9 D8 D2 C9 C8 C2 C3"
    free, nil = (knowledge(hand, said, "") for said in ("3 3 3 3", "3 nil 3 3"))
    card = cards("H9")[0]
    assert outcome(nil, card)[2] < outcome(free, card)[2]
