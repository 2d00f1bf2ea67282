"""PBN's export format: what is written is what the standard has, and is read as it was."""

from __future__ import annotations

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
from tests.records.bridge.pbn.games import (
    HANDS,
    RECORD,
    again,
    auction,
    cards,
    game,
    only,
    play,
    without_place,
)


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


def test_a_pass_out_is_written_with_its_contract() -> None:
    written = dumps([auction("AP", Contract="Pass")])
    assert '[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n' in written


def test_irregularities_are_written_as_they_are_read() -> None:
    for calls in ("1D ^S ^S ^I 1C Pass Pass Pass", "^S 1D", "1D ^I 1C"):
        record = auction(calls)
        assert again(record) == without_place(record)
    record = play("C2 C3 ^L C4 C5\nH2 H3 ^R D4 H5", contract="3NT")
    assert again(record) == without_place(record)


def test_escaped_lines_stand_ahead_of_their_game() -> None:
    record = only('%Font "Arial"\n% C:\\x\n' + game(Board="1"))
    assert dumps([record]).startswith('% PBN 2.1\n% EXPORT\n%Font "Arial"\n% C:\\x\n[Event "?"]\n')
    assert again(record) == without_place(record)


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
    assert tuple(map(without_place, loads(written))) == records


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
