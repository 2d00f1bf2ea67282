"""The robots that play only bridge: the sampler with Acol, Precision and two over one."""

from __future__ import annotations

import pytest

from bots.bridge_robots import AcolBot, PrecisionBot, TwoOverOneBot
from bots.sampler_bot import SamplerBot
from protocol.v1.bridge import Call, LayCard, MakeCall, Seat
from server.deployment.installed_robots import games_of, installed_robots
from server.games.bridge.state import BridgeState
from tests.bots.bridge.robot.auctions import board, view_of

ROBOTS = {"acol": AcolBot, "precision": PrecisionBot, "two_over_one": TwoOverOneBot}
BALANCED = {
    13: board("AQ4.KJ5.K652.874", "J98.T98.J98.T965", "KT75.AQ74.AQ74.3", "632.632.T3.AKQJ2"),
    15: board("AQ4.KJ5.KQ52.874", "J98.T98.J98.T965", "KT75.AQ74.A764.3", "632.632.T3.AKQJ2"),
    19: board("AQ4.KJ5.KQ52.A74", "J98.T98.J98.T965", "KT75.AQ74.A764.3", "632.632.T3.KQJ82"),
}
"""Boards on which North, the dealer, has a balanced hand with this number of points."""


async def opening(robot: SamplerBot, state: BridgeState) -> tuple[str, Call]:
    """Return the name of the convention card that a robot lays as North, and its first call."""
    view, card = view_of(state, Seat.NORTH), ""
    assert view.own is not None
    while not isinstance(made := await robot.choose(view, view.own.legal_actions()), MakeCall):
        assert isinstance(made, LayCard)
        card = made.name
    return card, made.call


@pytest.mark.parametrize(
    ("robot", "points", "system", "call"),
    [
        (AcolBot, 13, "Acol", "1NT"),
        (AcolBot, 15, "Acol", "1D"),
        (PrecisionBot, 19, "Precision", "1C"),
        (TwoOverOneBot, 15, "Two over one", "1NT"),
    ],
)
async def test_each_robot_lays_the_card_of_its_system_and_opens_by_it(
    robot: type[SamplerBot], points: int, system: str, call: str
) -> None:
    card, made = await opening(robot(), BALANCED[points])
    assert (card.startswith(system), made) == (True, call)


@pytest.mark.parametrize("name", list(ROBOTS))
def test_servers_offer_each_robot_at_bridge_at_every_level(name: str) -> None:
    known = installed_robots()
    assert known[name] is ROBOTS[name]
    assert games_of(known)[name] == ("bridge",)
    assert (ROBOTS[name]().name, ROBOTS[name](level="quick").name) == (name, f"{name}:quick")
