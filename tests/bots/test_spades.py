"""Tests of robots at Spades tables, over real websockets and in one process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bots.bot import Bot, View
from bots.client import Client
from bots.errors import Refused
from bots.guest import guest
from bots.plain_bot import PlainBot
from bots.random_bot import RandomBot
from bots.runner import play
from bots.spades.view import SpadesView
from bots.view import Action
from protocol.v1.codec import JSON, MSGPACK, Codec, InvalidMessage
from protocol.v1.requests import Policy
from protocol.v1.spades import HandResult, MakeBid, Reveal
from server.in_process import play_table
from tests.web.served import Served, needs_redis, served

AT_ONCE = Policy(pause_ms=0, robot_ms=0)
BLIND: dict[str, Any] = {"blind_nil_behind": 0, "target": 0, "floor": 0, "rounds": 20}
"""Anybody may bid blind at once, and the game is long."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("spades")) as running:
        yield running


async def opened(house: Served, **options: Any) -> str:
    """Return the id of a Spades table that a client has opened."""
    async with Client(house.address, token=(await guest(house.address, "Host")).token) as client:
        return await client.open(game="spades", options=options, policy=AT_ONCE)


def truth(house: Served, table: str) -> Any:
    """Return the public half that all audiences should see."""
    room = house.call(lambda: house.hub.live(table))
    assert room is not None
    return house.call(lambda: room.table.game.pub(room.table.state))


@needs_redis
@pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=["msgpack", "json"])
async def test_four_robots_play_a_hand_and_a_watcher_sees_all_of_it(house: Served, codec: Codec) -> None:
    table = await opened(house, preset="seed")
    async with Client(house.address, codec=codec) as client:
        watched = await client.watch(table)
        robots = (RandomBot(1), PlainBot(), RandomBot(3), PlainBot())
        assert await asyncio.gather(
            *(
                play(robot, house.address, table, seat, boards=1, codec=codec)
                for robot, seat in zip(robots, "NESW", strict=True)
            )
        ) == [1, 1, 1, 1]
        pub = watched.view.pub
        while pub.hand == 1 and len(pub.plays) < 52:
            await asyncio.sleep(0.01)
            pub = watched.view.pub
        result = pub.results[1]
        assert isinstance(result, HandResult) and sum(result.tricks) == 13
        assert (pub.rules, result) == (truth(house, table).rules, truth(house, table).results[1])


@needs_redis
@pytest.mark.parametrize(
    ("options", "tricks"),
    [
        ({"preset": "solo", "players": 3}, 17),
        ({"preset": "solo", "players": 2}, 13),
        ({"preset": "classic", "players": 6}, 8),
    ],
    ids=["three", "two who draw", "six"],
)
async def test_tables_of_two_three_and_six_have_as_many_seats(
    house: Served, options: dict[str, Any], tricks: int
) -> None:
    table = await opened(house, **options)
    seats = range(options["players"])
    results = await asyncio.gather(
        *(play(Recorder(seat), house.address, table, str(seat), boards=1) for seat in seats)
    )
    assert results == [1 for _ in seats]
    assert sum(truth(house, table).results[1].tricks) == tricks


class Recorder(RandomBot):
    """A robot that records its actions and the ends of hands."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.chosen: list[Action] = []
        self.ends: list[object] = []

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        self.chosen.append(super().choose(view, legal))
        return self.chosen[-1]

    def board_over(self, view: View) -> None:
        self.ends.append(view.pub.result)


async def test_a_random_robot_sometimes_looks_before_it_bids_and_sometimes_bids_blind() -> None:
    robots = [Recorder(seed) for seed in range(4)]
    results = await play_table(
        [partial(nth, robots, seat) for seat in range(4)], "spades", BLIND, rng=Random(5)
    )
    chosen = [action for robot in robots for action in robot.chosen]
    bids = [action.bid for action in chosen if isinstance(action, MakeBid)]
    assert len(results) == 20 and len(bids) == 80
    assert any(isinstance(action, Reveal) for action in chosen)
    assert any(bid.blind for bid in bids) and any(not bid.blind for bid in bids)
    assert all(robot.ends and set(robot.ends) <= set(results) for robot in robots)


def nth(robots: list[Recorder], seat: int) -> Recorder:
    return robots[seat]


class Looks(PlainBot):
    """A robot that looks at its hand whenever it may, and records what it knew when it bid."""

    knew: list[bool]

    def answer(self, view: View) -> tuple[Action, ...]:
        assert isinstance(view, SpadesView) and view.own is not None
        return (Reveal(),) if view.own.may else ()

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        assert isinstance(view, SpadesView) and view.own is not None
        if view.own.bids is not None and not view.own.may:
            Looks.knew.append(view.own.hand is not None)
        return Reveal() if view.own.may else super().choose(view, legal)


async def test_a_robot_that_looks_first_chooses_again_with_its_hand_visible() -> None:
    Looks.knew = []
    results = await play_table([Looks] * 4, "spades", {**BLIND, "rounds": 2})
    assert len(results) >= 2
    assert Looks.knew and all(Looks.knew)


class Stubborn(RandomBot):
    """A robot that looks at a hand that it has seen already."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return Reveal()


@needs_redis
async def test_an_illegal_action_before_the_decision_raises(house: Served) -> None:
    table = await opened(house)
    others = [asyncio.create_task(play(PlainBot(), house.address, table, seat)) for seat in "NSW"]
    with pytest.raises(Refused, match="hand"):
        await play(Stubborn(), house.address, table, "E")
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)


class Bridge(Bot):
    """A robot without `games`, as it was written when bridge was the only game."""

    def choose(self, view: View, legal: tuple[Action, ...]) -> Action:
        return legal[0]


@needs_redis
async def test_a_robot_does_not_stay_at_a_table_whose_game_it_does_not_play(house: Served) -> None:
    table = await opened(house)
    with pytest.raises(
        ValueError, match="expected a table of bridge for the robot Bridge, got one of spades"
    ):
        await play(Bridge(), house.address, table, "N")
    chairs = house.call(lambda: house.hub.live(table).table.chairs)  # type: ignore[union-attr]
    assert [chair.player for chair in chairs] == [None] * 4


async def test_a_table_without_sockets_has_as_many_robots_as_its_game_has_seats() -> None:
    options = {"preset": "solo", "players": 5, "target": 0, "floor": 0, "rounds": 2}
    results = await play_table([PlainBot] * 5, "spades", options, rng=Random(2))
    assert [sum(result.tricks) for result in results] == [10, 10]  # type: ignore[attr-defined]


@needs_redis
async def test_a_game_continues_after_a_restart_of_the_server(tmp_path: Path) -> None:
    """Robots play one hand before and after a restart of the server."""
    with served(tmp_path) as first:
        table = await opened(first, preset="solo", players=2)
        who = [await guest(first.address, name) for name in ("Ann", "Bob")]
        ends = [
            asyncio.create_task(_one_seat(RandomBot(seat), first.address, table, seat, you.token))
            for seat, you in enumerate(who)
        ]
        room = first.call(lambda: first.hub.live(table))
        assert room is not None
        while not first.call(lambda: len(room.table.state.plays)):
            await asyncio.sleep(0.005)
        for end in ends:
            end.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
        before = truth(first, table)
    with served(tmp_path) as second:
        async with Client(second.address, token=who[0].token) as client:
            after = (await client.watch(table, "seat")).view
            assert isinstance(after, SpadesView)
            assert (after.pub.hand, after.pub.bids) == (before.hand, before.bids)
            assert len(after.pub.plays) >= len(before.plays) > 0


async def _one_seat(robot: Bot, address: str, table: str, seat: int, token: str) -> int:
    return await play(robot, address, table, seat, token, delay_ms=5)


def test_unknown_fields_of_a_later_server_are_ignored_at_spades() -> None:
    from bots.wire.table_view import TableView
    from protocol.v1.updates import View as Shown
    from server.games.registry import GAMES

    game = GAMES["spades"]
    pub = msgspec.to_builtins(game.pub(game.start(game.options_type())))
    later = {**pub, "phase": "claim", "last": {"t": "claimed", "seat": 1}}
    table = TableView("t", "public", MSGPACK)
    table.take_view(Shown(table="t", epoch="e", version=1, audience="public", pub=later, now_ms=0), 0.0)
    assert isinstance(table.view, SpadesView)
    assert (table.view.pub.phase, table.view.pub.last) == ("play", None)
    table.take_view(
        Shown(table="t", epoch="e", version=2, audience="public", pub={**pub, "game": "pinochle"}, now_ms=0),
        0.0,
    )
    with pytest.raises(InvalidMessage, match="bridge, spades"):
        _ = table.view


async def test_two_players_sit_north_and_south(house: Served) -> None:
    table = await opened(house, players=2, rounds=1)
    played = await asyncio.gather(
        *(play(RandomBot(1), house.address, table, seat, boards=1) for seat in ("north", "S"))
    )
    assert played == [1, 1]
    with pytest.raises(ValueError, match=r"expected a seat \(N or S\), got 'W'"):
        await play(RandomBot(1), house.address, await opened(house, players=2), "W")
