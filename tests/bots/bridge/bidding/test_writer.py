"""The writer of explanations: each sentence is true of exactly the hands that the rules promise."""

from __future__ import annotations

import json
from random import Random

import pytest

from bots.bridge.bidding.hand_facts import HandFacts, facts_of
from bots.bridge.bidding.meanings import holding_of
from bots.bridge.bidding.promises import fits, parse
from bots.bridge.bidding.writer import held, written
from protocol.v1.bridge import Meaning
from protocol.v1.bridge.meanings import Agreement, Holding, Strength, SuitLength
from protocol.v1.cards import Suit
from tests.bots.bridge.bidding.reading import read
from tests.bots.bridge.bidding.sentences import FILE, explained, sentences
from tests.bots.bridge.bidding.tables import deal


def hands(number: int) -> list[HandFacts]:
    """Return the facts of random hands, of which some are long in a suit and some have many aces."""
    rng = Random(11)
    dealt = [hand for _ in range(number // 4) for hand in deal(rng)]
    return [facts_of(hand) for hand in dealt]


def test_each_sentence_is_true_of_exactly_the_hands_that_keep_the_promise() -> None:
    told, held_hands = explained(24), hands(100)
    assert len(told) > 800
    for explanation in told:
        promise = explanation.rule.promise
        test = read(held(explanation.meaning.hand))
        for facts in held_hands:
            assert test(facts) == fits(promise, facts), (explanation.words, facts.lengths, facts.hcp)


@pytest.mark.parametrize(
    ("promise", "words"),
    [
        ("15-17 hcp, balanced", "15-17 points, balanced"),
        ("5+H, 9-15 points | 5+H, 9-15 hcp", "9-15 points or total points, at least five hearts"),
        ("5+S, S>=H, S>=D, S>=C", "at least five spades, no suit longer than spades"),
        (
            "5+H, H>S, H>=D, H>=C",
            "at least five hearts, more hearts than spades, no fewer hearts than diamonds and clubs",
        ),
        ("6S, 0-3H, S>=H", "six spades, at most three hearts"),
        ("17 hcp, 5H", "17 points, five hearts"),
        ("8+ hcp, stop C, stop D", "8+ points, clubs and diamonds stopped"),
        ("fair S, 1C", "one club, two of the top three or three of the top five spades"),
        ("keycards 1/4 H, no queen H", "1 or 4 key cards for hearts, not the queen of hearts"),
        (
            "12+ hcp, 3+C | 10+ hcp, 4+C",
            "either 12+ points, at least three clubs; or 10+ points, at least four clubs",
        ),
        ("aces 1/2/3/4", "at least 1 ace"),
        ("", ""),
    ],
)
def test_a_promise_in_the_words_of_a_player(promise: str, words: str) -> None:
    assert held(holding_of(parse(promise))) == words


@pytest.mark.parametrize(
    "wrong", ["16-17 points, balanced", "15-17 points, five hearts", "15-17 total points"]
)
def test_the_reader_notices_a_wrong_word(wrong: str) -> None:
    promise, test = parse("15-17 hcp, balanced"), read(wrong)
    assert any(test(facts) != fits(promise, facts) for facts in hands(4000))


def test_the_reader_refuses_what_is_no_condition() -> None:
    with pytest.raises(ValueError, match="some spades"):
        read("12+ points, some spades")


def test_agreement_promise_and_force_follow_each_other() -> None:
    held_hand = Holding((Strength("length", 8),), (SuitLength(Suit.SPADES, 4, 4),))
    stayman = Meaning((Agreement("Stayman"),), held_hand, "round", artificial=True)
    assert written(stayman) == "Stayman: 8+ total points, four spades; forcing"
    assert (
        written(Meaning((Agreement("Transfer to *", (Suit.HEARTS,)), Agreement("Forced"))))
        == "Transfer to ♥ or Forced"
    )


def test_the_file_of_sentences_is_what_the_writer_writes() -> None:
    assert json.loads(FILE.read_text())["sentences"] == sentences()
