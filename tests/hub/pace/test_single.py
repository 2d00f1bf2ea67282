"""Single legal cards: the table plays them when their decision opens, and no time reveals them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bots.plain_bot import PlainBot
from protocol.v1.bridge import Call, MakeCall, PlayCard
from protocol.v1.cards import Card
from protocol.v1.codec import decode_update
from protocol.v1.requests import Bank, ClockRules, NoClock, PerBoard, PerMove, Policy
from protocol.v1.updates import Done
from server.deployment.installed_robots import play_at
from server.hub.listeners import Frame
from server.robots.house_robots import HouseRobots as Robots
from tests.later_store import LaterStore
from tests.rooms import House, Person, as_sent
from tests.virtual import now_ms, passes, until, virtual

TEMPO = Policy(clock=NoClock(), tempo_ms=3_000, pause_ms=1_000)
PASS, NOTRUMP = as_sent(MakeCall(Call.PASS)), as_sent(MakeCall(Call.ONE_NOTRUMP))
ONE_SPADE = '[Board "1"]\n[Deal "N:AQ52.K64.QJ3.T98 KJ97.QT9.8742.K5 T643.AJ87.AK5.A7 8.532.T96.QJ6432"]\n'
TWO_SPADES = '[Board "1"]\n[Deal "N:AQ52.K64.QJ3.T98 KJ9.QT9.8742.K53 T643.AJ87.AK5.A7 87.532.T96.QJ642"]\n'
SLOW_ROBOT = Policy(
    clock=PerMove(20_000), tempo_ms=3_000, robot_ms=5_000, pause_ms=1_000, expiry="robot", substitute="plain"
)
WEST_CARD = as_sent(PlayCard(Card("S8")))


def card(name: str) -> dict[str, Any]:
    return as_sent(PlayCard(Card(name)))


async def west_follows(
    house: House, boards: str = ONE_SPADE, policy: Policy = TEMPO
) -> tuple[str, list[Person]]:
    """Play until West must follow suit: North plays one no trump, East led a spade, dummy has played."""
    table, players = await house.dealt(policy, boards=boards)
    north, east, south, west = players
    moves = [
        (north, NOTRUMP),
        (east, PASS),
        (south, PASS),
        (west, PASS),
        (east, card("SK")),
        (north, card("S3")),
    ]
    for place, (player, action) in enumerate(moves):
        player.act(table, 1 if place < 4 else 2, action)
        await until(lambda place=place: house.room(table).table.decision == f"0.{place + 1}")
    for player in players:
        player.forget()
    return table, players


def moves(house: House, table: str) -> int:
    """Return the number of calls and cards in the view."""
    return house.room(table).table.game.progress(house.room(table).table.state)[1]


@virtual
async def test_a_card_without_a_choice_is_played_by_the_table() -> None:
    async with House() as house:
        table, (north, _, _, west) = await west_follows(house)
        opens = west.tables[table].opens_ms
        await passes(3_000)
        assert house.room(table).table.time_ms == opens and moves(house, table) == 7
        assert west.tables[table].pub["plays"][2] == {"seat": 3, "card": "S8"}
        assert not west.of(Done) and house.room(table).table.counters["p-West"].n == 1
        assert north.tables[table].own["decision"] == "0.7"


@virtual
async def test_a_player_that_sends_the_only_legal_card_early_has_played_it() -> None:
    async with House() as house:
        table, (*_, west) = await west_follows(house)
        west.act(table, 2, WEST_CARD)
        await passes(3_000)
        assert [done.n for done in west.of(Done)] == [2] and moves(house, table) == 7


@virtual
async def test_for_an_absent_player_the_table_plays_no_single_card_until_the_player_returns() -> None:
    async with House() as house:
        table, (*_, west) = await west_follows(house)
        west.hang_up()
        await passes(10_000)
        assert moves(house, table) == 6
        await house.person("West").watch(table, "seat")
        await passes(10)
        assert moves(house, table) == 7


@virtual
async def test_a_table_without_tempo_waits_for_the_only_card() -> None:
    async with House() as house:
        table, _ = await west_follows(house, policy=Policy(clock=NoClock()))
        await passes(60_000)
        assert moves(house, table) == 6


def listen(person: Person) -> list[object]:
    """Record all messages to a connection with their times, without the server's random words."""
    heard: list[object] = []
    read = person.send

    def send(frame: Frame) -> None:
        update = decode_update(person.codec, frame.payload)
        drawn = {name: "" for name in ("table", "epoch") if name in update.__struct_fields__}
        heard.append((now_ms(), replace(update, **drawn)))
        read(frame)

    person.send = send  # type: ignore[method-assign]
    return heard


CLOCKS = (NoClock(), PerMove(20_000), PerMove(2_000), PerBoard(20_000, move_ms=10_000), Bank(15_000))


def heard_when_west_follows(boards: str, clock: ClockRules, quick_ms: int | None) -> list[object]:
    """Return what North, dummy and a watcher receive when West or the table plays."""
    heard: list[object] = []

    @virtual
    async def perform() -> None:
        async with House() as house:
            policy = Policy(clock=clock, tempo_ms=3_000)
            table, (north, _, south, west) = await west_follows(house, boards, policy)
            watcher = house.person()
            await watcher.watch(table)
            ears = [listen(person) for person in (north, south, watcher)]
            if quick_ms is not None:
                await passes(quick_ms)
                west.act(table, 2, WEST_CARD)
            await passes(4_000 - (quick_ms or 0))
            assert moves(house, table) > 6
            heard.extend(each for ear in ears for each in ear)
            for person in (north, south, watcher):
                del person.send

    perform()
    return heard


@pytest.mark.parametrize("quick_ms", [0, 700, 1_900])
@pytest.mark.parametrize("clock", CLOCKS)
def test_a_forced_card_and_a_quick_one_of_choice_cannot_be_told_apart(
    clock: ClockRules, quick_ms: int
) -> None:
    forced = heard_when_west_follows(ONE_SPADE, clock, quick_ms=None)
    chosen = heard_when_west_follows(TWO_SPADES, clock, quick_ms)
    assert len(forced) >= 3
    assert forced == chosen


def test_a_forced_card_that_was_sent_and_one_that_was_not_cannot_be_told_apart() -> None:
    sent = heard_when_west_follows(ONE_SPADE, NoClock(), quick_ms=500)
    assert sent == heard_when_west_follows(ONE_SPADE, NoClock(), quick_ms=None)


@virtual
async def test_after_a_restart_the_only_card_is_played_all_the_same() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, _ = await west_follows(before)
    async with House(store) as after:
        for name in ("North", "West"):
            await after.person(name).watch(table, "seat")
        await passes(4_000)
        assert moves(after, table) == 7


def when_a_robot_follows_for_west(boards: str) -> int:
    """Return the ms from dummy's card to West's, while West is present and a robot plays for West."""
    took: list[int] = []

    @virtual
    async def perform() -> None:
        async with House() as house:
            robots = Robots(house.desk, {"plain": PlainBot}, play_at)
            house.hub.changed.subscribe(robots.update)
            table, (north, east, south, _) = await house.dealt(SLOW_ROBOT, boards=boards)
            turns = ((north, NOTRUMP), (east, PASS), (south, PASS), (None, PASS))
            for place, (player, action) in enumerate((*turns, (east, card("SK")), (north, card("S3")))):
                if player is not None:
                    player.act(table, 1 if place < 4 else 2, action)
                await until(lambda place=place: moves(house, table) == place + 1)
            assert house.room(table).table.chairs[3].relief == "plain"
            dummy_ms = house.room(table).table.time_ms
            await until(lambda: moves(house, table) == 7)
            took.append(house.room(table).table.time_ms - dummy_ms)
            robots.stop()

    perform()
    return took[0]


def test_a_robots_single_card_and_a_chosen_card_are_shown_at_the_same_time() -> None:
    forced = when_a_robot_follows_for_west(ONE_SPADE)
    assert forced == when_a_robot_follows_for_west(TWO_SPADES) >= SLOW_ROBOT.robot_ms
