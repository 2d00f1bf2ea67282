"""Hands of Spades played at random, at tables of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from protocol.v1.spades import Options
from server.games.spades.rules import SPADES
from server.games.spades.state import SpadesState
from tests.games.random_games import PlayedDeal, play_game

HANDS = 3


VARIANTS = (
    *({"preset": preset} for preset in ("classic", "seed", "mirror", "whiz", "suicide", "solo")),
    {"players": 2},
    {"players": 3},
    {"players": 5},
    {"players": 6},
    {"players": 6, "sides": "solo"},
    *({"jokers": jokers} for jokers in ("jjdd", "jja", "jj2a")),
    {"players": 2, "jokers": "jjdd"},
    {"blind_nil_behind": 0, "nil_pass": 3, "blind_nil_pass": 4, "blind_nils": 2},
    {"blind_nil_behind": 0, "blind_bid": 6, "blind_bid_behind": 0},
    {"first_trick": "low_club", "first_leader": "low_club", "least_total": 11, "no_exact_total": True},
)


def hands_of(options: Options, seed: int) -> Iterator[PlayedDeal]:
    """Yield the first hands of a game."""
    yield from play_game(SPADES, options, Random(seed), HANDS).deals


def states(options: Options, seed: int) -> Iterator[SpadesState]:
    """Yield every state of the first two hands of a game."""
    for hand in play_game(SPADES, options, Random(seed), 2).deals:
        yield from hand.states
