"""Report of the tricks that each side gives away, card by card, with all cards known (double dummy).

    python -m tests.bots.bridge.sampler.losses --boards 20 --level quick

The robot bids as the frozen plain robot and plays as the sampler, against the frozen plain robot.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any

from bots.bot import Bot, View
from bots.bridge.sampler.effort import LEVELS, Effort
from bots.bridge.sampler.play import choose_card
from bots.bridge.view import BridgeView
from bots.view import Action
from protocol.v1.bridge import SEATS, Options, PlayCard
from server.games.bridge.rules import BRIDGE
from server.records.bridge.double_dummy.solver import solve_play
from server.robots.duel import Contest, Entrant
from server.robots.rooms import Rooms
from tests.bots.bridge.frozen.bot import FrozenPlain
from tests.bots.bridge.sampler.tables import READINGS, at_once


class CardPlayer(FrozenPlain):
    """A robot that bids by the rules of the frozen plain robot and plays cards by the sampler's search."""

    def __init__(self, effort: Effort, seed: int = 1) -> None:
        super().__init__()
        self._effort, self._seed = effort, seed

    @property
    def name(self) -> str:
        return "card player"

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:  # type: ignore[override]
        # The frozen robot answers at once, this one after a search; the runner accepts both.
        assert isinstance(view, BridgeView)
        if view.own is None or not view.own.cards:
            return super().choose(view, legal)
        return PlayCard(await choose_card(view.pub, view.own, READINGS, self._effort, self._seed, at_once))


@dataclass
class Losses:
    """The tricks that one robot has given away, on the boards on which it declared and defended."""

    declared: int = 0
    defended: int = 0
    declaring: int = 0
    defending: int = 0
    leading: int = 0
    by_trick: Counter[tuple[str, int]] = field(default_factory=Counter)

    def text(self) -> str:
        """Return the means for a board, and the means for each trick from the first to the last."""
        boards, defences = max(1, self.declared), max(1, self.defended)
        return "\n".join(
            (
                f"declarer {self.declaring / boards:.2f} tricks a board ({self.declared} boards)",
                f"  {self._tricks('declarer', boards)}",
                f"defenders {self.defending / defences:.2f}, {self.leading / defences:.2f} by the lead",
                f"  {self._tricks('defenders', defences)}",
            )
        )

    def _tricks(self, side: str, boards: int) -> str:
        return " ".join(f"{self.by_trick[side, trick] / boards:.2f}" for trick in range(13))


def add_losses(end: Any, seating: tuple[int, ...], losses: tuple[Losses, Losses]) -> None:
    """Add the tricks given away on one finished board. `seating` is the robot of each seat."""
    contract = end.contract
    if contract is None:
        return
    cards = tuple(play.card for play in end.plays)
    declarers = losses[seating[contract.declarer]]
    defenders = losses[seating[contract.declarer.lho]]
    declarers.declared += 1
    defenders.defended += 1
    for values in solve_play(end.deal.hands, contract, cards):
        if values.played is None:
            continue
        declares = values.seat.side is contract.declarer.side
        best = (max if declares else min)(values.values.values())
        lost = abs(best - values.values[values.played])
        if declares:
            declarers.declaring += lost
        else:
            defenders.defending += lost
            defenders.leading += lost * (values.place == 0)
        side = declarers if declares else defenders
        side.by_trick["declarer" if declares else "defenders", values.place // 4] += lost


@dataclass
class Report:
    """The result of a match against the frozen plain robot: IMPs by board, tricks given away, times."""

    seed: int
    leads: list[int]
    losses: tuple[Losses, Losses]
    thought_ns: list[int]
    seconds: float

    @property
    def mean(self) -> float:
        return sum(self.leads) / len(self.leads)

    def text(self) -> str:
        boards, times_ms = len(self.leads), [each / 1e6 for each in self.thought_ns]
        error = sqrt(sum((lead - self.mean) ** 2 for lead in self.leads)) / boards
        return "\n".join(
            (
                f"{boards} boards, seed {self.seed}, {self.seconds:.0f} s",
                f"lead {self.mean:+.2f} +- {error:.2f} IMPs a board",
                f"thought {sum(times_ms) / len(times_ms):.0f} ms a decision, {max(times_ms):.0f} at most",
                f"and {sum(times_ms) / 2000 / boards:.1f} s a board in one room",
                f"one: {self.losses[0].text()}",
                f"frozen: {self.losses[1].text()}",
            )
        )


async def match(one: Callable[[], Bot], boards: int, seed: int, first: int = 0) -> Report:
    """Return the report of a robot against the frozen plain robot, over boards in two rooms."""
    entrants = Entrant("one", one), Entrant("frozen", FrozenPlain)
    rooms = Rooms(Contest(BRIDGE, BridgeView), Options(), entrants, seed)
    losses = Losses(), Losses()
    leads: list[int] = []
    begun = time.perf_counter()
    for number in range(first, first + boards):
        played = await rooms.play(number)
        leads.append(played.lead)
        for room, end in enumerate(played.ends):
            add_losses(end, tuple((seat + room) % 2 for seat in SEATS), losses)
    return Report(seed, leads, losses, rooms.thought_ns[0], time.perf_counter() - begun)


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=tuple(LEVELS), default="quick")
    asked = parser.parse_args()
    robot = partial(CardPlayer, LEVELS[asked.level])
    print(asyncio.run(match(robot, asked.boards, asked.seed, asked.first)).text())


if __name__ == "__main__":
    main()
