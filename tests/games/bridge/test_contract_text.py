"""Tests of contracts as text."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Contract, Seat, Strain
from server.games.bridge.contract_text import contract, seat


@pytest.mark.parametrize("text", ["4SX W -2", "4♠*W-2", "4 sd by w - 2", "4S DBL W -2"])
def test_a_contract_is_read_in_many_forms(text: str) -> None:
    assert contract(text, None) == (Contract(4, Strain.SPADES, Seat.WEST, 2), 8)


def test_a_contract_without_a_declarer_is_none() -> None:
    assert contract("4SX", None) == (None, None)
    assert contract("4SX", seat("West")) == (Contract(4, Strain.SPADES, Seat.WEST, 2), None)
