"""The annotations of calls and cards: notes, NAGs, suffixes, irregularities (PBN 2.1, 3.5.2, 3.6.2)."""

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
    """The PBN annotations after a call or card, and the marks of irregularities before it."""

    notes: list[int] = field(default_factory=list)
    nags: list[int] = field(default_factory=list)
    irregularity: str = ""

    def takes(self, kind: str, text: str, first_nag: int) -> bool:
        """Add a token of PBN and return True if it is an annotation; return False for any other token.

        `first_nag` is the NAG (the numeric rating) that the suffix `!` stands for.
        """
        match kind:
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
    """Return the words of a section of PBN, with suit symbols such as ♠ replaced by letters.

    A reference to a note, such as `= 1 =`, is one word even if it contains blanks.
    """
    if not text.isascii():
        text = text.translate(_LETTERS)
    return (_APART.sub(r"=\1=", text) if "= " in text or " =" in text else text).split()


@lru_cache(4096)
def items(word: str) -> tuple[tuple[str, str], ...]:
    """Return the tokens of a word of PBN as pairs of kind and text.

    The kinds of tokens in a word are note, nag, suffix, irregular, mark, gap, word and other.
    """
    return tuple((str(found.lastgroup), found[str(found.lastgroup)]) for found in _ITEM.finditer(word))


def nth_word(text: str, index: int) -> int:
    """Return the offset in a text of the word with a given index."""
    return [found.start() for found in re.finditer(r"\S+", _APART.sub(r"=\1=", text))][index]


class Notes:
    """The texts of a game's Note tags by number, for the calls and cards with notes (PBN 2.1, 3.5.5, 3.6.5).

    Notes after the tag Play belong to cards, and all other notes to calls. Some programs write all notes
    after the play, so the number of a note that is missing in the auction is looked up in the play, and the
    other way round.
    """

    def __init__(self, own: Sequence[Tag], play: Tag | None) -> None:
        self._auction: dict[int, str] = {}
        self._play: dict[int, str] = {}
        self._unnumbered: list[str] = []
        self._used: set[tuple[bool, int]] = set()
        notes = self._auction
        for tag in own:
            if tag is play:
                notes = self._play
            elif tag.name == "Note":
                self._add(notes, tag.value)

    def _add(self, notes: dict[int, str], value: str) -> None:
        found = _NOTE.fullmatch(value)
        if found is None or int(found[1]) in notes:
            self._unnumbered.append(value.strip())
        else:
            notes[int(found[1])] = found[2].strip()

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
        """Return the notes of a game to which no call or card refers, with their numbers."""
        unused = [
            f"{number}:{text}"
            for play, notes in ((False, self._auction), (True, self._play))
            for number, text in notes.items()
            if (play, number) not in self._used and text
        ]
        return [*unused, *(text for text in self._unnumbered if text)]
