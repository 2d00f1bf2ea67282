"""The two encodings of the messages of protocol v1: msgpack and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol, get_args

import msgspec
from msgspec import Struct

from protocol.v1.faults import describe_fault
from protocol.v1.nesting import json_is_deeper, msgpack_is_deeper
from protocol.v1.requests import MAX_ID, Act, ToServer
from protocol.v1.updates import ToClient

MAX_FRAME_BYTES = 4096
"""The maximum size of a frame from a client, in bytes."""
MAX_UPDATE_BYTES = 1 << 20
"""The maximum size of a frame that a client accepts from a server, in bytes."""
MAX_DEPTH = 32
"""The maximum number of nested levels of lists and objects in a message."""


class InvalidMessage(ValueError):
    """The error for a frame that is not a valid message of this protocol.

    The text of the error tells the expected and the received value, and ends with the JSON path of the fault.
    `id` is the id of the faulty request, or 0 if the request has no readable id.
    """

    id: int = 0


class UnknownTag(InvalidMessage):
    """The error for a message whose tag `t` this version of the protocol does not know."""


class Codec(Protocol):
    """One encoding of the protocol's messages, msgpack or JSON.

    `binary` is True if this encoding uses binary websocket frames, and False if it uses text frames.
    """

    name: str
    binary: bool

    def encode(self, value: object) -> bytes: ...

    def decoder(self, kind: Any) -> Callable[[bytes], Any]:
        """Return a strict decoder that reads a whole frame as the type `kind`.

        For a frame with a value of another type, the decoder raises InvalidMessage or one of the exceptions
        in `FAULTS`.
        """
        ...

    def check(self, frame: bytes) -> None:
        """Raise InvalidMessage if an object in the frame repeats a key and this encoding forbids that."""
        ...

    def needs_no_check(self, frame: bytes, message: object) -> bool:
        """Return True if the decoded `message` already shows that no object in the frame repeats a key."""
        ...

    def decode_plain(self, frame: bytes, limit: int = ...) -> Any:
        """Return the content of a frame as dicts, lists, strings, numbers, booleans and None.

        Raises InvalidMessage for a malformed frame or for a frame of more than `limit` bytes.
        """
        ...


FAULTS = (msgspec.DecodeError, UnicodeDecodeError)
"""The exceptions that a decoder raises for malformed bytes or for a value of the wrong type."""


def _too_deep() -> InvalidMessage:
    return InvalidMessage(f"expected at most {MAX_DEPTH} levels of nested lists and objects, got more")


class MsgpackCodec:
    """The encoding of subprotocol `kibitz.v1.msgpack`; no message uses binary data or an extension type."""

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
        """Accept every frame: if a msgpack map repeats a key, the last value counts."""

    def needs_no_check(self, frame: bytes, message: object) -> bool:
        return True

    def decode_plain(self, frame: bytes, limit: int = MAX_FRAME_BYTES) -> Any:
        return _read(self._plain, frame, limit)


def _no_extension(code: int, data: memoryview) -> object:
    raise msgspec.DecodeError(f"the msgpack extension type {code} is not part of the protocol")


class JsonCodec:
    """The encoding of subprotocol `kibitz.v1.json`."""

    name = "kibitz.v1.json"
    binary = False

    def __init__(self) -> None:
        self.encode = msgspec.json.Encoder().encode
        self._plain = self.decoder(Any)

    def decoder(self, kind: Any) -> Callable[[bytes], Any]:
        decode = msgspec.json.Decoder(kind).decode

        def decode_text(frame: bytes) -> Any:
            # Check the UTF-8 of the whole frame: msgspec does not check strings in fields that it skips.
            if not frame.isascii():
                frame.decode()
            if json_is_deeper(frame, MAX_DEPTH):
                raise _too_deep()
            return decode(frame)

        return decode_text

    def check(self, frame: bytes) -> None:
        """Raise InvalidMessage, with the JSON path of the key, if a JSON object repeats a key."""
        try:
            _DISTINCT.decode(frame.decode())
        except _RepeatedKey:
            path = _path_of_repeated_key(_PAIRS.decode(frame.decode()), "$")
            key = path.rpartition(".")[2][:40]
            raise InvalidMessage(
                f"expected each key once in an object, got {key!r} twice - at `{path[:400]}`"
            ) from None
        except RecursionError as error:
            raise InvalidMessage(f"expected a message with one well-formed value: {error}") from None

    def needs_no_check(self, frame: bytes, message: object) -> bool:
        """Return True for an `act` message with only one colon for each key, so that no key is repeated."""
        # Each key has a colon of its own. So if a key is repeated, there are more colons than different keys.
        # A field that has its default value may be left out, and is therefore not counted.
        if type(message) is not Act:
            return False
        keys = 4 + len(message.action) + (message.id != 0) + (message.decision is not None)
        return frame.count(b":") == keys

    def decode_plain(self, frame: bytes, limit: int = MAX_FRAME_BYTES) -> Any:
        value = _read(self._plain, frame, limit)
        self.check(frame)
        return value


class _RepeatedKey(Exception):
    """The exception that stops the JSON decoder at an object with a repeated key."""


class _Pairs(list[tuple[str, object]]):
    """A JSON object as a list of its keys and values, in the order of the text."""


def _distinct(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise _RepeatedKey


# Leave numbers as text: this check needs only the keys, and converting a very long number is slow.
_DISTINCT = json.JSONDecoder(object_pairs_hook=_distinct, parse_int=str, parse_float=str)
_PAIRS = json.JSONDecoder(object_pairs_hook=_Pairs, parse_int=str, parse_float=str)


def _path_of_repeated_key(value: object, path: str) -> str:
    """Return the JSON path of the first repeated key, or "" if no object repeats a key."""
    if isinstance(value, _Pairs):
        seen = set()
        for key, each in value:
            below = f"{path}.{key}"
            if key in seen:
                return below
            seen.add(key)
            if found := _path_of_repeated_key(each, below):
                return found
    elif isinstance(value, list):
        for index, each in enumerate(value):
            if found := _path_of_repeated_key(each, f"{path}[{index}]"):
                return found
    return ""


MSGPACK: Codec = MsgpackCodec()
JSON: Codec = JsonCodec()
CODECS: dict[str, Codec] = {codec.name: codec for codec in (MSGPACK, JSON)}


class _Envelope(Struct, gc=False):
    """The fields `t` (the tag) and `id` of a message, for use when its other fields are invalid."""

    t: Any = None
    id: Any = 0


class _Direction(NamedTuple):
    """The decoders of one encoding, for the messages of one direction: to the server or to the client."""

    message: Callable[[bytes], Any]
    envelope: Callable[[bytes], _Envelope]
    decode_plain: Callable[[bytes], Any]
    union: Any
    tags: frozenset[str]
    limit: int
    check: Callable[[bytes], None]
    needs_no_check: Callable[[bytes, object], bool] | None
    """A function that may say that `check` is not needed; None if `check` accepts every frame."""

    @classmethod
    def of(cls, union: Any, codec: Codec, limit: int, *, checked: bool) -> _Direction:
        tags = frozenset(str(kind.__struct_config__.tag) for kind in get_args(union))
        message, envelope, plain = (codec.decoder(each) for each in (union, _Envelope, Any))
        # Messages from a server are not checked for repeated keys: the server's encoder never repeats a key.
        rule = codec if checked else MSGPACK
        needs_no_check = None if rule is MSGPACK else rule.needs_no_check
        return cls(message, envelope, plain, union, tags, limit, rule.check, needs_no_check)

    def read(self, frame: bytes) -> Any:
        # An `act` in JSON takes 1.6 microseconds here, and 4 with the search for repeated keys. Every message
        # that is not certainly valid is read again, with all checks and with a text for each fault.
        if len(frame) <= self.limit:
            try:
                message = self.message(frame)
                if self.needs_no_check is None or self.needs_no_check(frame, message):
                    return message
            except (InvalidMessage, *FAULTS):
                pass
        return self._read_with_all_checks(frame)

    def _read_with_all_checks(self, frame: bytes) -> Any:
        try:
            message = _read(self.message, frame, self.limit)
            self.check(frame)
            return message
        except InvalidMessage as error:
            error = self._with_tag_and_id(error, _read(self.envelope, frame, self.limit))
            raise self._with_valid_words(error, frame) from None

    def _with_tag_and_id(self, error: InvalidMessage, found: _Envelope) -> InvalidMessage:
        if isinstance(found.t, str) and found.t not in self.tags:
            error = UnknownTag(f"unknown message {found.t[:40]!r} - at `$.t`")
        if type(found.id) is int and 0 <= found.id <= MAX_ID:
            error.id = found.id
        return error

    def _with_valid_words(self, error: InvalidMessage, frame: bytes) -> InvalidMessage:
        try:
            decode_plain = _read(self.decode_plain, frame, self.limit)
        except InvalidMessage:
            return error
        error.args = (describe_fault(error, decode_plain, self.union),)
        return error


_REQUESTS = {
    name: _Direction.of(ToServer, codec, MAX_FRAME_BYTES, checked=True) for name, codec in CODECS.items()
}
_UPDATES = {
    name: _Direction.of(ToClient, codec, MAX_UPDATE_BYTES, checked=False) for name, codec in CODECS.items()
}


def request_decoder(codec: Codec) -> Callable[[bytes], ToServer]:
    """Return the function that decodes frames from a client, as `decode_request` does."""
    return _REQUESTS[codec.name].read


def decode_request(codec: Codec, frame: bytes) -> ToServer:
    """Return the message that a frame from a client contains.

    Raises UnknownTag for an unknown message type, and InvalidMessage, with the JSON path of the fault, for
    any other invalid message.
    """
    return request_decoder(codec)(frame)


def decode_update(codec: Codec, frame: bytes) -> ToClient:
    """Return the message that a frame from the server contains.

    Raises UnknownTag for a message of an unknown type, and InvalidMessage for any other fault. A client skips
    a message for which `decode_update` raises UnknownTag.
    """
    message: ToClient = _UPDATES[codec.name].read(frame)
    return message


def convert(plain: object, kind: Any, codec: Codec, at: str = "$") -> Any:
    """Return the decoded value `plain`, converted to the type `kind`.

    Types are checked strictly, and unknown fields are ignored. `at` is the JSON path of `plain` in the
    message that contains it. Raises InvalidMessage, with the JSON path of the fault, if the data do not fit
    the type.
    """
    return converter(kind)(plain, codec, at)


class Converter:
    """A function that converts plain data to one type, with the other parameters of `convert`."""

    def __init__(self, kind: Any) -> None:
        self._box = _box(kind)

    def __call__(self, plain: object, codec: Codec, at: str = "$") -> Any:
        box = {"value": plain}
        try:
            # An unused `str_keys` would cost a third of a microsecond.
            boxed: Any = (
                msgspec.convert(box, self._box)
                if codec.binary
                else msgspec.convert(box, self._box, str_keys=True)
            )
        except msgspec.ValidationError as error:
            raise InvalidMessage(_with_path(describe_fault(error, box, self._box), at, "$.value")) from None
        return boxed.value


@cache
def converter(kind: Any) -> Converter:
    """Return the function that converts plain data to a type; a caller that keeps it saves a microsecond."""
    return Converter(kind)


def _box(kind: Any) -> type[Struct]:
    """Return a struct type with the one field `value` of type `kind`.

    Converting to a struct saves time: msgspec analyses a struct only once, but analyses a union again in
    every `convert`, which takes 3 microseconds for the union of a game's actions.
    """
    box = msgspec.defstruct("_Box", [("value", kind)], gc=False)
    msgspec.msgpack.Decoder(box)
    return box


def analyse_type(kind: Any) -> None:
    """Let msgspec analyse a type before `convert` uses the type for the first time.

    msgspec crashes if two threads analyse a type at the same time.
    """
    _box(kind)


def convert_tolerantly(plain: dict[Any, Any], kind: type[Struct], codec: Codec, at: str = "$") -> Any:
    """Return the decoded value `plain`, converted to the struct `kind`; a newer server may have sent it.

    If a field has a default and `kind` does not allow the field's value, for example a new tag or a new word,
    the field gets its default. Raises InvalidMessage if a field without a default has a value that `kind`
    does not allow.
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
        raise InvalidMessage(_with_path(error)) from None
    except FAULTS as error:
        raise InvalidMessage(f"expected a message with one well-formed value: {error}") from None


def _with_path(error: object, at: str = "$", root: str = "$") -> str:
    """Return msgspec's error text, in which the JSON path of the fault begins at the root of the message."""
    fault, found, path = str(error).rpartition(" - at `")
    return fault + found + path.replace(root, at, 1) if found else f"{error} - at `{at}`"
