"""Players that come, go, delay or fail: a game of Spades goes on to its end and loses no card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bots.bot import Bot
from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from protocol.v1.requests import Bank, NoClock, PerMove, Policy, Stand
from protocol.v1.spades import PRESETS
from protocol.v1.updates import Done
from server.games.spades.rules import SPADES
from server.table import events
from server.table.events import Acted
from tests.hub.absence.parties import Broken, Party, Silent
from tests.markers import every
from tests.rooms import House, Person
from tests.virtual import now_ms, passes, virtual

MOVE_MS, HOLD_MS, ROBOT_MS = 3_000, 2_000, 200
CLOCKS = (PerMove(MOVE_MS), Bank(20_000, increment_ms=500), NoClock())
ROBOTS: tuple[Callable[[], Bot], ...] = (PlainBot, RandomBot, RandomBot, RandomBot, Silent, Broken)
STALLED_MS = 20_000 + MOVE_MS + HOLD_MS + ROBOT_MS + (SPADES.absence.patience_ms or 0) + 2_000
"""The longest time of one decision while a person is present: bank or move, grace, robot, patience."""
VARIANTS: tuple[dict[str, Any], ...] = (
    *({"preset": preset} for preset in PRESETS),
    {"blind_nil_behind": 0, "nil_pass": 2},
    {"players": 2},
    {"players": 3},
    {"players": 6},
    {"jokers": "jjdd"},
)


class Crowd:
    """The players of a table, who come, go, act and delay by one random seed."""

    def __init__(self, party: Party, rng: Random, timed: bool) -> None:
        self.party = party
        self.rng = rng
        self.done: Counter[tuple[str, int]] = Counter()
        self._heard: dict[Person, int] = {}
        self._gone: set[int] = set()
        self.begin(timed)

    def begin(self, timed: bool) -> None:
        """Start to limit the time of each decision; `timed` is True if every player has such a limit."""
        self._timed, self._since_ms, self._decision = timed, now_ms(), ""

    async def step(self) -> None:
        """Do one random step, or nothing for a while."""
        seat = self.rng.randrange(len(self.party.people))
        match self.rng.choices(("goes", "comes", "acts", "stands", "waits"), (2, 3, 12, 1, 8))[0]:
            case "goes":
                self.party.people[seat].hang_up()
                self._gone.add(seat)
            case "comes":
                await self.comes(seat)
            case "acts" if self.party.table.game.to_act(self.party.table.state):
                self._acts(self.party.turn)
            case "stands":
                self.party.people[seat].tell(Stand(table=self.party.id))
            case _:
                await passes(self.rng.choice((10, 300, 1_000, 4_000)))
        self.listen()
        self.look()

    async def comes(self, seat: int) -> None:
        """Let the player of a seat come back in a random way."""
        self.listen()
        back = self.party.people[seat] = self.party.house.person(self.party.people[seat].player.name)
        self._gone.discard(seat)
        right = self.party.table.right_of(back.player.id) is not None
        await back.watch(self.party.id, self.rng.choice(("seat", "public")) if right else "public")
        if self.rng.random() < 0.5:
            await back.sit(self.party.id, seat)

    def _acts(self, seat: int) -> None:
        """Let the player in turn act, for this decision or another, also while a robot has the seat."""
        if seat not in self._gone:
            decision = self.party.table.decision if self.rng.random() < 0.9 else "0.0"
            self.party.act(self.party.people[seat], decision)

    def listen(self) -> None:
        """Record the acknowledged actions."""
        for person in self.party.people:
            start = self._heard.get(person, 0)
            self._heard[person] = len(person.heard)
            told = [each for each in person.heard[start:] if isinstance(each, Done) and not each.id]
            self.done.update((person.player.id, done.n) for done in told if done.n is not None)

    def look(self) -> None:
        """Assert that no decision takes too long while people are present."""
        table, people = self.party.table, self.party.house.room(self.party.id).viewers.presence
        if table.decision != self._decision or not people.people_present or not table.ready:
            self._decision, self._since_ms = table.decision, now_ms()
        since_ms = max(self._since_ms, people.since_ms)
        if self._timed and not table.closed:
            assert now_ms() - since_ms < STALLED_MS, f"nobody decides {table.decision}"


@pytest.mark.parametrize("seed", every(2, range(len(VARIANTS) + 4)))
def test_a_game_goes_on_with_absent_or_slow_players_and_no_acknowledged_card_is_lost(seed: int) -> None:
    @virtual
    async def scene() -> None:
        rng = Random(seed)
        clock = rng.choice(CLOCKS)
        policy = Policy(
            clock=clock,
            robot_ms=ROBOT_MS,
            hold_ms=HOLD_MS,
            pause_ms=0,
            expiry=rng.choice((None, None, "forced")),
        )
        rules = VARIANTS[seed % len(VARIANTS)]
        async with House() as house:
            robot = rng.choice(ROBOTS)
            rounds = 1 if robot in (Silent, Broken) else 2
            party = await Party.gathers(house, policy, robot, **rules, rounds=rounds)
            crowd = Crowd(party, rng, not isinstance(clock, NoClock))
            for _ in range(rng.randrange(20, 160)):
                if not party.table.closed:
                    await crowd.step()
            await _nobody_plays_on(party, crowd)
            assert await _acknowledged(party) >= crowd.done
            party.robots.stop()

    scene()


async def _nobody_plays_on(party: Party, crowd: Crowd) -> None:
    """Let all players go while a watcher stays until the end; one empty seat is taken again."""
    watcher = party.house.person("Watcher")
    await watcher.watch(party.id)
    for seat, person in enumerate(party.people):
        if party.table.right_of(person.player.id) is None and party.table.chairs[seat].house is None:
            await crowd.comes(seat)
            await party.people[seat].sit(party.id, seat)
    for person in party.house.clients:
        if person is not watcher:
            person.hang_up()
    crowd.begin(True)
    while not party.table.closed:
        await passes(500)
        crowd.look()
    crowd.listen()


async def _acknowledged(party: Party) -> Counter[tuple[str, int]]:
    """Assert that the log has each acknowledged action exactly once."""
    found: Counter[tuple[str, int]] = Counter()
    for deal in range(party.table.deal + 1):
        for packed in await party.house.store.load_deal(party.id, deal):
            entry = events.decode(packed)
            if isinstance(entry, Acted) and entry.player is not None and entry.n is not None:
                found[entry.player, entry.n] += 1
    assert set(found.values()) <= {1}, "a player's act stands in the log twice"
    return found
