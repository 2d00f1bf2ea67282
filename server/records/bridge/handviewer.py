"""The addresses of boards in Bridge Base Online's handviewer, one on each line of a file.

An address of the handviewer has the board as LIN in `lin=`, or separate parameters for its parts: `n s e w`
for hands, `nn sn en wn` for names, `d` for the dealer, `v` for the vulnerability, `b` for the number, `a` for
the auction, `p` for the play, `c` for a claim and `i` for a comment. This server writes addresses with the
parameter `lin=`, because the separate parameters cannot hold an event, a room or a result.
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
from server.records.bridge.record import BoardRecord, Fault, Read, readable_boards

ADDRESS = "https://www.bridgebase.com/tools/handviewer.html"

SIGN = re.compile(
    rb"(?:[^\s\[{%;|<]*[?#&;])?(?:lin|[nsewdvbapckit]|[nsew]n)=|(?i:https?://)|<[A-Za-z!]|\[hv="
)
"""The pattern for the beginning of a file of handviewer addresses.

A file of handviewer addresses may also begin with the query of an address without its host, or with HTML that
contains addresses.
"""

_WITHIN = re.compile(rb"handviewer\.html?\?|\[hv=", re.IGNORECASE)

_PARAMETER = r"(?:lin|linurl|myhand|[nsewdvbapck]|[nsew]n)="
_QUERY = re.compile(rf"(?:^|(?<=[?#&;\s\"'(<])|(?<=\[hv=)){_PARAMETER}", re.IGNORECASE)
_SOME = re.compile(
    r"""(?:^|[?&#;\s"'(<])(?:lin=[^&\n]{0,40}?(?:\||%7C)|[nsew]=[SHDC][SHDC0-9TJQKAX]{5}|a=-?(?:[PDRX]{2}|[1-7][CDHSN]))""",
    re.IGNORECASE | re.MULTILINE,
)
"""The pattern for a text that is in every handviewer address with a board; a file without it has no board."""

_UNREADABLE = re.compile(r"handviewer\.html?\?\S+", re.IGNORECASE)
"""The pattern for any address of Bridge Base Online's handviewer, with a board or without one."""

_ELEMENT = re.compile(r"</?[A-Za-z][A-Za-z0-9]*[\s>/]|\[/?[A-Za-z]+\]")
"""The pattern for a markup tag of HTML or of a forum, which no plain list of addresses contains."""

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
"""The parameters that may follow `lin=` in an address; any other text with & and = is part of the LIN."""

_HANDS = frozenset("nsew")


def looks_like(head: bytes) -> bool:
    """Return True if a file begins with a handviewer address, or if it contains one and is not PBN."""
    return SIGN.match(head) is not None or (bool(_WITHIN.search(head)) and not TAG.search(head))


def loads(text: str | bytes) -> tuple[BoardRecord, ...]:
    """Return the boards of all handviewer addresses of a file.

    Raises BadRecord, with line and column, for a handviewer address with an error.
    """
    return readable_boards(boards(text))


def boards(text: str | bytes) -> Iterator[Read]:
    """Yield each board in the addresses of a text, or a `Fault` for a board that cannot be read.

    Raises BadRecord for a text without an address of a board.

    The host of an address, the order of its parameters, and the case of their names have no meaning. An
    address is also found within HTML, and the query of an address is read even without the host before it.
    Unless the text is HTML, a warning reports each line without an address; it is a warning of the next
    board, or of the last board if no board follows.
    """
    values = plain(text)
    if not _SOME.search(values):
        shown = " ".join(values[:200].split())
        wanted = "an address that holds a game, with lin= or with hands like n=SAK..."
        raise refusal(lambda at: (1, 1), 0, wanted, shown)
    last: Read | None = None
    warnings: list[str] = []
    is_page = _ELEMENT.search(values) is not None
    for number, line in enumerate(values.split("\n"), 1):
        spans = list(_addresses(line))
        for each in _read_line(line, number, spans):
            if last is not None:
                yield last
            last = _warned(each, warnings)
            warnings.clear()
        if not spans and line.strip() and not is_page and not _UNREADABLE.search(line):
            warnings.append(f"line {number}: text without an address: {_shown(line)!r} is not read")
    if last is not None:
        yield _warned(last, warnings)


def _read_line(line: str, number: int, spans: Sequence[tuple[int, int]]) -> Iterator[Read]:
    """Yield the boards in a line of a file, or a fault for a handviewer address without a board."""
    found = _UNREADABLE.search(line)
    if not spans and found is not None:
        locate = partial(_column, number)
        yield Fault(None, str(refusal(locate, found.start(), "lin= or hands in the address", found[0])))
    for start, end in spans:
        yield from _Address(line, number, start, end).read()


def _column(number: int, at: int) -> tuple[int, int]:
    return number, at + 1


def _warned(read: Read, warnings: Sequence[str]) -> Read:
    """Return the board `read` with warnings added; if it cannot be read, they are added to its error."""
    if not warnings:
        return read
    if isinstance(read, Fault):
        return replace(read, error="; ".join((read.error, *warnings)))
    return replace(read, place=replace(read.place, warnings=(*read.place.warnings, *warnings)))


def _shown(line: str) -> str:
    text = " ".join(line.split())
    return text if len(text) <= 60 else text[:60] + "..."


def dumps(records: Sequence[BoardRecord]) -> str:
    """Return a handviewer address for each record, one a line, without the content that LIN cannot hold."""
    return "".join(f"{ADDRESS}?lin={_quoted(lin.dumps([record]))}\n" for record in records)


def _quoted(text: str) -> str:
    return quote(text.removesuffix("\n"), safe="!'()*,-._~", errors="replace")


def _addresses(line: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of the query of each address in a line."""
    quoted = [found.span(found.lastindex or 0) for found in _QUOTED.finditer(line)]
    spans = quoted or _between(line)
    for start, end in spans:
        query = _QUERY.search(line, start, end)
        if query is None:
            continue
        yield query.start(), _closed(line, start, query.start(), end)


def _closed(line: str, start: int, begun: int, end: int) -> int:
    """Return the end of an address's query: the closing quote or bracket, or the end of the line."""
    if line.endswith("[hv=", start, begun):
        closed = line.find("]", begun, end)
    else:
        opened = _OPENING.search(line, start, begun)
        closed = line.rfind(_CLOSING[opened[0]], begun, end) if opened else -1
    return end if closed < 0 else closed


def _between(line: str) -> list[tuple[int, int]]:
    """Divide a line into parts with at most one address each; return the start and the end of each part."""
    starts = [0, *(found.end() for found in _NEXT.finditer(line))]
    return list(zip(starts, [*starts[1:], len(line)], strict=True))


class _Part(Struct, frozen=True):
    """A parameter of an address: its name, its decoded value, and its start and end in the line.

    `base` is the offset of the parameter's value in the text that joins the decoded values of all parameters.
    """

    name: str
    text: str
    start: int
    end: int
    base: int


class _Address:
    """The query of an address, with a function that finds the line and column of each decoded character."""

    def __init__(self, line: str, number: int, start: int, end: int) -> None:
        self._line = line
        self._number = number
        self._parts = list(self._decoded(self._cut(start, end)))
        self._reached = (-1, 0)

    def read(self) -> Iterator[Read]:
        """Yield the boards in an address's query, or a `Fault` if the query cannot be read."""
        values = {part.name: part for part in self._parts if part.text.strip()}
        try:
            if "lin" in values:
                yield from self._lin(values["lin"])
            elif not _HANDS.isdisjoint(values) or not values.keys().isdisjoint("dabp"):
                yield from read(self._tokens(values), self.locate, self._line[:200])
            else:
                raise self._refusal()
        except BadRecord as error:
            yield Fault(None, str(error))

    def _refusal(self) -> BadRecord:
        parameter = next((part.name for part in self._parts if part.name in _ELSEWHERE), "")
        got = f"{parameter}=, which refers to a record at another address" if parameter else self._line
        return refusal(self.locate, 0, "lin= or hands in the address", got)

    def _cut(self, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """Yield the name of each parameter of an address, and the start and end of the parameter's value."""
        fragment = _FRAGMENT.search(self._line, start, end)
        last = end if fragment is None else fragment.start()
        name, begun, offset = "", start, start
        while offset <= last:
            divider = _DIVIDER.search(self._line, offset, last)
            until = divider.start() if divider else last
            found = _NAME.match(self._line, offset, until)
            if found is not None and not (name == "lin" and found[1].lower() not in _SWITCHES):
                if name:
                    yield name, begun, offset - self._divided(offset)
                name, begun = found[1].lower(), found.end()
            offset = divider.end() if divider else last + 1
        if name:
            yield name, begun, last

    def _divided(self, offset: int) -> int:
        """Return the length of the `&` between two parameters: 5 if it is written as `&amp;`, else 1."""
        return 5 if self._line.endswith("&amp;", 0, offset) else 1

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
        """Return True if a plus means a blank: in players' names, and in LIN that has %2B for a real plus."""
        return len(name) == 2 or (name == "lin" and bool(_PLUS_IS_BLANK.search(raw)))

    def locate(self, at: int) -> tuple[int, int]:
        """Return the line and the column in the file of an offset in the decoded values of an address."""
        if not self._parts:
            return self._number, 1
        part = self._parts[bisect_right(self._parts, at, key=lambda each: each.base) - 1]
        # Start at the offset that was located last, because most offsets come in ascending order.
        decoded, offset = self._reached if part.base <= self._reached[0] <= at else (part.base, part.start)
        for coded in _CODED.finditer(self._line, offset, part.end):
            if decoded + coded.start() - offset > at:
                break
            decoded += coded.start() - offset
            offset = coded.start()
            length = 1 if len(coded[0]) == 3 else len(_character(coded))
            if decoded + length > at:
                break
            decoded, offset = decoded + length, coded.end()
            self._reached = decoded, offset
        inside = bool(_CODED.match(self._line, offset, part.end))
        return self._number, offset + (0 if inside else at - decoded) + 1

    def _lin(self, part: _Part) -> Iterator[Read]:
        found = ((key, value, at + part.base) for key, value, at in tokens(plain(part.text)))
        return read(found, self.locate, part.text[:200])

    def _tokens(self, values: dict[str, _Part]) -> Iterator[Token]:
        """Yield the parameters of an address as tokens of LIN, in the order of LIN."""
        yield "md", "", 0
        for name in ("d", *_HANDS):
            if name in values:
                yield f"{name}=", values[name].text, values[name].base
        for name, key in (("v", "sv"), ("b", "ah"), ("k", "sk"), ("i", "nt")):
            if name in values:
                yield key, values[name].text, values[name].base
        names = [values.get(f"{seat.letter.lower()}n") for seat in IN_ORDER]
        if any(names):
            coded = ("" if name is None else name.text.replace(",", "%COMMA%") for name in names)
            yield "pn", ",".join(coded), 0
        for name, key in (("a", "mb"), ("p", "pc")):
            if name in values:
                yield from _course(values[name], key)
        if "c" in values:
            yield "mc", values["c"].text, values["c"].base
        for part in self._parts:
            if len(part.name) > 2 or part.name in ("hc", "pc"):
                yield f"{part.name}=", part.text, part.base


def _course(part: _Part, key: str) -> Iterator[Token]:
    """Yield the LIN tokens for an auction or a play such as `1C!(16+){A comment}pp`.

    A value such as `-4SS` in place of an auction is the contract of an end position: 4 spades by South.
    """
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
    """Return the value of an address's parameter, with `%` codes and HTML character references decoded."""
    if "&" not in raw and "%u" not in raw and "%U" not in raw:
        try:
            return unquote(raw, errors="strict")
        except UnicodeDecodeError:
            pass
    return _CODED.sub(_character, raw)


def _character(coded: re.Match[str]) -> str:
    """Return the text for a `%` code or an HTML character reference."""
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
