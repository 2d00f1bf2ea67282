"""How a deal of high card ends."""

from __future__ import annotations

from protocol.v1.cards import Card
from tests.high_card.game.state import HighCardState
from tests.high_card.protocol.nouns import DealResult, Fold


def strength(card: Card) -> tuple[int, int]:
    """Return what orders all 52 cards: the rank first, then the suit."""
    return card.height, card.deck_index


def result(state: HighCardState) -> DealResult | None:
    """Return the result of a deal that is over, else None."""
    if state.moves and isinstance(state.moves[-1], Fold):
        return DealResult(winner=state.turn, points=1)  # the turn has come to the player who did not fold
    if len(state.moves) < 2:
        return None
    winner = max((0, 1), key=lambda seat: strength(state.cards[seat]))
    return DealResult(winner, points=2)


def totals(state: HighCardState) -> tuple[int, int]:
    """Return the points of both players, this deal's among them once it is over."""
    ended = result(state)
    if ended is None:
        return state.points
    won = ended.points if ended.winner == 0 else -ended.points
    return state.points[0] + won, state.points[1] - won
