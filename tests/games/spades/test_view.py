"""Tests of the views of a hand: what each audience sees, and what a seat may do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from protocol.v1.spades import Card, Options, Passed, Reveal
from server.games.base import AllHands, Commentator, Director, Kibitzer, Public, Seated
from server.games.spades.rules import SPADES
from tests.games.spades.hands import BEHIND, act, cards, dealt, exchanging, give, own, say
from tests.games.spades.played_hands import VARIANTS, hands_of, states


@pytest.mark.parametrize("said", VARIANTS, ids=str)
def test_the_view_offers_what_the_rules_allow_and_nothing_else(said: dict[str, object]) -> None:
    for hand in hands_of(Options(**said), 9):
        for state in hand.states:
            for seat in range(state.rules.players):
                assert own(state, seat).legal_actions() == SPADES.legal_actions(state, seat)


def test_the_two_partners_see_what_went_between_them() -> None:
    state = give(give(exchanging(), "SQ HA"), "C4 D2")
    assert (own(state, 2).passed, own(state, 2).received) == (cards("SQ HA"), cards("D2 C4"))
    assert (own(state, 0).passed, own(state, 0).received) == (cards("D2 C4"), cards("SQ HA"))


def test_opponents_and_the_public_see_that_cards_were_passed_and_not_which() -> None:
    one, other = (
        give(give(exchanging(), first), then) for first, then in (("SQ HA", "C4 D2"), ("C2 H6", "SA S9"))
    )
    assert SPADES.pub(one) == SPADES.pub(other)
    assert SPADES.pub(one).last == Passed(0, 2)
    for seat in (1, 3):
        for audience in (Kibitzer(seat), Public()):
            assert SPADES.own(one, audience) == SPADES.own(other, audience)
        assert own(one, seat) == own(other, seat)
        assert own(one, seat).passed is None
        assert own(one, seat).received is None


def test_watchers_of_all_hands_see_passed_cards() -> None:
    state = give(exchanging(), "SQ HA")
    for audience in (AllHands(), Director(), Commentator()):
        half = SPADES.own(state, audience)
        assert half is not None
        assert half.passes == {2: cards("SQ HA")}
        assert half.hands == state.hands


@pytest.mark.parametrize("said", VARIANTS, ids=str)
def test_the_public_is_told_of_no_card_but_those_played(said: dict[str, object]) -> None:
    for state in states(Options(**said), 7):
        pub = msgspec.to_builtins(SPADES.pub(state))
        told = set(_words(pub)) & set(Card)
        results = {play.card for result in state.results.values() for play in result.last_trick}
        assert told <= {play.card for play in state.plays} | results


def _words(plain: object) -> Iterator[str]:
    if isinstance(plain, dict):
        for value in plain.values():
            yield from _words(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _words(value)
    elif isinstance(plain, str):
        yield plain


def test_a_hand_not_yet_seen_by_its_player_is_hidden_from_kibitzers() -> None:
    seen = 0
    for state in states(Options(blind_nil_behind=0), 1):
        for seat in SPADES.pub(state).blind:
            seen += 1
            for audience in (Seated(seat), Kibitzer(seat)):
                half = SPADES.own(state, audience)
                assert half is not None
                assert half.hand is None
                assert not set(_words(msgspec.to_builtins(half))) & set(Card)
    assert seen > 0


def test_a_player_that_may_bid_blind_sees_the_hand_only_after_looking_or_bidding() -> None:
    state = dealt(scores=BEHIND)
    assert own(state, 2).hand is None
    assert own(state, 1).hand == state.hands[1]
    assert own(act(state, Reveal(), seat=2), 2).hand == state.hands[2]
    assert own(say(state, "1 3"), 2).hand == state.hands[2]


def test_looks_and_the_right_to_bid_blind_are_public() -> None:
    state = dealt(scores=BEHIND)
    assert SPADES.pub(state).blind == (0, 2)
    looked = SPADES.pub(act(state, Reveal(), seat=2))
    assert (looked.blind, looked.revealed) == ((0,), {2: True})
