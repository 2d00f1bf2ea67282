"""Boards played here, written down and read again."""

from __future__ import annotations

import json

import pytest
from endplay.parsers import pbn as endplay_pbn

from protocol.v1.bridge import Ask, Call, Claim, Explain, MakeCall, Vote
from server.errors import BadRecord
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.records.bridge import endplay_json, lin, pbn
from server.records.bridge.from_game import record_of
from server.records.bridge.record import RecordedCall
from tests.games.bridge.deals import act, auction, call, deal, dealt, play, play_on


def alerted() -> BridgeState:
    """North's alerted two clubs, then passes: a board that is about to be played."""
    opened = act(dealt(), "N", MakeCall(Call.TWO_CLUBS, alert=True, explanation="strong, artificial"))
    return call(act(opened, "E", MakeCall(Call.PASS, explanation="no values")), "P P")


def test_alertable_and_announcement_of_a_call_made_here_stand_in_the_record_and_come_back() -> None:
    written = endplay_json.dumps(record_of(play_on(alerted())))
    first, second, *_ = json.loads(written)["auction"]
    assert (first["alertable"], first["announcement"]) == (True, "strong, artificial")
    assert (second["alertable"], second["announcement"]) == (False, "no values")
    (read,) = endplay_json.loads(written)
    assert read.calls[0] == RecordedCall(Call.TWO_CLUBS, alert=True, explanation="strong, artificial")


def test_alertable_and_announcement_of_a_record_are_alert_and_explanation_at_the_table_and_back() -> None:
    before = record_of(play_on(alerted()))
    state = BRIDGE.apply(BridgeState(), None, deal())
    for each in before.calls:
        state = BRIDGE.apply(state, state.actor, MakeCall(each.call, each.alert, each.explanation))
    assert record_of(play_on(state)) == before


def answered() -> BridgeState:
    """The board after West has asked about North's alerted two clubs, and North has answered twice."""
    asked = act(alerted(), "W", Ask(0, "what does it show?"))
    told = act(asked, "N", Explain(0, "22+ balanced"))
    return act(told, "N", Explain(0, "strong, artificial"))


def test_an_answer_replaces_neither_the_alert_nor_the_first_explanation() -> None:
    call = record_of(answered()).calls[0]
    assert call == RecordedCall(Call.TWO_CLUBS, alert=True, explanation="strong, artificial; 22+ balanced")


def test_all_remarks_on_a_call_go_into_pbn_and_lin_and_endplay_reads_the_note() -> None:
    record = record_of(play_on(answered()))
    written = pbn.dumps([record])
    assert pbn.loads(written)[0].calls[0] == record.calls[0]
    (board,) = endplay_pbn.loads(written)
    assert board.auction[0].announcement == "strong, artificial; 22+ balanced"
    assert "mb|2C!|an|strong, artificial; 22+ balanced|" in lin.dumps([record])


def test_with_screens_the_record_has_the_remarks_of_both_partners() -> None:
    opened = act(dealt(screens=True), "N", MakeCall(Call.TWO_CLUBS, alert=True, explanation="strong"))
    told = act(opened, "S", Explain(0, "game forcing"))
    assert record_of(told).calls[0] == RecordedCall(Call.TWO_CLUBS, True, "strong; game forcing")


def test_a_claim_is_recorded_with_the_cards_played_before_it() -> None:
    state = act(play(auction("P P 1NT P P P"), "S3"), "S", Claim(8))
    record = record_of(act(act(state, "E", Vote(True)), "W", Vote(True)))
    assert (record.claimed, record.result, [str(card) for card in record.cards]) == (True, 1, ["S3"])


def test_an_unfinished_board_has_no_result() -> None:
    assert record_of(alerted()).result is None
    assert record_of(dealt()).contract is None


def test_there_is_no_record_before_the_deal() -> None:
    with pytest.raises(BadRecord, match="expected a board that has been dealt"):
        record_of(BridgeState())
