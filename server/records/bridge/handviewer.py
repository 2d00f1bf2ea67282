"""Addresses of the handviewer, one a line: a board as LIN in `lin=`, or by parameters for each part.

`lin=` tells all that LIN can hold; the parameters (`n s e w` hands, `nn sn en wn` names, `d v b a p c i`)
have no place for an event, a room or a result. So `lin=` is what is written.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from urllib.parse import quote, unquote, unquote_to_bytes

from msgspec import Struct
from msgspec.structs import replace

from server.errors import BadRecord
from server.records.bridge import lin
from server.records.bridge.lin.reading import read
from server.records.bridge.lin.tokens import Token, plain, refusal, tokens
from server.records.bridge.lin.values import IN_ORDER
from server.records.bridge.pbn import TAG
from server.records.bridge.record import BoardRecord, Fault, Read, sound

ADDRESS = "https://www.bridgebase.com/tools/handviewer.html"

SIGN = re.compile(
    rb"(?:[^\s\[{%;|<]*[?#&;])?(?:lin|[nsewdvbapckit]|[nsew]n)=|(?i:https?://)|<[A-Za-z!]|\[hv="
)
"""How a file of addresses begins; a query may stand without its host, an address within HTML."""

_WITHIN = re.compile(rb"handviewer\.html?\?|\[hv=", re.IGNORECASE)

_PARAMETER = r"(?:lin|linurl|myhand|[nsewdvbapck]|[nsew]n)="
_QUERY = re.compile(rf"(?:^|(?<=[?#&;\s\"'(<])|(?<=\[hv=)){_PARAMETER}", re.IGNORECASE)
_SOME = re.compile(
    r"""(?:^|[?&#;\s"'(<])(?:lin=[^&\n]{0,40}?(?:\||%7C)|[nsew]=[SHDC][SHDC0-9TJQKAX]{5}|a=-?(?:[PDRX]{2}|[1-7][CDHSN]))""",
    re.IGNORECASE | re.MULTILINE,
)
"""Without one of these a text has no address at all."""

_UNREADABLE = re.compile(r"handviewer\.html?\?\S+", re.IGNORECASE)
"""An address of the handviewer, whatever it says."""

_ELEMENT = re.compile(r"</?[A-Za-z][A-Za-z0-9]*[\s>/]|\[/?[A-Za-z]+\]")
"""What tells a page of HTML, or of a forum, from a list of addresses."""

_QUOTED = re.compile(r"""(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_NEXT = re.compile(r"(?<=\s)(?=https?://)", re.IGNORECASE)
_CLOSING = {'"': '"', "'": "'", "<": ">", "(": ")"}
_OPENING = re.compile(r"""["'<(](?=[^\s"'<(]*\Z)""")
_DIVIDER = re.compile(r"&(?:amp;|(?!(?:lt|gt|quot|nbsp|apos|#x?[0-9a-fA-F]{1,6});))")
_NAME = re.compile(r"([A-Za-z_][A-Za-z0-9_]{0,15})=")
_CODED = re.compile(
    r"(?:%[0-9A-Fa-f]{2})+|%u[0-9A-Fa-f]{4}|&(?:amp|lt|gt|quot|nbsp|apos|#x?[0-9a-fA-F]{1,6});"
)
_FRAGMENT = re.compile(r"#[^|]*\Z")
_PLUS_IS_BLANK = re.compile(r"%2B|Board\+[0-9]", re.IGNORECASE)
_REMARK = re.compile(r"\(((?:[^()]|\([^()]*\))*)(?:\)|\Z)|\{([^}]*)(?:\}|\Z)|[^({]+")
_ELSEWHERE = frozenset(("linurl", "myhand"))
_SWITCHES = frozenset(("bbo", "tbt", "hc", *_ELSEWHERE))
"""Parameters that are known to stand behind `lin=`; other text with an & and a = is a part of it."""

_HANDS = frozenset("nsew")


def looks_like(head: bytes) -> bool:
    """Whether the first bytes of a file are of addresses, or of text that is no PBN with one in it."""
    return SIGN.match(head) is not None or (bool(_WITHIN.search(head)) and not TAG.search(head))


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """The boards of all addresses. Raises BadRecord, with line and column, for the first one at fault."""
    return sound(boards(text))


def boards(text: str | bytes) -> Iterator[Read]:
    """Each board, or what is wrong with it. Raises BadRecord for a text without an address.

    Host, order and case do not matter; a query may stand alone, behind `?` or `#`, or within HTML. Of other
    lines the board behind them warns, or the last one, unless the text is HTML.
    """
    told = plain(text)
    if not _SOME.search(told):
        shown = " ".join(told[:200].split())
        raise refusal(lambda at: (1, 1), 0, "an address with lin= or with hands like n=SAK...", shown)
    last: Read | None = None
    apart: list[str] = []
    is_page = _ELEMENT.search(told) is not None
    for number, line in enumerate(told.split("\n"), 1):
        spans = list(_addresses(line))
        for each in _read_line(line, number, spans):
            if last is not None:
                yield last
            last = _warned(each, apart)
            apart.clear()
        if not spans and line.strip() and not is_page and not _UNREADABLE.search(line):
            apart.append(f"line {number}: text without an address: {_shown(line)!r} is not read")
    if last is not None:
        yield _warned(last, apart)


def _read_line(line: str, number: int, spans: Sequence[tuple[int, int]]) -> Iterator[Read]:
    """Yield the boards of a line, or a fault where an address of the handviewer tells no board."""
    found = _UNREADABLE.search(line)
    if not spans and found is not None:
        locate = partial(_column, number)
        yield Fault(None, str(refusal(locate, found.start(), "lin= or hands in the address", found[0])))
    for start, end in spans:
        yield from _Address(line, number, start, end).read()


def _column(number: int, at: int) -> tuple[int, int]:
    return number, at + 1


def _warned(read: Read, warnings: Sequence[str]) -> Read:
    """Return what was read with more warnings; those of a board that cannot be read follow its error."""
    if not warnings:
        return read
    if isinstance(read, Fault):
        return replace(read, error="; ".join((read.error, *warnings)))
    return replace(read, place=replace(read.place, warnings=(*read.place.warnings, *warnings)))


def _shown(line: str) -> str:
    text = " ".join(line.split())
    return text if len(text) <= 60 else text[:60] + "..."


def dumps(records: Sequence[BoardRecord]) -> str:
    """An address for each record, one a line; `loads` reads them again, but for what LIN cannot hold."""
    return "".join(f"{ADDRESS}?lin={_quoted(lin.dumps([record]))}\n" for record in records)


def _quoted(text: str) -> str:
    return quote(text.removesuffix("\n"), safe="!'()*,-._~", errors="replace")


def _addresses(line: str) -> Iterator[tuple[int, int]]:
    """Where the queries of a line begin and end."""
    quoted = [found.span(found.lastindex or 0) for found in _QUOTED.finditer(line)]
    spans = quoted or _between(line)
    for start, end in spans:
        query = _QUERY.search(line, start, end)
        if query is None:
            continue
        yield query.start(), _closed(line, start, query.start(), end)


def _closed(line: str, start: int, begun: int, end: int) -> int:
    """Where a query ends: with its line, or where the quote or bracket closes in which its address stands."""
    if line.endswith("[hv=", start, begun):
        closed = line.find("]", begun, end)
    else:
        opened = _OPENING.search(line, start, begun)
        closed = line.rfind(_CLOSING[opened[0]], begun, end) if opened else -1
    return end if closed < 0 else closed


def _between(line: str) -> list[tuple[int, int]]:
    """The parts of a line of which each has one address at most."""
    starts = [0, *(found.end() for found in _NEXT.finditer(line))]
    return list(zip(starts, [*starts[1:], len(line)], strict=True))


class _Part(Struct, frozen=True):
    """A parameter: its name, its value decoded, where it stands, and how much was decoded before it."""

    name: str
    text: str
    start: int
    end: int
    base: int


class _Address:
    """One query, and the way back from what is decoded to its place in the line."""

    def __init__(self, line: str, number: int, start: int, end: int) -> None:
        self._line = line
        self._number = number
        self._parts = list(self._decoded(self._cut(start, end)))
        self._reached = (-1, 0)

    def read(self) -> Iterator[Read]:
        told = {part.name: part for part in self._parts if part.text.strip()}
        try:
            if "lin" in told:
                yield from self._lin(told["lin"])
            elif not _HANDS.isdisjoint(told) or not told.keys().isdisjoint("dabp"):
                yield from read(self._tokens(told), self.locate, self._line[:200])
            else:
                raise self._refusal()
        except BadRecord as error:
            yield Fault(None, str(error))

    def _refusal(self) -> BadRecord:
        what = next((part.name for part in self._parts if part.name in _ELSEWHERE), "")
        got = f"{what}=, a record that is elsewhere" if what else self._line
        return refusal(self.locate, 0, "lin= or hands in the address", got)

    def _cut(self, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """The names of the parameters, and where their values begin and end."""
        fragment = _FRAGMENT.search(self._line, start, end)
        last = end if fragment is None else fragment.start()
        name, begun, place = "", start, start
        while place <= last:
            divider = _DIVIDER.search(self._line, place, last)
            until = divider.start() if divider else last
            found = _NAME.match(self._line, place, until)
            if found is not None and not (name == "lin" and found[1].lower() not in _SWITCHES):
                if name:
                    yield name, begun, place - self._divided(place)
                name, begun = found[1].lower(), found.end()
            place = divider.end() if divider else last + 1
        if name:
            yield name, begun, last

    def _divided(self, place: int) -> int:
        """How long the divider is that ends at a place."""
        return 5 if self._line.endswith("&amp;", 0, place) else 1

    def _decoded(self, cut: Iterator[tuple[str, int, int]]) -> Iterator[_Part]:
        base = 0
        for name, start, end in cut:
            raw = self._line[start:end]
            if "+" in raw and " " not in raw and "%20" not in raw and self._plus_is_blank(name, raw):
                raw = raw.replace("+", " ")
            text = _plain_text(raw)
            yield _Part(name, text, start, end, base)
            base += len(text) + 1

    def _plus_is_blank(self, name: str, raw: str) -> bool:
        """Whether a plus is a blank, as forms send it: in names, and where plus itself is coded."""
        return len(name) == 2 or (name == "lin" and bool(_PLUS_IS_BLANK.search(raw)))

    def locate(self, at: int) -> tuple[int, int]:
        """The line and column of a place in the decoded values, `_Part.base` on."""
        if not self._parts:
            return self._number, 1
        part = self._parts[bisect_right(self._parts, at, key=lambda each: each.base) - 1]
        # Places are mostly asked for in their order: go on from the last one.
        decoded, place = self._reached if part.base <= self._reached[0] <= at else (part.base, part.start)
        for coded in _CODED.finditer(self._line, place, part.end):
            if decoded + coded.start() - place > at:
                break
            decoded += coded.start() - place
            place = coded.start()
            length = 1 if len(coded[0]) == 3 else len(_character(coded))
            if decoded + length > at:
                break
            decoded, place = decoded + length, coded.end()
            self._reached = decoded, place
        inside = bool(_CODED.match(self._line, place, part.end))
        return self._number, place + (0 if inside else at - decoded) + 1

    def _lin(self, part: _Part) -> Iterator[Read]:
        found = ((key, value, at + part.base) for key, value, at in tokens(plain(part.text)))
        return read(found, self.locate, part.text[:200])

    def _tokens(self, told: dict[str, _Part]) -> Iterator[Token]:
        """The parameters as tokens of LIN, in the order of LIN."""
        yield "md", "", 0
        for name in ("d", *_HANDS):
            if name in told:
                yield f"{name}=", told[name].text, told[name].base
        for name, key in (("v", "sv"), ("b", "ah"), ("k", "sk"), ("i", "nt")):
            if name in told:
                yield key, told[name].text, told[name].base
        names = [told.get(f"{seat.letter.lower()}n") for seat in IN_ORDER]
        if any(names):
            coded = ("" if name is None else name.text.replace(",", "%COMMA%") for name in names)
            yield "pn", ",".join(coded), 0
        for name, key in (("a", "mb"), ("p", "pc")):
            if name in told:
                yield from _course(told[name], key)
        if "c" in told:
            yield "mc", told["c"].text, told["c"].base
        for part in self._parts:
            if len(part.name) > 2 or part.name in ("hc", "pc"):
                yield f"{part.name}=", part.text, part.base


def _course(part: _Part, key: str) -> Iterator[Token]:
    """An auction or a play: `1C!(16+){A comment}pp`; a - in front shows an end position instead."""
    if key == "mb" and part.text.startswith("-"):
        yield "dt", f"P{part.text[1:]}", part.base
        return
    for found in _REMARK.finditer(part.text):
        at = part.base + found.start()
        if found[1] is not None:
            yield "an", found[1], at
        elif found[2] is not None:
            yield "nt", found[2].removeprefix("+"), at
        else:
            yield key, found[0], at


def _plain_text(raw: str) -> str:
    """A value without its codes."""
    if "&" not in raw and "%u" not in raw and "%U" not in raw:
        try:
            return unquote(raw, errors="strict")
        except UnicodeDecodeError:
            pass
    return _CODED.sub(_character, raw)


def _character(coded: re.Match[str]) -> str:
    """What stands for itself in an address only when it is coded."""
    text = coded[0]
    if text[0] == "&":
        return html.unescape(text)
    if text[1] in "uU":
        return chr(int(text[2:], 16))
    data = unquote_to_bytes(text)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
