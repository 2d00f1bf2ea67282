"""Requests of shown hands, rulings and matches on their way through a session."""

from __future__ import annotations

import pytest

from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Chat, Host, Policy, Rule, Show, Stand, Watch
from protocol.v1.updates import Done
from tests.hub.presence.company import appoint
from tests.rooms import House
from tests.session.refusals import refused
from tests.virtual import passes, virtual

both_codecs = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)


@both_codecs
def test_a_hand_is_shown_and_a_ruling_made_over_the_wire_and_answered_by_done(codec: Codec) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            table, players = await house.dealt()
            director = house.person("Dir", codec)
            await appoint(house, table, directors=("Dir",))
            await director.watch(table)
            north = house.person("North", codec)
            answer = await north.ask(Show(table=table, player="p-Dir", id=2))
            assert answer == Done(id=2, table=table)
            ruling = {"t": "artificial", "north_south": "plus", "east_west": "minus"}
            assert await director.ask(Rule(table=table, ruling=ruling, id=3)) == Done(id=3, table=table)
            assert house.room(table).table.over
            await refused("forbidden", players[0], Rule(table=table, ruling=ruling, id=4))
            await refused("invalid_message", director, Rule(table=table, ruling={"t": "dance"}, id=5))
            await refused("not_seated", director, Show(table=table, player="p-North", id=6))

    run()


@virtual
async def test_shown_hands_and_rulings_have_the_allowance_of_other_changes() -> None:
    async with House(changes_s=0.5, changes_burst=3) as house:
        table, players = await house.dealt()
        for id in (1, 2):
            await refused("forbidden", players[0], Show(table=table, player="p-Nobody", id=id))
        await refused("rate_limited", players[0], Show(table=table, player="p-Nobody", id=3))
        for id in (1, 2):
            await refused("forbidden", players[1], Rule(table=table, ruling={"t": "go_on"}, id=id))
        await refused("rate_limited", players[1], Rule(table=table, ruling={"t": "go_on"}, id=3))


@virtual
async def test_a_client_that_was_sent_out_may_follow_again_later_and_gets_no_requests_meanwhile() -> None:
    async with House() as house:
        table = await house.table()
        ann, host = house.person("Ann"), house.person("Host")
        await ann.watch(table)
        await host.ask(Host(table=table, policy=Policy(watchers=False), id=1))
        assert ann.session.followed == ()
        await refused("forbidden", ann, Watch(table=table, id=2))
        await refused("forbidden", ann, Chat(table=table, text="hello", id=3))
        await refused("not_seated", ann, Stand(table=table, id=4))
        ann.forget()
        await passes(5_000)
        assert ann.heard == []
        await host.ask(Host(table=table, policy=Policy(), id=2))
        assert (await ann.watch(table)).audience == "public" and ann.session.followed == (table,)
