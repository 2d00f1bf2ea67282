"""Requests of shown hands, rulings and matches on their way through a session."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Chat, Host, Match, Open, Policy, Rule, Show, Stand, Watch
from protocol.v1.updates import Done, Refused
from tests.hub.presence.company import appoint
from tests.rooms import QUIET, House, Person
from tests.virtual import passes, virtual

both_codecs = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)


async def refused(code: str, person: Person, request: Any) -> Refused:
    """Assert that a request is refused with this code."""
    answer = await person.ask(request)
    assert isinstance(answer, Refused) and answer.code == code, answer
    return answer


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


@both_codecs
def test_a_match_is_answered_by_both_its_tables(codec: Codec) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            host = house.person("Host", codec)
            done = await host.ask(Match(game="bridge", count=2, policy=QUIET, id=1))
            assert isinstance(done, Done) and done.table and done.other and done.table != done.other
            assert await host.ask(Match(game="bridge", count=2, policy=QUIET, id=1)) == done
            for room in (done.table, done.other):
                await host.watch(room)
            await refused("unauthorized", house.person("", codec), Match(game="bridge", id=2))
            await refused("invalid_message", host, Match(game="bridge", other_seats={0: "nobody"}, id=3))

    run()


@virtual
@pytest.mark.parametrize(("wished", "undo"), [({}, "law25"), ({"undo": "consent"}, "consent")])
async def test_a_match_is_played_by_law_25_unless_its_options_name_another_undo(
    wished: dict[str, str], undo: str
) -> None:
    async with House() as house:
        match = Match(game="bridge", count=1, options={**wished, "screens": True}, id=1)
        done = await house.person("Host").ask(match)
        assert isinstance(done, Done) and done.table and done.other
        for table in (done.table, done.other):
            options = (await house.hub.room(table)).table.state.options
            assert (options.undo, options.screens) == (undo, True)


@virtual
async def test_a_single_table_is_played_by_consent_as_ever() -> None:
    async with House() as house:
        done = await house.person("Host").ask(Open(game="bridge", id=1))
        assert isinstance(done, Done) and done.table
        assert (await house.hub.room(done.table)).table.state.options.undo == "consent"


@virtual
async def test_a_substitute_is_one_of_the_robots_that_the_server_has() -> None:
    async with House() as house:
        host = house.person("Host")
        wrong = Policy(substitute="genius")
        answer = await refused("invalid_message", host, Open(game="bridge", policy=wrong, id=1))
        assert answer.message == "expected one of the robots plain, got 'genius' - at `$.policy.substitute`"
        table = await house.table(policy=Policy(substitute="plain"))
        await refused("invalid_message", host, Host(table=table, policy=wrong, id=2))


@virtual
async def test_a_robot_that_does_not_play_the_tables_game_is_neither_seated_nor_a_substitute() -> None:
    async with House(robots={"plain": ("bridge", "spades"), "bidder": ("bridge",)}) as house:
        host, words = (
            house.person("Host"),
            "expected one of the robots plain, which play spades, got 'bidder' - at ",
        )
        bidder = Policy(substitute="bidder")
        seated = await refused("invalid_message", host, Open(game="spades", seats={1: "bidder"}, id=1))
        assert seated.message == words + "`$.seats`"
        gone = await refused("invalid_message", host, Open(game="spades", policy=bidder, id=2))
        assert gone.message == words + "`$.policy.substitute`"
        table = await house.table(game="spades", seats={1: "plain"})
        await refused("invalid_message", host, Host(table=table, seats={2: "bidder"}, id=3))
        await refused("invalid_message", host, Host(table=table, policy=bidder, id=4))
        assert isinstance(await host.ask(Open(game="bridge", seats={1: "bidder"}, policy=bidder, id=5)), Done)


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
