"""What chance does at a bridge table: the cut for partners, and the deal (Laws 2, 6 and 22)."""

from __future__ import annotations

from protocol.v1.bridge import SEATS, Cut, Deal, Hand, Options
from protocol.v1.cards import DECK, display_order
from server.errors import IllegalAction
from server.games.base import Rng
from server.games.bridge.scores import cut, sheet
from server.games.bridge.state import BridgeState

Hands = tuple[Hand, Hand, Hand, Hand]
opening = sheet.opening


def check_options(options: Options) -> None:
    """Raise IllegalAction for options that do not go together."""
    if options.waiting and options.scoring not in ("rubber", "chicago"):
        raise IllegalAction("players wait beside the table at rubber and Chicago only")
    if options.rounds is not None and options.scoring not in ("rubber", "chicago"):
        raise IllegalAction("rounds are rubbers, or Chicagos of four deals; other sittings have boards")


def by_turn(options: Options) -> bool:
    """Whether the dealer's turn, not the board's number, gives dealer and vulnerability."""
    return options.scoring in ("rubber", "chicago")


def deals_fault(options: Options) -> str | None:
    """Why no set of boards can be played under these options; None where it can."""
    if by_turn(options):
        return f"boards cannot be set at {options.scoring}: the players deal in turn"
    return "boards cannot be set where the cards are cut for partners" if options.partners == "cut" else None


def sitting_over(state: BridgeState) -> bool:
    """Whether all boards that the options allow are played."""
    options = state.options
    if state.sheet is not None and by_turn(options):
        return sheet.over(state.sheet, options)
    return state.finished == options.boards


def deal_due(state: BridgeState) -> bool:
    """Return True before the deal of a board that the options allow."""
    return state.deal is None and not sitting_over(state)


def cut_due(state: BridgeState) -> bool:
    """Whether partners are cut for before the next deal."""
    return state.stirs == 0 and cut.due(state.options, state.sheet, state.finished)


def drawn(state: BridgeState, rng: Rng) -> Deal | Cut:
    """Return the cards that are cut, or the deal; one of them is due."""
    options, board = state.options, state.board
    if cut_due(state):
        return Cut(tuple(rng.sample(DECK, 4 + options.waiting)))
    cards = rng.sample(DECK, 52)
    north, east, south, west = (tuple(cards[13 * seat : 13 * seat + 13]) for seat in SEATS)
    return Deal(
        board,
        sheet.dealer(state.sheet, options, board),
        sheet.vulnerable(state.sheet, options, board),
        sorted_hands((north, east, south, west)),
    )


def sorted_hands(hands: Hands) -> Hands:
    """The hands as players hold them, spades first."""
    north, east, south, west = (tuple(sorted(hand, key=display_order)) for hand in hands)
    return north, east, south, west


def check(state: BridgeState, deal: Deal) -> None:
    """Raise IllegalAction, with the law in words, unless this deal may be dealt now."""
    options = state.options
    if state.deal is not None:
        raise IllegalAction("the board is dealt already")
    if not deal_due(state):
        count = f"{options.boards} " if options.boards is not None else ""
        raise IllegalAction(f"all {count}boards of this table are played")
    if cut_due(state):
        raise IllegalAction("the cards are cut for partners before the deal")
    if any(len(hand) != 13 for hand in deal.hands) or {c for h in deal.hands for c in h} != set(DECK):
        raise IllegalAction("a deal is 52 different cards, thirteen to each hand (Law 6)")
    due = (
        sheet.dealer(state.sheet, options, state.board),
        sheet.vulnerable(state.sheet, options, state.board),
    )
    if by_turn(options) and (deal.dealer, deal.vulnerable) != due:
        raise IllegalAction(f"expected {due[0].name.title()} to deal, with {due[1]} vulnerable")


def seating(state: BridgeState, action: Cut) -> cut.Seating:
    """The places that the cards give. Raises IllegalAction."""
    chairs = 4 + state.options.waiting
    if state.deal is not None or not deal_due(state) or not cut_due(state):
        raise IllegalAction("partners are cut for before the first deal, or between rubbers")
    if len(set(action.cards)) != chairs or len(action.cards) != chairs:
        raise IllegalAction(f"expected {chairs} different cards, one for each chair, got {len(action.cards)}")
    return cut.seating(state.options, action.cards, state.streaks, action.taken)


def reseated(state: BridgeState, seating: cut.Seating) -> sheet.Sheet | None:
    """The score sheet of the players in their new places."""
    return None if state.sheet is None else sheet.reseated(state.sheet, seating.chairs)
