"""Error codes of refused requests, and close codes of websockets."""

from __future__ import annotations

import pytest

from protocol.v1.codec import (
    CODECS,
    Codec,
    InvalidMessage,
    decode_update,
)
from protocol.v1.codes import Code
from protocol.v1.updates import Refused

CODEC = pytest.mark.parametrize("codec", CODECS.values(), ids=lambda codec: codec.name)


@CODEC
def test_a_refusal_with_a_code_of_a_later_server_is_read(codec: Codec) -> None:
    refused = decode_update(
        codec, codec.encode({"t": "refused", "code": "zz_early", "message": "wait", "id": 7})
    )
    assert isinstance(refused, Refused)
    assert refused.code == "zz_early"
    assert refused.code not in set(Code)
    assert decode_update(codec, codec.encode(refused)) == refused
    with pytest.raises(InvalidMessage, match=r"at `\$\.code`"):
        decode_update(codec, codec.encode({"t": "refused", "code": 7, "message": ""}))
