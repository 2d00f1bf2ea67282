"""The result of a hand (deal) of Spades, and the state at the start of the next one."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.rules.spades import scoring
from protocol.rules.spades.sides import seats_of, sides_of
from protocol.v1.spades import HandResult
from server.games.spades.state import SpadesState

KEPT = 32
"""The maximum number of finished hands for which a table keeps the results."""


def finished(state: SpadesState) -> SpadesState:
    """Return the state of a deal after its last card, with the result of the deal added."""
    rules = state.rules
    sides = [_earned(state, side) for side in range(sides_of(rules))]
    settled = scoring.settle(rules, sides, state.scores)
    after = tuple(side.after for side in settled)
    ended = HandResult(
        hand=state.hand,
        dealer=state.dealer,
        bids=tuple(bid for _, bid in sorted(state.bids.items())),
        tricks=state.tricks,
        sides=settled,
        last_trick=state.plays[-rules.players :],
        winner=scoring.winner(rules, after, state.hand, [side.wins for side in sides]),
    )
    return replace(state, phase="over", turn=None, ended=ended)


def _earned(state: SpadesState, side: int) -> scoring.Earned:
    placed = {seat: bid for seat, bid in state.bids.items() if seat in seats_of(state.rules, side)}
    if not placed:
        return scoring.unbid(sum(state.tricks[seat] for seat in seats_of(state.rules, side)))
    tricks = [state.tricks[seat] for seat in placed]
    return scoring.earned(state.rules, tuple(placed.values()), tricks)


def carried(state: SpadesState) -> SpadesState:
    """Return the state at the start of the next deal, or the final state if the game is over."""
    ended = state.ended
    assert ended is not None, "expected a hand with a result, got a hand without"
    return SpadesState(
        rules=state.rules,
        hand=state.hand + 1,
        dealer=(state.dealer + 1) % state.rules.players,
        scores=tuple(side.after for side in ended.sides),
        numbers=(None,) * len(ended.sides),
        results=visible_results(state),
        winner=ended.winner,
    )


def visible_results(state: SpadesState) -> dict[int, HandResult]:
    """Return the results of at most `KEPT` of the newest finished deals, by the number of the deal."""
    if state.ended is None:
        return state.results
    known = {**state.results, state.hand: state.ended}
    return dict(list(known.items())[-KEPT:])
