"""The parameters of tests that take so long that only a target of their own runs them."""

from __future__ import annotations

from typing import Any

import pytest


def long(*values: Any) -> Any:
    """Return the parameters of a whole test, of which `.ci/run` runs a shorter form."""
    return pytest.param(*values, marks=pytest.mark.long)
