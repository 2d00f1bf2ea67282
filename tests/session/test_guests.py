"""Guests: names that can be shown, and tokens of which the store keeps only a hash."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from protocol.v1.requests import Hello
from protocol.v1.updates import Welcome
from server.session import guests as module
from server.session.guests import Guests
from server.store.memory import MemoryGuests, monotonic_ms
from server.table.player import Player
from tests.rooms import House
from tests.session.invisible_text import EVIL, INVISIBLE, SHOWN
from tests.virtual import passes, virtual


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
    _, token = await guests.create("Ann")
    assert await guests.find(token) is not None
    await guests.forget(token)
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
