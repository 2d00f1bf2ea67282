"""Delayed watchers, who see the table exactly as it was some time ago, and nothing sooner."""

from __future__ import annotations

from protocol.v1.requests import Host, PerMove, Stand
from protocol.v1.updates import Done, Notice, Patch, Refused, View
from tests.hub.presence.company import appoint, let_in
from tests.lateness import MINUTE, PAUSE, Seen, calls, delayed_policy, play_with_pauses
from tests.rooms import QUIET, House, play_on
from tests.virtual import now_ms, passes, until, virtual


@virtual
async def test_a_delayed_watcher_sees_every_action_after_the_minutes_of_the_delay() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(10 * MINUTE))
        eve = house.person("Eve")
        shown = await eve.follow(table)
        assert shown.pub["phase"] == "deal"
        await play_on(house, table, players, 1)
        await passes(10 * MINUTE - 2_000)
        assert calls(eve.tables[table]) == 0
        await passes(4_000)
        assert calls(eve.tables[table]) == 1


@virtual
async def test_the_delayed_view_is_exactly_the_view_of_that_time_ago() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(20_000))
        eve = house.person("Eve")
        await eve.follow(table)
        seen = Seen(players[0], table)
        for _ in range(70):
            await play_on(house, table, players, 1)
            seen.note()
            await passes(900)
            ago_ms = now_ms() - 20_000
            if ago_ms >= seen.views[0][0] + 50:
                assert eve.tables[table].pub == seen.at(ago_ms)


@virtual
async def test_before_the_first_release_the_table_is_shown_as_opened() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(10 * MINUTE))
        await play_on(house, table, players, 30)
        eve = house.person("Eve")
        shown = await eve.follow(table, "all")
        assert (shown.pub["phase"], shown.pub["calls"], shown.own["hands"]) == ("deal", {}, None)
        await passes(5 * MINUTE)
        assert len(eve.of(View, Patch)) == 1


@virtual
async def test_delayed_watchers_see_every_hand_of_the_delayed_deal() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(MINUTE))
        eve = house.person("Eve")
        await eve.follow(table, "all")
        await play_on(house, table, players, 2)
        await passes(MINUTE + 100)
        hands = eve.tables[table].own["hands"]
        assert [hands[seat] for seat in range(4)] == [p.tables[table].own["hand"] for p in players]
        one = await eve.follow(table, 2)
        assert one.own["hand"] == hands[2] and one.audience == 2
        public = await eve.follow(table)
        assert public.own is None and calls(public) == 2


@virtual
async def test_seats_and_offices_see_the_present() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(10 * MINUTE))
        dora = house.person("Dora")
        await appoint(house, table, directors=("Dora",))
        await dora.watch(table, "director")
        await play_on(house, table, players, 2)
        assert calls(dora.tables[table]) == calls(players[0].tables[table]) == 2
        await players[0].ask(Stand(table=table, id=2))
        await until(lambda: players[0].tables[table].pub["phase"] == "deal")
        assert (players[0].tables[table].audience, players[0].tables[table].own) == ("public", None)


@virtual
async def test_no_player_is_timed_in_a_delayed_view() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(20_000, clock=PerMove(60_000), tempo_ms=2_000))
        eve = house.person("Eve")
        await eve.follow(table)
        await play_on(house, table, players, 1)
        await passes(25_000)
        assert eve.tables[table].pub["phase"] == "auction"
        told = eve.of(View, Patch)
        assert all(each.deadline_ms is None and each.opens_ms is None for each in told)


@virtual
async def test_a_delayed_view_gives_no_time_of_the_next_deal() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(5_000, pause_ms=30_000))
        eve = house.person("Eve")
        await eve.follow(table)
        await play_on(house, table, players, 4)
        await passes(6_000)
        assert (eve.tables[table].pub["phase"], eve.tables[table].next_deal_ms) == ("over", None)
        assert players[0].tables[table].next_deal_ms is not None


@virtual
async def test_a_watcher_one_board_behind_sees_it_at_the_pace_of_play_once_the_next_begins() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(boards=1))
        eve = house.person("Eve")
        await eve.follow(table)
        seen = await play_with_pauses(house, table, players, 3, 10_000)
        await play_on(house, table, players, 1)
        seen.note()
        assert eve.tables[table].pub["phase"] == "deal"
        pace_ms = seen.views[3][0] + PAUSE - seen.views[0][0]
        for passed_ms in range(2_000, 30_000, 5_000):
            await passes(seen.views[3][0] + PAUSE + passed_ms - now_ms())
            assert eve.tables[table].pub["board"] == 1
            assert calls(eve.tables[table]) == len(seen.at(now_ms() - pace_ms)["calls"])
        await passes(10_000)
        assert eve.tables[table].pub["result"] is not None


@virtual
async def test_boards_and_minutes_together_are_both_waited_for() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(5 * MINUTE, boards=1))
        eve = house.person("Eve")
        await eve.follow(table)
        await play_on(house, table, players, 4)
        await passes(4 * MINUTE)
        assert house.room(table).table.deal == 1 and eve.tables[table].pub["phase"] == "deal"
        await passes(MINUTE + 2_000)
        assert eve.tables[table].pub["result"] is not None


@virtual
async def test_closing_a_table_releases_its_waiting_boards() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(boards=2))
        eve = house.person("Eve")
        await eve.follow(table)
        await play_on(house, table, players, 6)
        await passes(MINUTE)
        assert eve.tables[table].pub["phase"] == "deal"
        await house.person("Host").ask(Host(table=table, terminate=True, id=1))
        await until(lambda: eve.tables[table].pub["board"] == 2, 200_000)
        assert not eve.of(Notice)
        await until(lambda: eve.of(Notice), 200_000)
        assert calls(eve.tables[table]) == 2 and eve.of(Notice)[0].kind == "closing"


@virtual
async def test_a_change_of_the_delay_and_back_shows_nothing_early() -> None:
    async with House() as house:
        policy = delayed_policy(10 * MINUTE)
        table, players = await house.dealt(policy)
        host, eve = house.person("Host"), house.person("Eve")
        await eve.follow(table, "all")
        await play_on(house, table, players, 4)
        await host.ask(Host(table=table, policy=QUIET, id=1))
        await until(lambda: calls(eve.tables[table]) == 4)
        await host.ask(Host(table=table, policy=policy, id=2))
        await play_on(house, table, players, 2)
        await passes(8 * MINUTE)
        assert eve.tables[table].pub["phase"] == "deal"
        await passes(3 * MINUTE)
        assert calls(eve.tables[table]) == 2


@virtual
async def test_after_a_change_of_the_delay_entries_that_are_not_due_disappear() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(MINUTE))
        host, eve = house.person("Host"), house.person("Eve")
        await eve.follow(table, "all")
        await play_on(house, table, players, 1)
        await passes(MINUTE + 100)
        assert calls(eve.tables[table]) == 1
        for number, policy in enumerate(
            (delayed_policy(3 * MINUTE), delayed_policy(3 * MINUTE, boards=1)), 1
        ):
            await host.ask(Host(table=table, policy=policy, id=number))
            await passes(MINUTE)
            assert (calls(eve.tables[table]), eve.tables[table].own["hands"]) == (0, None)
        await play_on(house, table, players, 3)
        await host.ask(Host(table=table, policy=delayed_policy(MINUTE), id=9))
        await passes(1_000)
        assert calls(eve.tables[table]) == 1


@virtual
async def test_a_watcher_that_has_seen_the_live_deal_with_a_delay_may_not_sit_in_it() -> None:
    async with House() as house:
        table, players = await house.dealt(delayed_policy(20_000))
        eve = house.person("Eve")
        await eve.follow(table, "all")
        await passes(30_000)
        assert eve.tables[table].own["hands"]
        await players[3].ask(Stand(table=table, id=5))
        refused = await eve.sit(table, 3)
        assert isinstance(refused, Refused) and refused.code == "forbidden"


@virtual
async def test_a_watcher_that_has_seen_only_public_or_past_cards_may_sit() -> None:
    async with House() as house:
        for policy, as_ in ((delayed_policy(20_000), "public"), (delayed_policy(boards=1), "all")):
            table, players = await house.dealt(policy)
            eve = house.person(f"Eve {as_}")
            await eve.follow(table, as_)  # type: ignore[arg-type]
            await play_on(house, table, players, 5)
            await passes(30_000)
            assert eve.tables[table].pub["phase"] != "deal"
            await players[3].ask(Stand(table=table, id=5))
            await let_in(house, table, f"Eve {as_}", 3)
            assert isinstance(await eve.sit(table, 3), Done)
            assert eve.tables[table].audience == "seat" and eve.tables[table].pub["board"] == 2
