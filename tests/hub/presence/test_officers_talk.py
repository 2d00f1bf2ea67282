"""The chat of commentators and directors, and the chat that they receive."""

from __future__ import annotations

import pytest

from tests.hub.presence.company import (
    EVERYBODY,
    SEATS,
    SEE_ALL,
    WATCHERS,
    Company,
    appoint,
    chat_lines,
    chat_texts,
)
from tests.rooms import House
from tests.virtual import virtual

# commentary


@virtual
async def test_commentary_goes_at_once_to_watchers_of_all_hands_and_never_to_a_seat() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        for to in ("table", "kibitzers"):
            await here.says("Com", f"a fine lead, {to}", to)  # type: ignore[arg-type]
            assert here.hearers(f"a fine lead, {to}") == SEE_ALL
        assert {line.role for line in chat_lines(here["All"])} == {"commentator"}


@virtual
async def test_commentary_reaches_the_other_watchers_after_the_board_and_no_seat() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("Com", "the jack is the killer")
        await here.says("All", "I saw it too")
        assert chat_texts(await here.comes("Late")) == []
        await here.board_over()
        assert here.hearers("the jack is the killer") == WATCHERS
        assert [chat_texts(here[name]).count("the jack is the killer") for name in WATCHERS] == [1] * 6
        assert all(chat_texts(here[seat]) == [] for seat in SEATS)
        assert chat_texts(await here.comes("North", "seat")) == []


@virtual
async def test_a_commentator_that_watches_as_public_writes_as_a_commentator() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here["Com"].watch(here.table, "public")
        await here.says("Com", "East has it all")
        assert here.hearers("East has it all") == SEE_ALL


# the director


@virtual
async def test_the_directors_chat_goes_to_all_viewers_and_the_director_gets_all_chat() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("Dir", "play on, please")
        assert here.hearers("play on, please") == EVERYBODY
        await here.says("Dir", "no talk of the hands", "kibitzers")
        assert here.hearers("no talk of the hands") == WATCHERS
        words = []
        for name in EVERYBODY:
            for to in ("table", "opponents", "kibitzers", "director"):
                if await here.says(name, f"{name} {to}", to) == "done":  # type: ignore[arg-type]
                    words.append(f"{name} {to}")
        assert [text for text in chat_texts(here["Dir"]) if text in words] == words


@pytest.mark.parametrize("name", EVERYBODY[:-1])
def test_a_message_to_the_director_goes_to_no_other_viewer(name: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            here = await Company.gathers(house)
            assert await here.says(name, "I revoked", "director") == "done"
            assert set(here.hearers("I revoked")) == {name, "Dir"}
            await here.board_over()
            assert chat_texts(await here.comes("Late", "all")) == []

    run()


@virtual
async def test_a_table_without_a_director_cannot_call_one() -> None:
    async with House() as house:
        table, players = await house.dealt()
        here = Company(house, table)
        here.people = dict(zip(SEATS, players, strict=True))
        assert await here.says("North", "help", "director") == "forbidden"
        await appoint(house, table, directors=("Dir",))
        assert await here.says("North", "help", "director") == "done"


@virtual
async def test_a_director_that_plays_has_the_rights_of_a_player() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await appoint(house, here.table, directors=("Dir", "North"))
        await here.says("Pub", "North has it")
        await here.says("East", "I may have revoked", "director")
        assert chat_texts(here["North"]) == []
        await here.says("North", "hello", "kibitzers")
        assert here.hearers("hello") == ("North", "OfNorth", "Dir")
