"""The page is small: what the first table of bridge needs, and each part that comes later, has its budget.

Files are counted as the server sends them, compressed with gzip.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from server.deployment.installed_page import page_folder

FIRST_TABLE_KIB = 110.0
"""For the start, the core, one language, the lobby and a table of bridge: they are about 105 KiB."""

FIRST_PARTS = ("i18n/en/index.ts", "lobby/part.ts", "shell/TablePage.tsx", "bridge/part.ts")
START = ("index.html", "main-*.css", "print-*.css", "*.svg")

LATER_KIB = {
    "lobby/open.ts": 5.0,
    "lobby/grid.ts": 2.0,
    "ui/effects.ts": 1.5,
    "spades/part.ts": 18.0,
    "hanabi/part.ts": 24.0,
    "replay/part.ts": 13.0,
    "replay/bridge.ts": 5.0,
    "replay/spades.ts": 2.0,
    "replay/hanabi.ts": 2.0,
    "sets/part.ts": 5.0,
    "events/bar.ts": 4.5,
    "events/part.ts": 12.0,
    "events/console.ts": 9.0,
    "events/form.ts": 4.0,
    "i18n/en/events.ts": 3.5,
    "i18n/de/events.ts": 3.5,
    "i18n/en/directing.ts": 3.5,
    "i18n/de/directing.ts": 3.5,
    "player/part.ts": 4.0,
    "people/HostTools.tsx": 6.0,
    "plain/part.ts": 5.0,
    "bridge/beginners.ts": 6.0,
    "i18n/en/beginners.ts": 4.0,
    "i18n/de/beginners.ts": 4.0,
    "i18n/de/index.ts": 20.0,
}
"""For each part that the first table does not need. A file counts for the first part here that needs it."""


@pytest.fixture(scope="module")
def page() -> Path:
    if not (page_folder() / "index.html").is_file():
        pytest.skip("the page is not built; run make page")
    return page_folder()


def parts_of(page: Path) -> dict[str, set[Path]]:
    """Return the files of each part, as `index.html` names them."""
    found = re.search(r'id="parts">(.*?)</script>', (page / "index.html").read_text(), re.DOTALL)
    assert found is not None
    parts: dict[str, list[str]] = json.loads(found[1])
    return {part: {page / file for file in files} for part, files in parts.items()}


def first_table(page: Path) -> set[Path]:
    """Return the files that a browser loads before a player sits at the first table of bridge."""
    parts = parts_of(page)
    core = set(page.rglob("*.js")).difference(*parts.values())
    start = {file for name in START for file in page.rglob(name)}
    return start.union(core, *(parts[part] for part in FIRST_PARTS))


def kib(files: Iterable[Path]) -> float:
    return sum(len(gzip.compress(file.read_bytes())) for file in files) / 1024


def test_the_first_table_of_bridge_needs_less_than_its_budget(page: Path) -> None:
    assert {"index.html", "main", "part", "TablePage"} <= {
        file.name.partition("-")[0] for file in first_table(page)
    }
    assert kib(first_table(page)) < FIRST_TABLE_KIB


def test_each_later_part_is_named_and_within_its_own_budget(page: Path) -> None:
    parts = parts_of(page)
    assert set(LATER_KIB) == set(parts) - set(FIRST_PARTS), "expected a budget for each part in LATER_KIB"
    counted = first_table(page)
    sizes = {}
    for part in LATER_KIB:
        sizes[part] = kib(parts[part] - counted)
        counted |= parts[part]
    assert {part: size for part, size in sizes.items() if size >= LATER_KIB[part]} == {}
    assert min(sizes.values()) > 0


def test_every_file_of_the_page_is_counted(page: Path) -> None:
    counted = first_table(page).union(*parts_of(page).values())
    files = {file for file in page.rglob("*") if file.is_file() and file.name != "built-from"}
    assert files == counted
