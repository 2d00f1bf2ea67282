"""What each audience may know of a deal, built field by field from nothing."""

from __future__ import annotations

from typing import assert_never

from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from tests.high_card.game.results import result, totals
from tests.high_card.game.state import HighCardState
from tests.high_card.protocol.nouns import Answer, Bet, HighCardOwn, HighCardPub


def public_half(state: HighCardState) -> HighCardPub:
    """Return what everybody may know; the cards only if both have bet."""
    ended = result(state)
    answers: list[Answer] = ["bet" if isinstance(move, Bet) else "fold" for move in state.moves]
    return HighCardPub(
        deal=state.deal,
        deals=state.options.deals,
        dealer=state.dealer,
        phase="over" if ended is not None else "play" if state.cards else "deal",
        points=totals(state),
        turn=state.turn if state.cards and ended is None else None,
        answers=dict(enumerate(answers)),
        cards=state.cards if ended is not None and "fold" not in answers else None,
        result=ended,
    )


def own_half(state: HighCardState, audience: Audience) -> HighCardOwn | None:
    """Return what this audience knows beyond the public half, None for the public itself."""
    match audience:
        case Public():
            return None
        case Seated(seat) | Kibitzer(seat):
            mine = state.cards and state.turn == seat and result(state) is None
            return HighCardOwn(
                seat=seat,
                card=state.cards[seat] if state.cards else None,
                choices=("bet", "fold") if mine else (),
            )
        case AllHands() | Director() | Commentator():
            return HighCardOwn(cards=state.cards or None)
        case _:
            assert_never(audience)
