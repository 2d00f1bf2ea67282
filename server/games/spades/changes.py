"""The fields of the views that a deal, an ordinary bid or a card changes.

Most moves change few fields, and the move itself says which. `changes` lists them without building a view, at
a fraction of the cost of building and comparing the views of all seats. It returns None for every move that
may change more; then the views are built and compared. The conformance tests compare both ways byte by byte.

In a list of own halves, all seats of which no field changes share one empty dictionary. It is never changed;
the fields of a seat are a dictionary of their own.
"""

from __future__ import annotations

from protocol.v1.spades import Deal, HandResult, MakeBid, PlayCard
from server.games.base import Changes, Fields
from server.games.spades import bidding, dealing, play, results
from server.games.spades.state import SpadesState


def changes(before: SpadesState, after: SpadesState, action: object) -> Changes | None:
    """Return the changes of a deal, an ordinary bid or a card, None if it may change more of a view."""
    match action:
        case PlayCard():
            return _played(before, after) if after.ended is None else _finished(before, after, after.ended)
        case MakeBid() if after.phase in ("bidding", "play") and _all_look(before, after):
            return _bid(before, after)
        case Deal():
            return _dealt(before, after)
        case _:
            return None


def _all_look(before: SpadesState, after: SpadesState) -> bool:
    """Return True if all players saw their hands already before this bid, so that it shows no hand.

    This depends only on public information.
    """
    if not (before.rules.blind_nil or before.rules.blind_bid):
        return True
    seats = range(before.rules.players)
    return all(bidding.has_looked(before, seat) and bidding.has_looked(after, seat) for seat in seats)


def _played(before: SpadesState, after: SpadesState) -> Changes:
    """Return the changes of a card that is not the last of its hand."""
    turn, next_turn = before.turn, after.turn
    assert turn is not None and next_turn is not None, "expected a seat in turn before and after the card"
    number = len(before.plays)
    public: Fields = {"plays": {number: after.plays[number]}}
    if after.tricks is not before.tricks:
        public["tricks"] = after.tricks
    if next_turn != turn:
        public["turn"] = next_turn
    if after.broken is not before.broken:
        public["broken"] = after.broken
    public["last"] = after.event
    own: list[Fields] = [{}] * len(after.hands)
    legal = play.legal_cards_of(after)
    if next_turn != turn:
        own[turn] = {"hand": after.hands[turn], "cards": None}
        own[next_turn] = {"cards": legal}
    elif legal != play.legal_cards_of(before):
        own[turn] = {"hand": after.hands[turn], "cards": legal}
    else:
        own[turn] = {"hand": after.hands[turn]}
    return Changes(public, own, turn, next_turn)


def _finished(before: SpadesState, after: SpadesState, ended: HandResult) -> Changes:
    """Return the changes of the last card of a hand, after which the hand has a result."""
    turn, number = before.turn, len(before.plays)
    assert turn is not None, "expected a seat in turn, got none"
    public: Fields = {"phase": "over", "plays": {number: after.plays[number]}, "tricks": after.tricks}
    scores = tuple([side.after for side in ended.sides])
    if scores != before.scores:
        public["scores"] = scores
    public["turn"] = None
    if after.broken is not before.broken:
        public["broken"] = after.broken
    public["result"] = ended
    public["results"] = {after.hand: ended} | dict.fromkeys(
        before.results.keys() - results.visible_results(after).keys()
    )
    if ended.winner is not None:
        public["winner"] = ended.winner
    public["last"] = after.event
    own: list[Fields] = [{}] * len(after.hands)
    own[turn] = {"hand": (), "cards": None}
    return Changes(public, own, turn, None)


def _dealt(before: SpadesState, after: SpadesState) -> Changes:
    """Return the changes of the deal: each seat gets its hand, or may look at it before a blind bid."""
    seats = range(after.rules.players)
    public: Fields = {"phase": after.phase, "tricks": after.tricks, "turn": after.turn}
    blind = tuple([seat for seat in seats if not bidding.has_looked(after, seat)])
    if blind:
        public["blind"] = blind
    if after.phase == "draw":
        public["drawn"] = (0, 0)
    public["last"] = after.event
    own = [_hand_dealt(after, seat, looked=seat not in blind) for seat in seats]
    return Changes(public, own, None, after.turn)


def _hand_dealt(after: SpadesState, seat: int, *, looked: bool) -> Fields:
    """Return the new fields of a seat's own half after the deal."""
    fields: Fields = {"hand": after.hands[seat]} if looked else {}
    if seat == after.turn:
        match after.phase:
            case "bidding":
                fields["bids"] = bidding.legal_bids(after, seat)
            case "draw":
                fields["drawn"] = dealing.offered(after)
            case _:
                fields["cards"] = play.legal_cards_of(after)
    if not looked:
        fields["may"] = ("reveal",)
    if after.phase == "draw":
        fields["laid_away"] = after.laid_away[seat]
    return fields


def _bid(before: SpadesState, after: SpadesState) -> Changes:
    """Return the changes of a bid; the last bid of a hand without an exchange begins the play."""
    turn, next_turn = before.turn, after.turn
    assert turn is not None and next_turn is not None, "expected a seat in turn before and after the bid"
    begins = after.phase == "play"
    public: Fields = {"phase": "play"} if begins else {}
    public["bids"] = {turn: after.bids[turn]}
    if after.numbers != before.numbers:
        public["numbers"] = after.numbers
    if next_turn != turn:
        public["turn"] = next_turn
    public["last"] = after.event
    own: list[Fields] = [{}] * len(after.hands)
    own[turn] = {"bids": None}
    answers: Fields = (
        {"cards": play.legal_cards_of(after)} if begins else {"bids": bidding.legal_bids(after, next_turn)}
    )
    own[next_turn] = {**own[next_turn], **answers}
    return Changes(public, own, turn, next_turn)
