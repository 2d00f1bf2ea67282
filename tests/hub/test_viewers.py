"""The viewers of a table: the views that each may see, and one answer to every watch request."""

from __future__ import annotations

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Host, Policy, Stand, Unwatch, Watch
from protocol.v1.updates import Done, Notice, People, Refused, View
from tests.rooms import QUIET, House, as_sent, play_on
from tests.virtual import passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))
OPEN_HANDS = Policy(hands="live", clock=QUIET.clock, pause_ms=1_000)


@virtual
async def test_a_watcher_that_comes_while_an_entry_is_in_flight_sees_it() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt()
        house.store.prompt = False
        north.act(table, 1, PASS)
        watcher = house.person()
        assert (await watcher.watch(table)).pub["calls"] == {}
        house.store.answer()
        assert watcher.tables[table].pub["calls"] == {0: "P"}


@virtual
async def test_sitting_down_moves_all_of_that_players_views_and_standing_up_makes_them_public() -> None:
    async with House() as house:
        table = await house.table()
        here, there = house.person("Ann"), house.person("Ann")
        await here.watch(table)
        await there.watch(table)
        await here.sit(table, 1)
        assert [person.tables[table].audience for person in (here, there)] == ["seat", "seat"]
        await there.ask(Stand(table=table, id=5))
        assert [person.tables[table].audience for person in (here, there)] == ["public", "public"]
        assert (here.tables[table].own, there.tables[table].own) == (None, None)


@virtual
async def test_a_watcher_that_has_seen_a_hand_may_not_sit_until_the_next_board() -> None:
    async with House() as house:
        table, players = await house.dealt(policy=OPEN_HANDS)
        eve = house.person("Eve")
        assert (await eve.watch(table, 0)).own is not None
        await players[3].ask(Stand(table=table, id=5))
        assert isinstance(await eve.sit(table, 3), Refused)
        assert eve.tables[table].audience == 0


@virtual
async def test_a_watcher_of_hands_sees_them_again_in_the_next_board_and_nothing_between() -> None:
    async with House() as house:
        table, players = await house.dealt(policy=OPEN_HANDS)
        eve = house.person("Eve")
        await eve.watch(table, "all")
        await play_on(house, table, players, 4)
        eve.forget()
        await passes(1_500)
        shown = [(view.audience, view.pub["board"]) for view in eve.of(View)]  # type: ignore[index]
        assert shown == [("public", 2), ("all", 2)]
        assert eve.tables[table].own is not None


@virtual
async def test_a_policy_that_hides_hands_hides_them_at_once() -> None:
    async with House() as house:
        table = await house.table(policy=OPEN_HANDS)
        eve = house.person("Eve")
        await eve.watch(table, "all")
        await house.person("Host").ask(Host(table=table, policy=QUIET, id=1))
        assert eve.tables[table].audience == "public"
        await house.four(table)
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        assert (eve.tables[table].audience, eve.tables[table].own) == ("public", None)


@virtual
async def test_a_watcher_that_leaves_while_a_look_is_in_flight_is_answered_in_order_and_follows_nothing() -> (
    None
):
    async with House() as house:
        table, _ = await house.dealt(policy=OPEN_HANDS)
        eve = house.person("Eve")
        house.store.prompt = False
        eve.tell(Watch(table=table, as_="all", id=1))
        eve.tell(Unwatch(table=table, id=2))
        house.store.answer()
        await passes(10)
        assert [update.id for update in eve.of(Done, Refused)] == [1, 2]
        assert eve.session not in list(house.room(table).viewers.feeds.listeners)


@virtual
async def test_a_watcher_with_two_requests_during_a_look_gets_two_answers_and_the_last_audience() -> None:
    async with House() as house:
        table, _ = await house.dealt(policy=OPEN_HANDS)
        for last, audience in (("public", "public"), (2, 2)):
            eve = house.person(f"Eve {last}")
            house.store.prompt = False
            eve.tell(Watch(table=table, as_="all", id=1))
            eve.tell(Watch(table=table, as_=last, id=2))  # type: ignore[arg-type]
            house.store.prompt = True
            house.store.come_back()
            await passes(10)
            assert [update.id for update in eve.of(Done, Refused)] == [1, 2]
            assert eve.tables[table].audience == audience


@virtual
async def test_a_watcher_that_disconnects_while_a_look_is_in_flight_follows_nothing() -> None:
    async with House() as house:
        table, _ = await house.dealt(policy=OPEN_HANDS)
        eve = house.person("Eve")
        house.store.prompt = False
        eve.tell(Watch(table=table, as_="all", id=1))
        eve.hang_up()
        house.store.answer()
        assert eve.session not in list(house.room(table).viewers.feeds.listeners)


@virtual
async def test_a_drained_listener_gets_the_people_and_the_end_of_the_table() -> None:
    async with House() as house:
        table, players = await house.dealt()
        slow = house.person("Slow")
        await slow.watch(table)
        await passes(3_000)
        slow.deaf = True
        await players[0].ask(Stand(table=table, id=9))
        await house.person("Host").ask(Host(table=table, terminate=True, id=1))
        await passes(3_000)
        slow.forget()
        slow.listen_again()
        assert not slow.unread
        (people,) = slow.of(People)
        assert people.seats[0].player is None
        assert [notice.kind for notice in slow.of(Notice)] == ["closing"]


@virtual
async def test_a_player_sees_no_other_hand_as_a_watcher_even_after_the_board() -> None:
    async with House() as house:
        table, players = await house.dealt(OPEN_HANDS)
        for _ in range(2):
            answer = await players[0].ask(Watch(table=table, as_=1, id=9))
            assert isinstance(answer, Refused) and answer.code == "forbidden"
            await play_on(house, table, players, 4)
        assert players[0].tables[table].audience == "seat"


@virtual
async def test_a_watcher_that_asks_for_the_public_view_as_a_deal_shows_hands_again_gets_it() -> None:
    async with House() as house:
        table, players = await house.dealt(OPEN_HANDS)
        eve = house.person("Eve")
        await eve.watch(table, "all")
        await play_on(house, table, players, 4)
        house.store.prompt = False
        while house.room(table).table.deal == 0:
            await until(lambda: house.store.waiting)
            house.store.answer()
        assert len(house.store.waiting) == 1, "expected the look to be in flight"
        await eve.watch(table)
        house.store.answer()
        assert (eve.tables[table].audience, eve.tables[table].own) == ("public", None)


@virtual
async def test_a_drained_listener_that_missed_nothing_gets_nothing() -> None:
    async with House() as house:
        table, _ = await house.dealt()
        eve = house.person("Eve")
        await eve.watch(table)
        await passes(3_000)
        eve.forget()
        eve.listen_again()
        assert eve.heard == []


@virtual
async def test_a_returning_listener_with_the_present_version_gets_an_answer_and_no_view() -> None:
    async with House() as house:
        table, players = await house.dealt()
        known = players[1].tables[table]
        players[1].hang_up()
        again = house.person("East")
        again.tell(Watch(table=table, as_="seat", epoch=known.epoch, version=known.version, id=1))
        assert again.heard == [Done(id=1, n=0, table=table)]
