"""The promises of EVOLUTION.md about ids, decisions and the end of a table, checked at a hub."""

from __future__ import annotations

from protocol.v1.bridge import Call
from protocol.v1.requests import Act, Host, Lobby, Open, Sit, Watch
from protocol.v1.updates import Done, Notice, Refused, View
from protocol.v1.updates import Lobby as Listed
from server.hub.hub import IDLE_MS
from server.table.lifetime import MINUTE_MS, Lifetimes
from tests.rooms import QUIET, House, Person, play_on
from tests.virtual import passes, until, virtual

SOON = Lifetimes(left_ms=60 * MINUTE_MS)
PASS = {"t": "call", "call": str(Call.PASS)}


async def code(person: Person, request: Watch | Sit | Act) -> str:
    """Return the code of a refusal, or "done"."""
    answer = await person.ask(request)
    return str(answer.code) if isinstance(answer, Refused) else "done"


@virtual
async def test_a_repeated_request_id_names_the_first_table() -> None:
    async with House() as house:
        host = house.person("Host")
        first = await host.ask(Open(id=7, game="bridge"))
        again = await host.ask(Open(id=7, game="spades", name="another"))
        new = await host.ask(Open(id=8, game="spades"))
        assert isinstance(first, Done) and isinstance(again, Done) and isinstance(new, Done)
        assert first.table == again.table != new.table
        assert house.room(str(first.table)).table.game.name == "bridge"


@virtual
async def test_a_decision_counts_on_from_board_to_board() -> None:
    async with House() as house:
        table, players = await house.dealt()
        decisions = []
        for board in (1, 2, 3):
            await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
            room = house.room(table).table
            assert room.game.pub(room.state).board == board
            decisions.append(room.decision)
            await play_on(house, table, players, 4)
            await until(
                lambda: house.room(table).table.game.result(house.room(table).table.state) is not None
            )
            await passes(2_000)
        assert decisions == ["0.0", "0.4", "0.8"]


@virtual
async def test_a_closed_table_is_watched_and_refuses_seats_and_acts() -> None:
    async with House() as house:
        table, players = await house.dealt()
        host, late = house.person("Host"), house.person("Late")
        assert isinstance(await host.ask(Host(table=table, terminate=True, id=1)), Done)
        await passes(100)
        (notice,) = players[0].of(Notice)
        assert (notice.kind, notice.table) == ("closing", table) and notice.message
        assert await code(late, Watch(table=table, id=1)) == "done"
        assert late.of(View)
        assert await code(late, Sit(table=table, seat=0, id=2)) == "forbidden"
        act = Act(table=table, n=1, action=PASS, decision="0.0", id=3)
        assert await code(players[0], act) == "forbidden"
        listed = await late.ask(Lobby(id=4))
        assert isinstance(listed, Listed) and not listed.rows


@virtual
async def test_a_removed_table_is_unknown_until_its_request_opens_a_new_one_under_its_id() -> None:
    async with House(lifetimes=SOON) as house:
        wish = Open(game="bridge", policy=QUIET, id=5)
        opened = await house.person("Host").ask(wish)
        assert isinstance(opened, Done) and opened.table is not None
        players = await house.four(opened.table)
        await play_on(house, opened.table, players, 1)
        for person in house.clients:
            person.hang_up()
        await passes(70 * MINUTE_MS + IDLE_MS)
        ann = house.person("Ann")
        assert await code(ann, Watch(table=opened.table, id=1)) == "no_such_table"
        assert await code(ann, Sit(table=opened.table, seat=0, id=2)) == "no_such_table"
        again = await house.person("Host").ask(wish)
        assert isinstance(again, Done) and again.table == opened.table
        watched = await house.person("North").ask(Watch(table=opened.table, id=3))
        assert isinstance(watched, Done) and watched.n == 0
