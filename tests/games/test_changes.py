"""The changes that a move lists are the differences of the views before and after it, byte by byte."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from protocol.v1.view import difference
from server.games.base import AnyGame, Seated
from server.games.registry import GAMES
from tests.games.random_games import random_games

ORDINARY = {"bridge": 0.5, "spades": 0.5, "hanabi": 0.5}
"""The least share of moves whose changes each game lists."""


def packed(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


def compare(game: AnyGame, before: object, after: object, action: object) -> bool:
    """Assert that the listed changes are those of the views; return False if none are listed."""
    listed = game.changes(before, after, action)
    if listed is None:
        return False
    assert packed(listed.public) == packed(difference(game.pub(before), game.pub(after))), action
    for seat, fields in enumerate(listed.own):
        old, new = game.own(before, Seated(seat)), game.own(after, Seated(seat))
        assert old is not None and new is not None
        assert packed(fields) == packed(difference(old, new)), (seat, action)
    assert (listed.actor,) == game.to_act(before)
    assert (listed.next_actor,) == game.to_act(after)
    for state in (before, after):
        assert game.result(state) is None and not game.deal_due(state)
        assert not (game.disputed(state) or game.calls_director(state)) and game.prove(state) is None
    assert game.progress(before) != game.progress(after)
    return True


@pytest.mark.parametrize("name", GAMES)
def test_listed_changes_equal_the_differences_of_the_views(name: str) -> None:
    game, found = GAMES[name], Counter[bool]()
    for played in random_games(name):
        for deal in played.deals:
            for at, (seat, action) in enumerate(deal.log):
                if seat is not None:
                    found[compare(game, deal.states[at], deal.states[at + 1], action)] += 1
    assert found[True] >= ORDINARY.get(name, 0) * found.total()
