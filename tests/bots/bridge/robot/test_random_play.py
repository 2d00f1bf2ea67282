"""The talkative random robot at bridge alerts, claims and asks at random, only as its view allows."""

from __future__ import annotations

from random import Random

from bots.bridge.robot.random_play import BridgeRandomPlay
from bots.bridge.view import BridgeView
from protocol.v1.bridge import Call, Claim, Grant, MakeCall, PlayCard, Seat
from protocol.v1.cards import Card
from tests.bots.bridge.robot.auctions import after, random_board, view_of

PLAY = BridgeRandomPlay()
VIEW = view_of(after(random_board(Random(1)), "1C P P P"), Seat.EAST)


def test_a_call_is_sometimes_alerted_and_a_card_never_changes() -> None:
    calls = [PLAY.varied(MakeCall(Call.ONE_CLUB), Random(seed)) for seed in range(100)]
    assert {each.alert for each in calls if isinstance(each, MakeCall)} == {True, False}
    card = PlayCard(Card.SA)
    assert all(PLAY.varied(card, Random(seed)) == card for seed in range(100))


def test_it_speaks_of_what_its_view_allows() -> None:
    assert VIEW.own is not None
    spoken = [action for seed in range(400) for action in PLAY.talk(VIEW, (), Random(seed))]
    assert any(isinstance(action, Claim) for action in spoken) is ("claim" in VIEW.own.may)
    assert spoken


def test_undo_requests_are_accepted_and_refused_at_random() -> None:
    grants = [PLAY.talk(VIEW, (Grant(Seat.NORTH, accept=True),), Random(seed))[0] for seed in range(50)]
    assert {each.accept for each in grants if isinstance(each, Grant)} == {True, False}


def test_a_watcher_says_nothing() -> None:
    assert PLAY.talk(BridgeView("t", VIEW.pub), (), Random(1)) == ()
