"""Convention cards (Law 40B2): who has laid which, and who may look into one when."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import LayCard, Seat, Side
from server.errors import IllegalAction
from server.games.bridge import dealing
from server.games.bridge.conduct import alerts
from server.games.bridge.state import BridgeState, Cards

NONE: Cards = (None, None)
SIDES = (Side.NS, Side.EW)


def may_lay(state: BridgeState) -> bool:
    """Between boards, and until the first call of one."""
    if state.phase == "auction":
        return not state.calls
    return state.phase == "over" or dealing.deal_due(state)


def lay(state: BridgeState, seat: Seat, action: LayCard) -> BridgeState:
    """The table with another convention card of the seat's side. Raises IllegalAction."""
    if not may_lay(state):
        raise IllegalAction("a convention card is laid between boards, or before the first call")
    if bool(action.text) is bool(action.file):
        raise IllegalAction("expected a convention card as a text or as a file, one of them")
    north_south, east_west = state.cards
    cards = (action, east_west) if seat.side is Side.NS else (north_south, action)
    return replace(state, cards=cards)


def card(state: BridgeState, side: str) -> LayCard | None:
    """The card that a side has laid; None for none, or no side."""
    return state.cards[SIDES.index(Side(side))] if side in SIDES else None


def may_open(state: BridgeState, seat: Seat | None) -> tuple[Side, ...]:
    """The sides whose card a seat may open now; None, who does not play, may open all that are laid."""
    laid = tuple(side for side, card in zip(SIDES, state.cards, strict=True) if card is not None)
    if seat is None or not laid:
        return laid
    return tuple(side for side in laid if _opens(state, seat, side))


def _opens(state: BridgeState, seat: Seat, side: Side) -> bool:
    """The opponents' at one's turn, to answer a question, and when nothing is bid or played.

    One's own when nothing is, or at any time where the options say so.
    Between auction and lead the declaring side may look into its own card, too (Law 40B2).
    """
    idle = state.phase in ("deal", "over")
    contract = state.contract
    clarifying = contract is not None and not state.plays
    if side is seat.side:
        declaring = contract is not None and contract.declarer.side is side
        return idle or state.options.own_card or (clarifying and declaring)
    return idle or clarifying or state.actor is seat or alerts.to_answer(state, seat)
