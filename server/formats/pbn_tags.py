"""Portable Bridge Notation 2.1, import format: the games of a file as tags, whatever the tags mean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from server.errors import BadRecord


class Tag(Struct, frozen=True):
    """A tag pair: the line and column of its value, from 1, and the lines of its section by line number."""

    name: str
    value: str
    line: int
    column: int
    section: list[tuple[int, str]] = field(default_factory=list)


class Game(Struct, frozen=True):
    """One game: the line on which it begins, and its tags with inherited values filled in."""

    line: int
    tags: tuple[Tag, ...]

    def tag(self, name: str) -> Tag | None:
        """The first tag of that name (3.4), but one that tells something before one that is "" or "?"."""
        named = [tag for tag in self.tags if tag.name == name]
        return next((tag for tag in named if tag.value not in ("", "?")), named[0] if named else None)


_TOKEN = re.compile(
    r"""(?P<escape>(?m:^)%[^\n]*)
    |(?P<comment>;[^\n]*|\{[^}]*\})
    |(?P<end>\n[ \t\n]*\n)
    |(?P<blank>[ \t\f\v\x1a]+|\n)
    |(?P<tag>\[\s*(?P<name>[A-Za-z0-9_]+)\s*"(?P<value>(?:[^"\\\n]++|\\.)*+)"\s*\])
    |(?P<loose>\[[ \t]*(?P<loose_name>[A-Za-z0-9_]+)[ \t]*"(?P<loose_value>.*)"[ \t]*\](?=[ \t]*(?:\n|\Z)))
    |(?P<text>(?:"[^"\n\x00-\x1f]*+"|[^\["{;\n\x00-\x08\x0e-\x1f\x7f]++|")++)
    |(?P<broken>.+)
    """,
    re.VERBOSE,
)
"""What PBN is made of (2.4, 3, 3.2). `loose` is a tag whose value holds a quote or a backslash unescaped."""

_MOST_LASTING = 200
"""PBN has about a hundred tags; every game carries all that last, so their number must have a bound."""

_UNESCAPE = re.compile(r'\\(["\\])')


def games(text: str | bytes) -> Iterator[Game]:
    """The games of a file; bytes are UTF-8, or else Latin-1. Raises BadRecord where it stops being PBN."""
    nearest: dict[str, str] = {}
    lasting: dict[str, Tag] = {}
    for tags in _blocks(plain(text)):
        for game in _split(tags):
            yield _inherit(game, nearest, lasting)


def plain(text: str | bytes) -> str:
    """The text without byte order mark, its lines divided by line feeds alone."""
    told = text if isinstance(text, str) else _decoded(text)
    return told.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


class _Places:
    """Lines and columns of a text, both from 1."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def of(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1


def _blocks(text: str) -> Iterator[list[Tag]]:
    """The tags between semi-empty lines, which end a game unless they stand in a comment (3)."""
    tags: list[Tag] = []
    places = _Places(text)
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "tag" | "loose":
                tags.append(_tag(token, places))
            case "text" if tags:
                tags[-1].section.append((places.of(token.start())[0], token[0].rstrip()))
            case "end" if tags:
                yield tags
                tags = []
            case "broken":
                raise _broken(token, places)
    if tags:
        yield tags


def _tag(token: re.Match[str], places: _Places) -> Tag:
    prefix = "" if token.lastgroup == "tag" else "loose_"
    value = token[f"{prefix}value"]
    line, column = places.of(token.start(f"{prefix}value"))
    return Tag(token[f"{prefix}name"], value if prefix else _UNESCAPE.sub(r"\1", value), line, column)


def _broken(token: re.Match[str], places: _Places) -> BadRecord:
    line, column = places.of(token.start())
    wanted = {"[": 'a whole tag like [Board "1"]', "{": "a comment that a } closes"}.get(token[0][0], "text")
    return BadRecord(f"line {line}, column {column}: expected {wanted}, got {token[0][:60]!r}")


def _split(tags: Sequence[Tag]) -> Iterator[list[Tag]]:
    """The games of a block: more than one where the writer left out the empty lines.

    A new one begins with a name that repeats while another Deal is still to come. Notes repeat anyway.
    """
    last_deal = max((place for place, tag in enumerate(tags) if tag.name == "Deal"), default=-1)
    game: list[Tag] = []
    names: set[str] = set()
    for place, tag in enumerate(tags):
        if tag.name in names and place <= last_deal:
            yield game
            game, names = [], set()
        game.append(tag)
        if tag.name != "Note":
            names.add(tag.name)
    yield game


def _inherit(tags: Sequence[Tag], nearest: dict[str, str], lasting: dict[str, Tag]) -> Game:
    """A game with its `#` values, from the nearest game before, and the `##` values of all games (4.8)."""
    own = [_inherited(tag, nearest, lasting) for tag in tags]
    names = {tag.name for tag in own}
    for tag in own:
        nearest[tag.name] = tag.value
        if tag.name in lasting:
            lasting[tag.name] = tag
    return Game(tags[0].line, (*own, *(tag for name, tag in lasting.items() if name not in names)))


def _inherited(tag: Tag, nearest: dict[str, str], lasting: dict[str, Tag]) -> Tag:
    if tag.value == "#":
        return replace(tag, value=nearest.get(tag.name, ""))
    if tag.value.startswith("##"):
        lasting[tag.name] = tag = replace(tag, value=tag.value[2:])
        if len(lasting) > _MOST_LASTING:
            raise BadRecord(f"line {tag.line}: expected at most {_MOST_LASTING} names with ##, got more")
    return tag
