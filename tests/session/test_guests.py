"""Guests: names that can be shown, and tokens of which the store keeps only a hash."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import msgspec
import pytest

from protocol.v1.requests import Hello
from protocol.v1.updates import Welcome
from server.session import guests as module
from server.session.guests import Guests, key_of
from server.store.memory import MemoryGuests, monotonic_ms
from server.table.player import Player
from tests.rooms import House
from tests.session.invisible_text import EVIL, INVISIBLE, SHOWN
from tests.virtual import passes, virtual

DAY_S = 86_400


class Turns(MemoryGuests):
    """Stored guests that answer each command in a later turn of the event loop, and remove slowly."""

    def __init__(self, stored: MemoryGuests) -> None:
        super().__init__(monotonic_ms)
        self._guests, self._tokens = stored._guests, stored._tokens

    async def forget(self, player: str, token_hash: str) -> None:
        for _ in range(8):
            await asyncio.sleep(0)
        await super().forget(player, token_hash)

    async def tokens(self, player: str) -> frozenset[str]:
        await asyncio.sleep(0)
        return await super().tokens(player)


@virtual
async def test_the_name_of_a_guest_is_cleaned() -> None:
    async with House() as house:
        player, token = await house.guests.create(EVIL)
        assert player.name == SHOWN
        caller = house.caller()
        caller.tell(Hello(token=token))
        await passes(10)
        assert [welcome.you.name for welcome in caller.of(Welcome)] == [SHOWN]


@virtual
async def test_a_guest_that_comes_back_is_welcomed_at_once() -> None:
    async with House() as house:
        _, token = await house.guests.create("Ann")
        first, second = house.caller(), house.caller()
        first.tell(Hello(token=token))
        await passes(10)
        second.tell(Hello(token=token))
        assert [welcome.you.name for welcome in second.of(Welcome)] == ["Ann"]


@pytest.mark.parametrize("name", ["", "  ", INVISIBLE])
def test_a_guest_without_a_visible_name_gets_a_numbered_name(name: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            player, _ = await house.guests.create(name)
            assert player.name == f"Guest {player.id[:4]}"

    run()


@pytest.mark.parametrize("name", [EVIL, INVISIBLE])
def test_the_name_of_a_guest_stored_by_an_older_server_is_cleaned_too(name: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            token, old = "of-an-old-guest", Player("0123456789abcdef", name)
            key = hashlib.sha256(token.encode()).hexdigest()
            await house.store.guests.put(key, msgspec.msgpack.encode(old), 60)
            found = await Guests(house.store.guests, 60).find(token)
            assert found is not None and found.id == old.id
            assert found.name == (SHOWN if name == EVIL else "Guest 0123")

    run()


async def test_the_store_gets_a_hash_of_the_token_and_never_the_token() -> None:
    stored = MemoryGuests(monotonic_ms)
    _, token = await Guests(stored, 60).create("Ann")
    (key,) = stored._guests
    assert key == hashlib.sha256(token.encode()).hexdigest()
    assert token.encode() not in stored._guests[key][1]


async def test_a_guest_is_found_by_the_token_alone_also_by_another_hub() -> None:
    stored = MemoryGuests(monotonic_ms)
    player, token = await Guests(stored, 60).create("Ann")
    other = Guests(stored, 60)
    assert await other.find(token) == player
    assert await other.find("guess") is None and await other.find("") is None


async def test_a_token_is_unknown_when_its_lifetime_is_over() -> None:
    now_ms = 0
    stored = MemoryGuests(lambda: now_ms)
    player, token = await Guests(stored, 60).create("Ann")
    now_ms = 59_999
    assert await Guests(stored, 60).find(token) == player
    now_ms = 60_000
    assert await Guests(stored, 60).find(token) is None


async def test_a_forgotten_token_is_unknown_at_once_where_it_was_forgotten() -> None:
    stored = MemoryGuests(monotonic_ms)
    guests = Guests(stored, 60)
    player, token = await guests.create("Ann")
    assert await guests.find(token) is not None
    await guests.forget(player, token)
    assert await guests.find(token) is None and await Guests(stored, 60).find(token) is None


async def test_the_cache_keeps_the_guests_that_were_found_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CACHED", 2)
    stored = MemoryGuests(monotonic_ms)
    guests = Guests(stored, 60)
    tokens = [(await guests.create(name))[1] for name in ("Ann", "Ben", "Cid")]
    for token in (tokens[0], tokens[1], tokens[0], tokens[2]):
        assert await guests.find(token) is not None
    stored._guests.clear()
    found = [await guests.find(token) for token in tokens]
    assert [None if player is None else player.name for player in found] == ["Ann", None, "Cid"]


async def test_a_guest_that_logs_out_while_the_store_answers_is_not_found() -> None:
    stored = MemoryGuests(monotonic_ms)
    guests = Guests(stored, 60)
    player, token = await guests.create("Ann")

    class Slow(MemoryGuests):
        async def find(self, token_hash: str) -> bytes | None:
            packed = await stored.find(token_hash)
            there.end(player.id)
            return packed

    there = Guests(Slow(monotonic_ms), 60)
    assert await there.find(token) is None and there.known(token) is None


async def test_only_the_latest_logouts_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENDED", 2)
    guests = Guests(MemoryGuests(monotonic_ms), 60)
    made = [await guests.create(name) for name in ("Ann", "Bob", "Cid")]
    for player, _ in made:
        guests.end(player.id)
    assert [await guests.find(token) is None for _, token in made] == [False, True, True]


async def test_a_used_token_gets_a_new_end_through_any_hub_and_an_unused_one_expires() -> None:
    now_s = 0.0
    stored = MemoryGuests(lambda: int(now_s * 1000))
    here, there = (Guests(stored, 30 * DAY_S, now_s=lambda: now_s) for _ in range(2))
    (ann, used), (_, unused) = await here.create("Ann"), await here.create("Bob")
    for day in range(1, 61):
        now_s = day * DAY_S + 1.0
        assert await (here, there)[day % 2].find(used) == ann
    assert await here.find(unused) is None


async def test_a_token_is_renewed_at_most_once_a_day_by_all_hubs_together() -> None:
    now_s, renewed = 0.0, 0

    class Counted(MemoryGuests):
        async def renew(self, player: str, token_hash: str, guest: bytes, ttl_s: int) -> None:
            nonlocal renewed
            renewed += 1
            await super().renew(player, token_hash, guest, ttl_s)

    stored = Counted(lambda: int(now_s * 1000))
    hubs = [Guests(stored, 30 * DAY_S, fresh_s=0.5, now_s=lambda: now_s) for _ in range(3)]
    _, token = await hubs[0].create("Ann")
    for minute in range(0, 24 * 60 * 4, 10):
        now_s = minute * 60.0
        assert await hubs[minute % 3].find(token) is not None
    assert 3 <= renewed <= 4


async def test_a_token_of_an_older_server_is_renewed_and_can_still_be_read_by_that_server() -> None:
    now_s = 5.0
    stored = MemoryGuests(lambda: int(now_s * 1000))
    old = Player("0123456789abcdef", "Ann")
    key = hashlib.sha256(b"old").hexdigest()
    await stored.put(key, msgspec.msgpack.encode(old), 60)
    now_s = 40.0
    assert await Guests(stored, 60, now_s=lambda: now_s).find("old") == old
    now_s = 99.0
    packed = await stored.find(key)
    assert packed is not None and msgspec.msgpack.decode(packed, type=Player) == old


async def test_a_renewal_does_not_bring_a_token_back_that_another_hub_has_removed() -> None:
    now_s = 0.0
    stored = MemoryGuests(lambda: int(now_s * 1000))

    class Slow(MemoryGuests):
        async def find(self, token_hash: str) -> bytes | None:
            packed = await stored.find(token_hash)
            await Guests(stored, 60).forget(ann, token)
            return packed

        renew = stored.renew

    ann, token = await Guests(stored, 60, now_s=lambda: now_s).create("Ann")
    now_s = 40.0
    await Guests(Slow(lambda: 0), 60, now_s=lambda: now_s).find(token)
    assert await Guests(stored, 60).find(token) is None


async def test_each_token_of_a_guest_is_ended_alone_and_all_are_ended_together() -> None:
    stored = MemoryGuests(monotonic_ms)
    guests = Guests(stored, 60)
    ann, first = await guests.create("Ann")
    second, third = [await guests.add_token(ann.id, key_of(first)) for _ in range(2)]
    assert second is not None and third is not None
    await guests.forget(ann, second)
    assert [await Guests(stored, 60).find(token) for token in (first, second, third)] == [ann, None, ann]
    assert await guests.forget_all(ann, third, but_this=True) == (key_of(first),)
    assert [await Guests(stored, 60).find(token) for token in (first, third)] == [None, ann]
    assert await guests.forget_all(ann, third) == (key_of(third),)
    assert await Guests(stored, 60).find(third) is None


async def test_a_token_that_has_ended_adds_no_other() -> None:
    stored = MemoryGuests(monotonic_ms)
    guests = Guests(stored, 60)
    ann, token = await guests.create("Ann")
    await guests.forget(ann, token)
    assert await guests.add_token(ann.id, key_of(token)) is None
    assert stored._guests == {}


@pytest.mark.parametrize("step", range(8))
async def test_no_token_that_is_added_at_any_moment_of_a_logout_survives_it(step: int) -> None:
    """The logout begins after `step` commands of the addition to the store, and goes on beside it."""
    stored = MemoryGuests(monotonic_ms)
    ann, token = await Guests(stored, 60).create("Ann")
    done = 0
    logout: asyncio.Task[object] | None = None

    class Watched(MemoryGuests):
        def __getattribute__(self, name: str) -> Any:
            called = getattr(stored, name)
            if name not in ("put", "find", "forget", "list_token", "tokens"):
                return called

            async def call(*arguments: Any) -> Any:
                nonlocal done, logout
                if done == step:
                    logout = asyncio.create_task(Guests(Turns(stored), 60).forget_all(ann, token))
                done += 1
                await asyncio.sleep(0)
                return await called(*arguments)

            return call

    added = await Guests(Watched(monotonic_ms), 60).add_token(ann.id, key_of(token))
    assert logout is not None or done <= step
    if logout is None:
        await Guests(stored, 60).forget_all(ann, token)
    else:
        await logout
    assert added is None or await Guests(stored, 60).find(added) is None
    assert stored._guests == {}


async def test_a_guest_has_at_most_so_many_tokens_and_those_that_are_over_do_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_TOKENS", 3)
    now_ms = 0
    stored = MemoryGuests(lambda: now_ms)
    guests = Guests(stored, 60, now_s=lambda: now_ms / 1000)
    ann, first = await guests.create("Ann")
    more = [await guests.add_token(ann.id, key_of(first)) for _ in range(3)]
    assert [token is None for token in more] == [False, False, True]
    now_ms = 40_000
    assert await guests.find(first) == ann
    now_ms = 70_000
    assert await guests.add_token(ann.id, key_of(first)) is not None
