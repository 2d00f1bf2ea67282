"""The values of a JSON file with texts and positions, for errors that name line, column and JSON path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Raw, Struct

from protocol.v1.nesting import json_is_deeper
from server.errors import BadRecord

_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_TOKEN = re.compile(rb"(?s:" + _STRING + rb')|[{}\[\],:]|[^\s"{}\[\],:]++')
_GAP = re.compile(rb"[\s,]*")
_KEY = re.compile(rb"[\s,]*(?s:(" + _STRING + rb"))\s*:\s*")
_HALF_PAIR = re.compile(rb"\\u[dD](?:[89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F])")
MAX_DEPTH = 200
"""The largest depth to which lists and objects of a JSON file may be nested."""
_ANYTHING = msgspec.json.Decoder(Raw)
_ELEMENTS = msgspec.json.Decoder(list[Raw])
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


class Item(Struct, frozen=True):
    """A JSON value as text, with its JSON path in the file and its line and column, both from 1."""

    text: bytes
    path: str = "$"
    line: int = 1
    column: int = 1

    def line_of(self, key: bytes) -> int:
        """Return the line of a key's first occurrence in this item's text, or 0 if the key is missing."""
        at = self.text.find(b'"' + key + b'"')
        return 0 if at < 0 else self.line + self.text.count(b"\n", 0, at)

    def place_of(self, path: str) -> tuple[int, int]:
        """Return the line and the column in the file of the JSON value at `path`, a path within this item."""
        return _after(self.text[: _find(self.text, path)[1]], self.line, self.column)

    def fault(self, error: str, path: str = "$", by_key: bool = False) -> str:
        """Return an error text with the line and the column in the file of the JSON value at `path`.

        `path` is a JSON path that starts at the value of this item. If `by_key` is True, the error names the
        line and the column of the JSON key before the value at `path`.
        """
        key, at = _find(self.text, path)
        return self._positioned(error, path, key if by_key and key is not None else at)

    def key_faults(self, errors: Mapping[str, str]) -> Iterator[str]:
        """Yield the texts of errors about JSON keys, each with line and column, in the order of the file.

        `errors` maps the JSON path of a key to the text of the error about this key.
        """
        left = dict(errors)
        for path, key, _ in _nodes(self.text) if left else ():
            if key is not None and path in left:
                yield self._positioned(left.pop(path), path, key)
                if not left:
                    return

    def _positioned(self, error: str, path: str, at: int) -> str:
        line, column = _after(self.text[:at], self.line, self.column)
        return f"line {line}, column {column}: {error} - at `{self.path}{path[1:]}`"

    def refusal(self, error: msgspec.DecodeError, words: Mapping[str, Sequence[str]]) -> str:
        """Return the text of an error that msgspec raised about JSON, with line and column in the file.

        `words` maps the name of each field with only a few allowed values to these values.
        """
        if not isinstance(error, msgspec.ValidationError):
            half_pair = _HALF_PAIR.search(self.text)
            return self._positioned(
                f"expected text, got half of a surrogate pair: {error}",
                "$",
                half_pair.start() if half_pair else 0,
            )
        found = re.fullmatch(r"(.*) - at `(.*)`", str(error), re.DOTALL)
        what, path = (found[1], found[2]) if found else (str(error), "$")
        return self._refused(what, path.partition("[...]")[0], words)

    def _refused(self, what: str, path: str, words: Mapping[str, Sequence[str]]) -> str:
        unknown = re.fullmatch(r"Object contains unknown field `(.*)`", what, re.DOTALL)
        if unknown is not None:
            what = f"expected a field of the format, got the unknown field `{unknown[1]}`"
            return self.fault(what, f"{path}.{unknown[1]}", by_key=True)
        missing = re.fullmatch(r"Object missing required field `(.*)`", what)
        if missing is not None:
            return self.fault(f"expected the required field `{missing[1]}`, got an object without it", path)
        value = re.fullmatch(r"Invalid enum value (.*)", what, re.DOTALL)
        name = path.rpartition(".")[2]
        if value is not None and name in words:
            return self.fault(f"expected {' or '.join(words[name])}, got {value[1]}", path)
        got = "" if ", got " in what else f", got {self.shown(path)}"
        return self.fault(what[0].lower() + what[1:] + got, path)

    def shown(self, path: str) -> str:
        """Return the beginning of the JSON value at a path, in the form in which errors quote it."""
        at = _find(self.text, path)[1]
        return _excerpt(self.text[at:])

    def value(self) -> object:
        """Return the JSON value of this item in decoded form.

        Raises BadRecord for a repeated key, and for half of a surrogate pair, in the JSON.
        """
        try:
            if b"\\u" in self.text:
                msgspec.json.decode(self.text)
            return _DISTINCT.decode(self.text.decode())
        except msgspec.DecodeError as error:
            raise BadRecord(self.refusal(error, {})) from None
        except KeyError:
            key, at, path = _repeated(self.text)
            raise BadRecord(
                self._positioned(f"expected each key once in an object, got {key} twice", path, at)
            ) from None

    def objects(self, wanted: str) -> Iterator[Item]:
        """Yield the JSON objects of the list that this item holds.

        Raises BadRecord at the first item of the list that is not an object; the error says that `wanted` was
        expected.
        """
        for each in self._elements():
            if not each.text.startswith(b"{"):
                raise BadRecord(each.fault(f"expected {wanted} (a JSON object), got {each.shown('$')}"))
            yield each

    def _elements(self) -> Iterator[Item]:
        line, column, seen, end = self.line, self.column, 0, 1
        for place, raw in enumerate(_ELEMENTS.decode(self.text)):
            found = _GAP.match(self.text, end)
            start = end if found is None else found.end()
            line, column = _after(self.text[seen:start], line, column)
            text = bytes(raw)
            yield Item(text, f"{self.path}[{place}]", line, column)
            seen, end = start, start + len(text)

    def members(self, most: int) -> dict[str, Item]:
        """Return the values of the JSON object that this item holds, by their keys.

        Raises BadRecord for a JSON object with a repeated key or with more than `most` keys.
        """
        line, column, seen, end = self.line, self.column, 0, 1
        held: dict[str, Item] = {}
        values = _MEMBERS.decode(self.text)
        if len(values) > most:
            raise BadRecord(self.fault(f"expected at most {most} keys, got {len(values)}"))
        for key, raw in values.items():
            found, text = _KEY.match(self.text, end), bytes(raw)
            if found is None or json.loads(found[1]) != key or not self.text.startswith(text, found.end()):
                break
            line, column = _after(self.text[seen : found.end()], line, column)
            held[key] = Item(text, f"{self.path}.{key}", line, column)
            seen, end = found.end(), found.end() + len(text)
        if self.text[end:].strip(b", \t\r\n") != b"}":
            self.value()
        return held


def item_of(text: str | bytes, wanted: str) -> Item:
    """Return the single JSON value that a file holds.

    Raises BadRecord, with line and column, if the file is not valid JSON in UTF-8; the error says that
    `wanted` was expected.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    data = data.removeprefix(b"\xef\xbb\xbf")
    if json.detect_encoding(data) not in ("utf-8", "utf-8-sig"):
        raise BadRecord(
            f"line 1, column 1: expected {wanted} in UTF-8, got {json.detect_encoding(data).upper()}"
        )
    if json_is_deeper(data, MAX_DEPTH):
        raise BadRecord(
            f"{_place(data, _too_deep(data))}: expected {wanted}, got JSON nested too deeply,"
            f" more than {MAX_DEPTH} levels"
        )
    try:
        data.decode("utf-8")
        _ANYTHING.decode(data)
    except UnicodeDecodeError as error:
        raise BadRecord(
            f"{_place(data, error.start)}: expected {wanted} in UTF-8, got byte {data[error.start]:#x}"
        ) from None
    except msgspec.DecodeError as error:
        raise BadRecord(_broken(data, wanted, str(error))) from None
    start = len(data) - len(data.lstrip())
    return Item(data.strip(), "$", *_after(data[:start], 1, 1))


def _broken(data: bytes, wanted: str, error: str) -> str:
    """Return an error text with the line and the column at which a file stops being valid JSON."""
    found = re.search(r"\(byte (\d+)\)", error)
    at = int(found[1]) if found else len(data)
    if found is None and _is_whole(data):
        half_pair = _HALF_PAIR.search(data)
        at = half_pair.start() if half_pair else 0
        return f"{_place(data, at)}: expected {wanted}, got half of a surrogate pair"
    if at >= len(data):
        return f"{_place(data, len(data))}: expected {wanted}, got a file that is truncated there"
    why = error[: error.rindex(" (byte")].removeprefix("JSON is malformed: ")
    return f"{_place(data, at)}: expected {wanted}, got {_excerpt(data[at:])} ({why})"


def _is_whole(data: bytes) -> bool:
    """Return True if Python's JSON decoder accepts the file, which msgspec's decoder has refused.

    Then its only error is half of a surrogate pair.
    """
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def _excerpt(text: bytes) -> str:
    found = _TOKEN.match(text[:200])
    token = found[0] if found else text[:1]
    token = text[:40] if token in (b"{", b"[") else token
    start = token[:40].decode("utf-8", "replace")
    return start if start.isprintable() and start[:1] in '"-0123456789' else repr(start)


def _place(data: bytes, at: int) -> str:
    """Return the line and the column of an offset in a file as text for an error."""
    line, column = _after(data[:at], 1, 1)
    return f"line {line}, column {column}"


def _after(passed: bytes, line: int, column: int) -> tuple[int, int]:
    """Return the line and the column after the bytes `passed`, which begin at `line` and `column`.

    Columns are counted in characters, not in bytes.
    """
    lines = passed.count(b"\n")
    if lines:
        line, column, passed = line + lines, 1, passed[passed.rindex(b"\n") + 1 :]
    return line, column + (len(passed) if passed.isascii() else len(passed.decode("utf-8", "replace")))


def _too_deep(data: bytes) -> int:
    """Return the offset of the first JSON list or object nested more than `MAX_DEPTH` levels deep."""
    depth = 0
    for token in _TOKEN.finditer(data):
        depth += (token[0] in (b"[", b"{")) - (token[0] in (b"]", b"}"))
        if depth > MAX_DEPTH:
            return token.start()
    return 0


def _nodes(text: bytes) -> Iterator[tuple[str, int | None, int]]:
    """Yield for every value in a valid JSON text its path, the offset of its key, and its own offset.

    The offset of the key is None for a JSON value without a key.

    A JSON list or object is yielded before the values that it contains.
    """
    paths, keys = ["$"], [-1]
    """The JSON path of each open list or object, and the index of its next value, or -1 for an object."""
    key: tuple[str, int] | None = None
    naming = False
    for token in _TOKEN.finditer(text):
        mark, at = token[0], token.start()
        if mark in (b"]", b"}"):
            paths.pop()
            keys.pop()
            naming = False
        elif mark == b",":
            naming = keys[-1] < 0
            keys[-1] += keys[-1] >= 0
        elif mark == b":":
            naming = False
        elif naming:
            key = (f".{json.loads(mark)}", at)
        else:
            step = "" if len(paths) == 1 else key[0] if keys[-1] < 0 and key else f"[{keys[-1]}]"
            path = paths[-1] + step
            yield path, key[1] if key and keys[-1] < 0 and len(paths) > 1 else None, at
            if mark in (b"[", b"{"):
                paths.append(path)
                keys.append(0 if mark == b"[" else -1)
                naming = mark == b"{"


def _find(text: bytes, path: str) -> tuple[int | None, int]:
    """Return the offsets of the JSON key and value at a path, or None and 0 if the path does not exist."""
    return next(((key, at) for name, key, at in _nodes(text) if name == path), (None, 0))


def _repeated(text: bytes) -> tuple[str, int, str]:
    """Return the first key that occurs twice in its JSON object: its text, its offset and its path."""
    seen: set[str] = set()
    for path, key, _ in _nodes(text):
        if key is not None and path in seen:
            return _excerpt(text[key:]), key, path
        seen.add(path)
    return "a key", 0, "$"


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    held = dict(pairs)
    if len(held) != len(pairs):
        raise KeyError
    return held


def _whole(digits: str) -> int | str:
    """Return a JSON integer, or its digits as text if it has 19 digits or more."""
    return int(digits) if len(digits) < 19 else digits


_DISTINCT = json.JSONDecoder(object_pairs_hook=_distinct, parse_int=_whole)
