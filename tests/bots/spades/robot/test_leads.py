"""Tests of the plain robot's leads, and of its last cards when bids must be made, set or kept from bags."""

from __future__ import annotations

from tests.bots.spades.robot.situations import plays


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
