"""Tests of undo: what may be taken back, the opponents' consent, and secrecy (Law 25A and house rules)."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Claim, Grant, Seat, Undo, UndoAsked
from protocol.v1.bridge.views import Undone
from server.games.base import AllHands, Commentator, Director, Kibitzer
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import act, auction, call, holds, own, play, refused, to_act

N, E, S, W = Seat


def calls(state: BridgeState) -> str:
    """Return the auction so far."""
    return " ".join(state.calls)


def cards(state: BridgeState) -> str:
    """Return the cards played so far."""
    return " ".join(each.card for each in state.plays)


def grant(state: BridgeState, letter: str, of: Seat) -> BridgeState:
    return act(state, letter, Grant(of, True))


# No undo


def test_an_undo_request_is_refused_at_a_table_without_undo() -> None:
    with refused("this table allows no undo"):
        act(auction("1NT", undo="none"), "N", Undo())


# Law 25A: a call, until partner calls


def test_a_call_is_taken_back_at_once_under_law_25a() -> None:
    state = act(auction("1NT", undo="law25"), "N", Undo("I meant 1S"))
    assert (calls(state), to_act(state)) == ("", "N")
    assert BRIDGE.pub(state).last == Undone(N)


def test_an_undo_also_removes_the_opponents_next_call() -> None:
    state = act(auction("1NT X", undo="law25"), "N", Undo())
    assert calls(state) == ""


def test_a_call_cannot_be_taken_back_after_partner_has_called() -> None:
    with refused("you cannot take back your call, because your partner has called since (Law 25A2)"):
        act(auction("1NT P 2C", undo="law25"), "N", Undo())


def test_the_final_pass_is_taken_back_until_the_opening_lead() -> None:
    state = act(auction("1NT P P P", undo="law25"), "W", Undo())
    assert (calls(state), state.phase, to_act(state)) == ("1NT P P", "auction", "W")
    led = play(auction("1NT P P P", undo="law25"), "SK")
    with refused("you may take back only an unintended call, and only before the opening lead (Law 25A)"):
        act(led, "E", Undo())


def test_no_card_is_taken_back_under_law_25a() -> None:
    with refused("you may take back only an unintended call, and only before the opening lead (Law 25A)"):
        act(play(auction("1NT P P P", undo="law25"), "SK S4"), "N", Undo())


# By consent of the opponents


def test_by_consent_nothing_is_taken_back_until_both_opponents_grant_it() -> None:
    asked = act(auction("1NT P 2C"), "N", Undo("misclick"))
    assert calls(asked) == "1NT P 2C"
    once = grant(asked, "E", N)
    assert calls(once) == "1NT P 2C"
    assert calls(grant(once, "W", N)) == ""


def test_one_refusal_ends_the_undo_request() -> None:
    refusal = act(act(auction("1NT"), "N", Undo()), "E", Grant(N, False))
    assert refusal.undos == ()
    with refused("no undo request of North waits for your answer"):
        grant(refusal, "W", N)


def test_only_declarer_answers_a_defenders_undo_request() -> None:
    asked = act(play(auction("P P 1NT P P P"), "S3"), "W", Undo())
    with refused("no undo request of West waits for your answer"):
        grant(asked, "N", W)
    state = grant(asked, "S", W)
    assert (cards(state), to_act(state), holds(state, "W")) == ("", "W", "873.532.T96.J642")


def test_declarers_undo_takes_back_the_last_card_of_either_hand() -> None:
    led = play(auction("P P 1NT P P P"), "S3 SQ SJ S4 H4")
    dummys = grant(grant(act(led, "S", Undo()), "E", S), "W", S)
    assert (cards(dummys), to_act(dummys)) == ("S3 SQ SJ S4", "S")
    before = play(auction("P P 1NT P P P"), "S3 SQ SJ S4")
    own_card = grant(grant(act(before, "S", Undo()), "E", S), "W", S)
    assert (cards(own_card), holds(own_card, "S")) == ("S3 SQ SJ", "T64.AJ87.AK5.AQ7")


def test_dummy_cannot_request_an_undo() -> None:
    with refused("dummy's cards are declarer's to play and to take back (Law 43A)"):
        act(play(auction("P P 1NT P P P"), "S3 SQ"), "N", Undo())


def test_an_undo_also_removes_all_later_cards() -> None:
    later = play(auction("P P 1NT P P P"), "S3 SQ SJ S4 H4 HT")
    state = grant(act(later, "W", Undo()), "S", W)
    assert (cards(state), state.tricks) == ("", (0, 0))


def test_an_undo_takes_back_a_trick_that_was_won() -> None:
    trick = play(auction("P P 1NT P P P"), "S3 SQ SJ S4")
    assert trick.tricks == (1, 0)
    assert grant(act(trick, "E", Undo()), "S", E).tricks == (0, 0)


def test_the_same_undo_can_be_requested_only_once() -> None:
    once = act(auction("1NT"), "N", Undo("one"))
    with refused("you have already asked to take this call or card back, and may ask only once"):
        act(once, "N", Undo("two"))
    with refused("may ask only once"):
        act(act(once, "E", Grant(N, False)), "N", Undo("please"))


def test_an_undo_request_for_a_call_lapses_when_its_player_calls_again() -> None:
    assert call(act(auction("1C"), "N", Undo()), "P 1H P 1NT").undos == ()
    assert call(act(auction("1C"), "N", Undo()), "P 1H P").undos != ()


def test_an_undo_request_for_a_call_lapses_with_the_opening_lead() -> None:
    asked = act(auction("P P 1NT P P P"), "W", Undo())
    assert play(asked, "S3").undos == ()


def test_an_undo_request_for_a_card_lapses_after_its_players_next_card_or_the_next_trick() -> None:
    asked = act(play(auction("P P 1NT P P P"), "S3 SQ SJ S4"), "W", Undo())
    assert play(asked, "H4 HT HJ").undos != ()
    assert play(asked, "H4 HT HJ H2").undos == ()


@pytest.mark.parametrize("letter", "NS")
def test_the_requesting_side_cannot_grant_an_undo(letter: str) -> None:
    with refused("no undo request of North waits for your answer"):
        grant(act(auction("1NT"), "N", Undo()), letter, N)


def test_a_player_without_a_call_or_card_cannot_request_an_undo() -> None:
    with refused("you have not called yet"):
        act(auction("1NT"), "E", Undo())
    with refused("you have played no card yet"):
        act(play(auction("1NT P P P"), "SK"), "N", Undo())


def test_no_undo_is_possible_after_the_board() -> None:
    with refused("you may take back a call or card only during the auction or the play"):
        act(auction("P P P P"), "N", Undo())


def test_no_undo_is_possible_during_a_claim() -> None:
    state = act(play(auction("P P 1NT P P P"), "S3"), "S", Claim(7))
    with refused("you may take back a call or card only during the auction or the play"):
        act(state, "W", Undo())


def test_no_decision_after_an_undo_has_the_name_of_an_earlier_one() -> None:
    state, seen = auction("1NT", undo="law25"), set()
    for calls in ("1S P", "2H P", "3C P"):
        seen.add(BRIDGE.progress(state))
        state = act(state, "NES"[len(state.calls) - 1], Undo())
        seen.add(BRIDGE.progress(state))
        state = call(state, calls.split()[0])
        seen.add(BRIDGE.progress(state))
        state = call(state, "P")
    assert len(seen) == 9


def test_a_replacement_call_cannot_be_taken_back_again() -> None:
    state = call(act(auction("1NT", undo="law25"), "N", Undo()), "1S")
    with refused("you cannot take back a call that replaced a call you took back (Law 25A1)"):
        act(state, "N", Undo())


@pytest.mark.parametrize("letter", "NESW")
def test_a_refused_grant_does_not_reveal_if_a_request_exists(letter: str) -> None:
    for state in (auction("1NT P"), act(auction("1NT P"), "N", Undo())):
        if letter in "NS" or not state.undos:
            with refused("no undo request of North waits for your answer"):
                grant(state, letter, N)


# Who learns of it: bridge.md 2.5, "undo request + reason"


def with_undo_request() -> BridgeState:
    return act(auction("1NT P"), "N", Undo("misclick"))


def test_undo_request_and_reason_are_seen_by_the_asker_and_the_grantors() -> None:
    wish = {0: UndoAsked("misclick", calls=0, cards=0)}
    assert [own(with_undo_request(), letter).undos for letter in "NEW"] == [wish] * 3
    assert ["grant" in own(with_undo_request(), letter).may for letter in "NESW"] == [
        False,
        True,
        False,
        True,
    ]


def test_undo_request_is_not_seen_by_partner_that_sees_only_the_outcome() -> None:
    before = auction("1NT P")
    assert own(with_undo_request(), "S") == own(before, "S")
    assert BRIDGE.pub(with_undo_request()) == BRIDGE.pub(before)
    assert BRIDGE.progress(with_undo_request()) == BRIDGE.progress(before)
    granted = grant(grant(with_undo_request(), "E", N), "W", N)
    assert BRIDGE.pub(granted).last == Undone(N)


def test_undo_request_is_seen_by_one_hand_watchers_as_the_watched_seat() -> None:
    known = [BRIDGE.own(with_undo_request(), Kibitzer(each)) for each in Seat]
    assert [each is not None and each.undos is not None for each in known] == [True, True, False, True]


@pytest.mark.parametrize("audience", [AllHands(), Director(), Commentator()])
def test_undo_request_is_seen_by_the_td_the_commentator_and_all_hands_watchers(
    audience: AllHands | Director | Commentator,
) -> None:
    known = BRIDGE.own(with_undo_request(), audience)
    assert known is not None and known.undos is not None
