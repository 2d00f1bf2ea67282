"""A clock that runs out at Spades: a robot plays for the slow player until the player returns."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import pytest

from bots.bot import Bot, View
from bots.plain_bot import PlainBot
from bots.registry import Action
from protocol.v1.requests import Bank, PerMove, Policy, Stand
from protocol.v1.spades import SpadesOwn
from protocol.v1.updates import Done, Notice, Refused
from server.deployment.installed_robots import play_at
from server.games.spades.rules import SPADES
from server.robots.house_robots import RobotConnection
from server.table.events import Credited, Relieved
from tests.hub.absence.parties import MOVE_MS, ROBOT_MS, TIMED, Broken, Party, Silent
from tests.later_store import LaterStore
from tests.rooms import House, Person
from tests.virtual import now_ms, passes, until, virtual

EAST, SOUTH = 1, 2
SLOW = Policy(clock=PerMove(MOVE_MS), robot_ms=4_000, pause_ms=0, hold_ms=None)
PATIENCE_MS = SPADES.absence.patience_ms or 0


async def relieved(house: House, policy: Policy = TIMED) -> tuple[Party, Person]:
    """Let East's time run out before the first bid; the robot has not bid yet."""
    party = await Party.gathers(house, policy)
    await until(lambda: party.chair.relief == "plain")
    assert party.state.bids == {}
    return party, party.people[EAST]


@virtual
async def test_a_robot_decides_for_a_slow_player_and_the_player_keeps_the_seat() -> None:
    async with House() as house:
        party, _ = await relieved(house)
        begun_ms = now_ms()
        await until(lambda: party.state.bids)
        assert ROBOT_MS <= now_ms() - begun_ms < ROBOT_MS + 500
        assert (party.chair.player, party.chair.house) == ("p-East", "plain")
        (bid,) = await party.acts(EAST)
        assert bid.player == "house:1" and not bid.forced
        party.robots.stop()


@virtual
async def test_the_player_gets_a_notice_that_a_robot_plays_and_all_viewers_see_it() -> None:
    async with House() as house:
        party, east = await relieved(house)
        await passes(500)
        told = [[notice.kind for notice in each.of(Notice)] for each in party.people]
        assert told == [[], ["robot"], [], []]
        row = party.row(EAST)
        assert (row.player, row.robot, row.here, row.owner) == ("p-East", "plain", True, None)
        assert east.tables[party.id].audience == "seat"
        party.robots.stop()


@virtual
async def test_the_robot_plays_on_until_the_player_returns_and_the_clock_is_not_awaited_again() -> None:
    async with House() as house:
        party, _ = await relieved(house)
        await party.goes_on()
        await party.comes_to(EAST)
        asked_ms = now_ms()
        await party.goes_on()
        assert now_ms() - asked_ms < ROBOT_MS + 500
        assert [act.player for act in await party.acts(EAST)] == ["house:1", "house:1"]
        party.robots.stop()


@virtual
async def test_an_action_of_the_player_before_the_robots_decision_counts() -> None:
    async with House() as house:
        party, east = await relieved(house, SLOW)
        await passes(2_000)
        party.act(east)
        await passes(100)
        assert [type(answer) for answer in east.of(Done, Refused)] == [Done]
        assert [act.player for act in await party.acts(EAST)] == ["p-East"]
        assert party.chair.house is None
        await passes(MOVE_MS - 1_000)
        assert len(party.state.bids) == 1
        party.robots.stop()


@virtual
async def test_an_answer_after_the_robots_decision_still_gives_the_seat_back() -> None:
    async with House() as house:
        party, east = await relieved(house)
        missed = party.table.decision
        await until(lambda: party.state.bids)
        party.act(east, decision=missed)
        await passes(100)
        assert east.refusal() == "stale_decision" and party.chair.house is None
        await party.comes_to(EAST)
        await party.goes_on()
        assert [act.player for act in await party.acts(EAST)] == ["house:1", "p-East"]
        party.robots.stop()


@pytest.mark.parametrize("way", ["sit", "watch"])
def test_a_player_that_returns_makes_the_next_decision(way: str) -> None:
    @virtual
    async def scene() -> None:
        async with House() as house:
            party, east = await relieved(house)
            if way == "sit":
                assert isinstance(await east.sit(party.id, EAST), Done)
            else:
                await east.watch(party.id, "seat")
            assert party.chair.house == "plain"
            await until(lambda: party.state.bids)
            assert (await party.acts(EAST))[0].player == "house:1" and party.chair.house is None
            await party.comes_to(EAST)
            deadline_ms = party.table.clock.deadline_ms()
            assert deadline_ms is not None and deadline_ms - now_ms() > MOVE_MS - 500
            party.robots.stop()

    scene()


class Hesitant(PlainBot):
    """A robot that takes too long for its first bid, and longer than other robots for everything else."""

    games = ("spades",)
    thinks_ms = MOVE_MS + 5_000

    async def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        thinks_ms, self.thinks_ms = self.thinks_ms, 3 * ROBOT_MS
        await passes(thinks_ms)
        return legal[0]


@virtual
async def test_a_slow_client_robot_returns_and_makes_its_next_decision() -> None:
    async with House() as house:
        party = await Party.gathers(house)
        party.people[EAST].hang_up()

        async def dial() -> RobotConnection:
            return RobotConnection(house.desk, house.player("East"))

        playing = asyncio.create_task(play_at(Hesitant(), dial, party.id, 0))
        await until(lambda: party.chair.relief == "plain")
        while len(await party.acts(EAST)) < 3:
            await (passes(100) if party.turn == EAST else party.goes_on())
        assert [act.player for act in await party.acts(EAST)] == ["house:1", "p-East", "p-East"]
        playing.cancel()
        party.robots.stop()


@virtual
async def test_no_player_stops_the_game_by_returning_again_and_again() -> None:
    async with House() as house:
        party, east = await relieved(house)
        begun_ms = now_ms()
        while not party.state.bids and now_ms() - begun_ms < 2 * MOVE_MS:
            await east.sit(party.id, EAST)
            east.hang_up()
            east = await party.comes_back(EAST)
            await passes(100)
        assert now_ms() - begun_ms < ROBOT_MS + 500
        party.robots.stop()


@virtual
async def test_no_player_stops_the_game_by_standing_up_and_sitting_down() -> None:
    async with House() as house:
        party = await Party.gathers(house)
        east, begun_ms = party.people[EAST], now_ms()
        while not party.state.bids and now_ms() - begun_ms < 2 * MOVE_MS:
            await east.ask(Stand(table=party.id, id=1))
            await east.sit(party.id, EAST)
            await passes(100)
        assert now_ms() - begun_ms < ROBOT_MS + 500
        party.robots.stop()


@virtual
async def test_a_bank_that_is_exhausted_hands_over_to_the_robot_and_a_move_brings_its_increment() -> None:
    async with House() as house:
        bank = Policy(clock=Bank(20_000, increment_ms=3_000), robot_ms=ROBOT_MS, pause_ms=0, hold_ms=None)
        party = await Party.gathers(house, bank)
        await until(lambda: party.chair.relief == "plain")
        assert party.table.clock.banks == (20_000, 3_000, 20_000, 20_000)
        await party.people[EAST].sit(party.id, EAST)
        await party.goes_on()
        await party.comes_to(EAST)
        left_ms = party.table.clock.remaining(now_ms())
        assert left_ms is not None and 2_000 < left_ms <= 3_000
        party.robots.stop()


@virtual
async def test_an_empty_bank_without_an_increment_leaves_the_seat_to_the_robot_move_by_move() -> None:
    async with House() as house:
        party = await Party.gathers(
            house, Policy(clock=Bank(2_000), robot_ms=ROBOT_MS, pause_ms=0, hold_ms=None)
        )
        await until(lambda: party.state.phase == "play" and len(party.state.plays) >= 4)
        assert party.table.clock.banks == (0, 0, 0, 0)
        party.robots.stop()


@virtual
async def test_by_the_policy_the_game_itself_acts_for_a_slow_player() -> None:
    async with House() as house:
        party = await Party.gathers(
            house, Policy(clock=PerMove(MOVE_MS), expiry="forced", pause_ms=0, hold_ms=None)
        )
        await until(lambda: party.state.bids)
        (bid,) = await party.acts(EAST)
        assert bid.forced and party.chair.house is None
        party.robots.stop()


@virtual
async def test_without_the_policys_robot_the_game_itself_acts_for_a_slow_player() -> None:
    async with House() as house:
        house.hub.plays = lambda robot, game: False
        party = await Party.gathers(house)
        await until(lambda: len(party.state.bids) == 4)
        assert all(chair.house is None for chair in party.table.chairs)
        party.robots.stop()


@pytest.mark.parametrize("robot", [Silent, Broken])
def test_a_robot_that_does_not_answer_is_waited_for_so_long_and_then_acted_for(robot: type[Bot]) -> None:
    @virtual
    async def scene() -> None:
        async with House() as house:
            party = await Party.gathers(house, robot=robot)
            await until(lambda: party.chair.relief == "plain")
            begun_ms = now_ms()
            await until(lambda: party.state.bids)
            (bid,) = await party.acts(EAST)
            assert bid.forced and bid.player is None
            assert now_ms() - begun_ms < ROBOT_MS + PATIENCE_MS + 1_000
            party.robots.stop()

    scene()


@virtual
async def test_a_robot_that_is_missing_after_a_restart_is_not_waited_for() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        party, _ = await relieved(before, SLOW)
        party.robots.stop()
    async with House(store) as after:
        after.hub.plays = lambda robot, game: False
        north = after.person("North")
        await north.watch(party.id, "seat")
        begun_ms = now_ms()
        await until(lambda: after.room(party.id).table.decision == "0.1")
        assert now_ms() - begun_ms < 5_000


@virtual
async def test_after_a_restart_the_robot_that_the_log_names_plays_on() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        party, _ = await relieved(before, SLOW)
        party.robots.stop()
    async with House(store) as after:
        party = await party.moves(after, (0, 2, 3))
        await until(lambda: party.state.bids)
        (bid,) = await party.acts(EAST)
        assert bid.player == "house:1" and party.chair.relief == "plain"
        party.robots.stop()


@virtual
async def test_without_people_no_time_runs_out_and_a_returning_player_has_all_of_it() -> None:
    async with House() as house:
        party = await Party.gathers(house)
        await passes(MOVE_MS - 2_000)
        for person in house.clients:
            person.hang_up()
        await passes(3_600_000)
        east = await party.comes_back(EAST)
        await passes(MOVE_MS - 1_000)
        assert party.state.bids == {} and party.chair.house is None
        party.act(east)
        await until(lambda: party.state.bids)
        kinds = [type(entry) for entry in await party.log()]
        assert kinds.count(Credited) == 1 and Relieved not in kinds
        party.robots.stop()


class Peeping(PlainBot):
    """The plain robot, which records the hands that it saw when it was to bid."""

    shown: ClassVar[list[tuple[bool, bool]]] = []

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        own = view.own
        if isinstance(own, SpadesOwn) and own.bids:
            self.shown.append((own.hand is None, "reveal" in own.may))
        return super().choose(view, legal)


@virtual
async def test_a_robot_that_bids_for_a_player_with_an_unseen_hand_sees_the_hand_only_when_it_looks() -> None:
    async with House() as house:
        Peeping.shown = []
        party = await Party.gathers(house, robot=Peeping, blind_nil_behind=0)
        assert party.people[EAST].tables[party.id].own["hand"] is None  # type: ignore[index]
        await until(lambda: party.state.bids)
        assert (True, True) in Peeping.shown
        assert all(hidden is blind for hidden, blind in Peeping.shown)
        party.robots.stop()


@virtual
async def test_a_move_of_spades_has_half_a_minute_by_default() -> None:
    async with House() as house:
        party = await Party.gathers(house, Policy(pause_ms=0))
        assert party.table.clock.rules == PerMove(30_000)
        await passes(29_000)
        assert party.chair.house is None
        await passes(1_500)
        assert party.chair.house == "plain"
        party.robots.stop()


@virtual
async def test_at_bridge_the_game_itself_acts_for_a_slow_player_by_default() -> None:
    async with House() as house:
        table, _ = await house.dealt(Policy(clock=PerMove(MOVE_MS), robot_ms=ROBOT_MS))
        await until(lambda: house.room(table).table.decision == "0.1")
        assert all(chair.house is None for chair in house.room(table).table.chairs)
        relieving = Policy(clock=PerMove(MOVE_MS), substitute="plain", expiry="robot")
        other, _ = await house.dealt(relieving)
        await until(lambda: house.room(other).table.chairs[0].house == "plain")
