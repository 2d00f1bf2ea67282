"""The names of all variants of Hanabi, packed for the page in the browser."""

from __future__ import annotations

import re
from pathlib import Path

from server.games.hanabi.variants import catalogue

FILE = Path(__file__).parents[1] / "bots" / "browser" / "src" / "hanabi" / "variants.ts"
HEAD = """\
/**
 * The names of all variants: on each line a name, and behind a bar the numbers of suits that it exists with.
 *
 * Made by `python -m tests.golden` from the server's catalogue; do not edit.
 */
"""


def text() -> str:
    """Return the content of the page's file of variant names.

    A line such as `Rainbow|3456` stands for `Rainbow (3 Suits)` to `Rainbow (6 Suits)`. A name without a
    number of suits has a line without a bar.
    """
    sizes: dict[str, str] = {}
    for number in range(len(catalogue.ids())):
        name = catalogue.variant(number).name
        found = re.fullmatch(r"(.+) \((\d) Suits\)", name)
        base, size = (found[1], found[2]) if found else (name, "")
        sizes[base] = "".join(sorted(sizes.get(base, "") + size))
    lines = [f"{base}|{size}" if size else base for base, size in sorted(sizes.items())]
    return HEAD + "export const VARIANTS = `" + "\n".join(lines) + "`;\n"
