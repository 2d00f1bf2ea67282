"""Requests for actions: malformed bodies, and the checks against the player's view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.spades import Bid, Card, MakeBid, Pass, PlayCard, Reveal
from server.games.base import Public, Seated
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from server.web.spades_rest.errors import SeedError
from server.web.spades_rest.read_actions import read_bid, read_exchange, read_play, read_reveal
from server.web.spades_rest.serializers.views import Seen
from tests.games.spades.hands import ONE_SUIT_EACH, act, dealt, play, say
from tests.web.spades_rest.guests import named

NORTH, EAST, SOUTH, WEST = range(4)
HIDDEN: dict[str, Any] = {"preset": "seed", "blind_nil_behind": 0}
"""Options with which every hand is hidden until its player looks at it or bids."""


def view_of(state: SpadesState, seat: int | None) -> Seen:
    """Return the view of a seat's player, or the public view; the hub adds the decision of a seat in turn."""
    own = SPADES.own(state, Public() if seat is None else Seated(seat))
    if own is not None and seat in SPADES.to_act(state):
        own = replace(own, decision="0.0")
    return Seen(SPADES.pub(state), own)


def refusal(function: Callable[..., object], *args: object) -> tuple[int, str]:
    """Return the status and the code of an error."""
    with pytest.raises(SeedError) as refused:
        function(*args)
    assert len(str(refused.value)) > 10
    return refused.value.status, refused.value.code


@pytest.mark.parametrize(
    ("word", "bid"),
    [
        (0, Bid(0)),
        (13, Bid(13)),
        ("nil", Bid(nil=True)),
    ],
)
def test_a_bid_of_the_seat_in_turn_becomes_an_action(word: object, bid: Bid) -> None:
    state = dealt(preset="seed")
    assert read_bid({"bid": word})(view_of(state, EAST)) == MakeBid(bid)


@pytest.mark.parametrize("body", [{}, {"bid": 14}, {"bid": "blind"}, {"bid": None}, {"bids": 3}])
def test_a_malformed_bid_is_refused_before_any_view(body: dict[str, Any]) -> None:
    assert refusal(read_bid, body) == (400, "INVALID_BID")


def test_the_phase_is_checked_before_the_turn_and_the_turn_before_the_rules() -> None:
    bidding = dealt(ONE_SUIT_EACH, preset="seed")
    playing = say(bidding, "3 3 3 3")
    bid, card = read_bid({"bid": 3}), read_play({"card": named("SA")})
    assert refusal(bid, view_of(playing, EAST)) == (409, "INVALID_ACTION")
    assert refusal(bid, view_of(bidding, NORTH)) == (409, "NOT_YOUR_TURN")
    assert refusal(card, view_of(bidding, EAST)) == (409, "INVALID_ACTION")
    assert refusal(card, view_of(playing, NORTH)) == (409, "NOT_YOUR_TURN")
    assert refusal(card, view_of(playing, EAST)) == (400, "CARD_NOT_IN_HAND")


def test_a_viewer_without_a_seat_does_nothing() -> None:
    state = dealt(preset="seed")
    for judge in (read_bid({"bid": 3}), read_reveal({}), read_play({"card": named("SA")})):
        assert refusal(judge, view_of(state, None))[0] in (403, 409)
    assert refusal(read_bid({"bid": 3}), view_of(state, None)) == (403, "NOT_SEATED")


def test_a_blind_bid_is_refused_after_a_look_and_after_the_partners_blind_nil() -> None:
    hidden = dealt(**HIDDEN)
    blind = read_bid({"bid": "blind_nil"})
    assert blind(view_of(hidden, EAST)) == MakeBid(Bid(nil=True, blind=True))
    looked = act(hidden, Reveal(), EAST)
    assert refusal(blind, view_of(looked, EAST)) == (400, "NOT_ELIGIBLE")
    partner = say(hidden, "blind_nil 3")
    assert refusal(blind, view_of(partner, WEST)) == (400, "ALREADY_BID_BLIND_NIL")
    assert refusal(blind, view_of(dealt(preset="seed"), EAST)) == (400, "NOT_ELIGIBLE")


def test_a_hidden_hand_is_revealed_once_and_before_its_bid() -> None:
    hidden = dealt(**HIDDEN)
    judge = read_reveal({"any": "body"})
    assert judge(view_of(hidden, NORTH)) == Reveal(), "also out of turn"
    assert refusal(judge, view_of(act(hidden, Reveal(), NORTH), NORTH)) == (400, "NOT_ELIGIBLE")
    assert refusal(judge, view_of(say(hidden, "3"), EAST)) == (409, "BID_ALREADY_PLACED")
    assert refusal(judge, view_of(say(hidden, "3 3 3 3"), EAST)) == (409, "INVALID_ACTION")


@pytest.mark.parametrize(
    "cards",
    [None, [], ["SA"], [named("SA"), named("SA")], [{"suit": "spades", "rank": "T"}]],
)
def test_a_malformed_exchange_is_refused_before_any_view(cards: object) -> None:
    body = {} if cards is None else {"cards": cards}
    assert refusal(read_exchange, body) == (400, "INVALID_EXCHANGE")


def test_the_cards_of_an_exchange_are_counted_and_must_be_held() -> None:
    state = say(dealt(ONE_SUIT_EACH, **HIDDEN), "blind_nil 3 3 3")
    assert state.turn == EAST
    hearts = read_exchange({"cards": [named("HA"), named("HK")]})
    assert hearts(view_of(state, EAST)) == Pass((Card("HA"), Card("HK")))
    assert refusal(hearts, view_of(state, WEST)) == (409, "NOT_YOUR_TURN")
    one = read_exchange({"cards": [named("HA")]})
    assert refusal(one, view_of(state, EAST)) == (400, "INVALID_EXCHANGE")
    spades = read_exchange({"cards": [named("HA"), named("SA")]})
    assert refusal(spades, view_of(state, EAST)) == (400, "CARD_NOT_IN_HAND")


def test_a_card_that_may_not_be_played_now_is_refused() -> None:
    state = say(dealt(preset="seed"), "3 3 3 3")
    assert read_play({"card": named("C6")})(view_of(state, EAST)) == PlayCard(Card("C6"))
    assert refusal(read_play({"card": named("SK")}), view_of(state, EAST)) == (400, "ILLEGAL_PLAY")
    after = play(state, "C6")
    assert refusal(read_play({"card": named("DK")}), view_of(after, SOUTH)) == (400, "ILLEGAL_PLAY")


@pytest.mark.parametrize("body", [{}, {"card": "SA"}, {"card": {"suit": "hearts", "rank": "big_joker"}}])
def test_a_malformed_card_is_refused_before_any_view(body: dict[str, Any]) -> None:
    assert refusal(read_play, body) == (400, "INVALID_REQUEST")
