"""Report of the tricks that each side gives away, card by card, with all cards known (double dummy).

    python -m tests.bots.bridge.sampler.losses --boards 20 --level quick
    python -m tests.bots.bridge.sampler.losses --boards 20 --level quick --four

The robot bids as the frozen plain robot and plays as the sampler, against the frozen plain robot. With
`--four` all four players bid Standard American and play as the sampler.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random
from typing import Any

from bots.bot import Bot, View
from bots.bridge.bidding.bidder import Bidder
from bots.bridge.bidding.system import SAYC
from bots.bridge.sampler.effort import LEVELS, Effort
from bots.bridge.sampler.play import choose_card
from bots.bridge.sampler.search import Reading
from bots.bridge.view import BridgeView
from bots.view import Action
from protocol.v1.bridge import SEATS, MakeCall, Options, PlayCard
from server.games.bridge.rules import BRIDGE
from server.records.bridge.double_dummy.solver import solve_play
from server.robots.duel import Contest, Entrant
from server.robots.rooms import Rooms
from tests.bots.bridge.frozen.bot import FrozenPlain
from tests.bots.bridge.robot.auctions import random_board
from tests.bots.bridge.sampler.tables import READINGS, at_once, view_on_turn

PLAIN_READINGS = (Reading(SAYC.name, agreed=False), Reading(SAYC.name, agreed=False))
"""How the calls of the plain robot are read, whose rules are not those of a known system."""


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
        return PlayCard(
            await choose_card(view.pub, view.own, PLAIN_READINGS, self._effort, self._seed, at_once)
        )


@dataclass
class Losses:
    """The tricks that one robot has given away, one number for each board that it declared or defended.

    `leading` are those of the opening leads, which count for the defenders, too.
    """

    declaring: list[int] = field(default_factory=list)
    defending: list[int] = field(default_factory=list)
    leading: list[int] = field(default_factory=list)
    by_trick: Counter[tuple[str, int]] = field(default_factory=Counter)

    def text(self) -> str:
        """Return the means for a board, and the means for each trick from the first to the last."""
        return "\n".join(
            (
                f"declarer {_mean(self.declaring)} tricks a board ({len(self.declaring)} boards)",
                f"  {self._tricks('declarer', len(self.declaring))}",
                f"defenders {_mean(self.defending)}, {_mean(self.leading)} by the lead",
                f"  {self._tricks('defenders', len(self.defending))}",
            )
        )

    def _tricks(self, side: str, boards: int) -> str:
        return " ".join(f"{self.by_trick[side, trick] / max(1, boards):.2f}" for trick in range(13))


def _mean(tricks: Sequence[int]) -> str:
    """Return a mean with its standard error."""
    if not tricks:
        return "0"
    mean = sum(tricks) / len(tricks)
    return f"{mean:.2f} +- {sqrt(sum((each - mean) ** 2 for each in tricks)) / len(tricks):.2f}"


def add_losses(end: Any, seating: tuple[int, ...], losses: tuple[Losses, Losses]) -> None:
    """Add the tricks given away on one finished board. `seating` is the robot of each seat."""
    contract = end.contract
    if contract is None:
        return
    cards = tuple(play.card for play in end.plays)
    declarers = losses[seating[contract.declarer]]
    defenders = losses[seating[contract.declarer.lho]]
    declaring = defending = leading = 0
    for values in solve_play(end.deal.hands, contract, cards):
        if values.played is None:
            continue
        declares = values.seat.side is contract.declarer.side
        best = (max if declares else min)(values.values.values())
        lost = abs(best - values.values[values.played])
        if declares:
            declaring += lost
        else:
            defending += lost
            leading += lost * (values.place == 0)
        side = declarers if declares else defenders
        side.by_trick["declarer" if declares else "defenders", values.place // 4] += lost
    declarers.declaring.append(declaring)
    defenders.defending.append(defending)
    defenders.leading.append(leading)


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


async def four(effort: Effort, boards: int, seed: int, first: int = 0) -> Losses:
    """Return the tricks given away by four players that bid Standard American and play as the sampler."""
    bidder, losses = Bidder(SAYC), Losses()
    for number in range(first, first + boards):
        state = random_board(Random(f"{seed} {number}"), number + 1)
        while state.contract is None and BRIDGE.to_act(state):
            view, own = view_on_turn(state)
            assert own.hand is not None
            calls = tuple(view.pub.calls.values())
            call = bidder.call(own.hand, view.pub.dealer, view.pub.vulnerable, calls).call
            state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], MakeCall(call))
        while BRIDGE.to_act(state):
            view, own = view_on_turn(state)
            card = await choose_card(view.pub, own, READINGS, effort, 1, at_once)
            state = BRIDGE.apply(state, BRIDGE.to_act(state)[0], PlayCard(card))
        add_losses(state, (0, 0, 0, 0), (losses, losses))
    return losses


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


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.bridge.sampler.losses", description=__doc__)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=tuple(LEVELS), default="quick")
    parser.add_argument("--four", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.four:
        print(asyncio.run(four(LEVELS[asked.level], asked.boards, asked.seed, asked.first)).text())
        return
    robot = partial(CardPlayer, LEVELS[asked.level])
    print(asyncio.run(match(robot, asked.boards, asked.seed, asked.first)).text())


if __name__ == "__main__":
    main()
