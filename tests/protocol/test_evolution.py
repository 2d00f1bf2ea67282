"""What EVOLUTION.md tells a stranger is true: its tables are whole, its conversation is of this protocol."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import protocol
from protocol.v1.bridge import BridgeOwn, BridgePub
from protocol.v1.codec import (
    JSON,
    MAX_DEPTH,
    MAX_FRAME_BYTES,
    MAX_UPDATE_BYTES,
    convert,
    decode_request,
    decode_update,
)
from protocol.v1.codes import CloseCode, Code
from protocol.v1.requests import Act, Watch
from protocol.v1.updates import Done, Patch, View

TEXT = Path(protocol.__file__).with_name("EVOLUTION.md").read_text(encoding="utf-8")
SAID = re.findall(r"^([<>]) (\{.*\})$", TEXT, re.MULTILINE)


def first_cells(heading: str) -> list[str]:
    """The first column of the table under a heading."""
    section = TEXT.partition(f"## {heading}")[2].partition("\n## ")[0]
    return [row.split("|")[1].strip(" `") for row in section.splitlines() if row.startswith("|")][2:]


def test_every_code_of_refusal_is_explained() -> None:
    assert first_cells("Why a request is refused") == list(Code)


def test_every_close_code_is_explained() -> None:
    assert first_cells("Why a connection is closed") == [str(int(code)) for code in CloseCode]


def test_the_limits_of_frames_are_told() -> None:
    told = f"at most {MAX_FRAME_BYTES >> 10} KiB to the server and {MAX_UPDATE_BYTES >> 20} MiB to the client"
    assert told in " ".join(TEXT.split())
    assert f"nested at most {MAX_DEPTH} levels deep" in " ".join(TEXT.split())


def test_every_subprotocol_is_named() -> None:
    assert all(f"`{name}`" in TEXT for name in protocol.SUBPROTOCOLS)


def test_the_conversation_is_of_this_protocol() -> None:
    requests = [decode_request(JSON, text.encode()) for side, text in SAID if side == ">"]
    answers = [decode_update(JSON, text.encode()) for side, text in SAID if side == "<"]
    ids = [request.id for request in requests if isinstance(request, Watch | Act)]
    assert [answer.id for answer in answers if getattr(answer, "id", 0)] == ids
    assert isinstance(answers[-1], Done)


def merged(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The rule of patches as EVOLUTION.md words it, for a client that knows no types."""
    new = dict(old)
    for name, value in changes.items():
        if isinstance(value, dict) and value and all(key.isdecimal() for key in value):
            kept = {**(old[name] or {}), **value}
            new[name] = {key: item for key, item in kept.items() if item is not None}
        else:
            new[name] = value
    return new


def test_the_patch_rule_alone_keeps_a_view_true() -> None:
    pub: dict[str, Any] = {}
    own: dict[str, Any] = {}
    version = 0
    for side, text in SAID:
        update = decode_update(JSON, text.encode()) if side == "<" else None
        if isinstance(update, View):
            pub, own, version = dict(update.pub), dict(update.own), update.version
        elif isinstance(update, Patch):
            assert update.version == version + 1
            version = update.version
            pub = merged(pub, update.pub)
            own = merged(own, update.own) if isinstance(update.own, dict) else own
    shown: BridgePub = convert(pub, BridgePub, JSON)
    mine: BridgeOwn = convert(own, BridgeOwn, JSON)
    assert shown.phase == "play"
    assert list(shown.calls.values()) == ["P", "7NT", "P", "P", "P"]
    assert [play.card for play in shown.plays.values()] == ["DA"]
    assert mine.legal_actions() == ()
    assert mine.hand is not None
    assert len(mine.hand) == 13
