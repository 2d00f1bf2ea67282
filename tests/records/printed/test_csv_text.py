"""Tests of rows of texts as comma-separated values."""

from __future__ import annotations

import csv
import io

from server.records.printed.csv_text import csv_text, safe


def test_no_text_is_a_formula_and_signed_numbers_stay_numbers() -> None:
    for text in ("=1", "+1+1", "-a", "@x", "\tx", "\rx", "\uff1d1", "\uff20x"):
        assert safe(text) == f"'{text}"
    assert [safe(text) for text in ("+5", "-5.25", "A1", "")] == ["+5", "-5.25", "A1", ""]


def test_each_row_has_all_columns_and_a_text_keeps_its_commas_quotes_and_lines() -> None:
    name = 'Ann, "Bob"\nand Cid'
    text = csv_text(("row", "name"), [{"row": "1", "name": name}, {"name": "=Eve"}])
    assert text.startswith("row,name\r\n")
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["row", "name"], ["1", name], ["", "'=Eve"]]
