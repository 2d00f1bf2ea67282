"""The fields that a deal, an ordinary bid or a card changes in the views of a Spades table.

Most moves in Spades change few fields of the views, and the move itself tells which fields. The function
`changes` lists the changed fields without building a view, in a fraction of the time of building and
comparing the views of all seats. The function `changes` returns None for every move that may change other
fields; then the server builds the views and compares them. The tests of every game compare the listed changes
with those of fully built views, byte by byte.

In the list of changes by seat, all seats without changed fields share one empty dictionary, which is never
modified. Each seat with changed fields has a dictionary of its own.
"""

from __future__ import annotations

from protocol.v1.spades import Deal, HandResult, MakeBid, PlayCard
from server.games.base import Changes, Fields
from server.games.spades import bidding, dealing, play, results
from server.games.spades.state import SpadesState


def changes(before: SpadesState, after: SpadesState, action: object) -> Changes | None:
    """Return the fields of the views that a move changes, or None if other fields may change, too."""
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
    """Return True if all players saw their hands already before this bid, so that the bid shows no hand.

    The function's result depends only on public information, not on any hand.
    """
    if not (before.rules.blind_nil or before.rules.blind_bid):
        return True
    seats = range(before.rules.players)
    return all(bidding.has_looked(before, seat) and bidding.has_looked(after, seat) for seat in seats)


def _played(before: SpadesState, after: SpadesState) -> Changes:
    """Return the fields that change in the views when a card is played that is not the last of the deal."""
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
    """Return the fields that change in the views when the last card of a deal is played.

    This card gives the deal its result, `ended`.
    """
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
    """Return the fields that change in the views when the cards are dealt.

    Players see their hands at once, or may look at them later.
    """
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
    """Return the fields that change, when the cards are dealt, in the half of the view only this seat sees.

    `looked` is True if the player of the seat sees the cards at once.
    """
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
    """Return the fields that change in the views when a player bids.

    If no cards are exchanged, the play begins after the last bid.
    """
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
