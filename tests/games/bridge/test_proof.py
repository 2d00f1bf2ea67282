"""Tests of the proof of a claim (Laws 68 to 70): which claims are proven, and which are not.

Unless a test says otherwise, South declares and North is dummy. Hands stand in PBN notation, spades first.
"""

from __future__ import annotations

import pickle
from random import Random

import pytest

from protocol.v1.bridge import SEATS, Contract, Play, Seat, Strain, parse_hand
from protocol.v1.cards import Card, Suit
from server.games.bridge.proof import Knowledge, knowledge, proves
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import auction, play, seat
from tests.games.bridge.exact_claims import double_dummy, is_sure, layouts, some_ending

THIRTEEN_TOPS = "N:432.432.432.JT43 JT98.JT98.JT98.9 AKQ.AKQ.AKQ.AKQ2 765.765.765.8765"
"""A deal in which South has all thirteen top tricks."""


def ending(
    mine: str,
    dummy: str,
    unseen: str,
    lead: str = "S",
    trumps: str = "",
    trick: str = "",
    void: str = "",
    claimer: str = "S",
) -> Knowledge:
    """Return the claimer's knowledge of an ending.

    `lead` leads to the next trick. `trick` holds the cards of the trick in progress, which `lead` led.
    `void` names suits that a hand is known to be void in: `W:SH` means that West has no spades and no
    hearts.
    """
    held, faced = parse_hand(mine), parse_hand(dummy)
    plays = tuple(
        Play(Seat((seat(lead) + place) % 4), Card(card)) for place, card in enumerate(trick.split())
    )
    played = {each.seat for each in plays}
    cards = len(held) + (seat(claimer) in played)
    north, east, south, west = (cards - (each in played) for each in SEATS)
    out = {name: suits for name, _, suits in (each.partition(":") for each in void.split())}
    no_n, no_e, no_s, no_w = (tuple(Suit(suit) for suit in out.get(each.letter, "")) for each in SEATS)
    known = Knowledge(
        claimer=seat(claimer),
        declarer=Seat.SOUTH,
        trumps=Suit(trumps) if trumps else None,
        turn=Seat((seat(lead) + len(plays)) % 4),
        trick=plays,
        held=held,
        dummy=faced,
        unseen=parse_hand(unseen),
        lengths=(north, east, south, west),
        voids=(no_n, no_e, no_s, no_w),
    )
    hidden = [each for each in SEATS if each not in (known.claimer, Seat.NORTH)]
    assert len(known.unseen) == sum(known.lengths[each] for each in hidden), "an ending of equal hands"
    return known


def proven(known: Knowledge, tricks: int) -> bool:
    """Return True if a claim of `tricks` is proven without a time limit."""
    return proves(known, tricks, lambda: False)


def most(known: Knowledge) -> int:
    """Return the greatest number of tricks that declarer can claim and prove."""
    return max(tricks for tricks in range(known.tricks + 1) if proven(known, tricks))


def claim_at(state: BridgeState, claimer: str = "S") -> Knowledge:
    """Return the knowledge of a claimer at a table."""
    assert state.contract is not None and state.dummy is not None
    held, dummy = state.hands[seat(claimer)], state.hands[state.dummy]
    return knowledge(state.contract, state.plays, seat(claimer), held, dummy)


# What the claimer has seen


def test_a_claimer_knows_his_hand_dummy_and_what_was_played() -> None:
    known = claim_at(play(auction("P P 3NT P P P"), "S8 S2 SJ S4 SK S6 S7"))
    assert (known.turn, known.trick[0], known.tricks) == (Seat.NORTH, Play(Seat.EAST, Card.SK), 12)
    assert (known.lengths, len(known.unseen)) == ((12, 11, 11, 11), 22)
    assert Card.S9 in known.unseen and Card.SK not in known.unseen


def test_a_hand_that_did_not_follow_is_known_to_be_void() -> None:
    no_clubs = "N:32.432.432.JT943 JT987.JT98.JT98. AKQ.AKQ.AKQ.AKQ2 654.765.765.8765"
    known = claim_at(play(auction("P P 7NT P P P", pbn=no_clubs), "C8 C3 SJ CA"))
    assert known.voids == ((), (Suit.CLUBS,), (), ())


def test_deals_that_look_equal_to_the_claimer_give_equal_knowledge() -> None:
    other = "N:432.432.432.JT43 6T98.JT98.JT98.9 AKQ.AKQ.AKQ.AKQ2 J75.765.765.8765"
    states = [play(auction("P P 7NT P P P", pbn=pbn), "S7 S2 S8 SA") for pbn in (THIRTEEN_TOPS, other)]
    assert states[0] != states[1]
    assert claim_at(states[0]) == claim_at(states[1])


def test_knowledge_can_be_pickled() -> None:
    known = claim_at(play(auction("P P 3NT P P P"), "S8 S2"))
    assert pickle.loads(pickle.dumps(known)) == known


def test_dummy_does_not_claim() -> None:
    state = play(auction("P P 3NT P P P"), "S8 S2")
    with pytest.raises(
        ValueError, match="expected declarer or a defender to claim, got North, which is dummy"
    ):
        claim_at(state, "N")


def test_nothing_is_judged_before_dummy_is_faced() -> None:
    hands = auction("P P 3NT P P P").hands
    with pytest.raises(ValueError, match="expected at least the opening lead"):
        knowledge(Contract(3, Strain.NOTRUMP, Seat.SOUTH), (), Seat.SOUTH, hands[2], hands[0])


def test_hands_that_do_not_fit_the_plays_are_refused() -> None:
    state = play(auction("P P 3NT P P P"), "S8 S2")
    contract, hands = Contract(3, Strain.NOTRUMP, Seat.SOUTH), state.hands
    with pytest.raises(ValueError, match="expected 12 cards of North, got 11"):
        knowledge(contract, state.plays, Seat.SOUTH, hands[2], hands[0][1:])
    with pytest.raises(ValueError, match="expected each card at most once"):
        knowledge(contract, state.plays, Seat.SOUTH, (*hands[2][1:], Card.S8), hands[0])


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


# Against counting


@pytest.mark.parametrize("number", range(300))
def test_declarers_claim_is_proven_exactly_when_one_line_beats_every_layout(number: int) -> None:
    known = some_ending(Random(number), cards=3, defends=False)
    for tricks in range(known.tricks + 2):
        assert proven(known, tricks) == is_sure(known, tricks)


@pytest.mark.parametrize("number", range(200))
def test_a_defenders_claim_is_proven_exactly_when_one_line_beats_every_layout(number: int) -> None:
    known = some_ending(Random(number), cards=3, defends=True, suits=2)
    assert proven(known, known.tricks) == is_sure(known, known.tricks)


@pytest.mark.parametrize("number", range(24))
def test_declarers_larger_endings_are_proven_exactly_too(number: int) -> None:
    known = some_ending(Random(number), cards=4, defends=False, suits=2 + number % 3)
    for tricks in range(1, known.tricks + 1):
        assert proven(known, tricks) == is_sure(known, tricks)


@pytest.mark.parametrize("number", range(12))
def test_a_defenders_larger_endings_are_proven_exactly_too(number: int) -> None:
    known = some_ending(Random(number), cards=4, defends=True, suits=2)
    assert proven(known, known.tricks) == is_sure(known, known.tricks)


@pytest.mark.parametrize("number", range(150))
def test_every_proven_claim_makes_double_dummy_in_every_layout(number: int) -> None:
    known = some_ending(Random(1000 + number), cards=3, defends=False)
    assert most(known) <= min(double_dummy(hands, known) for hands in layouts(known))


# Time


def test_a_search_that_runs_out_of_time_proves_nothing() -> None:
    known = ending("2.K.A.32", "AJ..32.2", "KQ.AQ.KQ.KQJT", void="E:SH")
    unlimited, asked = proven(known, 4), []

    def at_once() -> bool:
        asked.append(True)
        return True

    assert (unlimited, proves(known, 4, at_once), asked) == (False, False, [True])
