"""House robots search in the thinker's process, and their timing does not tell what they searched."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import EntryPoint
from typing import TypeVar

import pytest

import server.deployment.installed_robots
from bots.bot import SEARCHED_MS, Bot, View
from bots.bridge.robot import endgame
from bots.hanabi_robots import FriendlyBot, HatsBot
from bots.plain_bot import PlainBot
from bots.registry import Action
from protocol.v1.requests import NoClock, Policy, Sit, Watch
from server.deployment.clocks import ServerClock
from server.deployment.installed_robots import (
    games_of,
    installed_robots,
    play_at,
    playing_beside,
    robot_classes,
)
from server.robots.house_robots import HouseRobots as Robots
from server.table import events
from server.table.events import Acted
from server.workers.thinker import Thinker
from tests.robots.test_house_robots import OTHERS
from tests.rooms import House, Person
from tests.virtual import now_ms, passes, until, virtual

T = TypeVar("T")
AT_ONCE = Policy(clock=NoClock(), robot_ms=0, pause_ms=600_000)


async def claim(house: House, tricks: int) -> tuple[Person, str]:
    """Let North play seven no trumps and claim tricks after the lead, so that the robots have to vote."""
    table = await house.table(policy=AT_ONCE, seats=OTHERS)
    person = house.person("North")
    await person.ask(Watch(table=table, id=1))
    await person.ask(Sit(table=table, seat=0, id=2))
    await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
    person.act(table, 1, {"t": "call", "call": "7NT"})
    await until(lambda: house.room(table).table.state.plays)
    person.act(table, 2, {"t": "claim", "tricks": tricks})
    assert house.room(table).table.state.phase == "claim"
    return person, table


def voted_after_ms(tricks: int, search_ms: int, answer: bool | None = None) -> int:
    """Return the time of the robots' votes if their searches take `search_ms`."""

    async def think(question: Callable[[], T], /) -> T | None:
        await passes(search_ms)
        return question() if answer is None else None

    found: list[int] = []

    @virtual
    async def run() -> None:
        async with House() as house:
            play = partial(play_at, asked_ms=SEARCHED_MS, think=think)
            robots = Robots(house.desk, {"plain": PlainBot}, play)
            house.hub.changed.subscribe(robots.update)
            _, table = await claim(house, tricks)
            asked_ms = now_ms()
            await until(lambda: house.room(table).table.state.phase != "claim")
            found.append(now_ms() - asked_ms)
            robots.stop()

    run()
    return found[0]


def test_when_robots_vote_on_a_claim_does_not_tell_how_long_they_searched_or_whether_they_did() -> None:
    times = {
        voted_after_ms(tricks=7, search_ms=0),
        voted_after_ms(tricks=7, search_ms=SEARCHED_MS * 9 // 10),
        voted_after_ms(tricks=7, search_ms=300, answer=False),
        voted_after_ms(tricks=0, search_ms=300),  # top cards settle it: nothing is searched for
    }
    assert len(times) == 1 and SEARCHED_MS <= times.pop() <= SEARCHED_MS + 20


class Searching(PlainBot):
    """A robot that searches for its calls, but not when it has nothing to choose."""

    searches = True
    long_ms = 0

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        if len(view.own.calls or ()) > 1:
            await passes(self.long_ms)
        return super().choose(view, legal)


def called_after_ms(search_ms: int) -> int:
    """Return the time of a robot's call at a table whose robots may answer at once."""
    found: list[int] = []

    @virtual
    async def run() -> None:
        async with House() as house:
            Searching.long_ms = search_ms
            robots = Robots(house.desk, {"plain": Searching}, playing_beside(Thinker()))
            house.hub.changed.subscribe(robots.update)
            table = await house.table(policy=AT_ONCE, seats=OTHERS)
            person = house.person("North")
            await person.ask(Watch(table=table, id=1))
            await person.ask(Sit(table=table, seat=0, id=2))
            await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
            person.act(table, 1, {"t": "call", "call": "P"})
            called_ms = now_ms()
            await until(lambda: len(house.room(table).table.state.calls) > 1)
            found.append(now_ms() - called_ms)
            robots.stop()

    run()
    return found[0]


def test_when_a_robot_that_searches_calls_does_not_tell_how_long_it_searched() -> None:
    times = {called_after_ms(search_ms) for search_ms in (0, 60, SEARCHED_MS * 9 // 10)}
    assert len(times) == 1 and SEARCHED_MS <= times.pop() <= SEARCHED_MS + 20


class Witness(PlainBot):
    """A robot that records the process in which its searches run."""

    processes: list[int | None] = []  # noqa: RUF012

    async def asked(self, view: View, legal: tuple[Action, ...]) -> Action:
        self.processes.append(await self.think(os.getpid))
        answer = super().asked(view, legal)
        return await answer if isinstance(answer, Awaitable) else answer


async def test_house_robots_search_in_the_process_of_the_thinker_and_not_on_the_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The search cannot run in this process: a robot that tried would fail, and never vote."""
    monkeypatch.setattr(endgame._Search, "takes", _not_here)
    monkeypatch.setattr(server.deployment.installed_robots, "SEARCHED_MS", 2_000)
    thinker = Thinker()
    Witness.processes.clear()
    async with House(clock=ServerClock()) as house:
        robots = Robots(house.desk, {"plain": Witness}, playing_beside(thinker))
        house.hub.changed.subscribe(robots.update)
        _, table = await claim(house, 7)
        while house.room(table).table.state.phase == "claim":
            await asyncio.sleep(0.01)
        assert (set(Witness.processes) - {None}, os.getpid() in thinker.pids) == (set(thinker.pids), False)
        robots.stop()
    await thinker.stop()


def _not_here(*arguments: object) -> bool:
    raise AssertionError("expected the search to run in another process")


def test_the_robots_of_installed_packages_are_found_by_their_names() -> None:
    known = installed_robots()
    assert known["plain"] is PlainBot
    assert {"bridge", "spades", "hanabi"} <= set(games_of(known)["plain"])
    assert (known["friendly"], known["hats"]) == (FriendlyBot, HatsBot)
    assert games_of(known)["friendly"] == games_of(known)["hats"] == ("hanabi",)


def test_a_robot_that_cannot_be_loaded_is_logged_and_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    points = [
        EntryPoint("broken", "tests.no_such_module:Robot", "kibitz.robots"),
        EntryPoint("plain", "bots.plain_bot:PlainBot", "kibitz.robots"),
    ]
    monkeypatch.setattr(server.deployment.installed_robots, "entry_points", lambda group: points)
    assert installed_robots() == {"plain": PlainBot}
    assert "robot broken cannot be loaded" in caplog.text


def test_a_robot_with_levels_is_offered_by_its_name_and_at_each_other_level() -> None:
    known = installed_robots()
    names = [name for name in known if name.startswith("sampler")]
    assert names == ["sampler", "sampler:quick", "sampler:expert"]
    assert [known[name]().level for name in names] == ["standard", "quick", "expert"]
    assert [known[name]().name for name in names] == names
    assert {games_of(known)[name] for name in names} == {("bridge", "spades")}
    assert set(robot_classes()) == {name for name in known if ":" not in name}


class Paced(Searching):
    """A robot that may search for two seconds before its first two calls, and for one second afterwards."""

    def search_ms(self, view: View) -> int:
        return 2 * SEARCHED_MS if len(view.pub.calls) < 2 else SEARCHED_MS

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        assert await self.think(partial(str, len(view.pub.calls))) == str(len(view.pub.calls))
        return PlainBot.choose(self, view, legal)


class Immediate(Thinker):
    """A thinker that answers at once and notes the time that each question had."""

    def __init__(self) -> None:
        super().__init__()
        self.limits_s: list[float] = []

    def warm_up(self) -> None:
        """Start no process under virtual time."""

    async def answer_question(self, table: str, limit_s: float, question: Callable[[], T], /) -> T | None:
        self.limits_s.append(limit_s)
        return question()


def test_a_robot_sets_the_time_of_its_answers_by_public_facts_and_searches_within_it() -> None:
    times: list[int] = []
    thinker = Immediate()

    @virtual
    async def run() -> None:
        async with House() as house:
            robots = Robots(house.desk, {"plain": Paced}, playing_beside(thinker))
            house.hub.changed.subscribe(robots.update)
            table = await house.table(policy=AT_ONCE, seats=OTHERS)
            person = house.person("North")
            await person.ask(Watch(table=table, id=1))
            await person.ask(Sit(table=table, seat=0, id=2))
            state = house.room(table).table
            await until(lambda: state.game.to_act(house.room(table).table.state))
            person.act(table, 1, {"t": "call", "call": "7NT"})
            for calls in range(1, 4):
                called_ms = now_ms()
                await until(lambda calls=calls: len(house.room(table).table.state.calls) > calls)
                times.append(now_ms() - called_ms)
            robots.stop()

    run()
    assert [round(time_ms, -2) for time_ms in times] == [2_000, 1_000, 1_000]
    assert [round(limit_s, 1) for limit_s in thinker.limits_s[:3]] == [1.8, 0.9, 0.9]


class Busy(Immediate):
    """A thinker under a load."""

    def load(self) -> float:
        return 2.5


class Curious(Searching):
    """A robot that notes the load of its server."""

    loads: list[float] = []  # noqa: RUF012

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        self.loads.append(self.load())
        return PlainBot.choose(self, view, legal)


@virtual
async def test_a_house_robot_learns_the_load_of_the_server() -> None:
    assert Curious().load() == 0.0
    async with House() as house:
        robots = Robots(house.desk, {"plain": Curious}, playing_beside(Busy()))
        house.hub.changed.subscribe(robots.update)
        table = await house.table(policy=AT_ONCE, seats={0: "plain", **OTHERS})
        await house.person("Watcher").ask(Watch(table=table, id=1))
        await until(lambda: Curious.loads)
        robots.stop()
    assert set(Curious.loads) == {2.5}


def test_a_robot_that_names_no_games_plays_the_default_game() -> None:
    assert games_of({"old": object}) == {"old": Bot.games}


class Loaded(PlainBot):
    """A robot that asks for the load, and for a computation that ends too late."""

    def search_ms(self, view: View) -> int:
        return 1

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        self.load()
        await self.think(partial(time.sleep, 0))
        answer = super().choose(view, legal)
        return await answer if isinstance(answer, Awaitable) else answer


async def test_the_log_of_a_house_robots_action_names_the_load_and_what_came_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server.deployment.installed_robots, "SEARCHED_MS", 50)
    monkeypatch.setattr(Thinker, "load", lambda thinker: 2.5)
    thinker = Thinker()
    async with House(clock=ServerClock(), robots={"plain": ("bridge",)}) as house:
        robots = Robots(house.desk, {"plain": Loaded}, playing_beside(thinker))
        house.hub.changed.subscribe(robots.update)
        table = await house.table(
            policy=Policy(clock=NoClock(), robot_ms=50), seats=dict.fromkeys(range(4), "plain")
        )
        await house.person().watch(table)
        while not (
            acted := [
                entry
                for entry in map(events.decode, await house.store.load_deal(table, 0))
                if isinstance(entry, Acted) and entry.player is not None
            ]
        ):
            await asyncio.sleep(0.01)
        robots.stop()
    await thinker.stop()
    assert acted[0].effort is not None
    assert (acted[0].effort.load, acted[0].effort.unanswered) == (2.5, 1)
