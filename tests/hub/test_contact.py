"""A hub's contact with the store: when it holds, when it goes on, and when it may take over a table."""

from __future__ import annotations

import pytest

from protocol.v1.codes import Code
from server.errors import Refusal
from server.hub.contact import DEAD_MS, HOLD_MS, StoreContact
from server.hub.observers import Observers
from server.store.ownership import Peer
from tests.rooms import House
from tests.virtual import passes, virtual


async def contact_of(house: House) -> tuple[StoreContact, list[bool]]:
    """Return the contact of a hub after its first heartbeat, and the changes of its hold."""
    changes: list[bool] = []
    held: Observers[[bool]] = Observers("holds")
    held.subscribe(changes.append)
    contact = StoreContact(house.store, house.services.now_ms, "north-hub", held)
    await contact.beat_once()
    return contact, changes


@virtual
async def test_a_hub_holds_once_the_store_has_not_answered_for_two_seconds() -> None:
    house = House()
    contact, changes = await contact_of(house)
    house.store.away = True
    await passes(HOLD_MS - 100)
    await contact.beat()
    assert not contact.holding()
    contact.check()
    await passes(200)
    assert not contact.answers and contact.holding() and contact.holding()
    assert changes == [True]
    with pytest.raises(Refusal) as refused:
        contact.check()
    assert refused.value.code is Code.UNAVAILABLE and refused.value.retry_ms


@virtual
async def test_a_caller_that_has_read_the_clock_tells_the_time_of_a_hold() -> None:
    house = House()
    last_ms = house.services.now_ms() + HOLD_MS
    contact, changes = await contact_of(house)
    assert not contact.holding(last_ms) and changes == []
    assert contact.holding(last_ms + 1) and changes == [True]


@virtual
async def test_a_hold_ends_after_an_answer_of_the_store_and_has_the_length_of_the_silence() -> None:
    house = House()
    contact, changes = await contact_of(house)
    assert contact.go_on() is None
    house.store.away = True
    await passes(10_000)
    assert contact.holding() and contact.go_on() is None
    house.store.come_back()
    await contact.beat()
    assert contact.holding(), "an answer alone ends no hold"
    away_ms = contact.go_on()
    assert away_ms is not None and 10_000 <= away_ms < 10_100
    assert changes == [True, False] and not contact.holding() and contact.go_on() is None


@virtual
async def test_the_late_answer_to_an_old_heartbeat_ends_no_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    contact, changes = await contact_of(house)
    await passes(HOLD_MS + 100)
    assert contact.holding()
    beat = house.store.beat

    async def late(hub: str, about: bytes = b"") -> tuple[Peer, ...]:
        await passes(HOLD_MS - 100)
        return await beat(hub, about)

    with monkeypatch.context() as slow:
        slow.setattr(house.store, "beat", late)
        await contact.beat()
    assert not contact.answers and contact.go_on() is None
    await contact.beat()
    assert contact.go_on() is not None and changes == [True, False]


@virtual
async def test_a_store_that_does_not_answer_ends_the_wait_of_a_heartbeat() -> None:
    house = House()
    contact, _ = await contact_of(house)
    house.store.away = True
    await contact.beat()
    with pytest.raises(OSError):
        await contact.beat_once()


@virtual
async def test_a_hub_takes_a_table_from_an_owner_that_has_been_silent_for_three_seconds() -> None:
    contact, _ = await contact_of(House())
    await passes(DEAD_MS)
    assert contact.may_depose(DEAD_MS)
    assert not contact.may_depose(DEAD_MS - 1)
    assert contact.may_depose(None), "an owner without any heartbeat is dead"


@virtual
async def test_a_hub_takes_no_table_before_three_seconds_of_its_own_contact() -> None:
    house = House()
    contact, _ = await contact_of(house)
    await passes(DEAD_MS - 100)
    assert not contact.may_depose(None)
    house.store.away = True
    await contact.beat()
    house.store.come_back()
    await passes(100)
    assert not contact.may_depose(None), "a heartbeat that failed ends the contact"
    await contact.beat()
    await passes(DEAD_MS - 100)
    assert not contact.may_depose(None)
    await passes(200)
    assert contact.may_depose(None)
