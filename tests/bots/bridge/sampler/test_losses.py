"""Tests of the report: the tricks that it counts are those of the double-dummy values."""

from __future__ import annotations

import asyncio

import pytest

from bots.bridge.view import BridgeView
from protocol.v1.bridge import Options
from server.games.bridge.rules import BRIDGE
from server.records.bridge.double_dummy.solver import solve_play
from server.robots.duel import Contest, Entrant
from server.robots.rooms import Rooms
from tests.bots.bridge.frozen.bot import FrozenPlain
from tests.bots.bridge.sampler.losses import Losses, add_losses

pytest.importorskip("endplay", reason="endplay is not installed")


def test_the_tricks_given_away_lead_from_the_double_dummy_value_to_the_result() -> None:
    """What the defenders give away, declarer wins beside the double-dummy value, and the reverse."""
    frozen = Entrant("frozen", FrozenPlain)
    rooms = Rooms(Contest(BRIDGE, BridgeView), Options(), (frozen, frozen), 5)
    for number in range(4):
        end = asyncio.run(rooms.play(number)).ends[0]
        if end.contract is None:
            continue
        losses = Losses(), Losses()
        add_losses(end, (0, 1, 0, 1), losses)
        lead = solve_play(end.deal.hands, end.contract, ())[0]
        given = sum(sum(each.defending) - sum(each.declaring) for each in losses)
        assert min(lead.values.values()) + given == BRIDGE.result(end).tricks
        assert sum(len(each.declaring) for each in losses) == sum(len(each.defending) for each in losses) == 1
