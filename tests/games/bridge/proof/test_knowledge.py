"""Tests of the claimer's knowledge: the cards that the claimer has seen, and nothing else."""

from __future__ import annotations

import pickle

import pytest

from protocol.v1.bridge import Contract, Play, Seat, Strain
from protocol.v1.cards import Card, Suit
from server.games.bridge.proof import knowledge
from tests.games.bridge.deals import auction, play
from tests.games.bridge.endings import THIRTEEN_TOPS, claim_at


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
    with pytest.raises(ValueError, match="expected 12 cards in the hand of North, got 11"):
        knowledge(contract, state.plays, Seat.SOUTH, hands[2], hands[0][1:])
    with pytest.raises(ValueError, match="expected each card at most once"):
        knowledge(contract, state.plays, Seat.SOUTH, (*hands[2][1:], Card.S8), hands[0])
