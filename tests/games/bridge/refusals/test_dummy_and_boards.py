"""Tests of Laws 22, 42, 43, 81, 82 and 87: dummy's limitations, and irregular boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from protocol.v1.bridge import (
    SEATS,
    Action,
    Ask,
    Call,
    Claim,
    Grant,
    MakeCall,
    PlayCard,
    PlayOn,
    Undo,
    Vote,
)
from protocol.v1.cards import Card
from server.games.base import Seated
from server.games.bridge.rules import BRIDGE
from tests.games.bridge.deals import auction, deal, play, play_on, refused
from tests.games.bridge.refusals.offences import after_opening_lead, assert_refused, declared
from tests.games.bridge.test_view import cards_named_in, random_board

NORTH, EAST, SOUTH, WEST = SEATS
OPTIONS: list[dict[str, Any]] = [{}, {"dummy_sees": True}, {"look_back": "law"}, {"screens": True}]


# Laws 42 and 43: dummy


@pytest.mark.parametrize("card", ["SQ", "SA", "HK", "S4"])
def test_dummy_does_not_play_not_even_the_only_card_left(card: str) -> None:
    assert_refused(after_opening_lead(), "N", PlayCard(Card(card)), "it is South's turn")
    last = after_opening_lead()
    while len(last.plays) < 48 or last.turn is not NORTH:
        actor = BRIDGE.to_act(last)[0]
        last = BRIDGE.apply(last, actor, BRIDGE.legal_actions(last, actor)[0])
    assert_refused(last, "N", PlayCard(last.hands[NORTH][0]), "it is South's turn")


@pytest.mark.parametrize(
    ("offence", "law"),
    [
        (Claim(13), "you are dummy, and dummy may neither claim nor concede (Law 43A)"),
        (Claim(0), "you are dummy, and dummy may neither claim nor concede (Law 43A)"),
        (Ask(0), "Law 20F"),
        (Undo(), "Law 43"),
        (MakeCall(Call.PASS), "the auction is over (Law 22)"),
        (Vote(True), "no claim"),
        (PlayOn(), "Law 68D"),
    ],
    ids=["claiming", "conceding", "asking", "taking back", "calling", "voting", "playing on"],
)
def test_dummy_cannot_claim_ask_or_act(offence: Action, law: str) -> None:
    assert_refused(after_opening_lead(), "N", offence, law)


def test_declarers_partner_does_not_ask_before_the_opening_lead_either() -> None:
    assert_refused(declared(), "N", Ask(1), "Law 20F")


def test_dummy_does_not_vote_on_a_claim_of_the_defenders() -> None:
    claimed = BRIDGE.apply(after_opening_lead(), WEST, Claim(12))
    assert_refused(claimed, "N", Vote(True), "Law 68")
    assert NORTH not in BRIDGE.to_act(claimed)


def test_dummy_does_not_vote_on_a_claim_of_his_partner() -> None:
    claimed = BRIDGE.apply(after_opening_lead(), SOUTH, Claim(7))
    assert_refused(claimed, "N", Vote(True), "Law 68")
    assert BRIDGE.to_act(claimed) == (EAST, WEST)


def test_dummy_does_not_grant_the_opponents_their_cards_back() -> None:
    asked = BRIDGE.apply(play(after_opening_lead(), "S2 SK"), EAST, Undo())
    assert_refused(asked, "N", Grant(EAST, True), "no undo request of East waits for your answer")


def test_dummy_has_no_decision_from_the_lead_to_the_end_unless_all_four_are_asked() -> None:
    state = after_opening_lead()
    while BRIDGE.to_act(state):
        assert NORTH not in BRIDGE.to_act(state)
        own = BRIDGE.own(state, Seated(NORTH))
        assert own is not None and not {"claim", "undo", "grant", "ask"} & set(own.may)
        actor = BRIDGE.to_act(state)[0]
        state = BRIDGE.apply(state, actor, BRIDGE.legal_actions(state, actor)[0])


@pytest.mark.parametrize(
    "options", [{}, {"dummy_sees": True}, {"look_back": "law"}, {"screens": True}], ids=str
)
def test_dummy_never_sees_a_defenders_hand(options: dict[str, Any]) -> None:
    state = play(auction("1NT P P P", dealer="S", **options), "S8")
    while state.phase != "over":
        own = BRIDGE.own(state, Seated(NORTH))
        defenders = {str(card) for each in (EAST, WEST) for card in state.hands[each]}
        assert not cards_named_in(own) & defenders and not cards_named_in(BRIDGE.pub(state)) & defenders
        actor = BRIDGE.to_act(state)[0]
        state = BRIDGE.apply(state, actor, BRIDGE.legal_actions(state, actor)[0])


def test_a_claim_of_declarers_shows_dummy_no_defenders_hand() -> None:
    claimed = BRIDGE.apply(after_opening_lead(), SOUTH, Claim(7))
    assert claimed.claim is not None
    defenders = {str(card) for each in (EAST, WEST) for card in claimed.hands[each]}
    assert (
        not cards_named_in(BRIDGE.own(claimed, Seated(NORTH))) & defenders
        and not cards_named_in(BRIDGE.pub(claimed)) & defenders
    )


# Law 22B: a board passed out


@pytest.mark.parametrize("scoring", ["duplicate", "total"])
def test_a_passed_out_board_is_not_redealt_in_duplicate(scoring: str) -> None:
    state = auction("P P P P", scoring=scoring)
    result = BRIDGE.result(state)
    assert result is not None and (result.contract, result.score_ns) == (None, 0)
    assert (BRIDGE.deal_due(state), BRIDGE.chance(state, Random(1))) == (False, None)
    with refused("the cards of this board are dealt already"):
        BRIDGE.apply(state, None, deal())
    following = BRIDGE.carry(state)
    assert (following.board, following.finished) == (2, 1)


# Laws 81, 82 and 87: boards played twice, or compared too early


def test_a_board_is_not_played_twice_at_a_table() -> None:
    over = play_on(after_opening_lead())
    with refused("the cards of this board are dealt already"):
        BRIDGE.apply(over, None, deal())
    assert BRIDGE.carry(over).board == over.board + 1


def test_a_board_is_not_scored_before_its_end() -> None:
    for state in random_board(4)[:-1]:
        pub = BRIDGE.pub(state)
        assert (pub.result, pub.hands, pub.remarks) == (None, None, None)
        assert not pub.results
