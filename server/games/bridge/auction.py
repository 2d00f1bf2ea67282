"""The rules of the auction (Laws 17 to 22): legal calls, the end of the auction, and the contract."""

from __future__ import annotations

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Seat, Strain
from server.errors import IllegalAction

_RANK = {bid: rank for rank, bid in enumerate(BIDS)}
"""The rank of each bid, from 0 for one club upwards; passes, doubles and redoubles have no rank."""
_STRAIN: dict[Call, Strain] = {bid: bid.strain for bid in BIDS}
"""The strain of each bid: a suit or no trumps."""
Calls = tuple[Call, ...]

# Name these calls once: to look a member up in an enumeration takes as long as to scan a short auction.
_PASS, _DOUBLE, _REDOUBLE = Call.PASS, Call.DOUBLE, Call.REDOUBLE
_THREE_PASSES = (_PASS, _PASS, _PASS)
# Build all lists of legal calls once, when the module is loaded: every call needs one of them.
_LEGAL_CALLS: dict[tuple[Call | None, Call | None], Calls] = {
    (bid, answer): (_PASS, *(() if answer is None else (answer,)), *BIDS[_RANK[bid] + 1 if bid else 0 :])
    for bid in (None, *BIDS)
    for answer in (None, _DOUBLE, _REDOUBLE)
}
"""The legal calls by the highest bid so far and the legal double or redouble (None if neither is legal)."""


def caller(dealer: Seat, calls: Calls) -> Seat:
    """Return the seat in turn to call: the dealer first, then clockwise (Law 17)."""
    return SEATS[(dealer + len(calls)) % 4]


def is_over(calls: Calls) -> bool:
    """Return True after four passes without a bid, or after three passes that follow a bid (Law 22)."""
    return len(calls) >= 4 and calls[-1] is _PASS and calls[-3:] == _THREE_PASSES


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
    strain = _STRAIN[bid]
    first = next(turn for turn in range(at % 2, at + 1, 2) if _STRAIN.get(calls[turn]) is strain)
    return Contract(
        level=bid.level,
        strain=strain,
        declarer=SEATS[(dealer + first) % 4],
        doubled=4 if _REDOUBLE in after else 2 if _DOUBLE in after else 1,
    )


def _standing(calls: Calls) -> tuple[Call | None, bool]:
    """Return the last call other than a pass, and True if an opponent of the player in turn made it."""
    for back, call in enumerate(reversed(calls)):
        if call is not _PASS:
            return call, back % 2 == 0
    return None, False


def legal_calls(calls: Calls) -> Calls:
    """Return every call that the player in turn may make, in ascending order (Laws 18 and 19)."""
    if is_over(calls):
        return ()
    standing, opponents = _standing(calls)
    bid = standing if standing is None or standing in _RANK else last_bid(calls)
    if not opponents or standing is _REDOUBLE:
        return _LEGAL_CALLS[bid, None]
    return _LEGAL_CALLS[bid, _REDOUBLE if standing is _DOUBLE else _DOUBLE]


def jumped(calls: Calls) -> bool:
    """Return True if the last call is a jump bid: a bid above the lowest level possible in its strain."""
    if not calls or calls[-1] not in _RANK:
        return False
    bid, before = calls[-1], last_bid(calls[:-1])
    lowest = 1 if before is None else before.level + (_RANK[bid] % 5 <= _RANK[before] % 5)
    return bid.level > lowest


def check(calls: Calls, call: Call) -> None:
    """Raise IllegalAction, which names the Law, unless the player in turn may make this call."""
    if is_over(calls):
        raise IllegalAction("the auction is over (Law 22)")
    if call is _PASS:
        return
    standing, opponents = _standing(calls)
    if call is _DOUBLE:
        if standing not in _RANK or not opponents:
            raise IllegalAction(
                "a double needs an opponent's bid as the last call, not counting passes (Law 19A)"
            )
    elif call is _REDOUBLE:
        if standing is not _DOUBLE or not opponents:
            raise IllegalAction(
                "a redouble needs an opponent's double as the last call, not counting passes (Law 19B)"
            )
    else:
        bid = standing if standing in _RANK else last_bid(calls)
        if bid is not None and _RANK[call] <= _RANK[bid]:
            raise IllegalAction(f"{call} is not sufficient over {bid} (Law 18)")
