"""Matches that an older version opened go on: their first entries are made from one of the two tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from protocol.v1.requests import Policy
from server.board_sets import entries
from server.board_sets.entries import Begun, Came, Place, Played
from server.games.bridge.rules import BRIDGE
from server.games.bridge.scores.comparison import imps
from server.hub.sets.former_match import begun_of
from server.hub.sets.member import NAME_LENGTH, Pair, room_name
from server.store.table_logs import Meta
from tests.golden_logs import files, product
from tests.golden_logs.story import Story
from tests.virtual import passes, until

META = Meta(game="bridge", revision=1, name="x", host="p-Host", created_ms=5, options=b"")


def test_both_tables_give_the_same_first_entry() -> None:
    policy = Policy(pause_ms=7)
    here = Pair("open", "mc", "Final", {0: "plain"}, {1: "deep"}, policy, uploaded=True)
    there = Pair("closed", "mo", "Final", {1: "deep"}, {0: "plain"}, policy, uploaded=True)
    expected = Begun(
        at_ms=5,
        places=(
            Place("mo", "Final (open room)", "open", {0: "plain"}),
            Place("mc", "Final (closed room)", "closed", {1: "deep"}),
        ),
        policy=policy,
        match=True,
        uploaded=True,
    )
    assert begun_of(META, "mo", here) == begun_of(META, "mc", there) == expected


@pytest.mark.parametrize(
    ("name", "shown"),
    [("", "(table 1)"), ("Final", "Final (table 1)"), ("x" * 60, "x" * NAME_LENGTH + " (table 1)")],
)
def test_the_name_of_a_room(name: str, shown: str) -> None:
    assert room_name(name, "table 1") == shown


# Matches that an older version has recorded

needs_redis = pytest.mark.skipif(product.no_redis(), reason="expected a redis-server on this machine")
BEFORE = {
    name: files.read(files.LOGS / f"{name}.json")
    for name in ("match-ahead", "match-compared", "match-ended-early")
}
"""Matches of the version in which each table stored the whole match, in the middle of their boards."""


@pytest.fixture(scope="module")
def redis() -> Iterator[Any]:
    with product.redis_server() as running:
        yield running


def upgraded(redis: Any, name: str, story: Any) -> None:
    """Run a story on a server of this version, to which an older one has left a match."""
    logged = BEFORE[name]

    async def play() -> None:
        async with product.serving(redis, "later", "later") as server:
            match = Story(server, name)
            match.tables += logged["tables"]
            await story(match)

    redis.ask("FLUSHALL")
    files.put_keys(redis, logged["keys"])
    product.run_at(logged["now_ms"] + 1_000, play)


async def come_back(match: Story) -> None:
    """Let all players of a match that have a seat watch it again."""
    for table in match.tables:
        for chair in (await match.server.wake(table)).chairs:
            if chair.player is not None:
                await match.watch(chair.player.removeprefix("p-"), "seat", table)


async def play_to_the_end(match: Story) -> None:
    """Let both tables play all boards: whoever is in turn does the first thing that is legal."""
    for table in match.tables:
        while not match.server.table(table).closed:
            if product.to_act(match.server.table(table)):
                await match.first(1, table)
            else:
                await passes(500)
    await passes(3_000)


async def log_of(match: Story) -> list[entries.Entry]:
    stored = await match.server.logs.load(f"set:{match.tables[0][:-1]}")
    return [entries.decode(each) for each in stored.entries]


@needs_redis
@pytest.mark.parametrize("name", ["match-ahead", "match-compared"])
def test_a_match_of_an_older_version_is_played_to_its_end(redis: Any, name: str) -> None:
    async def story(match: Story) -> None:
        assert await match.server.logs.load(f"set:{match.tables[0][:-1]}") is None
        await come_back(match)
        await play_to_the_end(match)
        here, there = (match.server.table(table).state for table in match.tables)
        scores = [
            {board: result.score_ns for board, result in (BRIDGE.pub(state).results or {}).items()}
            for state in (here, there)
        ]
        assert list(scores[0]) == list(scores[1]) == [1, 2, 3]
        shown, other = BRIDGE.pub(here).match, BRIDGE.pub(there).match
        assert shown is not None and other is not None
        assert {board: (each.here, each.there, each.imps) for board, each in shown.boards.items()} == {
            board: (scores[0][board], scores[1][board], imps(scores[0][board] - scores[1][board]))
            for board in (1, 2, 3)
        }
        assert shown.imps == -other.imps != 0
        log = await log_of(match)
        played = [(each.table, each.board) for each in log if isinstance(each, Played)]
        assert len(played) == len(set(played)) == 6

    upgraded(redis, name, story)


@needs_redis
def test_a_match_of_an_older_version_goes_on_as_it_would_have_without_the_upgrade(redis: Any) -> None:
    """The match ended early is told of by the older version; a later look finds nothing new to tell."""

    async def story(match: Story) -> None:
        before = [await match.server.logs.load(table) for table in match.tables]
        for table in match.tables:
            await match.server.wake(table)
        await passes(5_000)
        after = [await match.server.logs.load(table) for table in match.tables]
        assert [each.entries for each in before] == [each.entries for each in after]

    upgraded(redis, "match-ended-early", story)


@needs_redis
def test_players_are_bound_to_their_rooms_by_boards_of_before_the_upgrade(redis: Any) -> None:
    async def story(match: Story) -> None:
        here, there = match.tables
        await come_back(match)
        await until(lambda: match.server.hub.sets._rooms)
        await match.refused("open N", "sit", table=there, seat=0)
        await match.ask("closed N", "stand", table=there)
        await match.ask("open N", "stand", table=here)
        await match.refused("open N", "sit", table=there, seat=0)
        await match.refused("Host", "host", table=there, place={"0": "p-open N"})
        await match.ask("closed N", "sit", table=there, seat=0)
        came = {(each.table, each.player) for each in await log_of(match) if isinstance(each, Came)}
        assert {(here, "p-open N"), (there, "p-closed N")} <= came

    upgraded(redis, "match-ahead", story)


@needs_redis
@pytest.mark.parametrize(("room", "bound"), [(0, True), (1, False)], ids=["ahead", "behind"])
def test_a_player_that_left_before_the_upgrade_is_bound_by_the_cards_of_a_board(
    redis: Any, room: int, bound: bool
) -> None:
    """East leaves one room before the upgrade, and is bound if the other room has not played that board."""
    name = ("open E", "closed E")[room]

    async def leave(match: Story) -> None:
        await match.server.wake(match.tables[room])
        await match.ask(name, "stand", table=match.tables[room])

    async def story(match: Story) -> None:
        await come_back(match)
        board_set = (await match.server.hub.sets.room(match.tables[0][:-1])).ahead
        stays = {stay.table: stay.last for stay in board_set.stays.get(f"p-{name}", ())}
        assert stays == ({match.tables[room]: 1} if bound else {})

    logged = BEFORE["match-ahead"]
    upgraded(redis, "match-ahead", leave)
    for key in redis.ask("KEYS", "kibitz:{set:*"):
        redis.ask("DEL", key)

    async def play() -> None:
        async with product.serving(redis, "last", "last") as server:
            match = Story(server, "match-ahead")
            match.tables += logged["tables"]
            await story(match)

    product.run_at(logged["now_ms"] + 60_000, play)
