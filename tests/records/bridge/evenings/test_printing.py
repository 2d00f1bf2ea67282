"""Tests of evenings as text and as a document to print."""

from __future__ import annotations

from msgspec.structs import replace

from server.records.bridge.evenings import printing
from server.records.bridge.evenings.recount import completed, recount
from tests.records.bridge.evenings.clubs import two_tables


def test_text_and_document_have_the_title_the_ranking_and_every_board() -> None:
    evening = completed(two_tables(), recount(two_tables()))
    text, document = printing.text(evening), printing.document(evening)
    assert text.startswith("Club night\n2026-11-27, Matchpoints, 4 pairs, 2 boards\n\nPairs\n")
    for shown in (text, document):
        assert "Ann" in shown and "Board 2: East deals" in shown
    assert "<title>Club night</title>" in document and "<script" not in document


def test_an_evening_without_a_title_has_one_all_the_same() -> None:
    evening = replace(two_tables(), title="")
    assert printing.title(evening) == "Results"
    assert printing.title(replace(evening, description="EL Mon")) == "EL Mon"
