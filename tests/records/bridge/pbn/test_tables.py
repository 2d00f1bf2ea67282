"""Tables of PBN keep the order and width of their columns, and their rows as text."""

from __future__ import annotations

from server.records.bridge.record import Column, InfoTable
from tests.records.bridge.pbn.games import game, only


def test_tables_are_kept_with_the_order_and_width_of_their_columns() -> None:
    text = game() + '[ScoreTable "+Rank\\2R;-Names_NS;Score\\5"]\n 1  "A; B"  420\n2 - -50\n'
    assert only(text).info["ScoreTable"] == InfoTable(
        (Column("Rank", "+", 2, "R"), Column("Names_NS", "-"), Column("Score", None, 5)),
        ('1  "A; B"  420', "2 - -50"),
    )


def test_escaped_lines_are_a_table_of_the_first_board() -> None:
    text = '% PBN 2.1\n% EXPORT\n%Font "Arial",11\n% C:\\x\n' + game()
    assert only(text).info == {
        "EscapeTable": InfoTable((Column("Line"),), ('"Font \\"Arial\\",11"', '" C:\\\\x"'))
    }
