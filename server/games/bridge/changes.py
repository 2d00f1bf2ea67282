"""The fields of the views that an ordinary call or card changes.

Most moves change few fields, and the move itself says which. `changes` lists them without building a view, at
about a tenth of the cost of building and comparing the views of all seats. It returns None for every move
that may change more; then the views are built and compared. The conformance tests hold both ways against
each other, byte by byte.
"""

from __future__ import annotations

from protocol.v1.bridge import Called, MakeCall, Play, PlayCard, Played, Seat
from server.games.base import Changes, Fields
from server.games.bridge import auction, play
from server.games.bridge.conduct import convention_cards
from server.games.bridge.state import BridgeState
from server.games.bridge.view import available_actions


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
    seat, next_seat = before.turn, after.turn
    if after.phase != "auction" or seat is None or next_seat is None:
        return None
    number, call = len(before.calls), after.calls[-1]
    public: Fields = {
        "calls": {number: call},
        "turn": next_seat,
        "actor": next_seat,
        "last": Called(seat, call),
    }
    own: list[Fields] = [{}, {}, {}, {}]
    own[seat]["calls"] = None
    own[next_seat]["calls"] = auction.legal_calls(after.calls)
    for each in Seat:
        _add_available_actions(before, after, each, own[each])
    return Changes(public, own, seat, next_seat)


def _played(before: BridgeState, after: BridgeState) -> Changes | None:
    turn, next_turn, contract, number = before.turn, after.turn, before.contract, len(before.plays)
    if turn is None or next_turn is None or contract is None or number == 0:
        return None
    actor, next_actor = before.actor, after.actor
    assert actor is not None and next_actor is not None, "expected a player in turn"
    card: Play = after.plays[-1]
    public: Fields = {"plays": {number: card}}
    if number % 4 == 3:
        public["tricks"] = after.tricks
    if next_turn is not turn:
        public["turn"] = next_turn
    if next_actor is not actor:
        public["actor"] = next_actor
    if turn is contract.declarer.partner:
        public["dummy"] = after.hands[turn]
    public["last"] = Played(card.seat, card.card)
    own: list[Fields] = [{}, {}, {}, {}]
    own[turn]["hand"] = after.hands[turn]
    legal = play.legal_cards(after.hands[next_turn], after.plays)
    if next_actor is not actor:
        own[actor]["cards"] = None
        own[next_actor]["cards"] = legal
    elif legal != play.legal_cards(before.hands[turn], before.plays):
        own[actor]["cards"] = legal
    # From the second trick to the last but one, only the turn decides which actions are available.
    changed = {actor, next_actor} if 4 <= number < 48 else Seat
    for each in changed:
        _add_available_actions(before, after, each, own[each])
    return Changes(public, own, actor, next_actor)


def _add_available_actions(before: BridgeState, after: BridgeState, seat: Seat, own: Fields) -> None:
    available = available_actions(after, seat)
    if available is not available_actions(before, seat):
        own["may"] = available
