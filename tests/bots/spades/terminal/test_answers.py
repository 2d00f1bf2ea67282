"""Tests of the lines that a person types at a Spades seat."""

from __future__ import annotations

import pytest

from bots.spades.terminal.answers import list_answers, list_commands, question, read_answer, read_command
from protocol.v1.spades import Action, Bid, Card, Keep, MakeBid, Pass, PlayCard, Reveal, SpadesOwn
from server.games.base import Seated
from tests.bots.spades.terminal.drawn import seen
from tests.games.spades.hands import act, at_random, cards, dealt, give, own, say

BIDDING = SpadesOwn(bids=())
PLAYING = SpadesOwn(cards=cards("SA H2 D2 LJ"), hand=cards("SA H2 D2 LJ"))


@pytest.mark.parametrize(
    ("typed", "bid"),
    [
        ("4", Bid(4)),
        ("bid 4", Bid(4)),
        ("0", Bid(0)),
        ("nil", Bid(nil=True)),
        ("N", Bid(nil=True)),
        ("blind nil", Bid(nil=True, blind=True)),
        ("bn", Bid(nil=True, blind=True)),
        ("Blind 6", Bid(6, blind=True)),
        ("b6", Bid(6, blind=True)),
    ],
)
def test_a_bid_may_be_typed_in_several_ways(typed: str, bid: Bid) -> None:
    assert read_answer(typed, BIDDING) == MakeBid(bid)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("SA", Card.SA),
        ("as", Card.SA),
        ("♠A", Card.SA),
        ("play sa", Card.SA),
        ("10h", Card.HT),
        ("h10", Card.HT),
        ("LJ", Card.LJ),
        ("bj", Card.BJ),
        ("big joker", Card.BJ),
        ("jc", Card.CJ),
        ("h", Card.H2),
        ("a", Card.SA),
    ],
)
def test_a_card_may_be_typed_in_several_ways(typed: str, card: Card) -> None:
    assert read_answer(typed, PLAYING) == PlayCard(card)


@pytest.mark.parametrize("typed", ["keep HQ", "hq", "Keep q♥"])
def test_of_two_cards_drawn_one_is_kept(typed: str) -> None:
    assert read_answer(typed, SpadesOwn(drawn=cards("HQ C2"))) == Keep(Card.HQ)


@pytest.mark.parametrize("typed", ["pass SA HK", "sa hk", "PASS kh, as"])
def test_cards_are_passed_in_any_order(typed: str) -> None:
    assert read_answer(typed, SpadesOwn(passing=2, hand=cards("SA HK C2"))) == Pass(cards("SA HK"))


@pytest.mark.parametrize(
    ("typed", "half", "said"),
    [
        ("banana", BIDDING, "expected a bid such as 4, nil, blind nil or blind 6, got 'banana'"),
        ("40", BIDDING, "expected a bid"),
        ("-1", BIDDING, "expected a bid"),
        ("pass", BIDDING, "there is no pass as a bid"),
        ("keep SA", BIDDING, "there is no drawn card to keep now; expected a bid"),
        ("S1", PLAYING, "expected a card such as SA, h10, 7♦, BJ or LJ, got 'S1'"),
        ("2", PLAYING, "'2' is ambiguous; type H2 or D2"),
        ("bid 4", PLAYING, "you can bid only once in each hand"),
        ("pass SA", SpadesOwn(passing=2, hand=cards("SA HK")), "expected 2 different cards"),
        ("SA SA", SpadesOwn(passing=2, hand=cards("SA HK")), "expected 2 different cards"),
        ("pass", SpadesOwn(passing=2, hand=cards("SA HK")), "expected 2 different cards"),
    ],
)
def test_a_line_that_is_no_answer_is_refused_with_an_example(typed: str, half: SpadesOwn, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_answer(typed, half)


@pytest.mark.parametrize("typed", ["reveal", "Look"])
def test_a_look_at_the_own_hand_answers_no_decision(typed: str) -> None:
    assert read_command(typed) == Reveal()
    assert read_command("SA") is None


def every_answer(half: SpadesOwn) -> list[Action]:
    return [read_answer(_typed(action), half) for action in half.legal_actions()]


def _typed(action: Action) -> str:
    match action:
        case MakeBid(bid):
            return str(bid)
        case Pass(given):
            return " ".join(given)
        case Keep(card) | PlayCard(card):
            return card
        case _:
            raise AssertionError(action)


def test_every_legal_answer_may_be_typed() -> None:
    bidding = dealt(scores=(200, 0), blind_bid=6, blind_bid_behind=0)
    passing = say(dealt(scores=(200, 0)), "blind_nil 4 3 3")
    playing = give(give(passing, "SK CA"), "C3 D3")
    drawing = at_random(players=2, jokers="jja")
    for state in (bidding, passing, playing, drawing):
        half = own(state, state.turn)
        assert every_answer(half) == list(half.legal_actions())


def test_the_question_names_the_decision_that_is_due() -> None:
    hidden = dealt(scores=(200, 0))
    assert question(*seen(hidden, Seated(1))) == "Your bid; your hand is hidden, `reveal` shows it"
    assert list_answers(*seen(hidden, Seated(1))) == ["1 2 3 4 5 6 7 8 9 10 11 12 13 nil", "blind nil"]
    assert [*list_commands(own(hidden, 1))] == ["reveal (shows your hand; after that you cannot bid blind)"]
    looked = act(hidden, Reveal(), seat=1)
    assert question(*seen(looked, Seated(1))) == "Your bid" and [*list_commands(own(looked, 1))] == []
    second = say(dealt(preset="seed"), "3 2")
    assert question(*seen(second, Seated(3))) == "Your bid, the total of East-West"
    passing = say(hidden, "blind_nil 4 3 3")
    assert question(*seen(passing, Seated(1))) == "Pass 2 cards to West"
    assert list_answers(*seen(passing, Seated(1))) == ["pass SK S8   (or any 2 of your cards, to West)"]
    back = give(passing, "SK CA")
    assert question(*seen(back, Seated(3))) == "Pass 2 cards back to East"
    assert question(*seen(give(back, "C3 D3"), Seated(1))) == "Your card"
