"""The rules of the auction (Laws 17 to 22): legal calls, the end of the auction, and the contract."""

from __future__ import annotations

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Seat
from server.errors import IllegalAction

_RANK = {bid: rank for rank, bid in enumerate(BIDS)}
"""The bids with their ranks in ascending order; no pass, double or redouble."""
Calls = tuple[Call, ...]


def caller(dealer: Seat, calls: Calls) -> Seat:
    """Return the seat in turn to call: the dealer first, then clockwise (Law 17)."""
    return SEATS[(dealer + len(calls)) % 4]


def is_over(calls: Calls) -> bool:
    """Return True after four passes without a bid, or after three passes that follow a bid (Law 22)."""
    return len(calls) >= 4 and calls[-3:] == (Call.PASS,) * 3


def last_bid(calls: Calls) -> Call | None:
    """Return the highest bid so far, or None if no player has bid."""
    for call in reversed(calls):
        if call in _RANK:
            return call
    return None


def contract(dealer: Seat, calls: Calls) -> Contract | None:
    """Return the contract of a finished auction, or None if the board was passed out.

    Declarer is the player of the contract's side that first bid its strain (Law 22A).
    """
    bid = last_bid(calls)
    if bid is None:
        return None
    at = len(calls) - 1 - calls[::-1].index(bid)
    after = calls[at:]
    side = (dealer + at) % 2
    declarer = next(
        SEATS[(dealer + turn) % 4]
        for turn, call in enumerate(calls)
        if call.is_bid and call.strain is bid.strain and (dealer + turn) % 2 == side
    )
    return Contract(
        level=bid.level,
        strain=bid.strain,
        declarer=declarer,
        doubled=4 if Call.REDOUBLE in after else 2 if Call.DOUBLE in after else 1,
    )


def _standing(calls: Calls) -> tuple[Call | None, bool]:
    """Return the last call other than a pass, and True if an opponent of the player in turn made it."""
    for back, call in enumerate(reversed(calls)):
        if call is not Call.PASS:
            return call, back % 2 == 0
    return None, False


def legal_calls(calls: Calls) -> Calls:
    """Return every call that the player in turn may make, in ascending order (Laws 18 and 19)."""
    if is_over(calls):
        return ()
    standing, opponents = _standing(calls)
    legal = [Call.PASS]
    if opponents and standing is not None:
        if standing in _RANK:
            legal.append(Call.DOUBLE)
        elif standing is Call.DOUBLE:
            legal.append(Call.REDOUBLE)
    bid = last_bid(calls)
    return (*legal, *BIDS[0 if bid is None else _RANK[bid] + 1 :])


def jumped(calls: Calls) -> bool:
    """Return True if the last call is a jump bid: a bid above the lowest level possible in its strain."""
    if not calls or calls[-1] not in _RANK:
        return False
    bid, before = calls[-1], last_bid(calls[:-1])
    lowest = 1 if before is None else before.level + (_RANK[bid] % 5 <= _RANK[before] % 5)
    return bid.level > lowest


def check(calls: Calls, call: Call) -> None:
    """Raise IllegalAction, with the Law, unless the player in turn may make this call."""
    if is_over(calls):
        raise IllegalAction("the auction is over (Law 22)")
    if call is Call.PASS:
        return
    standing, opponents = _standing(calls)
    if call is Call.DOUBLE:
        if standing not in _RANK or not opponents:
            raise IllegalAction(
                "a double needs an opponent's bid as the last call, not counting passes (Law 19A)"
            )
    elif call is Call.REDOUBLE:
        if standing is not Call.DOUBLE or not opponents:
            raise IllegalAction(
                "a redouble needs an opponent's double as the last call, not counting passes (Law 19B)"
            )
    else:
        bid = last_bid(calls)
        if bid is not None and _RANK[call] <= _RANK[bid]:
            raise IllegalAction(f"{call} is not sufficient over {bid} (Law 18)")
