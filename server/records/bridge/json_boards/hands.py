"""The check that no card occurs twice in the hands of a board in JSON (Law 1)."""

from __future__ import annotations

from collections.abc import Callable

from protocol.v1.bridge import SEATS, Seat
from protocol.v1.cards import Card
from server.errors import BadRecord
from server.records.bridge.record import Hands
from server.records.json_text.items import Item


def checked_hands(hands: Hands, item: Item, key: Callable[[Seat], str]) -> Hands:
    """Return the hands of a board after checking that no card occurs twice and no hand exceeds 13 cards.

    `key` is a function that returns the JSON key of a seat's hand in the object `deal` of `item`. Raises
    BadRecord, with line, column and JSON path, for a repeated card or a hand of more than 13 cards.
    """
    north, east, south, west = hands
    holders_of = (*north, *east, *south, *west)
    if len(set(holders_of)) < len(holders_of) or max(map(len, hands)) > 13:
        path, error = _fault(hands, key)
        raise BadRecord(item.fault(error, path))
    return hands


def _fault(hands: Hands, key: Callable[[Seat], str]) -> tuple[str, str]:
    holders_of: dict[Card, Seat] = {}
    for seat in SEATS:
        for index, card in enumerate(hands[seat]):
            path = f"$.deal.{key(seat)}[{index}]"
            if index == 13:
                return path, f"expected 13 cards for {seat.name.title()}, got {len(hands[seat])}"
            if card in holders_of:
                holders = f"{holders_of[card].name.title()} and {seat.name.title()}"
                return path, f"expected 52 different cards, got {card} 2 times ({holders})"
            holders_of[card] = seat
    raise AssertionError("expected hands with a repeated card or more than 13 cards, got valid hands")
