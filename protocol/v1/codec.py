"""Both encodings of protocol v1: the same data model as msgpack and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol, get_args

import msgspec
from msgspec import Struct

from protocol.v1.faults import fault_words
from protocol.v1.nesting import json_is_deeper, msgpack_is_deeper
from protocol.v1.requests import MAX_ID, ToServer
from protocol.v1.updates import ToClient

MAX_FRAME_BYTES = 4096
"""The largest frame that a client may send."""
MAX_UPDATE_BYTES = 1 << 20
"""The largest that a client accepts."""
MAX_DEPTH = 32
"""How many levels of lists and objects a message may have."""


class InvalidMessage(ValueError):
    """A frame is not a message of this protocol; the text says what was expected, and where (a JSON path).

    `id` is that of the request, 0 where it has none or none that can be read.
    """

    id: int = 0


class UnknownTag(InvalidMessage):
    """A message of a kind that this version does not know."""


class Codec(Protocol):
    """One encoding. `binary`: its frames are binary, not text."""

    name: str
    binary: bool

    def encode(self, value: object) -> bytes: ...

    def decoder(self, kind: Any) -> Callable[[bytes], Any]:
        """What reads a whole frame as `kind`, strictly; it raises one of `FAULTS`, or InvalidMessage."""
        ...

    def check(self, frame: bytes) -> None:
        """Raise InvalidMessage for a well-formed frame that the decoder reads, but that is ambiguous."""
        ...

    def plain(self, frame: bytes, limit: int = ...) -> Any:
        """The frame as dicts, lists, strings, numbers, booleans and None. Raises InvalidMessage."""
        ...


FAULTS = (msgspec.DecodeError, UnicodeDecodeError)
"""What a decoder raises for bytes that are not what it reads."""


def _too_deep() -> InvalidMessage:
    return InvalidMessage(f"expected at most {MAX_DEPTH} levels of nested lists and objects, got more")


class MsgpackCodec:
    """Subprotocol `kibitz.v1.msgpack`. No field holds binary data or an extension type."""

    name = "kibitz.v1.msgpack"
    binary = True

    def __init__(self) -> None:
        self.encode = msgspec.msgpack.Encoder().encode
        self._plain = self.decoder(Any)

    def decoder(self, kind: Any) -> Callable[[bytes], Any]:
        decode = msgspec.msgpack.Decoder(kind, ext_hook=_no_extension).decode

        def decode_bytes(frame: bytes) -> Any:
            if msgpack_is_deeper(frame, MAX_DEPTH):
                raise _too_deep()
            return decode(frame)

        return decode_bytes

    def check(self, frame: bytes) -> None:
        """Take every frame: of a key that comes twice the last value counts."""

    def plain(self, frame: bytes, limit: int = MAX_FRAME_BYTES) -> Any:
        return _read(self._plain, frame, limit)


def _no_extension(code: int, data: memoryview) -> object:
    raise msgspec.DecodeError(f"extension type {code} is not part of the protocol")


class JsonCodec:
    """Subprotocol `kibitz.v1.json`."""

    name = "kibitz.v1.json"
    binary = False

    def __init__(self) -> None:
        self.encode = msgspec.json.Encoder().encode
        self._plain = self.decoder(Any)

    def decoder(self, kind: Any) -> Callable[[bytes], Any]:
        decode = msgspec.json.Decoder(kind).decode

        def decode_text(frame: bytes) -> Any:
            # msgspec does not look into the strings of fields that it skips
            if not frame.isascii():
                frame.decode()
            if json_is_deeper(frame, MAX_DEPTH):
                raise _too_deep()
            return decode(frame)

        return decode_text

    def check(self, frame: bytes) -> None:
        """Raise InvalidMessage with the path of a key that an object has twice."""
        try:
            _DISTINCT.decode(frame.decode())
        except _Twice:
            path = _path_of_twice(_PAIRS.decode(frame.decode()), "$")
            key = path.rpartition(".")[2][:40]
            raise InvalidMessage(
                f"expected each key once in an object, got {key!r} twice - at `{path[:400]}`"
            ) from None
        except RecursionError as error:
            raise InvalidMessage(f"expected one well-formed value: {error}") from None

    def plain(self, frame: bytes, limit: int = MAX_FRAME_BYTES) -> Any:
        value = _read(self._plain, frame, limit)
        self.check(frame)
        return value


class _Twice(Exception):
    """An object has a key twice."""


class _Pairs(list[tuple[str, object]]):
    """An object as its keys and values in their order."""


def _distinct(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise _Twice


# numbers are left as text: only keys are looked at, and to convert a long number would take long
_DISTINCT = json.JSONDecoder(object_pairs_hook=_distinct, parse_int=str, parse_float=str)
_PAIRS = json.JSONDecoder(object_pairs_hook=_Pairs, parse_int=str, parse_float=str)


def _path_of_twice(value: object, path: str) -> str:
    """Return the path of the first key that comes twice, "" where none does."""
    if isinstance(value, _Pairs):
        seen = set()
        for key, each in value:
            below = f"{path}.{key}"
            if key in seen:
                return below
            seen.add(key)
            if found := _path_of_twice(each, below):
                return found
    elif isinstance(value, list):
        for place, each in enumerate(value):
            if found := _path_of_twice(each, f"{path}[{place}]"):
                return found
    return ""


MSGPACK: Codec = MsgpackCodec()
JSON: Codec = JsonCodec()
CODECS: dict[str, Codec] = {codec.name: codec for codec in (MSGPACK, JSON)}


class _Envelope(Struct, gc=False):
    """What can be read of a message, whatever its kind."""

    t: Any = None
    id: Any = 0


class _Direction(NamedTuple):
    """One direction's messages in one encoding."""

    message: Callable[[bytes], Any]
    envelope: Callable[[bytes], _Envelope]
    plain: Callable[[bytes], Any]
    union: Any
    tags: frozenset[str]
    limit: int
    check: Callable[[bytes], None]

    @classmethod
    def of(cls, union: Any, codec: Codec, limit: int, check: Callable[[bytes], None]) -> _Direction:
        tags = frozenset(str(kind.__struct_config__.tag) for kind in get_args(union))
        message, envelope, plain = (codec.decoder(each) for each in (union, _Envelope, Any))
        return cls(message, envelope, plain, union, tags, limit, check)

    def read(self, frame: bytes) -> Any:
        try:
            message = _read(self.message, frame, self.limit)
            self.check(frame)
            return message
        except InvalidMessage as error:
            explained = self._explained(error, _read(self.envelope, frame, self.limit))
            raise self._with_known_words(explained, frame) from None

    def _explained(self, error: InvalidMessage, found: _Envelope) -> InvalidMessage:
        if isinstance(found.t, str) and found.t not in self.tags:
            error = UnknownTag(f"unknown message {found.t[:40]!r} - at `$.t`")
        if type(found.id) is int and 0 <= found.id <= MAX_ID:
            error.id = found.id
        return error

    def _with_known_words(self, error: InvalidMessage, frame: bytes) -> InvalidMessage:
        try:
            plain = _read(self.plain, frame, self.limit)
        except InvalidMessage:
            return error
        error.args = (fault_words(error, plain, self.union),)
        return error


_REQUESTS = {
    name: _Direction.of(ToServer, codec, MAX_FRAME_BYTES, codec.check) for name, codec in CODECS.items()
}
# what a server sends is not looked through for keys that come twice: it is long, and made by one encoder
_UPDATES = {
    name: _Direction.of(ToClient, codec, MAX_UPDATE_BYTES, lambda frame: None)
    for name, codec in CODECS.items()
}


def decode_request(codec: Codec, frame: bytes) -> ToServer:
    """A client's message. Raises UnknownTag or InvalidMessage, with the path of the fault."""
    message: ToServer = _REQUESTS[codec.name].read(frame)
    return message


def decode_update(codec: Codec, frame: bytes) -> ToClient:
    """A server's message. Raises UnknownTag, which a client skips and counts, or InvalidMessage."""
    message: ToClient = _UPDATES[codec.name].read(frame)
    return message


def convert(plain: object, kind: Any, codec: Codec, at: str = "$") -> Any:
    """Plain data as the type `kind`; strict in types, unknown fields are ignored.

    `at` is the path of the data in its message. Raises InvalidMessage with the path of the fault.
    """
    box = {"value": plain}
    try:
        boxed: Any = msgspec.convert(box, _box(kind), str_keys=not codec.binary)
        return boxed.value
    except msgspec.ValidationError as error:
        raise InvalidMessage(_placed(fault_words(error, box, _box(kind)), at, "$.value")) from None


@cache
def _box(kind: Any) -> type[Struct]:
    """msgspec works a union out anew at every call, 3 us for an action, but a struct with one in it once."""
    box = msgspec.defstruct("_Box", [("value", kind)], gc=False)
    msgspec.msgpack.Decoder(box)
    return box


def prepare(kind: Any) -> None:
    """Work out a type before it is first converted: where two threads do that at once, msgspec crashes."""
    _box(kind)


def convert_known(plain: dict[Any, Any], kind: type[Struct], codec: Codec, at: str = "$") -> Any:
    """As `convert`, for a client older than its server.

    Where a field that has a default holds what `kind` does not know (a new tag, a new word), it gets its
    default. Raises InvalidMessage when what remains is no `kind`.
    """
    try:
        return convert(plain, kind, codec, at)
    except InvalidMessage:
        unknown = {
            field.encode_name
            for field in msgspec.structs.fields(kind)
            if not field.required
            and field.encode_name in plain
            and not _fits(plain[field.encode_name], field.type, codec)
        }
        known = {name: value for name, value in plain.items() if name not in unknown}
        return convert(known, kind, codec, at)


def _fits(plain: object, kind: Any, codec: Codec) -> bool:
    try:
        convert(plain, kind, codec)
    except InvalidMessage:
        return False
    return True


def _read(decode: Callable[[bytes], Any], frame: bytes, limit: int) -> Any:
    if len(frame) > limit:
        raise InvalidMessage(f"expected at most {limit} bytes, got {len(frame)}")
    try:
        return decode(frame)
    except msgspec.ValidationError as error:
        raise InvalidMessage(_placed(error)) from None
    except FAULTS as error:
        raise InvalidMessage(f"expected one well-formed value: {error}") from None


def _placed(error: object, at: str = "$", root: str = "$") -> str:
    """What is wrong, and its path in the whole message; msgspec leaves out the path of the top."""
    fault, found, path = str(error).rpartition(" - at `")
    return fault + found + path.replace(root, at, 1) if found else f"{error} - at `{at}`"
