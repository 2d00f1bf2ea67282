"""Tests of Spades as one game: its seats, its decisions, and what an expired clock does."""

from __future__ import annotations

from protocol.v1.spades import PRESETS, Options
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState


def test_the_default_rules_are_those_of_a_default_table() -> None:
    assert SPADES.start(Options()) == SpadesState()


def test_the_table_has_a_seat_for_each_player() -> None:
    assert SPADES.seat_names(Options()) == ("North", "East", "South", "West")
    assert SPADES.seat_names(Options(players=2)) == ("North", "South")
    assert len(SPADES.seat_names(Options(players=6))) == 6


def test_the_rules_of_the_table_are_in_view() -> None:
    assert SPADES.pub(SPADES.start(Options(preset="whiz"))).rules == PRESETS["whiz"]


def test_no_boards_can_be_set_at_spades() -> None:
    assert (
        SPADES.deals_fault(Options())
        == "no boards can be uploaded for Spades, because each game deals its own hands"
    )
