"""A match of two tables: opened together, and compared board by board after any interruption."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from protocol.v1.codec import MSGPACK
from protocol.v1.requests import (
    Bank,
    ClockRules,
    Host,
    Lobby,
    Match,
    Open,
    PerBoard,
    PerMove,
    Policy,
    Rule,
)
from protocol.v1.updates import Done, Refused
from protocol.v1.updates import Lobby as Listed
from server.errors import Refusal
from server.store.table_logs import Append, OnOutcome, Stored
from tests.games.bridge.deals import EXAMPLE, ONE_SUIT_EACH
from tests.hub.presence.company import appoint
from tests.later_store import LaterStore
from tests.matches import OTHER, Played, compared
from tests.rooms import House, play_on
from tests.virtual import now_ms, passes, until, virtual


def pbn(number: int, deal: str) -> str:
    """Return a board in PBN."""
    return f'[Board "{number}"]\n[Deal "{deal}"]\n\n'


BOARDS = pbn(1, EXAMPLE) + pbn(2, ONE_SUIT_EACH)


@virtual
async def test_a_match_is_two_tables_that_name_each_other() -> None:
    async with House() as house:
        played = await Played.seated(house, count=2)
        for room, other in OTHER.items():
            match = played.players[room][0].tables[played.tables[room]].pub["match"]
            assert (match["room"], match["other"], match["imps"]) == (room, played.tables[other], 0)


@virtual
async def test_both_tables_play_the_same_boards_whether_drawn_or_uploaded() -> None:
    async with House() as house:
        for request in (Match(game="bridge", count=3), Match(game="bridge", boards=BOARDS)):
            tables = await house.desk.opening.open_match(house.player("Ann"), request, MSGPACK)
            one, other = [house.room(table) for table in tables]
            dealt = [one._deals.uploaded(number) for number in range(2)]
            assert dealt == [other._deals.uploaded(number) for number in range(2)] != [None, None]


@virtual
async def test_the_boards_of_a_match_are_stored_once() -> None:
    async with House() as house:
        request = Match(game="bridge", boards=BOARDS)
        tables = await house.desk.opening.open_match(house.player("Ann"), request, MSGPACK)
        assert [(await stored(house, table)).meta.boards for table in tables] == [None, None]
        assert (await stored(house, f"set:{tables[0][:-1]}")).meta.boards is not None


@virtual
async def test_the_same_player_and_id_get_the_same_two_tables() -> None:
    async with House() as house:
        doors = [house.person("Ann") for _ in range(4)]
        asked = (door.ask(Match(game="bridge", count=2, id=7)) for door in doors)
        answers = {(answer.table, answer.other) for answer in await asyncio.gather(*asked)}  # type: ignore[union-attr]
        assert len(answers) == 1 and len(house.hub.rooms) == 2
        assert not answers & {await house.person("Bob").ask(Match(game="bridge", count=2, id=7))}
        single = await house.person("Ann").ask(Open(game="bridge", id=7))
        assert isinstance(single, Done) and single.table not in next(iter(answers))


@virtual
@pytest.mark.parametrize("by", ["the second call", "a wake"])
async def test_a_server_that_dies_between_the_two_tables_leaves_a_match_that_heals(by: str) -> None:
    store = OneTableStore(now_ms)
    async with House(store) as before:
        answer = await before.person("Host").ask(
            Match(game="bridge", count=2, id=7, other_seats={1: "plain"})
        )
        assert isinstance(answer, Refused) and answer.code == "unavailable"
    (table,) = await store.tables()
    store.left = 9
    async with House(store) as after:
        if by == "a wake":
            await after.hub.room(table)
            await until(lambda: len(after.hub.rooms) == 2)
        else:
            again = await after.person("Host").ask(Match(game="bridge", id=7))
            assert isinstance(again, Done) and again.table == table
        one, other = [await stored(after, each) for each in sorted(await store.tables(), reverse=True)]
        assert one.meta.options == other.meta.options
        rooms = {room.table.id: room.table for room in after.hub.rooms}
        robots = [rooms[each].chairs[1].robot for each in rooms if each != table]
        assert robots in (["plain"], [])
        assert (await after.hub.room(f"{table[:-1]}c")).table.chairs[1].robot == "plain"


class OneTableStore(LaterStore):
    """A store that fails once it has the match and one of its tables."""

    left = 2

    async def create(self, table: str, meta: Any, token: str, base: bytes) -> bool:
        if not self.left:
            raise ConnectionError("the store is away")
        self.left -= 1
        return await super().create(table, meta, token, base)


async def stored(house: House, table: str) -> Stored:
    found = await house.store.load(table)
    assert found is not None
    return found


@virtual
async def test_an_invalid_match_is_refused_and_opens_no_table() -> None:
    async with House() as house:
        for wishes, code in (
            ({"options": {"scoring": "rubber"}}, "illegal_action"),
            ({"boards": BOARDS.replace("AQ52", "AQ53")}, "invalid_message"),
            ({"boards": BOARDS + pbn(2, EXAMPLE)}, "illegal_action"),
            ({"other_seats": {1: "nobody's"}}, "invalid_message"),
            ({"other_seats": {5: "plain"}}, "forbidden"),
            ({"options": {"scorning": 1}}, "invalid_message"),
        ):
            with pytest.raises(Refusal) as refusal:
                request = Match(game="bridge", **wishes)  # type: ignore[arg-type]
                await house.desk.opening.open_match(house.player("Ann"), request, MSGPACK)
            assert refusal.value.code == code, wishes
        assert not house.hub.rooms
        stranger = await house.person().ask(Match(game="bridge", id=1))
        assert isinstance(stranger, Refused) and stranger.code == "unauthorized"


@virtual
async def test_the_lobby_shows_both_rooms_by_their_names() -> None:
    async with House() as house:
        await Played.opened(house, name="Final", count=1)
        listed = await house.person().ask(Lobby(id=1))
        assert isinstance(listed, Listed)
        assert {row.name for row in listed.rows} == {"Final (open room)", "Final (closed room)"}


@virtual
async def test_the_imps_of_a_board_appear_at_both_tables_when_both_have_finished_it() -> None:
    async with House() as house:
        played = await Played.seated(house, count=2)
        await played.plays("open", "1NT")
        here = played.score("open")
        assert here and played.shown("open") == played.shown("closed") == {}
        await played.plays("closed")
        imps = played.shown("open")[1]["imps"]
        assert played.shown("open") == {1: compared(here, 0, imps)} and imps * here > 0
        assert played.shown("closed") == {1: compared(0, here, -imps)}


@virtual
async def test_the_faster_table_gets_no_result_until_the_other_has_finished_the_board() -> None:
    async with House() as house:
        played = await Played.seated(house, count=3)
        await played.plays("open", "1NT", boards=3)
        closed = [player.tables[played.tables["closed"]] for player in played.players["closed"]]
        versions = [each.version for each in closed]
        await passes(5_000)
        assert [each.version for each in closed] == versions
        await played.plays("closed", boards=2)
        assert list(played.shown("open")) == list(played.shown("closed")) == [1, 2]


@virtual
@pytest.mark.parametrize("clock", [PerMove(90_000), Bank(90_000, 5_000), PerBoard(1_000, 90_000)], ids=str)
async def test_the_news_of_the_other_table_reaches_no_player_and_moves_no_deadline(clock: ClockRules) -> None:
    async with House() as house:
        played = await Played.seated(house, count=2, policy=Policy(clock=clock, pause_ms=1_000))
        await passes(3_000)
        players, before = played.players["closed"], played.table("closed")
        for player in players:
            player.forget()
        await played.plays("open", "1NT")
        after = played.table("closed")
        assert after.index == before.index + 1 and not [update for p in players for update in p.heard]
        assert after.clock.deadline_ms() == before.clock.deadline_ms() is not None
        assert after.decision == before.decision


@virtual
async def test_a_closed_table_still_gets_the_results_of_the_other() -> None:
    async with House() as house:
        played = await Played.seated(house, count=1)
        await played.plays("open", "1NT")
        await until(lambda: played.table("open").closed)
        assert played.shown("open") == {}
        await played.plays("closed")
        assert list(played.shown("open")) == [1]


@virtual
async def test_an_adjusted_score_is_sent_to_the_other_table_again() -> None:
    async with House() as house:
        played = await Played.seated(house, count=2)
        await played.plays("open", "1NT")
        await played.plays("closed")
        host, director = house.person("Host"), house.person("Dora")
        await host.ask(Host(table=played.tables["open"], directors=("p-Dora",), id=1))
        ruling = {"t": "assign", "board": 1, "outcomes": [{"weight": 100}]}
        assert isinstance(await director.ask(Rule(table=played.tables["open"], ruling=ruling, id=1)), Done)
        await passes(20)
        assert played.shown("open")[1] == played.shown("closed")[1] == compared(0, 0, 0)


@virtual
async def test_an_artificial_score_counts_when_the_other_table_is_closed_without_the_board() -> None:
    async with House() as house:
        played = await Played.seated(house, count=2)
        host, director = house.person("Host"), house.person("Dora")
        await appoint(house, played.tables["open"], directors=("Dora",))
        ruling = {"t": "artificial", "north_south": "plus", "east_west": "minus"}
        assert isinstance(await director.ask(Rule(table=played.tables["open"], ruling=ruling, id=1)), Done)
        await passes(20)
        assert played.shown("open") == {}
        assert isinstance(await host.ask(Host(table=played.tables["closed"], terminate=True, id=2)), Done)
        await passes(20)
        assert played.shown("open") == {1: compared(0, 0, 3, "there")}
        assert played.shown("closed") == {1: compared(0, 0, -3, "here")}


@virtual
async def test_the_last_board_is_compared_at_once_and_again_when_a_director_corrects_it() -> None:
    async with House() as house:
        played = await Played.seated(house, count=1)
        director = house.person("Dora")
        await appoint(house, played.tables["open"], directors=("Dora",))
        await played.plays("open", "1NT")
        await played.plays("closed")
        assert played.shown("open")[1]["here"] == played.shown("closed")[1]["there"] == played.score("open")
        await passes(60_000)
        assert (played.table("open").closed, played.table("closed").closed) == (False, True)
        ruling = {"t": "assign", "outcomes": [{"weight": 100}]}
        assert isinstance(await director.ask(Rule(table=played.tables["open"], ruling=ruling, id=1)), Done)
        await passes(20)
        assert played.shown("open")[1] == played.shown("closed")[1] == compared(0, 0, 0)
        await passes(1_800_000)
        assert played.table("open").closed


@virtual
async def test_a_match_survives_a_restart_between_the_two_results() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        played = await Played.seated(before, count=2)
        await played.plays("open", "1NT")
        here = played.score("open")
    async with House(store) as after:
        played.house = after
        for room in OTHER:
            players = [after.person(f"{room} {seat}") for seat in "NESW"]
            played.players[room] = players
            for player in players:
                await player.watch(played.tables[room], "seat")
        await played.plays("closed")
        await passes(100)
        assert played.shown("open")[1]["here"] == played.shown("closed")[1]["there"] == here


class LosingStore(LaterStore):
    """A store that loses entries of one kind without an answer, until `lost` is empty."""

    lost = b""

    def append(self, append: Append, done: OnOutcome) -> None:
        if not (self.lost and any(self.lost in entry for entry in (append.entry, *append.more))):
            super().append(append, done)


@virtual
@pytest.mark.parametrize("lost", [b"heard", b"played"], ids=["the table's", "the match's"])
@pytest.mark.parametrize("woken", ["open", "closed"])
async def test_a_result_unsent_at_a_crash_is_sent_when_either_table_wakes(woken: str, lost: bytes) -> None:
    store = LosingStore(now_ms)
    store.lost = lost
    async with House(store) as before:
        played = await Played.seated(before, count=2)
        await played.plays("open", "1NT")
        assert not played.table("closed").state.match.there
    store.lost = b""
    async with House(store) as after:
        played.house = after
        await after.hub.room(played.tables[woken])
        await until(lambda: after.hub.live(played.tables["closed"]) is not None)
        await passes(100)
        assert list(played.table("closed").state.match.there) == [1]


@virtual
async def test_news_waits_for_a_store_that_is_away() -> None:
    async with House() as house:
        played = await Played.seated(house, count=2)
        await played.plays("closed")
        await play_on(house, played.tables["open"], played.players["open"], 3)
        house.store.prompt = False
        await play_on(house, played.tables["open"], played.players["open"], 1)
        house.store.answer()
        await passes(20)
        assert [append.table[:4] for append, _ in house.store.waiting] == ["set:"]
        house.store.away = True
        await passes(5_000)
        assert played.shown("closed") == {}
        house.store.prompt = True
        house.store.come_back()
        await passes(5_000)
        assert list(played.shown("open")) == list(played.shown("closed")) == [1]


@virtual
async def test_a_sleeping_table_is_woken_to_get_results() -> None:
    async with House() as house:
        played = await Played.opened(house, count=1)
        await played.sit_down("open")
        await until(lambda: house.hub.live(played.tables["closed"]) is None, 400_000)
        await played.plays("open", "1NT")
        await until(lambda: house.hub.live(played.tables["closed"]) is not None)


class BlindStore(LaterStore):
    """A store that finds no table for a while."""

    blind = False

    async def load(self, table: str) -> Stored | None:
        if self.blind:
            raise ConnectionError("the store is away")
        return await super().load(table)


@virtual
async def test_waking_the_other_table_is_tried_again() -> None:
    store = BlindStore(now_ms)
    async with House(store) as house:
        played = await Played.opened(house, count=1)
        await played.sit_down("open")
        await until(lambda: house.hub.live(played.tables["closed"]) is None, 400_000)
        store.blind = True
        await played.plays("open", "1NT")
        await passes(5_000)
        assert house.hub.live(played.tables["closed"]) is None
        store.blind = False
        await until(lambda: house.hub.live(played.tables["closed"]) is not None)
        await until(lambda: played.table("closed").state.match.there)
