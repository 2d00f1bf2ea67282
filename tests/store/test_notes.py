"""Notes on cards in every store: by deal, player and card, and only under the owner's token."""

from __future__ import annotations

import asyncio

import pytest

from server.store.stores import Stores
from server.store.table_logs import Noted, Outcome
from tests.store.tables import BASE, MINE, THEIRS, opened

DONE, FENCED = Outcome.DONE, Outcome.FENCED


async def noted(stores: Stores, note: Noted, token: str = MINE) -> Outcome:
    """Return the outcome of storing a note."""
    answered: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    stores.logs.note("t1", token, note, answered.set_result)
    return await asyncio.wait_for(answered, 30)


async def test_a_note_replaces_the_former_note_and_an_empty_note_removes_it(stores: Stores) -> None:
    await opened(stores)
    for card, text in ((3, "red"), (12, "chop"), (3, "red 4\r\n\0 🎆"), (12, "")):
        assert await noted(stores, Noted(0, "ann", card, text)) is DONE
    assert await noted(stores, Noted(0, "bob with a name", 3, "4")) is DONE
    kept = (Noted(0, "ann", 3, "red 4\r\n\0 🎆"), Noted(0, "bob with a name", 3, "4"))
    assert await stores.logs.notes("t1", 0) == kept
    stored = await stores.logs.load("t1")
    assert stored is not None
    assert (stored.notes, stored.entries) == (kept, (BASE,))


@pytest.mark.parametrize("token", [THEIRS, "north-hub:1e", ""])
async def test_only_the_whole_token_of_the_owner_keeps_notes(stores: Stores, token: str) -> None:
    await opened(stores)
    assert await noted(stores, Noted(0, "ann", 3, "red"), token) is FENCED
    assert await stores.logs.notes("t1", 0) == ()


async def test_the_notes_of_a_deal_are_its_own(stores: Stores) -> None:
    owner = await opened(stores)
    await noted(stores, Noted(0, "ann", 3, "red"))
    await owner.deals(b"base of the second deal")
    await noted(stores, Noted(1, "ann", 3, "blue"))
    stored = await stores.logs.load("t1")
    assert stored is not None
    assert stored.notes == (Noted(1, "ann", 3, "blue"),)
    assert await stores.logs.notes("t1", 0) == (Noted(0, "ann", 3, "red"),)


async def test_notes_are_stored_in_the_order_of_the_calls(stores: Stores) -> None:
    await opened(stores)
    answers: list[Outcome] = []
    for number in range(300):
        stores.logs.note("t1", MINE, Noted(0, "ann", 3, str(number)), answers.append)
    assert await noted(stores, Noted(0, "ann", 4, "last")) is DONE
    assert answers == [DONE] * 300
    assert await stores.logs.notes("t1", 0) == (Noted(0, "ann", 3, "299"), Noted(0, "ann", 4, "last"))
