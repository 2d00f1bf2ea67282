"""The limits on open tables of a player and of an address, which leave room for a whole club."""

from __future__ import annotations

import pytest

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import Host, Match, Open
from protocol.v1.updates import Done, Refused
from server.errors import Refusal
from server.session.openings import Openings
from server.settings import Settings
from server.table.lifetime import MINUTE_MS
from server.web.client_ip import ClientAddresses
from tests.rooms import House
from tests.virtual import passes, virtual

CLUB = "192.0.2.7"


def test_tables_are_counted_by_player_and_by_address() -> None:
    openings = Openings(per_player=2, per_address=3)
    openings.add(("t1", "t2"), "ann", CLUB)
    with pytest.raises(Refusal, match="you have 2 open tables"):
        openings.add(("t3",), "ann", CLUB)
    openings.add(("t3",), "bob", CLUB)
    with pytest.raises(Refusal, match="your address has 3 open tables"):
        openings.add(("t4",), "eve", CLUB)
    openings.add(("t4",), "eve", "198.51.100.1")
    openings.remove("t1")
    openings.add(("t5",), "eve", CLUB)
    assert len(openings) == 4


def test_a_table_counts_once_and_two_that_are_too_many_count_not_at_all() -> None:
    openings = Openings(per_player=2, per_address=9)
    assert openings.add(("t1",), "ann", "") == ("t1",)
    assert openings.add(("t1",), "ann", "") == ()
    with pytest.raises(Refusal):
        openings.add(("t2", "t3"), "ann", "")
    assert len(openings) == 1


@virtual
async def test_the_number_of_open_tables_of_a_player_is_limited() -> None:
    async with House(tables_per_player=2) as house:
        ann = house.person("Ann")
        first = await ann.ask(Open(game="bridge", id=1))
        assert isinstance(first, Done)
        assert isinstance(await ann.ask(Match(game="bridge", count=1, id=2)), Refused)
        assert isinstance(await ann.ask(Open(game="bridge", id=3)), Done)
        refused = await ann.ask(Open(game="bridge", id=4))
        assert isinstance(refused, Refused) and refused.code == "forbidden"
        assert await ann.ask(Open(game="bridge", id=1)) == first, "an unanswered open is sent again"
        await ann.ask(Host(table=str(first.table), terminate=True, id=5))
        assert isinstance(await ann.ask(Open(game="bridge", id=6)), Done)


@virtual
async def test_a_table_that_is_gone_counts_no_more() -> None:
    async with House(tables_per_player=1) as house:
        ann = house.person("Ann")
        assert isinstance(await ann.ask(Open(game="bridge", id=1)), Done)
        assert isinstance(await ann.ask(Open(game="bridge", id=2)), Refused)
        await passes(15 * MINUTE_MS)
        assert isinstance(await ann.ask(Open(game="bridge", id=3)), Done)


@virtual
async def test_an_opening_that_was_refused_for_another_reason_does_not_count() -> None:
    async with House(tables_per_player=1) as house:
        ann = house.person("Ann")
        assert isinstance(await ann.ask(Open(game="chess", id=1)), Refused)
        assert isinstance(await ann.ask(Open(game="bridge", options={"boards": -1}, id=2)), Refused)
        assert isinstance(await ann.ask(Open(game="bridge", id=3)), Done)


@virtual
async def test_one_address_cannot_flood_the_lobby_with_tables_of_guests() -> None:
    async with House() as house:
        most, opened = house.desk.settings.tables_per_address, 0
        for number in range(most + 50):
            try:
                wish = Open(game="bridge", id=1)
                await house.desk.opening.open(house.player(f"guest {number}"), wish, MSGPACK, address=CLUB)
                opened += 1
            except Refusal:
                continue
        assert opened == most


@virtual
async def test_by_default_a_club_of_a_hundred_tables_may_play_behind_one_address() -> None:
    settings = Settings()
    addresses, start_ms = ClientAddresses(settings), 1_700_000_000_000
    async with House(opens_burst=settings.opens_burst, opens_s=settings.opens_s) as house:
        director = house.player("Director")
        for table in range(100):
            wish = Open(game="bridge", id=table + 1)
            await house.desk.opening.open(director, wish, MSGPACK, address=CLUB)
        for number in range(400):
            now_ms = start_ms + number * 300  # within two minutes all tables are open
            assert not addresses.request(CLUB, now_ms) and not addresses.guest(CLUB, now_ms)
            assert addresses.enter(CLUB, now_ms) is None
