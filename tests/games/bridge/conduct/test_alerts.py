"""Tests of alerts, explanations and questions, which partner must not read (Laws 20F, 21, 40B and 73)."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.bridge import Ask, Call, Claim, EarlierRemark, Explain, MakeCall, Remark, Seat, Undo
from server.games.base import AllHands, Commentator, Director, Kibitzer
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.games.bridge.deals import act, auction, call, dealt, own, play, play_on, refused

N, E, S, W = Seat
ALERTED = MakeCall(Call.TWO_CLUBS, alert=True, explanation="strong, artificial")
MINORS = Remark(N, True, "strong, artificial")


def alerted(**options: Any) -> BridgeState:
    """Return a board on which North has opened two clubs with an alert."""
    return act(dealt(**options), "N", ALERTED)


def remarks_read(state: BridgeState) -> dict[str, str]:
    """Return the remarks about the first call that each seat may read, by the seats' letters."""
    known = {letter: own(state, letter).remarks or {} for letter in "NESW"}
    return {letter: remarks[key].text for letter, remarks in known.items() for key in remarks if key < 4}


# Self-alerts: bridge.md 2.5, "self-alert flag + text"


def test_self_alert_flag_and_text_are_told_to_both_opponents_at_once_and_to_the_alerter() -> None:
    assert own(alerted(), "E").remarks == {0: MINORS}
    assert remarks_read(alerted()).keys() == {"N", "E", "W"}


def test_self_alert_flag_and_text_are_not_told_to_partner_until_the_board_is_over() -> None:
    plain = call(dealt(), "2C")
    assert own(alerted(), "S") == own(plain, "S")
    assert BRIDGE.pub(alerted()) == BRIDGE.pub(plain)
    assert BRIDGE.progress(alerted()) == BRIDGE.progress(plain)


def test_self_alert_flag_and_text_are_told_to_all_when_the_board_is_over() -> None:
    over = call(alerted(), "P P P")
    assert BRIDGE.pub(over).remarks is None
    assert BRIDGE.pub(play_on(over)).remarks == {0: MINORS}


def test_self_alert_flag_and_text_are_told_to_the_one_hand_watcher_as_to_the_watched_seat() -> None:
    watchers = [BRIDGE.own(alerted(), Kibitzer(each)) for each in Seat]
    assert [known is not None and known.remarks for known in watchers] == [
        own(alerted(), letter).remarks for letter in "NESW"
    ]


@pytest.mark.parametrize("audience", [AllHands(), Director(), Commentator()])
def test_self_alert_flag_and_text_are_told_to_the_td_the_commentator_and_all_hands_watchers(
    audience: AllHands | Director | Commentator,
) -> None:
    known = BRIDGE.own(alerted(), audience)
    assert known is not None and known.remarks == {0: MINORS}


def test_an_explanation_without_an_alert_is_shown_without_one() -> None:
    state = act(dealt(), "N", MakeCall(Call.ONE_NOTRUMP, explanation="15-17"))
    assert own(state, "E").remarks == {0: Remark(N, False, "15-17")}


def test_an_alert_needs_no_text() -> None:
    state = act(dealt(), "N", MakeCall(Call.TWO_CLUBS, alert=True))
    assert own(state, "E").remarks == {0: Remark(N, True, "")}


# Late explanations and corrections


def test_a_late_explanation_is_told_to_the_opponents_as_late() -> None:
    state = act(auction("2C P"), "N", Explain(0, "strong"))
    assert own(state, "W").remarks == {0: Remark(N, True, "strong", late=True)}


def test_a_correction_stands_beside_what_was_said_before() -> None:
    state = act(alerted(), "N", Explain(0, "weak, diamonds"))
    first = {0: EarlierRemark(True, "strong, artificial")}
    assert own(state, "E").remarks == {0: Remark(N, True, "weak, diamonds", late=True, said=2, earlier=first)}


def test_an_answer_leaves_the_alert_and_every_explanation_before_it_and_partner_sees_none() -> None:
    asked = act(alerted(), "W", Ask(0, "really?"))
    state = act(
        act(asked, "N", Explain(0, "22 or more", alert=False)), "N", Explain(0, "any hand", alert=False)
    )
    for letter in "EW":
        remark = (own(state, letter).remarks or {})[0]
        assert (remark.alert, remark.alerted, remark.text, remark.said) == (False, True, "any hand", 3)
        assert remark.earlier == {
            0: EarlierRemark(True, "strong, artificial"),
            1: EarlierRemark(False, "22 or more", late=True),
        }
    assert own(state, "S") == own(call(dealt(), "2C"), "S")


def test_a_late_explanation_changes_nothing_for_partner_nor_for_the_public() -> None:
    before, after = auction("2C P"), act(auction("2C P"), "N", Explain(0, "strong"))
    assert own(after, "S") == own(before, "S")
    assert (BRIDGE.pub(after), BRIDGE.progress(after)) == (BRIDGE.pub(before), BRIDGE.progress(before))


def test_a_dummy_explains_its_own_calls_during_the_play() -> None:
    state = act(play(auction("P P 1NT P P P"), "S3"), "N", Explain(0, "fewer than 12"))
    assert own(state, "E").remarks is not None


def test_players_explain_their_own_calls_only() -> None:
    for letter in "ESW":
        with refused("you may explain only your own calls (Law 20F)"):
            act(alerted(), letter, Explain(0, "?"))


def test_only_a_call_that_was_made_is_explained() -> None:
    with refused("this auction has 1 call, numbered from 0, and no call 1"):
        act(alerted(), "N", Explain(1, "?"))


def test_no_question_or_explanation_is_possible_after_the_board() -> None:
    over = auction("P P P P")
    for action in (Explain(0, "?"), Ask(1)):
        with refused("you may ask about calls and explain them only between the deal and the end of a board"):
            act(over, "N", action)


def test_the_director_sees_every_remark_with_its_time() -> None:
    state = act(act(dealt(), "N", ALERTED, at_ms=1_000), "E", Ask(0, "really?"), at_ms=4_000)
    state = act(state, "N", Explain(0, "weak"), at_ms=9_000)
    known = BRIDGE.own(state, Director())
    assert known is not None and known.record is not None
    assert [(each.at_ms, each.seat, each.text) for each in known.record.values()] == [
        (1_000, N, "strong, artificial"),
        (4_000, E, "really?"),
        (9_000, N, "weak"),
    ]


def test_the_alert_of_a_call_taken_back_stays_only_in_the_directors_record() -> None:
    state = act(alerted(undo="law25"), "N", Undo())
    assert remarks_read(call(state, "1C")) == {}
    known = BRIDGE.own(state, Director())
    assert known is not None and known.record is not None and len(known.record) == 1


# Questions: bridge.md 2.5, "question about a call, and the answer"


def with_question() -> BridgeState:
    return act(auction("2C P 2D"), "W", Ask(2, "any ace?"))


def test_question_about_a_call_is_seen_by_asker_and_answerer_alone_among_the_seats() -> None:
    assert [own(with_question(), letter).questions is not None for letter in "NESW"] == [
        False,
        False,
        True,
        True,
    ]


def test_question_about_a_call_changes_no_other_seats_view() -> None:
    before = auction("2C P 2D")
    assert all(own(with_question(), letter) == own(before, letter) for letter in "NE")
    assert (BRIDGE.pub(with_question()), BRIDGE.progress(with_question())) == (
        BRIDGE.pub(before),
        BRIDGE.progress(before),
    )


def test_an_answer_is_shown_to_the_askers_side_but_not_to_the_answerers_partner() -> None:
    answered = act(with_question(), "S", Explain(2, "waiting"))
    assert [8 + 2 in (own(answered, letter).remarks or {}) for letter in "NESW"] == [False, True, True, True]
    known = own(answered, "W").questions
    assert known is not None and known[8 + 3].answered


def test_opponents_ask_about_any_call_during_the_auction_also_out_of_turn() -> None:
    state = auction("1C P 1H P 1NT P")
    for number in (0, 2, 4):
        assert act(state, "E", Ask(number)).call_remarks


def test_no_player_can_ask_about_a_call_of_their_own_side() -> None:
    for letter in "NS":
        with refused("you may ask only about calls of the opponents (Law 20F)"):
            act(auction("1C P"), letter, Ask(0))


def test_before_the_lead_both_defenders_and_declarer_ask_and_dummy_does_not() -> None:
    state = auction("1NT P P P")
    for letter, number in (("E", 0), ("W", 0), ("N", 1)):
        assert act(state, letter, Ask(number)).call_remarks
    with refused("you may ask during the auction and, unless you are dummy, at your turn to play (Law 20F)"):
        act(state, "S", Ask(1))


def test_during_the_play_a_player_asks_before_his_own_card_only() -> None:
    state = play(auction("P P 1NT P P P"), "S3 SQ")
    assert act(state, "E", Ask(2)).call_remarks
    with refused("you may ask during the auction and, unless you are dummy, at your turn to play (Law 20F)"):
        act(state, "W", Ask(2))


def test_no_question_is_possible_during_a_claim() -> None:
    state = act(play(auction("P P 1NT P P P"), "S3"), "S", Claim(7))
    with refused("you may ask during the auction and, unless you are dummy, at your turn to play (Law 20F)"):
        act(state, "E", Ask(2))


# Screens: North and East on one side, South and West on the other


def test_with_screens_a_player_explains_to_the_screen_mate_alone() -> None:
    assert remarks_read(alerted(screens=True)).keys() == {"N", "E"}


def test_with_screens_partner_explains_the_same_call_on_the_other_side() -> None:
    state = act(alerted(screens=True), "S", Explain(0, "weak two in diamonds"))
    assert remarks_read(state) == {
        "N": "strong, artificial",
        "E": "strong, artificial",
        "S": "weak two in diamonds",
        "W": "weak two in diamonds",
    }


def test_a_seat_is_told_that_the_table_has_screens_because_it_may_then_explain_partners_calls() -> None:
    assert [own(alerted(screens=True), letter).screens for letter in "NESW"] == [True] * 4
    assert own(alerted(), "N").screens is False


def test_with_screens_no_player_explains_a_call_of_the_opponents() -> None:
    with refused("you may explain only calls of your own side"):
        act(alerted(screens=True), "E", Explain(0, "?"))


def test_with_screens_the_question_goes_to_the_screen_mate() -> None:
    state = act(auction("2C P 2D", screens=True), "E", Ask(2))
    assert [own(state, letter).questions is not None for letter in "NESW"] == [True, True, False, False]


def test_with_screens_the_td_and_the_all_hands_watcher_see_both_explanations() -> None:
    state = act(alerted(screens=True), "S", Explain(0, "weak two in diamonds"))
    for audience in (Director(), AllHands(), Commentator()):
        known = BRIDGE.own(state, audience)
        assert known is not None and known.remarks is not None and known.remarks.keys() == {0, 2}


# The option `explains`: partner alerts and explains, as at a table without a computer


def at_the_table(text: str = "") -> BridgeState:
    """Return a board on which North's two clubs has been explained by South, or not yet."""
    state = alerted(explains="partner")
    return act(state, "S", Explain(0, text)) if text else state


def test_where_partner_explains_no_player_reads_what_the_caller_wrote_with_the_call() -> None:
    assert remarks_read(at_the_table()) == {"N": "strong, artificial"}


def test_where_partner_explains_all_four_players_hear_it() -> None:
    heard = {"N": {0, 2}, "E": {2}, "S": {2}, "W": {2}}
    assert {letter: set(own(at_the_table("a weak two"), letter).remarks or {}) for letter in "NESW"} == heard


def test_where_partner_explains_a_question_goes_to_the_callers_partner() -> None:
    state = act(at_the_table(), "E", Ask(0, "how strong?"))
    assert [own(state, letter).questions is not None for letter in "NESW"] == [False, True, True, False]
    answered = own(act(state, "S", Explain(0, "22 or more")), "E").questions
    assert answered is not None and answered[1].answered


def test_where_partner_explains_the_caller_does_not() -> None:
    with refused("you may explain only your partner's calls"):
        act(at_the_table(), "N", Explain(0, "strong"))


def test_declarers_side_corrects_partners_explanation_after_the_auction_and_a_defender_does_not() -> None:
    over = call(at_the_table("a weak two"), "2D P P P")
    with refused("you may explain only your partner's calls"):
        act(over, "N", Explain(0, "no, it is strong"))
    declaring = call(at_the_table("a weak two"), "P P P")
    corrected = own(act(declaring, "N", Explain(0, "no, it is strong")), "E").remarks
    assert corrected is not None and corrected[0].text == "no, it is strong"


def test_where_partner_explains_the_seats_are_told_so() -> None:
    assert [own(at_the_table(), letter).partner_explains for letter in "NESW"] == [True] * 4
    assert not own(alerted(), "N").partner_explains
    assert not own(alerted(explains="partner", screens=True), "N").partner_explains


def test_when_the_board_is_over_all_read_what_the_caller_and_the_partner_wrote() -> None:
    remarks = BRIDGE.pub(play_on(call(at_the_table("a weak two"), "P P P"))).remarks
    assert remarks is not None
    assert {key: remark.text for key, remark in remarks.items()} == {0: "strong, artificial", 2: "a weak two"}
