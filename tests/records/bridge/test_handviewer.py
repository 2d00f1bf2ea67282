"""Addresses of the handviewer in both their forms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from protocol.v1.bridge import Call, Contract, Seat, Strain, Vulnerability, parse_hand
from server.errors import BadRecord
from server.records.bridge import handviewer, lin
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, Comment, Fault
from tests.records.bridge.board_json import shared
from tests.records.bridge.lin.lin_boards import (
    DEAL,
    EAST,
    FILES,
    NORTH,
    SOUTH,
    WEST,
    all_but_the_place,
    records,
)

HOST = "https://www.bridgebase.com/tools/handviewer.html"
HANDS = f"n={NORTH}&e={EAST}&s={SOUTH}&w={WEST}"
HELD = tuple(
    parse_hand(each)
    for each in ("65432.765.432.T9", ".432.AKQJ.AKQJ85", "AKQJ.T98.765.432", "T987.AKQJ.T98.76")
)


def only(text: str) -> BoardRecord:
    (record,) = handviewer.loads(text)
    return record


def by_parameters(rest: str) -> BoardRecord:
    return only(f"{HOST}?{HANDS}&{rest}")


def refusal(text: str | bytes) -> str:
    with pytest.raises(BadRecord) as refused:
        handviewer.loads(text)
    return str(refused.value)


@pytest.mark.parametrize(
    "address",
    [
        f"{HOST}?{HANDS}",
        f"http://example.org/x?w={WEST}&S={SOUTH.lower()}&e={EAST}&n={NORTH}",
        f"?{HANDS}",
        HANDS,
        HANDS.replace("&", "&amp;"),
        f"{HOST}#{HANDS}",
        f"{HOST}?{HANDS}#top",
        f"<{HOST}?{HANDS}>",
        f'<iframe width="9" src="{HOST}?{HANDS}" frameborder="0"></iframe>',
        f"{HOST}?lin=md|{DEAL}|",
        f"{HOST}?bbo=y&lin=md%7C{DEAL.replace(',', '%2C')}%7C&tbt=y",
        f"{HOST}?n={NORTH}&e={EAST}&s={SOUTH.replace('T', '10')}-----&w=",
    ],
)
def test_the_hands_are_found_in_whatever_address(address: str) -> None:
    hands = only(address).hands
    assert tuple(frozenset(hand) for hand in hands) == tuple(frozenset(hand) for hand in HELD)


def test_parameters_tell_dealer_vulnerability_number_and_names() -> None:
    record = by_parameters("d=e&v=b&b=12&nn=Ann%20B&en=%C3%89va&sn=Lee,%20J&wn=Wil%20Helm")
    assert (record.dealer, record.vulnerable, record.number) == (Seat.EAST, Vulnerability.BOTH, 12)
    assert record.players == ("Ann B", "Éva", "Lee, J", "Wil Helm")


def test_a_plus_in_a_name_is_a_blank_where_no_blank_is_coded() -> None:
    assert by_parameters("nn=Ann+B").players[Seat.NORTH] == "Ann B"


def test_an_auction_holds_alerts_explanations_and_comments() -> None:
    record = by_parameters("d=n&a=1C!(16+ (any))p{so far}1dPP3nppp")
    assert [each.call.value for each in record.calls] == ["1C", "P", "1D", "P", "P", "3NT", "P", "P", "P"]
    assert (record.calls[0].alert, record.calls[0].explanation) == (True, "16+ (any)")
    assert record.comments == (Comment("so far", 2),)


def test_a_play_holds_comments_and_may_end_in_a_claim() -> None:
    record = by_parameters("i=Enjoy&d=n&a=1cppp&p=h4{low}h2&c=9")
    assert [card.value for card in record.cards] == ["H4", "H2"]
    assert record.comments == (Comment("Enjoy"), Comment("low", 4, 1))
    assert (record.tricks, record.claimed) == (9, True)


def test_a_dash_in_place_of_an_auction_shows_a_contract() -> None:
    assert by_parameters("a=-4SS").contract == Contract(4, Strain.SPADES, Seat.SOUTH)


def test_a_question_at_the_end_of_an_auction_is_no_call() -> None:
    record = only(f"s={SOUTH}&d=n&a=3cp?")
    assert [each.call for each in record.calls] == [Call.THREE_CLUBS, Call.PASS]
    assert record.hands[Seat.NORTH] == ()


def test_a_lin_may_hold_a_plus_an_and_and_an_equals_sign() -> None:
    record = only(f"{HOST}?lin=md|{DEAL}|ah|Board%207|mb|1C|an|16+ & x=1|")
    assert (record.number, record.calls[0].explanation) == (7, "16+ & x=1")


def test_a_plus_in_lin_is_a_blank_where_a_form_has_coded_it() -> None:
    record = only(f"{HOST}?lin=md|{DEAL}|ah|Board+7|mb|1C|an|16%2B|")
    assert (record.number, record.calls[0].explanation) == (7, "16+")


def test_lines_without_an_address_are_passed_over() -> None:
    text = f"My boards:\n{HOST}?{HANDS}&b=1\n\n{HOST}?{HANDS}&b=2 {HOST}?{HANDS}&b=3\n"
    assert [(each.number, each.place.line) for each in handviewer.loads(text)] == [(1, 2), (2, 4), (3, 4)]


def test_an_address_at_fault_does_not_hide_the_next() -> None:
    elsewhere, short, good = handviewer.boards(f"{HOST}?linurl=x\n{HOST}?n=SAKQX\n{HOST}?{HANDS}")
    assert elsewhere == Fault(
        None,
        "line 1, column 57: expected lin= or hands in the address, got 'linurl=, which refers"
        " to a record at another address'",
    )
    assert isinstance(short, Fault)
    assert short.error == "line 2, column 56: expected a rank, A K Q J T 9 to 2, in a hand, got 'X'"
    assert isinstance(good, BoardRecord)


def test_the_place_of_an_error_is_that_before_decoding() -> None:
    error = refusal(f"lin=md%7C1{SOUTH}%2CSX|")
    assert error.startswith(
        f"line 1, column {len('lin=md%7C1') + len(SOUTH) + len('%2CS') + 1}: expected a rank"
    )


@pytest.mark.parametrize("text", ["", "no address", f"{HOST}", "|" * 99, '[Deal "N:"]', "x=1&y=2"])
def test_a_text_without_an_address_is_refused(text: str) -> None:
    assert refusal(text).startswith("line 1, column 1: expected an address")


@pytest.mark.parametrize("name", FILES)
def test_real_boards_are_written_as_addresses_and_read_the_same(name: str) -> None:
    written = lin.loads(shared("lin", name).read_bytes())
    text = handviewer.dumps(written)
    assert text.count("\n") == len(written)
    assert lost(written, handviewer.loads(text)).keys() <= {"Lin_boards", "LinPlayerTable"}


@settings(max_examples=40, deadline=None)
@given(records())
def test_an_address_holds_what_lin_holds(written: BoardRecord) -> None:
    address = handviewer.dumps([written])
    assert address.startswith(f"{HOST}?lin=")
    assert address.isascii()
    assert all_but_the_place(only(address)) == all_but_the_place(lin.loads(lin.dumps([written]))[0])


# What is not read is told


def test_lines_without_an_address_are_told() -> None:
    address = f"{HOST}?{HANDS}"
    first, second = handviewer.loads(f"{address}\n\nand the second table:\n{address}\nthe end\n")
    assert first.place.warnings == ()
    assert second.place.warnings == (
        "line 3: text without an address: 'and the second table:' is not read",
        "line 5: text without an address: 'the end' is not read",
    )


def test_the_text_of_a_page_around_its_addresses_is_no_reason_to_warn() -> None:
    (record,) = handviewer.loads(f'<html>\n<p>A board</p>\n<a href="{HOST}?{HANDS}">here</a>\n</html>\n')
    assert record.place.warnings == ()


def test_an_address_of_the_handviewer_that_tells_no_board_is_a_fault_with_its_line() -> None:
    sound, fault = handviewer.boards(f"{HOST}?{HANDS}\n{HOST}?id=7\n")
    assert isinstance(sound, BoardRecord)
    assert isinstance(fault, Fault)
    assert fault.error.startswith("line 2, column 34: expected lin= or hands in the address")
