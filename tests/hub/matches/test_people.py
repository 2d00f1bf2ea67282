"""The rights of people in a match: players and officers belong to one table, and watchers are delayed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.codec import JSON
from protocol.v1.requests import Chat as Say
from protocol.v1.requests import Host, Lobby, PerMove, Policy, Stand, Watch
from protocol.v1.updates import Chat, Done, Patch, Refused, View
from server.errors import Refusal
from tests.hub.presence.company import appoint
from tests.later_store import LaterStore
from tests.matches import Played, code
from tests.rooms import QUIET, House
from tests.virtual import now_ms, passes, until, virtual


@virtual
async def test_a_player_of_one_room_may_not_sit_in_the_other() -> None:
    async with House() as house:
        played = await Played.opened(house, count=2)
        ann = house.person("Ann")
        assert isinstance(await ann.sit(played.tables["open"], 0), Done)
        assert code(await ann.sit(played.tables["closed"], 0)) == "forbidden"
        await ann.ask(Stand(table=played.tables["open"], id=90))
        assert isinstance(await ann.sit(played.tables["closed"], 0), Done)


@virtual
async def test_a_player_that_sits_down_in_both_rooms_at_once_gets_one_seat() -> None:
    async with House() as house:
        played = await Played.opened(house, count=2)
        here, there = house.person("Ann"), house.person("Ann")
        house.store.prompt = False
        asked = [
            asyncio.create_task(here.sit(played.tables["open"], 0)),
            asyncio.create_task(there.sit(played.tables["closed"], 0)),
        ]
        await passes(50)
        while house.store.waiting:
            house.store.answer()
        answers = [await each for each in asked]
        assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused"]


@virtual
async def test_a_player_that_held_a_hand_in_one_room_may_sit_in_the_other_after_its_board() -> None:
    async with House() as house:
        played = await Played.seated(house, count=3)
        north = played.players["open"][0]
        await north.ask(Stand(table=played.tables["open"], id=90))
        (free,) = played.players["closed"][:1]
        await free.ask(Stand(table=played.tables["closed"], id=91))
        assert code(await north.sit(played.tables["closed"], 0)) == "forbidden"
        await free.sit(played.tables["closed"], 0)
        await played.plays("closed")
        await until(lambda: played.table("closed").deal == 1)
        await free.ask(Stand(table=played.tables["closed"], id=92))
        assert isinstance(await north.sit(played.tables["closed"], 0), Done)


@virtual
async def test_a_player_that_saw_a_later_board_in_one_room_may_not_sit_in_the_other_after_a_restart() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        played = await Played.opened(before, count=3)
        await played.sit_down("open")
        await played.plays("open", boards=1)
        await until(lambda: played.table("open").deal == 1)
        await played.players["open"][0].ask(Stand(table=played.tables["open"], id=90))
    async with House(store) as after:
        north = after.person("open N")
        await after.hub.room(played.tables["closed"])
        for _ in range(2):
            answer = await north.sit(played.tables["closed"], 0)
            if isinstance(answer, Refused) and answer.code == "unavailable":
                await passes(100)
        assert code(answer) == "forbidden"


@virtual
async def test_an_absent_owner_follows_the_board_of_one_room_and_never_plays_it_in_the_other() -> None:
    async with House(robots={}) as house:
        policy = replace(QUIET, hold_ms=1_000)
        played = await Played.opened(house, count=3, policy=policy)
        here, there = played.tables.values()
        await appoint(house, here, invited=("Sub",))
        for room in played.tables:
            await played.sit_down(room)
        played.players["open"][0].hang_up()
        await passes(60_000)
        assert played.table("open").chairs[0].owner == "p-open N"
        assert isinstance(await house.person("Sub").sit(here, 0), Done)
        played.players["open"][0] = house.person("Sub")
        await played.players["open"][0].watch(here, "seat")
        await played.plays("open", boards=1)
        await until(lambda: played.table("open").deal == 1)
        back = house.player("open N")
        await played.plays("open", "7NT", boards=1)
        shown = house.room(here).viewers.snapshot(back, Watch(table=here), JSON)
        assert JSON.decode_plain(shown.payload, 1 << 20)["pub"]["plays"]
        await played.plays("closed", boards=1)
        await until(lambda: played.table("closed").deal == 1)
        assert isinstance(await house.person("open N").ask(Stand(table=here, id=90)), Done)
        await played.players["closed"][0].ask(Stand(table=there, id=91))
        assert code(await house.person("open N").sit(there, 0)) == "forbidden"


@virtual
async def test_players_and_offices_of_a_match_belong_to_one_table() -> None:
    async with House() as house:
        played = await Played.opened(house, count=2)
        host, ann = house.person("Host"), house.person("Ann")
        here, there = played.tables["open"], played.tables["closed"]
        for number, office in enumerate(("directors", "commentators")):
            named = {office: ("p-Ann",)}
            assert isinstance(await host.ask(Host(table=here, id=10 + number, **named)), Done)  # type: ignore[arg-type]
            assert code(await ann.sit(there, 0)) == "forbidden"
            await host.ask(Host(table=here, id=20 + number, **{office: ()}))  # type: ignore[arg-type]
            assert isinstance(await ann.sit(there, 0), Done)
            assert code(await host.ask(Host(table=here, id=30 + number, **named))) == "forbidden"  # type: ignore[arg-type]
            await ann.ask(Stand(table=there, id=90 + number))
        await ann.sit(there, 0)
        assert code(await host.ask(Host(table=here, id=50, place={2: "p-Ann"}))) == "forbidden"


@virtual
async def test_the_options_of_a_match_cannot_change() -> None:
    async with House() as house:
        played = await Played.opened(house, count=2)
        host = house.person("Host")
        answer = await host.ask(Host(table=played.tables["open"], options={"undo": "none"}, id=1))
        assert code(answer) == "forbidden"
        assert isinstance(await host.ask(Host(table=played.tables["open"], pause=True, id=2)), Done)


@virtual
@pytest.mark.parametrize(
    "change", [{"pause": True}, {"terminate": True}, {"place": {0: None}}, {"add_ms": 1}], ids=str
)
async def test_a_host_that_plays_in_one_room_disturbs_no_board_of_the_other(change: dict[str, Any]) -> None:
    async with House() as house:
        played = await Played.opened(house, count=2, policy=Policy(clock=PerMove(90_000)))
        await played.sit_down("closed")
        host = house.person("Host")
        here, there = played.tables["open"], played.tables["closed"]
        await host.sit(here, 0)
        assert code(await host.ask(Host(table=there, id=1, **change))) == "forbidden"
        await appoint(house, there, directors=("Dora",))
        assert isinstance(await house.person("Dora").ask(Host(table=there, id=3, **change)), Done)


@virtual
async def test_a_host_that_plays_may_pause_the_own_room_always_and_the_other_between_boards() -> None:
    async with House() as house:
        played = await Played.opened(house, count=2)
        host = house.person("Host")
        await host.sit(played.tables["open"], 0)
        for number, room in enumerate(("closed", "open")):
            assert isinstance(
                await host.ask(Host(table=played.tables[room], pause=True, id=number + 1)), Done
            )


@virtual
async def test_a_board_shows_watchers_nothing_until_the_other_table_has_finished_it() -> None:
    async with House() as house:
        played = await Played.seated(house, count=2)
        eve = house.person("Eve")
        shown = await eve.follow(played.tables["open"])
        eve.forget()
        await played.plays("open", "1NT")
        await passes(60_000)
        assert (shown.pub["phase"], shown.pub["calls"]) == ("deal", {}) and not eve.of(View, Patch)
        await played.plays("closed")
        await until(lambda: eve.tables[played.tables["open"]].pub["result"], 10_000)
        assert len(eve.tables[played.tables["open"]].pub["plays"]) == 52


@virtual
async def test_boards_that_a_room_will_never_play_are_shown_when_the_other_has_finished_or_ended_too() -> (
    None
):
    async with House() as house:
        played = await Played.seated(house, count=3)
        eves = {room: house.person(f"Eve {room}") for room in played.tables}
        for room, eve in eves.items():
            await eve.follow(played.tables[room])
        await played.plays("open", "1NT")
        await passes(60_000)
        assert {eve.tables[played.tables[room]].pub["phase"] for room, eve in eves.items()} == {"deal"}
        await house.person("Host").ask(Host(table=played.tables["closed"], terminate=True, id=1))
        for room, phase in (("open", "over"), ("closed", "auction")):
            await until(lambda: eves[room].tables[played.tables[room]].pub["phase"] == phase, 100_000)  # noqa: B023
            assert not eves[room].tables[played.tables[room]].pub["match"]["boards"]


@virtual
async def test_a_watcher_of_all_hands_of_a_match_sees_boards_that_both_rooms_have_finished() -> None:
    async with House() as house:
        played = await Played.seated(house, count=2)
        eve = house.person("Eve")
        await played.plays("open", "1NT")
        await eve.follow(played.tables["open"], "all")
        assert eve.tables[played.tables["open"]].own["hands"] is None
        assert eve.player.id not in played.table("open").hand_access.seen_by
        await played.plays("closed")
        await until(lambda: eve.tables[played.tables["open"]].own["hands"], 10_000)


@virtual
async def test_the_view_by_http_is_delayed_as_for_watchers() -> None:
    async with House() as house:
        played = await Played.seated(house, count=2)
        room = house.room(played.tables["open"])
        request = Watch(table=played.tables["open"])
        with pytest.raises(Refusal) as refusal:
            room.viewers.snapshot(house.player("Eve"), request, JSON)
        assert refusal.value.code == "unavailable" and refusal.value.retry_ms
        await passes(1_000)
        await played.plays("open", "1NT")
        view = JSON.decode_plain(room.viewers.snapshot(house.player("Eve"), request, JSON).payload, 1 << 20)
        assert view["pub"]["phase"] == "deal" and not view["pub"]["calls"]


async def _heard_elsewhere(call: str, id: int) -> list[object]:
    """Return all messages to watchers and to the closed room during a board in the open room."""
    async with House() as house:
        played = await Played.seated(house, count=2, id=id, boards=None)
        elsewhere = list(played.players["closed"])
        for name, table in (("Eve", "open"), ("Adam", "closed")):
            for as_ in ("public", "all", 2):
                elsewhere.append(house.person(f"{name} {as_}"))
                await elsewhere[-1].follow(played.tables[table], as_)  # type: ignore[arg-type]
        await passes(5_000)
        for person in elsewhere:
            person.forget()
        await played.plays("open", call)
        await passes(2 * 60_000)
        await played.plays("open", call)
        await until(lambda: played.table("open").closed)
        await passes(5_000)
        rows = await house.person().ask(Lobby(id=1))
        return [rows, *((person.player.name, person.heard) for person in elsewhere)]


@virtual
async def test_the_play_of_a_board_in_one_room_changes_no_message_outside_the_room() -> None:
    worlds = [await _heard_elsewhere(call, id=77) for call in ("P", "1NT", "7NT")]
    assert worlds[0] == worlds[1] == worlds[2]
    heard = [update for _, updates in worlds[0][1:] for update in updates]  # type: ignore[misc]
    assert {type(update).__name__ for update in heard} <= {"People", "Notice"}


@virtual
async def test_commentary_reaches_only_watchers_and_only_once_the_board_may_be_seen() -> None:
    async with House() as house:
        played = await Played.seated(house, count=2)
        table = played.tables["open"]
        carl, eve, adam = house.person("Carl"), house.person("Eve"), house.person("Adam")
        await appoint(house, table, commentators=("Carl",))
        await carl.watch(table, "commentator")
        assert carl.tables[table].own["hands"]
        await eve.follow(table)
        await adam.follow(played.tables["closed"])
        assert isinstance(await carl.ask(Say(table=table, text="the king is offside", id=2)), Done)
        await played.plays("open", "1NT")
        await passes(60_000)
        assert not eve.of(Chat)
        await played.plays("closed")
        await until(lambda: eve.of(Chat), 100_000)
        assert eve.of(Chat)[0].lines[0].text == "the king is offside"
        everybody_else = [adam, *played.players["open"], *played.players["closed"]]
        assert not [chat for person in everybody_else for chat in person.of(Chat)]
