"""The drawing of a Spades table at a terminal: seats with bids and tricks, sides, visible hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from bots.spades.terminal.events import trick_of, winner
from bots.spades.terminal.names import (
    card_words,
    cards_words,
    rank_words,
    seat_letter,
    seat_name,
    side_letters,
)
from bots.spades.terminal.scores import result_words, winner_words
from bots.spades.terminal.words import standing
from protocol.rules.spades.sides import side_of, sides_of
from protocol.v1.cards import Suit
from protocol.v1.spades import Card, Hand, Play, Rules, SpadesOwn, SpadesPub
from protocol.v1.spades.deck import deck_of
from protocol.words import with_count

SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
STYLES = {Suit.SPADES: "bold", Suit.HEARTS: "red", Suit.DIAMONDS: "yellow", Suit.CLUBS: "green"}
DIM = "dim"


def draw(pub: SpadesPub, own: SpadesOwn | None, names: Mapping[int, Text]) -> RenderableType:
    """Draw the whole Spades table. `names` has, by seat, the names of the players."""
    whole = Table.grid()
    room = [] if own is not None and any(own.hands or ()) else [Text()]
    parts: list[RenderableType] = [_seats(pub, names), *room]
    parts += [_sides(pub), *room] if pub.rules.sides == "pairs" else []
    for part in (*parts, *_hands(pub, own), *_below(pub, own)):
        whole.add_row(part)
    return whole


def _seats(pub: SpadesPub, names: Mapping[int, Text]) -> Table:
    """Return a row for each seat: its bid, its tricks, and its cards in the current and the last trick.

    If each player plays alone, the row of a seat also has the player's score.
    """
    rules, alone = pub.rules, pub.rules.sides == "solo"
    number = len(pub.plays) // rules.players
    tricks = [f"trick {number + 1}" if pub.phase == "play" else "", "last trick" if number else ""]
    grid = _grid(["", "", "bid", "won", *tricks, *(_score_heads(rules) if alone else [])])
    for seat in range(rules.players):
        mark = "▶" if pub.turn == seat else " "
        cells = [
            Text(f"{mark}{seat_letter(rules, seat)}", style="bold"),
            names.get(seat, Text()),
            _bid(pub, seat),
            _won(pub, seat),
            _card(rules, trick_of(pub, number), seat),
            _card(rules, trick_of(pub, number - 1) if number else (), seat),
        ]
        grid.add_row(*cells, *(_score(pub, seat) if alone else []))
    return grid


def _grid(heads: list[str]) -> Table:
    grid = Table.grid(padding=(0, 2))
    for _ in heads:
        grid.add_column(no_wrap=True)
    grid.add_row(*(Text(head, style=DIM) for head in heads))
    return grid


def _bid(pub: SpadesPub, seat: int) -> Text:
    """Return the bid of a seat as the table shows it.

    Before the seat has bid, the result is the number of cards that it has kept in the draw, or `looked` or
    `not looked`.
    """
    if seat in pub.bids:
        return Text(str(pub.bids[seat]))
    if pub.phase == "draw" and pub.drawn is not None:
        return Text(f"{with_count(pub.drawn[seat], 'card')}", style=DIM)
    if seat in pub.blind:
        return Text("not looked", style=DIM)
    return Text("looked" if seat in pub.revealed else "", style=DIM)


def _won(pub: SpadesPub, seat: int) -> Text:
    """Return the number of tricks that a seat has won, in red if they break the seat's nil."""
    if pub.phase not in ("play", "over"):
        return Text()
    won, bid = pub.tricks[seat], pub.bids.get(seat)
    return Text(str(won), style="bold red" if won and bid is not None and bid.nil else "")


def _card(rules: Rules, trick: tuple[Play, ...], seat: int) -> Text:
    """Return the card of a seat in a trick as the table shows it.

    The word `led` marks the first card of an incomplete trick, and `won` the winning card of a complete
    trick.
    """
    play = next((play for play in trick if play.seat == seat), None)
    if play is None:
        return Text("·" if trick else "", style=DIM)
    text = card_text(rules, play.card)
    if len(trick) == rules.players:
        return text.append(" won") if winner(rules, trick) == seat else text
    return text.append(" led", style=DIM) if play is trick[0] else text


def _sides(pub: SpadesPub) -> Table:
    """Return a row for each side of partners: its bid, its tricks, its score."""
    rules = pub.rules
    grid = _grid(["", "bid", "won", *_score_heads(rules)])
    for side in range(sides_of(rules)):
        number = pub.numbers[side] if pub.numbers else None
        won = sum(tricks for seat, tricks in enumerate(pub.tricks) if side_of(rules, seat) == side)
        grid.add_row(
            Text(f" {side_letters(rules, side)}", style="bold"),
            "–" if number is None else str(number),
            str(won) if pub.phase in ("play", "over") else "",
            *_score(pub, side),
        )
    return grid


def _score_heads(rules: Rules) -> list[str]:
    return ["points", "bags", *(["sets"] if rules.sets_lose else [])]


def _score(pub: SpadesPub, side: int) -> list[Text]:
    score, rules = pub.scores[side], pub.rules
    bags = f"{score.bags} of {rules.bag_limit}" if rules.bag_limit else str(score.bags)
    sets = [Text(f"{score.sets} of {rules.sets_lose}")] if rules.sets_lose else []
    return [Text(str(score.points), style="bold"), Text(bags), *sets]


def _hands(pub: SpadesPub, own: SpadesOwn | None) -> Iterator[Text]:
    """Yield the visible hands, one in each line, and the legal cards if this seat is on turn."""
    if own is None:
        return
    rules = pub.rules
    for seat, hand in enumerate(own.hands or ()):
        if hand:
            yield _hand(rules, f"{seat_letter(rules, seat)}: ", hand)
    if own.seat is None or pub.phase == "deal":
        return
    title = f"{seat_name(rules, own.seat)}'s hand"
    if own.hand is None:
        yield Text(f"{title} is hidden: `reveal` shows it and rules out blind bids", style=DIM)
    elif own.hand:
        yield _hand(rules, f"{title}: ", own.hand, own.cards)
    if own.cards is not None and len(own.cards) < len(own.hand or ()):
        yield Text("Legal cards: ").append_text(Text(" ").join(card_text(rules, card) for card in own.cards))


def _hand(rules: Rules, label: str, hand: Hand, legal: Hand | None = None) -> Text:
    return Text().append(label, style=DIM).append_text(hand_text(rules, hand, legal))


def hand_text(rules: Rules, hand: Hand, legal: Hand | None = None) -> Text:
    """Return a hand in one line, spades first. Cards of the hand that are not in `legal` are drawn dim."""
    return Text("   ").join(_suit(rules, hand, suit, legal) for suit in reversed(Suit))


def _suit(rules: Rules, hand: Hand, suit: Suit, legal: Hand | None) -> Text:
    """Return one suit of a hand, such as `♠ BJ ♦2 A K`, or a dash for a void.

    Under some rules, twos of other suits are trumps; these twos are listed among the spades, with their own
    suit symbol.
    """
    deck = deck_of(rules)
    held = [card for card in deck.sorted(hand) if deck.suits[card] is suit]
    text = Text(style=STYLES[suit]).append(f"{SYMBOLS[suit]} ")
    for place, card in enumerate(held):
        label = rank_words(card) if card.suit is suit else card_words(card)
        text.append("" if place == 0 else " ")
        text.append(label, style=DIM if legal is not None and card not in legal else "")
    return text if held else text.append("—")


def card_text(rules: Rules, card: Card) -> Text:
    """Return a card in the colour of its suit."""
    text = Text()
    text.append(card_words(card), style=STYLES[card.suit])
    return text


def _below(pub: SpadesPub, own: SpadesOwn | None) -> Iterator[Text]:
    """Yield lines about passed cards, the state of the hand, the last result and the end of the game."""
    rules = pub.rules
    if own is not None:
        yield from _aside(rules, own)
    due = standing(pub)
    if due:
        yield Text(due)
    results = pub.results or {}
    if results and (own is None or not any(own.hands or ())):
        for line in result_words(rules, results[max(results)]):
            yield Text(line, style="" if pub.phase == "over" else DIM)
    if pub.winner is not None:
        yield Text(winner_words(pub), style="bold")


def _aside(rules: Rules, own: SpadesOwn) -> Iterator[Text]:
    """Yield lines about the cards that this seat has drawn, laid away, passed or received."""
    if own.drawn is not None:
        yield Text(f"Drawn: {cards_words(own.drawn)}", style="bold")
    if own.laid_away:
        yield Text(f"Laid away: {cards_words(deck_of(rules).sorted(own.laid_away))}", style=DIM)
    moved = (("Passed", own.passed), ("Received", own.received))
    words = "   ".join(f"{what}: {cards_words(cards)}" for what, cards in moved if cards)
    if words:
        yield Text(words, style=DIM)
    passes = sorted((own.passes or {}).items())
    if passes:
        given = (f"{seat_letter(rules, seat)} {cards_words(cards)}" for seat, cards in passes)
        yield Text(f"Passed: {'   '.join(given)}", style=DIM)
