"""The glossary is true of the tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
ROWS = re.findall(
    r"^\| ([^|]+) \| ([^|]+) \| `([^`|]+)` \|$", (TOP / "server/GLOSSARY.md").read_text(), re.MULTILINE
)


def test_the_glossary_has_about_40_words_each_with_one_sentence() -> None:
    assert 35 <= len(ROWS) <= 55
    for word, meaning, _ in ROWS:
        assert meaning.endswith(".") and meaning.count(". ") == 0, f"{word}: expected one sentence"


def test_the_words_stand_in_alphabetical_order_and_each_once() -> None:
    words = [word for word, _, _ in ROWS]
    assert words == sorted(set(words))


@pytest.mark.parametrize(("word", "file"), [(word, file) for word, _, file in ROWS])
def test_the_file_of_a_word_exists_and_uses_the_word(word: str, file: str) -> None:
    text = re.sub(r"[\W_]+", " ", (TOP / file).read_text()).lower()
    assert any(part in text for part in (word.split(" (")[0], word.split(" (")[0].replace(" ", "")))


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        ".github/CONTRIBUTING.md",
        "server/DECISIONS.md",
        "server/GLOSSARY.md",
        "deploy/OPERATING.md",
        "server/records/README.md",
    ],
)
def test_links_of_the_documents_lead_to_files(page: str) -> None:
    path = TOP / page
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text()):
        assert (path.parent / target).exists(), f"{page}: {target} is not there"
