"""Who may hear of what, when: the rows of the matrix about words, written down once more for the scenes.

Nothing here asks the server, so that the two can differ.
"""

from __future__ import annotations

from protocol.v1.bridge import SEATS, Options, Seat
from protocol.v1.requests import ChatTo
from server.games.bridge.state import BridgeState
from tests.secrecy.scenes.worlds import Observer

Hearers = frozenset[Seat]


def screen_mate(seat: Seat) -> Seat:
    """The player on the same side of the screen."""
    return {
        Seat.NORTH: Seat.EAST,
        Seat.EAST: Seat.NORTH,
        Seat.SOUTH: Seat.WEST,
        Seat.WEST: Seat.SOUTH,
    }[seat]


def opponents(seat: Seat) -> Hearers:
    return frozenset({seat.lho, seat.lho.partner})


def partners_explain(options: Options) -> bool:
    """Whether partner alerts and explains a call, aloud."""
    return options.explains == "partner" and not options.screens


def of_remark(options: Options, speaker: Seat, *, late: bool) -> Hearers:
    """An alert, an explanation: for the opponents, with screens for the screen-mate.

    Where partner explains, all hear what is said afterwards, and none what comes with the call.
    """
    if partners_explain(options):
        return frozenset(SEATS) if late else frozenset({speaker})
    return frozenset({speaker}) | ({screen_mate(speaker)} if options.screens else opponents(speaker))


def of_question(options: Options, asker: Seat, caller: Seat) -> Hearers:
    """A question: for who called, with screens for the screen-mate, else for who explains."""
    if partners_explain(options):
        return frozenset({asker, caller.partner})
    return frozenset({asker, screen_mate(asker) if options.screens else caller})


def of_undo(state: BridgeState, asker: Seat) -> Hearers:
    """A wish to take back, and what is answered: for those who grant, and dummy is none of them."""
    dummy = None
    if state.contract is not None and state.plays:
        dummy = state.contract.declarer.partner
    return frozenset({asker}) | {seat for seat in opponents(asker) if seat is not dummy}


def of_talk(seat: Seat, to: ChatTo) -> Hearers:
    """The seats that hear what a seat says."""
    match to:
        case "table":
            return frozenset(SEATS)
        case "opponents":
            return frozenset({seat}) | opponents(seat)
        case _:
            return frozenset({seat})


def hears(observer: Observer, hearers: Hearers, *, all_hands: bool = True) -> bool:
    """Whether an observer hears what is for some seats: he has one, watches it, or sees every hand."""
    if observer.role:
        return all_hands
    return bool(observer.sees & hearers)


def may_open(state: BridgeState, observer: Observer, side: int) -> bool:
    """Whether an observer may look into the convention card of a side, 0 North-South, 1 East-West."""
    if observer.role or observer.hands:
        return True
    seat = observer.seat
    if seat is None:
        return state.phase == "over" and observer.guest
    clarifying = state.contract is not None and not state.plays
    if state.phase in ("deal", "over"):
        return True
    if seat % 2 == side:
        assert state.options is not None
        declares = state.contract is not None and state.contract.declarer % 2 == side
        return state.options.own_card or (clarifying and declares)
    return clarifying or (state.claim is None and state.actor is seat) or _has_to_answer(state, seat)


def _has_to_answer(state: BridgeState, seat: Seat) -> bool:
    """Whether somebody has asked this seat, as caller or screen-mate, and waits for the answer."""
    waits: set[tuple[Seat, int]] = set()
    for told in state.call_remarks:
        if not told.question:
            waits -= {(told.seat, told.call)}
        elif state.deal is not None and not told.withdrawn:
            caller = SEATS[(state.deal.dealer + told.call) % 4]
            waits |= {
                (each, told.call) for each in of_question(state.options, told.seat, caller) - {told.seat}
            }
    return any(asked is seat for asked, _ in waits)
