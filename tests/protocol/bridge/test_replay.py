"""The leader's half of a replay of bridge."""

from __future__ import annotations

from protocol.v1.bridge import Call
from protocol.v1.bridge.replay import ReplayOwn, TryCall, TryCard
from protocol.v1.cards import Card


def test_the_leader_tries_the_calls_or_the_cards_of_the_shown_position() -> None:
    calling, playing = ReplayOwn(calls=(Call.PASS, Call.ONE_CLUB)), ReplayOwn(cards=(Card.SA, Card.H2))
    assert calling.legal_tries() == (TryCall(Call.PASS), TryCall(Call.ONE_CLUB))
    assert playing.legal_tries() == (TryCard(Card.SA), TryCard(Card.H2))


def test_an_audience_without_a_decision_tries_nothing() -> None:
    assert ReplayOwn().legal_tries() == ()
