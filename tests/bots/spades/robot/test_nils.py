"""Tests of the plain robot's play when it, its partner or an opponent has bid nil."""

from __future__ import annotations

from tests.bots.spades.robot.situations import plays


def test_a_nil_plays_the_highest_card_that_loses() -> None:
    assert plays("HQ H9 H3 S8 S5 S2 DT D9 D4 C8 C7 C6 C3", "3 3 3 nil", "H5 HT H7") == "H9"


def test_a_nil_throws_its_ace_under_a_ruff() -> None:
    hand = "HA H3 S8 S5 S2 DT D9 D4 C8 C7 C6 C3"
    assert plays(hand, "3 nil 3 3", "H4 H5 H6 H7 HK S3") == "HA"


def test_a_nil_discards_the_card_that_is_most_likely_to_win() -> None:
    hand = "S8 S5 S2 DK D9 D4 HJ H9 H7 H4 H3 H2"
    assert plays(hand, "nil 3 3 3", "D2 D3 DA D5 CA C9") == "DK"


def test_a_nil_leads_low() -> None:
    assert plays("HQ H9 H2 S8 S5 S3 DT D9 D4 C8 C7 C6 C3", "nil 3 3 3")[1] in "23"


def test_with_the_ace_and_king_of_a_suit_the_partner_of_a_nil_leads_high_to_cover() -> None:
    assert plays("HA HK H5 S9 S8 S2 DT D9 D4 C8 C7 C6 C3", "3 3 nil 3") in ("HA", "HK")


def test_it_beats_its_partners_nil_that_is_winning_the_trick() -> None:
    assert plays("HA HQ H5 S9 S8 S2 DT D9 D4 C8 C7 C6 C3", "3 nil 3 3", "H4 HT H3") in ("HQ", "HA")


def test_it_plays_high_before_its_partners_nil_has_played() -> None:
    assert plays("HA HQ H5 S9 S8 S2 DT D9 D4 C8 C7 C6 C3", "3 3 3 nil", "H4") in ("HA", "HQ")


def test_it_ruffs_to_save_its_partners_nil() -> None:
    hand = "S9 S8 S3 DK D9 D4 C8 C7 C6 C3 C2 D2"
    assert plays(hand, "3 nil 3 3", "H9 H3 H4 H5 H7 HT H6") == "S3"


def test_it_leaves_the_trick_to_an_opponents_nil_that_is_winning_it() -> None:
    assert plays("HA HQ H5 S9 S8 S2 DT D9 D4 C8 C7 C6 C3", "3 3 nil 3", "H4 H3 H9") == "H5"


def test_it_does_not_ruff_a_trick_that_an_opponents_nil_is_winning() -> None:
    hand = "S9 S8 S2 DT D9 D4 C8 C7 C6 C3 C2 D2"
    assert plays(hand, "nil 3 3 3", "H2 H6 HK H3 H4 H5 HT")[0] != "S"


def test_it_leads_low_to_set_a_nil_once_its_own_bid_is_safe() -> None:
    hand = "HK H3 S6 S2 D9 D2 C9 C8 C5"
    played = "CA C2 C3 C4 CK C6 C7 CT SA S3 S4 S5 SK S7 S8 S9"
    assert plays(hand, "4 nil 4 4", played) in ("H3", "D2", "S2")
