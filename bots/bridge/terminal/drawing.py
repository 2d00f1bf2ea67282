"""The drawing of a bridge table at a terminal: visible hands, auction, trick, score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from bots.bridge.robot.hands import of_suit
from bots.bridge.terminal.events import claim_words, match_words, remark_words, tally_words, undo_words
from bots.bridge.terminal.record import sums_words
from bots.bridge.terminal.replay import fault_words, place_words
from bots.bridge.terminal.words import card_words, outcome, standing
from bots.sheets.text import printable
from protocol.v1.bridge import SEATS, BridgeOwn, BridgePub, Call, Hand, Remark, Seat, Vulnerability
from protocol.v1.bridge.replay import ReplayPub
from protocol.v1.cards import Card, Suit
from protocol.words import with_count

SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
STYLES = {Suit.SPADES: "bold", Suit.HEARTS: "red", Suit.DIAMONDS: "yellow", Suit.CLUBS: "green"}
REMARKS = 4
"""The largest number of explanations shown below the drawn table: the newest ones."""
FROM_THE_LEFT = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


def draw(pub: BridgePub, own: BridgeOwn | None, names: Mapping[int, Text]) -> RenderableType:
    """Draw a bridge table at a terminal. `names` has the name of the player in each seat."""
    sheet = Table.grid(padding=(0, 3))
    sheet.add_row(_compass(pub, own, names), _auction(pub, own))
    whole = Table.grid()
    whole.add_row(sheet)
    for line in _below(pub, own, names):
        whole.add_row(line)
    return whole


def _below(pub: BridgePub, own: BridgeOwn | None, names: Mapping[int, Text]) -> Iterator[Text]:
    """Yield the lines below the drawn table: the board's state, explanations, claim, undo requests, score."""
    yield Text(outcome(pub) or standing(pub))
    if isinstance(pub, ReplayPub):
        yield from (_row(words, "bold") for words in (place_words(pub), *fault_words(pub)))
    remarks = sorted(_remarks(pub, own).items())
    for key, remark in remarks[-REMARKS:]:
        yield _row(remark_words(key, remark, _calls(pub, own), pub.dealer), "italic")
    if pub.claim is not None:
        yield _row(("Refused: " if pub.phase == "disputed" else "") + claim_words(pub.claim), "bold")
    for seat, request in sorted((own.undos or {}).items() if own is not None else ()):
        yield _row(undo_words(Seat(seat), request), "bold")
    if own is not None and own.last_trick:
        yield Text("Last trick: ").append_text(
            Text(" ").join(card_text(play.card) for play in own.last_trick)
        )
    if own is not None and own.systems:
        cards = " | ".join(f"card {side.value}" for side in own.systems)
        yield Text(f"To read a convention card: {cards}", style="dim")
    if own is not None and own.times:
        yield Text(sums_words(pub, own), style="dim")
    if pub.match is not None:
        yield Text(match_words(pub.match))
    if pub.tally is not None:
        yield Text(tally_words(pub.tally))


def _row(words: str, style: str) -> Text:
    """Return a text that a player has typed, cut to one row.

    The command `record` and the prompt of a vote show a player's text in full.
    """
    return Text(printable(words), style=style, no_wrap=True, overflow="ellipsis")


def _remarks(pub: BridgePub, own: BridgeOwn | None) -> Mapping[int, Remark]:
    return pub.remarks or (own.remarks if own is not None else None) or {}


def _calls(pub: BridgePub, own: BridgeOwn | None) -> Mapping[int, Call]:
    """Return the visible calls; after the auction they may be only in `own.auction`, not in `pub`."""
    return (own.auction if own is not None else None) or pub.calls


def known_hands(pub: BridgePub, own: BridgeOwn | None) -> dict[Seat, Hand]:
    """Return the hands that are visible in this view.

    During the board a hand has only its unplayed cards, after the board it has all 13 cards again.
    """
    if isinstance(pub, ReplayPub) and pub.hands is not None and pub.phase != "over":
        gone = {play.card for play in pub.plays.values()}
        held = (tuple(card for card in hand if card not in gone) for hand in pub.hands)
        return dict(zip(SEATS, held, strict=True))
    if pub.hands is not None:
        return dict(zip(SEATS, pub.hands, strict=True))
    known: dict[Seat, Hand] = {}
    if pub.claim is not None:
        known[pub.claim.seat] = pub.claim.hand
    if own is not None and own.hands is not None:
        known.update(zip(SEATS, own.hands, strict=True))
    if own is not None and own.seat is not None and own.hand is not None:
        known[own.seat] = own.hand
    if pub.contract is not None and own is not None and own.declarer is not None:
        known[pub.contract.declarer] = own.declarer
    if pub.contract is not None and pub.dummy is not None:
        known[pub.contract.declarer.partner] = pub.dummy
    return known


def current_trick(pub: BridgePub) -> dict[Seat, Card]:
    """Return the cards of the current trick, or of the last trick until the next lead."""
    first = max(pub.plays, default=0) // 4 * 4
    return {play.seat: play.card for place, play in sorted(pub.plays.items()) if place >= first}


def _held(pub: BridgePub, seat: Seat) -> int:
    """Return the number of cards that a seat has not played yet."""
    done = sum(pub.tricks)
    return 13 - done - any(play.seat is seat for place, play in pub.plays.items() if place >= 4 * done)


def card_text(card: Card) -> Text:
    """Return a card in the colour of its suit."""
    return Text(card_words(card), style=STYLES[card.suit])


def call_text(call: Call) -> Text:
    """Return a call in the notation of the drawn auction, a bid in the colour of its suit."""
    if not call.is_bid:
        return Text({Call.PASS: "–", Call.DOUBLE: "X", Call.REDOUBLE: "XX"}[call])
    trumps = call.strain.trumps
    if trumps is None:
        return Text(call.value)
    return Text(f"{call.level}{SYMBOLS[trumps]}", style=STYLES[trumps])


def suit_text(hand: Hand, suit: Suit) -> Text:
    """Return one suit of a hand, such as `♠ AK2`, or a dash for a void."""
    ranks = " ".join(card.rank.value.replace("T", "10") for card in of_suit(hand, suit))
    return Text(f"{SYMBOLS[suit]} {ranks or '—'}", style=STYLES[suit])


def hand_text(hand: Hand) -> Text:
    """Return a hand in one line, spades first."""
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
    """Return the name of a seat, and below it the hand or the number of cards.

    In the drawing of a seat, a mark shows the seat on turn, and a red letter shows a vulnerable seat.
    """
    vulnerable = Vulnerability(pub.vulnerable).includes(seat.side)
    mark = "▶" if pub.turn is seat else " "
    title = Text(f"{mark}{seat.letter}", style="bold red" if vulnerable else "bold")
    if name is not None:
        title.append(" ").append_text(name)
    if hand is None:
        rows = [Text(f"  {with_count(_held(pub, seat), 'card')}" if pub.phase != "deal" else "", style="dim")]
    else:
        rows = [suit_text(hand, suit) for suit in reversed(Suit)]
    return Text("\n").join([title, *rows])


def _middle(pub: BridgePub) -> Panel:
    """Return the cards of the current trick, arranged by compass direction."""
    trick = current_trick(pub)
    cards = {seat: card_text(trick[seat]) if seat in trick else Text("·", style="dim") for seat in SEATS}
    grid = Table.grid(expand=True)
    for _ in range(3):
        grid.add_column(justify="center", width=3)
    grid.add_row("", cards[Seat.NORTH], "")
    grid.add_row(cards[Seat.WEST], "", cards[Seat.EAST])
    grid.add_row("", cards[Seat.SOUTH], "")
    return Panel(grid, width=17)


def _auction(pub: BridgePub, own: BridgeOwn | None) -> Table:
    """Return the calls in the columns W N E S, starting at the dealer. A star marks an alerted call."""
    grid = Table.grid(padding=(0, 1))
    for _ in FROM_THE_LEFT:
        grid.add_column(width=4)
    grid.add_row(*(Text(seat.letter, style="bold") for seat in FROM_THE_LEFT))
    alerted = {key // 4 for key, remark in _remarks(pub, own).items() if remark.alerted}
    cells = [Text()] * FROM_THE_LEFT.index(pub.dealer)
    for turn, call in sorted(_calls(pub, own).items()):
        cells.append(call_text(call).append("*" if turn in alerted else ""))
    if pub.phase == "auction":
        cells.append(Text("?", style="dim"))
    for row in range(0, len(cells), 4):
        grid.add_row(*cells[row : row + 4])
    return grid
