"""The changes that a move lists are the differences of the views before and after it, byte by byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import msgspec
import pytest

from protocol.v1 import bridge, spades
from protocol.v1.spades import PRESETS
from protocol.v1.view import difference
from server.games.base import AnyGame, Seated
from server.games.bridge.rules import BRIDGE
from server.games.registry import GAMES
from server.games.spades.rules import SPADES
from tests.games.random_games import PlayedGame, play_game, random_games

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


def share_of_listed(game: AnyGame, games: Iterable[PlayedGame]) -> float:
    """Compare the listed changes of all moves; return the share of moves whose changes are listed."""
    found = Counter[bool]()
    for played in games:
        for deal in played.deals:
            for at, (seat, action) in enumerate(deal.log):
                if seat is not None:
                    found[compare(game, deal.states[at], deal.states[at + 1], action)] += 1
    return found[True] / found.total() if found else 0


@pytest.mark.parametrize("name", GAMES)
def test_listed_changes_equal_the_differences_of_the_views(name: str) -> None:
    assert share_of_listed(GAMES[name], random_games(name)) >= ORDINARY.get(name, 0)


@pytest.mark.parametrize("undo", ["none", "law25", "consent"])
def test_bridge_lists_all_moves_but_the_last_of_a_board_under_each_rule_for_undos(undo: str) -> None:
    options = msgspec.convert({"undo": undo}, bridge.Options)
    games = [play_game(BRIDGE, options, Random(seed), deals=3) for seed in range(20)]
    moves = sum(len(deal.log) - 1 for played in games for deal in played.deals)
    assert share_of_listed(BRIDGE, games) == 1 - 60 / moves


@pytest.mark.parametrize("preset", PRESETS)
def test_spades_lists_all_cards_but_the_last_of_a_hand_and_most_bids(preset: spades.Preset) -> None:
    options = spades.Options(preset=preset)
    games = [play_game(SPADES, options, Random(seed), deals=3) for seed in range(10)]
    assert share_of_listed(SPADES, games) > 0.9
