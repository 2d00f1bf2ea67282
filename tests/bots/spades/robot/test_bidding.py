"""Tests of the plain robot's bids at Spades."""

from __future__ import annotations

import pytest

from tests.bots.spades.robot.situations import bids


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        ("SA SK SQ S2 HA H7 H3 DA D8 D4 CA C9 C5", "6"),
        ("SK SQ S7 S4 HA HK H5 D9 D6 D2 CQ C8 C3", "4"),
        ("SA S9 S5 HK HQ H6 H3 DA DT D7 D4 C9 C6", "3"),
        ("SJ S8 S4 HQ HT H6 H3 DK D9 D5 CJ C8 C4", "1"),
    ],
)
def test_it_bids_honours_and_length(hand: str, number: str) -> None:
    assert bids(hand, "3") == number


def test_a_void_and_small_trumps_are_worth_ruffs() -> None:
    flat = bids("SQ S8 S6 S4 HK H9 H5 DK D8 D3 CJ C7 C4", "3")
    short = bids("SQ S8 S6 S4 HK H9 H7 H5 H3 DK D8 D7 D3", "3")
    assert int(short) > int(flat)


def test_aces_of_a_long_side_suit_count_less_than_those_of_a_short_one() -> None:
    long = bids("S9 S8 S3 HA HK HQ H9 H8 H7 H6 H4 D4 C4", "3")
    assert int(long) <= 4


def test_it_bids_nil_with_no_spade_above_the_ten_and_low_cards_in_every_suit() -> None:
    assert bids("S9 S5 S3 H8 H6 H4 H2 D9 D5 D2 C7 C4 C3", "4") == "nil"


@pytest.mark.parametrize(
    "hand",
    [
        "SA S5 S3 H8 H6 H4 H2 D9 D5 D2 C7 C4 C3",
        "SK SQ S3 H8 H6 H4 H2 D9 D5 D2 C7 C4 C3",
        "S9 S5 S3 HA HK HQ H2 D9 D5 D2 C7 C4 C3",
        "S9 S8 S7 S6 S5 S4 H2 D9 D5 D2 C7 C4 C3",
        "S9 S5 S3 HA H6 H4 H2 D9 D5 D2 CA CK",
    ],
)
def test_it_does_not_bid_nil_with_a_sure_spade_five_trumps_or_bare_honours(hand: str) -> None:
    assert bids(hand, "4") != "nil"


def test_an_honour_over_three_low_cards_of_a_side_suit_does_not_forbid_nil() -> None:
    assert bids("S7 S4 HK H6 H4 H3 H2 D9 D5 D2 C7 C4 C3", "4") == "nil"


def test_it_does_not_bid_nil_beside_partners_nil() -> None:
    assert bids("S9 S5 S3 HT H8 H6 H2 D9 D7 D2 C9 C7 C3", "nil 3") != "nil"


def test_the_last_bidder_does_not_count_tricks_that_the_others_have_bid() -> None:
    hand = "SK S9 S5 HK HQ H6 H3 DK DT D7 D4 C9 C6"
    assert int(bids(hand, "5 3 5")) <= int(bids(hand, "2 3 2"))


def test_the_second_partner_states_the_sides_total_in_the_seeds_bidding() -> None:
    assert bids("SA S9 S5 HK HQ H6 H3 DA DT D7 D4 C9 C6", "3 4 3", preset="seed") in ("7", "8")


def test_a_bid_of_ten_for_200_is_tried_with_ten_tricks_and_not_with_eight() -> None:
    assert bids("SA SK SQ SJ ST S9 HA HK DA DK CA C9 C5", "0 0 0", ten_for_200=True, least_bid=0) == "10"


def test_mirror_bids_are_the_spades_that_it_holds() -> None:
    assert bids("SA S9 S5 HK HQ H6 H3 DA DT D7 D4 C9 C6", "3", preset="mirror") == "3"


def test_whiz_is_nil_with_a_low_spade_and_no_high_card() -> None:
    assert bids("S4 H8 H6 H4 H2 D9 D5 D4 D2 C7 C6 C4 C3", "3", preset="whiz") == "nil"
    assert bids("SA H8 H6 H4 H2 D9 D5 D4 D2 C7 C6 C4 C3", "3", preset="whiz") == "1"


def test_at_suicide_the_partner_with_the_better_nil_bids_it() -> None:
    assert bids("S4 S2 H8 H6 H4 H2 D9 D5 D4 D2 C7 C4 C3", "5", preset="suicide") == "nil"
    assert bids("SA SK S9 HA HK H4 H2 DA D5 D4 D2 C7 C4", "5", preset="suicide") != "nil"


def test_without_a_partner_it_bids_nil_less_often() -> None:
    hand = "S9 S5 S3 HJ H6 H4 H2 DT D5 D2 C9 C4 C3"
    assert bids(hand, "4") == "nil"
    assert bids(hand, "4", preset="solo") != "nil"
