"""Error codes of refused requests, and close codes of websockets."""

from __future__ import annotations

import pytest

from protocol.v1.codec import CODECS, Codec, InvalidMessage, decode_update
from protocol.v1.codes import CloseCode, Code
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


def test_a_code_is_written_as_its_name_in_small_letters() -> None:
    assert [code.value for code in Code] == [code.name.lower() for code in Code]
    assert Code("n_taken") is Code.N_TAKEN


def test_only_a_text_can_be_an_unknown_code() -> None:
    assert Code("zz_early").name == "UNKNOWN"
    with pytest.raises(ValueError, match="7 is not a valid Code"):
        Code(7)


def test_a_close_code_tells_by_its_range_if_a_client_may_come_back() -> None:
    at_once = {code for code in CloseCode if 4000 <= code < 4100}
    later = {code for code in CloseCode if 4100 <= code < 4200}
    never = {code for code in CloseCode if 4200 <= code < 4300}
    assert at_once == {CloseCode.RESTART, CloseCode.SILENT, CloseCode.SLOW}
    assert later == {CloseCode.RATE, CloseCode.OVERLOAD}
    assert at_once | later | never == set(CloseCode)
