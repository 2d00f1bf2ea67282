"""The layout of PBN's export format (PBN 2.1, 2.3 and 3.8).

PBN's tags, comments, calls and cards are written in lines of limited length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

LONGEST = 253
"""The largest number of characters of a PBN line; the standard allows 255 with the end of the line."""

_FIRST_BREAK, _LAST_BREAK = 201, 249
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
_UNUSUAL = re.compile(r"[{}]|\n%")
_INHERITED = re.compile(r"[ ]+#|##|#$")
_BROKEN_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*+\\$")
MOST_NOTES = 32


def clean(text: str) -> str:
    """Return the text on one line of printable characters, as strings require (PBN 2.1, 3.2)."""
    return _CONTROL.sub(" ", text)


def tag(name: str, value: str) -> tuple[str, bool]:
    """Return the line of a PBN tag, and True if its value was cut because a line has a limited length."""
    value = clean(value)
    if _INHERITED.match(value):
        # Add a blank: readers take a value that begins with # for an inherited value (4.8).
        value = f" {value}"
    text_of_value = value.replace("\\", "\\\\").replace('"', '\\"')
    room = LONGEST - len(name) - 5
    if len(text_of_value) <= room:
        return f'[{name} "{text_of_value}"]', False
    return f'[{name} "{_BROKEN_ESCAPE.sub("", text_of_value[:room])}"]', True


def comment(text: str) -> str:
    """Return a PBN comment in braces, or as lines with semicolons if braces cannot hold its text."""
    written = [clean(line) for line in text.strip().split("\n")]
    # Readers take a line break after a blank for the wrapping of a long line, unless an empty line follows.
    for at, after in enumerate(written[1:]):
        written[at] = written[at].rstrip(" ") if after and len(written[at]) >= _FIRST_BREAK else written[at]
    lines = [part for line in written for part in _line_parts(line)]
    whole = "\n".join(lines)
    if _UNUSUAL.search(whole):
        return "".join(f";{line}\n" for line in lines)
    return f"{{{whole}}}"


def _line_parts(line: str) -> Iterable[str]:
    """Yield the parts of a line that is too long for PBN; readers join parts that end with a blank."""
    while len(line) > _LAST_BREAK:
        at = line.rfind(" ", _FIRST_BREAK - 1, _LAST_BREAK) + 1 or _LAST_BREAK
        yield line[:at]
        line = line[at:]
    yield line


def comments(texts: Sequence[str]) -> list[str]:
    """Return several PBN comments, with an empty comment between two that begin with semicolons.

    Without an empty comment between them, readers would join two comments that begin with semicolons.
    """
    texts_of_comments: list[str] = []
    for text in texts:
        text_of_value = comment(text)
        if texts_of_comments and texts_of_comments[-1].startswith(";") and text_of_value.startswith(";"):
            texts_of_comments.append("{}")
        texts_of_comments.append(text_of_value)
    return texts_of_comments


def lines(texts: Sequence[str]) -> str:
    """Return PBN comments, each of which begins a new line."""
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in comments(texts))


def rows(cells: Sequence[Sequence[str]], ending: str = "") -> str:
    """Return the cells of calls or cards as text, four to a line.

    The cell of a call or card is a list of words: the call or card itself and its annotations. A row of four
    calls or cards takes several lines if it is too long or if a comment ends a line.
    """
    page = _Page()
    for index, words in enumerate(cells):
        if index % 4 == 0:
            page.new_line()
        for word in words:
            page.put(word)
    page.new_line()
    if ending:
        page.put(ending)
        page.new_line()
    return "".join(page.lines)


class _Page:
    """The finished lines of a PBN text, and the line to which words are being added."""

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
    """The notes of an Auction or Play section, each text with its number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def refer(self, text: str) -> str | None:
        """Return PBN's reference to a note, or None if there are too many notes or the text is too long."""
        text = clean(text).strip()
        number = self._numbers.get(text, len(self._numbers) + 1)
        if number > MOST_NOTES or tag("Note", f"{number}:{text}")[1]:
            return None
        self._numbers[text] = number
        return f"={number}="

    def lines(self) -> str:
        """Return the lines of PBN's Note tags."""
        return "".join(tag("Note", f"{number}:{text}")[0] + "\n" for text, number in self._numbers.items())


def annotated(
    word: str, note: str | None, nags: Iterable[int], remarks: Sequence[str], notes: NoteTags
) -> list[str]:
    """Return a call or card followed by its PBN annotations; a note without a number follows as a comment."""
    reference = None if note is None else notes.refer(note)
    marks = [word, *([reference] if reference else []), *(f"${nag}" for nag in sorted(nags))]
    note_comments = [] if note is None or reference else [note]
    return [*marks, *comments([*note_comments, *remarks])]
