"""Error texts of invalid messages, which list the valid words."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1 import bridge, hanabi, spades
from protocol.v1.codec import CODECS, Codec, InvalidMessage, convert, decode_request
from protocol.v1.requests import Policy, Seats, WatchAs
from server.events.conditions import Conditions

CODEC = pytest.mark.parametrize("codec", CODECS.values(), ids=lambda codec: codec.name)
PATH = "$.options"


def fault_of(plain: object, kind: Any) -> str:
    told = set()
    for codec in CODECS.values():
        with pytest.raises(InvalidMessage) as found:
            convert(plain, kind, codec, at=PATH)
        told.add(str(found.value))
    assert len(told) == 1, "both encodings say the same"
    return told.pop()


@pytest.mark.parametrize(
    ("plain", "kind", "fault"),
    [
        (
            {"scoring": "swiss"},
            bridge.Options,
            "expected one of chicago, duplicate, rubber, total, got 'swiss' - at `$.options.scoring`",
        ),
        (
            {"preset": "fast"},
            spades.Options,
            "expected one of classic, mirror, seed, solo, suicide, whiz, got 'fast' - at `$.options.preset`",
        ),
        (
            {"access": "closed"},
            Policy,
            "expected one of invited, open, private, got 'closed' - at `$.options.access`",
        ),
        (
            {"clock": {"kind": "sand"}},
            Policy,
            "expected one of none, move, bank, board, got 'sand' - at `$.options.clock.kind`",
        ),
        ("everything", WatchAs, "expected one of all, commentator, director, public, seat, got 'everything'"),
    ],
)
def test_an_unknown_word_names_the_known_ones(plain: object, kind: Any, fault: str) -> None:
    assert fault_of(plain, kind).startswith(fault)


def test_an_unknown_field_names_the_known_ones() -> None:
    told = fault_of({"scorin": "rubber"}, bridge.Options)
    assert all(name in told for name in bridge.Options.__struct_fields__)
    assert told.endswith(", got the unknown field `scorin` - at `$.options`")
    players = fault_of({"player": 4}, hanabi.Options)
    assert "players" in players and players.endswith(", got the unknown field `player` - at `$.options`")


def test_of_many_known_fields_the_closest_are_named() -> None:
    many = f"expected one of {len(spades.Options.__struct_fields__)} words"
    assert fault_of({"tarket": 300}, spades.Options).startswith(f"{many}, such as target")
    told = fault_of({"zzz": 300}, spades.Options)
    assert told == f"{many}, got the unknown field `zzz` - at `$.options`"


def test_of_many_known_words_none_is_named() -> None:
    told = fault_of({"t": "call", "call": "8C"}, bridge.Action)
    assert told == "expected one of 38 words, got '8C' - at `$.options.call`"


@pytest.mark.parametrize("card", ["XX", "C1", "2C", "c2", "SAA"])
def test_an_unknown_card_is_refused_without_the_name_of_another(card: str) -> None:
    told = fault_of({"t": "play", "card": card}, bridge.Action)
    assert told == f"expected one of 52 words, got '{card}' - at `$.options.card`"


@CODEC
def test_a_request_with_an_unknown_word_names_the_known_ones_and_keeps_its_id(codec: Codec) -> None:
    plain = {"t": "host", "id": 7, "table": "t", "policy": {"access": "closed"}}
    with pytest.raises(
        InvalidMessage, match=r"one of invited, open, private, got 'closed'.*policy\.access"
    ) as told:
        decode_request(codec, codec.encode(plain))
    assert told.value.id == 7


def test_other_faults_are_told_as_they_were() -> None:
    assert fault_of({"hold_ms": -1}, Policy) == "Expected `int` >= 0 - at `$.options.hold_ms`"
    assert fault_of({9: "plain"}, Seats).startswith("Expected `int` <= 7")


def test_the_conditions_of_an_event_are_named_after_an_unknown_one() -> None:
    said = fault_of({"foo": 1}, Conditions)
    assert all(name in said for name in Conditions.__struct_fields__)
