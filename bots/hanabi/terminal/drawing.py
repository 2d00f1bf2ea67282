"""The drawing of a Hanabi table at a terminal: hands with their clues, piles, discards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from bots.hanabi.terminal.characters import character_words
from bots.hanabi.terminal.knowledge import face_text, known_text, possible_of, touched
from bots.hanabi.terminal.names import (
    Names,
    card_text,
    card_words,
    rank_words,
    seen_cards,
    suit_letters,
    suit_style,
)
from bots.hanabi.terminal.words import counts_words, notices, standing
from protocol.v1.hanabi import START, Card, Direction, HanabiOwn, HanabiPub, Suit

DIM = "dim"
WIDTH, NAME_WIDTH, HEAD_WIDTH = 76, 19, 8
ARROWS: dict[Direction, str] = {"undecided": " ↕", "up": " ↑", "down": " ↓", "finished": " done"}
CHARACTER_WIDTH = 16


def draw(
    pub: HanabiPub,
    own: HanabiOwn | None,
    rows: Mapping[int, Text],
    names: Names,
    noted: Iterable[int] = (),
) -> RenderableType:
    """Draw the whole Hanabi table.

    `rows` maps a seat to the name of its player as drawn text; `noted` are the cards on which the user has
    written a note.
    """
    whole = Table.grid()
    whole.add_row(_hands(pub, own, rows, frozenset(noted)))
    if pub.phase != "deal":
        whole.add_row(_suits(pub))
        whole.add_row(Text(counts_words(pub), style="bold"))
    for line in _below(pub, names):
        whole.add_row(line)
    return whole


def _hands(pub: HanabiPub, own: HanabiOwn | None, rows: Mapping[int, Text], noted: frozenset[int]) -> Table:
    """Return two rows for each seat: its cards as this view shows them, and what clues tell about them."""
    slots = max(map(len, pub.hands), default=0)
    width = (WIDTH - NAME_WIDTH) // max(slots, 1)
    grid = Table.grid()
    for size in (NAME_WIDTH, *[width] * slots):
        grid.add_column(no_wrap=True, width=size)
    if slots:
        grid.add_row("", *(Text(_head(slot), style=DIM) for slot in range(1, slots + 1)))
    clued, cards = touched(pub), seen_cards(pub, own)
    for seat in range(pub.options.players):
        hand = pub.hands[seat][::-1] if pub.hands else ()
        name = Text(f"{'▶' if pub.turn == seat else ' '}{seat} ", style="bold")
        name.append_text(rows.get(seat, Text()))
        faces = (_card(pub, seat, order, cards, clued, noted) for order in hand)
        grid.add_row(name, *faces, *[""] * (slots - len(hand)))
        if slots:
            known = (_known(pub, seat, order, cards, width) for order in hand)
            grid.add_row(_character(pub, seat), *known, *[""] * (slots - len(hand)))
    return grid


def _head(slot: int) -> str:
    return " 1 new" if slot == 1 else f" {slot}"


def _card(
    pub: HanabiPub,
    seat: int,
    order: int,
    cards: Mapping[int, Card],
    clued: set[int],
    noted: frozenset[int],
) -> Text:
    """Return one drawn card: `[R3]` has a clue, `?` is an unknown suit or rank, `*` marks a note."""
    if order in cards:
        face = card_text(pub.variant, cards[order])
    else:
        face = face_text(pub.variant, possible_of(pub, seat, order))
    left, right = ("[", "]") if order in clued else (" ", " ")
    return Text(left).append_text(face).append(right if order not in noted else f"{right.strip()}*")


def _known(pub: HanabiPub, seat: int, order: int, cards: Mapping[int, Card], width: int) -> Text:
    """Return the possible identities of a card by its clues, or "" if the drawing of the card shows them."""
    possible = possible_of(pub, seat, order)
    text = Text(" ").append_text(known_text(pub.variant, possible))
    face = face_text(pub.variant, possible).plain
    if order not in cards and text.plain.strip() == face.replace("?", ""):
        return Text()
    text.stylize(DIM)
    text.truncate(width - 1, overflow="ellipsis")
    return text


def _character(pub: HanabiPub, seat: int) -> Text:
    if not pub.characters:
        return Text()
    text = Text(f"   {character_words(pub.variant, pub.characters[seat])}", style="italic")
    text.truncate(NAME_WIDTH - 1, overflow="ellipsis")
    return text


def _suits(pub: HanabiPub) -> Table:
    """Return a drawn column for each suit: its name, its pile, its discards."""
    suits = pub.variant.suits
    width = (WIDTH - HEAD_WIDTH) // len(suits)
    grid = Table.grid()
    for size in (HEAD_WIDTH, *[width] * len(suits)):
        grid.add_column(no_wrap=True, width=size)
    grid.add_row("", *(_suit(pub, place, suit, width) for place, suit in enumerate(suits)))
    grid.add_row(Text("played", style=DIM), *(_pile(pub, place) for place in range(len(suits))))
    grid.add_row(Text("gone", style=DIM), *(_gone(pub, place) for place in range(len(suits))))
    return grid


def _suit(pub: HanabiPub, place: int, suit: Suit, width: int) -> Text:
    style = suit_style(suit)
    text = Text(suit_letters(pub.variant)[place], style=f"{style} bold")
    text.append(f" {suit.name}", style=style)
    text.truncate(width - 1, overflow="ellipsis")
    return text


def _pile(pub: HanabiPub, place: int) -> Text:
    """Return the top card of a pile, and the pile's direction if the variant has piles that go down.

    In Sudoku variants, the result has all cards of the pile.
    """
    if pub.piles is None or pub.directions is None:
        return Text("?", style=DIM)
    ranks = [rank_words(pub.cards[order].rank) for order in pub.piles[place]]
    shown = ("".join(ranks) if pub.variant.sudoku else ranks[-1]) if ranks else "–"
    way = pub.directions[place]
    plain = way == "up" and not pub.variant.up_or_down
    return Text(shown, style=f"{suit_style(pub.variant.suits[place])} bold").append(
        "" if plain else ARROWS[way], style="not bold"
    )


def _gone(pub: HanabiPub, place: int) -> Text:
    """Return the ranks of all discarded and misplayed cards of a suit, low ranks first.

    `place` is the index of the suit.
    """
    orders = (order for order, fate in pub.fates.items() if fate.how != "played" and order in pub.cards)
    ranks = [pub.cards[order].rank for order in orders if pub.cards[order].suit == place]
    ranks.sort(key=lambda rank: (rank != START, rank))
    return Text("".join(map(rank_words, ranks)), style=suit_style(pub.variant.suits[place]))


def _below(pub: HanabiPub, names: Names) -> Iterator[Text]:
    words = "   ".join(notices(pub, names))
    if words:
        yield Text(words)
    if pub.phase != "play":
        yield Text(standing(pub, names), style="bold" if pub.phase == "over" else "")
    if pub.deck is not None and pub.left:
        left = " ".join(card_words(pub.variant, card) for card in pub.deck[-pub.left :])
        yield Text(f"Not drawn: {left}", style=DIM, no_wrap=True, overflow="ellipsis")


def hand_text(pub: HanabiPub, own: HanabiOwn | None, seat: int, noted: Iterable[int] = ()) -> Text:
    """Return a hand in one line, the newest card first, such as `[R?] ?? [?3]`."""
    hand, cards, clued = pub.hands[seat][::-1] if pub.hands else (), seen_cards(pub, own), touched(pub)
    marks = frozenset(noted)
    return Text(" ").join(_card(pub, seat, order, cards, clued, marks) for order in hand)


def hand_words(pub: HanabiPub, own: HanabiOwn | None, seat: int) -> list[str]:
    """Return one line for each card of a hand, with the identities that the clues leave to the card."""
    cards, clued, hand = seen_cards(pub, own), touched(pub), pub.hands[seat][::-1] if pub.hands else ()
    lines = []
    for slot, order in enumerate(hand, 1):
        known = known_text(pub.variant, possible_of(pub, seat, order)).plain or "anything"
        face = _card(pub, seat, order, cards, clued, frozenset()).plain.rstrip()
        lines.append(f"  slot {slot} {face} can be {known} by its clues")
    return lines
