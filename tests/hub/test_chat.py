"""The listeners of chat and commentary, in every phase of a board."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from protocol.v1.requests import ChatTo, Host, NoClock, Policy, Stand, Unwatch
from server.table.player import Player
from tests.hub.presence.company import (
    AFTER,
    EVERYBODY,
    LIVE,
    SEATS,
    SEE_ALL,
    WATCHERS,
    Company,
    chat_lines,
    chat_texts,
    code,
    let_in,
    show,
)
from tests.rooms import House
from tests.virtual import passes, until, virtual

# table chat


@virtual
async def test_table_chat_of_a_seat_reaches_all_players_and_all_watchers() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        for seat, name in enumerate(SEATS):
            assert await here.says(name, f"hello from {name}") == "done"
            assert here.hearers(f"hello from {name}") == EVERYBODY
            assert [(line.seat, line.to, line.role) for line in chat_lines(here["Pub"])][-1] == (
                seat,
                "table",
                "",
            )


@virtual
async def test_table_chat_of_watchers_reaches_no_seat_in_any_phase() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        for phase in ("live", "over"):
            for name in WATCHERS[:-1]:
                for to in ("table", "kibitzers"):
                    words = f"{phase} {name} to {to}"
                    assert await here.says(name, words, to) == "done"  # type: ignore[arg-type]
                    assert not set(here.hearers(words)) & set(SEATS), words
            await here.board_over() if phase == "live" else None
        assert all(chat_texts(here[seat]) == [] for seat in SEATS)


@virtual
async def test_a_player_gets_no_chat_of_watchers_through_another_connection() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        second = await here.comes("North", "public")
        await here.says("Pub", "lead a spade")
        assert chat_texts(second) == []
        again = await here.comes("North", "seat")
        assert chat_texts(again) == []


@virtual
async def test_an_absent_owner_of_a_seat_gets_no_chat_of_watchers() -> None:
    policy = Policy(clock=NoClock(), hold_ms=5_000, hands="live")
    async with House() as house:
        here = await Company.gathers(house, policy)
        here["North"].hang_up()
        await until(lambda: house.room(here.table).table.chairs[0].owner == "p-North")
        await here.says("Pub", "North has the ace")
        back = await here.comes("North", "public")
        await here.says("Pub", "and the king")
        assert chat_texts(back) == []


# opponents-only chat


@virtual
async def test_chat_to_opponents_reaches_the_speaker_and_both_opponents_but_not_partner() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("South", "we play it weak", "opponents")
        assert not {"North", "Pub"} & set(here.hearers("we play it weak"))
        assert {"South", "East", "West"} <= set(here.hearers("we play it weak"))


@virtual
async def test_chat_to_opponents_goes_to_a_kibitzer_of_the_seat_and_to_watchers_of_all_hands() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("South", "to East and West", "opponents")
        assert here.hearers("to East and West") == ("East", "South", "West", "OfEast", *SEE_ALL)
        await here.says("North", "from North", "opponents")
        assert here.hearers("from North") == ("North", "East", "West", "OfNorth", "OfEast", *SEE_ALL)


@virtual
async def test_recent_chat_to_opponents_reaches_only_its_addressees_and_directors() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("South", "secret", "opponents")
        assert chat_texts(await here.comes("North", "seat")) == []
        assert chat_texts(await here.comes("Late", "public")) == []
        assert chat_texts(await here.comes("East", "seat")) == ["secret"]
        assert chat_texts(await here.comes("Dir", "director")) == ["secret"]
        await here.board_over()
        assert chat_texts(await here.comes("Late", "all")) == []
        assert chat_texts(await here.comes("Dir", "director")) == ["secret"]


@virtual
async def test_a_new_opponent_gets_no_earlier_chat_to_the_former_opponent() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("South", "secret", "opponents")
        await here["East"].ask(Stand(table=here.table, id=1))
        await here["West"].ask(Stand(table=here.table, id=2))
        new = house.person("New")
        await let_in(house, here.table, "New", 1)
        await new.sit(here.table, 1)
        await new.watch(here.table, "seat")
        assert chat_texts(new) == []


# private chat to partner


@pytest.mark.parametrize("seat", SEATS)
def test_private_chat_to_partner_is_forbidden_while_seated_in_a_live_board(seat: str) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            here = await Company.gathers(house)
            assert await here.says(seat, "lead a heart", "partner") == "forbidden"
            assert here.hearers("lead a heart") == ()
            await here.board_over()
            assert await here.says(seat, "well bid", "partner") == "done"
            partner = SEATS[(SEATS.index(seat) + 2) % 4]
            assert set(here.hearers("well bid")) == {seat, partner, "Dir"}

    run()


@virtual
async def test_only_seats_have_partners_and_opponents() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        for name in WATCHERS:
            for to in ("partner", "opponents"):
                assert await here.says(name, "psst", to) == "forbidden"  # type: ignore[arg-type]
        assert here.hearers("psst") == ()


# watchers' chat


@pytest.mark.parametrize(
    ("name", "room"),
    [
        ("Pub", ("Pub", "Com", "Dir")),
        ("OfNorth", ("OfNorth", "Com", "Dir")),
        ("OfEast", ("OfEast", "Com", "Dir")),
        ("All", ("All", "Com", "Dir")),
    ],
)
@pytest.mark.parametrize("to", ["table", "kibitzers"])
def test_watchers_chat_has_a_separate_room_per_view_class_while_the_board_is_live(
    name: str, room: tuple[str, ...], to: ChatTo
) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            here = await Company.gathers(house)
            assert await here.says(name, "a squeeze", to) == "done"
            assert here.hearers("a squeeze") == room
            await here.board_over()
            await here.says(name, "what a board", to)
            assert here.hearers("what a board") == WATCHERS

    run()


@virtual
async def test_recent_chat_of_watchers_reaches_only_new_watchers_with_the_same_view() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("All", "the finesse fails")
        await here.says("Pub", "will the finesse work?")
        assert chat_texts(await here.comes("New", "public")) == ["will the finesse work?"]
        assert chat_texts(await here.comes("Now", "all")) == ["the finesse fails"]
        await here.board_over()
        both = ["the finesse fails", "will the finesse work?"]
        assert (
            chat_texts(await here.comes("New", "public"))
            == chat_texts(await here.comes("Now", "all"))
            == both
        )
        assert chat_texts(await here.comes("North", "seat")) == []


@virtual
async def test_a_watcher_of_hands_gets_later_chat_of_watchers_with_the_same_view_only() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("All", "four hearts is cold")
        await here["Pub"].watch(here.table, "all")
        assert chat_texts(here["Pub"]) == ["four hearts is cold"]
        await here.says("All", "or not")
        assert chat_texts(here["Pub"]) == ["four hearts is cold", "or not"]


@virtual
async def test_a_watcher_that_has_seen_hands_and_watches_as_public_reveals_nothing_to_the_public() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        other = await here.comes("Other")
        await here["All"].watch(here.table, "public")
        await here.says("All", "the king is offside")
        assert here.hearers("the king is offside") == ("All", "Com", "Dir") and chat_texts(other) == []
        await here["OfNorth"].watch(here.table, 1)
        await here.says("OfNorth", "North has five")
        assert here.hearers("North has five") == ("OfNorth", "Com", "Dir")


@virtual
async def test_a_watcher_that_has_seen_one_board_may_write_publicly_about_the_next_unseen_board() -> None:
    async with House() as house:
        here = await Company.gathers(house, replace(LIVE, pause_ms=1_000))
        await here["All"].watch(here.table, "public")
        await here.board_over()
        await until(lambda: house.room(here.table).table.game.to_act(house.room(here.table).table.state))
        await here.says("All", "what will they bid?")
        assert here.hearers("what will they bid?") == ("Pub", "All", "Com", "Dir")


@virtual
async def test_a_player_that_has_stood_up_reveals_nothing_of_the_former_hand_to_the_public() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here["North"].ask(Stand(table=here.table, id=1))
        await here.says("North", "I had four aces")
        assert here.hearers("I had four aces") == ("North", "OfNorth", "Com", "Dir")


@virtual
async def test_a_flood_of_lines_in_one_circle_drops_no_lines_of_other_circles() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here.says("North", "good luck all")
        await here.says("Pub", "hello")
        for number in range(60):
            await here.says("All", f"variation {number}")
            await here.says("South", f"explanation {number}", "opponents")
        assert chat_texts(await here.comes("New")) == ["good luck all", "hello"]
        assert chat_texts(await here.comes("North", "seat")) == ["good luck all"]
        lately = chat_texts(await here.comes("Now", "all"))
        assert len(lately) == 50 and lately[-2:] == ["variation 59", "explanation 59"]


# a seat's own kibitzers


@virtual
async def test_a_seats_chat_to_kibitzers_goes_to_watchers_of_its_hand_and_to_no_seat() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        assert await here.says("North", "watch this", "kibitzers") == "done"
        assert here.hearers("watch this") == ("North", "OfNorth", "Dir")
        assert chat_texts(await here.comes("Late", 0)) == ["watch this"]
        assert chat_texts(await here.comes("Later", 1)) == []


# private chat changes no frame of other viewers


@virtual
async def test_chat_that_is_not_for_a_viewer_changes_no_frame_of_the_viewer() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await passes(5_000)
        for person in here.people.values():
            person.forget()
        await here.says("South", "weak two", "opponents")
        await here.says("North", "look", "kibitzers")
        await here.says("All", "cold")
        await here.says("Com", "ice cold")
        await here.says("Pub", "is it?", "director")
        assert await here.says("West", "psst", "partner") == "forbidden"
        await passes(5_000)
        assert [type(update).__name__ for update in here["North"].heard] == ["Chat", "Done"]
        assert [chat_texts(here[name]) for name in ("East", "OfEast")] == [["weak two"]] * 2
        assert here["OfEast"].heard[0].__class__.__name__ == "Chat" and len(here["OfEast"].heard) == 1
        assert [type(update).__name__ for update in here["West"].heard] == ["Chat", "Refused"]


# new, leaving and absent viewers


@virtual
async def test_a_watcher_with_permission_for_a_hand_chats_with_its_watchers_until_the_permission_ends() -> (
    None
):
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Pub", "Dir"))
        kim, ken = await here.comes("Kim"), await here.comes("Ken")
        for person, name in ((kim, "Kim"), (ken, "Ken")):
            assert code(await show(here["North"], here.table, name)) == "done"
            await person.watch(here.table, 0)
        here.people |= {"Kim": kim}
        await here.says("Kim", "a lovely hand")
        assert chat_texts(ken) == ["a lovely hand"] and here.hearers("a lovely hand") == ("Dir",)
        assert code(await show(here["North"], here.table, "Ken", hand=False)) == "done"
        assert ken.tables[here.table].audience == "public"
        await here.says("Kim", "and well played")
        assert chat_texts(ken) == ["a lovely hand"]


@virtual
async def test_a_player_that_no_longer_follows_the_table_neither_writes_nor_gets_chat() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here["Pub"].ask(Unwatch(table=here.table, id=1))
        assert await here.says("Pub", "hello") == "forbidden"
        await here.says("North", "hello")
        assert chat_texts(here["Pub"]) == []


@virtual
async def test_house_robots_get_no_chat() -> None:
    async with House() as house:
        here = await Company.gathers(house)
        await here["North"].ask(Stand(table=here.table, id=1))
        await house.person("Host").ask(Host(table=here.table, seats={0: "plain"}, id=2))
        robot = house.caller(player=Player("house:0", "plain", house=True))
        robot.tell_plain({"t": "hello"})
        await robot.watch(here.table, "seat")
        for to in ("table", "opponents"):
            await here.says("East", f"hello {to}", to)  # type: ignore[arg-type]
        assert chat_texts(robot) == []
