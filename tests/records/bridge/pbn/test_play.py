"""The play in PBN (3.6): rows in the order of the seats, cards in the order of play."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Seat
from server.records.bridge.record import CardNote, Column, InfoTable
from tests.records.bridge.pbn.games import DEAL, cards, game, moments, only, play, refusal


def test_a_trick_is_read_from_its_leader_on() -> None:
    record = play("H2 H8 HK H5\nH4 H9 HQ H6\nS2 S3 S4 S5", contract="3NT")
    assert record.cards == cards("H2 H8 HK H5 HQ H6 H4 H9 S4 S5 S2 S3")


def test_trumps_win() -> None:
    assert play("H2 H8 S7 H5\nC5 C4 C6 C9", contract="4S").cards[4:] == cards("C6 C9 C5 C4")
    assert play("H2 H8 S7 H5\nC5 C4 C6 C9", contract="4H").cards[4:] == cards("C4 C6 C9 C5")


def test_without_a_contract_the_calls_tell_trumps() -> None:
    text = game() + '[Auction "N"]\n4S Pass Pass Pass\n[Play "E"]\nH2 H8 S7 H5\nC5 C4 C6 C9\n'
    assert only(text).cards[4:] == cards("C6 C9 C5 C4")


def test_the_declarer_sits_before_the_opening_leader() -> None:
    record = only(game(Contract="5C", Declarer="") + '[Play "W"]\nH4\n')
    assert record.contract is not None
    assert (record.contract.declarer, record.cards) == (Seat.SOUTH, cards("H4"))


def test_columns_may_begin_with_another_seat_than_the_leader() -> None:
    record = play("H5 H2 H8 HK\nH6 H4 H9 HQ", first="S", contract="3NT")
    assert record.cards == cards("H2 H8 HK H5 HQ H6 H4 H9")


def test_without_known_trumps_the_next_leader_is_unknown() -> None:
    record = only(game() + '[Play "W"]\nH2 H8 HK H5\nH4 H9 HQ H6\n')
    assert record.cards == cards("H2 H8 HK H5")
    assert record.info["PlayRestTable"] == InfoTable(tuple(map(Column, "WNES")), ("H4 H9 HQ H6",))


def test_the_play_stops_at_the_first_card_that_is_not_told() -> None:
    record = play("H2 H8 HK H5\n- - HQ -\n*", contract="3NT", Result="9")
    assert record.cards == cards("H2 H8 HK H5 HQ")
    assert (record.claimed, record.info) == (True, {})


def test_rows_with_cards_behind_a_gap_are_kept_as_they_stand() -> None:
    record = play("H2 H8 HK H5\n-- H9 HQ --\nS2 S3 S4 S5", contract="3NT")
    assert record.cards == cards("H2 H8 HK H5 HQ")
    assert record.info["PlayRestTable"] == InfoTable(tuple(map(Column, "WNES")), ("- H9 HQ -", "S2 S3 S4 S5"))


def test_a_short_row_is_a_trick_that_is_not_whole() -> None:
    assert play("H2 H8 HK H5\nHQ").cards == cards("H2 H8 HK H5")
    assert play("H2 H8", contract="3NT").cards == cards("H2 H8")


def test_a_row_may_go_over_several_lines() -> None:
    assert play("H2 {a long story}\nH8 HK\nH5").cards == cards("H2 H8 HK H5")


def test_a_plus_stands_for_the_next_card() -> None:
    record = play("H2 H3 H4 HA\n+ - - CQ", contract="3NT")
    assert (record.cards, record.claimed) == (cards("H2 H3 H4 HA CQ"), False)


@pytest.mark.parametrize(
    ("rows", "result", "claimed"),
    [("SA *", "9", True), ("SA *", "?", False), ("SA", "9", False), ("*", "13", True), ("+", "9", False)],
)
def test_an_early_end_with_a_result_is_a_claim(rows: str, result: str, claimed: bool) -> None:
    assert play(rows, Result=result).claimed is claimed


@pytest.mark.parametrize("written", ["h2 h8 hk h5", "2H 8H KH 5H", "H2 H8 Hk h5"])
def test_cards_are_read_in_other_spellings(written: str) -> None:
    assert play(written).cards == cards("H2 H8 HK H5")


def test_a_ten_may_be_written_in_digits() -> None:
    assert play("S10 10H").cards == cards("ST HT")


def test_cards_are_noted_and_judged() -> None:
    text = game(Contract="3NT", Declarer="S") + (
        '[Auction "W"]\n1C =1=\n[Note "1:strong"]\n'
        '[Play "W"]\nH2 =1= H8 HK!! H5 $200 =2=\n[Note "1:fourth best"]\n[Note "2:count"]\n'
    )
    assert only(text).card_notes == (
        CardNote(0, "fourth best"),
        CardNote(2, "", (9,)),
        CardNote(3, "count", (200,)),
    )


def test_notes_and_comments_follow_their_cards_into_the_order_of_play() -> None:
    record = play("{before} H2 H8 HK {king} H5\nH4 =1= {four} H9 HQ H6 {end}", contract="3NT")
    assert record.card_notes == (CardNote(6),)
    assert moments(record) == [("before", 0, 0), ("king", 0, 3), ("end", 0, 6), ("four", 0, 7)]


def test_a_lead_out_of_turn_is_led_all_the_same() -> None:
    record = play("C2 C3 ^L C4 C5\nH2 H3 H4 H5", contract="3NT")
    assert record.cards == cards("C4 C5 C2 C3 H5 H2 H3 H4")
    assert record.card_notes == (CardNote(0, irregularity="L"),)


def test_a_revoke_is_marked() -> None:
    assert play("CA ^R S6 C3 C4").card_notes == (CardNote(1, irregularity="R"),)


def test_a_swapped_declarer_sits_before_the_leader() -> None:
    record = play("H2 H8 HK H5\nH4 H9 HQ H6", contract="3NT", declarer="^S")
    assert record.contract is not None
    assert (record.contract.declarer, record.info) == (Seat.SOUTH, {"Declarer": "^S"})
    assert record.cards[4:] == cards("HQ H6 H4 H9")


@pytest.mark.parametrize("word", ["SX", "ZZ", "hello", "S1", "1NT", "=x="])
def test_what_is_no_card_is_refused_at_its_place(word: str) -> None:
    text = game(Contract="3NT", Declarer="S") + '[Play "W"]\nH2 H8\n '
    assert refusal(f"{text}{word}\n").startswith(
        "line 6, column 2: expected a card in the section [Play], got "
    )


def test_a_play_without_its_leader_is_refused() -> None:
    assert refusal(game() + '[Play ""]\nH2\n') == (
        "line 2, column 8: expected the opening leader, N, E, S or W, in the tag [Play], got ''"
    )
    assert only(f'[Deal "{DEAL}"]\n[Play ""]\n').cards == ()


def test_an_end_position_is_played_from_its_leader() -> None:
    text = '[Deal "N:A..2. 3..K. 2..3. K..4."]\n[Contract "D"]\n[Play "N"]\nSA S3 S2 SK\nD2 DK D3 D4\n*\n'
    assert only(text).cards == cards("SA S3 S2 SK D2 DK D3 D4")


def test_rows_that_can_only_be_in_the_order_of_play_are_read_so() -> None:
    record = play("H2 H8! HK H5 {one}\nHQ H6 H4 H9 {two}\nHA S2", contract="3NT")
    assert record.cards == cards("H2 H8 HK H5 HQ H6 H4 H9 HA S2")
    assert record.card_notes == (CardNote(1, nags=(7,)),)
    assert moments(record) == [("one", 0, 4), ("two", 0, 8)]


def test_rows_that_fit_neither_columns_nor_the_order_of_play_stay_as_they_are() -> None:
    assert play("H2 H8 HK H5\nHQ HA H4 H9", contract="3NT").cards[4:] == cards("H4 H9 HQ HA")
