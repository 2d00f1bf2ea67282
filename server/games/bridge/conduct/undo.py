"""Taking back a call or card at a player's wish, as the table's options allow (Law 25A)."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Grant, Seat, Undo, UndoAsked, Undone
from server.errors import IllegalAction
from server.games.bridge.conduct.rewind import rewound
from server.games.bridge.state import BridgeState, Request


def ask(state: BridgeState, seat: Seat, action: Undo) -> BridgeState:
    """The board after a wish to take back: taken back at once under Law 25A, else asked of the opponents.

    Raises IllegalAction.
    """
    rule = state.options.undo
    if rule == "none":
        raise IllegalAction("nothing is taken back at this table")
    if state.phase not in ("auction", "play"):
        raise IllegalAction("a call or card is taken back while the board is bid or played")
    calls, cards = _target(state, seat)
    if rule == "law25":
        _check_law_25(state, calls)
        return replace(rewound(state, calls, cards, Undone(seat)), retracted=(*state.retracted, calls))
    request = Request(seat, calls, cards, action.reason)
    if _told(state, request):
        raise IllegalAction("you have asked for this back already; the opponents answer once")
    others = tuple(each for each in state.undos if each.seat is not seat)
    return replace(state, undos=(*others, request))


def _check_law_25(state: BridgeState, calls: int) -> None:
    if state.plays:
        raise IllegalAction("only an unintended call is taken back, and until the opening lead (Law 25A)")
    if len(state.calls) > calls + 2:
        raise IllegalAction("your partner has called since (Law 25A2)")
    if calls in state.retracted:
        raise IllegalAction("a call made in place of one that was taken back stands (Law 25A1)")


def _target(state: BridgeState, seat: Seat) -> tuple[int, int]:
    """How many calls and cards are left when the seat's last one is taken back."""
    deal, contract = state.deal, state.contract
    assert deal is not None, "expected a board that is dealt"
    if contract is not None and state.plays:
        if seat is contract.declarer.partner:
            raise IllegalAction("dummy plays no cards of his own and takes none back (Law 43A)")
        hands = (seat, seat.partner) if seat is contract.declarer else (seat,)
        mine = [place for place, play in enumerate(state.plays) if play.seat in hands]
        if not mine:
            raise IllegalAction("you have played no card yet")
        return len(state.calls), mine[-1]
    mine = [turn for turn in range(len(state.calls)) if (deal.dealer + turn) % 4 == seat]
    if not mine:
        raise IllegalAction("you have not called yet")
    return mine[-1], 0


def grant(state: BridgeState, seat: Seat, action: Grant) -> BridgeState:
    """The board after an opponent's answer; what all of them grant is taken back. Raises IllegalAction."""
    request = next((each for each in state.undos if each.seat is action.seat), None)
    if request is None or seat not in _grantors(state, request) or seat in request.granted:
        # in the same words, or partner could learn by trying whether something is asked
        raise IllegalAction(f"{action.seat.name.title()} has asked you for nothing back")
    others = tuple(each for each in state.undos if each is not request)
    if not action.accept:
        denied = (*state.denied, (request.seat, request.calls, request.cards))
        return replace(state, undos=others, denied=denied)
    granted = replace(request, granted=(*request.granted, seat))
    if set(_grantors(state, request)) - set(granted.granted):
        return replace(state, undos=(*others, granted))
    return rewound(state, request.calls, request.cards, Undone(request.seat))


def _grantors(state: BridgeState, request: Request) -> tuple[Seat, ...]:
    """The opponents, without a dummy, who has no part in decisions (Law 43A)."""
    dummy = state.dummy
    return tuple(seat for seat in SEATS if seat.side is not request.seat.side and seat is not dummy)


def possible(state: BridgeState, seat: Seat) -> bool:
    """Whether a wish of this seat may be heard; asked of every view, so it looks no further than it must."""
    rule = state.options.undo
    if rule == "none" or not _acted(state, seat):
        return False
    if rule == "law25":
        return _stands(state, seat)
    asked = state.undos or state.denied
    return not asked or not _told(state, Request(seat, *_target(state, seat), ""))


def _told(state: BridgeState, wish: Request) -> bool:
    """Whether this very wish waits for its answer, or was not granted."""
    target = (wish.seat, wish.calls, wish.cards)
    return target in state.denied or any(
        (each.seat, each.calls, each.cards) == target for each in state.undos
    )


def _acted(state: BridgeState, seat: Seat) -> bool:
    """Whether the seat has something that could be taken back."""
    deal = state.deal
    if deal is None:
        return False
    if state.phase == "auction" or (state.phase == "play" and not state.plays):
        return (seat - deal.dealer) % 4 < len(state.calls)
    if state.phase != "play" or state.options.undo != "consent" or seat is state.dummy:
        return False
    return len(state.plays) > 3 or _played(state, seat)


def _stands(state: BridgeState, seat: Seat) -> bool:
    """Whether partner has not called since this seat did, for the first time at this turn."""
    deal = state.deal
    since = 4 if deal is None else (deal.dealer + len(state.calls) - 1 - seat) % 4
    return since < 2 and len(state.calls) - 1 - since not in state.retracted


def _played(state: BridgeState, seat: Seat) -> bool:
    contract = state.contract
    declares = contract is not None and seat is contract.declarer
    return any(play.seat is seat or (declares and play.seat is seat.partner) for play in state.plays)


def shown(state: BridgeState, seat: Seat | None) -> dict[int, UndoAsked] | None:
    """The wishes that a seat made or has to answer, or all of them (None), by who made them."""
    known = {
        int(each.seat): UndoAsked(
            each.reason, each.calls, each.cards, dict.fromkeys(map(int, each.granted), True)
        )
        for each in state.undos
        if seat is None or seat is each.seat or seat in _grantors(state, each)
    }
    return known or None


def to_answer(state: BridgeState, seat: Seat) -> bool:
    """Whether a wish waits for this seat's answer."""
    return any(seat in _grantors(state, each) and seat not in each.granted for each in state.undos)
