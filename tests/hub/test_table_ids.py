"""The ids of tables: the same for the same request, and hard to guess."""

from __future__ import annotations

import hashlib
import re

from protocol.v1.requests import Match, Open
from protocol.v1.updates import Done
from server.games.registry import GAMES
from tests.later_store import LaterStore
from tests.rooms import House, Person
from tests.virtual import now_ms, virtual


def former(player: str, request_id: int) -> str:
    """Return the id of older servers, which could be computed from the player and the request."""
    return hashlib.sha256(f"{player} {request_id}".encode()).hexdigest()[:16]


async def opens(player: Person, request_id: int) -> str:
    """Return the id of the table that a player's request opens."""
    done = await player.ask(Open(game="bridge", id=request_id))
    assert isinstance(done, Done) and done.table is not None
    return done.table


@virtual
async def test_the_id_of_a_table_does_not_follow_from_its_player_and_request() -> None:
    async with House(secret=b"one") as one, House(secret=b"another") as another:
        first = await opens(one.person("Ann"), 5)
        assert first not in (former("p-Ann", 5), await opens(another.person("Ann"), 5))
        assert re.fullmatch("[a-z2-7]{16}", first), "expected 80 bits, five in a letter or digit"


@virtual
async def test_the_same_request_opens_the_same_table_on_any_hub_and_after_a_restart() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before, House(store, exclusive=False) as beside:
        first = await opens(before.person("Ann"), 5)
        assert await opens(before.person("Ann"), 5) == first == await opens(beside.person("Ann"), 5)
        others = {await opens(before.person("Ann"), 6), await opens(before.person("Bob"), 5)}
        assert len({first, *others}) == 3
    async with House(store) as after:
        assert await opens(after.person("Ann"), 5) == first


@virtual
async def test_the_id_of_an_event_tells_nothing_of_the_table_that_was_opened_with_the_same_request_id() -> (
    None
):
    async with House() as house:
        ids, ann = house.hub.ids, house.player("Ann")
        event, table = await ids.of_event(ann, 5), await ids.of(ann, 5)
        assert event != table and event == await ids.of_event(ann, 5)
        assert await ids.of_event(ann, 0) != await ids.of_event(ann, 0)


@virtual
async def test_both_tables_of_a_match_have_their_own_repeatable_ids() -> None:
    async with House() as house:
        ann, pairs = house.person("Ann"), []
        for _ in range(2):
            done = await ann.ask(Match(game="bridge", count=2, id=7))
            assert isinstance(done, Done)
            pairs.append((done.table, done.other))
        (here, there), again = pairs
        assert (here, there) == again and here != there
        assert here is not None and not here.startswith(former("p-Ann", 7))


@virtual
async def test_a_table_opened_under_a_former_id_is_reached_by_the_same_request() -> None:
    async with House() as house:
        ann, eve = house.person("Ann"), house.person("Eve")
        old = former("p-Ann", 5)
        await house.hub.open_as(old, "p-Ann", Open(game="bridge"), GAMES["bridge"].options_type(), ())
        assert await opens(ann, 5) == old
        await house.hub.open_as(
            former("p-Eve", 9), "p-Ann", Open(game="bridge"), GAMES["bridge"].options_type(), ()
        )
        assert await opens(eve, 9) != former("p-Eve", 9), "a table that another player has opened"
