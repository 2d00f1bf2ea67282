"""Tests of the views of a board: what each audience sees at each stage."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest

from protocol.v1.bridge import SEATS, BridgeOwn, BridgePub, Called, Dealt, Hand, Played, Seat, format_hand
from protocol.v1.cards import Card
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import auction, call, deal, dealt, play, play_on, seat

OFFICIALS = (AllHands(), Director(), Commentator())
NORTH, EAST, SOUTH, WEST = SEATS


def owns(state: BridgeState, letter: str) -> BridgeOwn:
    """Return the own half of the view of a seat's player."""
    own = BRIDGE.own(state, Seated(seat(letter)))
    assert own is not None
    return own


def text(hand: Hand | None) -> str | None:
    """Return a hand in PBN notation."""
    return None if hand is None else format_hand(hand)


def declared() -> BridgeState:
    """Return a board with South as declarer in 1NT and West to lead."""
    return auction("1NT P P P", dealer="S")


# Before the deal


def test_before_the_deal_the_public_sees_the_board_its_dealer_and_its_vulnerability() -> None:
    pub = BRIDGE.pub(BridgeState(board=3))
    assert (pub.board, pub.dealer, pub.vulnerable, pub.phase) == (3, SOUTH, "EW", "deal")
    assert (pub.turn, pub.actor, pub.last) == (None, None, None)


@pytest.mark.parametrize("audience", [*(Seated(each) for each in SEATS), *OFFICIALS])
def test_before_the_deal_no_view_has_cards(audience: Audience) -> None:
    own = BRIDGE.own(BridgeState(), audience)
    assert own is not None
    assert (own.hand, own.hands, own.calls, own.cards) == (None, None, None, None)


# The auction


def test_the_public_is_told_that_a_board_was_dealt_and_which_seat_is_in_turn() -> None:
    pub = BRIDGE.pub(dealt(dealer="E", vulnerable="Both"))
    assert (pub.phase, pub.dealer, pub.vulnerable, pub.turn, pub.actor) == (
        "auction",
        EAST,
        "Both",
        EAST,
        EAST,
    )
    assert pub.last == Dealt()


def test_the_public_sees_every_call_in_order_and_the_seat_of_the_last() -> None:
    pub = BRIDGE.pub(auction("1S X P", dealer="W"))
    assert pub.calls == {0: "1S", 1: "X", 2: "P"}
    assert pub.last == Called(NORTH.lho, "P")


def test_during_the_auction_the_public_sees_no_hand() -> None:
    pub = BRIDGE.pub(auction("1S X P"))
    assert (pub.dummy, pub.hands, pub.result, pub.contract) == (None, None, None, None)


@pytest.mark.parametrize("letter", "NESW")
def test_a_player_sees_his_own_hand_from_the_deal_on(letter: str) -> None:
    own = owns(dealt(), letter)
    assert (own.seat, own.hand, own.hands) == (seat(letter), deal().hands[seat(letter)], None)


def test_the_player_in_turn_sees_his_legal_calls() -> None:
    assert owns(auction("7H X"), "S").calls == ("P", "XX", "7S", "7NT")
    assert owns(auction("7H X"), "S").cards is None


@pytest.mark.parametrize("letter", "NEW")
def test_the_others_see_no_legal_calls(letter: str) -> None:
    assert owns(auction("7H X"), letter).calls is None


# The opening lead


def test_after_the_auction_the_public_sees_the_contract_and_the_leader() -> None:
    pub = BRIDGE.pub(declared())
    assert (str(pub.contract), pub.contract.declarer, pub.phase) == ("1NT", SOUTH, "play")
    assert (pub.turn, pub.actor) == (WEST, WEST)


def test_before_the_opening_lead_dummys_hand_is_dummys_alone() -> None:
    state = declared()
    assert BRIDGE.pub(state).dummy is None
    assert text(owns(state, "N").hand) == "AQ52.K64.QJ3.T98"
    assert [owns(state, letter).hands for letter in "ESW"] == [None, None, None]


def test_the_leader_sees_that_he_may_lead_any_card() -> None:
    assert owns(declared(), "W").cards == deal().hands[WEST]


# The play


def test_after_the_opening_lead_all_audiences_see_the_card_and_dummy() -> None:
    pub = BRIDGE.pub(play(declared(), "S8"))
    assert text(pub.dummy) == "AQ52.K64.QJ3.T98"
    assert pub.last == Played(WEST, Card.S8)
    assert (pub.turn, pub.actor) == (NORTH, SOUTH), "it is dummy's turn, and declarer plays"


def test_dummy_on_the_table_loses_the_cards_that_are_played() -> None:
    assert text(BRIDGE.pub(play(declared(), "S8 SA")).dummy) == "Q52.K64.QJ3.T98"


def test_the_public_sees_each_card_with_the_hand_it_came_from() -> None:
    plays = BRIDGE.pub(play(declared(), "S8 SQ SK S4 D8")).plays
    told = [f"{plays[turn].seat.letter} {plays[turn].card}" for turn in range(5)]
    assert told == ["W S8", "N SQ", "E SK", "S S4", "E D8"]


def test_the_public_sees_the_tricks_of_both_sides() -> None:
    assert BRIDGE.pub(play(declared(), "S8 SQ SK S4")).tricks == (0, 1)


def test_at_dummys_turn_declarer_sees_dummys_legal_cards_beside_his_own_hand() -> None:
    own = owns(play(declared(), "S8"), "S")
    assert own.cards == (Card.SA, Card.SQ, Card.S5, Card.S2)
    assert text(own.hand) == "T64.AJ87.AK5.AQ7"


@pytest.mark.parametrize("letter", "NEW")
def test_at_dummys_turn_only_declarer_has_a_decision(letter: str) -> None:
    own = owns(play(declared(), "S8"), letter)
    assert (own.calls, own.cards) == (None, None)


def test_dummy_does_not_see_declarers_hand() -> None:
    own = owns(play(declared(), "S8"), "N")
    assert (text(own.hand), own.hands) == ("AQ52.K64.QJ3.T98", None)


def test_a_player_sees_the_cards_that_he_still_holds() -> None:
    assert text(owns(play(declared(), "S8 SQ SK S4"), "E").hand) == "J9.QT9.8742.K53"


# The end


def test_when_the_board_is_over_all_audiences_see_the_four_hands_as_dealt_and_the_result() -> None:
    state = play_on(declared())
    pub = BRIDGE.pub(state)
    assert (pub.phase, pub.hands, pub.result) == ("over", deal().hands, BRIDGE.result(state))
    assert (pub.dummy, pub.turn, pub.actor) == (None, None, None)


def test_a_board_passed_out_is_shown_to_all_audiences_too() -> None:
    pub = BRIDGE.pub(auction("P P P P"))
    assert (pub.hands, pub.contract) == (deal().hands, None)
    assert pub.result is not None
    assert pub.result.score_ns == 0


def test_one_card_before_the_end_the_hands_are_still_hidden() -> None:
    state = declared()
    while len(state.plays) < 51:
        assert BRIDGE.pub(state).hands is None
        actor = BRIDGE.to_act(state)[0]
        state = BRIDGE.apply(state, actor, BRIDGE.legal_actions(state, actor)[0])
    assert BRIDGE.pub(state).hands is None


def test_when_the_board_is_over_no_seat_has_a_decision() -> None:
    state = play_on(declared())
    assert [(owns(state, letter).calls, owns(state, letter).cards) for letter in "NESW"] == [(None, None)] * 4


# Audiences


def stages() -> list[BridgeState]:
    """Return the board at its turning points, in order."""
    lead = play(declared(), "S8")
    return [BridgeState(), dealt(), auction("1C X"), declared(), lead, play(lead, "SQ SK S4"), play_on(lead)]


@pytest.mark.parametrize("stage", range(7))
def test_the_public_has_no_own_half(stage: int) -> None:
    assert BRIDGE.own(stages()[stage], Public()) is None


@pytest.mark.parametrize("stage", range(7))
@pytest.mark.parametrize("each", SEATS)
def test_a_kibitzer_sees_what_the_player_of_the_hand_sees(stage: int, each: Seat) -> None:
    state = stages()[stage]
    assert BRIDGE.own(state, Kibitzer(each)) == BRIDGE.own(state, Seated(each))


@pytest.mark.parametrize("stage", range(1, 7))
@pytest.mark.parametrize("audience", OFFICIALS)
def test_officials_and_watchers_of_all_hands_see_the_four_hands_still_held(
    stage: int, audience: Audience
) -> None:
    state = stages()[stage]
    own = BRIDGE.own(state, audience)
    assert own is not None
    assert own.hands == state.hands


@pytest.mark.parametrize("audience", OFFICIALS)
def test_officials_and_watchers_of_all_hands_have_no_decision(audience: Audience) -> None:
    own = BRIDGE.own(dealt(), audience)
    assert own is not None
    assert (own.seat, own.hand, own.calls, own.cards) == (None, None, None, None)


# Every card on every view, over whole boards


def cards_named_in(view: BridgePub | BridgeOwn | None) -> set[str]:
    """Return the cards that occur in a view's bytes."""
    return set(re.findall(r'"([SHDC][2-9TJQKA])"', msgspec.json.encode(view).decode()))


def random_board(seed: int) -> list[BridgeState]:
    """Return every state of a board that is played at random."""
    rng = Random(seed)
    state = BRIDGE.apply(BridgeState(), None, BRIDGE.chance(BridgeState(), rng))
    states = [state]
    while BRIDGE.to_act(state):
        actor = BRIDGE.to_act(state)[0]
        state = BRIDGE.apply(state, actor, rng.choice(BRIDGE.legal_actions(state, actor)))
        states.append(state)
    return states


def on_the_table(state: BridgeState) -> set[str]:
    """Return the cards that lie face up: the cards played, and dummy's hand."""
    faced = {str(play.card) for play in state.plays}
    return faced | (set() if state.dummy is None else {str(card) for card in state.hands[state.dummy]})


@pytest.mark.parametrize("seed", range(12))
def test_until_the_end_the_public_view_names_the_cards_on_the_table_and_no_other(seed: int) -> None:
    for state in random_board(seed)[:-1]:
        # A bid such as 2C or 1S is never two characters in the order of a card.
        assert cards_named_in(BRIDGE.pub(state)) == on_the_table(state)


@pytest.mark.parametrize("seed", range(12))
def test_until_the_end_a_players_view_names_his_hand_and_the_table_and_no_other(seed: int) -> None:
    for state in random_board(seed)[:-1]:
        for each in SEATS:
            held = {str(card) for card in state.hands[each]}
            seen = cards_named_in(BRIDGE.own(state, Seated(each)))
            assert held <= seen <= held | on_the_table(state)


def test_the_decision_of_a_view_is_the_decision_of_the_rules() -> None:
    for state in random_board(99):
        for each in SEATS:
            assert owns(state, each.letter).legal_actions() == BRIDGE.legal_actions(state, each)


def test_a_call_does_not_change_what_is_known_of_the_hands() -> None:
    before, after = dealt(), call(dealt(), "1NT")
    assert [owns(before, letter).hand for letter in "NESW"] == [owns(after, letter).hand for letter in "NESW"]
