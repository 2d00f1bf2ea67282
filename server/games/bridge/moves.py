"""Legal calls and cards, and the board after each."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import Call, Play, Seat
from protocol.v1.cards import Card
from server.games.bridge import auction, play
from server.games.bridge.state import BridgeState, Request


def called(state: BridgeState, call: Call, at_ms: int) -> BridgeState:
    """Return the board after a legal call of the hand in turn."""
    deal = state.deal
    assert deal is not None, "expected a board that is dealt"
    calls = (*state.calls, call)
    undos = state.undos and _wishes_that_stand(state, auction.caller(deal.dealer, state.calls), 0)
    after = replace(state, calls=calls, times=(*state.times, at_ms), event=None, undos=undos)
    if not auction.is_over(calls):
        return replace(after, turn=auction.caller(deal.dealer, calls))
    contract = auction.contract(deal.dealer, calls)
    if contract is None:
        return replace(after, phase="over", turn=None, undos=())
    return replace(after, phase="play", contract=contract, turn=contract.declarer.lho)


def played(state: BridgeState, card: Card, at_ms: int) -> BridgeState:
    """Return the board after a legal card from the hand in turn."""
    turn, contract = state.turn, state.contract
    assert turn is not None and contract is not None, "expected a hand in turn to play"
    plays = (*state.plays, Play(turn, card))
    tricks, following = state.tricks, turn.lho
    if len(plays) % 4 == 0:
        following = play.trick_winner(contract, plays[-4:])
        tricks = play.count_trick(tricks, following)
    over = len(plays) == 52
    actor = state.actor or turn
    return replace(
        state,
        phase="over" if over else "play",
        turn=None if over else following,
        plays=plays,
        tricks=tricks,
        hands=play.without(state.hands, turn, card),
        times=(*state.times, at_ms),
        event=None,
        undos=(state.undos and not over and _wishes_that_stand(state, actor, len(state.plays))) or (),
    )


def _wishes_that_stand(state: BridgeState, actor: Seat, cards: int) -> tuple[Request, ...]:
    """Return the undo requests that still stand when the player of `actor` calls, or plays card `cards`.

    A request lapses when its player acts again; for a call at the opening lead; for a card when the trick
    after its own is quitted, so that no player keeps a permission to use it later.
    """
    return tuple(
        each
        for each in state.undos
        if each.seat is not actor
        and not (state.contract is not None and each.calls < len(state.calls))
        and cards // 4 - each.cards // 4 < 2
    )
