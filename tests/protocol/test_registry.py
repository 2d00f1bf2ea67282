"""The registry of games in the protocol."""

from __future__ import annotations

from typing import get_args

import pytest

from protocol.v1.game_nouns import GameNouns
from protocol.v1.registry import GAMES
from protocol.v1.view import Own, Pub


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_registered_under_the_name_that_its_views_carry(name: str) -> None:
    game = GAMES[name]
    tags = {half.__struct_config__.tag for half in (game.pub, game.own)}
    assert (game.name, tags) == (name, {name})
    assert issubclass(game.pub, Pub) and issubclass(game.own, Own)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_actions_of_a_game_have_different_tags(game: GameNouns) -> None:
    tags = [kind.__struct_config__.tag for kind in get_args(game.action) or (game.action,)]
    assert len(tags) == len(set(tags)) >= 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_options_of_a_game_have_defaults_and_refuse_unknown_fields(game: GameNouns) -> None:
    assert game.options() == game.options()
    assert game.options.__struct_config__.forbid_unknown_fields


def test_no_two_games_have_the_same_title_in_the_schema() -> None:
    assert len({game.title for game in GAMES.values()}) == len(GAMES)
