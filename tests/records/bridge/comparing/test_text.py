"""Tests of a comparison as text for the terminal."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Comparison
from server.records.bridge.comparing.text import text
from tests.records.bridge.comparing.played import SECOND, evening

EVENING = """\
Tuesday
Matchpoints, 3 tables, 3 boards

North-South
Place  Players    Table    Boards  Points      %
1      Ida & Kim  Table 3       2     5.5  68.75
2      Ann & Cem  Table 1       3     6.5  54.17
3      Eva & Gil  Table 2       3     4.4  36.67

East-West
Place  Players           Table    Boards  Points      %
1      empty seat & Lou  Table 3       2     5.5  68.75
2      Fay & Hal         Table 2       3     7.6  63.33
3      Bob & Dan         Table 1       3     2.5  20.83

Board 1: North deals, none vulnerable, top 4
Table    North-South  East-West         Contract  By  Tricks  NS score  EW score  NS points  EW points
Table 1  Ann & Cem    Bob & Dan         4S        S   +1           450                    4          0
Table 3  Ida & Kim    empty seat & Lou  assigned                   232                    2          2
Table 2  Eva & Gil    Fay & Hal         4SX       S   -1                     100          0          4

Board 2: East deals, North-South vulnerable, top 4
Table    North-South  East-West         Contract     By  Tricks  NS score  EW score  NS points  EW points
Table 3  Ida & Kim    empty seat & Lou  assigned                      620       100        3.5        3.5
Table 1  Ann & Cem    Bob & Dan         3NT          E   -1            50                  0.5        0.5
Table 2  Eva & Gil    Fay & Hal         Ave+ / Ave-                                        2.4        1.6

Board 3: South deals, East-West vulnerable, top 4
Table    North-South  East-West  Contract    By  Tricks  NS score  EW score  NS points  EW points
Table 1  Ann & Cem    Bob & Dan  passed out                     0                    2          2
Table 2  Eva & Gil    Fay & Hal  passed out                     0                    2          2
"""


def test_an_evening_in_full() -> None:
    assert text(evening(), "Tuesday") == EVENING


def test_imps_have_two_decimals() -> None:
    ranking = text(evening("imp"), "Tuesday").split("\n\n")[1].split("\n")
    assert ranking == [
        "North-South",
        "Place  Players    Table    Boards   IMPs  IMPs a board",
        "1      Ida & Kim  Table 3       2  12.20          6.10",
        "2      Ann & Cem  Table 1       3  -3.00         -1.00",
        "3      Eva & Gil  Table 2       3  -6.20         -2.07",
    ]


def test_at_butler_the_title_of_a_board_has_its_datum() -> None:
    assert "Board 1: North deals, none vulnerable, datum 190\n" in text(evening("butler"), "Tuesday")


def test_a_team_is_named_by_its_four_players_and_two_tables() -> None:
    printed = text(evening("bam"), "Tuesday")
    assert "\nTeams\nPlace  Players               Tables            Boards  Points      %\n" in printed
    assert "\n1      Ann & Cem, Fay & Hal  Table 1, Table 2       3     3.8  63.33\n" in printed
    uncompared = next(line for line in printed.split("\n") if line.startswith("Table 3") and "232" in line)
    assert uncompared.split()[-3:] == ["232", "-", "-"]


@pytest.mark.parametrize("name", ["\u660e\u7f8e", "Do\u0308rte", "Zo\u00eb"])
def test_columns_are_aligned_as_a_terminal_shows_them(name: str) -> None:
    wide = text(evening(first=(name, "Bob", name, "Dan")), "Tuesday").split("\n")
    row = next(line for line in wide if line.startswith("Table 1"))
    heading = next(line for line in wide if line.startswith("Table "))
    shown = name.replace("\u0308", "")
    double = shown.replace("\u660e", "xx").replace("\u7f8e", "xx")
    assert row.replace(name, double).index("Bob") == heading.index("East-West")


def test_no_name_controls_the_terminal() -> None:
    hostile = evening(first=("A\x1b[2Jn", "B\nob", "C\u202eem", "Dan"), name="T\x1b]0;x\x07")
    printed = text(hostile, "Tu\x1bes\nday")
    assert printed.startswith("Tu es day\n")
    assert "A [2Jn & Cem" in printed and "B ob & Dan" in printed and "T ]0;x" in printed
    assert not {letter for letter in printed if ord(letter) < 32} - {"\n"}


def test_a_comparison_without_tables_is_its_heading() -> None:
    assert text(Comparison("mp", (), (), ()), "Tuesday") == "Tuesday\nMatchpoints, 0 tables, 0 boards\n"


def test_the_names_of_the_players_are_those_of_the_set() -> None:
    printed = text(evening(), "Tuesday")
    assert all(name in printed for name in SECOND)
