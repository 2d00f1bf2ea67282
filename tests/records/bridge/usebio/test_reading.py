"""Tests of the reader of USEBIO: real evenings, and events of many programs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.v1.bridge import Contract, Seat, Strain
from server.errors import BadRecord
from server.records.bridge.evenings.evening import Evening, Person
from server.records.bridge.evenings.recount import completed, recount
from server.records.bridge.usebio import evenings, looks_like
from tests.records.bridge.evenings.clubs import data, real


def event(content: str, kind: str = "MP_PAIRS", beside: str = "") -> Evening:
    """Return the event with this content."""
    text = f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="{kind}">{content}</EVENT>{beside}</USEBIO>'
    (found,) = evenings(text.encode())
    return found


def line(own: object, other: object, score: object, more: str = "") -> str:
    """Return a line of a traveller."""
    return (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{own}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{other}</EW_PAIR_NUMBER>"
        f"<SCORE>{score}</SCORE>{more}</TRAVELLER_LINE>"
    )


def board(number: int, *lines: str) -> str:
    """Return a board with these lines."""
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{''.join(lines)}</BOARD>"


def pair(number: object, *names: str, direction: str = "") -> str:
    """Return a pair of participants."""
    players = "".join(f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>" for name in names)
    return f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION>{players}</PAIR>"


def places(evening: Evening) -> list[Any]:
    """Return the places and totals of the entrants, as counted where the file has none."""
    return [(each.number, each.total, each.place) for each in completed(evening, recount(evening)).entrants]


# Real evenings


@pytest.mark.parametrize(
    ("name", "date", "pairs", "boards", "lines"),
    [
        ("monday_open", "2022-07-11", 38, 27, 512),
        ("tuesday_rookie", "2022-07-26", 16, 24, 134),
        ("thursday_open_adjusted", "2022-07-28", 42, 27, 567),
    ],
)
def test_a_real_evening_is_read_whole(name: str, date: str, pairs: int, boards: int, lines: int) -> None:
    evening = real(name)
    assert looks_like(data(name)[:200])
    assert (evening.date, evening.scoring, evening.form, evening.winners) == (date, "mp", "pairs", 2)
    assert (len(evening.entrants), len(evening.boards), len(evening.hands)) == (pairs, boards, boards)
    assert sum(len(each.results) for each in evening.boards) == lines
    assert (evening.club_number, evening.program, evening.warnings) == ("12345", "Compscore3", ())
    first = evening.entrants[0]
    assert (first.number, first.direction, first.players[0]) == (
        "1NS",
        "NS",
        Person("Player 1", "100001", "12345"),
    )


def test_a_line_has_its_contract_lead_tricks_score_and_points() -> None:
    found = real("monday_open").boards[0].results[0]
    assert (found.sides, found.contract, found.tricks) == (
        (("1NS",), ("1EW",)),
        Contract(1, Strain.NOTRUMP, Seat.EAST),
        5,
    )
    assert (found.lead, found.score, found.points) == ("2D", 100, (30, 6))


# Other events


def test_missing_and_unknown_elements_are_no_fault() -> None:
    evening = event(
        f"<WEATHER>rain</WEATHER>{board(1, line(1, 2, 420), line(3, 4, -50, '<MOOD>good</MOOD>'))}"
    )
    assert evening.warnings == () and places(evening) == [
        ("1", 2, "1="),
        ("4", 2, "1="),
        ("2", 0, "3="),
        ("3", 0, "3="),
    ]


def test_an_event_with_nothing_in_it_is_read_with_a_warning() -> None:
    evening = event("")
    assert evening.warnings == ("the event has neither entrants nor boards",)
    assert completed(evening, recount(evening)).entrants == ()


@pytest.mark.parametrize("document", [b"<USEBIO/>", b"<html><body/></html>"])
def test_a_document_without_an_event_is_refused(document: bytes) -> None:
    with pytest.raises(BadRecord, match="expected USEBIO with an EVENT, got"):
        evenings(document)


def test_two_events_of_a_file_are_two_evenings() -> None:
    events = "".join(f"<EVENT><TITLE>{title}</TITLE></EVENT>" for title in "AB")
    text = f"<USEBIO><CLUB><CLUB_NAME>C</CLUB_NAME></CLUB>{events}</USEBIO>"
    assert [(each.title, each.club) for each in evenings(text.encode())] == [("A", "C"), ("B", "C")]


def test_a_phantom_and_boards_that_were_not_played_do_not_count() -> None:
    pairs = f"{pair(1, 'Ann', 'Bob')}{pair(2, 'Cay', 'Dan')}{pair(3, 'Phantom', 'Phantom')}"
    phantom = f"<PARTICIPANTS>{pairs}</PARTICIPANTS>"
    impossible = "<NS_MATCH_POINTS>-9999</NS_MATCH_POINTS><EW_MATCH_POINTS>-9999</EW_MATCH_POINTS>"
    evening = event(
        phantom + board(1, line(1, 3, 50), line(1, 2, 420), line(4, 5, ""), line(4, 5, 0, impossible))
    )
    assert [each.number for each in evening.entrants] == ["1", "2"]
    assert [each.sides for each in evening.boards[0].results] == [(("1",), ("2",))]


def test_pairs_of_both_directions_may_have_the_same_numbers() -> None:
    names = f"{pair(1, 'Ann', 'Bob', direction='NS')}{pair(1, 'Cay', 'Dan', direction='EW')}"
    evening = event(
        f"<WINNER_TYPE>2</WINNER_TYPE><PARTICIPANTS>{names}</PARTICIPANTS>{board(1, line(1, 1, 50))}"
    )
    assert [each.number for each in evening.entrants] == ["1NS", "1EW"]
    assert evening.boards[0].results[0].sides == (("1NS",), ("1EW",))
    assert evening.winners == 2


@pytest.mark.parametrize(("first", "second", "winners"), [("1", "1=", 2), ("1", "2", 1), ("", "", 2)])
def test_without_the_number_of_winners_first_places_in_both_directions_show_two(
    first: str, second: str, winners: int
) -> None:
    place = "<PLACE>{}</PLACE></PAIR>"
    own = pair(1, "Ann", "Bob", direction="NS").replace("</PAIR>", place.format(first))
    other = pair(2, "Cay", "Dan", direction="EW").replace("</PAIR>", place.format(second))
    evening = event(f"<PARTICIPANTS>{own}{other}</PARTICIPANTS>{board(1, line(1, 2, 50))}")
    assert evening.winners == winners


def test_pairs_of_several_sections_may_have_the_same_numbers_and_boards() -> None:
    section = '<SECTION SECTION_ID="{0}"><PARTICIPANTS>{1}{2}</PARTICIPANTS>{3}</SECTION>'
    content = "".join(
        section.format(name, pair(1, f"{name}1"), pair(2, f"{name}2"), board(1, line(1, 2, 50)))
        for name in "AB"
    )
    evening = event(f"<SESSION>{content}</SESSION>")
    assert [each.number for each in evening.entrants] == ["A 1", "A 2", "B 1", "B 2"]
    assert [(each.name, each.results[0].sides) for each in evening.boards] == [
        ("1, section A", (("A 1",), ("A 2",))),
        ("1, section B", (("B 1",), ("B 2",))),
    ]


def test_participants_of_the_event_are_not_listed_again_by_its_session() -> None:
    total = f"<PARTICIPANTS>{pair(1, 'Ann')}{pair(2, 'Cay')}</PARTICIPANTS>"
    evening = event(
        f"{total}<SESSION><SECTION SECTION_ID='A'>{total}{board(1, line(1, 2, 50))}</SECTION></SESSION>"
    )
    assert [each.number for each in evening.entrants] == ["1", "2"]
    assert evening.boards[0].results[0].sides == (("1",), ("2",))


@pytest.mark.parametrize(
    ("kind", "method", "points", "scoring"),
    [
        ("CROSS_IMPS", "", "NS_CROSS_IMP_POINTS", "imp"),
        ("PAIRS", "CROSS_IMPS", "NS_IMPS", "imp"),
        ("PAIRS", "", "NS_CROSS_IMP_POINTS", "imp"),
        ("BUTLER_PAIRS", "", "NS_BUTLER_POINTS", "butler"),
        ("PAIRS", "BUTLER_IMPS", "NS_IMPS", "butler"),
        ("SWISS_PAIRS_BUTLER_IMPS", "", "NS_BUTLER_POINTS", "butler"),
        ("PAIRS", "MATCH_POINTS", "NS_MATCH_POINTS", "mp"),
        ("AGGREGATE", "", "NS_POINTS", "total"),
    ],
)
def test_the_scoring_is_that_of_the_event_of_its_method_or_of_its_points(
    kind: str, method: str, points: str, scoring: str
) -> None:
    told = f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>" if method else ""
    evening = event(told + board(1, line(1, 2, 420, f"<{points}>7,5</{points}>")), kind)
    assert evening.scoring == scoring
    assert evening.boards[0].results[0].points == (Fraction(15, 2), None)


def test_the_matches_of_swiss_pairs_have_the_pairs_of_their_lines() -> None:
    match = (
        "<MATCH><ROUND_NUMBER>{0}</ROUND_NUMBER><NS_PAIR_NUMBER>{1}</NS_PAIR_NUMBER>"
        "<EW_PAIR_NUMBER>{2}</EW_PAIR_NUMBER><NS_SCORE>{3}</NS_SCORE><EW_SCORE>{4}</EW_SCORE>"
        "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><CONTRACT>4S</CONTRACT><PLAYED_BY>N</PLAYED_BY>"
        "<TRICKS>{5}</TRICKS></TRAVELLER_LINE></BOARD></MATCH>"
    )
    rounds = "".join(
        match.format(*each)
        for each in (
            (1, 1, 2, "12.5", "7.5", 10),
            (1, 3, 4, 10, 10, 9),
            (2, 1, 3, 10, 10, 10),
            (2, 2, 4, 10, 10, 10),
        )
    )
    method = (
        "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>"
        "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>"
    )
    evening = event(
        f"{method}<SESSION SESSION_ID='1'><SECTION SECTION_ID='A'>{rounds}</SECTION></SESSION>", "SWISS_PAIRS"
    )
    assert (evening.swiss, evening.victory_points, evening.scoring) == (True, True, "imp")
    first = evening.matches[0]
    assert (first.round, first.sides, first.scores) == (
        1,
        ("1", "2"),
        (Fraction(25, 2), Fraction(15, 2)),
    )
    # The scores follow from the contracts, and the boards of two rounds are different boards.
    assert [(each.name, [result.score for result in each.results]) for each in evening.boards] == [
        ("1, round 1", [420, -50]),
        ("1, round 2", [420, 420]),
    ]


def test_the_two_rooms_of_a_team_match_are_told_by_direction_or_by_their_order() -> None:
    room = "<TRAVELLER_LINE>{0}<SCORE>{1}</SCORE></TRAVELLER_LINE>"
    for first, second in (("<DIRECTION>EW</DIRECTION>", "<DIRECTION>NS</DIRECTION>"), ("", "")):
        rooms = room.format(first, 170) + room.format(second, 620)
        evening = event(
            '<PARTICIPANTS><TEAM TEAM_ID="7" TEAM_NAME="Aces"><TOTAL_SCORE>12</TOTAL_SCORE></TEAM>'
            '<TEAM TEAM_ID="8" TEAM_NAME="Bats"/></PARTICIPANTS>'
            "<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>7</TEAM><OPPOSING_TEAM>Bats</OPPOSING_TEAM>"
            f"<BOARD><BOARD_NUMBER>5</BOARD_NUMBER><IMPS>10</IMPS>{rooms}</BOARD></MATCH>",
            "TEAMS_OF_FOUR",
        )
        assert (evening.form, evening.scoring, evening.entrants[0].name) == ("teams", "match", "Aces")
        own = {result.sides[0][0]: result.score for result in evening.boards[0].results}
        assert own == ({"8": 170, "7": 620} if first else {"7": 170, "8": 620})
        told = {result.sides[0][0]: result.points[0] for result in evening.boards[0].results}
        assert told == {"7": 10, "8": -10}
        # In the order of the file the first room is that of the first team, which then lost the board.
        assert {each and each[0] for each in recount(evening).points[0]} == {10, -10}


def match_of_teams(lines: str, imps: int, method: str = "IMPS") -> Evening:
    """Return a match of the teams 7 and 8 on board 5."""
    return event(
        f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD><MATCH><ROUND_NUMBER>1</ROUND_NUMBER>"
        "<TEAM>7</TEAM><OPPOSING_TEAM>8</OPPOSING_TEAM>"
        f"<BOARD><BOARD_NUMBER>5</BOARD_NUMBER><IMPS>{imps}</IMPS>{lines}</BOARD></MATCH>",
        "TEAMS",
    )


def test_the_names_of_rooms_are_no_directions() -> None:
    room = "<TRAVELLER_LINE><DIRECTION>{}</DIRECTION><SCORE>{}</SCORE></TRAVELLER_LINE>"
    evening = match_of_teams(room.format("Open", 620) + room.format("Closed", 170), 10)
    assert [each.sides for each in evening.boards[0].results] == [(("7",), ("8",)), (("8",), ("7",))]
    assert recount(evening).differences == ()


def test_at_board_a_match_a_team_has_what_its_opponents_lack_of_2() -> None:
    room = "<TRAVELLER_LINE><DIRECTION>{}</DIRECTION><SCORE>{}</SCORE></TRAVELLER_LINE>"
    for own, other, points in ((620, 170, 2), (170, 170, 1), (170, 620, 0)):
        evening = match_of_teams(room.format("NS", own) + room.format("EW", other), points, "BAM")
        assert evening.boards[0].results[0].points == (points, 2 - points)
        assert recount(evening).differences == ()


def test_individuals_have_a_number_for_each_seat() -> None:
    seats = "".join(f"<{seat}_PLAYER_NUMBER>{n}</{seat}_PLAYER_NUMBER>" for n, seat in enumerate("NSEW", 1))
    player = "<PLAYER><PLAYER_NUMBER>1</PLAYER_NUMBER><PLAYER_NAME>Ann</PLAYER_NAME><PLACE>1</PLACE></PLAYER>"
    evening = event(
        f"<PARTICIPANTS>{player}</PARTICIPANTS><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"
        f"<TRAVELLER_LINE>{seats}<SCORE>50</SCORE></TRAVELLER_LINE></BOARD>",
        "INDIVIDUAL",
    )
    assert evening.form == "individual" and evening.entrants[0].players == (Person("Ann"),)
    assert evening.boards[0].results[0].sides == (("1", "2"), ("3", "4"))


def test_artificial_scores_of_each_side_and_scores_in_two_columns_are_read() -> None:
    own = "<NS_SCORE>60%</NS_SCORE>"
    both = "<NS_SCORE></NS_SCORE><EW_SCORE>50</EW_SCORE>"
    evening = event(board(1, line(1, 2, "", own), line(3, 4, "", both), line(5, 6, "A5545")))
    assert [(each.percent, each.score) for each in evening.boards[0].results] == [
        ((60, 40), None),
        (None, -50),
        ((55, 45), None),
    ]


def test_a_score_that_its_contract_does_not_make_is_a_warning() -> None:
    contract = "<CONTRACT>4S</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>10</TRICKS>"
    evening = event(board(1, line(1, 2, 400, contract)))
    assert evening.boards[0].results[0].score == 400
    assert evening.warnings == (
        "board 1: 4S N with 10 tricks scores 420 for North-South, and the file has 400",
    )


def test_an_artificial_score_may_stand_in_place_of_a_contract_or_be_a_per_cent() -> None:
    contract = "<CONTRACT>A6040</CONTRACT>"
    evening = event(board(1, line(1, 2, "", contract), line(3, 4, "60%"), line(5, 6, "1,100")))
    assert [(each.percent, each.score) for each in evening.boards[0].results] == [
        ((60, 40), None),
        ((60, 40), None),
        (None, 1100),
    ]
    assert evening.warnings == ()


def test_a_contract_and_a_score_that_are_not_understood_are_warnings() -> None:
    contract = "<CONTRACT>4 of hearts</CONTRACT><PLAYED_BY>N</PLAYED_BY>"
    evening = event(board(1, line(1, 2, 420, contract), line(3, 4, "soon"), line(5, 6, "NP")))
    assert [each.score for each in evening.boards[0].results] == [420]
    assert evening.warnings == (
        "board 1: expected a contract and its declarer, got 4 of hearts",
        "board 1: expected a score, got soon",
    )


def test_cards_that_are_no_deal_are_a_warning() -> None:
    hand = "<HAND><DIRECTION>North</DIRECTION><SPADES>AK</SPADES></HAND>"
    beside = f"<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{hand}</BOARD></HANDSET>"
    evening = event(board(1, line(1, 2, 50)), beside=beside)
    assert evening.hands == {} and "expected four hands of 13 different cards" in evening.warnings[0]


@settings(max_examples=40)
@given(st.data())
def test_no_change_of_a_file_raises_anything_but_a_bad_record(drawn: st.DataObject) -> None:
    text = (
        '<USEBIO><EVENT EVENT_TYPE="MP_PAIRS"><PARTICIPANTS>'
        + pair(1, "Ann", "Bob")
        + "</PARTICIPANTS>"
        + board(1, line(1, 2, "A6040"), line(3, 4, -50, "<CONTRACT>4SX</CONTRACT><TRICKS>=</TRICKS>"))
        + "</EVENT></USEBIO>"
    )
    at = drawn.draw(st.integers(0, len(text)))
    length = drawn.draw(st.integers(0, 12))
    new = drawn.draw(st.text(max_size=8))
    try:
        found = evenings((text[:at] + new + text[at + length :]).encode())
    except BadRecord:
        return
    for evening in found:
        completed(evening, recount(evening))
