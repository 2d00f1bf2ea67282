"""Docstrings and comments of the product are plain: they say what a thing is or does, and name people.

ruff checks the form of docstrings (`make check`); this file checks words that leave a reader to guess.
"""

from __future__ import annotations

import ast
import gc
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
FILES = sorted(path for room in ("bots", "protocol", "server") for path in (TOP / room).rglob("*.py"))
PAGE = sorted(
    path
    for path in (TOP / "bots/browser").rglob("*.ts*")
    if not {"node_modules", "dist"} & set(path.parts) and path.name != "protocol.ts"
)
BLOCK = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)
REMARK = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
QUESTION = re.compile(r"(What|Who|Whose|Whom|How|Whether|That|Where|When|Which|If|Why)\b")
NAMELESS = re.compile(r"\b(whom|somebody|someone|whoever|nobody)\b", re.IGNORECASE)


def parsed(source: str) -> ast.Module:
    """Return the syntax tree of a source text.

    A garbage collection during the parsing makes CPython 3.11 fail with "AST constructor recursion depth
    mismatch" at times.
    """
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        gc.enable()


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
            text = ast.get_docstring(node)
            if text:
                yield text


def comments(source: str) -> Iterator[str]:
    """Yield the comments of a source text."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TOP)))
def test_docstrings_and_comments_are_statements_that_name_their_people(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    texts = [*docstrings(parsed(source))]
    assert [text.split("\n")[0] for text in texts if QUESTION.match(text)] == []
    assert [found[0] for text in (*texts, *comments(source)) if (found := NAMELESS.search(text))] == []


@pytest.mark.parametrize("path", PAGE, ids=lambda path: str(path.relative_to(TOP)))
def test_comments_of_the_page_are_statements_that_name_their_people(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    blocks = [re.sub(r"\n\s*\* ?", " ", block).strip() for block in BLOCK.findall(source)]
    assert [block for block in blocks if QUESTION.match(block)] == []
    assert [found[0] for text in REMARK.findall(source) if (found := NAMELESS.search(text))] == []


def test_a_riddle_is_noticed() -> None:
    assert QUESTION.match("What somebody is told.") and NAMELESS.search("what somebody is told")
    assert not QUESTION.match("Return the views of the watchers.")
