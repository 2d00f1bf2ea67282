"""Partial deals: hands that a file does not show break no Law, and no tool makes them up."""

from __future__ import annotations

from pathlib import Path

import pytest
from endplay.parsers import pbn as endplay_pbn
from msgspec.structs import replace

from protocol.v1.bridge import Contract, Seat, Strain
from server.errors import BadRecord
from server.records.bridge.double_dummy.analysing import NotAnalysable, about_play
from server.records.bridge.pbn import dumps, loads
from server.records.bridge.upload import load
from server.records.bridge.validate import completed, validate
from tests.records.bridge.board_json import faults
from tests.records.bridge.pbn.games import EAST, HANDS, NORTH, SOUTH, game, only, play, refusal, without_place
from tests.records.bridge.replayed_boards import Replayed

NORTH_ONLY = f"N:{NORTH} - - -"
NORTH_SOUTH = f"N:{NORTH} - {SOUTH} -"


def test_the_partial_deals_of_a_teacher_keep_the_laws(rows: Replayed) -> None:
    found = rows(faults("R1_partial_deal.pbn").read_bytes())
    assert [(row.board, row.ok, row.error) for row in found] == [
        (1, True, None),
        (2, True, None),
        (3, True, None),
    ]


def test_hands_of_dots_are_hidden_hands() -> None:
    (record,) = loads(faults("R2_ellipsis_hidden.pbn").read_bytes())
    assert [len(hand) for hand in record.hands] == [13, 0, 0, 0]
    assert only(game(Deal=f"N:{NORTH} ... - -.-.-.-")).hands == (HANDS[0], (), (), ())
    assert only(game(Deal=f"N:{NORTH} {EAST} {SOUTH} ...")).hands == HANDS
    assert "expected 13 cards for South in [Deal], got 1" in refusal(game(Deal=f"N:{NORTH} ... .2.. -"))


def test_endplay_reads_the_hidden_hands_that_are_written() -> None:
    written = dumps(loads(faults("R2_ellipsis_hidden.pbn").read_bytes()))
    (board,) = endplay_pbn.loads(written)
    assert [len(hand) for _, hand in board.deal] == [13, 0, 0, 0]


def test_the_contract_follows_from_the_calls_of_a_partial_deal() -> None:
    text = game(Deal=NORTH_SOUTH, Dealer="N") + '[Auction "N"]\n1S Pass 4S AP\n'
    judged = validate(only(text))
    assert (judged.fault, judged.state.contract) == ("", Contract(4, Strain.SPADES, Seat.NORTH))
    assert completed(only(text)).contract == judged.state.contract
    assert "(Law 18" in validate(only(text.replace("4S", "1H"))).fault


def test_no_hand_is_made_up() -> None:
    judged = validate(only(game(Deal=NORTH_SOUTH)))
    assert (judged.fault, judged.state.deal, judged.state.hands) == ("", None, ((), (), (), ()))
    with pytest.raises(BadRecord, match=r"expected four full hands, .* got a hidden hand of East and West"):
        load(game(Deal=NORTH_SOUTH))
    with pytest.raises(NotAnalysable, match="expected four full hands, got a hidden hand"):
        about_play(replace(play("H2 H8 HK H5", contract="3NT", Deal=NORTH_SOUTH), claimed=True, tricks=9))


def test_a_shown_hand_must_be_full_and_have_cards_of_its_own() -> None:
    record = only(game(Deal=NORTH_SOUTH))
    short = replace(record, hands=(HANDS[0][1:], (), HANDS[2], ()))
    assert validate(short).fault.endswith("expected 13 cards for North, got 12 (Law 1)")
    twice = replace(record, hands=(HANDS[0], (), HANDS[0], ()))
    assert "52 different cards" in validate(twice).fault


def test_a_deal_without_a_hand_is_no_deal() -> None:
    assert "(Law 1)" in validate(only(game(Deal="N:- - - -"))).fault


def test_an_end_position_may_hide_hands() -> None:
    assert validate(only(game(Deal="N:A2... - 3.4.. -"))).fault == ""


# The play: West leads against South's contract, and only North and South are shown.


def fault_of(rows: str) -> str:
    return validate(play(rows, contract="3NT", Deal=NORTH_SOUTH)).fault


def test_a_hidden_hand_may_play_what_no_other_hand_has() -> None:
    assert fault_of("H2 H8 HK H5\nH4 H9 HQ H6") == ""
    assert fault_of("H2 H8 DT H5") == ""  # East has no hearts, then


def test_a_hidden_hand_cannot_play_a_card_that_is_shown_or_was_played() -> None:
    assert "S2 from West: West does not hold it, South does (Law 44)" in fault_of("S2")
    assert "it has been played (Law 44)" in fault_of("H2 H8 HK H5\n- - HK")


def test_a_shown_hand_follows_suit_and_plays_its_own_cards() -> None:
    assert "(Law 44C)" in fault_of("H2 SA")
    assert fault_of("H2 C7").endswith("North does not hold it (Law 44)")


def test_a_hidden_hand_that_did_not_follow_suit_has_no_card_of_the_suit_later() -> None:
    assert "(Law 44C)" in fault_of("H2 H8 DT H5\nHK H9 HQ H6")
    revoked = play("H2 H8 ^R DT H5\nHK H9 HQ H6", contract="3NT", Deal=NORTH_SOUTH)
    assert validate(revoked).fault == ""


def test_a_hand_that_is_out_of_a_suit_leaves_its_cards_to_the_others() -> None:
    assert fault_of("C5 C4 D9 CT\nC6 C3 DT C9") == ""
    # If both hidden hands were out of clubs, no hand would have the seven clubs that are left.
    assert "(Law 44C)" in fault_of("C5 C4 D9 CT\nDA C3 DT C9")


def test_a_lead_out_of_turn_from_a_hidden_hand_ends_the_judgement() -> None:
    record = play("H2 H8 HK H5\nC8 C2 ^L C7 C9", contract="3NT", Deal=NORTH_SOUTH)
    assert validate(record).fault == ""


def test_a_partial_deal_is_written_as_it_was_read(tmp_path: Path) -> None:
    records = loads(faults("R1_partial_deal.pbn").read_bytes())
    assert tuple(map(without_place, loads(dumps(records)))) == tuple(map(without_place, records))
