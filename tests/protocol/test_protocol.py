"""The choice of a subprotocol."""

from __future__ import annotations

import pytest

from protocol import SUBPROTOCOLS, negotiate
from protocol.v1.codec import CODECS


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["kibitz.v1.msgpack"], "kibitz.v1.msgpack"),
        (["kibitz.v1.json"], "kibitz.v1.json"),
        (["kibitz.v1.json", "kibitz.v1.msgpack"], "kibitz.v1.json"),
        (["kibitz.v1.msgpack", "kibitz.v1.json"], "kibitz.v1.msgpack"),
        (["kibitz.v2.msgpack", "chat", "kibitz.v1.json"], "kibitz.v1.json"),
        (("kibitz.v1.json", "kibitz.v1.json"), "kibitz.v1.json"),
    ],
)
def test_the_first_offer_that_is_known_is_taken(offered: list[str], chosen: str) -> None:
    assert negotiate(offered) == chosen


@pytest.mark.parametrize(
    "offered",
    [[], [""], ["kibitz"], ["kibitz.v1"], ["kibitz.v2.json"], ["KIBITZ.V1.JSON"], ["kibitz.v1.json "]],
)
def test_if_no_offer_is_known_no_subprotocol_is_chosen(offered: list[str]) -> None:
    assert negotiate(offered) is None


def test_every_subprotocol_has_a_codec_of_its_name() -> None:
    assert set(SUBPROTOCOLS) == set(CODECS)
    assert all(codec.name == name for name, codec in CODECS.items())


def test_msgpack_goes_in_binary_frames_and_json_in_text() -> None:
    assert {name: codec.binary for name, codec in CODECS.items()} == {
        "kibitz.v1.msgpack": True,
        "kibitz.v1.json": False,
    }
