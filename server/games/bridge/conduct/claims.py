"""Claims and concessions (Laws 68 to 71): statement, vote, agreement, refusal, and further play."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Claim, ClaimShown, Contract, PlayOn, Seat, Side, Vote
from protocol.v1.bridge.views import Claimed, ClaimEnded
from protocol.words import with_count
from server.errors import IllegalAction
from server.games.bridge.state import BridgeState, PendingClaim

Ending = Literal["accepted", "proven", "refused", "objected", "played_on"]


def may_claim(state: BridgeState, seat: Seat) -> bool:
    """Return True if the seat may claim now: it is declarer or a defender, during the play (Law 68A)."""
    # After 48 cards only one trick is left: a statement about the trick in progress is not a claim (Law 68A).
    return state.phase == "play" and 0 < len(state.plays) <= 48 and seat is not state.dummy


def claim(state: BridgeState, seat: Seat, action: Claim) -> BridgeState:
    """Return the board with a pending claim, which stops play (Law 68D).

    Raises IllegalAction if the seat may not claim now, or may not claim this number of tricks.
    """
    if state.phase != "play" or not state.plays:
        raise IllegalAction("you may claim only during the play (Law 68A)")
    if seat is state.dummy:
        raise IllegalAction("you are dummy, and dummy may neither claim nor concede (Law 43A)")
    if state.left == 1 and len(state.plays) % 4:
        raise IllegalAction("you cannot claim when only the trick in progress is left (Law 68A)")
    if seat.side in state.objected and action.tricks < state.left:
        raise IllegalAction(
            "your side may not concede again after objecting to a concession on this board: call the director"
        )
    if action.tricks > state.left:
        raise IllegalAction(
            f"you can claim at most {with_count(state.left, 'trick')} now, got {action.tricks}"
        )
    pending = PendingClaim(seat, action.tricks, state.left, action.line)
    return _after_move(replace(state, phase="claim", claim=pending, undos=()), Claimed(seat))


def _after_move(state: BridgeState, event: Claimed | ClaimEnded) -> BridgeState:
    return replace(state, other_moves=state.other_moves + 1, event=event)


def voters(contract: Contract, pending: PendingClaim) -> tuple[Seat, ...]:
    """Return the seats that must agree to a claim.

    The opponents of the claimer vote on the claim, except dummy. If a defender concedes tricks, that
    defender's partner votes, too: an objection by the partner cancels the concession (Law 68B2).
    """
    seat, dummy = pending.seat, contract.declarer.partner
    others = tuple(each for each in SEATS if each.side is not seat.side and each is not dummy)
    concedes = pending.tricks < pending.left and seat is not contract.declarer
    return (*others, seat.partner) if concedes else others


def waiting(state: BridgeState) -> tuple[Seat, ...]:
    """Return the seats that still have to vote on the claim or, after its refusal, to agree to play on."""
    pending, contract = state.claim, state.contract
    if pending is None or contract is None:
        return ()
    if state.phase == "disputed":
        return tuple(seat for seat in SEATS if seat not in pending.play_on)
    voted = (*pending.accepted, *pending.refused)
    return tuple(seat for seat in voters(contract, pending) if seat not in voted)


def answers(state: BridgeState, seat: int) -> tuple[Vote | PlayOn, ...]:
    """Return the answers that a seat may give to the pending claim; () if the seat has nothing to answer."""
    if seat not in waiting(state):
        return ()
    return (PlayOn(),) if state.phase == "disputed" else (Vote(True), Vote(False))


def vote(state: BridgeState, seat: Seat, action: Vote) -> BridgeState:
    """Return the board after a vote on the claim.

    Raises IllegalAction if the seat may not vote on the claim now.
    """
    pending, contract = state.claim, state.contract
    if state.phase != "claim" or pending is None or contract is None:
        raise IllegalAction("there is no claim to vote on (Law 68)")
    if not action.accept and may_doubt(state, seat):
        return _ended(replace(state, phase="disputed"), "refused", pending.seat)
    if seat not in waiting(state):
        raise IllegalAction("you have no vote on this claim, or you have voted already (Law 68B and D)")
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
    """Return True if the seat may refuse the claim although it has no vote (Law 68D).

    Law 68D gives the right to refuse a claim to dummy and to the claimer's partner, too.
    """
    pending, contract = state.claim, state.contract
    if state.phase != "claim" or pending is None or contract is None:
        return False
    return seat is not pending.seat and seat not in voters(contract, pending)


def agreed(state: BridgeState, ending: Ending) -> BridgeState:
    """Return the board as finished by an accepted claim, with the claimed tricks counted (Law 69A)."""
    pending = state.claim
    assert pending is not None, "expected a board with a pending claim, got a board without"
    claiming_side = pending.seat.side is Side.EW
    won = [state.tricks[0], state.tricks[1]]
    won[claiming_side] += pending.tricks
    won[not claiming_side] += pending.left - pending.tricks
    over = replace(
        state, phase="over", turn=None, tricks=(won[0], won[1]), claim=None, claimed=True, undos=()
    )
    return _ended(over, ending, pending.seat)


def _ended(state: BridgeState, ending: Ending, claimer: Seat) -> BridgeState:
    return _after_move(state, ClaimEnded(claimer, ending))


def play_on(state: BridgeState, seat: Seat) -> BridgeState:
    """Return the board after a player has agreed to play on after a refused claim (Law 68D2b).

    Once all four players have agreed to play on, the claim is void and play continues.
    """
    pending = state.claim
    if state.phase != "disputed" or pending is None:
        raise IllegalAction("you may agree to play on only after a claim was refused (Law 68D2)")
    if seat in pending.play_on:
        raise IllegalAction("you have already agreed to play on")
    pending = replace(pending, play_on=(*pending.play_on, seat))
    if len(pending.play_on) < 4:
        return replace(state, claim=pending)
    return _ended(replace(state, phase="play", claim=None), "played_on", pending.seat)


def visible_claim(state: BridgeState) -> ClaimShown | None:
    """Return the public view of the claim, which shows the claimer's hand (Law 68)."""
    pending = state.claim
    if pending is None:
        return None
    hand = state.hands[pending.seat]
    return ClaimShown(pending.seat, pending.tricks, pending.left, pending.line, hand)
