"""Tests of the plain robot's leads, and of its last cards when bids must be made, set or kept from bags."""

from __future__ import annotations

from tests.bots.spades.robot.situations import plays

ENDING = (
    "H2 HA H3 H4 HK H5 H6 H7 HQ H8 H9 HT DA D2 D3 D4 DK D5 D6 D7"
    " D8 DQ D9 DT CA C2 C3 C4 C5 CK C6 C7 C8 CQ C9 CT"
)
"""Nine tricks: South won five, North one, West two, East the last. Out are the spades and three knaves."""


def test_it_cashes_the_ace_of_a_short_side_suit_before_it_can_be_ruffed() -> None:
    assert plays("SK S8 S5 HA H7 D9 D8 D6 D3 CT C8 C5 C3", "4 3 3 3") == "HA"


def test_it_does_not_lead_away_from_a_guarded_king() -> None:
    assert plays("SK S8 S5 HK H7 D9 D8 D6 D3 CT C8 C5 C3", "4 3 3 3") not in ("HK", "H7")


def test_it_leads_a_singleton_to_ruff_the_suit_later() -> None:
    assert plays("S9 S8 S5 H7 DJ D9 D8 D6 D3 CJ C8 C5 C3", "3 3 3 3") == "H7"


def test_it_does_not_lead_its_king_to_an_opponent_who_ruffs_the_suit() -> None:
    played = "C2 CA C3 C4 HA H2 H3 S2 D3 DA D4 D5"
    assert plays("HK HJ H9 S8 S4 DK D7 C9 C7 C5", "3 4 3 3", played) not in ("HK", "HJ", "H9")


def test_it_draws_trumps_when_it_holds_the_highest_ones_and_winners_beside_them() -> None:
    hand = "SA SK SQ SJ S8 HK HQ HJ HT H9 D5"
    played = "H2 HA H3 H4 D2 DA D3 D4"
    assert plays(hand, "2 7 2 2", played, lead_spades="anytime") in ("SA", "SK", "SQ", "SJ")


def test_it_takes_the_setting_trick_though_its_own_bid_is_made() -> None:
    """East and West need three of the last four tricks."""
    assert plays("SQ S9 S3 HJ", "2 4 4 2", f"{ENDING} SJ S2 S4") == "SQ"


def test_it_leaves_a_trick_that_would_only_be_a_bag() -> None:
    """Both sides have what they bid."""
    assert plays("SQ S9 S3 HJ", "1 4 2 2", f"{ENDING} SJ S2 S4") == "S9"


def test_it_takes_the_trick_that_makes_its_own_bid() -> None:
    """North and South need one more of the last four."""
    assert plays("SQ S9 S3 HJ", "1 5 2 2", f"{ENDING} SJ S2 S4") == "SQ"


def test_once_its_bid_cannot_be_made_it_still_sets_the_opponents() -> None:
    """North and South are five short, and East and West need all of the last four tricks."""
    assert plays("SQ S9 S3 HJ", "3 8 4 3", f"{ENDING} SJ S2 S4") == "SQ"
