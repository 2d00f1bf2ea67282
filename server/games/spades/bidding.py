"""The bidding of Spades: each player bids once, beginning at the dealer's left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from protocol.rules.spades.scoring import number
from protocol.rules.spades.sides import partner_of, side_of, sides_of, tricks_of
from protocol.v1.spades import Bid, Rules
from protocol.v1.spades.deck import deck_of
from protocol.words import with_count
from server.errors import IllegalAction
from server.games.spades.state import SpadesState

NIL = Bid(nil=True)
"""A bid of nil that the player makes after seeing the hand."""
BLIND_NIL = Bid(nil=True, blind=True)
"""A blind bid of nil, which the player makes before seeing the hand."""
Bids = tuple[Bid, ...]


def numbers(rules: Rules, bids: Mapping[int, Bid]) -> tuple[int | None, ...]:
    """Return the number of tricks that each side has bid.

    `bids` maps each seat that has bid to its bid, in the order of the bidding.
    """
    bids_of: list[list[Bid]] = [[] for _ in range(sides_of(rules))]
    for seat, bid in bids.items():
        bids_of[side_of(rules, seat)].append(bid)
    return tuple([number(rules, of_side) for of_side in bids_of])


def has_looked(state: SpadesState, seat: int) -> bool:
    """Return True if the player of a seat has seen the cards of that seat's hand.

    Players see their hand once they have looked at it or have bid. Players that may not bid blind see their
    hand from the start of the bidding.
    """
    return state.phase != "bidding" or seat in state.revealed or not blind_bids(state, seat)


def behind(state: SpadesState, seat: int) -> int:
    """Return by how many points the side of the seat `seat` is behind the leading one of the other sides."""
    own = side_of(state.rules, seat)
    others = (score.points for side, score in enumerate(state.scores) if side != own)
    return max(others) - state.scores[own].points


def blind_bids(state: SpadesState, seat: int) -> Bids:
    """Return the blind bids that a seat may make now, or that it could make if it were its turn.

    The possible blind bids depend only on public information, never on a hand.
    """
    rules = state.rules
    if not (rules.blind_nil or rules.blind_bid) or (rules.blind_after_first and state.hand == 1):
        return ()
    bids = state.bids
    if seat in bids or seat in state.revealed:
        return ()
    partner = partner_of(rules, seat)
    partner_bid = None if partner is None else bids.get(partner)
    deficit = behind(state, seat)
    nil = (BLIND_NIL,) if _may_blind_nil(rules, partner_bid, deficit) else ()
    return (*_blind_numbers(rules, partner_bid, deficit), *nil)


def _may_blind_nil(rules: Rules, partner_bid: Bid | None, deficit: int) -> bool:
    partner_has_it = partner_bid == BLIND_NIL and rules.blind_nils == 1
    allowed = bool(rules.blind_nil) and _far_enough_behind(deficit, rules.blind_nil_behind)
    return allowed and not partner_has_it and _may_nil(rules, partner_bid)


def _far_enough_behind(deficit: int, least: int) -> bool:
    return least == 0 or deficit >= least


def _may_nil(rules: Rules, partner_bid: Bid | None) -> bool:
    """Return True if the rules allow a player a bid of nil, given partner's bid."""
    if not rules.nil:
        return False
    if partner_bid is None:
        return True
    return (
        rules.double_nil != "forbidden" if partner_bid.nil else partner_bid.tricks >= rules.least_beside_nil
    )


def _blind_numbers(rules: Rules, partner_bid: Bid | None, deficit: int) -> Bids:
    """Return the numbers of tricks that a player may bid blind, without seeing the hand.

    A player may bid a number blind only if partner has not bid a number after seeing the cards. With a blind
    bid, the sum of the side's bids must be at least the number `blind_bid` in the rules.
    """
    partner_saw_cards = partner_bid is not None and not partner_bid.nil and not partner_bid.blind
    if not rules.blind_bid or not _far_enough_behind(deficit, rules.blind_bid_behind) or partner_saw_cards:
        return ()
    least, most = _bounds(rules, partner_bid)
    if partner_bid is not None or rules.sides == "solo":
        before = partner_bid.tricks if partner_bid is not None and rules.team_bid == "sum" else 0
        least = max(least, rules.blind_bid - before)
    return tuple(Bid(tricks, blind=True) for tricks in range(least, most + 1))


def _bounds(rules: Rules, partner_bid: Bid | None) -> tuple[int, int]:
    """Return the lowest and the highest number of tricks that a player may bid, given partner's bid."""
    least, most = rules.least_bid, tricks_of(rules)
    if partner_bid is not None and partner_bid.nil:
        least = max(least, rules.least_beside_nil)
    elif partner_bid is not None:
        before = partner_bid.tricks if rules.team_bid == "sum" else 0
        most -= before
        least = max(least, rules.least_team - before)
    return min(least, most), most


def legal_bids(state: SpadesState, seat: int) -> Bids:
    """Return every bid that the seat in turn may make: numbers, nil, and blind bids."""
    partner = partner_of(state.rules, seat)
    partner_bid = None if partner is None else state.bids.get(partner)
    bids = (*_open_bids(state, seat, partner_bid), *blind_bids(state, seat))
    rules = state.rules
    if len(state.bids) + 1 < rules.players or not (rules.least_total or rules.no_exact_total):
        return bids
    return tuple(bid for bid in bids if _total_fits(state, seat, bid)) or bids


def _open_bids(state: SpadesState, seat: int, partner_bid: Bid | None) -> Bids:
    rules = state.rules
    match rules.bidding:
        case "free":
            least, most = _bounds(rules, partner_bid)
            nil = (NIL,) if _may_nil(rules, partner_bid) else ()
            return (*(Bid(tricks) for tricks in range(least, most + 1)), *nil)
        case "mirror" | "whiz":
            held = deck_of(rules).spades(state.hands[seat])
            nil = (NIL,) if (held == 0 or rules.bidding == "whiz") and _may_nil(rules, partner_bid) else ()
            return (Bid(held), *nil) if held or not nil else nil
        case "suicide":
            if partner_bid is not None and not partner_bid.nil:
                return (NIL,)
            numbers = tuple(Bid(tricks) for tricks in range(rules.least_beside_nil, tricks_of(rules) + 1))
            return numbers if partner_bid is not None else (*numbers, NIL)
        case _:
            assert_never(rules.bidding)


def total(state: SpadesState, seat: int, bid: Bid) -> int:
    """Return the number of tricks that all sides have bid together if the seat `seat` now bids `bid`."""
    return sum(stated or 0 for stated in numbers(state.rules, {**state.bids, seat: bid}))


def _total_fits(state: SpadesState, seat: int, bid: Bid) -> bool:
    """Return True if the rules allow the sum of all sides' bids after the last player's bid `bid`."""
    reached = total(state, seat, bid)
    exact = state.rules.no_exact_total and reached == tricks_of(state.rules)
    return reached >= state.rules.least_total and not exact


def check(state: SpadesState, seat: int, bid: Bid) -> None:
    """Raise IllegalAction, which names the allowed bids, unless the seat in turn may make this bid."""
    legal = legal_bids(state, seat)
    if bid in legal:
        return
    if bid.blind and not any(each.blind for each in legal):
        raise IllegalAction(
            "you may not bid blind, because you have looked at your hand"
            if seat in state.revealed
            else "you may not bid blind now"
        )
    allowed = ", ".join(str(each) for each in legal)
    rule = "" if state.rules.bidding == "free" else f" in {state.rules.bidding}"
    raise IllegalAction(f"expected a bid{rule} of {allowed}, got {bid if not bid.nil else _nil(bid)}")


def _nil(bid: Bid) -> str:
    return f"{bid} with {with_count(bid.tricks, 'trick')}" if bid.tricks else str(bid)


def check_reveal(state: SpadesState, seat: int) -> None:
    """Raise IllegalAction unless the player of this seat may now look at the hand before bidding."""
    if state.phase != "bidding":
        raise IllegalAction("you may look at your hand only during the bidding")
    if has_looked(state, seat):
        raise IllegalAction(
            "you see your hand already, because you have looked, have bid, or may not bid blind"
        )
