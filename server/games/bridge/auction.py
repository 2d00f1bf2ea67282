"""The reasons for which calls are refused (Laws 18, 19 and 22), and jump bids."""

from __future__ import annotations

from protocol.rules.bridge.auction import RANK, Calls, is_over, last_bid, standing_call
from protocol.v1.bridge import Call
from server.errors import IllegalAction

_PASS, _DOUBLE, _REDOUBLE = Call.PASS, Call.DOUBLE, Call.REDOUBLE


def jumped(calls: Calls) -> bool:
    """Return True if the last call is a jump bid: a bid above the lowest level possible in its strain."""
    if not calls or calls[-1] not in RANK:
        return False
    bid, before = calls[-1], last_bid(calls[:-1])
    lowest = 1 if before is None else before.level + (RANK[bid] % 5 <= RANK[before] % 5)
    return bid.level > lowest


def check(calls: Calls, call: Call) -> None:
    """Raise IllegalAction, which names the Law, unless the player in turn may make this call."""
    if is_over(calls):
        raise IllegalAction("the auction is over (Law 22)")
    if call is _PASS:
        return
    standing, opponents = standing_call(calls)
    if call is _DOUBLE:
        if standing not in RANK or not opponents:
            raise IllegalAction(
                "a double needs an opponent's bid as the last call, not counting passes (Law 19A)"
            )
    elif call is _REDOUBLE:
        if standing is not _DOUBLE or not opponents:
            raise IllegalAction(
                "a redouble needs an opponent's double as the last call, not counting passes (Law 19B)"
            )
    else:
        bid = standing if standing in RANK else last_bid(calls)
        if bid is not None and RANK[call] <= RANK[bid]:
            raise IllegalAction(f"{call} is not sufficient over {bid} (Law 18)")
