"""Convention cards (Law 40B2): their submission by a side, and the times when a player may open them."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import LayCard, Seat, Side
from server.errors import IllegalAction
from server.games.bridge import dealing
from server.games.bridge.conduct import alerts
from server.games.bridge.state import BridgeState, SideCards

NONE: SideCards = (None, None)
SIDES = (Side.NS, Side.EW)


def may_lay(state: BridgeState) -> bool:
    """Return True if a convention card may be submitted now: between boards, or before the first call."""
    if state.phase == "auction":
        return not state.calls
    return state.phase == "over" or dealing.deal_due(state)


def lay(state: BridgeState, seat: Seat, action: LayCard) -> BridgeState:
    """Return the state of the table with a new convention card of the seat's side.

    Raises IllegalAction if a convention card may not be submitted now, or if it is not either a text or a
    file.
    """
    if not may_lay(state):
        raise IllegalAction("you may submit a convention card only between boards or before the first call")
    if bool(action.text) is bool(action.file):
        raise IllegalAction("expected a convention card as either a text or a file")
    north_south, east_west = state.side_cards
    cards = (action, east_west) if seat.side is Side.NS else (north_south, action)
    return replace(state, side_cards=cards)


def card(state: BridgeState, side: str) -> LayCard | None:
    """Return the newest convention card of a side, or None if the side has submitted none."""
    return state.side_cards[SIDES.index(Side(side))] if side in SIDES else None


def may_open(state: BridgeState, seat: Seat | None) -> tuple[Side, ...]:
    """Return the sides with a convention card that this seat may open now; seat None may open all of them."""
    laid = tuple(side for side, card in zip(SIDES, state.side_cards, strict=True) if card is not None)
    if seat is None or not laid:
        return laid
    return tuple(side for side in laid if _opens(state, seat, side))


def _opens(state: BridgeState, seat: Seat, side: Side) -> bool:
    """Return True if a seat may open the convention card of a side now (Law 40B2).

    Players may open the opponents' convention card at their turn, while they have a question to answer,
    between auction and opening lead, and between boards. Players may open their own side's convention card
    between boards, and between auction and opening lead if their side declares. With the option `own_card`,
    players may open their own side's convention card at any time.
    """
    idle = state.phase in ("deal", "over")
    contract = state.contract
    clarifying = contract is not None and not state.plays
    if side is seat.side:
        declaring = contract is not None and contract.declarer.side is side
        return idle or state.options.own_card or (clarifying and declaring)
    return idle or clarifying or state.actor is seat or alerts.to_answer(state, seat)
