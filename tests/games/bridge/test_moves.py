"""Tests of the board after each call and card."""

from __future__ import annotations

from protocol.v1.bridge import Call, Seat, Undo
from protocol.v1.cards import Card
from server.games.bridge import moves
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import act, auction, call, dealt, holds, play, play_on

DECLARED = "P P 1NT P P P"


def test_a_call_passes_the_turn_and_stands_with_its_time() -> None:
    state = moves.called(dealt(), Call.ONE_CLUB, at_ms=70)
    assert (state.calls, state.turn, state.times[-1]) == ((Call.ONE_CLUB,), Seat.EAST, 70)


def test_the_final_pass_names_the_contract_and_gives_the_lead_to_declarers_left() -> None:
    state = moves.called(auction("P P 1NT P P"), Call.PASS, at_ms=0)
    assert (state.phase, str(state.contract), state.turn) == ("play", "1NT", Seat.WEST)


def test_the_fourth_pass_ends_a_board_without_a_contract() -> None:
    state = moves.called(auction("P P P"), Call.PASS, at_ms=0)
    assert (state.phase, state.contract, state.turn) == ("over", None, None)


def test_a_card_leaves_its_hand_and_stands_with_its_time() -> None:
    state = moves.played(auction(DECLARED), Card.S8, at_ms=90)
    assert (state.plays[-1].card, state.turn, state.times[-1]) == (Card.S8, Seat.NORTH, 90)
    assert holds(state, "W") == "73.532.T96.J642"


def test_the_fourth_card_counts_the_trick_and_its_winner_leads() -> None:
    state = moves.played(play(auction(DECLARED), "S8 S2 SJ"), Card.S4, at_ms=0)
    assert (state.tricks, state.turn) == ((0, 1), Seat.EAST)


def test_the_last_card_ends_the_board() -> None:
    state = auction(DECLARED)
    while len(state.plays) < 51:
        state = moves.played(state, _legal_card(state), at_ms=0)
    assert state.phase == "play"
    last = moves.played(state, _legal_card(state), at_ms=0)
    assert (last.phase, last.turn, sum(last.tricks), last.tricks) == ("over", None, 13, play_on(state).tricks)


def _legal_card(state: BridgeState) -> Card:
    """Return a card of the suit led if the hand in turn has one, else any card."""
    assert state.turn is not None
    begun, hand = len(state.plays) % 4, state.hands[state.turn]
    led = state.plays[-begun].card.suit if begun else None
    return next((card for card in hand if card.suit is led), hand[0])


def test_a_request_to_take_a_call_back_stands_until_its_player_calls_again_or_the_opening_lead() -> None:
    asked = act(auction("1C"), "N", Undo())
    assert call(asked, "P 1H P").undos == asked.undos
    assert call(asked, "P 1H P 1NT").undos == ()
    assert call(asked, "P P P").undos == asked.undos
    assert play(call(asked, "P P P"), "HT").undos == ()


def test_a_request_to_take_a_card_back_stands_until_its_player_plays_again() -> None:
    asked = act(play(auction(DECLARED), "S8 S2 SJ S4"), "W", Undo())
    assert play(asked, "H9 H7").undos == asked.undos
    assert play(asked, "H9 H7 H2").undos == ()
