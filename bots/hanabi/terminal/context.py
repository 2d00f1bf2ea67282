"""The information that a terminal shows with a Hanabi view: the names of the players, and notes on cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from bots.hanabi.terminal.names import Names, card_words, seat_name, seen_cards, slot_of
from bots.sheets.names import name_shown
from bots.sheets.sheet import TableContext
from bots.sheets.text import printable
from protocol.v1.hanabi import HanabiOwn, HanabiPub
from protocol.v1.updates import People

NAME_WIDTH = 12
Notes = Mapping[int, str]


class Context(Struct, frozen=True):
    """The players' names and the notes on cards that a terminal shows together with a Hanabi view.

    `names` are the players' names by seat, without names that several players share. `notes` are the notes on
    cards that this terminal's user has written, by card. `all_notes` are the notes on cards of all players,
    by seat, if the server has sent them.
    """

    names: Names = {}
    notes: Notes = {}
    all_notes: Mapping[int, Notes] = {}


NOBODY = Context()


def context_of(around: TableContext) -> Context:
    """Return the players' names and the notes on cards in the form that the Hanabi terminal uses."""
    return Context(names_of(around.people), around.notes, around.all_notes)


def names_of(people: People | None) -> dict[int, str]:
    """Return the players' names by seat, without robots and without names that several players share."""
    rows = () if people is None else people.seats
    called = {
        row.seat: printable(name_shown(row)).strip()[:NAME_WIDTH] for row in rows if row.player is not None
    }
    often = Counter(map(str.lower, called.values()))
    return {seat: name for seat, name in called.items() if name and often[name.lower()] == 1}


def notes_words(pub: HanabiPub, own: HanabiOwn | None, around: Context) -> list[str]:
    """Return the notes on cards of the terminal's user, or of the player that the user watches.

    After the game, the result has the notes of all players.
    """
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
    """Return the place of a card, such as `Bob's slot 3`, or its fate, such as `B2, discarded`.

    A note can also be about a pile: then `card` is a number after that of the last card.
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
    """Return the number of cards in the deck before the deal."""
    drawn = (order for orders in (*pub.hands, pub.fates) for order in orders)
    return pub.left + 1 + max(drawn, default=-1)
