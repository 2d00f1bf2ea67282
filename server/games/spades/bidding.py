"""The bidding: once round from the dealer's left; who may bid what, and who has not looked at his hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from protocol.v1.spades import Bid, Rules
from protocol.v1.spades.deck import deck_of
from protocol.words import counted
from server.errors import IllegalAction
from server.games.spades.settled import partner_of, side_of, sides_of, tricks_of
from server.games.spades.state import SpadesState

NIL = Bid(nil=True)
BLIND_NIL = Bid(nil=True, blind=True)
Bids = tuple[Bid, ...]


def bidder(state: SpadesState, place: int) -> int:
    """Who makes the bid at a place, from 0: to the dealer's left first."""
    return (state.dealer + 1 + place) % state.rules.players


def number(rules: Rules, bids: Sequence[Bid]) -> int | None:
    """What a side has to win by its partners' bids, in their order; None where nobody bid a number."""
    numbers = [bid.tricks for bid in bids if not bid.nil]
    if not numbers:
        return None
    return numbers[-1] if rules.team_bid == "second" else sum(numbers)


def numbers(rules: Rules, bids: Mapping[int, Bid]) -> tuple[int | None, ...]:
    """What the sides have bid so far, by the seats' bids in their order."""
    return tuple(
        number(rules, [bid for seat, bid in bids.items() if side_of(rules, seat) == side])
        for side in range(sides_of(rules))
    )


def has_looked(state: SpadesState, seat: int) -> bool:
    """Whether the player of a seat knows his hand: he has looked or bid, or may bid nothing blind."""
    return state.phase != "bidding" or seat in state.revealed or not blind_bids(state, seat)


def behind(state: SpadesState, seat: int) -> int:
    """How many points a seat's side is behind the best of the others."""
    own = side_of(state.rules, seat)
    others = (score.points for side, score in enumerate(state.scores) if side != own)
    return max(others) - state.scores[own].points


def blind_bids(state: SpadesState, seat: int) -> Bids:
    """What a seat may bid blind, now or when its turn comes; it follows from what everybody knows."""
    rules = state.rules
    if not (rules.blind_nil or rules.blind_bid) or (rules.blind_after_first and state.hand == 1):
        return ()
    placed = state.bids
    if seat in placed or seat in state.revealed:
        return ()
    partner = partner_of(rules, seat)
    mate = None if partner is None else placed.get(partner)
    late = behind(state, seat)
    nil = (BLIND_NIL,) if _may_blind_nil(rules, mate, late) else ()
    return (*_blind_numbers(rules, mate, late), *nil)


def _may_blind_nil(rules: Rules, mate: Bid | None, late: int) -> bool:
    taken = mate == BLIND_NIL and rules.blind_nils == 1
    allowed = bool(rules.blind_nil) and _late_enough(late, rules.blind_nil_behind)
    return allowed and not taken and _may_nil(rules, mate)


def _late_enough(late: int, least: int) -> bool:
    return least == 0 or late >= least


def _may_nil(rules: Rules, mate: Bid | None) -> bool:
    """Whether nil may stand beside partner's bid."""
    if not rules.nil:
        return False
    if mate is None:
        return True
    return rules.double_nil != "forbidden" if mate.nil else mate.tricks >= rules.least_beside_nil


def _blind_numbers(rules: Rules, mate: Bid | None, late: int) -> Bids:
    """A side bids blind when both partners do, and enough together."""
    sighted = mate is not None and not mate.nil and not mate.blind
    if not rules.blind_bid or not _late_enough(late, rules.blind_bid_behind) or sighted:
        return ()
    least, most = _bounds(rules, mate)
    if mate is not None or rules.sides == "solo":
        before = mate.tricks if mate is not None and rules.team_bid == "sum" else 0
        least = max(least, rules.blind_bid - before)
    return tuple(Bid(tricks, blind=True) for tricks in range(least, most + 1))


def _bounds(rules: Rules, mate: Bid | None) -> tuple[int, int]:
    """The least and the highest number beside partner's bid."""
    least, most = rules.least_bid, tricks_of(rules)
    if mate is not None and mate.nil:
        least = max(least, rules.least_beside_nil)
    elif mate is not None:
        before = mate.tricks if rules.team_bid == "sum" else 0
        most -= before
        least = max(least, rules.least_team - before)
    return min(least, most), most


def legal_bids(state: SpadesState, seat: int) -> Bids:
    """Every bid of the seat in turn: numbers, nil, and what it may bid blind."""
    partner = partner_of(state.rules, seat)
    mate = None if partner is None else state.bids.get(partner)
    bids = (*_sighted_bids(state, seat, mate), *blind_bids(state, seat))
    if len(state.bids) + 1 < state.rules.players:
        return bids
    return tuple(bid for bid in bids if _total_fits(state, seat, bid)) or bids


def _sighted_bids(state: SpadesState, seat: int, mate: Bid | None) -> Bids:
    rules = state.rules
    match rules.bidding:
        case "free":
            least, most = _bounds(rules, mate)
            nil = (NIL,) if _may_nil(rules, mate) else ()
            return (*(Bid(tricks) for tricks in range(least, most + 1)), *nil)
        case "mirror" | "whiz":
            held = deck_of(rules).spades(state.hands[seat])
            nil = (NIL,) if (held == 0 or rules.bidding == "whiz") and _may_nil(rules, mate) else ()
            return (Bid(held), *nil) if held or not nil else nil
        case "suicide":
            if mate is not None and not mate.nil:
                return (NIL,)
            numbers = tuple(Bid(tricks) for tricks in range(rules.least_beside_nil, tricks_of(rules) + 1))
            return numbers if mate is not None else (*numbers, NIL)
        case _:
            assert_never(rules.bidding)


def total(state: SpadesState, seat: int, bid: Bid) -> int:
    """What all sides have bid with this bid of a seat."""
    return sum(stated or 0 for stated in numbers(state.rules, {**state.bids, seat: bid}))


def _total_fits(state: SpadesState, seat: int, bid: Bid) -> bool:
    """Whether the last bid keeps to what the rules say of all bids together."""
    reached = total(state, seat, bid)
    exact = state.rules.no_exact_total and reached == tricks_of(state.rules)
    return reached >= state.rules.least_total and not exact


def check(state: SpadesState, seat: int, bid: Bid) -> None:
    """Raise IllegalAction, with the rule in words, unless the seat in turn may bid this."""
    legal = legal_bids(state, seat)
    if bid in legal:
        return
    if bid.blind and not any(each.blind for each in legal):
        why = "after one's hand was seen" if seat in state.revealed else "here"
        raise IllegalAction(f"nothing may be bid blind {why}")
    allowed = ", ".join(str(each) for each in legal)
    rule = "" if state.rules.bidding == "free" else f" in {state.rules.bidding}"
    raise IllegalAction(f"expected a bid{rule} of {allowed}, got {bid if not bid.nil else _nil(bid)}")


def _nil(bid: Bid) -> str:
    return f"{bid} with {counted(bid.tricks, 'trick')}" if bid.tricks else str(bid)


def check_reveal(state: SpadesState, seat: int) -> None:
    """Raise IllegalAction unless this seat may still look at its hand before it bids."""
    if state.phase != "bidding":
        raise IllegalAction("a hand is looked at in the bidding")
    if has_looked(state, seat):
        raise IllegalAction("your hand is not hidden: you have seen it, or may bid nothing blind")
