"""The leader's half of a replay of Spades."""

from __future__ import annotations

from protocol.v1.spades import Bid, Card, MakeBid, Pass, PlayCard, Reveal
from protocol.v1.spades.replay import SpadesReplayOwn, Try


def test_the_leader_tries_the_moves_of_the_shown_position() -> None:
    assert SpadesReplayOwn(cards=(Card.SA,)).legal_tries() == (Try(PlayCard(Card.SA)),)
    exchange = SpadesReplayOwn(hand=(Card.SA, Card.SK), passing=1)
    assert exchange.legal_tries() == (Try(Pass((Card.SA,))), Try(Pass((Card.SK,))))


def test_the_leader_tries_a_look_where_the_player_may_bid_blind() -> None:
    own = SpadesReplayOwn(bids=(Bid(nil=True, blind=True),), may=("reveal",))
    assert own.legal_tries() == (Try(Reveal()), Try(MakeBid(Bid(nil=True, blind=True))))


def test_a_watcher_tries_nothing() -> None:
    assert SpadesReplayOwn().legal_tries() == ()
