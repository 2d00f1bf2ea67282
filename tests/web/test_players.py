"""A player's finished deals over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.hub.archive.test_player_games import Lists, played
from tests.rooms import House
from tests.virtual import virtual
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
