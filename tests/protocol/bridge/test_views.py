"""The own half of a bridge view: the answers to a seat's decision."""

from __future__ import annotations

from protocol.v1.bridge import BridgeOwn, Call, MakeCall, PlayCard, PlayOn, Seat, Vote, parse_hand
from protocol.v1.cards import Card


def test_a_seat_answers_with_a_call_or_a_card_or_waits() -> None:
    hand = parse_hand("AK.Q..")
    assert BridgeOwn(seat=Seat.NORTH, hand=hand).legal_actions() == ()
    assert BridgeOwn(calls=(Call.PASS, Call.ONE_CLUB)).legal_actions() == (
        MakeCall(Call.PASS),
        MakeCall(Call.ONE_CLUB),
    )
    assert BridgeOwn(cards=(Card.SA, Card.HQ)).legal_actions() == (PlayCard(Card.SA), PlayCard(Card.HQ))


def test_a_seat_answers_a_claim_with_its_vote_and_a_refused_claim_by_playing_on() -> None:
    assert BridgeOwn(votes=(True, False)).legal_actions() == (Vote(True), Vote(False))
    assert BridgeOwn(play_on=True).legal_actions() == (PlayOn(),)
