"""Claims and concessions (Laws 68 to 71): stated, voted on, agreed, refused, played on."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Claim, ClaimShown, Contract, PlayOn, Seat, Side, Vote
from protocol.v1.bridge.views import Claimed, ClaimEnded
from protocol.words import counted
from server.errors import IllegalAction
from server.games.bridge.state import BridgeState, Pending

How = Literal["accepted", "proven", "refused", "objected", "played_on"]


def may_claim(state: BridgeState, seat: Seat) -> bool:
    """Declarer and defenders, during the play (Law 68A)."""
    last = len(state.plays) > 48  # what is left of the last trick alone is no claim
    return state.phase == "play" and bool(state.plays) and seat is not state.dummy and not last


def claim(state: BridgeState, seat: Seat, action: Claim) -> BridgeState:
    """The board with a claim on the table; play stops (Law 68D). Raises IllegalAction."""
    if state.phase != "play" or not state.plays:
        raise IllegalAction("a claim is made during the play (Law 68A)")
    if seat is state.dummy:
        raise IllegalAction("dummy neither claims nor concedes (Law 43A)")
    if state.left == 1 and len(state.plays) % 4:
        raise IllegalAction("a word about the trick in progress alone is no claim (Law 68A)")
    if seat.side in state.objected and action.tricks < state.left:
        raise IllegalAction(
            "your side has objected to a concession in this board: only the director takes one"
        )
    if action.tricks > state.left:
        raise IllegalAction(
            f"expected a claim of at most {counted(state.left, 'trick')}, got {action.tricks}"
        )
    pending = Pending(seat, action.tricks, state.left, action.line)
    return _stirred(replace(state, phase="claim", claim=pending, undos=()), Claimed(seat))


def _stirred(state: BridgeState, event: Claimed | ClaimEnded) -> BridgeState:
    return replace(state, stirs=state.stirs + 1, event=event)


def voters(contract: Contract, pending: Pending) -> tuple[Seat, ...]:
    """Whose agreement a claim needs: the other side's without dummy, a conceding defender's partner's, too.

    Law 68B2 gives him an objection, which is as if nothing had been claimed.
    """
    seat, dummy = pending.seat, contract.declarer.partner
    others = tuple(each for each in SEATS if each.side is not seat.side and each is not dummy)
    concedes = pending.tricks < pending.left and seat is not contract.declarer
    return (*others, seat.partner) if concedes else others


def waiting(state: BridgeState) -> tuple[Seat, ...]:
    """Who has to answer now: those asked who have not voted, or after a refusal all who do not agree yet."""
    pending, contract = state.claim, state.contract
    if pending is None or contract is None:
        return ()
    if state.phase == "disputed":
        return tuple(seat for seat in SEATS if seat not in pending.play_on)
    voted = (*pending.accepted, *pending.refused)
    return tuple(seat for seat in voters(contract, pending) if seat not in voted)


def answers(state: BridgeState, seat: int) -> tuple[Vote | PlayOn, ...]:
    """What a seat may answer to the claim on the table, () for who is not asked."""
    if seat not in waiting(state):
        return ()
    return (PlayOn(),) if state.phase == "disputed" else (Vote(True), Vote(False))


def vote(state: BridgeState, seat: Seat, action: Vote) -> BridgeState:
    """The board after one vote. Raises IllegalAction."""
    pending, contract = state.claim, state.contract
    if state.phase != "claim" or pending is None or contract is None:
        raise IllegalAction("there is no claim to vote on (Law 68)")
    if not action.accept and may_doubt(state, seat):
        return _ended(replace(state, phase="disputed"), "refused", pending.seat)
    if seat not in waiting(state):
        raise IllegalAction("you are not asked about this claim, or have voted (Law 68B and D)")
    if not action.accept and seat.side is pending.seat.side:
        objected = (*state.objected, seat.side)
        return _ended(replace(state, phase="play", claim=None, objected=objected), "objected", pending.seat)
    if action.accept:
        pending = replace(pending, accepted=(*pending.accepted, seat))
    else:
        pending = replace(pending, refused=(*pending.refused, seat))
    state = replace(state, claim=pending)
    partner_is_asked = pending.seat.partner in waiting(state)
    if pending.refused and not partner_is_asked:
        return _ended(replace(state, phase="disputed"), "refused", pending.seat)
    return state if waiting(state) else agreed(state, "accepted")


def may_doubt(state: BridgeState, seat: Seat) -> bool:
    """Whether a seat that is not asked may doubt the claim: dummy, or the claimer's partner (Law 68D)."""
    pending, contract = state.claim, state.contract
    if state.phase != "claim" or pending is None or contract is None:
        return False
    return seat is not pending.seat and seat not in voters(contract, pending)


def agreed(state: BridgeState, how: How) -> BridgeState:
    """The board over, each side with the tricks that the claim gives it (Law 69A)."""
    pending = state.claim
    assert pending is not None, "expected a claim"
    mine = pending.seat.side is Side.EW
    won = [state.tricks[0], state.tricks[1]]
    won[mine] += pending.tricks
    won[not mine] += pending.left - pending.tricks
    over = replace(
        state, phase="over", turn=None, tricks=(won[0], won[1]), claim=None, claimed=True, undos=()
    )
    return _ended(over, how, pending.seat)


def _ended(state: BridgeState, how: How, claimer: Seat) -> BridgeState:
    return _stirred(state, ClaimEnded(claimer, how))


def play_on(state: BridgeState, seat: Seat) -> BridgeState:
    """The board after a player agrees to play on; once all four do, the claim is void (Law 68D2b)."""
    pending = state.claim
    if state.phase != "disputed" or pending is None:
        raise IllegalAction("play goes on by agreement after a claim was refused (Law 68D2)")
    if seat in pending.play_on:
        raise IllegalAction("you have agreed already that play goes on")
    pending = replace(pending, play_on=(*pending.play_on, seat))
    if len(pending.play_on) < 4:
        return replace(state, claim=pending)
    return _ended(replace(state, phase="play", claim=None), "played_on", pending.seat)


def shown(state: BridgeState) -> ClaimShown | None:
    """The claim as everybody sees it, with the claimer's hand faced (Law 68)."""
    pending = state.claim
    if pending is None:
        return None
    hand = state.hands[pending.seat]
    return ClaimShown(pending.seat, pending.tricks, pending.left, pending.line, hand)
