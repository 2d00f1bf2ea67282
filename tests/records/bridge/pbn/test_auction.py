"""Auctions in PBN (3.5), in all spellings that are found."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Call, Contract, Seat, Strain
from server.records.bridge.record import InfoTable
from server.records.bridge.validate import validate
from tests.records.bridge.board_json import faults
from tests.records.bridge.pbn.games import auction, call, calls, game, moments, only, play, refusal


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("1C Pass 1NT X\nXX Pass Pass Pass", "1C P 1NT X XX P P P"),
        ("1c pass 1nt x xx p P PASS", "1C P 1NT X XX P P P"),
        ("1N D R Dbl Rdbl DBL RDBL", "1NT X XX X XX X XX"),
        ("\t1C\t\t2N    3H\n", "1C 2NT 3H"),
        ("1C!2C??Pass=1=3C$4", "1C 2C P 3C"),
    ],
)
def test_calls_are_read_in_all_spellings(written: str, read: str) -> None:
    assert calls(auction(written)) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("1C AP", "1C P P P"),
        ("1C X Pass ap", "1C X P P P"),
        ("Pass Pass AP", "P P P P"),
        ("1C Pass Pass Pass AP", "1C P P P"),
        ("AP", "P P P P"),
    ],
)
def test_all_pass_stands_for_the_passes_that_are_left(written: str, read: str) -> None:
    assert calls(auction(written)) == read


def test_four_passes_are_a_pass_out() -> None:
    assert auction("Pass Pass Pass Pass").passed_out
    assert not auction("Pass Pass Pass").passed_out


def test_the_first_to_call_is_the_dealer_where_no_tag_says_so() -> None:
    assert only(game() + '[Auction "E"]\n1C\n').dealer is Seat.EAST
    assert only(game() + '[Auction "W"]\n- - 1C\n').dealer is Seat.EAST


def test_seats_before_the_dealer_are_passed_over() -> None:
    record = only(game(Dealer="S") + '[Auction "W"]\n-  -  -  1C\nPass\n')
    assert (record.dealer, calls(record)) == (Seat.SOUTH, "1C P")


def test_another_seat_than_the_dealer_cannot_call_first() -> None:
    record = only(game(Dealer="S") + '[Auction "W"]\n1C\n')
    assert (record.dealer, calls(record)) == (Seat.SOUTH, "1C")
    assert record.place.contradicted == "West is the first to call, but the dealer is South (Law 17)"


def test_an_asterisk_ends_the_auction_and_within_it_alerts() -> None:
    assert calls(auction("1C Pass *")) == "1C P"
    assert calls(auction("1C +")) == "1C"
    assert [each.alert for each in auction("1C 2H* Pass").calls] == [False, True, False]


def test_an_insufficient_bid_is_marked() -> None:
    assert call(auction("1D ^I 1C"), 2).irregularity == "I"


def test_a_call_out_of_rotation_passes_over_seats() -> None:
    record = auction("1D ^S ^S ^I 1C Pass Pass Pass")
    assert calls(record) == "1D 1C P P P"
    assert call(record, 2).irregularity == "SSI"


def test_comments_stand_behind_the_calls_that_they_are_about() -> None:
    record = auction("1C {first} Pass\n; second\n1S Pass {third}")
    assert calls(record) == "1C P 1S P"
    assert moments(record) == [("first", 1, 0), ("second", 2, 0), ("third", 4, 0)]


def test_from_an_unknown_call_on_the_auction_is_kept_as_it_stands() -> None:
    record = auction("1H AC P")
    assert (calls(record), record.info) == ("1H", {"AuctionRest": "AC P"})


@pytest.mark.parametrize("word", ["8C", "1M", "hello", "C1", "1C2", "=a=", "[", "^"])
def test_what_is_no_call_is_refused_at_its_place(word: str) -> None:
    text = game() + '[Auction "N"]\n1C Pass\n Pass '
    assert refusal(f"{text}{word}\n").startswith("line 4, column 7: expected a ")


def test_a_contract_needs_no_auction_and_an_auction_no_contract() -> None:
    assert only(game(Contract="3NT", Declarer="E")).contract == Contract(3, Strain.NOTRUMP, Seat.EAST)
    assert auction("3NT AP").contract is None


def test_calls_are_of_the_words_of_bridge() -> None:
    assert [each.call for each in auction("Pass 1C X XX").calls] == [
        Call.PASS,
        Call.ONE_CLUB,
        Call.DOUBLE,
        Call.REDOUBLE,
    ]


def test_a_table_behind_the_auction_is_no_call() -> None:
    record = only(game() + '[Auction "N"]\n1C\n[AuctionTimeTable "Time"]\n12\n')
    assert calls(record) == "1C"
    assert isinstance(record.info["AuctionTimeTable"], InfoTable)


def test_suits_may_be_symbols() -> None:
    assert auction("1♠ Pass 2♥ 3♦").calls == auction("1S Pass 2H 3D").calls
    assert play("♥2 ♥8 ♥K ♥5").cards == play("H2 H8 HK H5").cards


@pytest.mark.parametrize(
    "words", ["all pass", "All Pass", "ALL  PASS", "all-pass", "all passed", "AllPass", "AP"]
)
def test_all_pass_may_be_written_out(words: str) -> None:
    assert calls(auction(f"1S pass 3S {words}")) == "1S P 3S P P P"
    assert calls(auction(words)) == "P P P P"


def test_a_word_behind_all_pass_is_refused_where_it_stands() -> None:
    assert refusal(game() + '[Auction "N"]\n1S all pass hello\n').startswith(
        "line 3, column 13: expected a call"
    )


def test_the_board_with_all_pass_written_out_is_read() -> None:
    record = only(faults("F9_all_pass.pbn").read_bytes())
    assert calls(record) == "1S P 3S P P P"
    assert validate(record).fault == ""
