"""Contract bridge as the registry knows it."""

from __future__ import annotations

from functools import partial
from typing import get_args

from protocol.v1.bridge import (
    Action,
    BridgeOwn,
    BridgePub,
    Call,
    Claim,
    Cut,
    LayCard,
    MakeCall,
    Options,
    PlayCard,
    PlayOn,
    Ruling,
    Vote,
)
from protocol.v1.bridge.views import ClaimEnded
from protocol.v1.requests import PerBoard
from server.games.base import Expired, Game, Matching, Search
from server.games.bridge import auction, dealing, match, results
from server.games.bridge.conduct import convention_cards, rulings
from server.games.bridge.proof import Knowledge, knowledge, proves
from server.games.bridge.state import BridgeState, LogAction, start

_NAMES = ("North", "East", "South", "West", "Waiting 1", "Waiting 2", "Waiting 3")
_ANSWERS = (MakeCall, PlayCard, PlayOn)


def _forced(state: BridgeState, seat: int) -> Action:
    """A pass, the lowest card that may be played; no to a claim, and then yes to playing on."""
    match state.phase:
        case "claim":
            return Vote(False)  # agreement is said, never taken from silence (Law 69A)
        case "disputed":
            return PlayOn()
        case "play":
            cards = [action.card for action in state.legal_actions(seat) if isinstance(action, PlayCard)]
            return PlayCard(min(cards, key=lambda card: card.height))
        case _:
            return MakeCall(Call.PASS)


def _pause_ms(state: BridgeState) -> int:
    """After a jump bid the next player waits, whatever he holds."""
    jumped = state.phase == "auction" and auction.jumped(state.calls)
    return state.options.stop_ms if jumped else 0


def _reseat(state: BridgeState, action: LogAction) -> tuple[int, ...] | None:
    return dealing.seating(state, action).chairs if isinstance(action, Cut) else None


def _seated(action: LogAction, taken: tuple[int, ...]) -> LogAction:
    return Cut(action.cards, taken) if isinstance(action, Cut) else action


def _calls_director(state: BridgeState) -> bool:
    """After a refused claim, and after an objection, which has shown partner a hand (Laws 68B2 and 16)."""
    objected = isinstance(state.event, ClaimEnded) and state.event.how == "objected"
    return objected or state.phase == "disputed"


def _prove(state: BridgeState) -> Search | None:
    """The search that accepts a claim at once, where the options ask for it."""
    pending, contract = state.claim, state.contract
    if pending is None or contract is None or not state.options.proven_claims:
        return None  # a claim that was refused before its proof came is proven still
    defends = pending.seat is not contract.declarer
    if pending.tricks == 0 or (defends and pending.tricks < pending.left):
        return None  # a mere concession needs somebody who accepts it (Laws 68B and 71)
    dummy = contract.declarer.partner
    known = knowledge(contract, state.plays, pending.seat, state.hands[pending.seat], state.hands[dummy])
    return partial(_proven, known, rulings.Proven(pending.seat), pending.tricks)


def _proven(known: Knowledge, ruling: rulings.Proven, tricks: int, expired: Expired) -> rulings.Proven | None:
    return ruling if proves(known, tricks, expired) else None


BRIDGE = Game(
    name="bridge",
    revision=2,
    actions=Action,
    log_actions=LogAction,
    options=Options,
    state=BridgeState,
    pub=BridgePub,
    own=BridgeOwn,
    clock=PerBoard(board_ms=450_000),
    seat_names=lambda options: _NAMES[: 4 + options.waiting],
    start=start,
    forced=_forced,
    unprompted=tuple(kind for kind in get_args(Action) if kind not in _ANSWERS),
    costly=(Claim,),
    side=lambda state, seat: seat % 2,
    needed=4,
    pause_ms=_pause_ms,
    set_boards=dealing.set_boards,
    seated=_seated,
    reseat=_reseat,
    rulings=Ruling,
    log_rulings=rulings.LogRuling,
    rule=rulings.rule,
    disputed=lambda state: state.phase == "disputed",
    calls_director=_calls_director,
    prove=_prove,
    card=convention_cards.card,
    pages=frozenset({(LayCard, "text")}),
    match=Matching(
        standing=results.standing,
        other=lambda standing: standing.other,
        paired=match.Paired,
        news=match.news,
        closed=match.closed,
        drawn=match.drawn,
        check=match.check,
        options={"undo": "law25"},
    ),
)
