"""The own half of a bridge view: the answers to a seat's decision."""

from __future__ import annotations

from protocol.v1.bridge import (
    BridgeOwn,
    Call,
    MakeCall,
    PlayCard,
    Seat,
    parse_hand,
)
from protocol.v1.cards import Card


def test_a_seat_answers_with_a_call_or_a_card_or_waits() -> None:
    hand = parse_hand("AK.Q..")
    assert BridgeOwn(seat=Seat.NORTH, hand=hand).legal_actions() == ()
    assert BridgeOwn(calls=(Call.PASS, Call.ONE_CLUB)).legal_actions() == (
        MakeCall(Call.PASS),
        MakeCall(Call.ONE_CLUB),
    )
    assert BridgeOwn(cards=(Card.SA, Card.HQ)).legal_actions() == (PlayCard(Card.SA), PlayCard(Card.HQ))
