"""What LIN says of one board, in the spellings that are found."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Seat, Vulnerability, parse_hand
from protocol.v1.cards import DECK, display_order
from server.errors import BadRecord
from server.records.bridge import lin
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, Comment, Fault, RecordedCall
from server.records.bridge.validate import validate
from tests.records.bridge.board_json import shared

SOUTH, WEST, NORTH, EAST = "SAKQJHT98D765C432", "ST987HAKQJDT98C76", "S65432H765D432CT9", "SH432DAKQJCAKQJ85"
DEAL = f"3{SOUTH},{WEST},{NORTH},{EAST}"
FILES = (
    "bbo_tournament_header_sample.lin",
    "bbo_unicode_announcements.lin",
    "ben_CardByCardAnalysis_01.lin",
    "bridgebots_sample.lin",
    "endplay_readme_02.lin",
    "morgoth_lin_test_01.lin",
    "morgoth_lin_test_02.lin",
    "pbn2lin_deals_only.lin",
    "usbf_sf_14502.lin",
    "vugraph_74801.lin",
    "vugraph_74802.lin",
    "vugraph_74805.lin",
    "vugraph_74806.lin",
)


def only(text: str | bytes) -> BoardRecord:
    (record,) = lin.loads(text)
    return record


def board(rest: str = "") -> BoardRecord:
    return only(f"md|{DEAL}|{rest}")


def calls(rest: str) -> list[str]:
    return [each.call.value for each in board(rest).calls]


def refusal(text: str | bytes) -> str:
    with pytest.raises(BadRecord) as refused:
        lin.loads(text)
    return str(refused.value)


def test_hands_stand_in_the_order_south_west_north_east() -> None:
    assert board().hands == tuple(
        parse_hand(each)
        for each in ("65432.765.432.T9", ".432.AKQJ.AKQJ85", "AKQJ.T98.765.432", "T987.AKQJ.T98.76")
    )


@pytest.mark.parametrize("fourth", ["", ",", f",{EAST}"])
def test_the_hand_of_east_may_be_left_out(fourth: str) -> None:
    record = only(f"md|1{SOUTH},{WEST},{NORTH}{fourth}|")
    assert record.hands[Seat.EAST] == parse_hand(".432.AKQJ.AKQJ85")


def test_ranks_stand_in_any_order_and_case_and_ten_has_two_spellings() -> None:
    record = only(f"md|1sjkqah1098d765c234,{WEST},{NORTH},|")
    assert sorted(record.hands[Seat.SOUTH], key=display_order) == list(parse_hand("AKQJ.T98.765.432"))


@pytest.mark.parametrize(
    ("digit", "dealer"),
    [("1", Seat.SOUTH), ("2", Seat.WEST), ("3", Seat.NORTH), ("4", Seat.EAST), ("0", None), ("", None)],
)
def test_a_digit_names_the_dealer_and_may_be_missing(digit: str, dealer: Seat | None) -> None:
    assert only(f"md|{digit}{SOUTH},{WEST},{NORTH},|").dealer is dealer


@pytest.mark.parametrize(
    ("letter", "vulnerable"),
    [
        ("o", Vulnerability.NONE),
        ("0", Vulnerability.NONE),
        ("N", Vulnerability.NS),
        ("e", Vulnerability.EW),
        ("B", Vulnerability.BOTH),
        ("", None),
    ],
)
def test_a_letter_names_who_is_vulnerable(letter: str, vulnerable: Vulnerability | None) -> None:
    assert board(f"sv|{letter}|").vulnerable is vulnerable


def test_calls_have_many_spellings() -> None:
    said = "".join(f"mb|{each}|" for each in ("P", "1n", "Pass", "2NT", "dbl", "R", "p", "X", "XX", "-"))
    assert calls(said) == ["P", "1NT", "P", "2NT", "X", "XX", "P", "X", "XX", "P"]


def test_one_value_may_hold_several_calls() -> None:
    assert calls("mb|-1Cpp2H!dpPASS|") == ["1C", "P", "P", "2H", "X", "P", "P"]


def test_a_call_is_alerted_by_a_mark_or_by_an_explanation_that_is_but_a_mark() -> None:
    record = board("mb|1C!|mb|p|mb|1H|an|!|")
    assert [each.alert for each in record.calls] == [True, False, True]


def test_an_explanation_belongs_to_the_call_before_it() -> None:
    record = board("mb|1N|an|15-17|mb|p|mb|2C!|an|asks|an|or is weak|")
    assert [each.explanation for each in record.calls] == ["15-17", "", "asks; or is weak"]


def test_an_explanation_before_any_call_is_a_comment() -> None:
    assert board("an|strong club|mb|1C|").comments == (Comment("strong club"),)


def test_a_comment_keeps_its_place_among_calls_and_cards() -> None:
    said = "nt|hello|mb|1C|nt|a club|mb|p|mb|p|mb|p|pc|S2|nt|the lead|pg||at|more|"
    assert board(said).comments == (
        Comment("hello"),
        Comment("a club", 1),
        Comment("the lead", 4, 1),
        Comment("more", 4, 1),
    )


def test_lines_mean_nothing_but_within_a_comment() -> None:
    record = only(f"md|\n3{SOUTH},\r\n{WEST},{NORTH},|sv\n|n|nt|two\r\nlines|\nmb\n|\n1C|")
    assert record.vulnerable is Vulnerability.NS
    assert record.comments[0].text == "two\nlines"


def test_cards_have_many_spellings() -> None:
    record = board("mb|p|pc|sK|pc|S10|pc|SqhA|pc|D2 C3|")
    assert [card.value for card in record.cards] == ["SK", "ST", "SQ", "HA", "D2", "C3"]


def test_cards_end_at_the_first_that_is_not_known() -> None:
    record = board("pc|S2|pc|-|pc|S3|")
    assert [card.value for card in record.cards] == ["S2"]
    assert record.info == {"Lin_pc": "-|S3"}


def test_a_claim_tells_all_the_tricks_of_declarer() -> None:
    record = board("mb|1C|mb|p|mb|p|mb|p|pc|S2|mc|10|")
    assert (record.tricks, record.claimed) == (10, True)


def test_a_result_without_a_card_is_no_claim() -> None:
    record = board("mb|1C|mb|p|mb|p|mb|p|mc|7|")
    assert (record.tricks, record.claimed) == (7, False)


def test_four_passes_pass_the_board_out() -> None:
    assert board("mb|p|mb|p|mb|p|mb|p|").passed_out
    assert not board("mb|p|mb|p|mb|p|").passed_out


@pytest.mark.parametrize("told", ["qx|o7|", "qx|o7,BOARD 7|", "ah|Board 7|", "ah|7|", "qx|o1|ah|Board 07|"])
def test_a_board_is_numbered_by_its_id_or_by_its_heading(told: str) -> None:
    assert only(f"{told}md|{DEAL}|").number == 7


def test_a_board_that_is_called_otherwise_keeps_its_name() -> None:
    assert board("ah|Board 7A|").name == "7A"
    assert only(f"qx|o3,BOARD X|md|{DEAL}|").name == "X"


def test_names_stand_in_the_order_of_the_hands_and_are_none_where_blank() -> None:
    record = only(f"pn|Sue, Will ,,?|st||md|{DEAL}|")
    assert record.players == (None, None, "Sue", "Will")


def test_names_may_be_coded_or_stand_behind_the_deal() -> None:
    record = board("pn|Smith%COMMA% J,b,c,d|sv|o|")
    assert record.players[Seat.SOUTH] == "Smith, J"


def test_boards_need_nothing_between_them() -> None:
    first, second, third = lin.loads(
        f"md|{DEAL}|ah|Board 1|mb|p|pn|a,b,c,d|md|{DEAL}|ah|Board 2|pg||sv|o|md|{DEAL}|"
    )
    assert (first.number, second.number, third.number) == (1, 2, None)
    assert second.players[Seat.SOUTH] == "a"
    assert third.vulnerable is Vulnerability.NONE
    assert third.players == (None,) * 4


def test_a_key_without_a_meaning_is_kept() -> None:
    record = board("tu|abc|zz|1|zz|2|st||rh||")
    assert record.info == {"Lin_tu": "abc", "Lin_zz": "1|2"}
    assert only(lin.dumps([record])).info == record.info


def test_a_bar_within_a_comment_does_not_lose_what_follows() -> None:
    record = board("nt|a | b|pg||mb|1C|")
    assert [each.text for each in record.comments] == ["a ", "b"]
    assert [each.call for each in record.calls] == [Call.ONE_CLUB]


def test_cards_that_a_lesson_takes_back_give_way() -> None:
    record = board("pc|S2|pc|S3|pc|S4|up|2|pc|S5|")
    assert [card.value for card in record.cards] == ["S2", "S5"]
    assert record.info == {"Lin_undone": "1 S3 S4"}


def test_fewer_cards_are_an_end_position() -> None:
    assert only("md|1SAK,SQJ,HAK,HQJ|").hands[Seat.SOUTH] == parse_hand("AK...")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            f"md|1{SOUTH},{WEST},{NORTH}C9,|",
            "line 1, column 41: expected 52 different cards, got 'C9 2 times (North)'",
        ),
        (f"md|1\n{SOUTH[:-1]},{WEST},{NORTH},|", "line 2, column 1: expected 13 cards for South, got '12'"),
        (f"md|1{SOUTH},{SOUTH},{NORTH},|", "line 1, column 5: expected 52 different cards, got"),
        (f"md|1{SOUTH[:-1]}X,{WEST},{NORTH},|", "line 1, column 21: expected a rank"),
        (f"md|9{SOUTH}|", "line 1, column 4: expected a dealer"),
        ("md|1AK|", "line 1, column 5: expected a suit"),
        (f"md|{DEAL}|mb|p|\nmb|1Z|", "line 2, column 4: expected a call like p, d, r, 1C or 3N, got '1Z'"),
        (f"md|{DEAL}|\npc|S1|", "line 2, column 4: expected a card like SA, got 'S1'"),
        (f"md|{DEAL}|sv|q|", "expected o, n, e or b for the vulnerability, got 'q'"),
        (f"md|{DEAL}|\nm", "line 2, column 1: expected a whole token like pc|SA|, got 'm'"),
        (f"md|{DEAL}|\npc|", "expected a whole token like pc|SA|, got 'pc|'"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str, error: str) -> None:
    assert error in refusal(text)


@pytest.mark.parametrize(
    "text", ["", " \n", "no LIN at all", '[Deal "N:..."]', "{}", "|" * 999, "pn|a,b,c,d|"]
)
def test_a_text_without_a_board_is_no_lin(text: str) -> None:
    assert refusal(text).startswith("line 1, column 1: expected LIN")


def test_a_nul_is_no_text() -> None:
    assert refusal(b"md|1\nS\0|") == "line 2, column 2: expected text, got a NUL character"


def test_a_board_at_fault_does_not_hide_the_next() -> None:
    fault, record = lin.boards(f"qx|o1|md|1SAA|mb|p|\nqx|o2|md|{DEAL}|mb|p|")
    assert isinstance(fault, Fault)
    assert fault.number == 1
    assert isinstance(record, BoardRecord)
    assert record.number == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_bytes_are_read_in_the_encodings_that_can_be_told(encoding: str) -> None:
    assert only(f"md|{DEAL}|nt|Häusler|".encode(encoding)).comments[0].text == "Häusler"


def test_a_place_tells_the_lines_of_the_board_its_calls_and_its_cards() -> None:
    place = only(f"\nqx|o1|\nmd|{DEAL}|\nmb|p|\n\npc|S2|").place
    assert (place.line, place.column, place.calls, place.cards) == (2, 4, 4, 6)


def test_one_board_is_written_on_one_line() -> None:
    record = board("pn|a,b,c,d|ah|Board 3|sv|o|mb|1C!|an|strong|mb|p|mb|p|mb|p|pc|S2|mc|7|")
    course = "mb|1C!|an|strong|mb|p|mb|p|mb|p|pg||pc|S2|pg||mc|7|pg||"
    assert lin.dumps([record]) == f"pn|a,b,c,d|st||md|{DEAL}|rh||ah|Board 3|sv|o|{course}\n"


def test_a_bar_is_written_as_a_stroke_and_a_name_without_its_comma() -> None:
    record = BoardRecord(
        hands=board().hands, players=("A|B", None, "Lee, J", None), comments=(Comment("x|y"),)
    )
    back = only(lin.dumps([record]))
    assert back.players == ("A/B", None, "Lee J", None)
    assert back.comments == (Comment("x/y"),)
    assert set(lost([record], [back])) == {"the players' names", "comments"}


@pytest.mark.parametrize("name", FILES)
def test_what_is_read_of_real_files_is_written_and_read_the_same(name: str) -> None:
    records = lin.loads(shared("lin", name).read_bytes())
    back = lin.loads(lin.dumps(records))
    assert [told(each) for each in back] == [told(each) for each in records]
    assert lost(records, back) == {}


@pytest.mark.parametrize("name", FILES)
def test_real_files_keep_the_laws_but_for_one_result(name: str) -> None:
    faults = [validate(each).fault for each in lin.loads(shared("lin", name).read_bytes())]
    wrong = "the result 4SW-1 gives declarer 9 tricks, but the claim gives 10 (Law 79)"
    assert [each.partition(": ")[2] for each in faults if each] == [wrong] * (name == "vugraph_74806.lin")


def told(record: BoardRecord) -> list[object]:
    """All that a record tells, but not where it stood."""
    return [getattr(record, field) for field in record.__struct_fields__ if field != "place"]


words = st.text("abc äöü!?:;@%&#=+()[]{}\"'/.-0129♠\n", min_size=1, max_size=20)
texts = words.filter(lambda text: bool(text.strip()))
explanations = st.text("abc 15-17!+", max_size=8).filter(
    lambda text: text.strip() not in ("!",) and bool(text.strip()) == bool(text)
)
named = (
    st.text("abcäö~_ .", max_size=9).map(lambda text: " ".join(text.split())).map(lambda text: text or None)
)


@st.composite
def records(draw: st.DrawFn) -> BoardRecord:
    """Records that LIN can hold."""
    deck = draw(st.permutations(DECK))
    hands = tuple(tuple(sorted(deck[place : place + 13], key=display_order)) for place in range(0, 52, 13))
    said = draw(
        st.lists(st.builds(RecordedCall, st.sampled_from(Call), st.booleans(), explanations), max_size=6)
    )
    played = tuple(deck[: draw(st.integers(0, 52))])
    headed = draw(st.booleans())
    tricks = draw(st.none() | st.integers(0, 13))
    contract = None
    if headed:
        bid = draw(st.none() | st.sampled_from(BIDS))
        seat, doubled = draw(st.sampled_from(SEATS)), draw(st.sampled_from((1, 2, 4)))
        contract = None if bid is None else Contract(bid.level, bid.strain, seat, doubled)
    places = st.sampled_from([(place, 0) for place in range(len(said) + 1)] + [(len(said), len(played))])
    comments = draw(st.lists(st.tuples(texts, places), max_size=4))
    info = (
        {"Event": "Cup", "Scoring": "IMP", "HomeTeam": draw(st.sampled_from("AB")), "Room": "Open"}
        if headed
        else {}
    )
    return BoardRecord(
        hands=(hands[0], hands[1], hands[2], hands[3]),
        number=draw(st.integers(1, 99)),
        dealer=draw(st.none() | st.sampled_from(SEATS)),
        vulnerable=draw(st.none() | st.sampled_from(Vulnerability)),
        players=(draw(named), draw(named), draw(named), draw(named)),
        calls=tuple(said),
        cards=played,
        contract=contract,
        tricks=tricks,
        claimed=tricks is not None and 0 < len(played) < 52,
        passed_out=len(said) == 4 and all(each.call is Call.PASS for each in said),
        comments=tuple(Comment(text, *place) for text, place in sorted(comments, key=lambda each: each[1])),
        info={**info},
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(records(), min_size=1, max_size=4))
def test_what_lin_can_hold_is_read_as_it_was_written(written: list[BoardRecord]) -> None:
    read = lin.loads(lin.dumps(written))
    for before, after in zip(written, read, strict=True):
        differ = [
            field for field in before.__struct_fields__ if getattr(before, field) != getattr(after, field)
        ]
        counted = {"tricks"} if len(before.cards) == 52 and before.calls else set()
        assert set(differ) <= {"place", "info", "passed_out"} | counted
        assert before.info.items() <= after.info.items()


def test_no_trumps_are_written_with_one_letter() -> None:
    assert "mb|3N|" in lin.dumps([board("mb|3NT|")])
