"""How PBN's export format lays out tags, comments, calls and cards: lines of bounded length (2.3, 3.8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

LONGEST = 253
"""The signs of a line; the standard allows 255 with the end of the line."""

_FIRST_BREAK, _LAST_BREAK = 201, 249
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
_UNUSUAL = re.compile(r"[{}]|\n%")
_INHERITED = re.compile(r"[ ]+#|##|#$")
_BROKEN_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*+\\$")
MOST_NOTES = 32


def clean(text: str) -> str:
    """The text on one line of printing signs, as strings must be (3.2)."""
    return _CONTROL.sub(" ", text)


def tag(name: str, value: str) -> tuple[str, bool]:
    """The line of a tag, and whether its value had to be cut for it."""
    value = clean(value)
    if _INHERITED.match(value):
        value = f" {value}"  # else readers would take it for that of a game before (4.8)
    written = value.replace("\\", "\\\\").replace('"', '\\"')
    room = LONGEST - len(name) - 5
    if len(written) <= room:
        return f'[{name} "{written}"]', False
    return f'[{name} "{_BROKEN_ESCAPE.sub("", written[:room])}"]', True


def comment(text: str) -> str:
    """A comment in braces; one that braces cannot hold stands behind semicolons, up to the end of a line."""
    lines = [part for line in text.strip().split("\n") for part in _broken(clean(line))]
    whole = "\n".join(lines)
    if _UNUSUAL.search(whole):
        return "".join(f";{line}\n" for line in lines)
    return f"{{{whole}}}"


def _broken(line: str) -> Iterable[str]:
    """The parts of a line that is too long; a blank ends those that readers put together again."""
    while len(line) > _LAST_BREAK:
        at = line.rfind(" ", _FIRST_BREAK - 1, _LAST_BREAK) + 1 or _LAST_BREAK
        yield line[:at]
        line = line[at:]
    yield line


def comments(texts: Sequence[str]) -> list[str]:
    """Several comments at one place; two that semicolons begin would be one without something between."""
    found: list[str] = []
    for text in texts:
        written = comment(text)
        if found and found[-1].startswith(";") and written.startswith(";"):
            found.append("{}")
        found.append(written)
    return found


def lines(texts: Sequence[str]) -> str:
    """Comments, each from the beginning of a line."""
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in comments(texts))


def rows(cells: Sequence[Sequence[str]], ending: str = "") -> str:
    """Four cells to a line, each made of words; more lines where they are long or a comment ends one."""
    page = _Page()
    for place, words in enumerate(cells):
        if place % 4 == 0:
            page.new_line()
        for word in words:
            page.put(word)
    page.new_line()
    if ending:
        page.put(ending)
        page.new_line()
    return "".join(page.lines)


class _Page:
    """Lines that are whole, and the one that words are put on."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line = ""

    def new_line(self) -> None:
        if self._line:
            self.lines.append(f"{self._line}\n")
            self._line = ""

    def put(self, word: str) -> None:
        first, *more = word.split("\n")
        if len(self._line) + 1 + len(first) > LONGEST or (more and not word.startswith(";")):
            self.new_line()
        self._line += f" {first}" if self._line else first
        for line in more:
            self.lines.append(f"{self._line}\n")
            self._line = line


class NoteTags:
    """The notes of a section, each text under one number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def refer(self, text: str) -> str | None:
        """The reference to a note; None where PBN has no number or no room for it."""
        text = clean(text).strip()
        number = self._numbers.get(text, len(self._numbers) + 1)
        if number > MOST_NOTES or tag("Note", f"{number}:{text}")[1]:
            return None
        self._numbers[text] = number
        return f"={number}="

    def lines(self) -> str:
        return "".join(tag("Note", f"{number}:{text}")[0] + "\n" for text, number in self._numbers.items())


def annotated(
    word: str, note: str | None, nags: Iterable[int], remarks: Sequence[str], notes: NoteTags
) -> list[str]:
    """A call or card and what hangs on it; a note that has no number stands behind it as a comment."""
    reference = None if note is None else notes.refer(note)
    marks = [word, *([reference] if reference else []), *(f"${nag}" for nag in sorted(nags))]
    beside = [] if note is None or reference else [note]
    return [*marks, *comments([*beside, *remarks])]
