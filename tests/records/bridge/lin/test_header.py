"""Sessions of LIN: a header, two rooms, results, commentary."""

from __future__ import annotations

import re

import pytest

from protocol.v1.bridge import Call, Contract, Seat, Strain
from server.records.bridge import lin
from server.records.bridge.losses import lost
from server.records.bridge.record import BoardRecord, Comment, InfoTable, RecordedCall
from server.records.bridge.validate import validate
from tests.records.bridge.board_json import shared
from tests.records.bridge.lin.lin_boards import DEAL, all_but_the_place

VG = "vg|Cup,Final,I,17,18,Reds,33,Blues,40|"
PN = "pn|S,W,N,E,s,w,n,e|pg||"
PASSES = "mb|p|mb|p|mb|p|mb|p|"


def session(*boards: str, header: str = VG + PN) -> tuple[BoardRecord, ...]:
    return lin.loads(header + "".join(f"qx|{board}|st||md|{DEAL}|sv|o|pg||\n" for board in boards))


def test_a_header_tells_of_every_board() -> None:
    first, second = session("o17", "c17")
    assert first.info == {
        "Event": "Cup",
        "Stage": "Final",
        "Scoring": "IMP",
        "HomeTeam": "Reds",
        "HomeTeamCarry": "33",
        "VisitTeam": "Blues",
        "VisitTeamCarry": "40",
        "Room": "Open",
        "Lin_boards": "17-18",
    }
    assert second.info["Room"] == "Closed"
    assert (first.number, second.number) == (17, 17)


@pytest.mark.parametrize(("letter", "scoring"), [("I", "IMP"), ("P", "MP"), ("b", "BAM"), ("Z", "Z")])
def test_a_letter_names_the_scoring(letter: str, scoring: str) -> None:
    (record,) = session("o1", header=f"vg|Cup,,{letter},1,1,,,,|")
    assert record.info == {"Event": "Cup", "Scoring": scoring}


def test_a_title_may_hold_commas() -> None:
    (record,) = session("o1", header="vg|Cup, Rome, 2020,Final,I,1,1,Reds,0,Blues,0|")
    assert (record.info["Event"], record.info["Stage"]) == ("Cup, Rome, 2020", "Final")


def test_eight_names_are_those_of_the_open_room_and_then_of_the_closed_one() -> None:
    first, second = session("o17", "c17")
    assert first.players == ("N", "E", "S", "W")
    assert second.players == ("n", "e", "s", "w")


def test_four_names_are_those_of_both_rooms() -> None:
    _, second = session("o17", "c17", header=VG + "pn|S,W,N,E|pg||")
    assert second.players == ("N", "E", "S", "W")


def test_a_name_with_a_comma_does_not_shift_the_others() -> None:
    header = VG + "pn|A,B,C,D,Herman, I,Duboin, G,R,Sementa, A|pg||"
    (record,) = session("c17", header=header)
    assert record.players == ("R", "Sementa, A", "Herman, I", "Duboin, G")


def test_names_within_a_board_are_its_own() -> None:
    first, second = lin.loads(f"{VG}{PN}qx|o17|pn|a,b,c,d|md|{DEAL}|qx|o18|md|{DEAL}|")
    assert first.players == ("c", "d", "a", "b")
    assert second.players == ("N", "E", "S", "W")


def test_results_stand_by_board_open_room_first() -> None:
    header = VG + "rs|4HN+1,3NWx-1,5DNxx=,PASS|" + PN
    o17, c17, o18, c18 = session("o17", "c17", "o18", "c18", header=header)
    assert (o17.contract, o17.tricks) == (Contract(4, Strain.HEARTS, Seat.NORTH), 11)
    assert (c17.contract, c17.tricks) == (Contract(3, Strain.NOTRUMP, Seat.WEST, 2), 8)
    assert (o18.contract, o18.tricks) == (Contract(5, Strain.DIAMONDS, Seat.NORTH, 4), 11)
    assert (c18.contract, c18.tricks, c18.passed_out) == (None, None, True)


def test_a_result_that_cannot_be_read_is_kept() -> None:
    (record,) = session("o17", header=VG + "rs|A++|" + PN)
    assert record.info["Lin_rs"] == "A++"


def test_results_of_boards_that_are_not_here_are_kept_with_the_first() -> None:
    header = VG + "rs|4HN+1,,,3NWx-1|mp|,,,-7.2|" + PN
    (record,) = session("o17", header=header)
    table = record.info["LinSessionTable"]
    assert isinstance(table, InfoTable)
    assert table.rows == ("18 Closed 3NWx-1 -7.2",)
    assert lost([record], lin.loads(lin.dumps([record]))) == {}


def test_boards_may_be_listed_instead_of_counted() -> None:
    header = "vg|Cup,,I,,,A,,B,|rs|4HN=,,3NW=,|bn|5,9|"
    fifth, ninth = session("o5", "o9", header=header)
    assert fifth.contract == Contract(4, Strain.HEARTS, Seat.NORTH)
    assert ninth.contract == Contract(3, Strain.NOTRUMP, Seat.WEST)


def test_a_single_table_has_no_room() -> None:
    (record,) = session("o1", header="vg|Pairs,,P,1,1,,,,|")
    assert "Room" not in record.info
    assert lin.loads(lin.dumps([record]))[0].info == record.info


def test_a_result_against_the_claim_is_the_fault_of_the_record() -> None:
    made = "mb|1C|mb|p|mb|p|mb|p|pc|H4|mc|9|"
    (record,) = lin.loads(f"{VG}rs|1CN=|{PN}qx|o17|md|{DEAL}|sv|o|{made}")
    assert (record.tricks, record.info["Lin_claim"]) == (7, "9")
    assert "the result 1CN= gives declarer 7 tricks, but the claim gives 9 (Law 79)" in validate(record).fault
    (again,) = lin.loads(lin.dumps([record]))
    assert all_but_the_place(again) == all_but_the_place(record)
    assert again.place.contradicted == record.place.contradicted


def test_remarks_of_the_program_stand_above_all() -> None:
    text = f"% Made by hand\n{VG}{PN}qx|o17|md|{DEAL}|"
    (record,) = lin.loads(text)
    assert record.info["Lin_head"] == "% Made by hand"
    assert lin.dumps([record]).startswith("% Made by hand\n")


def test_another_header_begins_another_session() -> None:
    first, second = lin.loads(f"{VG}qx|o17|md|{DEAL}|vg|Bowl,,B,1,1,,,,|qx|o1|md|{DEAL}|")
    assert (first.info["Event"], second.info["Event"]) == ("Cup", "Bowl")
    assert "HomeTeam" not in second.info


def test_a_session_is_written_with_a_header_names_and_results() -> None:
    record = BoardRecord(
        hands=lin.loads(f"md|{DEAL}|")[0].hands,
        number=3,
        dealer=Seat.SOUTH,
        players=("N", "E", "S", "W"),
        calls=(RecordedCall(Call.ONE_CLUB),),
        contract=Contract(1, Strain.CLUBS, Seat.SOUTH),
        tricks=7,
        comments=(Comment("hello", 1),),
        info={"Event": "Cup, Final", "Scoring": "IMP", "Room": "Closed", "HomeTeam": "Reds"},
    )
    assert lin.dumps([record]) == (
        "vg|Cup Final,,I,3,3,Reds,,,|\nrs|,1CS=|\npn|,,,,S,W,N,E|pg||\n"
        f"qx|c3|st||md|1{DEAL[1:]}|mb|1C|pg||\nnt|hello|pg||\npg||\n"
    )


def test_a_result_that_neither_auction_nor_claim_tells_needs_a_header() -> None:
    record = BoardRecord(
        hands=lin.loads(f"md|{DEAL}|")[0].hands,
        number=4,
        contract=Contract(4, Strain.SPADES, Seat.EAST),
        tricks=9,
    )
    text = lin.dumps([record])
    assert text.startswith("vg|,,,4,4,,,,|\nrs|4SE-1,|\n")
    assert all_but_the_place(lin.loads(text)[0]) == all_but_the_place(record)


def test_a_board_that_two_tables_played_is_written_in_two_sessions() -> None:
    records = [
        BoardRecord(
            hands=lin.loads(f"md|{DEAL}|")[0].hands,
            number=4,
            contract=Contract(4, Strain.SPADES, Seat.EAST),
            tricks=tricks,
        )
        for tricks in (9, 10)
    ]
    assert [each.tricks for each in lin.loads(lin.dumps(records))] == [9, 10]


def test_a_real_session_keeps_all_its_commentary() -> None:
    text = shared("lin", "usbf_sf_14502.lin").read_text("utf-8")
    records = lin.loads(text)
    assert len(records) == 30
    assert sum(len(each.comments) for each in records) == len(re.findall(r"[|\n]nt\|", text))
    assert records[0].comments[0] == Comment("caitlin: Hi all", 2)
    assert records[0].info["Event"] == "2010 USBF SF A"
    assert records[1].players == ("Martel", "Mahmood", "Stansby", "Hamman")


def test_a_real_tournament_keeps_results_scores_and_players_of_boards_left_out() -> None:
    (record,) = lin.loads(shared("lin", "bbo_tournament_header_sample.lin").read_bytes())
    assert (record.contract, record.tricks) == (Contract(4, Strain.HEARTS, Seat.NORTH), 11)
    assert record.info["Lin_mp"] == "-7.2"
    table, players = record.info["LinSessionTable"], record.info["LinPlayerTable"]
    assert isinstance(table, InfoTable)
    assert table.rows == ("2 Open 4HS= -6.3", "3 Open 3NS+3 -4.1")
    assert isinstance(players, InfoTable)
    assert players.rows == ("wlodawa Marion89 kontiki_ scoob",) * 3
