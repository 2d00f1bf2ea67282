"""The five stores over one connection: what one of them stores, no other one finds."""

from __future__ import annotations

from server.store.files_and_tickets import File, TicketKey, TicketKind
from server.store.stores import Stores

CARD = File("application/pdf", bytes(range(256)) * 1024)


async def test_files_and_guests_do_not_meet(stores: Stores) -> None:
    guests, kept = stores.guests, stores.files_and_tickets
    await guests.put("the same word", b"ann", 60)
    await kept.put_file("the same word", CARD, 60)
    assert (await guests.find("the same word"), await kept.file("the same word")) == (b"ann", CARD)


async def test_a_ticket_meets_neither_guests_nor_files(stores: Stores) -> None:
    guests, kept = stores.guests, stores.files_and_tickets
    await guests.put("the same word", b"ann", 60)
    await kept.put_ticket(TicketKey(TicketKind.LINK, "the same word"), b"table", 60)
    assert await kept.take_ticket(TicketKey(TicketKind.LINK, "the same word")) == b"table"
    assert await guests.find("the same word") == b"ann" and await kept.file("the same word") is None
