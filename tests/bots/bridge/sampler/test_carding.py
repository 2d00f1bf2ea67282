"""Tests of leads and signals: the card of a holding by the agreements of the textbooks."""

from __future__ import annotations

import pytest

from bots.bridge.sampler.carding import (
    STANDARD,
    Carding,
    attitude,
    count,
    discard,
    encourages,
    lead_from,
    preference,
    spots_of,
)

RANKS = "23456789TJQKA"
THIRD_AND_FIFTH = Carding(spots="third and fifth")
REVERSE = Carding(attitude="reverse", count="reverse")


def bits(ranks: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in ranks)


def rank(height: int) -> str:
    return RANKS[height]


@pytest.mark.parametrize(
    ("holding", "card"),
    [
        *(("KQJ4", "K"), ("KQT4", "K"), ("QJT5", "Q"), ("QJ93", "Q"), ("JT95", "J"), ("JT83", "J")),
        *(("AKQ5", "A"), ("KJT4", "J"), ("AJT6", "J"), ("KT97", "T"), ("QT95", "T")),
        *(("KJ742", "4"), ("AQ753", "5"), ("K8642", "4"), ("A8753", "5"), ("KQ74", "4"), ("QJ64", "4")),
        *(("K74", "4"), ("Q93", "3"), ("A62", "2"), ("85", "8"), ("K5", "K"), ("974", "9"), ("9", "9")),
    ],
)
def test_leads_at_notrumps(holding: str, card: str) -> None:
    assert rank(lead_from(bits(holding), STANDARD, notrump=True)) == card


@pytest.mark.parametrize(
    ("holding", "card"),
    [
        *(("AK74", "A"), ("KQ74", "K"), ("QJ64", "Q"), ("JT83", "J"), ("KJT4", "J"), ("A8753", "A")),
        *(("K74", "4"), ("K8642", "4"), ("Q93", "3"), ("85", "8"), ("974", "9"), ("7", "7"), ("A6", "A")),
    ],
)
def test_leads_against_a_suit_contract(holding: str, card: str) -> None:
    assert rank(lead_from(bits(holding), STANDARD, notrump=False)) == card


@pytest.mark.parametrize(
    ("holding", "card"),
    [("K74", "4"), ("K742", "4"), ("K8642", "2"), ("Q97532", "7"), ("T753", "5"), ("KQJ4", "K")],
)
def test_third_and_fifth_leads(holding: str, card: str) -> None:
    assert rank(lead_from(bits(holding), THIRD_AND_FIFTH, notrump=True)) == card


def test_trumps_are_led_low() -> None:
    assert rank(lead_from(bits("85"), STANDARD, notrump=False, trumps=True)) == "5"
    assert rank(lead_from(bits("A72"), STANDARD, notrump=False, trumps=True)) == "2"


def test_a_high_card_encourages_and_a_low_one_discourages() -> None:
    spots = bits("852")
    assert rank(attitude(spots, True, STANDARD)) == "8"
    assert rank(attitude(spots, False, STANDARD)) == "2"
    assert rank(attitude(spots, True, REVERSE)) == "2"


def test_a_high_card_shows_an_even_number() -> None:
    assert rank(count(bits("9642"), bits("9642"), STANDARD)) == "9"
    assert rank(count(bits("962"), bits("962"), STANDARD)) == "2"
    assert rank(count(bits("9642"), bits("9642"), REVERSE)) == "2"
    assert rank(count(spots_of(bits("Q62")), bits("Q62"), STANDARD)) == "2"


def test_discards_show_the_ace_or_king_or_the_count() -> None:
    count_first = Carding(discards="count")
    assert rank(discard(bits("92"), bits("K92"), STANDARD)) == "9"
    assert rank(discard(bits("92"), bits("J92"), STANDARD)) == "2"
    assert rank(discard(bits("92"), bits("K92"), count_first)) == "2"
    assert rank(discard(bits("92"), bits("KJ92"), count_first)) == "9"


def test_a_high_card_asks_for_the_higher_of_the_other_side_suits() -> None:
    spots, hearts = bits("962"), 2

    def asked(diamonds: str, clubs: str) -> str | None:
        height = preference(spots, (bits(clubs), bits(diamonds), 0, spots), 3, hearts)
        return None if height is None else rank(height)

    assert (asked("A5", "K5"), asked("Q5", "K5"), asked("J5", "T5")) == ("9", "2", None)


def test_the_queen_encourages_the_ace_and_so_does_a_doubleton_that_can_ruff() -> None:
    ace = RANKS.index("A")
    assert encourages(bits("Q85"), ace, notrump=True)
    assert not encourages(bits("985"), ace, notrump=True)
    assert encourages(bits("85"), ace, notrump=False)
    assert not encourages(bits("85"), ace, notrump=True)


def test_an_honour_beside_partners_honour_encourages() -> None:
    queen, king = RANKS.index("Q"), RANKS.index("K")
    assert encourages(bits("K5"), queen, notrump=True)
    assert encourages(bits("A52"), king, notrump=True)
    assert encourages(bits("J52"), king, notrump=True)
    assert not encourages(bits("952"), queen, notrump=True)
