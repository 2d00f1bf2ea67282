"""Tests of the texts of files of results, in the forms that programs write."""

from __future__ import annotations

from fractions import Fraction

import pytest

from protocol.v1.bridge import Contract, Seat, Strain
from server.games.bridge import contract_text
from server.records.bridge.evenings import values


@pytest.mark.parametrize(
    "text", ["4SX", "4sx", "4S*", "4 S X", "4S x", "4♠X", "4SD", "4SXS", "4SX by S", "4S dbl", "4♠\ufe0fX"]
)
def test_a_doubled_contract_is_read_in_many_forms(text: str) -> None:
    assert contract_text.contract(text, Seat.SOUTH)[0] == Contract(4, Strain.SPADES, Seat.SOUTH, 2)


def test_notrumps_and_redoubled_contracts_are_read() -> None:
    for text in ("3NT", "3N", "3nt", "3 NT", "3 No trumps"):
        assert contract_text.contract(text, Seat.EAST)[0] == Contract(3, Strain.NOTRUMP, Seat.EAST)
    for text in ("1CXX", "1C rdbl"):
        assert contract_text.contract(text, Seat.EAST)[0] == Contract(1, Strain.CLUBS, Seat.EAST, 4)


@pytest.mark.parametrize("text", ["", "8S", "4", "PASS", "4SXXX", "NP"])
def test_other_texts_are_no_contracts(text: str) -> None:
    assert contract_text.contract(text, Seat.SOUTH) == (None, None)


def test_tricks_are_a_number_or_relative_to_the_contract() -> None:
    contract = Contract(4, Strain.SPADES, Seat.SOUTH)
    texts = ("10", "=", "+1", "-2", "14", "", "x")
    assert [values.tricks(text, contract) for text in texts] == [10, 10, 11, 8, None, None, None]


@pytest.mark.parametrize("text", ["PASS", "Passed", "P", "pass out", "All Pass", "AP", "PO", "-0-"])
def test_a_board_that_was_passed_out_is_read_in_many_forms(text: str) -> None:
    assert values.passed_out(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A6040", (60, 40)),
        ("A5050", (50, 50)),
        ("60%/40%", (60, 40)),
        ("55.5-44.5", (Fraction(111, 2), Fraction(89, 2))),
        ("Ave", (50, 50)),
        ("AVE+", (60, 60)),
        ("Avg+", (60, 60)),
        ("Average minus", (40, 40)),
        ("AVE+/AVE-", (60, 40)),
        ("A+/A-", (60, 40)),
        ("A+-", (60, 40)),
        ("A50", (50, 50)),
        ("60%", (60, 40)),
        ("A10000", (100, 0)),
        ("420", None),
        ("", None),
        ("NP", None),
    ],
)
def test_artificial_scores_are_read_as_percentages(text: str, expected: object) -> None:
    assert values.shares(text) == expected


def test_points_may_have_divided_thousands_and_never_a_per_cent_sign() -> None:
    texts = ("620", "+620", "620.0", "1,100", "-1.400", "- 100", "\u2212100", "60%", "12.5", "", "A6040")
    points = [620, 620, 620, 1100, -1400, -100, -100, None, None, None, None]
    assert [values.score(text) for text in texts] == points


def test_a_half_is_read_as_a_number() -> None:
    assert [values.number(text) for text in ("½", "1½", "17,5")] == [0.5, 1.5, 17.5]


@pytest.mark.parametrize("text", ["", "-", "NP", "Not played", "N/P", "no play"])
def test_texts_in_place_of_a_board_that_was_not_played_are_known(text: str) -> None:
    assert values.unplayed(text)
    assert not values.unplayed(f"{text}4S")


def test_the_share_of_one_side_needs_a_per_cent_sign_or_a_word() -> None:
    assert [values.share(text) for text in ("60%", "AVE-", "60", "420")] == [60, 40, None, None]


@pytest.mark.parametrize("text", ["27/11/2026", "2026-11-27", "27.11.26", "20261127", "2026-11-27T19:30:00Z"])
def test_dates_are_read_with_the_day_first_or_by_iso(text: str) -> None:
    assert values.date(text) == "2026-11-27"


@pytest.mark.parametrize("text", ["", "27/13/2026", "Friday", "2026"])
def test_other_texts_are_no_dates(text: str) -> None:
    assert values.date(text) == ""
