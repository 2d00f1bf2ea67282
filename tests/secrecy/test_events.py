"""No second guest of a player or director of an event sees a card of a board before its time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl

import msgspec
import pytest
from msgspec.structs import replace

from protocol.v1.cards import DECK
from protocol.v1.requests import Host, Rule, Sit, Stand, Watch, WatchAs
from protocol.v1.updates import Done, Refused, View
from server.errors import Refusal
from server.events.commands import (
    Adjust,
    Change,
    Close,
    Enrol,
    Enter,
    Finish,
    Named,
    Offer,
    Remove,
    Substitute,
    TakeSubstitute,
)
from server.events.shown import results
from server.hub.archive.archive import Archive
from server.hub.events.event_ids import set_id
from tests.clubs import QUICK, Club
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual
from tests.web.entrances import NOBODY, Caller, Entrance, Reply

AUDIENCES: tuple[WatchAs, ...] = ("public", "all", "director", "commentator", "seat", 0, 1, 2, 3)


def cards(person: Person) -> set[str]:
    """Return all cards in what a person has heard."""
    said = msgspec.json.encode(person.heard).decode()
    return {str(card) for card in DECK if f'"{card}"' in said}


async def halfway(house: House, game: str = "bridge") -> tuple[Club, list[str]]:
    """Return an event in which the first table has played a board that the others have yet to play."""
    options = {"options": {"players": 2}} if game == "hanabi" else {}
    other = {"form": "teams", "movement": "race", **options} if game == "hanabi" else {}
    club = await Club.opened(house, 6, replace(QUICK, board_s=0, **other), game)
    await club.starts()
    ids = await club.sit_down()
    await club.play_board(ids[0], "1NT" if game == "bridge" else None)
    await passes(200)
    return club, ids


@pytest.mark.parametrize("name", ["Stranger", ""])
def test_a_watcher_sees_no_card_of_a_board_that_a_table_has_yet_to_play(name: str) -> None:
    watch(name)


@virtual
async def watch(name: str) -> None:
    async with House() as house:
        club, ids = await halfway(house)
        for table in ids:
            for audience in AUDIENCES:
                second = house.person(name)
                second.tell(Watch(table=table, as_=audience, id=1))
                await passes(300)
                assert cards(second) == set(), (table, audience)
        for id in ids[1:]:
            await club.play_board(id)
        await passes(500)
        second = house.person("Late")
        await second.follow(ids[0])
        assert any(isinstance(each, View) for each in second.heard), "a watcher sees the board afterwards"


@virtual
async def test_a_guest_that_offers_to_substitute_sees_no_card_before_it_has_a_seat() -> None:
    async with House() as house:
        club, ids = await halfway(house)
        await club.asks("Stranger", Offer())
        club.players["3S"].hang_up()
        await passes(120_000)
        for table in ids:
            for audience in AUDIENCES:
                second = house.person("Stranger")
                second.tell(Watch(table=table, as_=audience, id=1))
                await passes(300)
                assert cards(second) == set(), (table, audience)
        waits = house.person("Stranger")
        await club.asks("3N", TakeSubstitute(player="p-Stranger", out="p-3S"))
        for audience in AUDIENCES:
            waits.tell(Watch(table=ids[1], as_=audience, id=2))
            await passes(300)
        assert cards(waits) == set(), "the cards of the absent player are not the substitute's"


@virtual
async def test_a_player_of_another_table_and_a_stranger_come_to_no_seat() -> None:
    async with House() as house:
        club, ids = await halfway(house)
        await club.asks("Stranger", Offer())
        for name in ("1N", "Stranger"):
            for seat in range(4):
                answer = await house.person(name).ask(Sit(table=ids[1], seat=seat, id=1))
                assert isinstance(answer, Refused), (name, seat)
        north = house.person("3N")
        await north.ask(Stand(table=ids[1], id=2))
        assert isinstance(await house.person("Stranger").ask(Sit(table=ids[1], seat=0, id=3)), Refused)


@virtual
async def test_no_player_hosts_a_table_of_an_event_and_its_director_neither_ends_nor_opens_it() -> None:
    async with House() as house:
        _, ids = await halfway(house)
        requests = (
            Host(table=ids[1], id=1, place={0: "p-Stranger"}),
            Host(table=ids[1], id=2, invited=("p-Stranger",)),
            Host(table=ids[1], id=3, directors=("p-Stranger",)),
            Host(table=ids[1], id=4, policy=replace(house.room(ids[1]).table.policy, hands="live")),
        )
        for request in requests:
            for name in ("3N", "1N", "Stranger"):
                assert isinstance(await house.person(name).ask(request), Refused), (name, request)
        stranger = house.person("Stranger")
        await stranger.watch(ids[1], "public")
        between = Host(table=ids[1], id=6, place={0: "p-3S", 2: "p-3N"})
        for request in (*requests, between, Host(table=ids[1], id=5, terminate=True)):
            assert isinstance(await house.person("Dora").ask(request), Refused), request
        assert [each.name for each in house.room(ids[1]).table.chairs] == ["3N", "4N", "3S", "4S"]


@virtual
async def test_the_archive_opens_no_board_of_an_event_before_all_tables_have_played_it() -> None:
    async with House() as house:
        _, ids = await halfway(house)
        for name in ("Stranger", "3N"):
            with pytest.raises(Refusal):
                await Archive(house.hub).exported(house.player(name), ids[0])


@virtual
async def test_a_table_of_a_race_has_no_watchers_and_its_deals_are_for_its_players() -> None:
    async with House() as house:
        _, ids = await halfway(house, "hanabi")
        for audience in AUDIENCES:
            second = house.person("Stranger")
            answer = await second.ask(Watch(table=ids[0], as_=audience, id=1))
            assert isinstance(answer, Refused) and not any(isinstance(each, View) for each in second.heard)
        with pytest.raises(Refusal):
            await Archive(house.hub).exported(house.player("Stranger"), ids[0])
        other = house.person("2N")
        assert isinstance(await other.ask(Watch(table=ids[0], as_="public", id=2)), Refused)


@virtual
async def test_a_hand_of_spades_is_open_to_all_once_every_table_of_the_round_has_played_it() -> None:
    async with House() as house:
        club = await Club.opened(house, 4, replace(QUICK, board_s=0, rounds=1), "spades")
        await club.starts()
        one, two = await club.sit_down()
        await club.play_board(one, None)
        await passes(200)
        archive, player = Archive(house.hub), house.player("1N")
        assert len((await archive.exported(player, one)).records) == 1, "its own players have it at once"
        with pytest.raises(Refusal):
            await archive.open_to_all(player, f"{one}.1")
        await club.play_board(two, None)
        await passes(200)
        _, hand = await archive.open_to_all(player, f"{one}.1")
        assert hand.state.hand == 1


@virtual
async def test_a_planted_leak_is_found() -> None:
    async with House() as house:
        _, ids = await halfway(house)
        own = house.person("1N")
        await own.watch(ids[0], "seat")
        assert cards(own), "the search finds the cards in what the player of the table hears"


@virtual
async def test_an_event_with_a_hidden_ranking_tells_at_no_address_how_other_tables_did_before_its_end() -> (
    None
):
    async with House() as house:
        entrance = Entrance(house)
        second, player = await entrance.guest("Second"), await entrance.guest("6N")
        club = await Club.opened(house, 5, replace(QUICK, rounds=1, live_ranking=False))
        people = (Named(player.id, "6N"), Named("p-6S", "6S"))
        await club.asks("Dora", Enrol(players=people))
        await club.starts()
        (board_set, *ids) = (set_id(club.id, 0), *await club.sit_down())
        await ends_board(club, ids)
        compared = [f"/v1/sets/{board_set}{form}" for form in ("", "?format=text", "?scoring=imp")]
        event = [f"/v1/events/{club.id}/{part}" for part in ("ranking", "results")]
        files = [
            f"{event[1]}?format={form}"
            for form in ("usebio", "usebio&version=1.3", "pbn", "csv", "text", "html")
        ]
        deals = [f"/v1/games/{table}{deal}" for table in ids[:2] for deal in ("", ".1", ".1/analysis")]
        addresses = [*compared, *event, *files, *deals]

        async def told(caller: Caller) -> list[str]:
            replies = [await fetched(entrance, caller, address) for address in addresses]
            return [
                address
                for address, reply in zip(addresses, replies, strict=True)
                if reply.status == 200 and tells_results(address, reply)
            ]

        for caller in (NOBODY, second, player):
            assert await told(caller) == [], caller
        stranger = house.person("Stranger")
        for audience in AUDIENCES:
            assert isinstance(await stranger.ask(Watch(table=ids[0], as_=audience, id=1)), Refused)
        assert cards(stranger) == set()
        await club.asks("Dora", Close())
        await until(lambda: club.event.stage == "correction", 200_000)
        assert set(await told(second)) >= {*compared, *event, *files, f"/v1/games/{ids[0]}.1"}


@virtual
async def test_a_ruling_on_a_board_that_a_table_plays_opens_no_result_of_it_to_this_table() -> None:
    async with House() as house:
        club, third, told = await third_table_is_late(house)
        await club.asks("Dora", Adjust(round=1, table=3, board=1, awards=("average", "average")))
        await passes(5_000)
        assert not house.room(third).table.closed and club.event.next_round == 1
        assert await told() == []
        await club.play_board(third)
        await passes(500)
        assert set(await told()) >= {f"/v1/events/{club.id}/results"}


@virtual
async def test_the_end_of_an_event_opens_no_result_to_a_table_that_plays_the_board() -> None:
    async with House() as house:
        club, third, told = await third_table_is_late(house)
        ending = asyncio.create_task(club.asks("Dora", Finish(cancel=True)))
        plays_after_end = 0
        while not all(each.ended for each in club.event.rounds[0].tables.values()):
            if not house.room(third).table.closed:
                assert results(club.event, "p-5N").boards == ()
                plays_after_end += club.event.stage == "cancelled"
            await asyncio.sleep(0)
        assert plays_after_end and await ending
        assert set(await told()) >= {f"/v1/events/{club.id}/results"}, "no table plays the board any more"


@virtual
async def test_a_board_that_a_director_rolls_back_is_a_secret_until_the_table_has_finished_it_again() -> None:
    async with House() as house:
        club, third, told = await third_table_is_late(house, rolled_back=True)
        assert await told() == []
        await club.act(third, "P")
        await passes(5_000)
        assert await told() == [] and club.event.next_round == 1
        await club.play_board(third, None)
        await passes(500)
        assert set(await told()) >= {f"/v1/events/{club.id}/results"}


async def third_table_is_late(
    house: House, *, rolled_back: bool = False
) -> tuple[Club, str, Callable[[], Awaitable[list[str]]]]:
    """Return an event in which two tables have played board 1, the third table, and what it is told of it.

    If `rolled_back`, the third table was the first to finish the board, and a director has reopened it.
    """
    entrance = Entrance(house)
    player = await entrance.guest("6N")
    club = await Club.opened(house, 5, replace(QUICK, board_s=0))
    await club.asks("Dora", Enrol(players=(Named(player.id, "6N"), Named("p-6S", "6S"))))
    await club.starts()
    first, second, third = await club.sit_down()
    if rolled_back:
        await club.play_board(third)
        ruling = {"t": "roll_back", "calls": 1}
        assert isinstance(await house.person("Dora").ask(Rule(table=third, ruling=ruling, id=1)), Done)
        await passes(100)
    for table in (first, second):
        await club.play_board(table)
    if not rolled_back:
        await club.act(third, "1NT")
    await passes(500)
    addresses = (
        f"/v1/events/{club.id}/results",
        f"/v1/sets/{set_id(club.id, 0)}",
        f"/v1/games/{first}.1",
        f"/v1/games/{second}.1/analysis",
    )

    async def told() -> list[str]:
        replies = [(each, await fetched(entrance, player, each)) for each in addresses]
        return [each for each, reply in replies if reply.status == 200 and tells_results(each, reply)]

    return club, third, told


async def fetched(entrance: Entrance, caller: Caller, address: str) -> Reply:
    path, _, query = address.partition("?")
    return await entrance.ask("GET", path, caller, **dict(parse_qsl(query)))


async def ends_board(club: Club, ids: list[str]) -> None:
    """Let all tables play the first board, and the set learn of it."""
    for table in ids:
        await club.play_board(table)
    await passes(500)
    known = club.house.hub.sets.known(set_id(club.id, 0))
    assert known is not None and known.released() == (1,)


def tells_results(address: str, reply: Reply) -> bool:
    """Return True if an answer with the status 200 tells the result of some table."""
    if address.startswith("/v1/sets/") and "format" not in address:
        return bool(reply.plain["comparison"] or reply.plain["boards"])
    if address.endswith(("/ranking", "/results")):
        return bool(reply.plain.get("rows") or reply.plain.get("boards"))
    return True


@virtual
async def test_no_file_of_results_has_a_card_of_a_board_that_a_table_has_yet_to_play() -> None:
    async with House() as house:
        club, ids = await halfway(house)
        people = [house.player(name) for name in ("Dora", "1N", "3N", "Stranger", "")]

        async def dealt() -> set[str]:
            """Return the boards of which a file has the cards, for any person and in any format."""
            found = set()
            for player in people:
                for format in ("usebio", "pbn", "csv", "text", "html"):
                    text = (await house.desk.events.file(player, club.id, format)).text
                    found |= set(re.findall(r'\[Board "(\d+)"\][^\x00]*?\[Deal "[NESW]:[^-]', text))
                    found |= set(re.findall(r"<BOARD_NUMBER>(\d+)</BOARD_NUMBER>\s*<HAND>", text))
            return found

        assert await dealt() == set()
        await club.play_board(ids[1])
        await passes(500)
        assert await dealt() == set(), "the third table has yet to play board 1"
        await club.play_board(ids[2])
        await passes(500)
        assert await dealt() == {"1"}, "all tables have played board 1, and none has played board 2"


@virtual
async def test_a_directors_file_of_an_event_with_a_hidden_ranking_has_no_cards_before_its_end() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, replace(QUICK, rounds=1, boards=1, live_ranking=False))
        await club.starts()
        ids = await club.sit_down()
        for id in ids[:2]:
            await club.play_board(id)
        await passes(500)
        dora = house.player("Dora")
        early = (await house.desk.events.file(dora, club.id, "pbn")).text
        assert "ScoreTable" in early and early.count('[Deal "N:- - - -"]') == early.count("[Deal ") == 1
        await club.play_board(ids[2])
        await until(lambda: club.event.stage == "correction", 200_000)
        assert '[Deal "N:- - - -"]' not in (await house.desk.events.file(dora, club.id, "pbn")).text


@virtual
async def test_a_director_that_the_event_no_longer_has_sees_no_hand_of_its_tables() -> None:
    async with House() as house:
        club, ids = await halfway(house)
        dora = house.person("Dora")
        await dora.watch(ids[1], "director")
        await club.asks("Dora", Change(directors=(club.named("Dan"),)))
        await passes(2_000)
        dora.heard.clear()
        await club.act(ids[1])
        await passes(500)
        again = house.person("Dora")
        for table in ids[1:]:
            again.tell(Watch(table=table, as_="director", id=1))
            await passes(300)
        assert cards(dora) == cards(again) == set()


@virtual
async def test_with_boards_that_move_nothing_of_other_tables_is_told_before_the_last_round() -> None:
    async with House() as house:
        entrance = Entrance(house)
        second, player = await entrance.guest("Second"), await entrance.guest("6N")
        club = await Club.opened(house, 5, MOVING)
        await club.asks("Dora", Enrol(players=(Named(player.id, "6N"), Named("p-6S", "6S"))))
        await club.starts()
        first, middle, third = await club.sit_down()
        await club.play_round()
        await until(lambda: club.event.next_round == 2 and house.room(first).table.closed)
        assert {each.id for each in club.event.rounds[0].tables[3].seating.chairs.values()} >= {player.id}
        ranking, results = (f"/v1/events/{club.id}/{part}" for part in ("ranking", "results"))
        forms = ("usebio", "usebio&version=1.3", "pbn", "csv", "text", "html")
        files = [f"{results}?format={form}" for form in forms]
        sets = [f"/v1/sets/{set_id(club.id, 0)}{form}" for form in ("", "?format=text", "?scoring=imp")]
        deals = [f"/v1/games/{each}" for each in (first, f"{first}.1", f"{first}.1/analysis", middle)]

        async def told(caller: Caller, addresses: list[str]) -> list[str]:
            replies = [await fetched(entrance, caller, address) for address in addresses]
            return [
                address
                for address, reply in zip(addresses, replies, strict=True)
                if reply.status == 200 and tells_results(address, reply)
            ]

        for caller in (NOBODY, second, player):
            assert await told(caller, [results, *sets, *deals]) == [], caller
            rows = (await fetched(entrance, caller, ranking)).plain["rows"]
            assert [(row["total"], row["deals"]) for row in rows] == [(0, 0)] * 6
            for file in await asyncio.gather(*(fetched(entrance, caller, each) for each in files)):
                assert tells_no_board(file), file
        assert await told(player, [f"/v1/games/{third}.3"]), "its own players have a board at once"
        assert tells_no_deal((await house.desk.events.file(house.player("Dora"), club.id, "pbn")).text)
        for name in ("1N", "2S", "3N", "Dora", "Stranger"):
            assert not await is_open_to_all(house, name, f"{first}.1"), name
        stranger = house.person("Stranger")
        for table in (first, middle, *(await club.sit_down())):
            for audience in AUDIENCES:
                assert isinstance(await stranger.ask(Watch(table=table, as_=audience, id=1)), Refused)
        assert cards(stranger) == set()
        for _ in range(2):
            await club.play_round()
            await passes(3_000)
        assert club.event.stage in ("correction", "final")
        afterwards = [results, *sets, *(each for each in deals if "analysis" not in each)]
        assert await told(second, afterwards) == afterwards
        assert await is_open_to_all(house, "1N", f"{first}.1")


MOVING = replace(QUICK, boards=1, moving=True, correction_s=0, late_until=3)


def tells_no_board(file: Reply) -> bool:
    """Return True if a file of results has no contract, no score and no card."""
    text = file.body.decode()
    return "<TRAVELLER_LINE>" not in text and "1NT" not in text and tells_no_deal(text)


def tells_no_deal(text: str) -> bool:
    return "<HAND>" not in text and not re.search(r'\[Deal "[NESW]:[^-]', text)


async def is_open_to_all(house: House, name: str, deal: str) -> bool:
    """Return True if a person may open a table that everybody may follow with the cards of a deal."""
    try:
        await Archive(house.hub).open_to_all(house.player(name), deal)
    except Refusal:
        return False
    return True


@virtual
async def test_nobody_that_may_know_a_board_that_moves_comes_to_another_pair() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, MOVING)
        await club.asks("Dora", Change(directors=(club.named("Dora"), club.named("Dan"))))
        await club.starts()
        await club.play_round()
        await until(lambda: club.event.next_round == 2)
        await club.asks("Dora", Change(directors=(club.named("Dora"),)))
        await club.asks("Dora", Substitute(entrant="2", out="p-2N", player=club.named("Sub")))
        await club.asks("Dora", Remove(entrant="1"))
        for name in ("Dan", "1N", "2N"):
            substitute = Substitute(entrant="3", out="p-3N", player=club.named(name))
            assert await club.refusal("Dora", substitute) == "forbidden", name
            pair = (club.named(name), club.named("New"))
            assert await club.refusal("Dora", Enrol(players=pair)) == "forbidden", name
            assert await club.refusal(name, Enter(partners=(club.named("New"),))) == "forbidden", name
        await club.asks("Dora", Substitute(entrant="2", out="p-Sub", player=club.named("2N")))
        await club.asks("Dora", Enrol(players=(club.named("New"), club.named("Newer"))))
