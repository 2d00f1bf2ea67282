"""Tests mirror modules: each product file has one test file of its name, or is listed with its reason.

`server/a/b.py` is tested by `tests/a/test_b.py`, `bots/a/b.py` by `tests/bots/a/test_b.py`, and
`protocol/v1/a/b.py` by `tests/protocol/a/test_b.py`. The exceptions stand in `tests/mirror/*.toml`: the
files, the tests that cover them, and the reason.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest
from msgspec import Struct, convert

TOP = Path(__file__).parents[1]


class Exempt(Struct, forbid_unknown_fields=True):
    """Product files without a test file of their own, and the tests that cover them."""

    why: str
    tests: list[str]
    files: list[str]


class Exceptions(Struct, forbid_unknown_fields=True):
    """One file of exceptions."""

    exempt: list[Exempt]


def has_code(path: Path) -> bool:
    """Return True if a module holds more than a docstring and imports."""
    body = ast.parse(path.read_text()).body
    return any(not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr) for node in body)


def place_of_tests(path: Path) -> Path:
    """Return the place of the test file of a product file."""
    room, *folders = path.relative_to(TOP).parent.parts
    name = path.stem if path.stem != "__init__" else folders.pop() if folders else room
    at = [] if room == "server" else [room]
    return TOP.joinpath("tests", *at, *(folder for folder in folders if folder != "v1"), f"test_{name}.py")


PRODUCT = [
    path
    for room in ("server", "protocol", "bots")
    for path in sorted((TOP / room).rglob("*.py"))
    if has_code(path)
]
MISSING = {str(path.relative_to(TOP)) for path in PRODUCT if not place_of_tests(path).exists()}
EXEMPT = [
    each
    for path in sorted((TOP / "tests/mirror").glob("*.toml"))
    for each in convert(tomllib.loads(path.read_text()), Exceptions).exempt
]
LISTED = [file for each in EXEMPT for file in each.files]


def test_every_product_file_has_a_test_file_of_its_name_or_is_listed() -> None:
    assert sorted(MISSING - set(LISTED)) == []


def test_no_file_is_listed_that_has_its_test_file_or_is_gone() -> None:
    assert sorted(set(LISTED) - MISSING) == []
    assert len(LISTED) == len(set(LISTED))


@pytest.mark.parametrize("each", EXEMPT, ids=lambda each: each.why)
def test_an_exception_has_a_reason_and_tests_that_exist(each: Exempt) -> None:
    assert each.why.endswith(".") and each.files and each.tests
    for test in each.tests:
        assert (TOP / test).exists(), test
