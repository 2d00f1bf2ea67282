"""Matches of two robots in two rooms: the same boards, compared in IMPs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from bots.bot import Bot, View
from bots.bridge.view import BridgeView
from bots.plain_bot import PlainBot
from bots.view import Action
from protocol.v1.bridge import Call, MakeCall, Options
from server.errors import RobotFault
from server.games.bridge.rules import BRIDGE
from server.robots.duel import Contest, Entrant, Keep, KeptGame, keep_nothing
from server.robots.rooms import Rooms, room_figures


@dataclass
class Passes(Bot):
    """A robot that always passes, and records its seats and its hands by board."""

    notes: list[tuple[str, int, int, Any]] = field(default_factory=list)

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        self.notes.append((view.table, view.pub.board, view.own.seat, view.own.hand))
        return MakeCall(Call.PASS) if isinstance(legal[0], MakeCall) else legal[0]


class Doubles(Passes):
    """A robot that makes a call which the Laws do not allow."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return MakeCall(Call.DOUBLE)


def match(a: Any, b: Any, keep: Keep = keep_nothing) -> Rooms:
    return Rooms(Contest(BRIDGE, BridgeView), Options(), (Entrant("one", a), Entrant("two", b)), 5, keep)


async def test_a_sits_north_south_in_the_open_room_and_east_west_in_the_closed_room() -> None:
    a, b = Passes(), Passes()
    kept: list[KeptGame] = []
    rooms = match(lambda: a, lambda: b, kept.append)
    await rooms.play(0)
    await rooms.play(1)
    assert {(table, board, seat) for table, board, seat, _ in a.notes} == {
        *(("game 1", 1, seat) for seat in (0, 2)),
        *(("game 1, seats swapped", 1, seat) for seat in (1, 3)),
        *(("game 2", 2, seat) for seat in (0, 2)),
        *(("game 2, seats swapped", 2, seat) for seat in (1, 3)),
    }
    one, other = ("one", "two", "one", "two"), ("two", "one", "two", "one")
    assert [(game.room, game.players, game.first) for game in kept] == [
        ("open", one, 0),
        ("closed", other, 0),
        ("open", one, 1),
        ("closed", other, 1),
    ]


async def test_both_rooms_have_the_same_cards() -> None:
    a, b = Passes(), Passes()
    await match(lambda: a, lambda: b).play(0)
    hands = {(table, seat): hand for table, _, seat, hand in (*a.notes, *b.notes)}
    for seat in range(4):
        assert hands["game 1", seat] == hands["game 1, seats swapped", seat]


async def test_the_difference_of_the_two_scores_is_turned_into_imps() -> None:
    rooms = match(PlainBot, Passes)
    played = [await rooms.play(number) for number in range(6)]
    for deal in played:
        here, there = (BRIDGE.result(end).score_ns for end in deal.ends)
        sign = 1 if here > there else -1
        assert deal.lead * sign >= 0 and (deal.lead == 0) == (abs(here - there) < 20)
    found = room_figures(rooms, played)
    assert found.total == sum(deal.lead for deal in played) and found.unit == "IMPs"
    assert found.won_a + found.won_b + found.equal == found.deals == 6


async def test_a_robot_that_breaks_a_law_is_named_with_its_board_and_seat() -> None:
    told = r"B \(two\), game 1, hand 1, seat 1: Doubles\.choose returned an illegal action, .*: a double"
    with pytest.raises(RobotFault, match=told):
        await match(Passes, Doubles).play(0)
