"""Rows of texts as comma-separated values (RFC 4180), which no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence

from protocol.words import without_formula

_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> str:
    """Return a CSV file with these columns, with CRLF at the end of each line.

    A text that a spreadsheet would take for a formula begins with an apostrophe. What a row lacks is empty.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([safe(row.get(column, "")) for column in columns])
    return text.getvalue()


def safe(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula; signed numbers stay as they are.

    >>> safe("=1+1"), safe("-50"), safe("- absent")
    ("'=1+1", '-50', "'- absent")
    """
    return text if _NUMBER.fullmatch(text) else without_formula(text)
