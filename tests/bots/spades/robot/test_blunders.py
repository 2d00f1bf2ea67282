"""Situations from the robot's own games in which an earlier version blundered."""

from __future__ import annotations

import pytest

from tests.bots.spades.robot.situations import plays


@pytest.mark.parametrize(
    ("hand", "said", "played", "card"),
    [
        (
            "S5 S4 S3 H9 H8 H7 H3",
            "2 6 nil 3",
            "CA C7 C3 C4 D9 D4 D6 DJ HQ H4 H2 HJ DK DT D7 DQ CJ CQ H5 C2 HT HA HK D2 H6",
            "H3",
        ),
        ("S3 HT H7 H4 DT D9 D7 D2 C8 C7 C5", "4 3 4 nil", "C3 CA C4 CQ HQ HK HJ H2 D3", "D2"),
        ("S8 S4 S3 HQ H7 H4 H3 DT D2 CK C7 C2", "2 5 nil 2", "H9 HJ H8 H2 C3", "C2"),
    ],
)
def test_a_nil_does_not_rise_above_a_low_lead_while_it_has_a_lower_card(
    hand: str, said: str, played: str, card: str
) -> None:
    assert plays(hand, said, played) == card


@pytest.mark.parametrize(
    ("hand", "said", "played", "card"),
    [
        (
            "SA S7 S6 S5 H6 H2 CT",
            "2 2 2 4",
            "DA D4 D2 DQ DJ DT D6 S3 C9 C3 CQ CA D7 C5 D3 S4 H3 HQ HA HT H5 HJ H4 H7 D5 H9 DK",
            "S5",
        ),
        (
            "SJ S9 S6 S5 H9 DQ D7",
            "5 2 3 2",
            "C9 C8 CQ CK C4 H3 CJ CA D4 D9 DT DJ H5 H4 HQ HA DA D3 H6 D2 D6 D5 S4 DK C6 C2 S7",
            "S9",
        ),
        (
            "SQ S9 S5 S2 D9 CJ C8",
            "3 2 1 5",
            "HA H5 H2 H4 DT DQ D4 D6 H9 HJ HK H3 CQ C6 C3 C2 H6 HQ H7 D7 CA C4 C5 S3 H8 D2 HT",
            "S2",
        ),
    ],
)
def test_the_last_hand_ruffs_as_low_as_it_can_when_it_needs_the_trick(
    hand: str, said: str, played: str, card: str
) -> None:
    assert plays(hand, said, played) == card
