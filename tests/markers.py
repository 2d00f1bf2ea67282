"""The parameters of tests that take so long that `make test` runs few of them, or none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def long(*values: Any) -> Any:
    """Return the parameters of a whole test, of which `.ci/run` runs a shorter form."""
    return pytest.param(*values, marks=pytest.mark.long)


def every(step: int, values: Iterable[Any]) -> list[Any]:
    """Return values as parameters: `make test` runs each `step`-th of them, and `.ci/run` all."""
    return [
        value if place % step == 0 else pytest.param(value, marks=pytest.mark.thorough)
        for place, value in enumerate(values)
    ]
