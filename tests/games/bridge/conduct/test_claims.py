"""Tests of claims and concessions: the right to claim, the votes, and the end of a claim (Laws 68 to 71)."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import AwardTricks, Claim, PlayGoesOn, PlayOn, RollBack, Seat, Vote, format_hand
from protocol.v1.bridge.views import Claimed, ClaimEnded
from server.games.base import AllHands, Commentator, Director, Kibitzer
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import act, auction, deal, own, play, play_on, refused, to_act

YES, NO = Vote(True), Vote(False)
N, E, S, W = Seat


def played(**options: object) -> BridgeState:
    """Return South's 1NT after the lead of the three of spades and dummy's ten; 13 tricks are left."""
    return play(auction("P P 1NT P P P", **options), "S3")


def claimed(letter: str, tricks: int, **options: object) -> BridgeState:
    """Return the same board with a claim by a seat."""
    return act(played(**options), letter, Claim(tricks, "hearts from the top"))


def voters(state: BridgeState) -> str:
    """Return the letters of the seats that vote on the claim."""
    return to_act(state)


# The statement (Law 68)


def test_declarer_may_claim_at_any_time_during_the_play() -> None:
    state = claimed("S", 13)
    assert state.phase == "claim"
    assert BRIDGE.pub(state).last == Claimed(S)


def test_a_defender_claims() -> None:
    assert claimed("E", 13).phase == "claim"


def test_dummy_does_not_claim() -> None:
    with refused("you are dummy, and dummy may neither claim nor concede (Law 43A)"):
        claimed("N", 13)


def test_no_claim_is_possible_before_the_opening_lead() -> None:
    with refused("you may claim only during the play (Law 68A)"):
        act(auction("1NT P P P"), "N", Claim(7))


def test_no_claim_is_possible_during_the_auction() -> None:
    with refused("Law 68A"):
        act(auction("1NT"), "E", Claim(7))


def test_a_claim_cannot_exceed_the_remaining_tricks() -> None:
    with refused("you can claim at most 12 tricks now, got 13"):
        act(play(played(), "SQ SJ S4"), "E", Claim(13))


def test_a_second_claim_waits_for_the_first() -> None:
    with refused("Law 68A"):
        act(claimed("S", 9), "E", Claim(4))


def test_play_stops_after_a_claim() -> None:
    state = claimed("S", 9)
    with refused("play has stopped until the claim is settled (Law 68D)"):
        play(state, "ST", by="S")
    assert (BRIDGE.pub(state).turn, BRIDGE.pub(state).actor) == (None, None)


def test_a_claim_shows_its_line_and_the_claimers_hand_to_all() -> None:
    shown = BRIDGE.pub(claimed("S", 9)).claim
    assert shown is not None
    assert (shown.seat, shown.tricks, shown.left, shown.line) == (S, 9, 13, "hearts from the top")
    assert format_hand(shown.hand) == "T64.AJ87.AK5.AQ7"


def test_an_answer_to_a_decision_before_the_claim_is_outdated_after_it() -> None:
    assert BRIDGE.progress(played()) != BRIDGE.progress(claimed("S", 9))


# The votes


def test_only_the_two_defenders_vote_on_declarers_claim() -> None:
    assert voters(claimed("S", 9)) == "EW"


def test_only_declarer_votes_on_a_defenders_claim_of_all_remaining_tricks() -> None:
    assert voters(claimed("E", 13)) == "S"


def test_the_partner_of_a_conceding_defender_votes_too() -> None:
    assert voters(claimed("E", 5)) == "SW"


def test_only_seats_with_a_vote_see_a_decision() -> None:
    state = claimed("S", 9)
    assert [own(state, letter).votes for letter in "NESW"] == [None, (True, False), None, (True, False)]


def test_a_defenders_vote_stays_secret_until_the_other_defender_votes() -> None:
    before, after = claimed("S", 9), act(claimed("S", 9), "E", YES)
    assert BRIDGE.pub(after) == BRIDGE.pub(before)
    assert all(own(after, letter) == own(before, letter) for letter in "NSW")
    assert BRIDGE.progress(after) == BRIDGE.progress(before)


@pytest.mark.parametrize("letter", "NS")
def test_a_seat_without_a_vote_cannot_vote(letter: str) -> None:
    with refused("you have no vote on this claim, or you have voted already (Law 68B and D)"):
        act(claimed("S", 9), letter, YES)


def test_a_seat_cannot_vote_twice() -> None:
    with refused("you have no vote on this claim, or you have voted already (Law 68B and D)"):
        act(act(claimed("S", 9), "E", YES), "E", YES)


def test_there_is_no_vote_without_a_claim() -> None:
    with refused("there is no claim to vote on"):
        act(played(), "E", YES)


# Agreement (Law 69)


def test_when_both_defenders_agree_the_board_is_over_with_the_tricks_claimed() -> None:
    state = act(act(claimed("S", 9), "E", YES), "W", YES)
    result = BRIDGE.result(state)
    assert result is not None
    assert (result.tricks, result.score_ns, result.claimed) == (9, 150, True)
    assert BRIDGE.pub(state).last == ClaimEnded(S, "accepted")
    assert sum(state.tricks) == 13


def test_a_claim_adds_to_the_tricks_that_are_won_already() -> None:
    state = act(play(played(), "SQ SJ S4"), "S", Claim(8))
    state = act(act(state, "E", YES), "W", YES)
    assert state.tricks == (9, 4)


def test_a_defenders_claim_gives_declarer_the_rest() -> None:
    state = act(act(claimed("E", 5), "S", YES), "W", YES)
    assert state.tricks == (8, 5)


def test_declarer_may_concede_everything() -> None:
    state = act(act(claimed("S", 0), "E", YES), "W", YES)
    result = BRIDGE.result(state)
    assert result is not None and result.tricks == 0


def test_all_hands_are_shown_once_the_claim_is_agreed() -> None:
    state = act(act(claimed("S", 9), "E", YES), "W", YES)
    assert BRIDGE.pub(state).hands == deal().hands
    assert BRIDGE.pub(state).claim is None


# Objection and refusal (Laws 68B2 and 68D)


def test_an_objection_by_partner_cancels_a_defenders_claim_and_concession() -> None:
    state = act(claimed("E", 5), "W", NO)
    assert (state.phase, state.claim, to_act(state)) == ("play", None, "S")
    assert BRIDGE.pub(state).last == ClaimEnded(E, "objected")


def test_partners_objection_counts_even_after_declarer_refused() -> None:
    state = act(claimed("E", 5), "S", NO)
    assert (state.phase, voters(state)) == ("claim", "W")
    assert act(state, "W", NO).phase == "play"


def test_a_refused_claim_freezes_the_board_and_the_director_is_called_for() -> None:
    state = act(claimed("S", 9), "W", NO)
    assert state.phase == "disputed"
    assert BRIDGE.disputed(state)
    with refused("play has stopped until the claim is settled (Law 68D)"):
        play(state, "ST", by="S")
    assert BRIDGE.pub(state).claim == BRIDGE.pub(claimed("S", 9)).claim


def test_play_goes_on_only_if_all_four_agree() -> None:
    state = act(claimed("S", 9), "W", NO)
    for agreed, letter in enumerate("WNE"):
        assert (state.phase, len(to_act(state))) == ("disputed", 4 - agreed)
        state = act(state, letter, PlayOn())
    state = act(state, "S", PlayOn())
    assert (state.phase, to_act(state), state.claim) == ("play", "S", None)
    assert BRIDGE.pub(state).last == ClaimEnded(S, "played_on")


def test_a_seat_can_agree_to_play_on_only_once_and_only_after_a_refusal() -> None:
    disputed = act(claimed("S", 9), "W", NO)
    with refused("you have already agreed to play on"):
        act(act(disputed, "N", PlayOn()), "N", PlayOn())
    with refused("you may agree to play on only after a claim was refused"):
        act(played(), "N", PlayOn())


def test_every_seat_may_agree_to_play_on() -> None:
    state = act(claimed("S", 9), "E", NO)
    assert [own(state, letter).play_on for letter in "NESW"] == [True] * 4
    assert own(state, "N").legal_actions() == (PlayOn(),)


@pytest.mark.parametrize(("claimer", "doubter"), [("S", "N"), ("E", "N"), ("E", "W")])
def test_dummy_and_the_claimers_partner_may_refuse_a_claim_without_a_vote(claimer: str, doubter: str) -> None:
    state = claimed(claimer, 13)
    assert "doubt" in own(state, doubter).may
    assert act(state, doubter, NO).phase == "disputed"
    with refused("you have no vote on this claim, or you have voted already (Law 68B and D)"):
        act(state, doubter, YES)


def test_the_claimer_cannot_refuse_their_own_claim() -> None:
    with refused("you have no vote on this claim, or you have voted already (Law 68B and D)"):
        act(claimed("S", 9), "S", NO)


def test_a_side_cannot_concede_again_after_an_objection() -> None:
    state = act(claimed("E", 5), "W", NO)
    with refused(
        "your side may not concede again after objecting to a concession on this board: call the director"
    ):
        act(state, "E", Claim(5))
    assert act(state, "E", Claim(13)).phase == "claim"
    assert act(state, "S", Claim(5)).phase == "claim"


def test_an_objection_calls_the_director() -> None:
    objected = act(claimed("E", 5), "W", NO)
    assert BRIDGE.calls_director(objected)
    assert not BRIDGE.disputed(objected)
    assert BRIDGE.calls_director(act(claimed("S", 9), "W", NO))


def test_the_trick_in_progress_alone_cannot_be_claimed() -> None:
    state = play_on(played())
    last = BRIDGE.rule(state, RollBack(calls=6, cards=49), 0)
    with refused("you cannot claim when only the trick in progress is left (Law 68A)"):
        act(last, "S", Claim(1))
    between = BRIDGE.rule(state, RollBack(calls=6, cards=48), 0)
    assert act(between, "S", Claim(1)).phase == "claim"


# Nobody answers in time


def test_running_out_of_time_refuses_a_claim_and_then_agrees_to_play_on() -> None:
    assert BRIDGE.forced(claimed("S", 9), E) == NO
    assert BRIDGE.forced(claimed("E", 5), W) == NO
    assert BRIDGE.forced(act(claimed("S", 9), "E", NO), N) == PlayOn()


# The director (Laws 69B to 71)


def test_the_director_awards_the_tricks_of_a_disputed_claim() -> None:
    state = BRIDGE.rule(act(claimed("S", 9), "W", NO), AwardTricks(8), 0)
    result = BRIDGE.result(state)
    assert result is not None and (result.tricks, result.claimed, state.claim) == (8, True, None)


def test_an_acceptance_is_withdrawn_or_a_concession_cancelled_through_the_director() -> None:
    over = act(act(claimed("S", 9), "E", YES), "W", YES)
    state = BRIDGE.rule(over, AwardTricks(8), 0)
    result = BRIDGE.result(state)
    assert result is not None and (result.tricks, result.score_ns) == (8, 120)


def test_the_director_lets_play_go_on() -> None:
    state = BRIDGE.rule(act(claimed("S", 9), "W", NO), PlayGoesOn(), 0)
    assert (state.phase, to_act(state)) == ("play", "S")


def test_the_director_cannot_cancel_a_claim_that_was_never_made() -> None:
    with refused("there is no claim to cancel (Law 68D)"):
        BRIDGE.rule(played(), PlayGoesOn(), 0)


# Who sees what of a claim


@pytest.mark.parametrize("letter", "NESW")
def test_claim_other_hidden_hands_stay_hidden_from_every_seat_and_its_one_hand_watchers(letter: str) -> None:
    state = claimed("S", 9)
    for known in (own(state, letter), BRIDGE.own(state, Kibitzer("NESW".index(letter)))):
        assert known is not None
        assert (known.hands, known.hand) == (None, state.hands["NESW".index(letter)])


@pytest.mark.parametrize("audience", [AllHands(), Director(), Commentator()])
def test_claim_other_hidden_hands_are_seen_by_the_td_the_commentator_and_all_hands_watchers(
    audience: AllHands | Director | Commentator,
) -> None:
    known = BRIDGE.own(claimed("S", 9), audience)
    assert known is not None and known.hands is not None
