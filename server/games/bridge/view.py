"""What each audience may know of a board, built field by field from nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from protocol.v1.bridge import SEATS, BridgeOwn, BridgePub, Called, Dealt, Last, Played, Seat
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.bridge import auction, play, scoring

if TYPE_CHECKING:
    from server.games.bridge.state import BridgeState


def public_half(state: BridgeState) -> BridgePub:
    """What everybody may know: calls and cards on the table, dummy from the lead on, all hands at the end."""
    deal, dummy, phase = state.deal, state.dummy, state.phase
    over = phase == "over"
    return BridgePub(
        board=state.board,
        dealer=scoring.dealer_of(state.board) if deal is None else deal.dealer,
        vulnerable=scoring.vulnerability_of(state.board) if deal is None else deal.vulnerable,
        phase=phase,
        calls=dict(enumerate(state.calls)),
        plays=dict(enumerate(state.plays)),
        tricks=state.tricks,
        turn=state.turn,
        actor=state.actor,
        contract=state.contract,
        dummy=state.hands[dummy] if dummy is not None and not over else None,
        result=state.result(),
        hands=deal.hands if deal is not None and over else None,
        last=_last(state),
    )


def _last(state: BridgeState) -> Last | None:
    if state.deal is None:
        return None
    if state.plays:
        return Played(state.plays[-1].seat, state.plays[-1].card)
    if state.calls:
        return Called(auction.caller(state.deal.dealer, state.calls[:-1]), state.calls[-1])
    return Dealt()


def own_half(state: BridgeState, audience: Audience) -> BridgeOwn | None:
    """What this audience knows beyond the public half, None for the public itself."""
    match audience:
        case Public():
            return None
        case Seated(number) | Kibitzer(number):
            return _of_seat(state, SEATS[number])
        case AllHands() | Director() | Commentator():
            return BridgeOwn(hands=state.hands if state.deal is not None else None)
        case _:
            assert_never(audience)


def _of_seat(state: BridgeState, seat: Seat) -> BridgeOwn:
    held = state.hands[seat] if state.deal is not None else None
    turn = state.turn
    if turn is None or state.actor is not seat:
        return BridgeOwn(seat=seat, hand=held)
    if state.contract is None:
        return BridgeOwn(seat=seat, hand=held, calls=auction.legal_calls(state.calls))
    return BridgeOwn(seat=seat, hand=held, cards=play.legal_cards(state.hands[turn], state.plays))
