"""The random robot chooses by its seed alone; a talkative one also speaks at random."""

from __future__ import annotations

from random import Random

from bots.random_bot import RandomBot
from protocol.v1.bridge import SEATS, Call, MakeCall
from tests.bots.bridge.robot.auctions import play_out, random_board, view_of


def test_the_same_seed_makes_the_same_choices() -> None:
    board = random_board(Random(3))
    first, again, other = (play_out(board, [RandomBot(seed)] * 4) for seed in (1, 1, 2))
    assert (first.calls, first.plays) == (again.calls, again.plays)
    assert (first.calls, first.plays) != (other.calls, other.plays)


def test_a_quiet_robot_never_alerts_and_a_talkative_one_sometimes_does() -> None:
    legal = (MakeCall(Call.PASS), MakeCall(Call.ONE_CLUB))
    view = view_of(random_board(Random(3)), SEATS[0])
    quiet, talkative = RandomBot(1), RandomBot(1, talkative=True)
    assert not any(quiet.choose(view, legal).alert for _ in range(200))
    alerts = [talkative.choose(view, legal).alert for _ in range(200)]
    assert True in alerts and False in alerts


def test_the_actions_of_a_talkative_robot_stay_the_same_for_the_same_view() -> None:
    view = view_of(random_board(Random(3)), SEATS[0])
    for seed in range(50):
        robot = RandomBot(seed, talkative=True)
        assert robot.answer(view) == robot.answer(view)
    assert any(RandomBot(seed, talkative=True).answer(view) for seed in range(200))
    assert not any(RandomBot(seed).answer(view) for seed in range(200))
