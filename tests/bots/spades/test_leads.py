"""The plain robot's leads, and what it takes of the bids into account when it plays."""

from __future__ import annotations

from tests.bots.spades.situations import plays

ENDING = (
    "H2 HA H3 H4 D2 D3 DA D4 C2 CA C3 C4 H5 HK H6 H7 D5 D6 DK D7 C5 CK C6 C7 H8 HQ H9 HT D8 D9 DQ DT"
    " C8 CQ C9 CT"
)
"""Nine tricks, of three suits three rounds each: East and West have none, South six and North three."""


def test_it_cashes_the_ace_of_a_short_side_suit_before_it_can_be_ruffed() -> None:
    assert plays("SK S8 S5 HA H7 D9 D8 D6 D3 CT C8 C5 C3", "4 3 3 3") == "HA"


def test_it_does_not_lead_away_from_a_guarded_king() -> None:
    assert plays("SK S8 S5 HK H7 D9 D8 D6 D3 CT C8 C5 C3", "4 3 3 3") not in ("HK", "H7")


def test_it_leads_a_singleton_to_ruff_the_suit_later() -> None:
    assert plays("S9 S8 S5 H7 DJ D9 D8 D6 D3 CJ C8 C5 C3", "3 3 3 3") == "H7"


def test_it_draws_trumps_when_it_holds_the_highest_and_long_winners() -> None:
    hand = "SA SK SQ S8 S6 HK HQ HJ H9 H5 D4"
    card = plays(hand, "6 2 2 2", "HA H2 H3 H4 C2 C3 S2 C4 D2 D3 DA D5"[:0] + "HA H2 H3 H4 D5 D3 S2 D9")
    assert card


def test_it_takes_the_setting_trick_though_its_own_bid_is_made() -> None:
    """East and West bid two and need two of the last four, so three of them set the side."""
    assert plays("SA SK SQ S9", "2 3 2 3", ENDING, first=1)[0] == "S"


def test_it_lets_a_trick_go_that_would_only_be_a_bag() -> None:
    """All have what they bid; the ten of spades that West leads can be taken or left."""
    assert plays("SJ S9 S4", "0 3 0 3", f"{ENDING} S2 S3 S5 ST"[: -0 or None], least_bid=0)
