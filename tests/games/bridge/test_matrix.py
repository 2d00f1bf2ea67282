"""Tests of the visibility matrix: the rows that bridge decides, in the matrix's own words.

Phases: D is the auction, C the time after the final pass, P the play, Q a pending claim, and E the end of the
board at this table. Remarks, undo requests and claims are tested in `test_alerts`, `test_undo` and
`test_claims`.
"""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.bridge import Claim, Seat, Vote
from server.games.base import AllHands, Audience, Commentator, Director, Public, Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.audiences import OFFICIALS, ONE_HAND, own_half
from tests.games.bridge.deals import act, auction, deal, own, play

N, E, S, W = Seat
ONE_NOTRUMP = "P P 1NT P P P"
SEATED = [Seated(each) for each in Seat]


def phase(letter: str, **options: Any) -> BridgeState:
    """Return South's 1NT in phase D, C, P (one trick and a card), Q or E."""
    match letter:
        case "D":
            return auction("P P 1NT", **options)
        case "C":
            return auction(ONE_NOTRUMP, **options)
        case "P":
            return play(auction(ONE_NOTRUMP, **options), "S3 SQ SJ S4 H4")
        case "Q":
            return act(phase("P", **options), "S", Claim(7))
        case _:
            over = phase("Q", **options)
            return act(act(over, "E", Vote(True)), "W", Vote(True))


LIVE = [pytest.param(phase(letter), id=letter) for letter in "DCPQ"]


@pytest.mark.parametrize("state", LIVE)
@pytest.mark.parametrize("seats", [SEATED, ONE_HAND], ids=["seats", "one-hand watchers"])
def test_own_cards_and_no_others(state: BridgeState, seats: list[Any]) -> None:
    for audience in seats:
        half = own_half(state, audience)
        assert half.hand == state.hands[audience.seat]
        assert (half.hands, half.declarer) == (None, None)


@pytest.mark.parametrize("state", LIVE)
def test_the_public_has_no_hidden_card(state: BridgeState) -> None:
    assert BRIDGE.own(state, Public()) is None
    assert BRIDGE.pub(state).hands is None


@pytest.mark.parametrize("state", LIVE)
@pytest.mark.parametrize("audience", OFFICIALS, ids=["all-hands watcher", "TD", "commentator"])
def test_own_cards_of_all_four(state: BridgeState, audience: Audience) -> None:
    assert own_half(state, audience).hands == state.hands


def test_dummys_hand_is_seen_by_dummy_alone_before_the_lead_and_by_all_after_it() -> None:
    assert [BRIDGE.pub(phase(letter)).dummy is not None for letter in "DCPQ"] == [False, False, True, True]
    assert BRIDGE.pub(phase("P")).dummy == phase("P").hands[N]


def test_declarers_hand_is_not_shown_to_dummy_by_default() -> None:
    assert own(phase("P"), "N").declarer is None


def test_declarers_hand_is_shown_to_dummy_by_option_once_the_lead_is_made() -> None:
    assert own(phase("P", dummy_sees=True), "N").declarer == phase("P").hands[S]
    assert own(phase("C", dummy_sees=True), "N").declarer is None
    assert all(own(phase("P", dummy_sees=True), letter).declarer is None for letter in "EW")


def test_defenders_hand_is_never_shown_to_dummy() -> None:
    for options in ({}, {"dummy_sees": True}):
        shown = own(phase("P", **options), "N")
        cards = {*(shown.hand or ()), *(shown.declarer or ())}
        assert not cards & {*phase("P").hands[E], *phase("P").hands[W]}


@pytest.mark.parametrize("look_back", ["all", "law"])
def test_cards_played_in_the_current_trick_are_seen_by_all(look_back: str) -> None:
    plays = BRIDGE.pub(phase("P", look_back=look_back)).plays
    assert plays[4].card == "H4"


def test_last_trick_stays_until_own_side_plays_to_the_next() -> None:
    state = phase("P", look_back="law")
    shown = [own(state, letter).last_trick for letter in "NESW"]
    assert [trick is not None for trick in shown] == [False, True, False, True]
    assert [each.card for each in shown[1] or ()] == ["S3", "SQ", "SJ", "S4"]
    later = play(state, "HT")
    assert own(later, "W").last_trick is None


def test_a_quitted_trick_lies_there_until_the_next_is_led() -> None:
    trick = play(auction(ONE_NOTRUMP, look_back="law"), "S3 SQ SJ S4")
    assert list(BRIDGE.pub(trick).plays) == [0, 1, 2, 3]
    assert list(BRIDGE.pub(play(trick, "H4")).plays) == [4]


def test_older_tricks_are_seen_only_by_the_td_and_all_hands_watchers() -> None:
    state = phase("P", look_back="law")
    assert list(BRIDGE.pub(state).plays) == [4]
    for audience in OFFICIALS:
        assert list(own_half(state, audience).plays or ()) == [0, 1, 2, 3, 4]
    for audience in (*SEATED, *ONE_HAND):
        assert own_half(state, audience).plays is None


def test_older_tricks_are_seen_by_all_where_the_event_allows_it() -> None:
    assert list(BRIDGE.pub(phase("P", look_back="all")).plays) == [0, 1, 2, 3, 4]


def test_older_tricks_are_seen_by_all_when_the_board_is_over() -> None:
    assert list(BRIDGE.pub(phase("E", look_back="law")).plays) == [0, 1, 2, 3, 4]


def test_trick_counts_by_side_are_seen_by_all() -> None:
    assert BRIDGE.pub(phase("P", look_back="law", review=False)).tricks == (1, 0)


def test_calls_of_the_auction_are_seen_by_all_in_d_and_c() -> None:
    for letter in "DC":
        assert BRIDGE.pub(phase(letter, review=False)).calls


def test_calls_of_the_auction_in_p_are_an_option_and_the_td_sees_them_always() -> None:
    assert BRIDGE.pub(phase("P")).calls
    assert BRIDGE.pub(phase("P", review=False)).calls == {}
    for audience in OFFICIALS:
        assert own_half(phase("P", review=False), audience).auction == BRIDGE.pub(phase("P")).calls
    assert BRIDGE.pub(phase("E", review=False)).calls


def test_per_action_think_time_is_seen_only_by_the_td() -> None:
    for letter in "DCPQE":
        for audience in (*SEATED, *ONE_HAND, AllHands(), Commentator()):
            assert own_half(phase(letter), audience).times is None
        assert own_half(phase(letter), Director()).times is not None


def test_result_of_the_board_at_this_table_is_seen_in_e() -> None:
    assert [BRIDGE.pub(phase(letter)).result is not None for letter in "DCPQE"] == [False] * 4 + [True]


def test_four_hands_after_the_deal_are_seen_in_e() -> None:
    assert BRIDGE.pub(phase("E")).hands == deal().hands
