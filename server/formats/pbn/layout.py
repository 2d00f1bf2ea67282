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


def rows(cells: Sequence[Sequence[str]], ending: str = "") -> str:
    """Four cells to a line, each made of words; more lines where they are long or a comment ends one."""
    text = ""
    for place, words in enumerate(cells):
        for turn, word in enumerate(words):
            text = _put(text, word, place > 0 and place % 4 == 0 and turn == 0)
    return _put(text, ending, new_line=True) + "\n" if ending else text.rstrip("\n") + "\n"


def _put(text: str, word: str, new_line: bool) -> str:
    if not text or text.endswith("\n"):
        return text + word
    used = len(text) - text.rfind("\n") - 1
    first, *more = word.split("\n")
    too_long = used + 1 + len(first) > LONGEST or (more and not word.startswith(";"))
    return f"{text}\n{word}" if new_line or too_long else f"{text} {word}"


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
