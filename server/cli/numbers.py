"""The options of `kibitz` commands that take numbers, with errors and help in words."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

import typer


def whole_number(
    *names: str, help: str, least: int | None = None, most: int | None = None, kind: str = "number"
) -> Any:
    """Return an option of a command that takes a whole number from `least` to `most`.

    In the help of the command, `kind` is the word for the number.
    """
    parse = number_parser(int, "a whole number", least, most)
    return typer.Option(*names, help=help, parser=parse, metavar=_kind(kind, least, most))


def seconds(*, help: str, least: float) -> Any:
    """Return an option of a command that takes a number of seconds."""
    parse = number_parser(float, "a number of seconds", least, None)
    return typer.Option(help=help, parser=parse, metavar="seconds")


def number_parser(
    read: Callable[[str], float], what: str, least: float | None, most: float | None
) -> Callable[[str], float]:
    """Return a function that reads a number from a text.

    The returned function raises typer.BadParameter, which names the expected numbers, for a text that is no
    number and for a number below `least` or above `most`.
    """

    def parse(text: str) -> float:
        try:
            number = read(text)
        except ValueError:
            number = None
        if (
            number is not None
            and isfinite(number)
            and (least is None or number >= least)
            and (most is None or number <= most)
        ):
            return number
        raise typer.BadParameter(f"expected {what}{_limits(least, most)}, got {text}")

    return parse


def _limits(least: float | None, most: float | None) -> str:
    if most is not None:
        return f" from {least:g} to {most:g}"
    return "" if least is None else f" of at least {least:g}"


def _kind(kind: str, least: int | None, most: int | None) -> str:
    return kind if most is None else f"{kind}{_limits(least, most)}"
