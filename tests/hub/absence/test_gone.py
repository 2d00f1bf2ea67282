"""Absent players: the hold of the seat, the robot, and the return of the seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bots.bot import Bot
from bots.hanabi_robots import FriendlyBot, HatsBot
from bots.sampler_bot import SamplerBot
from protocol.v1.requests import Host, NoClock, Policy, Stand
from protocol.v1.updates import Done
from server.deployment.installed_robots import play_at
from server.games.spades.rules import SPADES
from server.robots.house_robots import HouseRobots
from tests.hub.absence.parties import HOLD, HOLD_MS, NAMES, ROBOT_MS, Broken, Party
from tests.hub.presence.company import let_in
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import now_ms, passes, until, virtual

EAST, WEST = 1, 3


@virtual
async def test_after_the_hold_the_plain_robot_plays_by_default() -> None:
    async with House() as house:
        party = await Party.gathers(house, HOLD)
        party.people[EAST].hang_up()
        await passes(HOLD_MS - 500)
        assert party.chair.house is None and party.state.bids == {}
        await until(lambda: party.state.bids)
        (bid,) = await party.acts(EAST)
        assert (bid.player, bid.forced) == ("house:1", False)
        await passes(500)
        row = party.row(EAST)
        assert (row.robot, row.owner, row.player) == ("plain", "p-East", None)
        party.robots.stop()


@virtual
@pytest.mark.parametrize(
    ("game", "usual", "robot"), [("bridge", "sampler", SamplerBot), ("hanabi", "friendly", FriendlyBot)]
)
async def test_the_usual_robot_of_each_game_plays_for_an_absent_player(
    game: str, usual: str, robot: Callable[[], Bot]
) -> None:
    async with House(robots={"hats": ("hanabi",), usual: (game,)}) as house:
        robots = HouseRobots(house.desk, {"hats": HatsBot, usual: robot}, play_at)
        house.hub.changed.subscribe(robots.update)
        table = await house.table(
            policy=replace(HOLD, clock=NoClock()),
            game=game,
            options={} if game == "bridge" else {"players": 4},
        )
        people = [house.person(name) for name in NAMES[:4]]
        for seat, person in enumerate(people):
            await person.watch(table)
            assert isinstance(await person.sit(table, seat), Done)
        at = house.room(table)
        await until(lambda: at.table.to_act)
        (seat,) = at.table.to_act
        before = at.table.decision
        people[seat].hang_up()
        await passes(HOLD_MS - 500)
        assert at.table.chairs[seat].house is None and at.table.decision == before
        await until(lambda: at.table.decision != before)
        assert (at.table.chairs[seat].house, at.table.chairs[seat].owner) == (usual, people[seat].player.id)
        robots.stop()


@virtual
async def test_a_hold_that_ends_while_a_move_is_being_stored_ends_after_the_move() -> None:
    async with House(LaterStore(now_ms)) as house:
        party = await Party.gathers(house, replace(HOLD, clock=NoClock()), blind_nil_behind=0)
        for _ in range(5):
            await party.goes_on()
        party.people[WEST].hang_up()
        await passes(HOLD_MS - 100)
        house.store.prompt = False
        party.act(party.people[party.turn])
        await passes(200)
        assert len(house.store.waiting) == 1 and party.table.chairs[WEST].house is None
        house.store.prompt = True
        house.store.answer()
        await passes(1_000)
        assert party.table.chairs[WEST].house == "plain"
        party.robots.stop()


@virtual
async def test_a_player_that_returns_during_a_hand_makes_the_next_decision() -> None:
    async with House() as house:
        party = await Party.gathers(house, HOLD)
        party.people[EAST].hang_up()
        await until(lambda: party.state.bids)
        back = await party.comes_back(EAST)
        await until(lambda: party.chair.player == "p-East")
        assert party.chair.house is None and back.tables[party.id].audience == "seat"
        assert len(back.tables[party.id].own["hand"]) == 13  # type: ignore[index]
        await party.comes_to(EAST)
        await party.goes_on()
        assert [act.player for act in await party.acts(EAST)] == ["house:1", "p-East"]
        party.robots.stop()


@virtual
async def test_a_player_that_acts_without_watching_has_the_seat_again() -> None:
    async with House() as house:
        party = await Party.gathers(house, HOLD)
        party.people[EAST].hang_up()
        await until(lambda: party.state.bids)
        await party.comes_to(EAST)
        east = house.person("East")
        party.act(east)
        await passes(200)
        assert east.of(Done) and (await party.acts(EAST))[-1].player == "p-East"
        assert party.chair.player == "p-East"
        party.robots.stop()


@virtual
async def test_both_partners_gone_are_played_for_and_the_others_play_on() -> None:
    async with House() as house:
        party = await Party.gathers(house, HOLD)
        for seat in (EAST, WEST):
            party.people[seat].hang_up()
        while party.table.deal == 0:
            await party.goes_on()
        assert all(party.table.chairs[seat].owner is not None for seat in (EAST, WEST))
        party.robots.stop()


@virtual
async def test_without_people_the_table_waits_and_later_goes_on_unchanged() -> None:
    async with House() as house:
        party = await Party.gathers(house, HOLD)
        await party.goes_on()
        for person in house.clients:
            person.hang_up()
        await passes(3_600_000)
        south = await party.comes_back(2)
        assert len(party.state.bids) == 1 and party.table.chairs[2].player == "p-South"
        party.act(south)
        await until(lambda: len(party.state.bids) == 2)
        party.robots.stop()


@virtual
async def test_a_robot_passes_for_an_absent_player_in_the_exchange() -> None:
    async with House() as house:
        party = await Party.gathers(house, HOLD, blind_nil_behind=0)
        party.act(party.people[EAST], action={"t": "bid", "bid": {"nil": True, "blind": True}})
        await until(lambda: len(party.state.bids) == 1)
        for bids in (2, 3, 4):
            party.act(party.people[party.turn], action={"t": "bid", "bid": {"tricks": 3}})
            await until(lambda bids=bids: len(party.state.bids) == bids)
        assert (party.state.phase, party.turn) == ("exchange", EAST)
        party.people[EAST].hang_up()
        await until(lambda: party.turn != EAST)
        passed = await party.acts(EAST)
        assert passed[-1].player == "house:1" and passed[-1].action["t"] == "pass"
        assert len(party.state.hands[WEST]) == 15
        party.robots.stop()


@virtual
async def test_a_robot_plays_for_a_player_that_stood_up_during_a_hand_until_the_seat_is_taken() -> None:
    async with House() as house:
        party = await Party.gathers(house, HOLD)
        await party.people[EAST].ask(Stand(table=party.id, id=1))
        await until(lambda: party.state.bids)
        assert (party.chair.house, party.chair.owner) == ("plain", None)
        new = house.person("New")
        await let_in(house, party.id, "New", EAST)
        assert isinstance(await new.sit(party.id, EAST), Done)
        assert party.chair.player == "p-New"
        party.robots.stop()


@virtual
async def test_a_robot_plays_for_a_player_that_was_removed_from_the_seat_during_a_hand() -> None:
    async with House() as house:
        party = await Party.gathers(house, HOLD)
        await house.person("Host").ask(Host(table=party.id, place={EAST: None}, id=1))
        await until(lambda: party.state.bids)
        assert party.chair.house == "plain"
        party.robots.stop()


@virtual
async def test_without_a_clock_a_robot_with_a_fault_stops_the_game_for_a_while_only() -> None:
    async with House() as house:
        untimed = Policy(clock=NoClock(), robot_ms=ROBOT_MS, hold_ms=HOLD_MS, pause_ms=0)
        party = await Party.gathers(house, untimed, robot=Broken)
        party.people[EAST].hang_up()
        await until(lambda: party.chair.owner is not None)
        begun_ms = now_ms()
        await until(lambda: party.state.bids)
        assert now_ms() - begun_ms < (SPADES.absence.patience_ms or 0) + ROBOT_MS + 1_000
        party.robots.stop()


@virtual
async def test_without_a_clock_and_without_robots_an_abandoned_seat_is_acted_for_in_the_end() -> None:
    async with House() as house:
        house.hub.plays = lambda robot, game: False
        party = await Party.gathers(house, Policy(clock=NoClock(), hold_ms=HOLD_MS, pause_ms=0))
        party.people[EAST].hang_up()
        await until(lambda: party.state.bids)
        assert (await party.acts(EAST))[0].forced and party.chair.taken is False
        party.robots.stop()


@virtual
async def test_an_outage_of_the_store_is_not_held_against_a_robot() -> None:
    async with House() as house:
        party = await Party.gathers(house, replace(HOLD, robot_ms=5_000))
        party.people[EAST].hang_up()
        await until(lambda: party.chair.owner is not None)
        house.store.away = True
        await passes(120_000)
        house.store.come_back()
        await until(lambda: party.state.bids)
        assert not (await party.acts(EAST))[0].forced
        party.robots.stop()


@virtual
async def test_after_a_restart_the_substitute_plays_on_until_the_owner_is_back() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        party = await Party.gathers(before, HOLD)
        party.people[EAST].hang_up()
        await until(lambda: party.state.bids)
        party.robots.stop()
    async with House(store) as after:
        party = await party.moves(after, (0, 2, 3))
        await party.comes_to(EAST)
        await party.goes_on()
        assert (await party.acts(EAST))[-1].player == "house:1"
        await party.comes_back(EAST)
        await until(lambda: party.chair.player == "p-East")
        party.robots.stop()
