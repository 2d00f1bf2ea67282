"""The random actions at a bridge table: the cut for partners, and the deal (Laws 2, 6 and 22)."""

from __future__ import annotations

from msgspec.structs import replace

from protocol.v1.bridge import SEATS, Cut, Deal, Hand, Options
from protocol.v1.cards import DECK, display_order
from server.errors import IllegalAction
from server.games.base import Rng
from server.games.bridge.scores import cut, sheet
from server.games.bridge.state import BridgeState

Hands = tuple[Hand, Hand, Hand, Hand]
_DISPLAY_PLACE = {card: display_order(card) for card in DECK}
opening = sheet.opening


def check_options(options: Options) -> None:
    """Raise IllegalAction for options of a bridge table that contradict each other."""
    if options.waiting and options.scoring not in ("rubber", "chicago"):
        raise IllegalAction(
            "players beyond the four can wait for a seat only if the scoring is rubber or chicago:"
            f" expected `waiting` 0 for the scoring {options.scoring}, got {options.waiting}"
        )
    if options.rounds is not None and options.scoring not in ("rubber", "chicago"):
        raise IllegalAction(
            "a number of rounds can be set only if the scoring is rubber or chicago:"
            f" expected no `rounds` for the scoring {options.scoring}, got {options.rounds}"
        )


def by_turn(options: Options) -> bool:
    """Return True if dealer and vulnerability follow from the earlier deals (rubber and Chicago).

    Return False if they follow from the number of the board.
    """
    return options.scoring in ("rubber", "chicago")


def deals_fault(options: Options) -> str | None:
    """Return the reason why uploaded boards cannot be played under these options, or None if they can."""
    if by_turn(options):
        return f"no boards can be uploaded for {options.scoring}, because its players deal in turn"
    return (
        "no boards can be uploaded for a table that cuts for partners" if options.partners == "cut" else None
    )


def sitting_over(state: BridgeState) -> bool:
    """Return True if the table has played all boards that its options allow."""
    options = state.options
    if state.sheet is not None and by_turn(options):
        return sheet.over(state.sheet, options)
    return state.finished == options.boards


def deal_due(state: BridgeState) -> bool:
    """Return True if the next board must be dealt: the options allow it, and it is not dealt yet."""
    return state.deal is None and not sitting_over(state)


def cut_due(state: BridgeState) -> bool:
    """Return True if players must cut for partners before the next deal."""
    return state.other_moves == 0 and cut.due(state.options, state.sheet, state.finished)


def draw_cards(state: BridgeState, rng: Rng) -> Deal | Cut:
    """Draw the cards for the cut, if a cut is due, or else deal the next board."""
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


def for_one_board(options: Options, deal: Deal) -> Options:
    """Return the options of a table that plays only `deal`, as duplicate bridge in the seats as they are."""
    return replace(
        options,
        first_board=deal.board,
        boards=1,
        scoring="duplicate",
        rounds=None,
        partners="agreed",
        waiting=0,
    )


def sorted_hands(hands: Hands) -> Hands:
    """Return the four hands, each sorted for display: spades first."""
    north, east, south, west = [tuple(sorted(hand, key=_DISPLAY_PLACE.__getitem__)) for hand in hands]
    return north, east, south, west


def check(state: BridgeState, deal: Deal) -> None:
    """Raise IllegalAction, which names the reason, if the deal `deal` cannot be dealt now."""
    options = state.options
    if state.deal is not None:
        raise IllegalAction("the cards of this board are dealt already")
    if not deal_due(state):
        count = f"{options.boards} " if options.boards is not None else ""
        raise IllegalAction(f"all {count}boards of this table are played")
    if cut_due(state):
        raise IllegalAction("expected the cut for partners before the deal")
    if tuple(map(len, deal.hands)) != (13, 13, 13, 13) or len(set().union(*deal.hands)) != 52:
        raise IllegalAction("expected a deal of 52 different cards, thirteen to each hand (Law 6)")
    due = (
        sheet.dealer(state.sheet, options, state.board),
        sheet.vulnerable(state.sheet, options, state.board),
    )
    if by_turn(options) and (deal.dealer, deal.vulnerable) != due:
        dealer = deal.dealer.name.title()
        raise IllegalAction(
            f"expected the dealer {due[0].name.title()} and the vulnerability {due[1]},"
            f" got {dealer} and {deal.vulnerable}"
        )


def seating(state: BridgeState, action: Cut) -> cut.Seating:
    """Return the players' seats after a cut for partners. Raise IllegalAction if a cut is not allowed now."""
    chairs = 4 + state.options.waiting
    if state.deal is not None or not deal_due(state) or not cut_due(state):
        raise IllegalAction("players cut for partners only before the first deal or between rubbers")
    if len(set(action.cards)) != chairs or len(action.cards) != chairs:
        raise IllegalAction(
            f"expected a cut of {chairs} different cards, one for each player, got {len(set(action.cards))}"
        )
    return cut.seating(state.options, action.cards, state.streaks, action.taken)


def reseated(state: BridgeState, seating: cut.Seating) -> sheet.Sheet | None:
    """Return the score sheet with the players in their new seats after a cut."""
    return None if state.sheet is None else sheet.reseated(state.sheet, seating.chairs)
