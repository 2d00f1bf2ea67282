"""PBN 2.1, import format: the games of a file as tags, sections and comments, whatever they mean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec import Struct, field
from msgspec.structs import replace

from server.errors import BadRecord


class Piece(Struct, frozen=True, gc=False):
    """What stands behind a tag: lines of text, or a comment; `at` is its offset in the file."""

    text: str
    at: int
    comment: bool = False


class Tag(Struct, frozen=True):
    """A tag pair and what follows it; `at` is the offset of its value."""

    name: str
    value: str
    at: int
    pieces: list[Piece] = field(default_factory=list)


class Game(Struct, frozen=True):
    """One game: its own tags in the file's order, and by name those that count, inherited ones among them.

    `before` are comments ahead of the first tag, `escapes` the lines that a % hides, without it. `warnings`
    say, each with its line, what was not read or was read otherwise than the standard has it.
    """

    at: int
    own: Sequence[Tag]
    tags: dict[str, Tag]
    before: Sequence[Piece] = ()
    escapes: Sequence[str] = ()
    fault: BadRecord | None = None
    warnings: Sequence[str] = ()

    @property
    def tells_of_a_game(self) -> bool:
        """True if a tag of its own belongs to one game, and not to the file or the event."""
        return not OF_A_GAME.isdisjoint(tag.name for tag in self.own)


OF_A_GAME = frozenset(("Deal", "Board", "Auction", "Play", "Contract", "Declarer", "Result"))
"""Tags that tell of one game."""

_TOKEN = re.compile(
    r"""\[\s*(?P<name>[A-Za-z0-9_]+)\s*"(?P<value>(?:[^"\\\n]++|\\.)*+)"\s*(?P<tag>\])(?:[ \t]*\n)?
    |(?P<escape>(?m:^)%[^\n]*)
    |(?P<end>(?m:^)[ \t]*\n(?:[ \t]*\n)*+)
    |(?P<text>(?:"[^"\n\x00-\x1f]*+"|[^\["{;\n\x00-\x08\x0e-\x1f\x7f]++|")++
      (?:\n(?![ \t]*\n|%)(?:"[^"\n\x00-\x1f]*+"|[^\["{;\n\x00-\x08\x0e-\x1f\x7f]++|")++)*+\n?)
    |(?P<line>;[^\n]*(?:\n[ \t]*;[^\n]*)*+)
    |(?P<unclosed>\{[^{}\n]*+(?:\n(?!\[\w+[ ]*")[^{}\n]*+)*+(?=\n\[\w+[ ]*"[^{}]*\{))
    |(?P<comment>\{[^}]*+\})
    |(?P<blank>[ \f\v\x1a\t]+|\n)
    |(?P<loose>\[[ \t]*(?P<loose_name>[A-Za-z0-9_]+)[ \t]*"(?P<loose_value>.*)"[ \t]*\](?=[ \t]*(?:\n|\Z)))
    |(?P<bare>\[[ \t]*(?P<bare_name>[A-Za-z][A-Za-z0-9_]*)[ \t]+
      (?P<bare_value>[^\s"\[\]](?:[^"\[\]\n]*[^\s"\[\]:])?)[ \t]*\](?=[ \t]*(?:\n|\Z)))
    |(?P<endless>\{[^}]*\Z)
    |(?P<broken>.+)
    """,
    re.VERBOSE,
)
"""What PBN is made of (2.4, 3, 3.2). `loose` is a tag whose value holds a quote or a backslash unescaped;
`bare` one whose value has no double quotes, and is not cut off behind a colon; `unclosed` a comment that tags
follow before another one opens: it ends where they begin."""

_OTHER_QUOTES = "'‘’“”„«»`"
"""Quotes around a value that are not those of the standard."""

_MOST_LASTING = 200
"""PBN has about a hundred tags; every game carries all that last, so their number must have a bound."""

_UNESCAPE = re.compile(r'\\(["\\])')
_NEXT_LINE = re.compile(r"\n[ \t]*;")
_SOFT_BREAK = re.compile(r"(?<=[^\n]{200} )\n")
"""A line of a comment that breaks behind so many signs and a blank has been broken by a writer."""

_NOT_INHERITED = re.compile(r"[ ]+#")
"""A blank before the sign keeps a value from being inherited."""

_VERSION = re.compile(r"%\s*(?:PBN\s+\d|EXPORT\s*$)")


class Source:
    """The text of a file without byte order mark, its lines divided by line feeds alone, and its places."""

    def __init__(self, text: str | bytes) -> None:
        told = text if isinstance(text, str) else _decoded(text)
        told = told.removeprefix("\ufeff").replace("\r\r\n", "\n")
        self.text = told.replace("\r\n", "\n").replace("\r", "\n")
        self._starts = [0, *[found.end() for found in re.finditer("\n", self.text)]]

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def refusal(self, at: int, wanted: str, got: str) -> BadRecord:
        line, column = self.place(at)
        return BadRecord(f"line {line}, column {column}: expected {wanted}, got {got}")

    def warning(self, at: int, what: str) -> str:
        """Return a warning about what stands at an offset."""
        return f"line {self.place(at)[0]}: {what}"


def _decoded(data: bytes) -> str:
    """UTF-16 by its mark, else UTF-8, else the code pages of Western Europe (PBN 2.1, 2.2)."""
    marked = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in (*(("utf-16",) if marked else ()), "utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def games(source: Source) -> Iterator[Game]:
    """The games of a file; one that stops being PBN carries the fault. Text without tags is no game."""
    nearest: dict[str, str] = {}
    lasting: dict[str, Tag] = {}
    for block in _games(source):
        if not block.tags:
            yield Game(0, (), {}, fault=block.fault)
            continue
        first, *others = _split(block.tags)
        yield _inherit(source, first, nearest, lasting, block)
        for tags in others:
            yield _inherit(source, tags, nearest, lasting)


class _Block:
    """What stands between semi-empty lines."""

    def __init__(self, source: Source) -> None:
        self.tags: list[Tag] = []
        self.names: set[str] = set()
        self.before: list[Piece] = []
        self.escapes: list[str] = []
        self.fault: BadRecord | None = None
        self.warnings: list[str] = []
        self._source = source

    def add(self, piece: Piece) -> None:
        if piece.text in ("", "}"):  # the brace closes a comment within a comment (3.8)
            return
        if self.tags:
            self.tags[-1].pieces.append(piece)
        else:
            self.before.append(piece)

    def begin(self, tag: Tag) -> None:
        self.tags.append(tag)
        if tag.name != "Note":
            self.names.add(tag.name)

    def goes_on_in(self, other: _Block) -> bool:
        """Whether another block is of the same game: just one of them has the deal, and no tag is in both."""
        if not other.tags:
            return other.fault is None
        own, others = self.names, other.names
        if self.fault is not None or not own.isdisjoint(others):
            return False
        return ("Deal" in own and "Board" not in others) or ("Deal" not in own and "Deal" in others)

    def take(self, other: _Block) -> None:
        """Adds what stands in a block behind this one; its tags as far as they are none of this one's."""
        self.take_rows(other)
        self.tags[-1].pieces.extend(replace(piece, comment=True) for piece in other.before)
        values = {tag.name: tag.value for tag in self.tags}
        known = frozenset(self.names)
        for tag in other.tags:
            if tag.name not in known:
                self.begin(tag)
            elif tag.pieces or (not _tells_nothing(tag) and tag.value != values[tag.name]):
                what = f"{_shown(tag)} stands apart from any game, and the game before has that tag: not read"
                self.warnings.append(self._source.warning(tag.at, what))
        self.escapes += other.escapes
        self.fault = self.fault or other.fault
        self.warnings += other.warnings

    def take_rows(self, other: _Block) -> None:
        """Adds the calls or cards that stand behind an empty line, ahead of the tags of a block."""
        if self.tags[-1].name in ("Auction", "Play"):
            rows = list(takewhile(_is_row, other.before))
            self.tags[-1].pieces.extend(rows)
            del other.before[: len(rows)]


_ROW = re.compile(
    r"(?:\s*+(?:pass|ap|[1-7](?:nt?|[cdhs])|[pdrx]|xx|[shdc](?:10|[2-9tjqka])|=\d+=|\$\d+|[-+*!?]+)(?!\w))++\s*",
    re.IGNORECASE | re.ASCII,
)


def _is_row(piece: Piece) -> bool:
    return not piece.comment and _ROW.fullmatch(piece.text) is not None


def _games(source: Source) -> Iterator[_Block]:
    """The blocks of the games; one that tells nothing of a game, as one of total scores, goes to the last."""
    last: _Block | None = None
    for block in _held(source):
        headless = block.fault is None and block.names.isdisjoint(OF_A_GAME)
        if headless and last is not None and "Deal" in last.names:
            last.take(block)
            continue
        if last is not None:
            yield last
        last = block
    if last is not None:
        yield last


def _held(source: Source) -> Iterator[_Block]:
    """The blocks with the tags of a game, or with a fault.

    Semi-empty lines within a game do not end it: what has no deal and repeats no tag belongs to the game
    before, or else to the one behind, as the head of a file does.
    """
    last: _Block | None = None
    for block in _blocks(source):
        if last is None or not last.tags:
            if last is not None:
                yield last
            last = block if block.tags or block.fault is not None else None
            continue
        last.take_rows(block)
        if last.goes_on_in(block):
            last.take(block)
        else:
            yield last
            last = block
    if last is not None:
        yield last


def _blocks(source: Source) -> Iterator[_Block]:
    """The blocks of a file; a semi-empty line ends one that has tags, unless it stands in a comment (3)."""
    block = _Block(source)
    for token in _TOKEN.finditer(source.text):
        match token.lastgroup:
            case "tag":
                value = token["value"]
                if "\\" in value:
                    value = _UNESCAPE.sub(r"\1", value)
                block.begin(Tag(token["name"], value, token.start("value")))
            case "loose":
                block.begin(Tag(token["loose_name"], token["loose_value"], token.start("loose_value")))
            case "bare":
                tag = Tag(
                    token["bare_name"], token["bare_value"].strip(_OTHER_QUOTES), token.start("bare_value")
                )
                block.begin(tag)
                what = f"{token[0]} is read as {_shown(tag)}: a value stands in double quotes"
                block.warnings.append(source.warning(tag.at, what))
            case "text":
                block.add(Piece(token[0].rstrip(), token.start()))
            case "comment" | "unclosed":
                block.add(Piece(_comment(token[0][1:].removesuffix("}")), token.start(), comment=True))
            case "line":
                block.add(Piece(_comment(_NEXT_LINE.sub("\n", token[0][1:])), token.start(), comment=True))
            case "escape" if not _VERSION.match(token[0]):
                block.escapes.append(token[0][1:].rstrip())
            case "end" if block.tags:
                yield block
                block = _Block(source)
            case "broken" | "endless" if block.fault is None:
                block.fault = _broken(source, token)
    yield block


def _comment(text: str) -> str:
    text = text.strip()
    return _SOFT_BREAK.sub("", text) if len(text) > 200 else text


def _broken(source: Source, token: re.Match[str]) -> BadRecord:
    wanted = {"[": 'a whole tag like [Board "1"]', "{": "a comment that a } closes"}.get(token[0][0], "text")
    return source.refusal(token.start(), wanted, repr(token[0][:60]))


def _split(tags: Sequence[Tag]) -> list[Sequence[Tag]]:
    """The games of a block: more than one where the writer left out the empty lines.

    A new one begins with a name that repeats while another Deal is still to come. Notes repeat anyway.
    """
    if sum(tag.name == "Deal" for tag in tags) < 2:
        return [tags]
    last_deal = max(place for place, tag in enumerate(tags) if tag.name == "Deal")
    found: list[Sequence[Tag]] = []
    names: set[str] = set()
    start = 0
    for place, tag in enumerate(tags[: last_deal + 1]):
        if tag.name in names:
            found.append(tags[start:place])
            start, names = place, set()
        if tag.name != "Note":
            names.add(tag.name)
    return [*found, tags[start:]]


def _inherit(
    source: Source,
    tags: Sequence[Tag],
    nearest: dict[str, str],
    lasting: dict[str, Tag],
    block: _Block | None = None,
) -> Game:
    """A game with its `#` values, from the nearest game before, and the `##` values of all games (4.8).

    Of a tag that repeats the first counts (3.4), but one that tells something before one that is "" or "?".
    """
    block, own = block or _Block(source), list(tags)
    fault, warnings = block.fault, list(block.warnings)
    counting = dict(lasting)
    seen: dict[str, Tag] = {}
    for place, tag in enumerate(own):
        if tag.value.startswith(("#", " ")):
            if tag.value == "#" and tag.name not in nearest:
                what = f"{_shown(tag)} means the value of the game before, and no game before has one"
                warnings.append(source.warning(tag.at, what))
            own[place] = tag = _inherited(tag, nearest, lasting)
        before = seen.get(tag.name)
        if before is None or (_untold(before) and not _untold(tag)):
            seen[tag.name] = tag
        elif tag.name != "Note" and (tag.pieces or (not _tells_nothing(tag) and tag.value != before.value)):
            what = f"{_shown(tag)} repeats a tag of the same game, of which the first counts (PBN 2.1, 3.4)"
            warnings.append(source.warning(tag.at, what))
    for name, tag in seen.items():
        nearest[name] = tag.value
        if name in lasting:
            lasting[name] = replace(tag, pieces=[])
    if len(lasting) > _MOST_LASTING:
        fault = source.refusal(own[0].at, f"at most {_MOST_LASTING} names with ##", "more")
        lasting.clear()
    counting.update(seen)
    start = source.text.rfind("[", 0, own[0].at)
    ahead = [replace(piece, comment=True) for piece in block.before]
    return Game(start, own, counting, ahead, block.escapes, fault, warnings)


def _untold(tag: Tag) -> bool:
    return _tells_nothing(tag) and not tag.pieces


def _tells_nothing(tag: Tag) -> bool:
    return tag.value in ("", "?")


def _shown(tag: Tag) -> str:
    """The tag as a warning shows it."""
    value = tag.value if len(tag.value) <= 60 else tag.value[:60] + "..."
    return f'[{tag.name} "{value}"]'


def _inherited(tag: Tag, nearest: dict[str, str], lasting: dict[str, Tag]) -> Tag:
    if tag.value == "#":
        return replace(tag, value=nearest.get(tag.name, ""))
    if tag.value.startswith("##"):
        lasting[tag.name] = tag = replace(tag, value=tag.value[2:])
    return replace(tag, value=tag.value[1:]) if _NOT_INHERITED.match(tag.value) else tag
