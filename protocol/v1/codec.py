"""Both encodings of protocol v1: the same data model as msgpack and as JSON."""

from __future__ import annotations

from typing import Any, Protocol, get_args

import msgpack
import msgspec

from protocol.v1.requests import ToServer
from protocol.v1.updates import ToClient

MAX_FRAME_BYTES = 4096
"""The largest frame that a client may send."""
MAX_UPDATE_BYTES = 1 << 20
"""The largest that a client accepts."""


class InvalidMessage(ValueError):
    """A frame is not a message of this protocol; the text says what was expected, and where (a JSON path)."""


class UnknownTag(InvalidMessage):
    """A message of a kind that this version does not know."""


class Codec(Protocol):
    """One encoding. `binary`: its frames are binary, not text."""

    name: str
    binary: bool

    def encode(self, value: object) -> bytes: ...

    def plain(self, frame: bytes, limit: int = ...) -> Any:
        """The frame as dicts, lists, strings, numbers, booleans and None. Raises InvalidMessage."""
        ...


class MsgpackCodec:
    """Subprotocol `kibitz.v1.msgpack`; extension types are refused."""

    name = "kibitz.v1.msgpack"
    binary = True

    def __init__(self) -> None:
        self.encode = msgspec.msgpack.Encoder().encode

    def plain(self, frame: bytes, limit: int = MAX_FRAME_BYTES) -> Any:
        if len(frame) > limit:
            raise InvalidMessage(f"expected at most {limit} bytes, got {len(frame)}")
        try:
            return msgpack.unpackb(
                frame,
                raw=False,
                strict_map_key=False,
                max_str_len=limit,
                max_bin_len=0,
                max_array_len=limit,
                max_map_len=limit,
                max_ext_len=0,
                ext_hook=_no_extension,
            )
        except (ValueError, TypeError, msgpack.UnpackException, RecursionError) as error:
            raise InvalidMessage(f"expected one msgpack map: {error}") from None


def _no_extension(code: int, data: bytes) -> object:
    raise ValueError(f"extension type {code} is not part of the protocol")


class JsonCodec:
    """Subprotocol `kibitz.v1.json`."""

    name = "kibitz.v1.json"
    binary = False

    def __init__(self) -> None:
        self.encode = msgspec.json.Encoder().encode

    def plain(self, frame: bytes, limit: int = MAX_FRAME_BYTES) -> Any:
        if len(frame) > limit:
            raise InvalidMessage(f"expected at most {limit} bytes, got {len(frame)}")
        try:
            return msgspec.json.decode(frame)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InvalidMessage(f"expected one JSON object: {error}") from None


MSGPACK: Codec = MsgpackCodec()
JSON: Codec = JsonCodec()
CODECS: dict[str, Codec] = {codec.name: codec for codec in (MSGPACK, JSON)}


_REQUEST_TAGS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(ToServer))
_UPDATE_TAGS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(ToClient))


def decode_request(codec: Codec, frame: bytes) -> ToServer:
    """A client's message. Raises UnknownTag or InvalidMessage, with the path of the fault."""
    plain = codec.plain(frame)
    _check_tag(plain, _REQUEST_TAGS)
    message: ToServer = convert(plain, ToServer, codec)
    return message


def decode_update(codec: Codec, frame: bytes) -> ToClient:
    """A server's message. Raises UnknownTag, which a client skips and counts, or InvalidMessage."""
    plain = codec.plain(frame, MAX_UPDATE_BYTES)
    _check_tag(plain, _UPDATE_TAGS)
    message: ToClient = convert(plain, ToClient, codec)
    return message


def convert(plain: object, kind: Any, codec: Codec, at: str = "$") -> Any:
    """Plain data as the type `kind`; strict in types, unknown fields are ignored.

    `at` is the path of the data in its message. Raises InvalidMessage with the path of the fault.
    """
    try:
        return msgspec.convert(plain, kind, str_keys=not codec.binary)
    except msgspec.ValidationError as error:
        raise InvalidMessage(str(error).replace("`$", f"`{at}")) from None


def _check_tag(plain: object, known: frozenset[str]) -> None:
    if not isinstance(plain, dict):
        raise InvalidMessage(f"expected an object with a tag `t`, got {type(plain).__name__} - at `$`")
    tag = plain.get("t")
    if not isinstance(tag, str):
        raise InvalidMessage("expected a string as tag - at `$.t`")
    if tag not in known:
        raise UnknownTag(f"unknown message {tag[:40]!r} - at `$.t`")
