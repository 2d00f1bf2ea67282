"""Tests of Laws 44 to 67: irregular leads, plays and tricks are refused with a reason."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from protocol.v1.bridge import SEATS, PlayCard
from protocol.v1.cards import Card
from server.games.base import Seated
from server.games.bridge.rules import BRIDGE
from tests.games.bridge.deals import auction, play, play_on, seat
from tests.games.bridge.refusals.offences import after_opening_lead, assert_refused, declared
from tests.games.bridge.test_view import cards_named_in, random_board

EAST = SEATS[1]


# Laws 44, 45, 53 to 64 and 67: leads and plays


@pytest.mark.parametrize(("by", "card"), [("N", "SA"), ("E", "SK"), ("S", "ST")])
def test_an_opening_lead_by_the_wrong_defender_or_the_declaring_side(by: str, card: str) -> None:
    assert_refused(declared(), by, PlayCard(Card(card)), "it is West's turn", "Law")


@pytest.mark.parametrize(("by", "card"), [("N", "SQ"), ("W", "S7"), ("S", "ST")])
def test_a_lead_out_of_turn(by: str, card: str) -> None:
    state = play(declared(), "S8 S2 SK S4")
    assert_refused(state, by, PlayCard(Card(card)), "it is East's turn")


@pytest.mark.parametrize(("by", "card"), [("N", "SQ"), ("E", "SK"), ("W", "S7")])
def test_a_play_out_of_turn(by: str, card: str) -> None:
    assert_refused(after_opening_lead(), by, PlayCard(Card(card)), "it is South's turn")


@pytest.mark.parametrize(
    ("cards", "by", "card", "due"),
    [
        ("S8", "W", "S7", "South"),
        ("S8 S2", "S", "S5", "East"),
        ("S8 S2 SK", "E", "SJ", "South"),
        ("S8 S2 SK S4", "S", "S6", "East"),
    ],
    ids=["leader", "declarer from dummy", "defender", "declarer"],
)
def test_two_cards_to_one_trick(cards: str, by: str, card: str, due: str) -> None:
    assert_refused(play(declared(), cards), by, PlayCard(Card(card)), f"it is {due}'s turn")


def test_two_cards_cannot_be_played_at_once() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$.card"):
        msgspec.convert({"t": "play", "card": ["S8", "S7"]}, BRIDGE.action_type)


@pytest.mark.parametrize(
    ("cards", "by", "card"),
    [("S8", "S", "HK"), ("S8 S2", "E", "HQ"), ("S8 S2 SK", "S", "CA"), ("S8 SA S9 S4 HK HT HA", "W", "D6")],
    ids=["from dummy", "a defender", "declarer", "when leading back a suit"],
)
def test_a_revoke(cards: str, by: str, card: str) -> None:
    says = (f"{card} does not follow suit", "(Law 44C)")
    assert_refused(play(declared(), cards), by, PlayCard(Card(card)), *says)


@pytest.mark.parametrize(
    ("cards", "by", "card", "holder"),
    [
        ("", "W", "SA", "you do"),
        ("S8", "S", "SK", "dummy does"),
        ("S8 S2", "E", "S8", "you do"),
        ("S8 SA S9 S4", "S", "SA", "dummy does"),
    ],
    ids=["another's", "a defender's", "one on the table", "one that was played"],
)
def test_playing_a_card_not_held(cards: str, by: str, card: str, holder: str) -> None:
    assert_refused(play(declared(), cards), by, PlayCard(Card(card)), f"{holder} not hold {card}")


def test_leading_from_the_wrong_hand() -> None:
    dummys = play(declared(), "S8 SA S9 S4")
    assert_refused(dummys, "S", PlayCard(Card.DA), "dummy does not hold DA")
    own = play(dummys, "D3 D2 DA D6")
    assert_refused(own, "S", PlayCard(Card.DQ), "you do not hold DQ")


@pytest.mark.parametrize("seed", range(4))
def test_no_trick_can_be_defective(seed: int) -> None:
    plays = random_board(seed)[-1].plays
    for first in range(0, len(plays), 4):
        trick = plays[first : first + 4]
        assert [card.seat for card in trick] == [SEATS[(trick[0].seat + place) % 4] for place in range(4)]


def test_no_card_is_played_before_the_auction_is_over_nor_after_the_board() -> None:
    assert_refused(auction("1NT P P", dealer="S"), "E", PlayCard(Card.SK), "(Law 22)")
    for by in "NESW":
        assert_refused(play_on(after_opening_lead()), by, PlayCard(Card.SK), "the board is over")


# Laws 48 to 52: penalty cards


@pytest.mark.parametrize(
    ("by", "card", "says"),
    [
        ("E", "DT", "you do not hold DT"),
        ("E", "HQ", "(Law 44C)"),
        ("W", "S7", "'s turn"),
        ("S", "ST", "'s turn"),
    ],
    ids=["not held", "revoke", "partner's", "declarer's"],
)
def test_a_refused_card_is_shown_to_no_player_so_it_is_no_penalty_card(by: str, card: str, says: str) -> None:
    state = play(declared(), "S8 S2")
    assert_refused(state, by, PlayCard(Card(card)), says)
    holder = next(each for each in SEATS if Card(card) in state.hands[each])
    assert card not in cards_named_in(BRIDGE.pub(state))
    assert [each for each in SEATS if card in cards_named_in(BRIDGE.own(state, Seated(each)))] == [holder]


def test_a_refusal_does_not_change_the_legal_cards() -> None:
    state = play(declared(), "S8 S2")
    for card in ("HQ", "D8", "CK"):
        assert_refused(state, "E", PlayCard(Card(card)), "(Law 44C)")
    assert [action.card for action in BRIDGE.legal_actions(state, EAST)] == ["SK", "SJ", "S9"]
    assert play(state, "S9", by="E").turn is seat("S")


# Law 65: the ownership and order of tricks


@pytest.mark.parametrize("seed", range(6))
def test_every_trick_belongs_to_the_side_that_won_it(seed: int) -> None:
    states = random_board(seed)
    won = {"NS": 0, "EW": 0}
    for state in states:
        if not state.plays or len(state.plays) % 4:
            continue
        assert state.contract is not None
        trick, trumps = state.plays[-4:], state.contract.strain.trumps
        led_suit = trick[0].card.suit
        best = max(trick, key=lambda p: (p.card.suit is trumps, p.card.suit is led_suit, p.card.height))
        won[best.seat.side] += 1
        assert state.tricks == (won["NS"], won["EW"])
        assert state.turn in (best.seat, None)
    assert sum(won.values()) == 13


def test_no_action_moves_a_card_that_was_played() -> None:
    states = random_board(9)
    for state, following in pairwise(states):
        assert following.plays[: len(state.plays)] == state.plays
        assert list(BRIDGE.pub(following).plays) == list(range(len(following.plays)))
