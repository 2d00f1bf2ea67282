"""The fields of the views that an ordinary call or card changes.

Most moves change few fields, and the move itself says which. `changes` lists them without building a view, at
about a twentieth of the cost of building and comparing the views of all seats. It returns None for every move
that may change more; then the views are built and compared. The conformance tests hold both ways against
each other, byte by byte.
"""

from __future__ import annotations

from protocol.v1.bridge import SEATS, Called, MakeCall, PlayCard, Played, Seat
from server.games.base import Changes, Fields
from server.games.bridge import auction, play
from server.games.bridge.conduct import convention_cards
from server.games.bridge.state import BridgeState
from server.games.bridge.view import WITHOUT_ASK, available_actions


def changes(before: BridgeState, after: BridgeState, action: object) -> Changes | None:
    """Return the changes of an ordinary call or card, None if it may change more of a view."""
    if not _is_ordinary(before):
        return None
    if isinstance(action, PlayCard):
        return _played(before, after)
    if isinstance(action, MakeCall) and not (action.alert or action.explanation):
        return _called(before, after)
    return None


def _is_ordinary(state: BridgeState) -> bool:
    """Return True if no question, undo request, claim, score sheet or match adds to the views."""
    options = state.options
    return (
        state.claim is None
        and not (state.call_remarks or state.undos or state.denied)
        and state.sheet is None
        and state.match is None
        and state.side_cards == convention_cards.NONE
        and options.look_back == "all"
        and options.review
        and not options.dummy_sees
    )


def _called(before: BridgeState, after: BridgeState) -> Changes | None:
    """Return the changes of a call, unless the board is passed out."""
    seat, next_seat, contract = before.turn, after.turn, after.contract
    if seat is None or next_seat is None:
        return None
    number = len(before.calls)
    call = after.calls[number]
    public: Fields = {} if contract is None else {"phase": after.phase}
    public["calls"] = {number: call}
    if next_seat is not seat:
        public["turn"] = public["actor"] = next_seat
    if contract is not None:
        public["contract"] = contract
    public["last"] = Called(seat, call)
    own: list[Fields] = [{}, {}, {}, {}]
    own[seat]["calls"] = None
    if contract is None:
        own[next_seat]["calls"] = auction.legal_calls(after.calls)
    else:
        own[next_seat]["cards"] = after.hands[next_seat]
    # Between its first call and its end, an auction gives only the caller a new action: the undo of a first
    # call. But Law 25A limits the undo to the last two calls.
    if number == 0 or contract is not None or before.options.undo == "law25":
        _add_available_actions(before, after, SEATS, own)
    elif number < 4:
        _add_available_actions(before, after, (seat,), own)
    return Changes(public, own, seat, next_seat)


def _played(before: BridgeState, after: BridgeState) -> Changes | None:
    """Return the changes of a card, unless it is the last of the board; dummy appears at the opening lead."""
    turn, next_turn, contract, number = before.turn, after.turn, before.contract, len(before.plays)
    if turn is None or next_turn is None or contract is None:
        return None
    actor, next_actor = before.actor, after.actor
    assert actor is not None and next_actor is not None, "expected a player in turn"
    dummy, card = SEATS[(contract.declarer + 2) % 4], after.plays[number]
    public: Fields = {"plays": {number: card}}
    if number % 4 == 3:
        public["tricks"] = after.tricks
    if next_turn is not turn:
        public["turn"] = next_turn
    if next_actor is not actor:
        public["actor"] = next_actor
    if turn is dummy or number == 0:
        public["dummy"] = after.hands[dummy]
    public["last"] = Played(card.seat, card.card)
    own: list[Fields] = [{}, {}, {}, {}]
    own[turn]["hand"] = after.hands[turn]
    legal = play.legal_cards(after.hands[next_turn], after.plays)
    if next_actor is not actor:
        own[actor]["cards"] = None
        own[next_actor]["cards"] = legal
    elif legal != play.legal_cards(before.hands[turn], before.plays):
        own[actor]["cards"] = legal
    if number in (0, 48):  # After the opening lead claims are possible, and in the last trick no longer.
        _add_available_actions(before, after, SEATS, own)
    elif number < 4:
        _add_available_actions(before, after, (actor, next_actor), own)
    elif next_actor is not actor:
        # From the second trick on only one right changes: the player in turn may ask (Law 20F).
        available = own[next_actor]["may"] = available_actions(after, next_actor)
        own[actor]["may"] = WITHOUT_ASK[available]
    return Changes(public, own, actor, next_actor)


def _add_available_actions(
    before: BridgeState, after: BridgeState, seats: tuple[Seat, ...], own: list[Fields]
) -> None:
    """Add the available actions of these seats where they have changed."""
    for seat in seats:
        available = available_actions(after, seat)
        if available is not available_actions(before, seat):
            own[seat]["may"] = available
