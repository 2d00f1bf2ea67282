"""The positions of a board that was played on this server: its state after each call and each card."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import MakeCall, PlayCard
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState, CallRemark


def turns_of(state: BridgeState) -> int:
    """Return the number of calls and cards of a finished board.

    If a claim or a ruling ended the board, that end counts as one more turn after the last call or card.
    """
    return len(_moves(state)) + (_played(state, len(_moves(state))).phase != "over")


def position(state: BridgeState, turn: int) -> BridgeState:
    """Return the state of a finished board after its first `turn` calls and cards.

    After a board, players may look back at the whole auction and at every trick, even if the table did not
    allow it during play.
    """
    if turn == turns_of(state):
        return _open(state)
    then = _played(state, turn)
    return replace(then, call_remarks=_remarks(state, len(then.calls)))


def _moves(state: BridgeState) -> tuple[MakeCall | PlayCard, ...]:
    return (*map(MakeCall, state.calls), *(PlayCard(play.card) for play in state.plays))


def _played(state: BridgeState, turn: int) -> BridgeState:
    """Return the state of a board after its first `turn` calls and cards, without remarks on the calls."""
    then = _dealt(state)
    for move in _moves(state)[:turn]:
        actor = then.actor
        assert actor is not None, "expected a seat in turn at each call and card of a finished board"
        then = BRIDGE.apply(then, actor, move)
    return then


def _dealt(state: BridgeState) -> BridgeState:
    """Return the state of a board as it was after the deal, before the first call."""
    deal = state.deal
    assert deal is not None, "expected a board that has been dealt"
    fresh = BridgeState()
    return replace(
        _open(state),
        phase="auction",
        turn=deal.dealer,
        hands=deal.hands,
        calls=fresh.calls,
        contract=fresh.contract,
        plays=fresh.plays,
        tricks=fresh.tricks,
        times=fresh.times,
        call_remarks=fresh.call_remarks,
        undos=fresh.undos,
        denied=fresh.denied,
        retracted=fresh.retracted,
        claim=fresh.claim,
        objected=fresh.objected,
        claimed=fresh.claimed,
        adjusted=fresh.adjusted,
        event=fresh.event,
    )


def _open(state: BridgeState) -> BridgeState:
    return replace(state, options=replace(state.options, look_back="all", review=True))


def _remarks(state: BridgeState, calls: int) -> tuple[CallRemark, ...]:
    """Return the players' remarks, such as alerts and explanations, on the first calls of the auction."""
    return tuple(each for each in state.call_remarks if each.call < calls and not each.withdrawn)
