"""PBN's export format: what is written is what the standard has, and is read as it was."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.v1.bridge import Call, Contract, Deal, Seat, Strain, Vulnerability
from server.records.bridge.from_game import record_of_deal
from server.records.bridge.pbn import dumps, loads
from server.records.bridge.pbn.layout import LONGEST
from server.records.bridge.record import (
    BoardRecord,
    CardNote,
    Column,
    Comment,
    DoubleDummy,
    InfoTable,
    Position,
    RecordedCall,
)
from tests.records.bridge.board_records import sittings
from tests.records.bridge.pbn.games import HANDS, again, auction, cards, game, only, play, told

RECORD = BoardRecord(hands=HANDS, number=3, dealer=Seat.SOUTH, vulnerable=Vulnerability.EW)


def test_a_deal_is_a_game_with_the_fifteen_tags_in_their_order() -> None:
    deal = Deal(3, Seat.SOUTH, Vulnerability.BOTH, HANDS)
    assert dumps([record_of_deal(deal)]) == (
        "% PBN 2.1\n% EXPORT\n"
        '[Event "?"]\n[Site "?"]\n[Date "?"]\n[Board "3"]\n'
        '[West "?"]\n[North "?"]\n[East "?"]\n[South "?"]\n'
        '[Dealer "S"]\n[Vulnerable "All"]\n'
        '[Deal "S:65432.765.432.T9 .432.AKQJ.AKQJ85 AKQJ.T98.765.432 T987.AKQJ.T98.76"]\n'
        '[Scoring "?"]\n[Declarer "?"]\n[Contract "?"]\n[Result "?"]\n'
    )


def test_games_are_divided_by_an_empty_line() -> None:
    first, second = dumps([RECORD, RECORD]).removeprefix("% PBN 2.1\n% EXPORT\n").split("\n\n")
    assert first + "\n" == second
    assert dumps([]) == "% PBN 2.1\n% EXPORT\n"


def test_tags_auction_play_and_tables_follow_in_this_order() -> None:
    record = replace(
        RECORD,
        calls=(
            RecordedCall(Call.ONE_NOTRUMP, explanation="15-17", nags=(3, 1)),
            *[RecordedCall(Call.PASS)] * 3,
        ),
        contract=Contract(1, Strain.NOTRUMP, Seat.SOUTH),
        cards=cards("HA H3 H2 H5"),
        tricks=7,
        claimed=True,
        scores=(90, -90),
        info={"Room": "Open", "Event": "Cup", "ATable": InfoTable((Column("X", "+", 2, "R"),), ("1",))},
    )
    written = dumps([record])
    assert written.startswith('% PBN 2.1\n% EXPORT\n[Event "Cup"]\n')
    assert written.endswith(
        '[Declarer "S"]\n[Contract "1NT"]\n[Result "7"]\n[Room "Open"]\n[Score "NS 90"]\n'
        '[Auction "S"]\n1NT =1= $1 $3 Pass Pass Pass\n[Note "1:15-17"]\n'
        '[Play "W"]\nHA H3 H2 H5\n*\n'
        '[ATable "+X\\2R"]\n1\n'
    )


def test_four_calls_stand_on_a_line() -> None:
    record = auction("Pass Pass 1C Pass 1D Pass 1NT Pass Pass Pass")
    assert "\nPass Pass 1C Pass\n1D Pass 1NT Pass\nPass Pass\n" in dumps([record])
    assert again(record) == told(record)


def test_an_auction_that_is_not_over_ends_with_an_asterisk() -> None:
    assert '[Auction "N"]\n1C Pass\n*\n' in dumps([auction("1C Pass")])


def test_a_pass_out_is_written_with_its_contract() -> None:
    written = dumps([auction("AP", Contract="Pass")])
    assert '[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n' in written


def test_cards_stand_in_the_columns_of_their_seats() -> None:
    record = play("H2 H8 HK H5\nH4 H9 HQ H6\n- - C2 C5\n*", contract="3NT", Result="9")
    assert "H2 H8 HK H5\nH4 H9 HQ H6\n- - C2 C5\n*\n" in dumps([record])
    assert again(record) == told(record)


def test_a_play_that_stops_without_an_end_is_no_claim() -> None:
    record = play("H2 H8 HK H5", contract="3NT", Result="9")
    assert "*" not in dumps([record])
    assert again(record) == told(record)


def test_a_claim_before_the_opening_lead_is_kept() -> None:
    record = play("*", contract="7NT", Result="13")
    assert record.claimed
    assert again(record) == told(record)


def test_alerts_survive_with_words_and_without() -> None:
    calls = tuple(
        RecordedCall(Call.PASS, alert, text) for alert in (True, False) for text in ("", "weak", "strong")
    )
    record = replace(RECORD, calls=calls)
    assert again(record) == record
    assert '[Alerts "2 3"]' in dumps([record])


def test_notes_that_say_the_same_share_a_number() -> None:
    calls = tuple(RecordedCall(Call.PASS, explanation=text) for text in ("a", "b", "a"))
    written = dumps([replace(RECORD, calls=calls)])
    assert "Pass =1= Pass =2= Pass =1=\n" in written
    assert written.count("[Note") == 2


def test_there_are_32_notes_and_more_words_are_comments() -> None:
    calls = tuple(RecordedCall(Call.PASS, explanation=f"note {n}") for n in range(40))
    written = dumps([replace(RECORD, calls=calls)])
    assert written.count("[Note") == 32
    assert "Pass {note 39}" in written.replace("\n", " ")


def test_irregularities_are_written_as_they_are_read() -> None:
    for calls in ("1D ^S ^S ^I 1C Pass Pass Pass", "^S 1D", "1D ^I 1C"):
        record = auction(calls)
        assert again(record) == told(record)
    record = play("C2 C3 ^L C4 C5\nH2 H3 ^R D4 H5", contract="3NT")
    assert again(record) == told(record)


def test_cards_keep_their_notes() -> None:
    noted = (CardNote(0, "fourth best"), CardNote(2, "", (7, 200)), CardNote(3, "count", (9,), "R"))
    record = replace(play("H2 H8 HK H5", contract="3NT"), card_notes=noted)
    assert again(record) == told(record)


@pytest.mark.parametrize(
    "text", ["{a} b", "} {", "a\n%b", 'x\n[Board "1"]\n{', "a;b", "a\n\n\nb", "%", "[x", '"', "\\"]
)
def test_comments_hold_any_text(text: str) -> None:
    record = replace(
        auction("1C Pass Pass Pass"), comments=tuple(Comment(text, at) for at in (0, 0, 1, 2, 4, 4))
    )
    assert again(record) == told(record)


def test_comments_keep_their_place_among_calls_and_cards() -> None:
    comments = tuple(
        Comment(f"{calls} {cards}", calls, cards)
        for calls, cards in [(0, 0), (1, 0), (4, 0), (4, 1), (4, 6), (4, 8)]
    )
    record = only(
        game(Contract="3NT", Declarer="S")
        + '[Auction "S"]\n3NT AP\n[Play "W"]\nH2 H8 HK H5\nH4 H9 HQ H6\n[Room "Open"]\n'
    )
    assert again(replace(record, comments=comments)) == told(replace(record, comments=comments))


def test_no_line_is_longer_than_255_signs() -> None:
    words = "word " * 200
    record = replace(
        RECORD,
        calls=(
            RecordedCall(Call.ONE_CLUB, explanation=words),
            RecordedCall(Call.PASS, explanation="y" * 600),
        ),
        comments=(Comment(words.strip()), Comment("x" * 1000, 1), Comment("{" + words.strip(), 2)),
        info={
            "Event": 'q"' * 300,
            "Site": "\\" * 999,
            "XTable": InfoTable((Column("a"),), (words, "z" * 400)),
        },
        players=("n" * 300, None, None, None),
    )
    written = dumps([record])
    assert max(map(len, written.split("\n"))) <= LONGEST
    back = only(written)
    assert Comment(words.strip()) in back.comments
    assert any(each.text.startswith("North: nnn") for each in back.comments)
    assert any(each.calls == 1 and each.text == words.strip() for each in back.comments)


@pytest.mark.parametrize("value", ["#", "##", "##x", " #", 'a"b', "\\", 'c:\\"', "] [", "{", "%", ";"])
def test_values_may_hold_any_sign(value: str) -> None:
    record = replace(RECORD, info={"Event": value, "Room": value}, players=(None, value + "x", None, None))
    assert again(record) == record


def test_control_characters_do_not_break_lines() -> None:
    record = replace(RECORD, info={"Event": "a\nb\tc\x00d"}, comments=(Comment("e\r\tf\x00"),))
    back = again(record)
    assert back.info == {"Event": "a b c d"}
    assert [each.text for each in back.comments] == ["e  f"] or [each.text for each in back.comments] == [
        "e f"
    ]


def test_escaped_lines_stand_ahead_of_their_game() -> None:
    record = only('%Font "Arial"\n% C:\\x\n' + game(Board="1"))
    assert dumps([record]).startswith('% PBN 2.1\n% EXPORT\n%Font "Arial"\n% C:\\x\n[Event "?"]\n')
    assert again(record) == told(record)


def test_analysis_is_written_in_both_ways() -> None:
    record = replace(
        RECORD, double_dummy=DoubleDummy(((0, 1, 2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 12, 13, 0), (1,) * 5))
    )
    written = dumps([record])
    assert '[DoubleDummyTricks "432100DCBA9876511111"]\n' in written
    assert '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\nN NT  4\n' in written
    assert again(record) == record


def test_a_name_stands_beside_a_number_or_in_its_place() -> None:
    for number, name in ((3, "o3"), (None, "A"), (None, "7"), (None, None)):
        record = replace(RECORD, number=number, name=name)
        assert again(record) == record


def test_hidden_hands_and_end_positions_are_kept() -> None:
    record = replace(RECORD, hands=(HANDS[0], (), (), HANDS[3]))
    assert again(record) == record
    four = tuple(hand[:4] for hand in HANDS)
    record = replace(RECORD, hands=four, position=Position(Seat.EAST, Strain.CLUBS))
    assert again(record) == record


def test_without_dealer_or_hands_or_contract_what_is_told_is_kept() -> None:
    calls = (RecordedCall(Call.ONE_CLUB),)
    record = BoardRecord(hands=((), (), (), ()), calls=calls)
    assert again(record) == record
    record = BoardRecord(hands=HANDS, cards=cards("SA S3 S4"))
    assert again(record).cards == cards("SA S3 S4")


def test_what_pbn_has_no_place_for_is_left_out() -> None:
    odd = replace(
        RECORD,
        cards=cards("SA"),
        comments=(Comment("late", 99, 99), Comment("  ")),
        card_notes=(CardNote(40, "nowhere"),),
        info={"no name": "x", "": "y", "Event": InfoTable((), ("z",)), "Play": "v"},
        position=Position(Seat.WEST),
    )
    assert again(odd).comments == (Comment("late", 0, 1),)
    assert again(odd).info == {}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sittings())
def test_what_was_played_is_read_as_it_was_written(records: tuple[BoardRecord, ...]) -> None:
    written = dumps(records)
    assert max(map(len, written.split("\n"))) <= LONGEST
    assert tuple(map(told, loads(written))) == records


ANY_TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=300)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(ANY_TEXT, ANY_TEXT), st.lists(ANY_TEXT, max_size=3), ANY_TEXT, ANY_TEXT)
def test_whatever_people_write_can_be_read_again(
    info: dict[str, str], comments: list[str], explanation: str, row: str
) -> None:
    record = replace(
        RECORD,
        info={**info, "XTable": InfoTable((Column(row),), (row,)), "EscapeTable": InfoTable((), (row,))},
        comments=tuple(Comment(text, at) for at, text in enumerate(comments)),
        calls=(RecordedCall(Call.ONE_CLUB, explanation=explanation), RecordedCall(Call.PASS)),
    )
    written = dumps([record, record])
    assert max(map(len, written.split("\n"))) <= LONGEST
    assert [each.number for each in loads(written)] == [3, 3]
    assert [each.calls[0].call for each in loads(written)] == [Call.ONE_CLUB] * 2
