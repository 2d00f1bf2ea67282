"""The frozen plain robot, against which stronger robots are measured, stays as it was."""

from __future__ import annotations

from pathlib import Path

from bots.bridge.view import BridgeView
from protocol.v1.bridge import Options
from server.games.bridge.rules import BRIDGE
from server.robots.duel import Contest, Entrant
from server.robots.rooms import Rooms
from tests.bots.bridge import frozen
from tests.bots.bridge.frozen.bot import FrozenPlain

MODULES = sorted(
    path.name
    for path in Path(frozen.__file__).parent.glob("*.py")
    if path.name not in ("__init__.py", "bot.py")
)


def test_no_frozen_module_uses_the_robot_of_today() -> None:
    for name in MODULES:
        assert "bots.bridge.robot" not in (Path(frozen.__file__).parent / name).read_text(), name


# The scores of North and South at both tables, since one robot plays all four hands there.
SCORES = [
    50,
    200,
    200,
    90,
    110,
    -170,
    200,
    -110,
    480,
    -100,
    50,
    620,
    -650,
    -120,
    -400,
    100,
    -490,
    80,
    -80,
    100,
]


async def test_it_plays_twenty_boards_as_on_the_day_it_was_frozen() -> None:
    frozen_plain = Entrant("frozen", FrozenPlain)
    rooms = Rooms(Contest(BRIDGE, BridgeView), Options(), (frozen_plain, frozen_plain), 3)
    ends = [(await rooms.play(number)).ends[0] for number in range(20)]
    assert [BRIDGE.result(end).score_ns for end in ends] == SCORES
