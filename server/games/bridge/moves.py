"""The state of a bridge board after a legal call, and after a legal card."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.rules.bridge import auction
from protocol.v1.bridge import SEATS, Call, Play, Seat
from protocol.v1.cards import Card
from server.games.bridge import play
from server.games.bridge.state import BridgeState, UndoRequest


def called(state: BridgeState, call: Call, at_ms: int) -> BridgeState:
    """Return the board after a legal call by the player in turn."""
    deal = state.deal
    assert deal is not None, "expected a board with cards, got a board before its deal"
    calls = (*state.calls, call)
    undos = state.undos and _standing_requests(state, auction.caller(deal.dealer, state.calls), 0)
    times = (*state.times, at_ms)
    if not auction.is_over(calls):
        turn = auction.caller(deal.dealer, calls)
        return replace(state, turn=turn, calls=calls, times=times, event=None, undos=undos)
    contract = auction.contract(deal.dealer, calls)
    passed_out = contract is None
    return replace(
        state,
        phase="over" if passed_out else "play",
        turn=None if contract is None else contract.declarer.lho,
        calls=calls,
        contract=contract,
        times=times,
        event=None,
        undos=() if passed_out else undos,
    )


def played(state: BridgeState, card: Card, at_ms: int) -> BridgeState:
    """Return the board after a legal card from the hand in turn."""
    turn, contract = state.turn, state.contract
    assert turn is not None and contract is not None, (
        "expected a board with a hand in turn, got a board without"
    )
    # An addition copies the tuple once, `(*state.plays, ...)` twice.
    plays = state.plays + (Play(turn, card),)  # noqa: RUF005
    tricks, number = state.tricks, len(plays)
    if number % 4:
        next_turn = SEATS[(turn + 1) % 4]
    else:
        next_turn = play.trick_winner(contract, plays[-4:])
        tricks = play.count_trick(tricks, next_turn)
    over = number == 52
    undos = state.undos
    if undos:
        undos = () if over else _standing_requests(state, state.actor or turn, len(state.plays))
    return replace(
        state,
        phase="over" if over else "play",
        turn=None if over else next_turn,
        plays=plays,
        tricks=tricks,
        hands=play.without(state.hands, turn, card),
        times=state.times + (at_ms,),  # noqa: RUF005
        event=None,
        undos=undos,
    )


def _standing_requests(state: BridgeState, actor: Seat, cards: int) -> tuple[UndoRequest, ...]:
    """Return the undo requests that still hold after the player of the seat `actor` has called or played.

    `cards` is the number of cards that were played before this call or card. An undo request of a player
    lapses when that player calls or plays again. An undo request for a call lapses at the opening lead. An
    undo request for a card lapses at the end of the next trick. The time limit of an undo request keeps
    opponents from waiting for more cards before they answer.
    """
    return tuple(
        request
        for request in state.undos
        if request.seat is not actor
        and not (state.contract is not None and request.calls < len(state.calls))
        and cards // 4 - request.cards // 4 < 2
    )
