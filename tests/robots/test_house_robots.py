"""House robots: they take the seats of absent players, and answer opponents on a public schedule."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest

from bots.bot import View
from bots.plain_bot import PlainBot
from bots.registry import Action
from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codec import MSGPACK, decode_update
from protocol.v1.requests import NoClock, Open, Policy, Seats, Sit, Watch
from protocol.v1.updates import Refused
from server.deployment.installed_robots import play_at
from server.hub.listeners import Frame
from server.robots.house_robots import Dial, HungUp, RobotConnection, RobotWire
from server.robots.house_robots import HouseRobots as Robots
from server.table.events import house_id
from server.table.player import Player
from tests.rooms import House, Person
from tests.virtual import now_ms, passes, until, virtual

WAIT_MS = 700
ROBOT = Policy(
    clock=NoClock(), hold_ms=5_000, substitute="plain", robot_ms=WAIT_MS, pause_ms=600_000, hands="live"
)
OTHERS: Seats = {1: "plain", 2: "plain", 3: "plain"}


def hire(house: House) -> Robots:
    """Start house robots for this hub, which follow its people."""
    robots = Robots(house.desk, {"plain": PlainBot}, play_at)
    house.hub.changed.subscribe(robots.update)
    return robots


async def north(house: House) -> tuple[Person, str]:
    """Return a player at North, who calls first, with house robots in the other seats."""
    table = await house.table(policy=ROBOT, seats=OTHERS)
    person = house.person("North")
    await person.ask(Watch(table=table, id=1))
    await person.ask(Sit(table=table, seat=0, id=2))
    await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
    return person, table


@virtual
async def test_a_robot_plays_an_absent_players_seat_and_gives_it_back() -> None:
    async with House() as house:
        robots = hire(house)
        person, table = await north(house)
        watcher = house.person("Watcher")
        await watcher.ask(Watch(table=table, id=1))
        person.hang_up()
        await passes(4_000)
        assert house.room(table).table.state.calls == ()
        await until(lambda: len(house.room(table).table.state.calls) >= 4)
        again = house.person("North")
        await again.ask(Sit(table=table, seat=0, id=1))
        await until(lambda: house.room(table).table.chairs[0].player == "p-North")
        assert house.room(table).table.chairs[0].house is None
        await robots.stop()


@virtual
async def test_house_robots_let_an_opponent_take_back_on_their_schedule() -> None:
    async with House() as house:
        robots = hire(house)
        person, table = await north(house)
        person.act(table, 1, {"t": "call", "call": "7NT"})
        person.act(table, 2, {"t": "undo", "reason": "a slip"})
        asked_ms = now_ms()
        await until(lambda: house.room(table).table.state.calls == ())
        assert now_ms() - asked_ms >= WAIT_MS
        await robots.stop()


@virtual
async def test_house_robots_vote_on_a_claim_and_play_on() -> None:
    async with House() as house:
        robots = hire(house)
        person, table = await north(house)
        person.act(table, 1, {"t": "call", "call": "7NT"})
        await until(lambda: house.room(table).table.state.plays)
        person.act(table, 2, {"t": "claim", "tricks": 13})
        await until(lambda: house.room(table).table.state.phase == "disputed")
        await passes(2 * WAIT_MS)
        person.act(table, 3, {"t": "play_on"})
        await until(lambda: house.room(table).table.state.phase == "play")
        await robots.stop()


@virtual
async def test_robots_that_have_stopped_have_left_and_do_not_come_back_when_their_tables_change() -> None:
    begun = []

    async def play(robot: Any, dial: Dial, table: str, delay_ms: int) -> object:
        begun.append(table)
        return await play_at(robot, dial, table, delay_ms)

    async with House() as house:
        robots = Robots(house.desk, {"plain": PlainBot}, play)
        house.hub.changed.subscribe(robots.update)
        person, table = await north(house)
        people = len(house.desk.visitors.each())
        await until(lambda: len(house.desk.visitors) == people + len(OTHERS))
        await robots.stop()
        assert len(house.desk.visitors) == people, "expected the robots to have left when they have stopped"
        person.hang_up()
        await house.person("North").ask(Watch(table=table, id=1))
        await passes(4_000)
        assert begun == [table] * len(OTHERS)


SPADES = {"blind_nil_behind": 0, "target": 0, "floor": 0, "rounds": 9}


@virtual
async def test_in_spades_a_robot_reveals_and_bids_only_after_its_delay() -> None:
    async with House() as house:
        robots = hire(house)
        table = await house.table(game="spades", options=SPADES, policy=ROBOT, seats={0: "plain", **OTHERS})
        watcher = house.person("Watcher")
        await watcher.ask(Watch(table=table, id=1))
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        for bids in range(4):
            asked_ms = now_ms()
            await until(lambda bids=bids: len(house.room(table).table.state.bids) > bids)
            assert WAIT_MS - 10 <= now_ms() - asked_ms <= WAIT_MS + 30
        assert set(house.room(table).table.state.revealed) == {0, 1, 2, 3}
        await until(lambda: house.room(table).table.state.hand == 2, ms=900_000)
        await robots.stop()


class Ponderer(PlainBot):
    """A robot that computes with the hand that it has seen."""

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        action = super().choose(view, legal)
        assert not isinstance(action, Awaitable)
        if view.own is not None and view.own.hand:
            await passes(WAIT_MS / 4)
        return action


@virtual
async def test_when_a_robot_bids_does_not_tell_how_long_it_thought_about_what_it_saw() -> None:
    async with House() as house:
        robots = Robots(house.desk, {"plain": Ponderer}, play_at)
        house.hub.changed.subscribe(robots.update)
        table = await house.table(game="spades", options=SPADES, policy=ROBOT, seats={0: "plain", **OTHERS})
        watcher = house.person("Watcher")
        await watcher.ask(Watch(table=table, id=1))
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        asked_ms = now_ms()
        await until(lambda: house.room(table).table.state.revealed)
        assert now_ms() - asked_ms < WAIT_MS - 100
        await until(lambda: house.room(table).table.state.bids)
        assert WAIT_MS - 10 <= now_ms() - asked_ms <= WAIT_MS + 30
        await robots.stop()


@virtual
async def test_no_robot_is_hired_for_a_game_that_it_does_not_play() -> None:
    """The robot is in a log written by an earlier server; the table itself plays for it."""
    hired: list[PlainBot] = []

    def counted() -> PlainBot:
        hired.append(PlainBot())
        return hired[-1]

    async with House(robots={"plain": ("bridge", "spades")}) as house:
        table = await house.table(game="spades", policy=ROBOT, seats={0: "plain", **OTHERS})
        store = house.store
    for games in (("bridge",), ("bridge", "spades")):
        async with House(store, robots={"plain": games}) as house:
            robots = Robots(house.desk, {"plain": counted}, play_at)
            house.hub.changed.subscribe(robots.update)
            watcher = house.person("Watcher")
            await watcher.ask(Watch(table=table, id=1))
            await until(lambda house=house: house.room(table).table.state.bids)
            await passes(WAIT_MS)
            assert len(hired) == (4 if "spades" in games else 0)
            await robots.stop()


@virtual
async def test_robots_play_without_delay_only_if_a_person_plays() -> None:
    at_once = Policy(clock=NoClock(), robot_ms=0)
    async with House(robot_ms=WAIT_MS) as house:
        robots = hire(house)
        person = house.person("North")
        for seats, least_ms, most_ms in ((OTHERS, 0, 50), ({0: "plain", **OTHERS}, 3 * WAIT_MS, 4 * WAIT_MS)):
            table = await house.table(game="spades", policy=at_once, seats=seats)
            await person.ask(Watch(table=table, id=1))
            if 0 not in seats:
                await person.ask(Sit(table=table, seat=0, id=2))
            began_ms = now_ms()
            await until(lambda table=table: len(house.room(table).table.state.bids) == 3)
            assert least_ms <= now_ms() - began_ms <= most_ms
        await robots.stop()


@virtual
async def test_robots_alone_at_a_house_table_play_slowly() -> None:
    async with House(robot_ms=WAIT_MS, house_ms=4 * WAIT_MS) as house:
        robots = hire(house)
        at_once = Policy(clock=NoClock(), robot_ms=0)
        for table, pause_ms in (("house-spades", 4 * WAIT_MS), ("of-the-server", WAIT_MS)):
            opened = Open(game="spades", policy=at_once, seats={0: "plain", **OTHERS})
            await house.hub.open_as(table, "", opened, house.hub.games["spades"].options_type(), ())
            await house.person("Watcher").ask(Watch(table=table, id=1))
            began_ms = now_ms()
            await until(lambda table=table: len(house.room(table).table.state.bids) == 3)
            assert 3 * pause_ms <= now_ms() - began_ms <= 4 * pause_ms
        await robots.stop()


async def test_two_frames_sent_together_reach_a_robot_in_their_order() -> None:
    wire = RobotWire()
    wire.send_together([Frame(b"first", True), Frame(b"second", True)])
    assert [wire.frames.get_nowait() for _ in range(2)] == [b"first", b"second"]


class Muddled(PlainBot):
    """A robot that has an error with its cards in the text."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        raise LookupError("my hand is SA")


class Silent(PlainBot):
    """A robot that forgets to return a choice."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return None  # type: ignore[return-value]  # the fault of this robot


class Doubles(PlainBot):
    """A robot that makes a call which the Laws do not allow."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return MakeCall(Call.DOUBLE, explanation="my hand is SA")


@virtual
@pytest.mark.parametrize(
    ("robot", "told"),
    [
        (Muddled, "LookupError in Muddled.choose"),
        (Silent, "a wrong value in Silent.choose"),
        (Doubles, "an illegal action in Doubles.choose"),
    ],
)
async def test_the_log_names_the_method_of_a_robot_that_fails_and_never_the_text_of_its_error(
    robot: type[PlainBot], told: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with House() as house:
        robots = Robots(house.desk, {"plain": robot}, play_at)
        house.hub.changed.subscribe(robots.update)
        table = await house.table(policy=ROBOT, seats={0: "plain", **OTHERS})
        await house.person("Watcher").ask(Watch(table=table, id=1))
        await until(lambda: "failed" in caplog.text)
        failures = [each.getMessage() for each in caplog.records if each.name == "kibitz.house"]
        assert failures[0] == f"table {table}: robot plain failed with {told}"
        assert "SA" not in "".join(failures) and "expected" not in "".join(failures)
        await robots.stop()


@virtual
async def test_a_closed_connection_of_a_house_robot_says_why_and_what_follows() -> None:
    async with House() as house:
        robot = RobotConnection(house.desk, Player(house_id(0), "plain", house=True))
        await robot.send(MSGPACK.encode(Watch(table="t", as_="seat")))
        assert isinstance(decode_update(MSGPACK, await robot.receive()), Refused)
        with pytest.raises(HungUp, match="will connect again: expected hello as the first message"):
            await robot.receive()
