"""Conditions of promises: their texts, their tests on hands, their ranges."""

from __future__ import annotations

import pytest

from bots.bridge.bidding.hand_facts import HEARTS, SPADES, HandFacts
from bots.bridge.bidding.promises import Ranges, fits, in_words, narrowed, parse
from protocol.v1.bridge import parse_hand


def facts(cards: str) -> HandFacts:
    return HandFacts(parse_hand(cards))


@pytest.mark.parametrize(
    ("text", "yes", "no"),
    [
        ("15-17 hcp, balanced", "AQ2.KQ42.K54.Q32", "AQ2.KQ42.K5432.Q"),
        ("12+ points", "KQ432.KQ2.J32.32", "KQ432.K32.J32.32"),
        ("5+S, S>H", "KQ432.KQ2.J32.32", "KQ432.KQJ32.J3.2"),
        ("stop C", "KQ432.KQ2.J32.K2", "KQ432.KQ2.J32.32"),
        ("good S", "KQ432.432.432.32", "KJ432.432.432.32"),
        ("fair S", "KJT32.432.432.32", "KJ432.432.432.32"),
        ("control D", "KQ432.K432.2.432", "KQ432.K432.32.32"),
        ("keycards 2/5 S, no queen S", "AK432.432.432.32", "AKQ32.432.432.32"),
        ("aces 0/4", "KQ432.432.432.32", "AQ432.432.432.32"),
        ("unbalanced", "KQ432.KQ32.J32.2", "KQ432.KQ2.J32.32"),
        ("10+ hcp, 5+S | 4+H", "432.5432.432.432", "432.543.432.5432"),
    ],
)
def test_a_text_becomes_a_condition_on_hands(text: str, yes: str, no: str) -> None:
    assert fits(parse(text), facts(yes))
    assert not fits(parse(text), facts(no))


def test_a_text_that_is_no_condition_is_refused_with_the_text() -> None:
    with pytest.raises(ValueError, match="some spades"):
        parse("some spades")


def test_ranges_contain_every_hand_that_fits() -> None:
    promise = parse("15-17 hcp, balanced")
    ranges = narrowed(Ranges(), promise)
    assert (ranges.low, ranges.high, ranges.balanced) == (15, 17, True)
    assert ranges.shortest == (2, 2, 2, 2)
    assert ranges.longest == (5, 5, 5, 5)
    assert ranges.contain(facts("AQ2.KQ42.K54.Q32"))


def test_alternatives_have_the_ranges_of_both() -> None:
    ranges = narrowed(Ranges(), parse("10-12 hcp, 5+S | 15-17 hcp, 4S"))
    assert (ranges.low, ranges.high) == (10, 17)
    assert ranges.shortest[SPADES] == 4


def test_a_singleton_counts_with_trumps_and_not_without() -> None:
    hand = facts("K432.2.A5432.432")
    assert hand.hcp == 7
    assert hand.support(SPADES) > hand.hcp
    assert hand.support(HEARTS) <= hand.hcp + 1


def test_a_condition_that_alternatives_share_stands_once_in_the_words() -> None:
    assert in_words(parse("9-15 points, 5+H | 9-15 hcp, 5+H")) == "9-15 points or HCP, 5+♥"


def test_an_alternative_that_demands_more_than_another_is_left_out() -> None:
    assert (
        in_words(parse("6+ points, 4+D | 11+ points, 5+D | 8+ hcp, 5+S")) == "6+ points, 4+♦; or 8+ HCP, 5+♠"
    )


def test_words_of_a_promise_are_those_of_players() -> None:
    assert in_words(parse("6-9 support S, 3+S")) == "6-9 points with ♠ as trumps, 3+♠"


def test_strengths_that_depend_on_the_shape_are_told_with_the_shape() -> None:
    promise = parse("8+ hcp, 4S, 0-3H | 8+ hcp, 4H, 0-3S | 10+ hcp, 5S")
    assert in_words(promise) == "8+ HCP with 4♠ and at most 3♥ or with 4♥ and at most 3♠, or 10+ HCP with 5♠"


@pytest.mark.parametrize(
    ("text", "words"), [("aces 1", "1 ace"), ("aces 0/4", "0 or 4 aces"), ("aces 1/2/3/4", "1+ aces")]
)
def test_the_number_of_aces_in_words(text: str, words: str) -> None:
    assert in_words(parse(text)) == words
