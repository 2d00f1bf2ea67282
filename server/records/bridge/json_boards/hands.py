"""Hands of a JSON board, of which no card may be in two places (Law 1)."""

from __future__ import annotations

from collections.abc import Callable

from protocol.v1.bridge import SEATS, Seat
from protocol.v1.cards import Card
from server.errors import BadRecord
from server.records.bridge.record import Hands
from server.records.json_text.items import Item


def dealt(hands: Hands, item: Item, key: Callable[[Seat], str]) -> Hands:
    """The hands, which stand under `key` in `deal` of the item.

    Raises BadRecord, with line, column and path, for a card in two places or more than 13 in one.
    """
    north, east, south, west = hands
    held = (*north, *east, *south, *west)
    if len(set(held)) < len(held) or max(map(len, hands)) > 13:
        path, what = _fault(hands, key)
        raise BadRecord(item.fault(what, path))
    return hands


def _fault(hands: Hands, key: Callable[[Seat], str]) -> tuple[str, str]:
    held: dict[Card, Seat] = {}
    for seat in SEATS:
        for place, card in enumerate(hands[seat]):
            path = f"$.deal.{key(seat)}[{place}]"
            if place == 13:
                return path, f"expected 13 cards for {seat.name.title()}, got {len(hands[seat])}"
            if card in held:
                holders = f"{held[card].name.title()} and {seat.name.title()}"
                return path, f"expected 52 different cards, got {card} 2 times ({holders})"
            held[card] = seat
    raise AssertionError("expected a card twice or a hand of 14")
