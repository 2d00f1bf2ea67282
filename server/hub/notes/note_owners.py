"""Whose the notes on the cards of a deal are, and which a player may keep."""

from __future__ import annotations

from collections.abc import Iterable

from protocol.v1.codes import Code
from server.errors import Refusal
from server.store.interface import Noted
from server.table.table import Table


def check(table: Table, player: str, card: int) -> None:
    """Raise Refusal unless a player (id) may keep a note on this card now."""
    cards = table.game.noted_cards(table.state)
    if not cards:
        raise Refusal(Code.FORBIDDEN, f"no game of {table.game.name} is played here that has notes on cards")
    if not player or table.seat_of(player) is None:
        raise Refusal(Code.NOT_SEATED, "only who plays keeps notes")
    if card >= cards:
        raise Refusal(Code.FORBIDDEN, f"expected a card below {cards}, got {card}")


def of_seat(table: Table, seat: int) -> tuple[str, ...]:
    """The ids of all who have played a seat in this deal; who counts most comes last."""
    chair = table.chairs[seat]
    left = (player for player, place in table.left.items() if place == seat)
    return (*left, *(player for player in (chair.player, chair.owner) if player is not None))


def by_seat(table: Table, notes: Iterable[Noted]) -> dict[int, dict[int, str]]:
    """The notes on a finished deal as its record has them, by seat and card.

    `table` is the table at the end of the deal; of two notes on a card that of the seat's owner counts.
    """
    kept = tuple(notes)
    found = {}
    for seat in range(len(table.chairs)):
        texts: dict[int, str] = {}
        for player in of_seat(table, seat):
            texts |= {noted.card: noted.text for noted in kept if noted.player == player and noted.text}
        if texts:
            found[seat] = dict(sorted(texts.items()))
    return found
