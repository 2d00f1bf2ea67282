"""The opening of tables and matches for players."""

from __future__ import annotations

import pytest

from protocol.v1.codec import JSON, MSGPACK, Codec
from protocol.v1.requests import Match, Open
from protocol.v1.updates import Done
from server.games.registry import GAMES
from tests.rooms import QUIET, House
from tests.session.refusals import refused
from tests.virtual import virtual

both_codecs = pytest.mark.parametrize("codec", [MSGPACK, JSON], ids=lambda codec: codec.name)


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
async def test_a_game_that_the_server_does_not_have_is_refused_with_the_known_games() -> None:
    async with House() as house:
        host = house.person("Host")
        answer = await refused("invalid_message", host, Open(game="whist", id=1))
        known = ", ".join(sorted(GAMES))
        assert answer.message == f"expected one of the games {known}, got 'whist' - at `$.game`"
        assert len(house.store._tables) == 0


@virtual
async def test_a_client_without_a_token_opens_no_table() -> None:
    async with House() as house:
        await refused("unauthorized", house.person(), Open(game="bridge", id=1))
        assert len(house.store._tables) == 0
