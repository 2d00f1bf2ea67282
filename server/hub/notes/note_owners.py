"""The rules about players' notes on cards: which player may write one, and to which seat it belongs."""

from __future__ import annotations

from collections.abc import Iterable

from protocol.v1.codes import Code
from server.errors import Refusal
from server.store.table_logs import Noted
from server.table.table import Table


def check(table: Table, player: str, card: int) -> None:
    """Raise Refusal unless the player with the id `player` may now write a note on the card `card`."""
    cards = table.game.noted_cards(table.state)
    if not cards:
        raise Refusal(
            Code.FORBIDDEN,
            f"players cannot write notes on cards at a table of {table.game.name}",
        )
    if not player or table.seat_of(player) is None:
        raise Refusal(Code.NOT_SEATED, "only a player with a seat at the table may keep notes")
    if card >= cards:
        raise Refusal(Code.FORBIDDEN, f"expected the number of a card from 0 to {cards - 1}, got {card}")


def of_seat(table: Table, seat: int) -> tuple[str, ...]:
    """Return the ids of all players that have had a seat in this deal, the owner of the seat last."""
    chair = table.chairs[seat]
    left = (player for player, former in table.hand_access.former_seats.items() if former == seat)
    return (*left, *(player for player in (chair.player, chair.owner) if player is not None))


def by_seat(table: Table, notes: Iterable[Noted]) -> dict[int, dict[int, str]]:
    """Return the notes on a finished deal for its record, as texts by seat and card.

    `table` is the table as it was at the end of the deal. If several players have had a seat and wrote a note
    on the same card, the note of the seat's owner is returned.
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
