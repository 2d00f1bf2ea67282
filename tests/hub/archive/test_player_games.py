"""The lists of a player's finished deals: pages, filters, and the judgement at the moment of reading."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Host, Policy, Sit, Stand, Watch
from protocol.v1.updates import Done
from server.errors import Refusal
from server.games.registry import GAMES
from server.hub.archive import player_games as module
from server.hub.archive.archive import Archive
from server.hub.archive.archiver import CLOSED_MS, Archiver
from server.hub.archive.logs_with_archive import LogsWithArchive
from server.hub.archive.player_games import Page, PlayerGames, Wish
from server.records.registry import result_line
from server.store.archive.archive import is_pseudonym
from server.table.player import RobotOwner
from tests.hub.archive.asking import ARTIFICIAL, LONG, Asking, pass_out, rule_as_director
from tests.lateness import MINUTE, delayed_policy
from tests.matches import Played
from tests.rooms import House, Person
from tests.virtual import passes, virtual


class Lists:
    """The lists of a house, whose finished deals are archived when a test says so."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.lists = PlayerGames(Archive(house.hub), house.store.archive)
        self._archiver = Archiver(house.store, house.store.archive, GAMES, house.services.now_ms, result_line)

    async def archived(self, *tables: str) -> None:
        """Archive the finished deals of tables."""
        for table in tables:
            await self._archiver.fetch(table)

    async def page(self, name: str, about: str, **wish: Any) -> Page:
        """Return a page of the player `about`, as the player `name` gets it; "" has no token."""
        return await self.lists.page(self.house.player(name), self.house.player(about).id, Wish(**wish))

    async def ids(self, name: str, about: str, **wish: Any) -> list[str]:
        """Return the ids of the deals of a page."""
        return [f"{deal.table}.{deal.number}" for deal in (await self.page(name, about, **wish)).deals]


async def played(
    house: House, boards: int = 1, policy: Policy = LONG, **wishes: Any
) -> tuple[str, list[Person]]:
    """Return a table at which four players have played boards, and the players."""
    table, players = await house.dealt(policy, **wishes)
    for number in range(boards):
        await pass_out(house, table, players)
        if number + 1 < boards:
            await passes(70_000)
    return table, players


@virtual
async def test_a_player_and_others_find_a_deal_of_an_open_table_with_its_people_and_its_result() -> None:
    async with House() as house:
        lists = Lists(house)
        table, _ = await played(house)
        assert await lists.ids("North", "North") == [], "it is not archived yet"
        await lists.archived(table)
        for caller in ("North", "East", "Stranger", ""):
            page = await lists.page(caller, "North")
            (deal,) = page.deals
            assert (deal.table, deal.number, deal.game, page.cursor) == (table, 1, "bridge", None)
            assert [(each.seat, each.name) for each in deal.people] == list(
                enumerate(("North", "East", "South", "West"))
            )
            assert (deal.result and "+" in deal.result) or "passed" in deal.result
        assert await lists.ids("North", "Stranger") == []


@virtual
async def test_only_its_players_find_a_deal_of_a_table_that_not_everybody_may_enter() -> None:
    async with House() as house:
        lists = Lists(house)
        table, _ = await played(house)
        await lists.archived(table)
        host = house.person("Host")
        assert isinstance(
            await host.ask(Host(table=table, policy=replace(LONG, access="invited"), id=1)), Done
        )
        assert await lists.ids("North", "North") == [f"{table}.1"]
        for caller in ("East", "Host", "Stranger", ""):
            assert await lists.ids(caller, "North") == [], "the access of now counts"
        assert isinstance(await host.ask(Host(table=table, policy=LONG, id=2)), Done)
        assert await lists.ids("Stranger", "North") == [f"{table}.1"]


@virtual
async def test_a_deal_that_was_archived_while_its_table_was_closed_to_others_stays_hidden_from_them() -> None:
    async with House() as house:
        lists = Lists(house)
        table = await house.table(policy=replace(LONG, access="invited"))
        names = ("North", "East", "South", "West")
        invited = Host(table=table, invited=tuple(f"p-{name}" for name in names), id=1)
        assert isinstance(await house.person("Host").ask(invited), Done)
        players = await house.four(table)
        await pass_out(house, table, players)
        await lists.archived(table)
        opened = Host(table=table, policy=LONG, id=2)
        assert isinstance(await house.person("Host").ask(opened), Done)
        assert (await lists.ids("", "North"), await lists.ids("North", "North")) == ([], [f"{table}.1"])


@virtual
async def test_others_find_a_deal_of_a_delayed_table_when_they_may_see_its_end() -> None:
    async with House() as house:
        lists = Lists(house)
        table, _ = await played(house, policy=delayed_policy(MINUTE, pause_ms=10 * MINUTE))
        await lists.archived(table)
        for caller in ("Host", "Watcher", ""):
            assert await lists.ids(caller, "North") == []
        assert await lists.ids("North", "North") == [f"{table}.1"]
        await passes(MINUTE + 1_000)
        assert await lists.ids("Watcher", "North") == await lists.ids("", "North") == [f"{table}.1"]


@virtual
async def test_a_deal_of_a_match_is_in_no_other_list_before_both_tables_have_played_it() -> None:
    async with House() as house:
        lists = Lists(house)
        match = await Played.seated(house, count=3)
        mine, other = match.tables.values()
        await match.plays("open", "7NT")
        await lists.archived(mine, other)
        assert await lists.ids("open N", "open N") == [f"{mine}.1"]
        for caller in ("closed N", "open E", "Host", ""):
            assert await lists.ids(caller, "open N") == []
        await match.plays("closed", "1C")
        await lists.archived(mine, other)
        assert await lists.ids("", "open N") == [f"{mine}.1"]
        assert await lists.ids("open N", "closed N") == [f"{other}.1"]


@virtual
async def test_a_player_who_has_left_a_match_does_not_find_its_deals_before_the_others() -> None:
    async with House() as house:
        lists = Lists(house)
        match = await Played.seated(house, count=3)
        mine = match.tables["open"]
        await match.plays("open")
        await lists.archived(mine)
        assert isinstance(await match.players["open"][0].ask(Stand(table=mine, id=1)), Done)
        assert await lists.ids("open N", "open N") == []
        await match.plays("closed")
        assert await lists.ids("open N", "open N") == [f"{mine}.1"]


@virtual
async def test_a_list_comes_in_pages_with_each_deal_once_the_latest_first() -> None:
    async with House() as house:
        lists = Lists(house)
        table, _ = await played(house, 3)
        other, _ = await played(house, 2)
        await lists.archived(table, other)
        everything = [f"{other}.2", f"{other}.1", f"{table}.3", f"{table}.2", f"{table}.1"]
        assert await lists.ids("North", "North") == everything
        for limit in (1, 2, 3, 4):
            found, before = [], None
            for _ in range(5):
                page = await lists.page("North", "North", limit=limit, before=before)
                assert len(page.deals) <= limit
                found += [f"{deal.table}.{deal.number}" for deal in page.deals]
                before = page.cursor
                if before is None:
                    break
            assert found == everything


@virtual
async def test_deals_that_ended_in_the_same_millisecond_are_all_in_some_page() -> None:
    async with House() as house:
        lists = Lists(house)
        table, _ = await played(house)
        await lists.archived(table)
        (row,) = await house.store.archive.by_player("p-North")
        record = await house.store.archive.deal(table, 0)
        assert record is not None
        twins = [(await played(house))[0] for _ in range(3)]
        await lists.archived(*twins)
        for twin in twins:
            made = await house.store.archive.deal(twin, 0)
            assert made is not None
            again = replace(made, ended_ms=row.ended_ms, version=made.version + 1)
            await house.store.archive.put([again])
        found, before = [], None
        while True:
            page = await lists.page("", "North", limit=1, before=before)
            found += [deal.table for deal in page.deals]
            if (before := page.cursor) is None:
                break
        assert sorted(found) == sorted([table, *twins])


@virtual
async def test_a_cursor_that_was_made_up_tells_nothing_about_a_hidden_deal() -> None:
    async with House() as house:
        lists = Lists(house)
        match = await Played.seated(house, count=3)
        mine = match.tables["open"]
        await match.plays("open", "7NT")
        await lists.archived(mine)
        (row,) = await house.store.archive.by_player("p-open N")
        told = set()
        for ended_ms in (row.ended_ms - 1, row.ended_ms, row.ended_ms + 1):
            for name in (mine, "t" * len(mine)):
                page = await lists.page("", "open N", before=f"{ended_ms}-{name}-0")
                told.add((page.deals, page.cursor))
        assert told == {((), None)}
        for before in ("", "1", f"{row.ended_ms}.{mine}.0", row.cursor, "x" * 200):
            with pytest.raises(Refusal):
                await lists.page("", "open N", before=before)


@virtual
async def test_a_list_is_limited_to_a_game_and_to_a_time() -> None:
    async with House() as house:
        lists = Lists(house)
        table, _ = await played(house, 2)
        await lists.archived(table)
        later, earlier = (await lists.page("", "North")).deals
        assert await lists.ids("", "North", game="spades") == []
        assert await lists.ids("", "North", game="bridge") == [f"{table}.2", f"{table}.1"]
        assert await lists.ids("", "North", since_ms=later.ended_ms) == [f"{table}.2"]
        assert await lists.ids("", "North", until_ms=later.ended_ms) == [f"{table}.1"]
        assert await lists.ids("", "North", since_ms=earlier.ended_ms + 1, until_ms=later.ended_ms) == []


@virtual
async def test_the_result_of_the_present_deal_is_the_one_that_a_director_has_given() -> None:
    async with House() as house:
        lists = Lists(house)
        table, _ = await played(house)
        await lists.archived(table)
        await rule_as_director(house, table, ARTIFICIAL)
        (deal,) = (await lists.page("", "North")).deals
        assert deal.result == "Ave+ / Ave-"


@virtual
async def test_the_result_of_an_earlier_deal_has_the_rulings_of_later_ones() -> None:
    async with House() as house:
        lists = Lists(house)
        table, _ = await played(house, 2)
        await lists.archived(table)
        assert [deal.result for deal in (await lists.page("", "North")).deals] == ["passed out"] * 2
        await rule_as_director(house, table, {**ARTIFICIAL, "board": 1})
        assert [deal.result for deal in (await lists.page("", "North")).deals] == [
            "passed out",
            "Ave+ / Ave-",
        ]


@virtual
async def test_the_deals_of_a_table_that_has_left_the_store_are_listed_as_before() -> None:
    async with House() as house:
        # A hub takes its logs from its services, as the wiring gives them.
        logs = LogsWithArchive(house.store, house.store.archive)
        house.hub.services = dataclasses.replace(house.hub.services, logs=logs)
        lists = Lists(house)
        table, _ = await played(house, 3)
        closed, _ = await played(house, policy=delayed_policy(MINUTE, pause_ms=10 * MINUTE))
        for each in (table, closed):
            ended = await house.person("Host").ask(Host(table=each, terminate=True, id=1))
            assert isinstance(ended, Done)
        await lists.archived(table, closed)
        await passes(2 * MINUTE)
        before = {name: await lists.page(name, "North") for name in ("North", "Stranger", "")}
        assert [len(page.deals) for page in before.values()] == [4, 4, 4]
        later = Archiver(
            house.store,
            house.store.archive,
            GAMES,
            lambda: house.services.now_ms() + CLOSED_MS,
            result_line,
        )
    async with House(house.store) as again:
        again.hub.services = dataclasses.replace(again.hub.services, logs=logs)
        assert await later.retire(table) and await later.retire(closed)
        assert await house.store.load(table) is None
        lists = Lists(again)
        assert {name: await lists.page(name, "North") for name in before} == before
        (record,) = [
            record async for _, record in lists.lists.records(house.player("North")) if record is not None
        ][:1]
        assert record.records


@virtual
async def test_a_deal_that_is_rolled_back_is_in_no_list_until_it_is_over_again() -> None:
    async with House() as house:
        lists = Lists(house)
        table, players = await played(house)
        await lists.archived(table)
        await rule_as_director(house, table, {"t": "roll_back", "calls": 0})
        for caller in ("North", ""):
            assert await lists.ids(caller, "North") == []
        await pass_out(house, table, players)
        assert await lists.ids("", "North") == [f"{table}.1"]


@virtual
async def test_a_list_that_needs_too_many_tables_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TABLES", 1)
    async with House() as house:
        lists = Lists(house)
        tables = [(await played(house))[0] for _ in range(2)]
        await lists.archived(*tables)
        with pytest.raises(Refusal, match="too long"):
            await lists.page("", "North")
        assert await lists.ids("", "North", limit=1, game="spades") == []


@virtual
async def test_a_list_tells_no_more_than_the_downloads_of_its_deals() -> None:
    async with House() as house:
        lists, asking = Lists(house), Asking(house)
        match = await Played.seated(house, count=3)
        await match.plays("open", "7NT", boards=1)
        await match.plays("closed")
        await match.plays("open", "1C")
        late, _ = await played(house, policy=delayed_policy(MINUTE, pause_ms=10 * MINUTE))
        tables = (*match.tables.values(), late)
        await lists.archived(*tables)
        listed = 0
        for caller in ("open N", "closed N", "North", "Host", "Watcher", ""):
            for about in ("open N", "closed N", "North"):
                for id_ in await lists.ids(caller, about):
                    assert await asking.boards(caller, id_) != []
                    listed += 1
        assert listed == 3 * 6 - 6 + 2


@virtual
async def test_a_board_that_is_corrected_during_a_later_one_has_its_corrected_result() -> None:
    async with House() as house:
        lists = Lists(house)
        table, _ = await played(house, boards=2)
        await lists.archived(table)
        before = {deal.number: deal.result for deal in (await lists.page("", "North")).deals}
        await rule_as_director(house, table, {**ARTIFICIAL, "board": 1})
        await lists.archived(table)
        after = {deal.number: deal.result for deal in (await lists.page("", "North")).deals}
        assert after == {**before, 1: "Ave+ / Ave-"} != before


ROBOTS = {
    "North": RobotOwner("Dora"),  # a robot with a bot token, of an owner that an operator has named
    "East": RobotOwner("Ann", "p-Ann"),  # a robot of a player, as those that a host invites
}


async def played_with_robots(house: House) -> str:
    """Return a table at which two robots of other authors and two people have played a board."""
    table, players = await house.table(policy=LONG), []
    for seat, name in enumerate(("North", "East", "South", "West")):
        player = replace(house.player(name), robot_owner=ROBOTS.get(name))
        players.append(house.person(name, player=player))
        assert isinstance(await players[-1].ask(Watch(table=table, id=seat + 1)), Done)
        assert isinstance(await players[-1].ask(Sit(table=table, seat=seat, id=seat + 11)), Done)
    await pass_out(house, table, players)
    return table


def owners(page: Page) -> list[tuple[str, str]]:
    (deal,) = page.deals
    return [(each.name, each.robot_of) for each in deal.people]


@virtual
async def test_robots_of_other_authors_are_shown_with_their_owners_as_at_the_table() -> None:
    async with House() as house:
        lists = Lists(house)
        table = await played_with_robots(house)
        await lists.archived(table)
        told = [("North", "Dora"), ("East", "Ann"), ("South", ""), ("West", "")]
        for caller in ("North", "South", "Stranger", ""):
            assert owners(await lists.page(caller, "South")) == told
        # The owner has played nothing: the robots' deals are not in the owner's own list.
        assert (await lists.page("Ann", "Ann")).deals == ()


@virtual
async def test_the_name_of_a_forgotten_owner_goes_from_the_deals_of_the_robots() -> None:
    async with House() as house:
        lists = Lists(house)
        table = await played_with_robots(house)
        await lists.archived(table)
        await house.store.archive.forget_player("p-Ann")
        shown = dict(owners(await lists.page("South", "South")))
        assert shown["North"] == "Dora" and is_pseudonym(shown["East"])
        await lists.archived(table)
        assert "Ann" not in str(await lists.page("South", "South")), "a record that is written again"
