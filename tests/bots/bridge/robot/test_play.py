"""Tests of the plain robot's card play."""

from __future__ import annotations

from tests.bots.bridge.robot.auctions import NOTRUMPS, SPADES, after, board, played


def test_second_hand_plays_low_and_covers_an_honour() -> None:
    state = board("KJ2.AK3.AK32.AK3", "Q43.QJ2.QJT.QJT9", "AT98.T98.987.876", "765.7654.654.542")
    north_leads = after(state, NOTRUMPS, "CQ C6 C4 CA")
    assert played(after(north_leads, "", "S2")) == "S3"
    assert played(after(north_leads, "", "SJ")) == "SQ"


def test_third_hand_plays_high_but_not_over_partners_winner() -> None:
    state = board("A2.AK3.AQ32.A432", "Q43.QJ2.KJT.QJT9", "T98.T98.987.8765", "KJ765.7654.654.K")
    from_partner = after(state, NOTRUMPS, "S4 S8")
    assert played(from_partner) == "SK"
    winning = after(state, NOTRUMPS, "SQ S8")
    assert played(winning) == "S5"


def test_fourth_hand_wins_as_cheaply_as_it_can() -> None:
    state = board("AJ2.AK3.AQ32.K43", "Q43.QJ2.KJT.AQJT", "987.T98.987.8765", "KT65.7654.654.92")
    assert played(after(state, NOTRUMPS, "SQ S8 S5")) == "SA"
    assert played(after(state, NOTRUMPS, "S3 S7 ST")) == "SJ"
    assert played(after(state, NOTRUMPS, "S3 S8 S5")) == "S2"


def test_a_void_hand_ruffs_low_unless_partner_wins() -> None:
    state = board("AKQ32.A432..A432", "54.KQJ5.KQJ2.KQ5", "JT98.T98.T987.J8", "76.76.A6543.T976")
    assert played(after(state, SPADES, "D2 D7 DA")) == "S2"
    assert played(after(state, SPADES, "DK D7 D3")) == "S2"
    ruffed_by_dummy = after(state, SPADES, "DK D7 D3 S2 SA S4 S8 S6 SK S5 S9 S7 HA H5 H8 H6")
    assert played(ruffed_by_dummy)[0] != "S"


def test_declarer_finesses_against_the_king() -> None:
    state = board("AQ2.AK3.AK32.432", "K98.QJ2.QJT.QJT9", "543.T98.987.AK87", "JT76.7654.654.65")
    in_dummy = after(state, NOTRUMPS, "CQ CK C5 C2")
    assert played(after(in_dummy, "", "S3 S6")) == "SQ"


def test_declarer_lets_a_card_run_that_only_the_king_beats() -> None:
    state = board("AQ2.AK3.AK32.432", "K43.QJ2.QJT.QJT9", "JT9.T98.987.AK87", "8765.7654.654.65")
    in_dummy = after(state, NOTRUMPS, "CQ CK C5 C2")
    assert played(after(in_dummy, "", "S9 S5")) == "S2"
