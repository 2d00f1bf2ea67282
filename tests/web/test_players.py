"""A player's finished deals over HTTP."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from protocol.v1.codes import CloseCode
from protocol.v1.requests import Hello
from protocol.v1.updates import Done
from server.events.commands import Enrol, Named
from server.hub.archive import player_games
from server.table.player import Player
from tests.clubs import Club as Evening
from tests.hub.archive.asking import ARTIFICIAL, LONG, pass_out, rule_as_director
from tests.hub.archive.test_player_games import Lists, played
from tests.rooms import House
from tests.virtual import passes, virtual
from tests.web.entrances import NOBODY, Caller, Entrance


class Club:
    """A house with one finished deal of four players, the first of whom has a token."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.entrance = Entrance(house)

    async def open(self, **wishes: Any) -> None:
        """Play a deal and archive it."""
        self.table, _ = await played(self.house, **wishes)
        await Lists(self.house).archived(self.table)

    async def games(self, about: str, caller: Caller = NOBODY, **query: object) -> Any:
        """Return the answer to a request for a player's deals, as JSON."""
        asked = await self.entrance.ask("GET", f"/v1/players/{about}/games", caller, **query)
        return asked.status, asked.plain


@virtual
async def test_a_list_has_the_id_the_people_and_the_result_of_each_deal() -> None:
    async with House() as house:
        club = Club(house)
        await club.open()
        status, shown = await club.games("p-North")
        (game,) = shown["games"]
        assert status == 200 and shown["cursor"] is None
        assert game["id"] == f"{club.table}.1" and game["game"] == "bridge"
        assert [(each["seat"], each["name"], each["player"]) for each in game["players"]] == [
            (seat, name, f"p-{name}") for seat, name in enumerate(("North", "East", "South", "West"))
        ]
        download = await club.entrance.ask("GET", f"/v1/games/{game['id']}")
        assert download.status == 200


@virtual
async def test_me_is_the_player_of_the_token_and_needs_one() -> None:
    async with House() as house:
        club = Club(house)
        await club.open()
        assert (await club.games("me"))[0] == 401
        ann = await club.entrance.guest("Ann")
        assert await club.games("me", ann) == (200, {"games": [], "cursor": None})
        assert (await club.games(ann.id, Caller("", "unknown")))[0] == 401


@virtual
@pytest.mark.parametrize("about", ["house:0", "house:3", "gone-0123456789abcdef"])
async def test_a_house_robot_and_a_deleted_player_have_no_list(about: str) -> None:
    async with House() as house:
        club = Club(house)
        await club.open()
        assert (await club.games(about))[0] == 403


@virtual
async def test_days_are_those_of_utc_and_both_are_meant_as_a_whole() -> None:
    async with House() as house:
        club = Club(house)
        await club.open()
        ended_ms = (await club.games("p-North"))[1]["games"][0]["ended_ms"]
        day = datetime.fromtimestamp(ended_ms / 1000, UTC).date()
        before, after = day - timedelta(days=1), day + timedelta(days=1)
        for since, until, found in (
            (day, day, 1),
            (before, before, 0),
            (after, after, 0),
            (before, after, 1),
        ):
            _, shown = await club.games("p-North", since=since, until=until)
            assert len(shown["games"]) == found
        assert len((await club.games("p-North", until="9999-12-31", since="0001-01-01"))[1]["games"]) == 1


@virtual
@pytest.mark.parametrize(
    "query", [{"limit": 0}, {"limit": 51}, {"limit": "x"}, {"since": "today"}, {"before": "later"}]
)
async def test_a_wrong_query_is_refused(query: dict[str, object]) -> None:
    async with House() as house:
        club = Club(house)
        assert (await club.games("p-North", **query))[0] == 400


@virtual
async def test_an_address_reads_only_so_many_lists() -> None:
    async with House(games_per_address_burst=3, games_per_address_s=0.5) as house:
        club = Club(house)
        assert [(await club.games("p-North"))[0] for _ in range(5)] == [200] * 3 + [429] * 2


async def lines(club: Club, caller: Caller) -> list[Any]:
    """Return the lines of an export."""
    asked = await club.entrance.ask("GET", "/v1/players/me/export", caller)
    assert asked.status == 200 and asked.headers["content-type"].startswith("application/x-ndjson")
    assert caller.id in asked.headers["content-disposition"]
    return [json.loads(line) for line in asked.body.splitlines()]


async def club_of_guests(house: House, boards: int = 1) -> tuple[Club, dict[str, Caller]]:
    """Return a club with finished deals of four guests with tokens, who are named after their seats."""
    club = Club(house)
    callers = {name: await club.entrance.guest(name) for name in ("North", "East", "South", "West")}
    table = await house.table(policy=LONG)
    people = [house.caller(player=Player(each.id, name)) for name, each in callers.items()]
    for seat, person in enumerate(people):
        person.tell(Hello(client="test"))
        await person.watch(table, "public")
        assert isinstance(await person.sit(table, seat), Done)
        await person.watch(table, "seat")
    for number in range(boards):
        await passes(0 if number == 0 else 70_000)
        await pass_out(house, table, people)
    await Lists(house).archived(table)
    club.table = table
    return club, callers


@virtual
async def test_an_export_has_the_deals_as_downloads_have_them_and_its_end() -> None:
    async with House() as house:
        club, callers = await club_of_guests(house)
        start, game, end = await lines(club, callers["North"])
        assert start["t"] == "player" and start["player"] == {"id": callers["North"].id, "name": "North"}
        (listed,) = (await club.games("me", callers["North"]))[1]["games"]
        assert {field: game[field] for field in listed} == listed
        download = await club.entrance.ask(
            "GET", f"/v1/games/{game['id']}", callers["North"], format=game["format"]
        )
        assert game["record"].encode() == download.body and end == {"t": "end", "games": 1}
        stranger = await club.entrance.guest("Stranger")
        assert [line["t"] for line in await lines(club, stranger)] == ["player", "end"]


@virtual
async def test_an_export_has_all_pages_and_is_refused_without_a_token_or_too_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(player_games, "PAGE", 1)
    async with House(exports_per_address_burst=3, exports_per_address_s=0.001) as house:
        club, callers = await club_of_guests(house, boards=3)
        assert (await club.entrance.ask("GET", "/v1/players/me/export")).status == 401
        told = await lines(club, callers["East"])
        assert [line.get("id") for line in told] == [None, *(f"{club.table}.{n}" for n in (3, 2, 1)), None]
        await lines(club, callers["East"])
        again = await club.entrance.ask("GET", "/v1/players/me/export", callers["East"])
        assert again.status == 429


@virtual
async def test_a_deleted_player_has_a_pseudonym_in_the_archive_and_no_token_while_others_keep_theirs() -> (
    None
):
    async with House() as house:
        club, callers = await club_of_guests(house)
        north, east = callers["North"], callers["East"]
        for confirm in ({}, {"confirm": east.id}, {"confirm": "yes"}):
            assert (await club.entrance.ask("DELETE", "/v1/players/me", north, **confirm)).status == 400
        assert (await club.entrance.ask("DELETE", "/v1/players/me", confirm=north.id)).status == 401
        deleted = await club.entrance.ask("DELETE", "/v1/players/me", north, confirm=north.id)
        assert (deleted.status, deleted.plain) == (200, {"id": north.id})
        assert (await club.games("me", north))[0] == 401
        assert (await club.games(north.id))[1]["games"] == []
        (game,) = (await club.games("me", east))[1]["games"]
        gone, *others = game["players"]
        assert gone["player"] is None and gone["name"] != "North" and gone["name"].startswith("gone-")
        assert [each["name"] for each in others] == ["East", "South", "West"]
        assert (await club.games(gone["name"]))[0] == 403


@virtual
async def test_a_deal_that_is_archived_after_the_deletion_has_the_pseudonym_too() -> None:
    async with House() as house:
        club, callers = await club_of_guests(house)
        north, east = callers["North"], callers["East"]
        await club.entrance.ask("DELETE", "/v1/players/me", north, confirm=north.id)
        await rule_as_director(house, club.table, ARTIFICIAL)
        await Lists(house).archived(club.table)
        (game,) = (await club.games("me", east))[1]["games"]
        assert game["result"] == "Ave+ / Ave-" and game["players"][0]["name"].startswith("gone-")


@virtual
async def test_a_deleted_player_has_the_pseudonym_in_an_event_that_goes_on() -> None:
    async with House() as house:
        club, callers = await club_of_guests(house)
        north = callers["North"]
        evening = await Evening.opened(house, 2)
        await evening.asks("Dora", Enrol(players=(Named(north.id, "North"), Named("p-3S", "3S"))))
        address = f"/v1/events/{evening.id}"
        assert north.id in str((await club.entrance.ask("GET", address)).plain)
        await club.entrance.ask("DELETE", "/v1/players/me", north, confirm=north.id)
        await passes(100)
        shown = (await club.entrance.ask("GET", address)).plain
        assert north.id not in str(shown) and "North" not in str(shown)
        gone = shown["entrants"][2]["players"][0]["name"]
        assert gone.startswith("gone-") and shown["entrants"][2]["title"] == f"{gone} – 3S"


@virtual
async def test_the_connections_of_a_deleted_player_are_closed_and_its_code_is_not_valid() -> None:
    async with House() as house:
        club = Club(house)
        ann = await club.entrance.guest("Ann")
        made = await club.entrance.ask("POST", "/v1/players/me/codes", ann, {})
        person = house.caller()
        person.tell(Hello(token=ann.token))
        await passes(10)
        await club.entrance.ask("DELETE", "/v1/players/me", ann, confirm=ann.id)
        assert person.closed is not None and person.closed[0] == CloseCode.UNAUTHORIZED
        taken = await club.entrance.ask("POST", "/v1/tokens", body={"code": made.plain["code"]})
        assert taken.status == 403
