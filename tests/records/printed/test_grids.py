"""Tests of numbers as texts."""

from __future__ import annotations

from fractions import Fraction

from server.records.printed.grids import decimal, plain


def test_a_half_is_rounded_away_from_0() -> None:
    assert [decimal(Fraction(each, 8), 2) for each in (1, -1, 4)] == ["0.13", "-0.13", "0.50"]
    assert decimal(Fraction(-1, 1000), 2) == "0.00"
    assert decimal(Fraction(5, 2), 0) == "3"


def test_a_plain_number_has_no_more_decimals_than_it_needs() -> None:
    assert [plain(Fraction(each, 4)) for each in (40, 10, -1)] == ["10", "2.5", "-0.25"]
    assert plain(None) == "-"
