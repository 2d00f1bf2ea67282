"""Functions that write counts and lists as English text, and texts as cells of a spreadsheet."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

PLURALS = {"is": "are", "entry": "entries", "has": "have", "match": "matches"}
_FORMULA = re.compile(
    r"^(?=[\t\r])|(?:^|(?<=[;\t]))(?=\s*[-=+@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])"
)
"""The places before a text that a spreadsheet would take for a formula, also in full-width letters.

Many countries divide cells by semicolons, so that the text after one is a cell of its own there.
"""


def with_count(count: float, noun: str) -> str:
    """Return a count followed by its noun (in the plural unless the count is 1), with a half written as ½.

    >>> with_count(1, "game"), with_count(2, "game"), with_count(0, "match"), with_count(5.5, "clue")
    ('1 game', '2 games', '0 matches', '5½ clues')
    """
    words = f"{int(count)}{'½' if count % 1 else ''}"
    words = words.removeprefix("0") or "0"
    return f"{words} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the plural of a noun or verb, for example `matches` for `match`."""
    return PLURALS.get(noun, f"{noun}s")


def list_alternatives(words: Sequence[str]) -> str:
    """Return the alternatives as an English list that ends with "or".

    >>> list_alternatives(["N"]), list_alternatives(["N", "S"]), list_alternatives(["N", "E", "S", "W"])
    ('N', 'N or S', 'N, E, S or W')
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a question for an error text with up to two known names similar to `name`, or "" without any.

    >>> did_you_mean("Samplr", ["plain", "sampler", "sampler:quick"]), did_you_mean("x", ["plain"])
    ('; did you mean sampler or sampler:quick?', '')
    """
    close = difflib.get_close_matches(name.lower(), known, 2)
    return f"; did you mean {list_alternatives(close)}?" if close else ""


def without_formula(text: str) -> str:
    """Return a text as a cell that no spreadsheet takes for a formula: an apostrophe stands before it.

    >>> without_formula("=1+1"), without_formula("Ann;@x"), without_formula("a-b")
    ("'=1+1", "Ann;'@x", 'a-b')
    """
    return _FORMULA.sub("'", text)
