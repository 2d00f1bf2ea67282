"""Tests of the registry of the games that this server plays."""

from __future__ import annotations

import pytest

from protocol.v1.registry import GAMES as NOUNS
from server.games.registry import DEFAULT_GAME, GAMES


def test_a_request_that_names_no_game_gets_one_that_the_server_plays() -> None:
    assert GAMES[DEFAULT_GAME].name == "bridge"


def test_the_server_plays_exactly_the_games_of_the_protocol() -> None:
    assert list(GAMES) == list(NOUNS)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_uses_the_types_that_the_protocol_has_for_it(name: str) -> None:
    game, nouns = GAMES[name], NOUNS[name]
    assert (game.action_type, game.options_type) == (nouns.action, nouns.options)
    assert (game.pub_type, game.own_type) == (nouns.pub, nouns.own)
    assert (None if game.directing is None else game.directing.ruling_type) == nouns.ruling
