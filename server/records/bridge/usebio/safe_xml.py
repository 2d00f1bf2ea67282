"""A reader of XML for files of strangers: no entities, no other files, limited size and depth."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from html.entities import name2codepoint
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from server.errors import BadRecord

MOST_BYTES = 10 * 1024 * 1024
"""The largest number of bytes of a file."""
MOST_DEPTH = 12
"""The largest number of elements around a text; a file of results has nine."""
_DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_AMPERSAND = re.compile(r"&(?:([A-Za-z][A-Za-z0-9]*);)?(?!(?<=&)#)")
_OF_XML = frozenset(("amp", "lt", "gt", "quot", "apos"))
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def parse(data: bytes) -> Element:
    """Return the root of an XML document; names of elements and attributes are in capital letters.

    A text in UTF-8 is read as such, and another one in the declared encoding or, if it does not follow that,
    as Windows-1252. An ampersand
    that should have been escaped stands for itself. Raises BadRecord, with line and column, for a document
    that is no XML, declares an entity, is larger than `MOST_BYTES` or deeper than `MOST_DEPTH`.
    """
    if len(data) > MOST_BYTES:
        raise BadRecord(f"line 1, column 1: expected at most {MOST_BYTES} bytes of XML, got {len(data)}")
    text = _DECLARATION.sub("", _decoded(data), count=1)
    try:
        return _parsed(text)
    except expat.ExpatError:
        try:
            return _parsed(_AMPERSAND.sub(_escaped, _FORBIDDEN.sub(" ", text)))
        except expat.ExpatError as error:
            place = f"line {error.lineno}, column {error.offset + 1}"
            raise BadRecord(f"{place}: expected XML: {expat.ErrorString(error.code)}") from None


def _decoded(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    declared = _DECLARED.search(data[:200])
    name = "utf-8" if declared is None else declared[1].decode()
    # Programs that change to UTF-8 forget to say so, and no text in another encoding is UTF-8 by chance. And
    # those of Windows call their encoding by the name of Latin-1, which has no letters from 80 to 9F.
    usual = ("utf-8", "cp1252")
    for encoding in usual if _is_of_one_byte(name) else (name, *usual):
        try:
            return data.decode(encoding)
        except (LookupError, UnicodeDecodeError):
            continue
    return data.decode("cp1252", "replace")


def _is_of_one_byte(name: str) -> bool:
    """Return True for the encodings of Western letters, and for ASCII."""
    try:
        return codecs.lookup(name).name in ("ascii", "iso8859-1", "cp1252")
    except LookupError:
        return False


def _escaped(found: re.Match[str]) -> str:
    """Return an ampersand as XML demands it; an entity of HTML becomes the character for which it stands."""
    name = found[1]
    if name in _OF_XML:
        return found[0]
    return chr(name2codepoint[name]) if name in name2codepoint else f"&amp;{found[0][1:]}"


def _parsed(text: str) -> Element:
    builder = TreeBuilder()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    depth = 0

    def refuse(expected: str, got: str) -> BadRecord:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        return BadRecord(f"line {line}, column {column}: expected {expected}, got {got}")

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise refuse(f"elements at most {MOST_DEPTH} deep", name)
        builder.start(_plain(name), {_plain(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_plain(name))

    def declared(name: str, *_: object) -> None:
        raise refuse("XML without declared entities", f"the entity {name}")

    def skipped(name: str, is_parameter: bool) -> None:
        if not is_parameter:
            builder.data(chr(name2codepoint[name]) if name in name2codepoint else f"&{name};")

    handlers: dict[str, Callable[..., None]] = {
        "StartElementHandler": start,
        "EndElementHandler": end,
        "CharacterDataHandler": builder.data,
        "EntityDeclHandler": declared,
        "SkippedEntityHandler": skipped,
    }
    for name, handler in handlers.items():
        setattr(parser, name, handler)
    parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    return builder.close()


def _plain(name: str) -> str:
    return name.rpartition(":")[2].upper()
