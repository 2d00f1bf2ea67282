"""The fields of the views that an ordinary bid or card changes.

Most moves change few fields, and the move itself says which. `changes` lists them without building a view, at
a fraction of the cost of building and comparing the views of all seats. It returns None for every move that
may change more; then the views are built and compared. The conformance tests compare both ways byte by byte.
"""

from __future__ import annotations

from protocol.v1.spades import MakeBid, PlayCard
from server.games.base import Changes, Fields
from server.games.spades import bidding, play
from server.games.spades.state import SpadesState


def changes(before: SpadesState, after: SpadesState, action: object) -> Changes | None:
    """Return the changes of an ordinary bid or card, None if it may change more of a view."""
    if isinstance(action, PlayCard) and after.phase == "play":
        return _played(before, after)
    if isinstance(action, MakeBid) and after.phase in ("bidding", "play") and _all_look(before, after):
        return _bid(before, after)
    return None


def _all_look(before: SpadesState, after: SpadesState) -> bool:
    """Return True if all players saw their hands already before this bid, so that it shows no hand.

    This depends only on public information.
    """
    if not (before.rules.blind_nil or before.rules.blind_bid):
        return True
    seats = range(before.rules.players)
    return all(bidding.has_looked(before, seat) and bidding.has_looked(after, seat) for seat in seats)


def _played(before: SpadesState, after: SpadesState) -> Changes | None:
    turn, next_turn = before.turn, after.turn
    if turn is None or next_turn is None:
        return None
    number = len(before.plays)
    public: Fields = {"plays": {number: after.plays[number]}}
    if after.tricks is not before.tricks:
        public["tricks"] = after.tricks
    if next_turn != turn:
        public["turn"] = next_turn
    if after.broken is not before.broken:
        public["broken"] = after.broken
    public["last"] = after.event
    own: list[Fields] = [{} for _ in after.hands]
    own[turn]["hand"] = after.hands[turn]
    legal = play.legal_cards_of(after)
    if next_turn != turn:
        own[turn]["cards"] = None
        own[next_turn]["cards"] = legal
    elif legal != play.legal_cards_of(before):
        own[turn]["cards"] = legal
    return Changes(public, own, turn, next_turn)


def _bid(before: SpadesState, after: SpadesState) -> Changes | None:
    """Return the changes of a bid; the last bid of a hand without an exchange begins the play."""
    turn, next_turn = before.turn, after.turn
    if turn is None or next_turn is None:
        return None
    begins = after.phase == "play"
    public: Fields = {"phase": "play"} if begins else {}
    public["bids"] = {turn: after.bids[turn]}
    if after.numbers != before.numbers:
        public["numbers"] = after.numbers
    if next_turn != turn:
        public["turn"] = next_turn
    public["last"] = after.event
    own: list[Fields] = [{} for _ in after.hands]
    own[turn]["bids"] = None
    if begins:
        own[next_turn]["cards"] = play.legal_cards_of(after)
    else:
        own[next_turn]["bids"] = bidding.legal_bids(after, next_turn)
    return Changes(public, own, turn, next_turn)
