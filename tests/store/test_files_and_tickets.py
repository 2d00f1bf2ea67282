"""The contract of files and tickets, in memory or in Redis: stored for a time, tickets taken only once."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from server.store.files_and_tickets import File, FilesAndTickets, TicketKey, TicketKind
from tests.store.conftest import Clock

CARD = File("application/pdf", bytes(range(256)) * 1024)
link = partial(TicketKey, TicketKind.LINK)


async def test_a_file_is_found_unchanged(kept: FilesAndTickets) -> None:
    await kept.put_file("of the card", CARD, 3600)
    await kept.put_file("of a text", File("text/plain", b""), 3600)
    assert await kept.file("of the card") == CARD
    assert await kept.file("of a text") == File("text/plain", b"")
    assert await kept.file("of another") is None


async def test_a_file_expires_and_storing_it_again_extends_its_time(
    kept: FilesAndTickets, clock: Clock
) -> None:
    for sha in ("once", "again"):
        await kept.put_file(sha, CARD, 1)
    await kept.put_file("again", CARD, 60)
    await clock.passes_ms(1_300)
    assert await kept.file("once") is None
    assert await kept.file("again") == CARD


async def test_a_ticket_may_be_read_many_times_and_taken_once(kept: FilesAndTickets) -> None:
    assert await kept.put_ticket(link("hash of a link"), b"table\x00", 3600)
    assert (
        await kept.ticket(link("hash of a link")) == await kept.ticket(link("hash of a link")) == b"table\x00"
    )
    assert await kept.take_ticket(link("hash of a link")) == b"table\x00"
    assert await kept.ticket(link("hash of a link")) is None
    assert await kept.take_ticket(link("hash of a link")) is None


async def test_of_many_simultaneous_takers_of_a_ticket_one_gets_it(kept: FilesAndTickets) -> None:
    await kept.put_ticket(link("link"), b"table", 3600)
    taken = await asyncio.gather(*(kept.take_ticket(link("link")) for _ in range(20)))
    assert taken.count(b"table") == 1
    assert taken.count(None) == 19


async def test_a_new_ticket_does_not_replace_an_existing_one(kept: FilesAndTickets) -> None:
    assert await kept.put_ticket(link("invitation"), b"first", 3600, new=True)
    assert not await kept.put_ticket(link("invitation"), b"second", 3600, new=True)
    assert await kept.ticket(link("invitation")) == b"first"
    assert await kept.put_ticket(link("invitation"), b"third", 3600)
    assert await kept.ticket(link("invitation")) == b"third"
    await kept.take_ticket(link("invitation"))
    assert await kept.put_ticket(link("invitation"), b"fourth", 3600, new=True)


async def test_an_expired_ticket_is_gone_and_may_be_replaced(kept: FilesAndTickets, clock: Clock) -> None:
    await kept.put_ticket(link("brief"), b"one", 1)
    await kept.put_ticket(link("taken late"), b"two", 1)
    await kept.put_ticket(link("long"), b"three", 60)
    await clock.passes_ms(1_100)
    assert await kept.ticket(link("brief")) is None and await kept.take_ticket(link("taken late")) is None
    assert await kept.put_ticket(link("brief"), b"four", 60, new=True)
    assert await kept.ticket(link("long")) == b"three"


async def test_tickets_of_two_kinds_with_the_same_word_do_not_meet(kept: FilesAndTickets) -> None:
    for kind in TicketKind:
        assert await kept.put_ticket(TicketKey(kind, "the same word"), kind.prefix.encode(), new=True)
    for kind in TicketKind:
        assert await kept.take_ticket(TicketKey(kind, "the same word")) == kind.prefix.encode()


def test_no_two_kinds_of_tickets_have_keys_with_the_same_beginning() -> None:
    """The name of a kind ends at the first colon, so that no word turns one kind into another."""
    prefixes = [kind.prefix for kind in TicketKind]
    assert len(set(prefixes)) == len(prefixes) and not any(":" in prefix for prefix in prefixes)


async def test_a_ticket_is_kept_for_the_lifetime_of_its_kind_at_most(
    kept: FilesAndTickets, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TicketKind.INVITED, "lifetime_s", 1)
    await kept.put_ticket(TicketKey(TicketKind.INVITED, "ann"), b"one")
    await kept.put_ticket(TicketKey(TicketKind.SEAT, "ann"), b"two")
    await clock.passes_ms(1_100)
    assert await kept.ticket(TicketKey(TicketKind.INVITED, "ann")) is None
    assert await kept.ticket(TicketKey(TicketKind.SEAT, "ann")) == b"two"
