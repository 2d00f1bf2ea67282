"""The rules of high card.

>>> from random import Random
>>> from tests.high_card.protocol.nouns import Bet, Options
>>> state = HIGH_CARD.start(Options(deals=1))
>>> state = HIGH_CARD.apply(state, None, HIGH_CARD.chance(state, Random(1)))
>>> for seat in (1, 0):
...     state = HIGH_CARD.apply(state, seat, Bet())
>>> HIGH_CARD.result(state).points
2
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from protocol.v1.cards import DECK, Card
from protocol.v1.requests import PerMove
from server.errors import IllegalAction
from server.games.base import Absence, Audience, Dueling, Game, Rng, Standing
from tests.high_card.game import view
from tests.high_card.game.results import result, totals
from tests.high_card.game.state import HighCardState
from tests.high_card.protocol.nouns import (
    Action,
    Bet,
    Deal,
    DealResult,
    Fold,
    HighCardOwn,
    HighCardPub,
    Options,
)

LogAction = Action | Deal


class HighCardDueling(Dueling[HighCardState]):
    """The points of both players after all deals, by which robots are compared."""

    def standing(self, state: HighCardState) -> Standing:
        points = totals(state)
        ahead = None if points[0] == points[1] else int(points[1] > points[0])
        over = state.deal + (result(state) is not None) > state.options.deals
        return Standing(points, ahead if over else None)


class HighCard(Game[HighCardState, LogAction]):
    """High card: two players ante a point each, look at one card, and bet or fold."""

    name = "high_card"
    revision = 1
    action_type = Action
    log_action_type = LogAction
    options_type = Options
    state_type = HighCardState
    pub_type = HighCardPub
    own_type = HighCardOwn
    clock = PerMove(move_ms=30_000)
    absence = Absence(substitutes=("plain",), expiry="robot", patience_ms=15_000)
    dueling = HighCardDueling()

    def start(self, options: Options) -> HighCardState:
        return HighCardState(options)

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return ("seat 0", "seat 1")

    def public_options(self, state: HighCardState) -> Options:
        return state.options

    def deal_due(self, state: HighCardState) -> bool:
        return not state.cards and state.deal <= state.options.deals

    def chance(self, state: HighCardState, rng: Rng) -> Deal | None:
        if not self.deal_due(state):
            return None
        one, other = rng.sample(DECK, 2)
        return Deal((one, other))

    def to_act(self, state: HighCardState) -> tuple[int, ...]:
        return (state.turn,) if state.cards and result(state) is None else ()

    def legal_actions(self, state: HighCardState, seat: int) -> tuple[Action, ...]:
        return (Bet(), Fold()) if seat in self.to_act(state) else ()

    def progress(self, state: HighCardState) -> tuple[int, int]:
        return 0, len(state.moves)

    def apply(
        self, state: HighCardState, seat: int | None, action: LogAction, at_ms: int = 0
    ) -> HighCardState:
        match action:
            case Deal():
                if seat is not None or not self.deal_due(state):
                    raise IllegalAction("only chance deals, once before each deal")
                return replace(state, cards=_checked(action.cards))
            case Bet() | Fold():
                if seat is None or seat not in self.to_act(state):
                    raise IllegalAction("expected the player whose turn it is to bet or fold")
                return replace(state, moves=(*state.moves, action))
            case _:
                assert_never(action)

    def forced(self, state: HighCardState, seat: int) -> Action:
        return Fold()

    def pub(self, state: HighCardState) -> HighCardPub:
        return view.public_half(state)

    def own(self, state: HighCardState, audience: Audience) -> HighCardOwn | None:
        return view.own_half(state, audience)

    def result(self, state: HighCardState) -> DealResult | None:
        return result(state)

    def carry(self, state: HighCardState) -> HighCardState:
        return HighCardState(state.options, state.deal + 1, points=totals(state))


HIGH_CARD = HighCard()


def _checked(cards: tuple[Card, Card]) -> tuple[Card, Card]:
    if cards[0] is cards[1]:
        raise IllegalAction(f"expected two different cards, got {cards[0]} twice")
    return cards
