"""The context of a Hanabi view: the names of the players, and the notes on cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from bots.hanabi.terminal.names import Names, card_words, seat_name, seen_cards, slot_of
from bots.sheets.sheet import TableContext
from bots.sheets.text import printable
from protocol.v1.hanabi import HanabiOwn, HanabiPub
from protocol.v1.updates import People

NAME_WIDTH = 12
Notes = Mapping[int, str]


class Context(Struct, frozen=True):
    """The context of a view. `names` are the players' names by seat, without names that two players share.

    `notes` are this person's own notes by card. `all_notes` are the notes of all players by seat, as far as
    the server has sent them.
    """

    names: Names = {}
    notes: Notes = {}
    all_notes: Mapping[int, Notes] = {}


NOBODY = Context()


def context_of(around: TableContext) -> Context:
    """Return the context for a view's people and notes."""
    return Context(names_of(around.people), around.notes, around.all_notes)


def names_of(people: People | None) -> dict[int, str]:
    """Return the players' names by seat. Robots and players with equal names are left out."""
    rows = () if people is None else people.seats
    called = {row.seat: printable(row.name).strip()[:NAME_WIDTH] for row in rows if row.player is not None}
    often = Counter(map(str.lower, called.values()))
    return {seat: name for seat, name in called.items() if name and often[name.lower()] == 1}


def notes_words(pub: HanabiPub, own: HanabiOwn | None, around: Context) -> list[str]:
    """Return the notes of this person or of the watched hand, after the game the notes of all players."""
    kept = {seat: notes for seat, notes in sorted(around.all_notes.items()) if any(notes.values())}
    if pub.phase == "over" and kept:
        return [
            line
            for seat, notes in kept.items()
            for line in (f"{seat_name(around.names, seat)}:", *_lines(pub, own, around.names, notes))
        ]
    return _lines(pub, own, around.names, around.notes) or ["There are no notes"]


def _lines(pub: HanabiPub, own: HanabiOwn | None, names: Names, notes: Notes) -> list[str]:
    return [f"  {where(pub, own, names, card)}: {text}" for card, text in sorted(notes.items()) if text]


def where(pub: HanabiPub, own: HanabiOwn | None, names: Names, card: int) -> str:
    """Return where a card is: `Bob's slot 3`, or its fate: `B2, discarded`.

    A card number beyond the deck means a pile.
    """
    for seat, hand in enumerate(pub.hands):
        if card in hand:
            return f"{seat_name(names, seat)}'s slot {slot_of(hand, card)}"
    known, fate = seen_cards(pub, own).get(card), pub.fates.get(card)
    if fate is not None:
        return f"{'a card' if known is None else card_words(pub.variant, known)}, {fate.how}"
    pile = card - deck_size(pub)
    return f"{pub.variant.suits[pile].name} pile" if 0 <= pile < len(pub.variant.suits) else f"card {card}"


def deck_size(pub: HanabiPub) -> int:
    """Return the number of cards in the whole deck."""
    drawn = (order for orders in (*pub.hands, pub.fates) for order in orders)
    return pub.left + 1 + max(drawn, default=-1)
