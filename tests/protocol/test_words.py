"""Counts and lists as English text."""

from __future__ import annotations

import pytest

from protocol.words import list_alternatives, plural, with_count, without_formula


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [
        (1, "card", "1 card"),
        (2, "card", "2 cards"),
        (0, "card", "0 cards"),
        (0, "match", "0 matches"),
        (1, "match", "1 match"),
    ],
)
def test_a_noun_is_in_the_plural_unless_its_count_is_1(count: int, noun: str, text: str) -> None:
    assert with_count(count, noun) == text


def test_a_half_is_written_as_a_fraction_and_without_a_zero_before_it() -> None:
    assert with_count(5.5, "clue") == "5½ clues"
    assert with_count(0.5, "clue") == "½ clues"
    assert with_count(1.5, "clue") == "1½ clues"
    assert with_count(1.0, "clue") == "1 clue"


def test_irregular_plurals_are_known() -> None:
    assert [plural(word) for word in ("is", "has", "match", "trick")] == ["are", "have", "matches", "tricks"]


def test_alternatives_are_listed_with_commas_and_an_or_before_the_last() -> None:
    assert list_alternatives(["N"]) == "N"
    assert list_alternatives(["N", "S"]) == "N or S"
    assert list_alternatives(["N", "E", "S", "W"]) == "N, E, S or W"


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1", "'=1"),
        ("+1+1", "'+1+1"),
        ("- absent", "'- absent"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("  =1", "'  =1"),
        ("\uff1d1", "'\uff1d1"),
        ("\uff0b1", "'\uff0b1"),
        ("\uff0d1", "'\uff0d1"),
        ("\uff20x", "'\uff20x"),
        ("Ann;=1", "Ann;'=1"),
        ("Ann; @x", "Ann;' @x"),
    ],
)
def test_a_cell_has_an_apostrophe_before_what_a_spreadsheet_would_compute(text: str, cell: str) -> None:
    assert without_formula(text) == cell


@pytest.mark.parametrize("text", ["", "Ann & Bob", "a-b", "1=", "Eve@home", "Ann; Bob"])
def test_a_cell_without_a_formula_stays_as_it_is(text: str) -> None:
    assert without_formula(text) == text
