"""Actions of players at a Spades table."""

from __future__ import annotations

import msgspec

from protocol.v1.spades import Card, Pass


def test_passed_cards_stand_in_display_order_so_that_their_order_tells_nothing() -> None:
    one, other = Pass((Card.C4, Card.SA, Card.BJ)), Pass((Card.BJ, Card.C4, Card.SA))
    assert one.cards == other.cards == (Card.BJ, Card.SA, Card.C4)


def test_passed_cards_are_sorted_when_they_are_decoded() -> None:
    decoded = msgspec.json.decode(b'{"t":"pass","cards":["C4","SA"]}', type=Pass)
    assert decoded == Pass((Card.SA, Card.C4))
