"""The sections Auction and Play of PBN's export format."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import Call
from server.records.bridge.pbn import dumps
from server.records.bridge.record import CardNote, Comment, RecordedCall
from tests.records.bridge.pbn.games import RECORD, again, auction, game, only, play, without_place


def test_four_calls_stand_on_a_line() -> None:
    record = auction("Pass Pass 1C Pass 1D Pass 1NT Pass Pass Pass")
    assert "\nPass Pass 1C Pass\n1D Pass 1NT Pass\nPass Pass\n" in dumps([record])
    assert again(record) == without_place(record)


def test_an_auction_that_is_not_over_ends_with_an_asterisk() -> None:
    assert '[Auction "N"]\n1C Pass\n*\n' in dumps([auction("1C Pass")])


def test_cards_stand_in_the_columns_of_their_seats() -> None:
    record = play("H2 H8 HK H5\nH4 H9 HQ H6\n- - C2 C5\n*", contract="3NT", Result="9")
    assert "H2 H8 HK H5\nH4 H9 HQ H6\n- - C2 C5\n*\n" in dumps([record])
    assert again(record) == without_place(record)


def test_a_play_that_stops_without_an_end_is_no_claim() -> None:
    record = play("H2 H8 HK H5", contract="3NT", Result="9")
    assert "*" not in dumps([record])
    assert again(record) == without_place(record)


def test_a_claim_before_the_opening_lead_is_kept() -> None:
    record = play("*", contract="7NT", Result="13")
    assert record.claimed
    assert again(record) == without_place(record)


def test_alerts_survive_with_words_and_without() -> None:
    calls = tuple(
        RecordedCall(Call.PASS, alert, text) for alert in (True, False) for text in ("", "weak", "strong")
    )
    record = replace(RECORD, calls=calls)
    assert again(record) == record
    assert '[Alerts "2 3"]' in dumps([record])


def test_cards_keep_their_notes() -> None:
    noted = (CardNote(0, "fourth best"), CardNote(2, "", (7, 200)), CardNote(3, "count", (9,), "R"))
    record = replace(play("H2 H8 HK H5", contract="3NT"), card_notes=noted)
    assert again(record) == without_place(record)


def test_comments_keep_their_place_among_calls_and_cards() -> None:
    comments = tuple(
        Comment(f"{calls} {cards}", calls, cards)
        for calls, cards in [(0, 0), (1, 0), (4, 0), (4, 1), (4, 6), (4, 8)]
    )
    record = only(
        game(Contract="3NT", Declarer="S")
        + '[Auction "S"]\n3NT AP\n[Play "W"]\nH2 H8 HK H5\nH4 H9 HQ H6\n[Room "Open"]\n'
    )
    assert again(replace(record, comments=comments)) == without_place(replace(record, comments=comments))
