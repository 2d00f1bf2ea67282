"""A call or a card may be typed in several ways; other text is refused with an example."""

from __future__ import annotations

import pytest

from bots.bridge.terminal.answers import list_answers, read_answer
from protocol.v1.bridge import BridgeOwn, Call, MakeCall, PlayCard
from protocol.v1.cards import Card


@pytest.mark.parametrize(
    ("typed", "call"),
    [
        ("1NT", "1NT"),
        ("1n", "1NT"),
        ("4 s", "4S"),
        ("4♠", "4S"),
        ("p", "P"),
        ("Pass", "P"),
        ("x", "X"),
        ("dbl", "X"),
        ("xx", "XX"),
        ("Redouble", "XX"),
    ],
)
def test_a_call_may_be_typed_in_several_ways(typed: str, call: str) -> None:
    assert read_answer(typed, BridgeOwn(calls=(Call.PASS,))) == MakeCall(Call(call))


@pytest.mark.parametrize("typed", ["SA", "as", "A♠", "♠A", " s a "])
def test_a_card_may_be_typed_in_several_ways(typed: str) -> None:
    assert read_answer(typed, BridgeOwn(cards=(Card.C2,))) == PlayCard(Card.SA)


def test_ten_is_written_either_way() -> None:
    assert (
        read_answer("h10", BridgeOwn(cards=())) == read_answer("TH", BridgeOwn(cards=())) == PlayCard(Card.HT)
    )


def test_a_rank_or_suit_alone_names_the_only_such_legal_card() -> None:
    own = BridgeOwn(cards=(Card.SA, Card.S2, Card.H2))
    assert read_answer("a", own) == PlayCard(Card.SA)
    assert read_answer("h", own) == PlayCard(Card.H2)
    with pytest.raises(ValueError, match="S2 or H2"):
        read_answer("2", own)


@pytest.mark.parametrize(("typed", "own"), [("8NT", BridgeOwn(calls=())), ("S1", BridgeOwn(cards=()))])
def test_other_text_is_refused_with_an_example(typed: str, own: BridgeOwn) -> None:
    with pytest.raises(ValueError, match=f"expected a ca.. such as .*, got '{typed}'|expected a card"):
        read_answer(typed, own)


def test_the_legal_answers_are_listed_as_they_may_be_typed() -> None:
    assert list_answers(BridgeOwn(calls=(Call.PASS, Call.ONE_CLUB))) == "P 1C"
    assert list_answers(BridgeOwn(cards=(Card.SA,))) == "SA"


def test_a_call_may_be_alerted_and_explained() -> None:
    own = BridgeOwn(calls=(Call.PASS,))
    alerted = MakeCall(Call.ONE_NOTRUMP, alert=True, explanation="15-17 balanced")
    assert read_answer("1NT! 15-17 balanced", own) == alerted
    assert read_answer("2c!", own) == MakeCall(Call.TWO_CLUBS, alert=True)
    assert read_answer("2c: natural: clubs", own) == MakeCall(Call.TWO_CLUBS, explanation="natural: clubs")
