"""A guest without a name reads who invites to what; a host on the server's machine, how friends reach it."""

from __future__ import annotations

import pytest

from protocol.v1.requests import Host, Open, Policy, Sit, Watch
from protocol.v1.updates import Done
from tests.web.refusals import code
from tests.web.served import Served, needs_redis, talking

pytestmark = needs_redis


@pytest.mark.parametrize("access", ["open", "private", "invited"])
async def test_whoever_has_the_link_reads_who_invites_to_what(server: Served, access: str) -> None:
    token = await server.guest("Ann")
    async with talking(server, token) as ann, server.http() as http:
        wish = Open(
            id=1,
            game="spades",
            name="Friday",
            options={"target": 300},
            policy=Policy(access=access),  # type: ignore[arg-type]  # one of its three values
        )
        done = await ann.ask(wish)
        assert isinstance(done, Done) and done.table
        about = f"/v1/tables/{done.table}/invitation"
        # The host is named while at the table: in a seat, or as a watcher.
        assert (await http.get(about)).json()["host"] == ""
        await ann.ask(Watch(id=2, table=done.table))
        told = (await http.get(about)).json()
        assert told.pop("options")["target"] == 300
        assert told == {
            "table": done.table,
            "name": "Friday",
            "game": "spades",
            "host": "Ann",
            "access": access,
        }
        await ann.ask(Sit(id=3, table=done.table, seat=0))
        assert (await http.get(about)).json()["host"] == "Ann"
        await ann.ask(Host(id=4, table=done.table, terminate=True))
        closed = await http.get(about)
        assert code(closed) == (404, "no_such_table")


async def test_there_is_no_invitation_to_a_table_that_does_not_exist(server: Served) -> None:
    async with server.http() as http:
        answer = await http.get("/v1/tables/nowhere/invitation")
        assert code(answer) == (404, "no_such_table")


async def test_a_server_on_a_loopback_address_names_no_address_for_friends(server: Served) -> None:
    async with server.http() as http:
        assert (await http.get("/v1/reach")).json() == {"addresses": []}
