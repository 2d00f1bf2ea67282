"""Tests of the presentations of a comparison, as the parts of the server that know no game use them."""

from __future__ import annotations

from server.games.registry import GAMES
from server.records.bridge.comparing.document import document
from server.records.bridge.comparing.text import text
from server.records.registry import RECORDS
from tests.records.bridge.comparing.played import evening


def test_the_registered_presentations_are_text_and_document() -> None:
    printing = RECORDS["bridge"].printing
    assert printing is not None
    assert printing.text(evening(), "Tuesday") == text(evening(), "Tuesday")
    assert printing.document(evening(), "Tuesday") == document(evening(), "Tuesday")


def test_every_game_that_compares_tables_prints_its_comparisons() -> None:
    compares = {name: game.comparing.comparison_type for name, game in GAMES.items() if game.comparing}
    prints = {name: each.printing.comparison_type for name, each in RECORDS.items() if each.printing}
    assert compares == prints != {}
