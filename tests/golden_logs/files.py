"""The files of the golden logs: the keys of a table in Redis as readable text, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.golden_logs import product

Json = Any
LOGS = Path(__file__).parent / "logs"
VIEWS = Path(__file__).parent / "views"


def names() -> list[str]:
    """Return the names of all golden logs."""
    return sorted(path.stem for path in LOGS.glob("*.json"))


def keys_of(redis: Any, tables: list[str]) -> Json:
    """Return every key of these tables with its value; a byte is the character of its number (Latin-1)."""
    found = {}
    for table in tables:
        for key in sorted(redis.ask("KEYS", f"kibitz:{{{table}}}*")):
            found[_text(key)] = _value(redis, key)
    return found


def _value(redis: Any, key: bytes) -> Json:
    kind = _text(redis.ask("TYPE", key))
    if kind == "hash":
        fields = redis.ask("HGETALL", key)
        pairs = fields.items() if isinstance(fields, dict) else zip(fields[::2], fields[1::2], strict=True)
        return {"hash": {_text(name): _text(value) for name, value in sorted(pairs)}}
    if kind == "stream":
        return {
            "stream": [[_text(place), _pairs(fields)] for place, fields in redis.ask("XRANGE", key, "-", "+")]
        }
    raise AssertionError(f"expected a hash or a stream at {key!r}, got {kind}")


def _pairs(fields: Any) -> dict[str, str]:
    pairs = fields.items() if isinstance(fields, dict) else zip(fields[::2], fields[1::2], strict=True)
    return {_text(name): _text(value) for name, value in pairs}


def put_keys(redis: Any, keys: Json) -> None:
    """Write recorded keys to a Redis, byte for byte."""
    commands: list[tuple[Any, ...]] = []
    for key, value in keys.items():
        if "hash" in value:
            commands.append(("HSET", key, *_flat(value["hash"])))
        else:
            commands += [("XADD", key, place, *_flat(fields)) for place, fields in value["stream"]]
    product.ask_all(redis, commands)


def _flat(fields: dict[str, str]) -> Iterator[bytes]:
    for name, value in fields.items():
        yield bytes_of(name)
        yield bytes_of(value)


def _text(value: bytes | str) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def bytes_of(text: str) -> bytes:
    """Return the bytes that a text of a golden file stands for."""
    return text.encode("latin-1")


def deals_of(keys: Json, table: str) -> dict[int, list[bytes]]:
    """Return the log of each deal of a table, as the bytes of its entries."""
    start = f"kibitz:{{{table}}}:log:"
    return {
        int(key.removeprefix(start).partition(":")[0]): [
            bytes_of(fields["e"]) for _, fields in value["stream"]
        ]
        for key, value in sorted(keys.items())
        if key.startswith(start)
    }


def meta_of(keys: Json, table: str) -> dict[str, str]:
    """Return the fields of a table's hash."""
    fields: dict[str, str] = keys[f"kibitz:{{{table}}}"]["hash"]
    return fields


def read(path: Path) -> Json:
    """Return what a golden file holds."""
    return json.loads(path.read_text("utf-8"))


def write(path: Path, content: Json) -> None:
    """Write a golden file, with line breaks where a reader wants them."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(_lines(content, 0) + "\n", "utf-8")


WIDE = 110
UNSEEN = re.compile("[\\x7f-\\xa0\\xad]")
"""Characters that an editor does not show; they stand as escapes."""


def _short(value: Json) -> str:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return UNSEEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def _lines(value: Json, depth: int) -> str:
    short = _short(value)
    if len(short) + depth <= WIDE or not isinstance(value, dict | list) or depth >= 5:
        return short
    space, end = "\n" + " " * (depth + 1), "\n" + " " * depth
    if isinstance(value, list):
        return "[" + space + f",{space}".join(_lines(each, depth + 1) for each in value) + end + "]"
    items = (f"{_short(key)}:{_lines(each, depth + 1)}" for key, each in value.items())
    return "{" + space + f",{space}".join(items) + end + "}"
