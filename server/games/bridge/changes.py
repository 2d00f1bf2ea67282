"""The fields that a deal, an ordinary call or an ordinary card changes in the views of a bridge table.

Most moves at a bridge table change few fields of the views, and the move itself tells which fields. The
function `changes` lists the changed fields without building a view, in about a twentieth of the time of
building and comparing the views of all seats. The function `changes` returns None for every move that may
change other fields; then the server builds the views and compares them. The tests of every game compare the
listed changes with those of fully built views, byte by byte.
"""

from __future__ import annotations

from protocol.rules.bridge import auction
from protocol.v1.bridge import SEATS, Called, Deal, Dealt, MakeCall, PlayCard, Played
from protocol.v1.bridge.views import May
from server.games.base import Changes, Fields
from server.games.bridge import play, results
from server.games.bridge.conduct import convention_cards
from server.games.bridge.scores import sheet
from server.games.bridge.state import BridgeState
from server.games.bridge.view import available_actions, public_match, public_set, tally

Available = tuple[tuple[May, ...], ...]
"""For each of the four seats, North first, the actions open to it even when not in turn, such as a claim."""
_KNOWN_AVAILABLE: dict[tuple[object, ...], Available] = {}
"""A cache of the actions open to seats even when not in turn, with about a thousand possible keys."""


def changes(before: BridgeState, after: BridgeState, action: object) -> Changes | None:
    """Return the fields that a deal, a call or a card changes, or None if other fields may change, too."""
    if isinstance(action, PlayCard):
        plain = after.lead is None and _is_ordinary(before)
        return _played(before, after) if plain else None
    if isinstance(action, MakeCall):
        plain = not (action.alert or action.explanation)
        return _called(before, after) if plain and _is_ordinary(before) else None
    if isinstance(action, Deal):
        plain = before.side_cards == convention_cards.NONE and not before.options.waiting
        return _dealt(before, after) if plain else None
    return None


def _is_ordinary(state: BridgeState) -> bool:
    """Return True for an ordinary board: only calls, cards and the result are in its views.

    Questions, undo requests, claims, convention cards and some options add further fields. Return False for a
    board with waiting players, too, because these players have views of their own.
    """
    options = state.options
    return (
        state.claim is None
        and not (state.call_remarks or state.undos or state.denied or state.objected)
        and state.side_cards == convention_cards.NONE
        and options.look_back == "all"
        and options.review
        and not (options.dummy_sees or options.waiting)
    )


def _dealt(before: BridgeState, after: BridgeState) -> Changes | None:
    """Return the fields of the views that a deal of the cards changes.

    A deal of the cards does not change the actions that are possible when not in turn: before and after it,
    each side may submit a convention card.
    """
    deal, options = after.deal, before.options
    if deal is None:
        return None
    public: Fields = {}
    if deal.board != before.board:
        public["board"] = deal.board
    if deal.dealer is not sheet.dealer(before.sheet, options, before.board):
        public["dealer"] = deal.dealer
    if deal.vulnerable is not sheet.vulnerable(before.sheet, options, before.board):
        public["vulnerable"] = deal.vulnerable
    public["phase"] = after.phase
    public["turn"] = public["actor"] = deal.dealer
    public["last"] = Dealt()
    own: list[Fields] = [{}, {}, {}, {}]
    for seat in SEATS:
        own[seat]["hand"] = after.hands[seat]
    own[deal.dealer]["calls"] = auction.legal_calls(())
    return Changes(public, own, None, deal.dealer)


def _called(before: BridgeState, after: BridgeState) -> Changes | None:
    """Return the fields of the views that a call changes."""
    seat, next_seat, contract = before.turn, after.turn, after.contract
    if seat is None:
        return None
    number = len(before.calls)
    call = after.calls[number]
    ends = contract is not None or next_seat is None
    public: Fields = {"phase": after.phase} if ends else {}
    public["calls"] = {number: call}
    if next_seat is not seat:
        public["turn"] = public["actor"] = next_seat
    if contract is not None:
        public["contract"] = contract
    own: list[Fields] = [{}, {}, {}, {}]
    own[seat]["calls"] = None
    if next_seat is None:
        _add_result(before, after, public, Called(seat, call))
    else:
        public["last"] = Called(seat, call)
        if contract is None:
            own[next_seat]["calls"] = auction.legal_calls(after.calls)
        else:
            own[next_seat]["cards"] = after.hands[next_seat]
    # After the first round, a call in the middle of the auction changes no available action. But Law 25A
    # limits the undo to the last two calls.
    if ends or number < 4 or before.options.undo == "law25":
        _add_available_actions(before, after, own)
    return Changes(public, own, seat, next_seat)


def _played(before: BridgeState, after: BridgeState) -> Changes | None:
    """Return the fields of the views that a played card changes; the opening lead also shows dummy's hand."""
    turn, next_turn, contract, plays = before.turn, after.turn, before.contract, after.plays
    if turn is None or contract is None:
        return None
    declarer, number = contract.declarer, len(plays) - 1
    dummy, card = (declarer + 2) % 4, plays[number]
    # Declarer plays dummy's cards. `BridgeState.actor` says the same, and costs two calls.
    actor = declarer if turn == dummy else turn
    next_actor = declarer if next_turn == dummy else next_turn
    public: Fields = {} if next_turn is not None else {"phase": after.phase}
    public["plays"] = {number: card}
    if number % 4 == 3:
        public["tricks"] = after.tricks
    if next_turn is not turn:
        public["turn"] = next_turn
    if next_actor is not actor:
        public["actor"] = next_actor
    own: list[Fields] = [{}, {}, {}, {}]
    own[turn]["hand"] = after.hands[turn]
    if next_actor is not actor:
        own[actor]["cards"] = None
    if next_turn is None or next_actor is None:
        public["dummy"] = None
        _add_result(before, after, public, Played(turn, card.card))
        _add_available_actions(before, after, own)
        return Changes(public, own, actor, None)
    if turn == dummy or not number:
        public["dummy"] = after.hands[dummy]
    public["last"] = Played(turn, card.card)
    # The legal cards differ from those before, because no two hands hold the same card.
    own[next_actor]["cards"] = play.legal_cards(after.hands[next_turn], plays)
    # Claims become possible with the opening lead, and impossible with the lead to the last trick (Law 68A).
    if number < 4 or number == 48:
        _add_available_actions(before, after, own)
    elif next_actor is not actor:
        # From the second trick on, only one right changes: the player in turn may ask (Law 20F).
        available = _available(after)
        own[next_actor]["may"] = available[next_actor]
        own[actor]["may"] = available[actor]
    return Changes(public, own, actor, next_actor)


def _add_result(before: BridgeState, after: BridgeState, public: Fields, last: Called | Played) -> None:
    """Add to `public` the fields that show the end of a board: result, four hands and scores."""
    deal, result, known = after.deal, results.result(after), before.results
    assert deal is not None and result is not None, "expected a board that is over"
    public["result"] = result
    public["hands"] = deal.hands
    public["last"] = last
    if known.get(after.board) != result:  # A table may play two boards with the same number.
        public["results"] = {after.board: result}
    if before.sheet is not None and (score := tally(after)) != tally(before):
        public["tally"] = score
    if before.match is not None and (compared := public_match(after)) != public_match(before):
        public["match"] = compared
    if before.board_set is not None and (played := public_set(after)) != public_set(before):
        public["board_set"] = played


def _add_available_actions(before: BridgeState, after: BridgeState, own: list[Fields]) -> None:
    """Add to `own` the actions that each seat may take even when not in turn, if they have changed."""
    old, new = _available(before), _available(after)
    if old is not new:
        for seat in SEATS:
            if new[seat] is not old[seat]:
                own[seat]["may"] = new[seat]


def _available(state: BridgeState) -> Available:
    """Return the actions that each seat may take even when not in turn, on an ordinary board after its deal.

    The actions open to a seat even when not in turn depend on few small numbers, so the function keeps them
    in a cache: to find them again for four seats takes about fifteen times as long.
    """
    contract, cards = state.contract, len(state.plays)
    if cards > 3 and contract is not None:
        # After the first trick, only the hands in turn and the last trick matter.
        key: tuple[object, ...] = state.options.undo, state.turn, contract.declarer, cards > 48
    elif state.deal is None or state.retracted:
        return tuple(available_actions(state, seat) for seat in SEATS)
    else:
        # After the first round of calls, only the callers of the last round matter.
        calls = len(state.calls) if len(state.calls) < 4 else 4 + len(state.calls) % 4
        declarer = None if contract is None else contract.declarer
        key = state.options.undo, state.phase, state.turn, declarer, cards, state.deal.dealer, calls
    known = _KNOWN_AVAILABLE.get(key)
    if known is None:
        known = _KNOWN_AVAILABLE[key] = tuple(available_actions(state, seat) for seat in SEATS)
    return known
