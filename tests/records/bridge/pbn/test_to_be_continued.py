"""Auctions and plays that end in a plus: to be continued, read as far as they go (PBN 2.1, 3.5 and 3.6)."""

from __future__ import annotations

import pytest
from endplay.parsers import pbn as endplay_pbn

from protocol.v1.bridge import Call
from server.records.bridge.formats import FORMATS
from server.records.bridge.losses import lost
from server.records.bridge.pbn import dumps, loads
from server.records.bridge.record import readable_boards
from server.records.bridge.validate import completed, validate
from tests.records.bridge.board_json import faults
from tests.records.bridge.pbn.games import again, auction, calls, cards, play, without_place

F12 = "F12_to_be_continued.pbn"


def test_an_auction_that_is_to_be_continued_is_read_as_far_as_it_goes() -> None:
    (record,) = loads(faults(F12).read_bytes())
    assert (len(record.calls), record.continues, record.contract) == (15, True, None)
    assert record.info == {"Contract": "6S", "Declarer": "N"}
    judged = validate(record)
    assert (judged.fault, judged.state.phase, judged.state.calls[-3:]) == (
        "",
        "auction",
        (Call.SIX_SPADES, Call.PASS, Call.PASS),
    )


def test_the_contract_so_far_must_be_that_of_the_calls() -> None:
    record = auction("1S Pass 4S +", Contract="4H", Declarer="N")
    assert validate(record).fault.endswith(
        "the auction so far leads to 4S by North, but the record says 4H by North (Law 22)"
    )
    assert validate(auction("1S Pass 4S +", Contract="4S", Declarer="N")).fault == ""
    assert validate(auction("Pass Pass +")).fault == ""


def test_calls_behind_the_plus_are_read_and_told() -> None:
    record = auction("1S + Pass Pass Pass")
    assert (calls(record), record.continues) == ("1S P P P", False)
    assert record.place.warnings[0].startswith("line 3: calls follow the + in [Auction]")


def test_the_result_of_a_play_that_is_to_be_continued_is_not_final() -> None:
    record = play("H2 H8 HK H5\n- - + -", contract="3NT", Result="0")
    assert (record.continues, record.claimed, record.tricks) == (True, False, None)
    assert record.info["Result"] == "0"
    assert (validate(record).fault, validate(record).tricks) == ("", None)


@pytest.mark.parametrize(
    ("rows", "next_row"),
    [
        ("H2 H8 HK H5\n- - + -", "- - + -"),
        ("H2 H8 +", "H2 H8 + -"),
        ("+", "+ - - -"),
    ],
)
def test_the_plus_is_written_where_the_next_card_comes(rows: str, next_row: str) -> None:
    record = without_place(play(rows, contract="3NT"))
    assert next_row in dumps([record]).split("\n")
    assert again(record) == record


def test_an_auction_without_a_plus_is_written_with_a_star() -> None:
    assert "1S Pass\n+\n" in dumps([auction("1S Pass +")])
    assert "1S Pass\n*\n" in dumps([auction("1S Pass")])


@pytest.mark.parametrize("name", ["pbn", "endplay", "endplay-dialect", "bridge_env"])
def test_that_it_is_to_be_continued_goes_into_every_format_that_has_a_place_for_it(name: str) -> None:
    unfinished = (*loads(faults(F12).read_bytes()), without_place(play("H2 H8 +", contract="3NT", Board="7")))
    records = tuple(map(completed, unfinished))
    back = readable_boards(FORMATS[name].boards(FORMATS[name].dumps(records)))
    assert lost(records, back) == {}


def test_lin_says_that_it_loses_it() -> None:
    records = tuple(map(completed, loads(faults(F12).read_bytes())))
    back = readable_boards(FORMATS["lin"].boards(FORMATS["lin"].dumps(records)))
    assert "the mark that more calls or cards follow" in lost(records, back)
    assert back[0].calls == records[0].calls


def test_cards_are_read_up_to_the_plus_and_behind_it() -> None:
    assert play("H2 H3 H4 HA\n+ - - CQ", contract="3NT").cards == cards("H2 H3 H4 HA CQ")


def test_the_final_result_of_a_play_that_a_plus_shortens_counts() -> None:
    (record,) = loads(faults("R11_result_with_plus.pbn").read_bytes())
    judged = validate(record)
    assert (judged.fault, judged.tricks, judged.score_ns, record.continues) == ("", 8, -200, True)
    assert again(record) == without_place(record)
    (board,) = endplay_pbn.loads(dumps([record]))
    assert board.contract.result == -4


def test_a_result_that_is_the_tricks_so_far_counts_only_with_its_score() -> None:
    rows = "H2 H8 HA H5\n+"
    so_far = play(rows, contract="3NT", Result="0", Vulnerable="None")
    assert (so_far.tricks, so_far.info["Result"]) == (None, "0")
    scored = play(rows, contract="3NT", Result="0", Vulnerable="None", Score="NS -450")
    assert (scored.tricks, scored.scores) == (0, (-450, 450))
    assert play(rows, contract="3NT", Result="9").tricks == 9


def test_an_auction_of_only_a_plus_leaves_out_the_calls_to_the_contract() -> None:
    (record,) = loads(faults("R3_annotated_plus.pbn").read_bytes())
    judged = validate(record)
    assert (judged.fault, str(judged.state.contract), record.calls) == ("", "6S", ())
    written = dumps([record])
    assert '[Contract "6S"]' in written and '[Auction "N"]\n+\n' in written
    assert again(record) == without_place(record)
    (board,) = endplay_pbn.loads(written.replace('[Board "?"]', '[Board "1"]'))
    assert (len(board.auction), str(board.contract)[:3]) == (0, "6♠N")


def test_an_auction_of_only_a_plus_and_no_contract_goes_on() -> None:
    record = auction("+")
    assert (record.continues, record.contract, validate(record).fault) == (True, None, "")
    assert '[Auction "N"]\n+\n' in dumps([record])
    assert again(record) == without_place(record)
