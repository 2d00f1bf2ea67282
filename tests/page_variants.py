"""The names of all variants of Hanabi, packed for the page in the browser."""

from __future__ import annotations

import re
from pathlib import Path

from server.games.hanabi.variants import catalogue

FILE = Path(__file__).parents[1] / "bots" / "browser" / "src" / "hanabi" / "variants.ts"
HEAD = """\
/**
 * The names of all variants. Each line has the first part of some names, and behind a bar, for each set of
 * numbers of suits, the rest of the names that exist with these numbers: `Rainbow|3456:,Black|56:Brown`.
 *
 * Made by `python -m tests.golden` from the server's catalogue; do not edit.
 */
"""


def text() -> str:
    """Return the content of the page's file of variant names.

    The line `Rainbow|3456:,Black|56:Brown` stands for `Rainbow (3 Suits)` to `Rainbow (6 Suits)`, for
    `Rainbow & Black (3 Suits)` to `Rainbow & Black (6 Suits)`, and for `Rainbow & Brown (5 Suits)` and
    `Rainbow & Brown (6 Suits)`. A name without a number of suits has no number before its colon.
    """
    sizes: dict[str, str] = {}
    for number in range(len(catalogue.ids())):
        name = catalogue.variant(number).name
        found = re.fullmatch(r"(.+) \((\d) Suits\)", name)
        base, size = (found[1], found[2]) if found else (name, "")
        sizes[base] = "".join(sorted(sizes.get(base, "") + size))
    lines: dict[str, dict[str, list[str]]] = {}
    for base, size in sorted(sizes.items()):
        first, _, rest = base.partition(" & ")
        lines.setdefault(first, {}).setdefault(size, []).append(rest)
    packed = (
        "|".join([first, *(f"{size}:{','.join(rests)}" for size, rests in groups.items())])
        for first, groups in lines.items()
    )
    return HEAD + "export const VARIANTS = `" + "\n".join(packed) + "`;\n"
