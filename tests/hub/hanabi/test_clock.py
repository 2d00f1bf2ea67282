"""Timed games of Hanabi: a bank for each player, an increment for each decision, and the end by time."""

from __future__ import annotations

from protocol.v1.requests import Bank, Policy
from protocol.v1.updates import Refused
from tests.hub.hanabi.four import Four, four
from tests.rooms import House
from tests.virtual import passes, until, virtual

BANK = Bank(bank_ms=120_000, increment_ms=20_000)
TIMED = Policy(clock=BANK, pause_ms=0, hold_ms=None)
ROBOT = Policy(clock=BANK, pause_ms=0, hold_ms=None, expiry="robot", substitute="plain")


def bank_s(table: Four, seat: int) -> int:
    return round(table.house.room(table.table).table.clock.banks[seat] / 1000)


@virtual
async def test_a_decision_costs_its_time_and_brings_the_increment() -> None:
    async with House() as house:
        table = await four(house, TIMED)
        await passes(50_000)
        await table.discards()
        assert [bank_s(table, seat) for seat in range(4)] == [90, 120, 120, 120]


@virtual
async def test_an_empty_bank_ends_the_game_with_condition_3_and_no_score() -> None:
    async with House() as house:
        table = await four(house, TIMED)
        await until(lambda: table.state.ended is not None, ms=200_000)
        result = table.of(0).pub["result"]
        assert (result["end"], result["seat"], result["score"], result["turns"]) == (3, 0, 0, 1)


@virtual
async def test_in_a_speedrun_no_player_is_timed() -> None:
    async with House() as house:
        table = await four(house, TIMED, speedrun=True)
        await passes(1_000_000)
        await table.discards()
        assert table.state.ended is None and table.state.turn == 1


@virtual
async def test_by_the_policy_a_robot_plays_for_a_player_without_time() -> None:
    async with House() as house:
        table = await four(house, ROBOT)
        await passes(125_000)
        assert table.state.ended is None
        assert house.room(table.table).table.chairs[0].relief == "plain"
        assert house.room(table.table).table.chairs[0].player == "p-North"
        await table.discards()
        assert table.state.turn == 1


@virtual
async def test_a_pause_stops_the_clock_of_the_player_in_turn_and_the_time_used_counts() -> None:
    async with House() as house:
        table = await four(house, TIMED)
        await passes(30_000)
        assert not isinstance(await table.host(table.players[2], pause=True), Refused)
        assert [bank_s(table, seat) for seat in range(4)] == [90, 120, 120, 120]
        await passes(1_000_000)
        assert not isinstance(await table.host(table.players[1], pause=False), Refused)
        await passes(10_000)
        await table.discards()
        assert [bank_s(table, seat) for seat in range(4)] == [100, 120, 120, 120]


@virtual
async def test_while_the_table_is_paused_no_player_may_act() -> None:
    async with House() as house:
        table = await four(house, TIMED)
        await table.host(table.players[3], pause=True)
        north = table.players[0]
        north.forget()
        north.act(table.table, 1, {"t": "play", "card": 0})
        await until(lambda: north.of(Refused))
        assert north.refusal() == "unavailable"


@virtual
async def test_players_pause_and_change_nothing_else_and_watchers_not_even_that() -> None:
    async with House() as house:
        table = await four(house, TIMED)
        eve = house.person("Eve")
        await eve.watch(table.table)
        for refused in (
            await table.host(eve, pause=True),
            await table.host(table.players[0], pause=True, add_ms=60_000),
            await table.host(table.players[0], terminate=True),
            await table.host(table.players[0]),
        ):
            assert isinstance(refused, Refused)
            assert refused.code == "forbidden"
        bridge, players = await house.dealt()
        assert isinstance(await Four(house, bridge, players).host(players[0], pause=True), Refused)


@virtual
async def test_each_player_may_hold_the_table_to_look_at_a_finished_game() -> None:
    async with House() as house:
        table = await four(house, Policy(clock=BANK, pause_ms=5_000, hold_ms=None), games=0)
        await table.acts({"t": "vote"}, 0)
        await table.acts({"t": "vote"}, 1)
        assert not isinstance(await table.host(table.players[3], pause=True), Refused)
        await passes(600_000)
        assert (table.of(0).pub["game_no"], table.of(0).pub["phase"]) == (1, "over")
        assert not isinstance(await table.host(table.players[2], pause=False), Refused)
        await until(lambda: table.of(0).pub["game_no"] == 2 and table.of(0).pub["phase"] == "play", ms=6_000)
        assert [bank_s(table, seat) for seat in range(4)] == [120] * 4


@virtual
async def test_players_learn_when_the_next_game_begins_but_not_while_the_table_is_paused() -> None:
    async with House() as house:
        table = await four(house, Policy(clock=BANK, pause_ms=5_000, hold_ms=None), games=0)
        await table.acts({"t": "vote"}, 0)
        assert table.of(2).next_deal_ms is None
        await table.acts({"t": "vote"}, 1)
        assert table.of(2).next_deal_ms == house.room(table.table).table.time_ms + 5_000
        await table.host(table.players[3], pause=True)
        assert table.of(2).next_deal_ms is None


@virtual
async def test_a_vote_uses_the_time_of_the_player_in_turn_and_gains_no_increment() -> None:
    async with House() as house:
        table = await four(house, TIMED)
        await passes(30_000)
        await table.acts({"t": "vote"}, 2)
        assert [bank_s(table, seat) for seat in range(4)] == [90, 120, 120, 120]


@virtual
async def test_the_time_without_a_hub_is_credited_and_the_remaining_time_runs_on() -> None:
    async with House() as first:
        table = await four(first, TIMED)
        await passes(60_000)
        await table.discards()
    await passes(500_000)
    async with House(first.store) as second:
        north = second.person("North")
        await north.watch(table.table, "seat")
        clock = second.room(table.table).table.clock
        assert round(clock.banks[0] / 1000) == 80
        assert second.room(table.table).table.state.ended is None
