"""The games of a server are described over HTTP, and the legal actions of a seat follow from its view."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from jsonschema import Draft202012Validator

from server.games.base import AnyGame, Public, Seated
from server.games.registry import GAMES
from server.web.schemas import described, legal_actions
from tests.games.random_games import UPLOADS, play_deal
from tests.high_card.game.game import GAMES as HIGH_CARD_GAMES
from tests.high_card.random_files import random_file
from tests.high_card.registered import registered
from tests.passing.game import PASSING

STATES = 12
UPLOAD = {**UPLOADS, "high_card_replay": random_file}
ALL = (*GAMES.values(), *HIGH_CARD_GAMES, PASSING)


@pytest.fixture(scope="module", autouse=True)
def _registered() -> Iterator[None]:
    with registered(), patch.dict(GAMES, {PASSING.name: PASSING}):
        yield


def states_of(game: AnyGame, rng: Random) -> tuple[Any, ...]:
    """Return some states of a random deal with the default options, the last one among them."""
    options = game.options_type()
    states = play_deal(
        range(len(game.seat_names(options))), game.start(options), rng, UPLOAD.get(game.name)
    ).states
    return (*states[:: max(1, len(states) // STATES)], states[-1])


def view(own: Any, audience: str = "seat") -> bytes:
    return msgspec.json.encode({"t": "view", "audience": audience, "own": own})


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_schema_of_a_game_fits_its_views_its_options_and_its_actions(game: AnyGame) -> None:
    about = described(game)
    Draft202012Validator.check_schema(about.schema)
    assert about.seats == game.seat_names(game.options_type()) and about.replay is (game.showing is not None)
    shape = Draft202012Validator(about.schema)
    for state in states_of(game, Random(3)):
        seat = next(iter(game.to_act(state)), 0)
        table = {"pub": game.pub(state), "options": game.public_options(state)}
        own = game.own(state, Seated(seat))
        shape.validate(json_of(table | ({} if own is None else {"own": own})))
        for action in game.legal_actions(state, seat)[:3]:
            shape.validate(json_of({"action": action}))
    faults = [*shape.iter_errors({"action": {"t": "no such action"}})]
    assert faults, "expected the schema to refuse an action of no game"


def json_of(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_legal_actions_of_a_view_are_those_of_the_rules(game: AnyGame) -> None:
    for state in states_of(game, Random(4)):
        for seat in game.to_act(state):
            told = legal_actions(game, view(game.own(state, Seated(seat))))
            if game is PASSING:
                assert told is None, "its views do not tell them"
            elif game.showing is None:
                assert json_of(told) == json_of(game.legal_actions(state, seat))
        assert legal_actions(game, view(game.own(state, Public()), "public")) is None
