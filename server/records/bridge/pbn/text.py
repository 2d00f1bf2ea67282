"""The import format of PBN 2.1: a file's games as tags, sections and comments, not yet interpreted."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec import Struct, field
from msgspec.structs import replace

from server.errors import BadRecord


class Piece(Struct, frozen=True, gc=False):
    """A piece of the text after a PBN tag: lines of text, or a comment.

    `at` is the offset in the file of the piece of text.
    """

    text: str
    at: int
    comment: bool = False


class Tag(Struct, frozen=True):
    """A PBN tag with its value and the pieces of text after it; `at` is the value's offset in the file."""

    name: str
    value: str
    at: int
    pieces: list[Piece] = field(default_factory=list)


class Game(Struct, frozen=True):
    """A game of a PBN file.

    `own` are the tags that stand in the game itself, in the order of the file. `tags` are the tags that apply
    to the game, by name, including the tags that the game inherits from earlier games.

    `before` are the comments before the first tag of the game. `escapes` are the texts of the lines that
    begin with %, without the %. `fault` is the reason why the game cannot be read, or None. `warnings` are
    texts, each with a line number, about content that was not read or does not follow PBN.
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
        """Return True if one of the game's own tags describes a game, not the whole file or the event."""
        return not OF_A_GAME.isdisjoint(tag.name for tag in self.own)


OF_A_GAME = frozenset(("Deal", "Board", "Auction", "Play", "Contract", "Declarer", "Result"))
"""The PBN tags that describe a single game, not the whole file or the event."""

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
"""The pattern for the tokens of PBN (PBN 2.1, 2.4, 3, 3.2).

The group `loose` is a tag whose value has an unescaped quote or backslash. The group `bare` is a tag whose
value has no double quotes and does not end with a colon. The group `unclosed` is a comment without a closing
brace, before tags and another comment; it ends where these tags begin.
"""

_OTHER_QUOTES = "'‘’“”„«»`"
"""The quotation marks that some PBN files have around a value, although the standard does not have them."""

_MOST_LASTING = 200
"""The largest number of PBN tags with `##`, which all later games inherit; every game gets a copy of them."""

_UNESCAPE = re.compile(r'\\(["\\])')
_NEXT_LINE = re.compile(r"\n[ \t]*;")
_SOFT_BREAK = re.compile(r"(?<=[^\n]{200} )\n(?!\n)")
"""The pattern for a line break that a program inserted to wrap a long comment.

Such a line break follows a blank, at least 200 characters into the line, and no empty line follows it.
"""

_NOT_INHERITED = re.compile(r"[ ]+#")
"""The pattern for blanks before a # in a value, which show that the value is not inherited."""

_VERSION = re.compile(r"%\s*(?:PBN\s+\d|EXPORT\s*$)")


class Source:
    """The text of a PBN file with line feeds as the only line breaks, and without a byte order mark."""

    def __init__(self, text: str | bytes) -> None:
        decoded = text if isinstance(text, str) else _decoded(text)
        decoded = decoded.removeprefix("\ufeff").replace("\r\r\n", "\n")
        self.text = decoded.replace("\r\n", "\n").replace("\r", "\n")
        self._starts = [0, *[found.end() for found in re.finditer("\n", self.text)]]

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and the column of an offset in the file, both from 1."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def refusal(self, at: int, wanted: str, got: str) -> BadRecord:
        line, column = self.place(at)
        return BadRecord(f"line {line}, column {column}: expected {wanted}, got {got}")

    def warning(self, at: int, warning: str) -> str:
        """Return the text of a warning, with the number of the line at the offset `at` in the file."""
        return f"line {self.place(at)[0]}: {warning}"


def _decoded(data: bytes) -> str:
    """Return bytes as text: UTF-16 if so marked, else UTF-8 or Western European (PBN 2.1, 2.2)."""
    marked = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in (*(("utf-16",) if marked else ()), "utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def games(source: Source) -> Iterator[Game]:
    """Yield the games of a PBN file; a game that is not valid PBN has a `fault`.

    A text without PBN tags is not a game.
    """
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
    """A block of a PBN file: the content between two lines that are empty or blank."""

    def __init__(self, source: Source) -> None:
        self.tags: list[Tag] = []
        self.names: set[str] = set()
        self.before: list[Piece] = []
        self.escapes: list[str] = []
        self.fault: BadRecord | None = None
        self.warnings: list[str] = []
        self._source = source

    def add(self, piece: Piece) -> None:
        # Ignore the last } of `{a {b}}`: the first } has already closed the whole comment (3.8).
        if piece.text in ("", "}"):
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
        """Return True if another block of the file belongs to the same game.

        Two blocks of a PBN file belong to the same game if exactly one of them has the tag Deal, and no tag
        occurs in both.
        """
        if not other.tags:
            return other.fault is None
        own, others = self.names, other.names
        if self.fault is not None or not own.isdisjoint(others):
            return False
        return ("Deal" in own and "Board" not in others) or ("Deal" not in own and "Deal" in others)

    def take(self, other: _Block) -> None:
        """Add the content of the next block, `other`, to this block, except tags that it already has."""
        self.take_rows(other)
        self.tags[-1].pieces.extend(replace(piece, comment=True) for piece in other.before)
        values = {tag.name: tag.value for tag in self.tags}
        known = frozenset(self.names)
        for tag in other.tags:
            if tag.name not in known:
                self.begin(tag)
            elif tag.pieces or (not _has_no_value(tag) and tag.value != values[tag.name]):
                reason = "belongs to no game, and the game before it has this tag"
                warning = f"{_tag_text(tag)} {reason}, so it is not read"
                self.warnings.append(self._source.warning(tag.at, warning))
        self.escapes += other.escapes
        self.fault = self.fault or other.fault
        self.warnings += other.warnings

    def take_rows(self, other: _Block) -> None:
        """Add to this block the calls or cards at the start of `other`, which an empty line has cut off."""
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
    """Yield the blocks of a PBN file that describe games.

    A block of a PBN file that does not describe a game, such as a table of total scores, is added to the game
    before it.
    """
    last: _Block | None = None
    for block in _joined_blocks(source):
        headless = block.fault is None and block.names.isdisjoint(OF_A_GAME)
        if headless and last is not None and "Deal" in last.names:
            last.take(block)
            continue
        if last is not None:
            yield last
        last = block
    if last is not None:
        yield last


def _joined_blocks(source: Source) -> Iterator[_Block]:
    """Yield the blocks of a PBN file after joining the blocks that belong to the same game.

    A blank line within a PBN game does not end the game. A block of a PBN file without the tag Deal belongs
    to the game before it, unless it repeats a tag of that game. A block of a PBN file that repeats a tag
    belongs to the game after it, as the tags at the head of a file do.
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
    """Yield the blocks of a PBN file, which blank lines divide.

    A blank line ends a block with tags, unless the line is in a comment (PBN 2.1, 3).
    """
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
                warning = f"{token[0]} is read as {_tag_text(tag)}, because a value must be in double quotes"
                block.warnings.append(source.warning(tag.at, warning))
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
    """Divide the tags of a block into those of its games.

    If a file has no blank lines between its games, a block has several. The next game of a block begins at
    the first tag that has the name of an earlier tag, as long as another tag Deal follows. The tag Note of
    PBN may occur several times in a game.
    """
    if sum(tag.name == "Deal" for tag in tags) < 2:
        return [tags]
    last_deal = max(index for index, tag in enumerate(tags) if tag.name == "Deal")
    found: list[Sequence[Tag]] = []
    names: set[str] = set()
    start = 0
    for index, tag in enumerate(tags[: last_deal + 1]):
        if tag.name in names:
            found.append(tags[start:index])
            start, names = index, set()
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
    """Return a game with the values of tags that it inherits from games before it (PBN 2.1, 4.8).

    The tag value `#` stands for the value in the nearest earlier game, and a value that begins with `##`
    applies to all later games. If a PBN game repeats a tag, the first occurrence counts (PBN 2.1, 3.4),
    unless its value is "" or "?" and a later occurrence has another value.
    """
    block, own = block or _Block(source), list(tags)
    fault, warnings = block.fault, list(block.warnings)
    counting = dict(lasting)
    seen: dict[str, Tag] = {}
    for index, tag in enumerate(own):
        if tag.value.startswith(("#", " ")):
            if tag.value == "#" and tag.name not in nearest:
                warning = (
                    f"{_tag_text(tag)} stands for the value in the game before, but no earlier game has it"
                )
                warnings.append(source.warning(tag.at, warning))
            own[index] = tag = _inherited(tag, nearest, lasting)
        before = seen.get(tag.name)
        if before is None or (_is_empty(before) and not _is_empty(tag)):
            seen[tag.name] = tag
        elif tag.name != "Note" and (tag.pieces or (not _has_no_value(tag) and tag.value != before.value)):
            warning = (
                f"{_tag_text(tag)} repeats a tag of the same game, of which the first counts (PBN 2.1, 3.4)"
            )
            warnings.append(source.warning(tag.at, warning))
    for name, tag in seen.items():
        nearest[name] = tag.value
        if name in lasting:
            lasting[name] = replace(tag, pieces=[])
    if len(lasting) > _MOST_LASTING:
        fault = source.refusal(own[0].at, f"at most {_MOST_LASTING} values that begin with ##", "more")
        lasting.clear()
    counting.update(seen)
    start = source.text.rfind("[", 0, own[0].at)
    ahead = [replace(piece, comment=True) for piece in block.before]
    return Game(start, own, counting, ahead, block.escapes, fault, warnings)


def _is_empty(tag: Tag) -> bool:
    return _has_no_value(tag) and not tag.pieces


def _has_no_value(tag: Tag) -> bool:
    return tag.value in ("", "?")


def _tag_text(tag: Tag) -> str:
    """Return a PBN tag for a warning, with its value shortened to 60 characters."""
    value = tag.value if len(tag.value) <= 60 else tag.value[:60] + "..."
    return f'[{tag.name} "{value}"]'


def _inherited(tag: Tag, nearest: dict[str, str], lasting: dict[str, Tag]) -> Tag:
    if tag.value == "#":
        return replace(tag, value=nearest.get(tag.name, ""))
    if tag.value.startswith("##"):
        lasting[tag.name] = tag = replace(tag, value=tag.value[2:])
    return replace(tag, value=tag.value[1:]) if _NOT_INHERITED.match(tag.value) else tag
