"""The contract of stored guests, in memory or in Redis: found by the hash of their tokens, for a time."""

from __future__ import annotations

from server.store.stored_guests import StoredGuests
from tests.store.conftest import Clock


async def test_a_guest_is_found_by_the_hash_of_the_token(guests: StoredGuests) -> None:
    await guests.put("hash of ann's", b"ann\x00", 3600)
    assert await guests.find("hash of ann's") == b"ann\x00"
    assert await guests.find("hash of bob's") is None


async def test_a_guest_is_forgotten_when_the_token_is_too_old(guests: StoredGuests, clock: Clock) -> None:
    await guests.put("brief", b"ann", 1)
    await guests.put("long", b"bob", 60)
    await clock.passes_ms(1_300)
    assert await guests.find("brief") is None
    assert await guests.find("long") == b"bob"


async def test_a_forgotten_guest_is_not_found(guests: StoredGuests) -> None:
    await guests.put("ann", b"ann", 60)
    await guests.put("bob", b"bob", 60)
    await guests.forget("a", "ann")
    await guests.forget("n", "nobody")
    assert (await guests.find("ann"), await guests.find("bob")) == (None, b"bob")


async def test_a_renewed_guest_is_kept_from_then_on_and_a_forgotten_one_does_not_come_back(
    guests: StoredGuests, clock: Clock
) -> None:
    await guests.put("ann", b"ann", 2)
    await guests.renew("a", "ann", b"ann, renewed", 60)
    await guests.renew("b", "bob", b"bob", 60)
    await clock.passes_ms(2_300)
    assert (await guests.find("ann"), await guests.find("bob")) == (b"ann, renewed", None)


async def test_the_tokens_of_a_guest_are_listed_until_they_are_forgotten(guests: StoredGuests) -> None:
    await guests.list_token("a", "first", 60)
    await guests.list_token("a", "second", 60)
    await guests.list_token("b", "other", 60)
    assert await guests.tokens("a") == {"first", "second"}
    await guests.forget("a", "first")
    assert (await guests.tokens("a"), await guests.tokens("c")) == ({"second"}, frozenset())
