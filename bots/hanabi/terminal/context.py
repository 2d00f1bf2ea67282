"""What is around a Hanabi table's view: the names of those who sit there, and the notes on its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from bots.hanabi.terminal.names import Names, card_words, seat_name, seen_cards, slot_of
from bots.sheets.sanitize import printable
from bots.sheets.sheet import Around
from protocol.v1.hanabi import HanabiOwn, HanabiPub
from protocol.v1.updates import People

NAME_WIDTH = 12
Notes = Mapping[int, str]


class Context(Struct, frozen=True):
    """`names` are, by seat, those of the players that nobody else at the table has.

    `notes` are one's own by card, `all_notes` everybody's by seat, as far as they are told.
    """

    names: Names = {}
    notes: Notes = {}
    all_notes: Mapping[int, Notes] = {}


NOBODY = Context()


def context_of(around: Around) -> Context:
    """Return the context of what a client knows beside a view."""
    return Context(names_of(around.people), around.notes, around.all_notes)


def names_of(people: People | None) -> dict[int, str]:
    """The players' names by seat; robots have none, nor has who is called as another."""
    rows = () if people is None else people.seats
    called = {row.seat: printable(row.name).strip()[:NAME_WIDTH] for row in rows if row.player is not None}
    often = Counter(map(str.lower, called.values()))
    return {seat: name for seat, name in called.items() if name and often[name.lower()] == 1}


def notes_words(pub: HanabiPub, own: HanabiOwn | None, around: Context) -> list[str]:
    """One's own notes, or those of the hand that one sees; everybody's, when the game is over."""
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
    """`Bob's slot 3`, or what has become of a card: `B2, discarded`; past the deck a pile."""
    for seat, hand in enumerate(pub.hands):
        if card in hand:
            return f"{seat_name(names, seat)}'s slot {slot_of(hand, card)}"
    known, fate = seen_cards(pub, own).get(card), pub.fates.get(card)
    if fate is not None:
        return f"{'a card' if known is None else card_words(pub.variant, known)}, {fate.how}"
    pile = card - deck_size(pub)
    return f"{pub.variant.suits[pile].name} pile" if 0 <= pile < len(pub.variant.suits) else f"card {card}"


def deck_size(pub: HanabiPub) -> int:
    """How many cards the whole deck has."""
    drawn = (order for orders in (*pub.hands, pub.fates) for order in orders)
    return pub.left + 1 + max(drawn, default=-1)
