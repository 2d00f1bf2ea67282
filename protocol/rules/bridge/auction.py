"""The rules of the auction (Laws 17 to 22): legal calls, the end of the auction, and the contract."""

from __future__ import annotations

from protocol.v1.bridge import BIDS, SEATS, Call, Contract, Seat, Strain

RANK = {bid: rank for rank, bid in enumerate(BIDS)}
"""The rank of each bid, from 0 for one club upwards; passes, doubles and redoubles have no rank."""
_STRAIN: dict[Call, Strain] = {bid: bid.strain for bid in BIDS}
"""The strain of each bid: a suit or no trumps."""
Calls = tuple[Call, ...]

# Name these calls once: to look a member up in an enumeration takes as long as to scan a short auction.
_PASS, _DOUBLE, _REDOUBLE = Call.PASS, Call.DOUBLE, Call.REDOUBLE
_THREE_PASSES = (_PASS, _PASS, _PASS)
# Build all lists of legal calls once, when the module is loaded: every call needs one of them.
_LEGAL_CALLS: dict[tuple[Call | None, Call | None], Calls] = {
    (bid, answer): (_PASS, *(() if answer is None else (answer,)), *BIDS[RANK[bid] + 1 if bid else 0 :])
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
        if call in RANK:
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


def standing_call(calls: Calls) -> tuple[Call | None, bool]:
    """Return the last call other than a pass, and True if an opponent of the player in turn made it."""
    for back, call in enumerate(reversed(calls)):
        if call is not _PASS:
            return call, back % 2 == 0
    return None, False


def legal_calls(calls: Calls) -> Calls:
    """Return every call that the player in turn may make, in ascending order (Laws 18 and 19)."""
    if is_over(calls):
        return ()
    standing, opponents = standing_call(calls)
    bid = standing if standing is None or standing in RANK else last_bid(calls)
    if not opponents or standing is _REDOUBLE:
        return _LEGAL_CALLS[bid, None]
    return _LEGAL_CALLS[bid, _REDOUBLE if standing is _DOUBLE else _DOUBLE]
