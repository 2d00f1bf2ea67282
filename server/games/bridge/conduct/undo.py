"""Undo requests: requests of a player to take back a call or card, if the options allow this (Law 25A)."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Grant, Seat, Undo, UndoAsked, Undone
from server.errors import IllegalAction
from server.games.bridge.conduct.rewind import rewound
from server.games.bridge.state import BridgeState, UndoRequest


def ask(state: BridgeState, seat: Seat, action: Undo) -> BridgeState:
    """Return the board after a player's request to take back a call or card.

    If the option `undo` is `law25`, a call that Law 25A lets the player change is taken back at once. If the
    option `undo` is `consent`, the opponents must first agree to an undo request. Raises IllegalAction for an
    undo request that is not allowed now.
    """
    rule = state.options.undo
    if rule == "none":
        raise IllegalAction("this table allows no undo")
    if state.phase not in ("auction", "play"):
        raise IllegalAction("you may take back a call or card only during the auction or the play")
    calls, cards = _target(state, seat)
    if rule == "law25":
        _check_law_25(state, calls)
        return replace(rewound(state, calls, cards, Undone(seat)), retracted=(*state.retracted, calls))
    request = UndoRequest(seat, calls, cards, action.reason)
    if _asked_before(state, request):
        raise IllegalAction("you have already asked to take this call or card back, and may ask only once")
    others = tuple(each for each in state.undos if each.seat is not seat)
    return replace(state, undos=(*others, request))


def _check_law_25(state: BridgeState, calls: int) -> None:
    if state.plays:
        raise IllegalAction(
            "you may take back only an unintended call, and only before the opening lead (Law 25A)"
        )
    if len(state.calls) > calls + 2:
        raise IllegalAction(
            "you cannot take back your call, because your partner has called since (Law 25A2)"
        )
    if calls in state.retracted:
        raise IllegalAction("you cannot take back a call that replaced a call you took back (Law 25A1)")


def _target(state: BridgeState, seat: Seat) -> tuple[int, int]:
    """Return the numbers of calls and of cards on the board that remain if a seat takes its last one back."""
    deal, contract = state.deal, state.contract
    assert deal is not None, "expected a board with cards, got a board before its deal"
    if contract is not None and state.plays:
        if seat is contract.declarer.partner:
            raise IllegalAction("dummy's cards are declarer's to play and to take back (Law 43A)")
        hands = (seat, seat.partner) if seat is contract.declarer else (seat,)
        mine = [index for index, play in enumerate(state.plays) if play.seat in hands]
        if not mine:
            raise IllegalAction("you have played no card yet")
        return len(state.calls), mine[-1]
    mine = [turn for turn in range(len(state.calls)) if (deal.dealer + turn) % 4 == seat]
    if not mine:
        raise IllegalAction("you have not called yet")
    return mine[-1], 0


def grant(state: BridgeState, seat: Seat, action: Grant) -> BridgeState:
    """Return the board after an opponent's answer to an undo request.

    If all opponents have agreed to the undo request, the call or card is taken back. Raises IllegalAction if
    no undo request of the player that the answer names waits for this seat's answer.
    """
    request = next((each for each in state.undos if each.seat is action.seat), None)
    if request is None or seat not in _grantors(state, request) or seat in request.granted:
        # Give the same text in all cases. With different texts, the partner of the asking player could send
        # an answer to find out if a request is pending.
        raise IllegalAction(f"no undo request of {action.seat.name.title()} waits for your answer")
    others = tuple(each for each in state.undos if each is not request)
    if not action.accept:
        denied = (*state.denied, (request.seat, request.calls, request.cards))
        return replace(state, undos=others, denied=denied)
    granted = replace(request, granted=(*request.granted, seat))
    if set(_grantors(state, request)) - set(granted.granted):
        return replace(state, undos=(*others, granted))
    return rewound(state, request.calls, request.cards, Undone(request.seat))


def _grantors(state: BridgeState, request: UndoRequest) -> tuple[Seat, ...]:
    """Return the opponents that must agree to an undo request: all except dummy (Law 43A)."""
    dummy = state.dummy
    return tuple(seat for seat in SEATS if seat.side is not request.seat.side and seat is not dummy)


def may_request(state: BridgeState, seat: Seat) -> bool:
    """Return True if this seat may ask to take back its last call or card.

    The function makes its quickest checks first, because it runs for every view of a seat.
    """
    rule = state.options.undo
    if rule == "none" or not _acted(state, seat):
        return False
    if rule == "law25":
        return _may_correct(state, seat)
    requests = state.undos or state.denied
    return not requests or not _asked_before(state, UndoRequest(seat, *_target(state, seat), ""))


def _asked_before(state: BridgeState, request: UndoRequest) -> bool:
    """Return True if the seat's request to take back the same call or card was refused or still waits."""
    target = (request.seat, request.calls, request.cards)
    return target in state.denied or any(
        (each.seat, each.calls, each.cards) == target for each in state.undos
    )


def _acted(state: BridgeState, seat: Seat) -> bool:
    """Return True if the seat has made a call, or played a card, that the player could ask to take back."""
    deal = state.deal
    if deal is None:
        return False
    if state.phase == "auction" or (state.phase == "play" and not state.plays):
        return (seat - deal.dealer) % 4 < len(state.calls)
    if state.phase != "play" or state.options.undo != "consent" or seat is state.dummy:
        return False
    return len(state.plays) > 3 or _played(state, seat)


def _may_correct(state: BridgeState, seat: Seat) -> bool:
    """Return True if Law 25A lets this seat take back its last call.

    Law 25A does not let a player take back a call if partner has called since, or if the call itself replaced
    a call that was taken back.
    """
    deal = state.deal
    since = 4 if deal is None else (deal.dealer + len(state.calls) - 1 - seat) % 4
    return since < 2 and len(state.calls) - 1 - since not in state.retracted


def _played(state: BridgeState, seat: Seat) -> bool:
    contract = state.contract
    declares = contract is not None and seat is contract.declarer
    return any(play.seat is seat or (declares and play.seat is seat.partner) for play in state.plays)


def visible_requests(state: BridgeState, seat: Seat | None) -> dict[int, UndoAsked] | None:
    """Return the undo requests that a seat has made or has to answer, by the number of the asking seat.

    If `seat` is None, the function returns all undo requests. If there are no undo requests to show, the
    function returns None.
    """
    known = {
        int(each.seat): UndoAsked(
            each.reason, each.calls, each.cards, dict.fromkeys(map(int, each.granted), True)
        )
        for each in state.undos
        if seat is None or seat is each.seat or seat in _grantors(state, each)
    }
    return known or None


def to_answer(state: BridgeState, seat: Seat) -> bool:
    """Return True if an undo request waits for this seat's answer."""
    return any(seat in _grantors(state, each) and seat not in each.granted for each in state.undos)
