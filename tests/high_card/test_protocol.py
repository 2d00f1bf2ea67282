"""High card in the schema of the protocol."""

from __future__ import annotations

from protocol.v1 import schema


def test_its_nouns_are_in_the_schema_under_its_title() -> None:
    defs = schema.document()["$defs"]
    assert {"HighCardAction", "HighCardPub", "HighCardOwn", "HighCardOptions"} <= set(defs)
    assert {"HighCardReplayAction", "HighCardReplayPub", "HighCardReplayTry"} <= set(defs)
    assert {"$ref": "#/$defs/HighCardPub"} in defs["Pub"]["anyOf"]
