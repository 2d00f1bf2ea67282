"""The plain robot asks one brain for each game, and refuses a game without a brain."""

from __future__ import annotations

from random import Random

import pytest

from bots.bridge.view import BridgeView
from bots.plain_bot import PlainBot
from bots.registry import GAMES, robots_games
from bots.spades.view import SpadesView
from protocol.v1.bridge import SEATS
from protocol.v1.spades import Options, Reveal
from server.games.base import Seated
from server.games.spades.rules import SPADES
from tests.bots.bridge.robot.auctions import random_board, view_of


def test_it_plays_every_game_with_a_brain() -> None:
    with_a_brain = tuple(name for name, game in GAMES.items() if game.brain is not None)
    assert PlainBot.games == robots_games() == with_a_brain
    assert {"bridge", "spades", "hanabi"} <= {*with_a_brain}


def test_one_robot_plays_different_games_one_after_the_other() -> None:
    robot, board = PlainBot(), random_board(Random(1))
    view = view_of(board, SEATS[0])
    assert view.own is not None
    state = SPADES.start(Options())
    state = SPADES.apply(state, None, SPADES.chance(state, Random(1)))
    hand = SpadesView("t", SPADES.pub(state), SPADES.own(state, Seated(1)))
    assert hand.own is not None
    for _ in range(2):
        assert robot.choose(view, view.own.legal_actions()) in view.own.legal_actions()
        assert robot.choose(hand, hand.own.legal_actions()) in hand.own.legal_actions()


def test_an_action_before_the_decision_comes_first() -> None:
    state = SPADES.start(Options(blind_nil_behind=0))
    state = SPADES.apply(state, None, SPADES.chance(state, Random(1)))
    view = SpadesView("t", SPADES.pub(state), SPADES.own(state, Seated(1)))
    assert view.own is not None
    assert PlainBot().choose(view, view.own.legal_actions()) == Reveal()


def test_a_view_without_a_seat_is_refused() -> None:
    public = BridgeView("t", view_of(random_board(Random(1)), SEATS[0]).pub)
    with pytest.raises(ValueError, match="expected the view of a player that has to decide"):
        PlainBot().choose(public, ())
