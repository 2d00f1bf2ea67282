"""The last tricks are worth what they make, set or cost in bags."""

from __future__ import annotations

from tests.bots.spades.robot.situations import plays

ENDING = (
    "H2 HA H3 H4 HK H5 H6 H7 HQ H8 H9 HT DA D2 D3 D4 DK D5 D6 D7"
    " D8 DQ D9 DT CA C2 C3 C4 C5 CK C6 C7 C8 CQ C9 CT"
)
"""Nine tricks: South won five, North one, West two, East the last. Out are the spades and three knaves."""


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
