"""Tests of the writer of USEBIO."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from msgspec.structs import replace

from server.records.bridge.evenings.evening import Board, Entrant, Evening, Match, Person, Result
from server.records.bridge.evenings.recount import completed, recount
from server.records.bridge.usebio import dumps, evenings
from tests.records.bridge.evenings.clubs import REAL, data, real, two_tables

LEFT_OUT = {
    *("VENUE", "MASTER_POINT_SCALE", "MASTER_POINT_TYPE", "MPS_AWARDED_FLAG", "MASTER_POINTS_AWARDED"),
    *("P2P_CHARGE_RATE", "CONTACT"),
}
"""What Compscore writes of money, prizes and addresses, which an evening does not keep."""


def elements(root: Element) -> Iterator[tuple[str, dict[str, str], str]]:
    """Yield the name, the attributes and the text of each element, in order."""
    for child in root:
        if child.tag not in LEFT_OUT:
            yield child.tag, child.attrib, (child.text or "").strip()
            yield from elements(child)


def numbers(text: str) -> str:
    """Return a text without needless decimals: the program writes 19.0 or 19."""
    return text.removesuffix(".0")


@pytest.mark.parametrize("name", REAL)
def test_a_real_evening_is_written_as_its_program_wrote_it(name: str) -> None:
    ours = list(elements(ElementTree.fromstring(dumps(real(name)))))
    theirs = list(elements(ElementTree.fromstring(data(name))))
    suits = {"SPADES", "HEARTS", "DIAMONDS", "CLUBS"}  # Their order varies in the files.
    assert [(tag, attributes, numbers(text)) for tag, attributes, text in ours if tag not in suits] == [
        (tag, attributes, numbers(text)) for tag, attributes, text in theirs if tag not in suits
    ]


@pytest.mark.parametrize("version", ["1.2", "1.3"])
@pytest.mark.parametrize("name", REAL)
def test_an_evening_survives_writing_and_reading(name: str, version: str) -> None:
    assert evenings(dumps(real(name), "1.2" if version == "1.2" else "1.3").encode()) == (real(name),)


def test_version_1_3_has_its_own_names_and_dates() -> None:
    evening = replace(real("tuesday_rookie"), boards=(), entrants=(), hands={})
    new, old = dumps(evening, "1.3"), dumps(evening)
    assert '<USEBIO Version="1.3">' in new and "usebio_v1_3.dtd" in new
    assert "<EVENT_ID>3225</EVENT_ID>" in new and "<DATE>2022-07-26</DATE>" in new
    assert '<EVENT EVENT_TYPE="PAIRS">\n<BOARD_SCORING_METHOD>MATCH_POINTS<' in new
    assert "<EVENT_IDENTIFIER>3225</EVENT_IDENTIFIER>" in old and "<DATE>26/07/2022</DATE>" in old
    assert "BOARD_SCORING_METHOD" not in old


def test_names_are_escaped_and_written_in_ascii() -> None:
    evening = replace(
        two_tables(), title="A & <B> \x00", entrants=(Entrant("1", (Person("Zoë 李"),)), Entrant("2"))
    )
    text = dumps(evening)
    assert text.isascii() and "<TITLE>A &amp; &lt;B&gt;</TITLE>" in text
    (back,) = evenings(text.encode())
    assert (back.title, back.entrants[0].players[0].name) == ("A & <B>", "Zoë 李")


def test_artificial_scores_are_written_as_clubs_write_them() -> None:
    ruled = Result((("1",), ("2",)), percent=(Fraction(60), Fraction(40)), points=(Fraction(6), Fraction(4)))
    text = dumps(Evening(boards=(Board(1, (ruled,)),)))
    assert "<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>\n<SCORE>A6040</SCORE>\n<NS_MATCH_POINTS>6<" in text
    assert "CONTRACT" not in text


@pytest.mark.parametrize("scoring", ["mp", "imp", "butler", "total"])
def test_every_scoring_of_pairs_survives_writing_and_reading(scoring: str) -> None:
    words = {"mp": "mp", "imp": "imp", "butler": "butler", "total": "total"}
    evening = completed(two_tables(), recount(two_tables(), words[scoring]))  # type: ignore[arg-type]
    for version in ("1.2", "1.3"):
        (back,) = evenings(dumps(evening, "1.2" if version == "1.2" else "1.3").encode())
        assert (back.scoring, back.boards[0].results[0].score) == (evening.scoring, 420)
        assert back.boards[0].results[0].points == tuple(
            round(each, 2) for each in evening.boards[0].results[0].points if each is not None
        )


def match(form: str) -> Evening:
    """Return an event of one match over two boards."""
    own, other = ("A",), ("B",)
    rooms = [
        Board(number, (Result((own, other), 620, round=1), Result((other, own), 170, round=1)))
        for number in (1, 2)
    ]
    tables = [Board(number, (Result((own, other), 620, round=1),)) for number in (1, 2)]
    evening = Evening(
        scoring="match" if form == "teams" else "imp",
        form="teams" if form == "teams" else "pairs",
        swiss=True,
        victory_points=True,
        entrants=(Entrant("A", (Person("Ann"),), "Aces"), Entrant("B", (Person("Bob"),), "Bats")),
        boards=tuple(rooms if form == "teams" else tables),
        matches=(Match(1, ("A", "B"), (Fraction(29, 2), Fraction(11, 2))),),
    )
    return completed(evening, recount(evening))


def test_a_match_of_teams_survives_writing_and_reading() -> None:
    evening = match("teams")
    text = dumps(evening)
    assert (
        "<MATCH>\n<ROUND_NUMBER>1</ROUND_NUMBER>\n<TEAM>A</TEAM>\n<OPPOSING_TEAM>B</OPPOSING_TEAM>\n"
        "<START_BOARD_NUMBER>1</START_BOARD_NUMBER>\n<END_BOARD_NUMBER>2</END_BOARD_NUMBER>\n"
        "<TEAM_SCORE>14.5</TEAM_SCORE>\n<OPPOSING_TEAM_SCORE>5.5</OPPOSING_TEAM_SCORE>\n"
        '<BOARD EVENT_TYPE="SWISS_TEAMS">\n<BOARD_NUMBER>1</BOARD_NUMBER>\n<IMPS>10</IMPS>\n'
        "<TRAVELLER_LINE>\n<DIRECTION>NS</DIRECTION>\n<SCORE>620</SCORE>"
    ) in text
    (back,) = evenings(text.encode())
    assert (back.boards, back.matches, back.swiss, back.victory_points) == (
        evening.boards,
        evening.matches,
        True,
        True,
    )


def test_a_match_of_pairs_survives_writing_and_reading() -> None:
    evening = match("pairs")
    (back,) = evenings(dumps(evening).encode())
    assert (back.matches, [board.results[0].sides for board in back.boards]) == (
        evening.matches,
        [(("A",), ("B",))] * 2,
    )


def test_an_individual_survives_writing_and_reading() -> None:
    evening = Evening(
        form="individual",
        entrants=tuple(Entrant(number, (Person(f"P{number}"),)) for number in "1234"),
        boards=(Board(1, (Result((("1", "2"), ("3", "4")), 50),)),),
    )
    (back,) = evenings(dumps(evening).encode())
    assert (back.form, back.boards, [each.players for each in back.entrants]) == (
        "individual",
        evening.boards,
        [each.players for each in evening.entrants],
    )
