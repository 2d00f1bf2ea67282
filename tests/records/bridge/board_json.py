"""Boards in endplay's JSON, written down shortly for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from msgspec.structs import replace
from referencing import Registry, Resource

from protocol.v1.bridge import parse_hand
from protocol.v1.cards import Card
from server.records.bridge.endplay_json import loads
from server.records.bridge.record import BoardRecord, Place

Json = dict[str, Any]

SHARED = Path(__file__).parents[4] / "shared" / "data" / "bridge"

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "NT": "nt"}
PENALTIES = {"P": "pass", "X": "double", "XX": "redouble"}
HANDS = {
    "north": "AKQJ.T98.765.432",
    "east": "T987.AKQJ.T98.76",
    "south": "65432.765.432.T9",
    "west": ".432.AKQJ.AKQJ85",
}


def shared(*parts: str) -> Path:
    """A file or folder of the shared data; the test is skipped where it is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"../shared/data/bridge/{'/'.join(parts)} is not here")
    return path


def faults(name: str) -> Path:
    """A file of the shared data that shows one fault; the test is skipped where it is absent."""
    path = SHARED.parent / "faults" / name
    if not path.exists():
        pytest.skip(f"../shared/data/faults/{name} is not here")
    return path


def card(text: str) -> Json:
    return {"suit": SUITS[text[0]], "rank": text[1]}


def cards(text: str) -> list[Json]:
    return [card(each) for each in text.split()]


def hand(text: str) -> list[Json]:
    return [card(each) for each in parse_hand(text)]


def call(text: str) -> Json:
    if text in PENALTIES:
        return {"penalty": PENALTIES[text]}
    return {"level": int(text[0]), "denom": SUITS[text[1:]]}


def auction(text: str) -> list[Json]:
    return [call(each) for each in text.split()]


def contract(text: str, declarer: str, result: int = 0) -> Json:
    """`contract("4SX", "south", -1)`."""
    strain = text[1:].rstrip("X")
    penalty = {0: "pass", 1: "double", 2: "redouble"}[text.count("X")]
    return {
        "level": int(text[0]),
        "denom": SUITS[strain],
        "declarer": declarer,
        "penalty": penalty,
        "result": result,
    }


def board(**fields: Any) -> Json:
    """Board 1 with `HANDS` and nothing else, but for these fields."""
    deal = {seat: hand(held) for seat, held in HANDS.items()}
    return {"deal": deal, "auction": [], "play": [], "board_num": 1, **fields}


def text(*boards: Json) -> str:
    return json.dumps(boards[0] if len(boards) == 1 else boards)


def hands_of(document: Json) -> list[list[Card]]:
    back = {name: letter for letter, name in SUITS.items()}
    return [
        [Card(back[each["suit"]] + each["rank"]) for each in document["deal"][seat]]
        for seat in ("north", "east", "south", "west")
    ]


def only(document: Json) -> BoardRecord:
    (record,) = loads(text(document))
    return record


def read(written: str) -> tuple[BoardRecord, ...]:
    """What was written, apart from where it stands."""
    return tuple(replace(record, place=Place()) for record in loads(written))


def placeless(document: Json) -> BoardRecord:
    return replace(only(document), place=Place())


def endplay_schema() -> jsonschema.Draft7Validator:
    """endplay's own schema of a Board, out of its twelve files."""
    found = [json.loads(path.read_text("utf-8")) for path in sorted(shared("endplay", "schema").iterdir())]
    registry = Registry().with_resources([(each["$id"], Resource.from_contents(each)) for each in found])
    whole = next(each for each in found if each["title"] == "Board")
    return jsonschema.Draft7Validator(whole, registry=registry)
