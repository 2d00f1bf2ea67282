"""The contract of the waiting players: each has at most one place, whatever several hubs do at once."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter

import pytest
from msgspec.structs import replace

from server.store import memory_waiting_players, redis_waiting_players
from server.store.stores import Stores
from server.store.waiting_players import (
    LEASE_MS,
    PATIENCE_MS,
    Placed,
    Replaced,
    WaitingPlayer,
    WaitingPlayers,
    Waits,
)
from tests.store.conftest import Clock

_tables = itertools.count(1)


@pytest.fixture
def queue(stores: Stores) -> WaitingPlayers:
    return stores.waiting_players


def waiter(player: str, kind: str = "bridge usual", *, robots: bool = False, word: str = "") -> WaitingPlayer:
    """Return a player that has just begun to wait."""
    return WaitingPlayer(player, word or f"w-{player}", kind, 4, robots, f"t{next(_tables)}", step="new")


def again(asked: WaitingPlayer, **changes: object) -> WaitingPlayer:
    """Return the same player in a later turn."""
    return replace(asked, step="wait", **changes)


async def test_four_that_wait_at_two_hubs_get_the_places_of_one_table(queue: WaitingPlayers) -> None:
    one, two, three, four = (waiter(name) for name in "abcd")
    first = await queue.turn([one, two])
    assert [type(answer) for answer in first.answers] == [Waits, Waits]
    assert first.counts == {"bridge usual": 2}
    second = await queue.turn([three, four])
    assert second.counts == {}
    later = await queue.turn([again(one), again(two)])
    places = [*later.answers, *second.answers]
    assert places == [Placed(three.table, place, 4, False) for place in range(4)]
    # The players of the new table have the time to sit down before it is offered to others.
    assert second.tables == later.tables == {"bridge usual": ()}


async def test_a_table_is_offered_to_others_of_its_kind_after_a_while(
    queue: WaitingPlayers, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (redis_waiting_players, memory_waiting_players):
        monkeypatch.setattr(module, "SETTLED_MS", 50)
    players = [waiter(name) for name in "abcd"]
    await queue.turn(players)
    await clock.passes_ms(60)
    turn = await queue.turn([waiter("e"), waiter("f", "spades usual")])
    assert turn.tables == {"bridge usual": (players[0].table,), "spades usual": ()}


async def test_only_players_of_one_game_and_pace_meet(queue: WaitingPlayers) -> None:
    players = [waiter(f"p{place}", kind) for place, kind in enumerate(("a", "a", "a", "b", "b", "b"))]
    turn = await queue.turn(players)
    assert {type(answer) for answer in turn.answers} == {Waits}
    assert turn.counts == {"a": 3, "b": 3} == await queue.counts()


async def test_a_player_whose_hub_is_dead_is_not_given_a_place(queue: WaitingPlayers, clock: Clock) -> None:
    lost, *others = (waiter(name) for name in "abc")
    await queue.turn([lost])
    await queue.turn(others)
    for _ in range(3):
        await clock.passes_ms(LEASE_MS // 2)
        others = [again(each) for each in others]
        await queue.turn(others)
    fourth = waiter("d")
    turn = await queue.turn([*others, fourth])
    assert {type(answer) for answer in turn.answers} == {Waits}
    assert turn.counts == {"bridge usual": 3}


async def test_robots_fill_the_table_of_those_who_want_them_after_a_while(queue: WaitingPlayers) -> None:
    alone, patient = waiter("a", robots=True), waiter("b")
    await queue.turn([alone, patient])
    long = PATIENCE_MS + 1
    # A lease that has expired does not make the player start to wait anew.
    await queue.leave("a", alone.word)
    turn = await queue.turn([again(alone, waited_ms=long), again(patient)])
    assert turn.answers[0] == Placed(alone.table, 0, 1, True)
    assert isinstance(turn.answers[1], Waits)


async def test_a_full_table_has_robots_only_if_all_its_players_want_them(queue: WaitingPlayers) -> None:
    turn = await queue.turn([waiter(name, robots=name != "c") for name in "abcd"])
    assert [answer.robots for answer in turn.answers if isinstance(answer, Placed)] == [False] * 4
    turn = await queue.turn([waiter(name, robots=True) for name in "efgh"])
    assert [answer.robots for answer in turn.answers if isinstance(answer, Placed)] == [True] * 4


async def test_a_newer_request_of_a_player_replaces_the_older_one(queue: WaitingPlayers) -> None:
    older, newer = waiter("a", word="older"), waiter("a", "spades usual", word="newer")
    await queue.turn([older])
    assert (await queue.turn([newer])).counts == {"spades usual": 1}
    assert (await queue.turn([again(older)])).answers == (Replaced(),)
    await queue.leave("a", "older")
    assert await queue.counts() == {"spades usual": 1}


async def test_a_place_goes_to_the_newest_request_and_ends_when_the_player_sits(
    queue: WaitingPlayers,
) -> None:
    players = [waiter(name) for name in "abcd"]
    table = players[0].table
    await queue.turn(players)
    newer = waiter("a", word="newer")
    assert (await queue.turn([newer])).answers == (Placed(table, 0, 4, False),)
    assert (await queue.turn([again(players[0])])).answers == (Replaced(),)
    await queue.sat_down("a", "newer")
    # The older connection does not begin to wait again, but a new request of the player does.
    assert (await queue.turn([again(players[0])])).answers == (Replaced(),)
    assert isinstance((await queue.turn([waiter("a", word="third")])).answers[0], Waits)


async def test_a_player_that_could_not_sit_down_waits_again(queue: WaitingPlayers) -> None:
    players = [waiter(name) for name in "abcd"]
    await queue.turn(players)
    turn = await queue.turn([replace(players[2], step="again", waited_ms=7_000)])
    (answer,) = turn.answers
    assert isinstance(answer, Waits) and answer.ms >= 7_000
    assert (await queue.turn([again(players[1])])).answers == (Placed(players[0].table, 1, 4, False),)


async def test_a_waiting_player_is_taken_to_a_table_only_once(queue: WaitingPlayers) -> None:
    player = waiter("a", robots=True)
    await queue.turn([player])
    assert not await queue.take("a", "another word", "t-other")
    assert await queue.take("a", player.word, "t-played")
    assert not await queue.take("a", player.word, "t-other")
    assert (await queue.turn([again(player)])).answers == (Placed("t-played", 0, 0, True),)
    assert await queue.counts() == {}


async def test_a_player_that_leaves_gives_the_place_back(queue: WaitingPlayers) -> None:
    players = [waiter(name) for name in "abcd"]
    await queue.turn(players)
    await queue.leave("a", players[0].word)
    assert isinstance((await queue.turn([waiter("a")])).answers[0], Waits)


async def test_many_hubs_at_once_give_each_player_one_place(queue: WaitingPlayers) -> None:
    """As in a storm: 40 players at 8 hubs, which all take turns at the same time, three times each."""
    hubs = [[waiter(f"h{hub}p{player}") for player in range(5)] for hub in range(8)]
    await asyncio.gather(*(queue.turn(players) for players in hubs))
    await asyncio.gather(*(queue.turn([again(each) for each in players]) for players in hubs))
    turns = await asyncio.gather(*(queue.turn([again(each) for each in players]) for players in hubs))
    places = [answer for turn in turns for answer in turn.answers]
    assert all(isinstance(answer, Placed) for answer in places)
    assert len(set(places)) == 40
    tables = Counter(answer.table for answer in places if isinstance(answer, Placed))
    assert set(tables.values()) == {4}


def test_the_keys_of_the_queue_are_in_one_slot() -> None:
    keys = (redis_waiting_players.WAITING, redis_waiting_players.PLACES, redis_waiting_players.TABLES)
    assert {key.split("{")[1].split("}")[0] for key in keys} == {"queue"}
