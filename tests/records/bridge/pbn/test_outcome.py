"""Contract, declarer and result in the spellings of many programs."""

from __future__ import annotations

import pytest

from tests.records.bridge.pbn.games import auction, game, only

FOUR_SPADES = "4S X Pass Pass Pass"


@pytest.mark.parametrize(
    "spelt",
    ["4SX", "4sx", "4 S X", "4♠X", "4♠\ufe0f x", "4S-X", "4S*", "4S Dbl", "4S doubled", "4SX N", "4SX by N"],
)
def test_a_contract_is_read_in_many_spellings(spelt: str) -> None:
    record = only(game(Contract=spelt, Declarer="N", Result="9"))
    assert (str(record.contract), record.tricks, record.info) == ("4SX", 9, {})


@pytest.mark.parametrize("spelt", ["3NT", "3N", "3SA", "3 nt"])
def test_notrump_has_three_names(spelt: str) -> None:
    assert str(only(game(Contract=spelt, Declarer="N")).contract) == "3NT"


def test_the_declarer_may_stand_behind_the_contract_alone() -> None:
    record = only(game(Contract="4S W", Declarer="", Result="10"))
    assert record.contract is not None
    assert (record.contract.declarer.letter, record.tricks) == ("W", 10)


def test_two_declarers_are_none() -> None:
    record = only(game(Contract="4S W", Declarer="N"))
    assert record.contract is None
    assert record.info == {"Contract": "4S W", "Declarer": "N"}


@pytest.mark.parametrize(
    "tags", [{}, {"Contract": "?", "Declarer": "?"}, {"Contract": "4SX", "Declarer": ""}]
)
def test_a_result_without_contract_or_declarer_is_of_what_the_calls_lead_to(tags: dict[str, str]) -> None:
    record = auction(FOUR_SPADES, first="E", Result="9", **tags)
    assert record.contract is not None
    assert (str(record.contract), record.contract.declarer.letter, record.tricks) == ("4SX", "E", 9)


def test_a_contract_that_the_calls_do_not_lead_to_stays_as_it_is() -> None:
    record = auction(FOUR_SPADES, first="E", Contract="4S", Declarer="", Result="9")
    assert (record.contract, record.tricks) == (None, None)
    assert record.info == {"Contract": "4S", "Result": "9"}
