"""Tests of the proof of a claim (Laws 68 to 70): which claims are proven, and which are not.

Unless a test says otherwise, South declares and North is dummy. Hands stand in PBN notation, spades first.
"""

from __future__ import annotations

from tests.games.bridge.deals import auction, play
from tests.games.bridge.endings import THIRTEEN_TOPS, claim_at, ending, most, proven
from tests.games.bridge.exact_claims import double_dummy, layouts

# Top tricks


def test_masters_in_one_hand_are_proven() -> None:
    assert proven(ending("AK.A.A.", "32.2.2.", "QJT.KQJ.KQ."), 4)


def test_thirteen_top_tricks_are_proven_at_the_opening_lead() -> None:
    assert proven(claim_at(play(auction("P P 7NT P P P", pbn=THIRTEEN_TOPS), "S7")), 13)


def test_masters_in_both_hands_are_proven_with_an_entry() -> None:
    assert proven(ending("2.A.2.", "A.2.A.", "KQ.KQ.KQ."), 3)


def test_masters_in_dummy_that_nothing_leads_to_are_not_proven() -> None:
    assert most(ending("2..32.", ".AK..A", "AK.Q.AK.K")) == 0


def test_a_blocked_suit_is_proven_up_to_the_block() -> None:
    assert most(ending("AK.32..", "QJT...2", "98.AKQ.A.KQ")) == 2


def test_a_blocked_suit_is_proven_with_an_entry_aside() -> None:
    assert most(ending("AK.32..", "QJT.A..", "98.KQJ.AK.A")) == 4


def test_length_is_proven_when_even_the_worst_break_is_drawn() -> None:
    assert most(ending("AKQ2.2..", "543.3..2", "JT9.AKQJ.A.AK")) == 4


def test_length_that_needs_a_break_is_not_proven() -> None:
    assert most(ending("AKQ2.2..", "54.32..2", "JT98.AKQ.A.AK")) == 3


def test_fewer_tricks_than_are_certain_are_proven() -> None:
    known = ending("AK.A.A.", "32.2.2.", "QJT.KQJ.KQ.")
    assert [proven(known, tricks) for tricks in range(4)] == [True] * 4


def test_more_tricks_than_are_left_are_not_proven() -> None:
    assert not proven(ending("A...", "2...", "KQ..."), 2)


# Guesses


def test_a_two_way_finesse_is_not_proven_although_double_dummy_it_always_makes() -> None:
    known = ending("AJ2...", "KT3...", "Q98.2.2.2")
    assert {double_dummy(hands, known) for hands in layouts(known)} == {3}
    assert most(known) == 2


def test_a_finesse_is_proven_when_an_opponent_has_shown_out() -> None:
    assert proven(ending("AJ2...", "KT3...", "Q98.2.2.2", void="E:S"), 3)
    assert proven(ending("AJ2...", "KT3...", "Q98.2.2.2", void="W:S"), 3)


def test_a_finesse_that_is_not_marked_is_not_proven() -> None:
    assert most(ending("32...", "AQ...", "K4.2.2.")) == 1


def test_a_squeeze_that_needs_one_layout_is_not_proven() -> None:
    known = ending("2.K.A.", "AJ...2", "KQ.A..KQJ")
    assert max(double_dummy(hands, known) for hands in layouts(known)) == 3
    assert most(known) == 2


def test_a_squeeze_is_proven_when_one_hand_is_known_to_guard_both_suits() -> None:
    assert proven(ending("2.K.A.", "AJ...2", "KQ.A..KQJ", void="E:SH"), 3)


# Trumps


def test_the_last_trump_is_drawn_before_the_winners() -> None:
    assert proven(ending("AKQ.A..", "432.2..", "JT9.K.QJ.QJ", trumps="H"), 4)


def test_winners_are_not_proven_while_a_higher_trump_is_out() -> None:
    assert most(ending("AKQ.2..", "432..2.", "JT9.3.KQ.QJ", trumps="H")) < 4


def test_an_outstanding_trump_is_not_proven_to_be_drawn_when_the_opponents_lead() -> None:
    assert not proven(ending("AKQ.A..", "432.2..", "JT9.K.QJ.QJ", trumps="H", lead="W"), 4)


def test_ruffs_are_proven_when_no_trump_is_out() -> None:
    assert most(ending("A.32..", "K..32.", ".AKQ.A.AK", trumps="S")) == 2


def test_a_cross_ruff_is_proven_with_high_trumps_only() -> None:
    assert proven(ending("AQ.32..", "KJ..32.", "T9.AK.AK.AK", trumps="S"), 4)
    assert not proven(ending("A3.32..", "K2..32.", "T9.AK.AK.AK", trumps="S"), 4)


def test_a_trick_for_the_master_trump_may_be_conceded() -> None:
    known = ending("KQJ2.A..", "3.32.32.", "A.KQJ.KQJ.KQJ", trumps="S")
    assert most(known) == 4


# A claim during a trick


def test_the_trick_in_progress_counts_when_it_can_be_won() -> None:
    assert proven(ending("A.A.A.", "32...", "K.KQ..K", lead="W", trick="D5 D2 DK"), 3)


def test_a_trick_that_is_lost_already_is_not_proven() -> None:
    known = ending("A.A.2.", "32...", "KQ.KQ..", lead="W", trick="D5 D3 DK")
    assert most(known) == 2


def test_a_trick_that_dummy_is_winning_is_proven() -> None:
    assert proven(ending("A.2..", "2...", "K.K..Q", lead="N", trick="HA H3"), 2)


# A defender's claim


def test_a_defender_with_masters_on_lead_proves_all_the_rest() -> None:
    assert proven(ending("AKQ...", "432...", "JT9.A.A.A", lead="W", claimer="W"), 3)


def test_a_defender_proves_nothing_but_all_the_rest() -> None:
    known = ending("AKQ...", "432...", "JT9.A.A.A", lead="W", claimer="W")
    assert [proven(known, tricks) for tricks in range(5)] == [False, False, False, True, False]


def test_a_defender_not_on_lead_proves_his_claim_when_every_lead_loses() -> None:
    assert proven(ending("AK.A..", "32.2..", "QJT.KQJ..", claimer="W"), 3)


def test_a_defender_not_on_lead_proves_nothing_when_one_lead_wins() -> None:
    assert not proven(ending("AK.A..", "32.2..", "QJT.KQ.A.", claimer="W"), 3)


def test_declarer_cannot_lead_a_suit_in_which_declarer_is_void() -> None:
    assert proven(ending("AK.A..", "32.2..", "QJT.KQ.A.", claimer="W", void="S:D"), 3)


def test_a_defender_may_not_assume_that_partner_keeps_the_right_card() -> None:
    known = ending("A.2..", "3.3..", ".A.A.Q", trick="SK", claimer="W", void="S:HD")
    assert {double_dummy(hands, known) for hands in layouts(known)} == {2}
    assert not proven(known, 2)


def test_a_trick_that_partner_must_win_counts() -> None:
    assert proven(ending("A.2..", "3.3..", ".AK..Q", trick="SK", claimer="W", void="S:H"), 2)
