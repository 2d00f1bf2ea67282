"""Texts in rows and columns, and numbers as such texts."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct


class Column(Struct, frozen=True):
    """A column of a grid. `right` is True if its texts are numbers, which are aligned at the right."""

    heading: str
    right: bool = False


class Grid(Struct, frozen=True):
    """A table of texts with a title. The column with the index `named` has the name of each row."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    named: int = 0


def decimal(number: Fraction, digits: int) -> str:
    """Return a number with decimals, a half rounded away from 0.

    >>> decimal(Fraction(2, 3), 2), decimal(Fraction(-1, 200), 2)
    ('0.67', '-0.01')
    """
    size = int(abs(number) * 10**digits + Fraction(1, 2))
    whole, part = divmod(size, 10**digits)
    sign = "-" if number < 0 and size else ""
    return f"{sign}{whole}.{part:0{digits}}" if digits else f"{sign}{whole}"


def plain(number: Fraction | None, digits: int = 2) -> str:
    """Return a number with no more decimals than it needs; "-" for None.

    >>> plain(Fraction(6)), plain(Fraction(13, 2))
    ('6', '6.5')
    """
    if number is None:
        return "-"
    text = decimal(number, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text
