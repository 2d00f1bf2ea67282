"""Seats and sides of Spades have compass names for two and four players, and numbers for others."""

from __future__ import annotations

import pytest

from bots.spades.terminal.names import cards_words, seat_letter, seat_name, side_letters, side_name
from protocol.rules.spades.sides import seats_of
from protocol.v1.spades import Card, Options, Rules
from server.games.spades.rules import SPADES


def rules(**options: object) -> Rules:
    """Return the rules of a table with these options."""
    return SPADES.start(Options(**options)).rules


@pytest.mark.parametrize(
    ("options", "name", "letter"),
    [({}, "East", "E"), ({"players": 2}, "South", "S"), ({"players": 3}, "Seat 1", "1")],
)
def test_a_seat_has_a_name_and_a_letter(options: dict[str, int], name: str, letter: str) -> None:
    assert (seat_name(rules(**options), 1), seat_letter(rules(**options), 1)) == (name, letter)


@pytest.mark.parametrize(
    ("options", "seats", "name", "letters"),
    [
        ({}, (0, 2), "North-South", "NS"),
        ({"preset": "solo"}, (0,), "North", "N"),
        ({"players": 6}, (0, 3), "Seats 0 and 3", "0+3"),
        ({"players": 3}, (0,), "Seat 0", "seat 0"),
    ],
)
def test_a_side_is_named_by_its_seats(
    options: dict[str, object], seats: tuple[int, ...], name: str, letters: str
) -> None:
    table = rules(**options)
    assert (seats_of(table, 0), side_name(table, 0), side_letters(table, 0)) == (seats, name, letters)


def test_cards_are_written_with_symbols_and_jokers_with_their_codes() -> None:
    assert cards_words((Card.HT, Card.SA, Card.BJ, Card.LJ)) == "♥10 ♠A BJ LJ"
