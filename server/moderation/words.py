"""The operator's list of words that names and chat may not have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import combining, normalize

from protocol.v1.codes import Code
from server.errors import Refusal

LETTERS = str.maketrans(
    {
        # Cyrillic and Greek letters that look like Latin ones, after casefold.
        **dict(zip("авекмнорстухіјѕ", "abekmhopctyxijs", strict=True)),
        **dict(zip("αεικνορτυχ", "aeiknoptyx", strict=True)),
    }
)
DIGITS = str.maketrans("013457", "oieast") | str.maketrans("@$!", "asi")
"""The letters that digits and signs often stand for, within a word that has letters, too."""
WORD = re.compile(r"[^\W_]+")
RUN = re.compile(r"[\w@$!]*[\w@$]")


class WordList:
    """A list of words, and of beginnings of words, that a text may not have.

    Words are compared without regard to case, accents, the width of characters, Cyrillic and Greek letters
    that look like Latin ones, and digits or signs in place of letters (`0` for `o`, `1` for `i`, `3` for `e`,
    `4` for `a`, `5` for `s`, `7` for `t`, `@` for `a`, `$` for `s`, `!` for `i`) in a word that has letters.
    """

    def __init__(self, words: Iterable[str] = (), beginnings: Iterable[str] = ()) -> None:
        self._words = frozenset(words)
        self._beginnings = tuple(beginnings)

    def __len__(self) -> int:
        return len(self._words) + len(self._beginnings)

    def forbids(self, text: str) -> bool:
        """Return True if a text has a word of the list."""
        if not self:
            return False
        plain = plain_of(text)
        found = {*WORD.findall(plain), *map(_lettered, RUN.findall(plain))}
        return not found.isdisjoint(self._words) or any(map(self._begins, found))

    def _begins(self, word: str) -> bool:
        return bool(self._beginnings) and word.startswith(self._beginnings)

    def check(self, what: str, text: str) -> None:
        """Raise Refusal if a text has a word of the list; `what` names the text, such as "a name"."""
        if self.forbids(text):
            reason = f"{what} may not have a word that the operator of this server has forbidden"
            raise Refusal(Code.FORBIDDEN, f"{reason}; choose other words")


def plain_of(text: str) -> str:
    """Return a text in lower case without accents, and with Latin letters in place of similar ones.

    >>> plain_of("Ｄéjà Vu"), plain_of("РОКЕR")
    ('deja vu', 'poker')
    """
    folded = normalize("NFKD", normalize("NFKC", text).casefold())
    return "".join(each for each in folded if not combining(each)).translate(LETTERS)


def _lettered(word: str) -> str:
    """Return a word with letters in place of the digits and signs that often stand for them."""
    return word.translate(DIGITS) if any(map(str.isalpha, word)) else word


def read_words(text: str) -> WordList:
    """Return the list of words in a file: one on each line, with `*` at the end of a beginning of words.

    Empty lines, and lines that begin with `#`, are skipped. Raises ValueError, with the number of the line,
    for a line that is not one word.
    """
    words: set[str] = set()
    beginnings: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        entry = line.strip()
        if not entry or entry.startswith("#"):
            continue
        word = plain_of(entry.removesuffix("*"))
        if not WORD.fullmatch(word):
            raise ValueError(f"line {number}: expected one word of letters and digits, got {entry!r}")
        (beginnings if entry.endswith("*") else words).add(word)
    return WordList(words, sorted(beginnings))
