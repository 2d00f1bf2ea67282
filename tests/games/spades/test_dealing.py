"""Tests of the deal, and of the stock from which two players draw."""

from __future__ import annotations

from random import Random

from protocol.v1.spades import Card, Keep, Options
from server.games.spades.rules import SPADES
from tests.games.spades.hands import act, at_random, dealt, own, refused


def test_two_players_draw_two_cards_in_turn_and_keep_one() -> None:
    state = at_random(players=2)
    assert (state.phase, state.turn) == ("draw", 1)
    stock = state.deal.stock
    assert own(state, 1).drawn == stock[:2]
    assert own(state, 0).drawn is None
    state = act(state, Keep(stock[1]))
    assert state.turn == 0
    assert (own(state, 1).hand, own(state, 1).laid_away) == ((stock[1],), (stock[0],))
    with refused("expected one of the drawn cards H2 and C4, got DK"):
        act(state, Keep(stock[0]))


def test_players_draw_only_at_tables_for_two() -> None:
    with refused("you may draw cards only before the bidding of a game for two"):
        act(dealt(), Keep(Card.SA))


def test_a_deal_is_all_cards_of_the_deck_each_once() -> None:
    state = SPADES.start(Options())
    deal = SPADES.chance(state, Random(1))
    twice = type(deal)(1, 0, (deal.hands[0], deal.hands[0], *deal.hands[2:]))
    with refused("expected a deal of all 52 cards of the deck, each card once"):
        SPADES.apply(state, None, twice)
    with refused("expected a deal of 4 hands with 13 cards each"):
        SPADES.apply(state, None, type(deal)(1, 0, deal.hands[:3]))
    with refused("expected a deal of hand 1 with dealer 0"):
        SPADES.apply(state, None, type(deal)(1, 1, deal.hands))
    with refused("only the server deals the cards"):
        SPADES.apply(state, 0, deal)
