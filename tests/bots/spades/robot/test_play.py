"""Tests of the plain robot's card to a trick that another seat has led, by the rules of club players."""

from __future__ import annotations

from tests.bots.spades.robot.situations import plays


def test_second_hand_plays_low_without_the_ace() -> None:
    assert plays("HK HJ H4 S8 S5 S2 DJ D9 D4 CQ C9 C7 C3", "3 3 3 3", "H7") == "H4"


def test_it_cashes_an_ace_before_an_opponent_can_ruff_it() -> None:
    assert plays("HA HJ H4 S8 S5 S2 DJ D9 D4 CQ C9 C7 C3", "3 3 3 3", "HK") == "HA"


def test_third_hand_plays_high() -> None:
    assert plays("HK H8 H3 S8 S5 S2 DJ D9 D4 CQ C9 C7 C3", "3 3 3 3", "H5 H6") == "HK"


def test_of_equal_cards_the_lower_wins_the_trick() -> None:
    assert plays("HK HQ HJ S8 S5 S2 DJ D9 D4 CQ C9 C7 C3", "3 3 3 3", "H5 H6 H7") == "HJ"


def test_the_last_hand_wins_as_cheaply_as_it_can() -> None:
    assert plays("HA HT H4 S8 S5 S2 DJ D9 D4 CQ C9 C7 C3", "3 3 3 3", "H9 H5 H7") == "HT"


def test_it_does_not_overtake_its_partner_who_wins_the_trick() -> None:
    assert plays("HA H6 H4 S8 S5 S2 DJ D9 D4 CQ C9 C7 C3", "3 3 3 3", "H5 HK H7") == "H4"


def test_it_does_not_trump_its_partners_winner() -> None:
    hand = "S8 S5 S2 DK DJ D9 D4 CQ CJ C9 C7 C3"
    assert plays(hand, "3 3 3 3", "H4 H5 HA H6 H2 HK H7") not in ("S8", "S5", "S2")


def test_it_ruffs_an_opponents_winner_low_when_it_plays_last() -> None:
    hand = "SK S8 S5 DK DJ D9 D4 CQ CJ C9 C7 C3"
    assert plays(hand, "3 3 3 3", "H4 H5 HA H6 HK H2 H3") == "S5"


def test_it_overruffs_with_the_lowest_spade_that_wins() -> None:
    hand = "SK S8 S5 DK DJ D9 D4 CQ CJ C9 C7 C3"
    assert plays(hand, "3 3 3 3", "H4 H5 HA H6 HK H2 S6") == "S8"


def test_it_does_not_ruff_what_it_cannot_win() -> None:
    hand = "S5 S4 S3 DK DJ D9 D4 CQ CJ C9 C7 C3"
    assert plays(hand, "3 3 3 3", "H4 H5 HA H6 HK H2 S6") not in ("S5", "S4", "S3")


MADE = "H2 HA H3 H4 D2 D3 DA D4 C2 CA C3 C4"
"""South and North have won a trick each, and East leads to the fourth."""


def test_once_its_bid_is_made_it_throws_its_high_card_under_a_trick_already_lost() -> None:
    assert plays("HQ HT H6 S3 S2 DJ D9 D5 C8 C6", "4 1 3 0", f"{MADE} HK", least_bid=0) == "HQ"


def test_once_its_bid_is_made_it_ducks_with_its_highest_card_that_loses() -> None:
    assert plays("HQ HT H6 S3 S2 DJ D9 D5 C8 C6", "4 1 3 0", f"{MADE} HJ", least_bid=0) == "HT"


def test_once_its_bid_is_made_it_wins_with_its_highest_card_if_it_must_win() -> None:
    played = f"{MADE} D6 D7 DK D8 H5 H8 H7"
    assert plays("HK HQ S3 S2 DJ D9 C8 C6 C5", "4 1 3 0", played, least_bid=0) == "HK"


def test_it_keeps_the_guard_of_its_king_when_it_discards() -> None:
    hand = "S9 S5 S2 DK D3 CJ CT C9 C7 C5 C3"
    played = "H4 H5 HA H6 HK H2 H3 H7 HQ HT H8"
    assert plays(hand, "3 3 3 3", played) not in ("D3", "DK")
