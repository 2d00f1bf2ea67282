"""Files of golden frames: every version's frames of protocol v1, which must always remain readable.

A frame has three lines and an empty line: `# name`, the JSON text, and the msgpack bytes in hex. A name may
occur several times: if a later version writes more fields, its frame stands below the old one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from protocol.v1.codec import JSON, MSGPACK, Codec
from tests.protocol.frames import bridge, hanabi, hanabi_replay, laws, messages, replay, spades, spades_replay

FOLDER = Path(__file__).parent

EXAMPLES: dict[str, Mapping[str, object]] = {
    "requests": {**messages.REQUESTS, **laws.REQUESTS},
    "updates": {**messages.UPDATES, **laws.UPDATES},
    "bridge": {
        **bridge.ACTIONS,
        **bridge.OPTIONS,
        **bridge.PUBS,
        **bridge.OWNS,
        **bridge.CHANGES,
        **laws.ACTIONS,
        **laws.RULINGS,
        **laws.OPTIONS,
        **laws.PUBS,
        **laws.OWNS,
    },
    "replay": {**replay.ACTIONS, **replay.OPTIONS, **replay.PUBS, **replay.OWNS, **replay.CHANGES},
    "hanabi": {**hanabi.ACTIONS, **hanabi.OPTIONS, **hanabi.PUBS, **hanabi.OWNS, **hanabi.CHANGES},
    "hanabi_replay": {
        **hanabi_replay.ACTIONS,
        **hanabi_replay.OPTIONS,
        **hanabi_replay.PUBS,
        **hanabi_replay.OWNS,
        **hanabi_replay.CHANGES,
    },
    "spades": {**spades.ACTIONS, **spades.OPTIONS, **spades.PUBS, **spades.OWNS, **spades.CHANGES},
    "spades_replay": {
        **spades_replay.ACTIONS,
        **spades_replay.OPTIONS,
        **spades_replay.PUBS,
        **spades_replay.OWNS,
        **spades_replay.CHANGES,
    },
}
"""The examples of all files, by file and name."""


class Frame(NamedTuple):
    """One value in both encodings."""

    name: str
    json: bytes
    msgpack: bytes

    def bytes_in(self, codec: Codec) -> bytes:
        return self.msgpack if codec is MSGPACK else self.json


def path_of(file: str) -> Path:
    return FOLDER / f"{file}.txt"


def read(file: str) -> list[Frame]:
    """Return the frames of a file, the oldest of a name first."""
    blocks = path_of(file).read_bytes().decode().split("\n\n")
    lines = (block.strip("\n").split("\n") for block in blocks if block.strip())
    return [Frame(name.removeprefix("# "), text.encode(), bytes.fromhex(data)) for name, text, data in lines]


def encode(name: str, value: object) -> Frame:
    """Return the frame that today's codecs write."""
    return Frame(name, JSON.encode(value), MSGPACK.encode(value))


def written_anew() -> Iterator[tuple[Path, bytes]]:
    """Yield the files with today's frames added if they differ from the newest of their name."""
    for file, examples in EXAMPLES.items():
        frames = read(file) if path_of(file).exists() else []
        newest = {frame.name: frame for frame in frames}
        today = [encode(name, value) for name, value in examples.items()]
        frames += [frame for frame in today if newest.get(frame.name) != frame]
        text = "\n".join(f"# {name}\n{json.decode()}\n{data.hex()}\n" for name, json, data in frames)
        yield path_of(file), text.encode()
