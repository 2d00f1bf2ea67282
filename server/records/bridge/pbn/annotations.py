"""What PBN hangs on calls and cards alike: notes, NAGs, suffixes, irregularities (3.5.2, 3.6.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct, field

from server.records.bridge.pbn.text import Tag

_ITEM = re.compile(
    r"""=\s*(?P<note>\d{1,9})\s*=
    |\$(?P<nag>\d{1,9})
    |(?P<suffix>[!?]{1,2})
    |\^(?P<irregular>[A-Za-z])
    |(?P<mark>[*+])
    |(?P<gap>-+)
    |(?P<word>[A-Za-z0-9]+)
    |(?P<other>.)
    """,
    re.VERBOSE | re.ASCII,
)
_APART = re.compile(r"=[ \t]*(\d{1,9})[ \t]*=", re.ASCII)
_NOTE = re.compile(r"\s*(\d{1,9})\s*:(.*)", re.DOTALL | re.ASCII)
_LETTERS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC")
_SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")
_NAG = {suffix: nag for nag, suffix in enumerate(_SUFFIXES, 1)}


class Annotation(Struct):
    """What stands behind a call or card, and the irregularities before it."""

    notes: list[int] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    irregularity: str = ""

    def takes(self, sort: str, text: str, first_nag: int) -> bool:
        """Whether this item annotates; `first_nag` is the NAG that stands for the suffix `!` here."""
        match sort:
            case "note":
                self.notes.append(int(text))
            case "nag":
                self.nags.append(int(text))
            case "suffix":
                self.nags.append(_NAG[text] + first_nag - 1)
            case _:
                return False
        return True


def words(text: str) -> list[str]:
    """The words of a section, suits by their letters; a note reference with blanks in it is one."""
    if not text.isascii():
        text = text.translate(_LETTERS)
    return (_APART.sub(r"=\1=", text) if "= " in text or " =" in text else text).split()


@lru_cache(4096)
def items(word: str) -> tuple[tuple[str, str], ...]:
    """The tokens of a word as sort and text: note, nag, suffix, irregular, mark, gap, word or other."""
    return tuple((str(found.lastgroup), found[str(found.lastgroup)]) for found in _ITEM.finditer(word))


def nth_word(text: str, place: int) -> int:
    """The offset of a word in a text, from 0."""
    return [found.start() for found in re.finditer(r"\S+", _APART.sub(r"=\1=", text))][place]


class Notes:
    """The Note tags of one game by their numbers, and which of them calls and cards refer to (3.5.5, 3.6.5).

    Those behind the Play tag are of the play, all others of the auction. As some writers set all notes behind
    the play, a number that is unknown to the one is looked up with the other.
    """

    def __init__(self, own: Sequence[Tag], play: Tag | None) -> None:
        self._auction: dict[int, str] = {}
        self._play: dict[int, str] = {}
        self._strange: list[str] = []
        self._used: set[tuple[bool, int]] = set()
        told = self._auction
        for tag in own:
            if tag is play:
                told = self._play
            elif tag.name == "Note":
                self._add(told, tag.value)

    def _add(self, told: dict[int, str], value: str) -> None:
        found = _NOTE.fullmatch(value)
        if found is None or int(found[1]) in told:
            self._strange.append(value.strip())
        else:
            told[int(found[1])] = found[2].strip()

    def of_call(self, numbers: Sequence[int]) -> str:
        return self._text(numbers, of_play=False)

    def of_card(self, numbers: Sequence[int]) -> str:
        return self._text(numbers, of_play=True)

    def _text(self, numbers: Sequence[int], of_play: bool) -> str:
        if not numbers:
            return ""
        texts = (self._look_up(number, of_play) for number in numbers)
        return "; ".join(text for text in texts if text)

    def _look_up(self, number: int, of_play: bool) -> str:
        for play in (of_play, not of_play):
            text = (self._play if play else self._auction).get(number)
            if text is not None:
                self._used.add((play, number))
                return text
        return ""

    def unused(self) -> list[str]:
        """The notes that nothing refers to, with their numbers."""
        left = [
            f"{number}:{text}"
            for play, notes in ((False, self._auction), (True, self._play))
            for number, text in notes.items()
            if (play, number) not in self._used and text
        ]
        return [*left, *(text for text in self._strange if text)]
