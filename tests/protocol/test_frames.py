"""Golden frames: every old frame remains readable, and today's frames are committed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from msgspec import NODEFAULT, Struct

from protocol.v1 import bridge as nouns
from protocol.v1 import hanabi, spades
from protocol.v1.bridge import replay
from protocol.v1.codec import CODECS, MAX_FRAME_BYTES, Codec, convert, decode_request, decode_update
from protocol.v1.codes import Code
from protocol.v1.hanabi import replay as hanabi_replay
from protocol.v1.requests import ToServer
from protocol.v1.spades import replay as spades_replay
from protocol.v1.updates import Patch, Refused, ToClient, View
from tests.protocol.frames import files

FRAMES = {file: files.read(file) for file in files.EXAMPLES}
CODEC = pytest.mark.parametrize("codec", CODECS.values(), ids=lambda codec: codec.name)


def frames_of(file: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("frame", FRAMES[file], ids=lambda frame: frame.name)


def with_typed_halves(update: ToClient, expected: ToClient, codec: Codec) -> ToClient:
    """Return an update with its halves as the types of the example."""
    if not isinstance(update, View | Patch):
        return update
    halves = {
        name: convert(getattr(update, name), type(half), codec)
        for name in ("pub", "own")
        if isinstance(half := getattr(expected, name), Struct)
    }
    return msgspec.structs.replace(update, **halves)


def plain(value: Any) -> Any:
    """Return a value with lists in place of tuples, as both codecs read it."""
    return msgspec.json.decode(msgspec.json.encode(value))


@CODEC
@frames_of("requests")
def test_every_request_ever_written_is_still_understood(codec: Codec, frame: files.Frame) -> None:
    assert decode_request(codec, frame.bytes_in(codec)) == files.EXAMPLES["requests"][frame.name]


@CODEC
@frames_of("updates")
def test_every_update_ever_written_is_still_understood(codec: Codec, frame: files.Frame) -> None:
    expected = files.EXAMPLES["updates"][frame.name]
    update = with_typed_halves(decode_update(codec, frame.bytes_in(codec)), expected, codec)
    assert type(update) is type(expected)
    assert plain(update) == plain(expected)


def still_understood(data: Any, expected: Any, actions: Any, codec: Codec) -> None:
    if isinstance(expected, dict):
        assert plain(data) == plain(expected)
    else:
        kind = actions if isinstance(expected, actions) else type(expected)
        assert convert(data, kind, codec) == expected


@CODEC
@frames_of("bridge")
def test_every_noun_of_bridge_ever_written_is_still_understood(codec: Codec, frame: files.Frame) -> None:
    expected = files.EXAMPLES["bridge"][frame.name]
    still_understood(codec.decode_plain(frame.bytes_in(codec)), expected, nouns.Action, codec)


@CODEC
@frames_of("replay")
def test_every_noun_of_a_replay_ever_written_is_still_understood(codec: Codec, frame: files.Frame) -> None:
    expected = files.EXAMPLES["replay"][frame.name]
    still_understood(codec.decode_plain(frame.bytes_in(codec)), expected, replay.Action, codec)


@CODEC
@frames_of("spades")
def test_every_noun_of_spades_ever_written_is_still_understood(codec: Codec, frame: files.Frame) -> None:
    expected = files.EXAMPLES["spades"][frame.name]
    still_understood(codec.decode_plain(frame.bytes_in(codec)), expected, spades.Action, codec)


@CODEC
@frames_of("hanabi")
def test_every_noun_of_hanabi_ever_written_is_still_understood(codec: Codec, frame: files.Frame) -> None:
    expected = files.EXAMPLES["hanabi"][frame.name]
    still_understood(codec.decode_plain(frame.bytes_in(codec)), expected, hanabi.Action, codec)


@CODEC
@frames_of("hanabi_replay")
def test_every_noun_of_a_replay_of_hanabi_is_still_understood(codec: Codec, frame: files.Frame) -> None:
    expected = files.EXAMPLES["hanabi_replay"][frame.name]
    still_understood(codec.decode_plain(frame.bytes_in(codec)), expected, hanabi_replay.Action, codec)


@CODEC
@frames_of("spades_replay")
def test_every_noun_of_a_replay_of_spades_is_still_understood(codec: Codec, frame: files.Frame) -> None:
    expected = files.EXAMPLES["spades_replay"][frame.name]
    still_understood(codec.decode_plain(frame.bytes_in(codec)), expected, spades_replay.Action, codec)


@pytest.mark.parametrize("file", files.EXAMPLES)
def test_todays_encoders_write_exactly_the_newest_golden_frames(file: str) -> None:
    newest = {frame.name: frame for frame in FRAMES[file]}
    today = {name: files.encode(name, value) for name, value in files.EXAMPLES[file].items()}
    assert newest == today, (
        f"what goes over the wire has changed; if {file}.txt should say so, run `python -m tests.golden`: "
        "it adds the new frames and keeps the old ones"
    )


def test_writing_the_goldens_anew_keeps_every_frame_that_is_there() -> None:
    for path, content in files.written_anew():
        assert content.startswith(path.read_bytes().rstrip(b"\n"))


def test_every_message_has_its_smallest_and_its_fullest_frame() -> None:
    for union, examples in ((ToServer, files.EXAMPLES["requests"]), (ToClient, files.EXAMPLES["updates"])):
        for kind in get_args(union):
            tag = kind.__struct_config__.tag
            smallest, fullest = examples[f"{tag}, smallest"], examples[f"{tag}, fullest"]
            assert isinstance(smallest, kind)
            assert isinstance(fullest, kind)
            assert all(getattr(smallest, name) == default for name, default in defaults(kind))


def defaults(kind: type[Struct]) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(kind):
        if field.default is not NODEFAULT:
            yield field.name, field.default
        elif field.default_factory is not NODEFAULT:
            yield field.name, field.default_factory()


def structs_in(value: Any) -> Iterator[Struct]:
    """Yield every struct in a value, itself first."""
    if isinstance(value, Struct):
        yield value
        for name in value.__struct_fields__:
            yield from structs_in(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from structs_in(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from structs_in(item)


def kinds_in(kind: Any) -> Iterator[type[Struct]]:
    """Yield every struct type that a type may contain."""
    for info in walk(msgspec.inspect.type_info(kind), set()):
        if isinstance(info, msgspec.inspect.StructType):
            yield info.cls


def walk(info: Any, seen: set[type]) -> Iterator[Any]:
    if getattr(info, "cls", None) in seen:
        return
    yield info
    if isinstance(info, msgspec.inspect.StructType):
        seen.add(info.cls)
        for field in info.fields:
            yield from walk(field.type, seen)
    for inner in (*getattr(info, "types", ()), *getattr(info, "item_types", ())):
        yield from walk(inner, seen)
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(info, name):
            yield from walk(getattr(info, name), seen)


BRIDGE = (nouns.Action, nouns.Ruling, nouns.Options, nouns.BridgePub, nouns.BridgeOwn)
SPADES = (spades.Action, spades.Options, spades.SpadesPub, spades.SpadesOwn)
HANABI = (hanabi.Action, hanabi.Options, hanabi.HanabiPub, hanabi.HanabiOwn)
REPLAYS = (
    *(replay.Action, replay.Options),
    *(hanabi_replay.Action, hanabi_replay.Options),
    *(spades_replay.Action, spades_replay.Options),
)
ROOTS = (ToServer, ToClient, *BRIDGE, *SPADES, *HANABI, *REPLAYS)
HALVES = (
    (replay.ReplayPub, nouns.BridgePub),
    (replay.ReplayOwn, nouns.BridgeOwn),
    (hanabi_replay.HanabiReplayPub, hanabi.HanabiPub),
    (hanabi_replay.HanabiReplayOwn, hanabi.HanabiOwn),
    (spades_replay.SpadesReplayPub, spades.SpadesPub),
    (spades_replay.SpadesReplayOwn, spades.SpadesOwn),
)
"""The halves that begin with all fields of another half, for which that half's frames count."""


def field_names(half: type[Struct]) -> tuple[str, ...]:
    return half.__struct_fields__


def test_every_field_of_every_struct_is_set_in_some_frame() -> None:
    kinds = {kind for root in ROOTS for kind in kinds_in(root)} | {half for half, _ in HALVES}
    unset = {(kind, name): default for kind in kinds for name, default in defaults(kind)}
    for half, base in HALVES:
        unset = {
            place: unset[place]
            for place in unset
            if place[0] is not half or place[1] not in field_names(base)
        }
    for examples in files.EXAMPLES.values():
        for struct in structs_in(tuple(examples.values())):
            kinds.discard(type(struct))
            for name in struct.__struct_fields__:
                place = type(struct), name
                if place in unset and getattr(struct, name) != unset[place]:
                    del unset[place]
    assert not unset, "these fields have their default in every frame"
    assert not kinds, "these structs are in no frame"


def test_every_code_of_refusal_has_a_frame() -> None:
    refused = {update.code for update in files.EXAMPLES["updates"].values() if isinstance(update, Refused)}
    assert refused == set(Code)


def test_a_fullest_request_fits_into_a_frame() -> None:
    assert all(len(frame.json) <= MAX_FRAME_BYTES for frame in FRAMES["requests"])


def test_a_field_that_equals_its_default_is_not_written() -> None:
    smallest = {frame.name: frame.json for frame in FRAMES["requests"]}
    assert smallest["open, smallest"] == b'{"t":"open","game":"bridge"}'
    assert smallest["host, smallest"] == b'{"t":"host","table":"t"}'
