"""A hand of Spades is worth its honours, its long trumps and its ruffs."""

from __future__ import annotations

from bots.spades.robot.nil_risk import nil_chance, unwanted_tricks
from bots.spades.robot.unseen import Unseen
from bots.spades.robot.values import Prospect, by_suit, tricks
from protocol.v1.cards import Suit
from protocol.v1.spades import Options
from protocol.v1.spades.deck import deck_of
from server.games.spades.rules import SPADES
from tests.games.spades.hands import cards

DECK = deck_of(SPADES.start(Options()).rules)


def prospect(hand: str) -> Prospect:
    """Return the prospect of a hand before the first trick."""
    out = frozenset(DECK.cards).difference(cards(hand))
    return Prospect(Unseen(DECK, out, dict.fromkeys((1, 2, 3), 13)), (1, 3))


def value(hand: str) -> float:
    """Return the expected number of tricks of a hand before the first trick."""
    return tricks(cards(hand), prospect(hand))


LOW = "S3 S2 H5 H4 H3 H2 D5 D4 D3 C5 C4 C3 C2"


def test_the_cards_of_a_suit_are_listed_from_the_highest() -> None:
    suits = by_suit(cards("S2 SA ST H3"), prospect(LOW).unseen)
    assert suits[Suit.SPADES] == list(cards("SA ST S2")) and suits[Suit.CLUBS] == []


def test_thirteen_trumps_win_thirteen_tricks() -> None:
    assert value("SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2") == 13.0


def test_a_higher_card_is_worth_more() -> None:
    king, ace = LOW.replace("H5", "HK"), LOW.replace("H5", "HA")
    assert value(LOW) < value(king) < value(ace)


def test_an_ace_of_a_long_suit_is_worth_less_than_one_of_a_short_suit() -> None:
    short = "S3 S2 HA H2 D9 D5 D4 D3 C9 C5 C4 C3 C2"
    long = "S3 S2 HA H9 H5 H4 H3 H2 D4 D3 D2 C3 C2"
    aces = [value(hand) - value(hand.replace("HA", "H6")) for hand in (short, long)]
    assert aces[0] > aces[1]


def test_a_void_is_worth_ruffs_with_small_trumps() -> None:
    assert value("S4 S3 S2 H6 H5 H4 H3 H2 D6 D5 D4 D3 D2") > value("S4 S3 S2 H5 H4 H3 H2 D4 D3 D2 C4 C3 C2")


def test_low_cards_make_a_nil_likely_and_the_ace_of_trumps_makes_it_impossible() -> None:
    safe, lost = nil_chance(cards(LOW), prospect(LOW).unseen), LOW.replace("S3", "SA")
    assert safe > 0.5 > nil_chance(cards(lost), prospect(lost).unseen)
    assert unwanted_tricks(cards(LOW), prospect(LOW).unseen) < unwanted_tricks(
        cards(lost), prospect(lost).unseen
    )
