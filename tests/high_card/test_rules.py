"""The rules of high card."""

from __future__ import annotations

import pytest

from protocol.v1.cards import Card
from server.errors import IllegalAction
from tests.high_card.game.rules import HIGH_CARD
from tests.high_card.game.state import HighCardState
from tests.high_card.protocol.nouns import Bet, Deal, DealResult, Fold, Options


def played(cards: tuple[Card, Card], *moves: Bet | Fold) -> HighCardState:
    """Return the first deal, whose dealer is seat 0, after these moves."""
    state = HIGH_CARD.apply(HIGH_CARD.start(Options()), None, Deal(cards))
    for move in moves:
        state = HIGH_CARD.apply(state, HIGH_CARD.to_act(state)[0], move)
    return state


def test_the_player_who_is_not_the_dealer_moves_first() -> None:
    state = played((Card.SA, Card.H7))
    assert (state.dealer, HIGH_CARD.to_act(state)) == (0, (1,))
    assert HIGH_CARD.to_act(played((Card.SA, Card.H7), Bet())) == (0,)


def test_a_fold_gives_the_other_player_the_ante_and_shows_no_card() -> None:
    for moves, winner in (((Fold(),), 0), ((Bet(), Fold()), 1)):
        state = played((Card.SA, Card.H7), *moves)
        assert HIGH_CARD.result(state) == DealResult(winner, 1)
        assert HIGH_CARD.pub(state).cards is None


def test_if_both_bet_the_higher_card_wins_two_and_both_are_shown() -> None:
    state = played((Card.SA, Card.H7), Bet(), Bet())
    assert HIGH_CARD.result(state) == DealResult(0, 2)
    assert HIGH_CARD.pub(state).cards == (Card.SA, Card.H7)
    assert HIGH_CARD.pub(state).points == (2, -2)


def test_of_equal_ranks_the_higher_suit_wins() -> None:
    assert HIGH_CARD.result(played((Card.D9, Card.S9), Bet(), Bet())) == DealResult(1, 2)
    assert HIGH_CARD.result(played((Card.SQ, Card.CK), Bet(), Bet())) == DealResult(1, 2)


def test_the_dealer_alternates_and_points_are_carried() -> None:
    following = HIGH_CARD.carry(played((Card.SA, Card.H7), Bet(), Bet()))
    assert (following.deal, following.dealer, following.points) == (2, 1, (2, -2))
    assert HIGH_CARD.deal_due(following)


def test_after_its_last_deal_a_game_is_over_and_the_player_ahead_has_won() -> None:
    state = HIGH_CARD.start(Options(deals=1))
    state = HIGH_CARD.apply(state, None, Deal((Card.SA, Card.H7)))
    assert HIGH_CARD.dueling.standing(state).winner is None
    state = HIGH_CARD.apply(state, 1, Fold())
    assert HIGH_CARD.dueling.standing(state).winner == 0
    end = HIGH_CARD.carry(state)
    assert not HIGH_CARD.deal_due(end) and HIGH_CARD.to_act(end) == ()
    assert HIGH_CARD.dueling.standing(end).points == (1, -1)


def test_one_card_is_not_dealt_twice() -> None:
    with pytest.raises(IllegalAction, match="expected two different cards, got SA twice"):
        played((Card.SA, Card.SA))
