"""The own half of a Spades view: the answers to a seat's decision."""

from __future__ import annotations

from protocol.v1.spades import Bid, Card, Keep, MakeBid, Pass, PlayCard, SpadesOwn

HAND = (Card.SA, Card.HT, Card.C4)


def test_a_seat_answers_with_a_kept_card_a_bid_or_a_played_card() -> None:
    assert SpadesOwn(drawn=(Card.SA, Card.HT)).legal_actions() == (Keep(Card.SA), Keep(Card.HT))
    assert SpadesOwn(bids=(Bid(1), Bid(nil=True))).legal_actions() == (
        MakeBid(Bid(1)),
        MakeBid(Bid(nil=True)),
    )
    assert SpadesOwn(hand=HAND, cards=(Card.C4,)).legal_actions() == (PlayCard(Card.C4),)


def test_a_seat_that_passes_two_cards_may_pass_any_two_of_its_hand() -> None:
    assert SpadesOwn(hand=HAND, passing=2).legal_actions() == (
        Pass((Card.SA, Card.HT)),
        Pass((Card.SA, Card.C4)),
        Pass((Card.HT, Card.C4)),
    )


def test_a_seat_without_a_decision_has_no_answers() -> None:
    assert SpadesOwn(seat=0, hand=HAND).legal_actions() == ()
