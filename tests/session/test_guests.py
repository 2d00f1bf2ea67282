"""Guests: names that can be shown, and tokens of which the store keeps only a hash."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from protocol.v1.requests import Hello
from protocol.v1.updates import Welcome
from server.session.guests import Guests
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
            await house.store.put_guest(key, msgspec.msgpack.encode(old), 60)
            found = await Guests(house.store, 60).find(token)
            assert found is not None and found.id == old.id
            assert found.name == (SHOWN if name == EVIL else "Guest 0123")

    run()
