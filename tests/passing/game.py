"""The rules, the views and the messages of passing."""

from __future__ import annotations

from typing import Annotated, Literal, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol.v1.cards import DECK, Card
from protocol.v1.requests import PerMove
from protocol.v1.view import Own, Pub
from server.errors import IllegalAction
from server.games.base import (
    Absence,
    AllHands,
    Audience,
    Commentator,
    Director,
    Game,
    Kibitzer,
    Public,
    Rng,
    Seated,
)

SEATS = (0, 1, 2)
Pair = tuple[Card, Card]


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of passing; `deals` is the number of deals of a game."""

    deals: Annotated[int, Meta(ge=1, le=999)] = 10


class Pass(Struct, frozen=True, tag_field="t", tag="pass", gc=False):
    """Choose a card for the next seat; nobody is told before all have chosen."""

    card: Card


class Keep(Struct, frozen=True, tag_field="t", tag="keep", gc=False):
    """Keep the cards that were passed; this ends the deal."""


class TakeBack(Struct, frozen=True, tag_field="t", tag="take_back", gc=False):
    """Take the passed cards back, once in a deal; all choose again."""


class Deal(Struct, frozen=True, tag_field="t", tag="deal", gc=False):
    """The deal of two cards to each seat by chance."""

    cards: tuple[Pair, Pair, Pair]


Action = Pass | Keep | TakeBack
LogAction = Action | Deal


class DealResult(Struct, frozen=True, gc=False):
    """How a deal ended: the `winner` received the highest card."""

    winner: int


class PassingPub(Pub, tag="passing", kw_only=True, gc=False):
    """What everybody knows: not who has chosen already."""

    deal: int
    phase: Literal["deal", "choose", "passed", "over"]
    taken_back: bool
    received: tuple[Card, ...] | None = None
    result: DealResult | None = None


class PassingOwn(Own, tag="passing", kw_only=True, gc=False):
    """The own half of a view: the cards of a seat or of all, and the card that the seat has chosen."""

    seat: int | None = None
    cards: Pair | None = None
    chosen: Card | None = None
    hands: tuple[Pair, ...] | None = None


class PassingState(Struct, frozen=True, gc=False):
    """One deal: `chosen` has the card of each seat that has chosen since the last that was taken back."""

    options: Options = Options()
    deal: int = 1
    cards: tuple[Pair, ...] = ()
    chosen: tuple[Card | None, ...] = (None, None, None)
    taken_back: bool = False
    kept: bool = False

    @property
    def passed(self) -> bool:
        """Whether all have chosen."""
        return None not in self.chosen


class Passing(Game[PassingState, LogAction]):
    """Passing: all seats act at once."""

    name = "passing"
    revision = 1
    action_type = Action
    log_action_type = LogAction
    options_type = Options
    state_type = PassingState
    pub_type = PassingPub
    own_type = PassingOwn
    clock = PerMove(move_ms=10_000)
    absence = Absence(substitutes=("plain",), expiry="robot", patience_ms=15_000)

    def start(self, options: Options) -> PassingState:
        return PassingState(options)

    def seat_names(self, options: Options) -> tuple[str, ...]:
        return ("seat 0", "seat 1", "seat 2")

    def public_options(self, state: PassingState) -> Options:
        return state.options

    def deal_due(self, state: PassingState) -> bool:
        return not state.cards and state.deal <= state.options.deals

    def chance(self, state: PassingState, rng: Rng) -> Deal | None:
        if not self.deal_due(state):
            return None
        a, b, c, d, e, f = rng.sample(DECK, 6)
        return Deal(((a, b), (c, d), (e, f)))

    def to_act(self, state: PassingState) -> tuple[int, ...]:
        if not state.cards or state.kept:
            return ()
        return (0,) if state.passed else tuple(seat for seat in SEATS if state.chosen[seat] is None)

    def legal_actions(self, state: PassingState, seat: int) -> tuple[Action, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.passed:
            return (Keep(),) if state.taken_back else (Keep(), TakeBack())
        return tuple(Pass(card) for card in state.cards[seat])

    def progress(self, state: PassingState) -> tuple[int, int]:
        # A choice that is not shown yet is no public move.
        return int(state.taken_back), int(state.passed) + int(state.kept)

    def apply(self, state: PassingState, seat: int | None, action: LogAction, at_ms: int = 0) -> PassingState:
        if isinstance(action, Deal):
            dealt = {card for pair in action.cards for card in pair}
            if seat is not None or not self.deal_due(state) or len(dealt) != 6:
                raise IllegalAction("only chance deals, once before each deal, six different cards")
            return replace(state, cards=action.cards)
        if seat is None or action not in self.legal_actions(state, seat):
            raise IllegalAction("expected a card of one's own while all choose, then the first seat's word")
        match action:
            case Pass(card):
                chosen = (*state.chosen[:seat], card, *state.chosen[seat + 1 :])
                return replace(state, chosen=chosen)
            case Keep():
                return replace(state, kept=True)
            case TakeBack():
                return replace(state, chosen=(None, None, None), taken_back=True)
            case _:
                assert_never(action)

    def forced(self, state: PassingState, seat: int) -> Action:
        return Keep() if state.passed else Pass(state.cards[seat][0])

    def result(self, state: PassingState) -> DealResult | None:
        if not state.kept:
            return None
        best = max(SEATS, key=lambda seat: DECK.index(state.chosen[seat - 1]))  # type: ignore[arg-type]
        return DealResult(best)

    def pub(self, state: PassingState) -> PassingPub:
        result = self.result(state)
        passed = "passed" if state.passed else "choose"
        chosen = tuple(card for card in state.chosen if card is not None)
        return PassingPub(
            deal=state.deal,
            phase="over" if result is not None else passed if state.cards else "deal",  # type: ignore[arg-type]
            taken_back=state.taken_back,
            received=(chosen[-1], *chosen[:-1]) if state.passed else None,
            result=result,
        )

    def own(self, state: PassingState, audience: Audience) -> PassingOwn | None:
        match audience:
            case Public():
                return None
            case Seated(seat) | Kibitzer(seat):
                if not state.cards:
                    return PassingOwn(seat=seat)
                return PassingOwn(seat=seat, cards=state.cards[seat], chosen=state.chosen[seat])
            case AllHands() | Director() | Commentator():
                return PassingOwn(hands=state.cards or None)
            case _:
                assert_never(audience)

    def carry(self, state: PassingState) -> PassingState:
        return PassingState(state.options, state.deal + 1)


PASSING = Passing()
