"""Tests of the opening lead that lies face down while questions are asked (Laws 20F and 41)."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import (
    Ask,
    AwardTricks,
    FaceDownLead,
    NoQuestions,
    Options,
    PlayCard,
    RollBack,
    Seat,
    Undo,
)
from protocol.v1.cards import Card
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import act, auction, call, holds, own, play, play_on, refused, to_act

N, E, S, W = Seat


def led(card: str = "HQ") -> BridgeState:
    """Return the board on which East has led face down against North's contract of 1NT."""
    return play(auction("1NT P P P", face_down_lead=True), card)


def turned_up() -> BridgeState:
    return act(act(led(), "N", NoQuestions()), "W", NoQuestions())


def test_the_lead_lies_face_down_until_leaders_partner_and_declarer_have_no_questions() -> None:
    assert to_act(led()) == "NW"
    assert BRIDGE.pub(led()).face_down == FaceDownLead(E, (N, W))
    asked = act(led(), "W", NoQuestions())
    assert to_act(asked) == "N"
    assert not asked.plays
    assert BRIDGE.pub(asked) == BRIDGE.pub(led()), "the order of the answers is not told"
    up = act(asked, "N", NoQuestions())
    assert [each.card for each in up.plays] == ["HQ"]
    assert to_act(up) == "N"
    assert BRIDGE.pub(up).face_down is None


def test_dummy_is_faced_when_the_lead_is() -> None:
    assert BRIDGE.pub(led()).dummy is None
    assert BRIDGE.pub(turned_up()).dummy is not None


def test_the_leader_and_no_other_player_sees_the_card() -> None:
    assert [own(led(), letter).lead for letter in "NESW"] == [None, "HQ", None, None]
    assert "Q" in holds(led(), "E")


@pytest.mark.parametrize("audience", [Public(), *(Seated(seat) for seat in (0, 2, 3)), Kibitzer(W)])
def test_another_card_changes_nothing_for_the_others(audience: Audience) -> None:
    one, other = led("HQ"), led("SK")
    assert BRIDGE.pub(one) == BRIDGE.pub(other)
    assert BRIDGE.own(one, audience) == BRIDGE.own(other, audience)
    assert BRIDGE.progress(one) == BRIDGE.progress(other)


@pytest.mark.parametrize("audience", [AllHands(), Director(), Commentator(), Kibitzer(E)])
def test_people_that_see_the_leaders_hand_see_the_lead(audience: Audience) -> None:
    seen = BRIDGE.own(led(), audience)
    assert seen is not None and seen.lead == "HQ"


def test_while_the_lead_lies_face_down_all_but_dummy_may_ask() -> None:
    assert ["ask" in own(led(), letter).may for letter in "NESW"] == [True, True, False, True]
    assert act(led(), "W", Ask(0)).call_remarks


def test_no_card_is_played_and_no_lead_changed_meanwhile() -> None:
    with refused("no card is played while the opening lead lies face down"):
        play(led(), "SK", by="E")


def test_neither_dummy_nor_the_leader_turns_the_lead_up() -> None:
    for letter in "SE":
        with refused("only leader's partner and declarer"):
            act(led(), letter, NoQuestions())


def test_a_player_says_it_once_and_only_while_a_lead_lies_face_down() -> None:
    with refused("only leader's partner and declarer"):
        act(act(led(), "N", NoQuestions()), "N", NoQuestions())
    with refused("no opening lead lies face down"):
        act(turned_up(), "N", NoQuestions())


def test_an_illegal_lead_is_refused_at_once() -> None:
    with refused("you do not hold"):
        play(auction("1NT P P P", face_down_lead=True), "SA")


def test_a_call_that_is_taken_back_takes_the_lead_back_as_well() -> None:
    state = play(auction("1NT P P P", face_down_lead=True, undo="law25"), "HQ")
    back = act(state, "W", Undo())
    assert (back.lead, to_act(back)) == (None, "W")
    assert to_act(play(call(back, "P"), "SK")) == "NW"


def test_the_director_may_roll_back_or_score_a_board_whose_lead_lies_face_down() -> None:
    back = BRIDGE.directing.rule(led(), RollBack(4, 0), 0)
    assert (back.lead, to_act(back)) == (None, "E")
    over = BRIDGE.directing.rule(led(), AwardTricks(7), 0)
    assert (over.phase, over.lead, to_act(over)) == ("over", None, "")


def test_a_player_without_time_has_no_more_questions() -> None:
    assert BRIDGE.forced(led(), 0) == NoQuestions()


def test_later_cards_and_boards_without_the_option_are_played_at_once() -> None:
    assert play_on(turned_up()).phase == "over"
    assert play(auction("1NT P P P"), "HQ").plays[0].card is Card.HQ


def test_the_time_of_the_lead_is_the_time_at_which_it_was_chosen() -> None:
    state = BRIDGE.apply(auction("1NT P P P", face_down_lead=True), 1, PlayCard(Card.HQ), 5_000)
    state = BRIDGE.apply(BRIDGE.apply(state, 0, NoQuestions(), 9_000), 3, NoQuestions(), 12_000)
    assert state.times[-1] == 5_000


def test_a_board_is_played_again_from_a_position_after_its_lead() -> None:
    over = play_on(turned_up())
    again = BRIDGE.playing_again.position(Options(face_down_lead=True), over, 6, 0)
    assert len(again.plays) == 2
