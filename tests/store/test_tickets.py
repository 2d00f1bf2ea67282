"""Tickets, which carry links and invitations: stored for a time, and taken only once."""

from __future__ import annotations

import asyncio

from server.store.interface import Store
from tests.store.conftest import Clock


async def test_a_ticket_may_be_read_many_times_and_taken_once(store: Store) -> None:
    assert await store.put_ticket("hash of a link", b"table\x00", 3600)
    assert await store.ticket("hash of a link") == await store.ticket("hash of a link") == b"table\x00"
    assert await store.take_ticket("hash of a link") == b"table\x00"
    assert await store.ticket("hash of a link") is None
    assert await store.take_ticket("hash of a link") is None


async def test_of_many_simultaneous_takers_of_a_ticket_one_gets_it(store: Store) -> None:
    await store.put_ticket("link", b"table", 3600)
    taken = await asyncio.gather(*(store.take_ticket("link") for _ in range(20)))
    assert taken.count(b"table") == 1
    assert taken.count(None) == 19


async def test_a_new_ticket_does_not_replace_an_existing_one(store: Store) -> None:
    assert await store.put_ticket("invitation", b"first", 3600, new=True)
    assert not await store.put_ticket("invitation", b"second", 3600, new=True)
    assert await store.ticket("invitation") == b"first"
    assert await store.put_ticket("invitation", b"third", 3600)
    assert await store.ticket("invitation") == b"third"
    await store.take_ticket("invitation")
    assert await store.put_ticket("invitation", b"fourth", 3600, new=True)


async def test_an_expired_ticket_is_gone_and_may_be_replaced(store: Store, clock: Clock) -> None:
    await store.put_ticket("brief", b"one", 1)
    await store.put_ticket("taken late", b"two", 1)
    await store.put_ticket("long", b"three", 60)
    await clock.passes_ms(1_100)
    assert await store.ticket("brief") is None and await store.take_ticket("taken late") is None
    assert await store.put_ticket("brief", b"four", 60, new=True)
    assert await store.ticket("long") == b"three"


async def test_a_ticket_meets_neither_guests_nor_files(store: Store) -> None:
    await store.put_guest("the same word", b"ann", 60)
    await store.put_ticket("the same word", b"table", 60)
    assert await store.take_ticket("the same word") == b"table"
    assert await store.guest("the same word") == b"ann" and await store.file("the same word") is None


async def test_a_forgotten_guest_is_not_found(store: Store) -> None:
    await store.put_guest("ann", b"ann", 60)
    await store.put_guest("bob", b"bob", 60)
    await store.forget_guest("ann")
    await store.forget_guest("nobody")
    assert (await store.guest("ann"), await store.guest("bob")) == (None, b"bob")
