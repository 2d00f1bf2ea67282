"""Spades as the registry knows it."""

from __future__ import annotations

from protocol.v1.requests import PerMove
from protocol.v1.spades import Action, Keep, MakeBid, Options, Pass, PlayCard, Reveal, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import deck_of
from server.games.base import Absence, Game
from server.games.spades import bidding, dealing, exchange
from server.games.spades.settled import seat_names, settled, side_of
from server.games.spades.state import LogAction, SpadesState, start


def _forced(state: SpadesState, seat: int) -> Action:
    """The lowest number and the lowest card; a nil passes its highest, of two drawn the higher stays."""
    strength = deck_of(state.rules).strength
    match state.phase:
        case "bidding":
            bids = bidding.legal_bids(state, seat)
            return MakeBid(next((bid for bid in bids if not (bid.nil or bid.blind)), bids[0]))
        case "exchange":
            due = exchange.step(state)
            assert due is not None, "expected a pass that is due"
            falling = state.bids[seat].nil
            return Pass(tuple(sorted(state.hands[seat], key=strength, reverse=falling)[: due.count]))
        case "draw":
            return Keep(max(dealing.offered(state), key=strength))
        case _:
            return PlayCard(min(state.legal_cards(), key=strength))


SPADES = Game(
    name="spades",
    revision=1,
    actions=Action,
    log_actions=LogAction,
    options=Options,
    state=SpadesState,
    pub=SpadesPub,
    own=SpadesOwn,
    clock=PerMove(move_ms=30_000),
    seat_names=lambda options: seat_names(settled(options)),
    start=start,
    forced=_forced,
    unprompted=(Reveal,),
    side=lambda state, seat: side_of(state.rules, seat),
    ended="the game is over",
    absence=Absence(substitute="plain", expiry="robot", patience_ms=15_000),
    set_boards=lambda options: "boards cannot be set at Spades: a game deals its own hands",
)
