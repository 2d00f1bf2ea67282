"""A bridge table drawn for a terminal: the hands that may be seen, the auction, the trick, the score."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bots.bridge.hands import of_suit
from bots.bridge.words import card_words, outcome, standing
from protocol.v1.bridge import SEATS, BridgeOwn, BridgePub, Call, Hand, Seat, Vulnerability
from protocol.v1.cards import Card, Suit

SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
STYLES = {Suit.SPADES: "bold", Suit.HEARTS: "red", Suit.DIAMONDS: "yellow", Suit.CLUBS: "green"}
FROM_THE_LEFT = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


def draw(pub: BridgePub, own: BridgeOwn | None, names: Mapping[int, Text]) -> RenderableType:
    """The whole table; `names` says who sits where."""
    sheet = Table.grid(padding=(0, 3))
    sheet.add_row(_compass(pub, own, names), _auction(pub))
    whole = Table.grid()
    whole.add_row(sheet)
    whole.add_row(Text(outcome(pub) or standing(pub)))
    return whole


def known_hands(pub: BridgePub, own: BridgeOwn | None) -> dict[Seat, Hand]:
    """The hands that this audience may see, each as it is now, or as it was dealt once the board is over."""
    if pub.hands is not None:
        return dict(zip(SEATS, pub.hands, strict=True))
    known: dict[Seat, Hand] = {}
    if own is not None and own.hands is not None:
        known.update(zip(SEATS, own.hands, strict=True))
    if own is not None and own.seat is not None and own.hand is not None:
        known[own.seat] = own.hand
    if pub.contract is not None and pub.dummy is not None:
        known[pub.contract.declarer.partner] = pub.dummy
    return known


def current_trick(pub: BridgePub) -> dict[Seat, Card]:
    """The cards on the table; the last trick's until the next one is begun."""
    played = len(pub.plays)
    first = 4 * ((played - 1) // 4) if played else 0
    return {pub.plays[place].seat: pub.plays[place].card for place in range(first, played)}


def card_text(card: Card) -> Text:
    return Text(card_words(card), style=STYLES[card.suit])


def call_text(call: Call) -> Text:
    if not call.is_bid:
        return Text({Call.PASS: "–", Call.DOUBLE: "X", Call.REDOUBLE: "XX"}[call])
    trumps = call.strain.trumps
    if trumps is None:
        return Text(call.value)
    return Text(f"{call.level}{SYMBOLS[trumps]}", style=STYLES[trumps])


def suit_text(hand: Hand, suit: Suit) -> Text:
    """One suit of a hand, as `♠ AK2`; a dash for a void."""
    ranks = " ".join(card.rank.value.replace("T", "10") for card in of_suit(hand, suit))
    return Text(f"{SYMBOLS[suit]} {ranks or '—'}", style=STYLES[suit])


def hand_text(hand: Hand) -> Text:
    """A hand in one line, spades first."""
    return Text("  ").join(suit_text(hand, suit) for suit in reversed(Suit))


def _compass(pub: BridgePub, own: BridgeOwn | None, names: Mapping[int, Text]) -> Table:
    known = known_hands(pub, own)
    north, east, south, west = (_seat(pub, seat, known.get(seat), names.get(seat)) for seat in SEATS)
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(min_width=17, vertical="middle", no_wrap=True)
    grid.add_row("", north, "")
    grid.add_row(west, _middle(pub), east)
    grid.add_row("", south, "")
    return grid


def _seat(pub: BridgePub, seat: Seat, hand: Hand | None, name: Text | None) -> Text:
    """A hand under its seat's name; the seat in turn is marked, a vulnerable one is red."""
    vulnerable = Vulnerability(pub.vulnerable).includes(seat.side)
    mark = "▶" if pub.turn is seat else " "
    title = Text(f"{mark}{seat.letter}", style="bold red" if vulnerable else "bold")
    if name is not None:
        title.append(" ").append_text(name)
    if hand is None:
        held = 13 - sum(1 for play in pub.plays.values() if play.seat is seat)
        rows = [Text(f"  {held} cards" if pub.phase != "deal" else "", style="dim")]
    else:
        rows = [suit_text(hand, suit) for suit in reversed(Suit)]
    return Text("\n").join([title, *rows])


def _middle(pub: BridgePub) -> Panel:
    """The trick on the table, each card before its player."""
    trick = current_trick(pub)
    cards = {seat: card_text(trick[seat]) if seat in trick else Text("·", style="dim") for seat in SEATS}
    grid = Table.grid(expand=True)
    for _ in range(3):
        grid.add_column(justify="center", width=3)
    grid.add_row("", cards[Seat.NORTH], "")
    grid.add_row(cards[Seat.WEST], "", cards[Seat.EAST])
    grid.add_row("", cards[Seat.SOUTH], "")
    return Panel(grid, width=17)


def _auction(pub: BridgePub) -> Table:
    """The calls in columns W N E S, the first one under the dealer."""
    grid = Table.grid(padding=(0, 1))
    for _ in FROM_THE_LEFT:
        grid.add_column(width=3)
    grid.add_row(*(Text(seat.letter, style="bold") for seat in FROM_THE_LEFT))
    cells = [Text()] * FROM_THE_LEFT.index(pub.dealer)
    cells += [call_text(pub.calls[turn]) for turn in sorted(pub.calls)]
    if pub.phase == "auction":
        cells.append(Text("?", style="dim"))
    for row in range(0, len(cells), 4):
        grid.add_row(*cells[row : row + 4])
    return grid
