"""The view that a session of the seed's API is sent, message by message."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Policy, Watch
from protocol.v1.updates import Patch, View
from server.web.spades_rest.live.followed_view import FollowedView
from server.web.spades_rest.serializers.views import Seen, seen
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual

SLOW = Policy(robot_ms=50, pause_ms=50)


def patch(**halves: Any) -> Patch:
    return Patch(table="t", epoch="e", version=2, now_ms=0, **halves)


@virtual
@pytest.mark.parametrize("seat", [0, None])
async def test_after_every_message_the_view_is_the_one_that_the_table_shows(seat: int | None) -> None:
    async with House(robots={"plain": ("spades",)}) as house:
        table = await house.table(policy=SLOW, game="spades", options={"preset": "seed"})
        players = [house.person(name) for name in ("North", "East", "South", "West")]
        for place, player in enumerate(players):
            await player.sit(table, place)
        observer = players[seat] if seat is not None else house.person("Eve")
        followed, heard = FollowedView(), 0
        await observer.watch(table, "public" if seat is None else "seat")
        for _ in range(70):
            await plays_one(house, table, players)
            for update in observer.of(View, Patch)[heard:]:
                heard += 1
                view = followed.take(update)
            assert view == await asked(house, table, observer, seat)
        assert isinstance(view, Seen) and len(observer.of(Patch)) > 60


async def plays_one(house: House, table: str, players: list[Person]) -> None:
    """Let the player in turn take the first legal action."""
    await until(lambda: house.room(table).table.to_act)
    now = house.room(table).table
    seat = now.to_act[0]
    action = now.game.legal_actions(now.state, seat)[0]
    last = now.counters.get(players[seat].player.id)
    plain = MSGPACK.decode_plain(MSGPACK.encode(action))
    players[seat].act(table, 1 if last is None else last.n + 1, plain, now.decision)
    await passes(20)


async def asked(house: House, table: str, person: Person, seat: int | None) -> Seen:
    handle = await house.hub.handle(table)
    watch = Watch(table=table, as_="public" if seat is None else "seat")
    return seen((await handle.snapshot(person.player, watch, MSGPACK)).view)


def test_a_patch_before_the_first_view_gives_none() -> None:
    assert FollowedView().take(patch(pub={"hand": 2})) is None


def test_a_half_that_was_not_decoded_is_an_error() -> None:
    with pytest.raises(TypeError, match="expected a decoded half"):
        FollowedView().take(View(table="t", epoch="e", version=1, audience="public", pub=b"raw", now_ms=0))  # type: ignore[arg-type]
