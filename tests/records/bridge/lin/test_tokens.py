"""The tokens of LIN are keys with values, in any encoding, and each has its place."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Call, Vulnerability
from tests.records.bridge.lin.lin_boards import DEAL, NORTH, SOUTH, WEST, board, only, refusal


def test_lines_mean_nothing_but_within_a_comment() -> None:
    record = only(f"md|\n3{SOUTH},\r\n{WEST},{NORTH},|sv\n|n|nt|two\r\nlines|\nmb\n|\n1C|")
    assert record.vulnerable is Vulnerability.NS
    assert record.comments[0].text == "two\nlines"


def test_a_bar_within_a_comment_does_not_lose_what_follows() -> None:
    record = board("nt|a | b|pg||mb|1C|")
    assert [each.text for each in record.comments] == ["a ", "b"]
    assert [each.call for each in record.calls] == [Call.ONE_CLUB]


def test_a_nul_is_no_text() -> None:
    assert refusal(b"md|1\nS\0|") == "line 2, column 2: expected text, got a NUL character"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_bytes_are_read_in_the_encodings_that_can_be_told(encoding: str) -> None:
    assert only(f"md|{DEAL}|nt|Häusler|".encode(encoding)).comments[0].text == "Häusler"
