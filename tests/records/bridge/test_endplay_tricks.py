"""Tricks under way and results in endplay's Board JSON, beside endplay itself."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Seat
from protocol.v1.cards import Card
from server.records.bridge import pbn
from server.records.bridge.endplay_json import dumps, loads
from server.records.bridge.record import Position
from server.records.bridge.validate import validate
from tests.records.bridge.board_json import Json, auction, board, cards, contract, faults, only, text

json_of_endplay: Any = pytest.importorskip("endplay.parsers.json")
types_of_endplay: Any = pytest.importorskip("endplay.types")


def without(document: Json, *played: str) -> Json:
    """The board after some cards have left the hands, as endplay's dumper writes it."""
    gone = cards(" ".join(played))
    deal = document["deal"]
    for seat in ("north", "east", "south", "west"):
        deal[seat] = [card for card in deal[seat] if card not in gone]
    return document


def led(*played: str, first: str = "west", **fields: Any) -> Json:
    document = without(board(**fields), *played)
    document["deal"] |= {"first": first, "curtrick": cards(" ".join(played))}
    return document


def test_the_cards_of_a_trick_under_way_are_given_back_to_the_hands() -> None:
    whole, record = only(board()), only(led("H2", "H8"))
    assert [set(hand) for hand in record.hands] == [set(hand) for hand in whole.hands]
    assert (record.position.first, record.position.trick) == (Seat.WEST, (Card.H2, Card.H8))
    assert validate(record).fault == ""


def test_endplays_loader_wants_those_cards_in_the_hands_and_that_is_read_too() -> None:
    document = board()
    document["deal"] |= {"first": "west", "curtrick": cards("H2 H8")}
    assert [set(hand) for hand in only(document).hands] == [set(hand) for hand in only(led("H2", "H8")).hands]


def test_a_hand_without_order_is_the_same_after_its_trick_was_taken_out_and_given_back() -> None:
    document = board()
    document["deal"] |= {"west": document["deal"]["west"][::-1], "first": "west", "curtrick": cards("H2 H8")}
    record = only(document)
    assert only(json.loads(dumps(record, dialect=True))).hands == record.hands


def test_a_trick_under_way_begins_the_play_of_a_contract() -> None:
    record = only(
        led("H2", "H8", auction=auction("3NT P P P"), contract=contract("3NT", "south"), dealer="south")
    )
    assert (record.cards, record.position) == ((Card.H2, Card.H8), Position())
    judged = validate(record)
    assert (judged.fault, len(judged.state.plays)) == ("", 2)


def test_a_trick_that_the_hands_contradict_is_told() -> None:
    document = board()
    document["deal"] |= {"first": "north", "curtrick": cards("H2")}
    (record,) = loads(text(document))
    assert record.place.warnings == (
        "line 1: the unfinished trick has H2 from North, but West holds it, so the hands are not changed",
    )


def test_endplay_and_we_read_each_others_tricks_under_way() -> None:
    deal = types_of_endplay.Deal("N:AKQJ.T98.765.432 T987.AKQJ.T98.76 65432.765.432.T9 .432.AKQJ.AKQJ85")
    deal.first = types_of_endplay.Player.west
    deal.play("H2")
    theirs = json_of_endplay.dumps(types_of_endplay.Board(deal=deal, board_num=1))
    (record,) = loads(theirs)
    assert (len(record.hands[Seat.WEST]), record.position.trick) == (13, (Card.H2,))
    ours = json_of_endplay.loads(dumps(record)).deal
    assert (str(ours), [str(card) for card in ours.curtrick]) == (
        str(deal),
        [str(card) for card in deal.curtrick],
    )
    in_dialect = json.loads(dumps(record, dialect=True))["deal"]
    assert in_dialect == json.loads(theirs)["deal"]


def test_the_board_with_a_trick_under_way_replays() -> None:
    (record,) = loads(faults("F4_curtrick.json").read_bytes())
    assert validate(record).fault == ""
    assert {len(hand) for hand in record.hands} == {13}


# Results


@pytest.mark.parametrize("name", ["F5_result0.json", "F5_result_default.json"])
def test_a_result_of_0_and_one_left_out_are_the_contract_just_made(name: str) -> None:
    (record,) = loads(faults(name).read_bytes())
    assert (validate(record).tricks, validate(record).score_ns) == (8, 90)


def test_what_endplay_writes_of_a_board_without_a_result_tells_none() -> None:
    bids = [types_of_endplay.ContractBid(1, types_of_endplay.Denom.clubs)]
    passes = [types_of_endplay.PenaltyBid(types_of_endplay.Penalty.passed) for _ in range(3)]
    deal = types_of_endplay.Deal("N:AKQJ.T98.765.432 T987.AKQJ.T98.76 65432.765.432.T9 .432.AKQJ.AKQJ85")
    bid = types_of_endplay.Board(deal=deal, auction=[*bids, *passes], board_num=2)
    written = json_of_endplay.dumps(bid)
    assert json.loads(written)["contract"]["result"] == 0
    assert validate(loads(written)[0]).tricks is None


def test_a_contract_just_made_is_written_so_that_endplay_reads_it() -> None:
    (record,) = loads(faults("F5_result0.json").read_bytes())
    for written in (dumps(record), dumps(record, dialect=True)):
        assert json_of_endplay.loads(written).contract.result == 0
        assert validate(loads(written)[0]).tricks == 8


def test_endplay_reads_the_second_table_that_we_write() -> None:
    parser: Any = pytest.importorskip("endplay.parsers.pbn")
    ours = pbn.loads(faults("F2_second_table.pbn").read_bytes())
    theirs = parser.loads(pbn.dumps(ours))
    assert [str(each.deal) for each in theirs] == [str(theirs[0].deal)] * 2
    assert [str(each.contract) for each in theirs] == ["5♣E+1", "4♠Nx="]


def test_an_unknown_result_stays_unknown() -> None:
    (record,) = loads(faults("F5_result0.json").read_bytes())
    unknown = replace(record, tricks=None)
    for written in (dumps(unknown), dumps(unknown, dialect=True)):
        assert validate(loads(written)[0]).tricks is None
