"""The rights to enter, to see a hand and to hold an office, and the effect of losing them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.requests import Chat, Host, Policy, Stand, Watch
from protocol.v1.updates import Chat as Heard
from protocol.v1.updates import Done, Knock, Notice, People, Refused, View
from server.table.player import Player
from tests.hub.presence.company import AFTER, LIVE, SEATS, Company, appoint, code, rule, show
from tests.rooms import House, Person
from tests.virtual import passes, until, virtual

INVITED = replace(AFTER, access="invited")
NO_WATCHERS = replace(AFTER, watchers=False)


async def request_to_watch(person: Person, table: str, as_: Any) -> str:
    """Ask to watch, and return `done` or the code of the refusal."""
    return code(await person.ask(Watch(table=table, as_=as_, id=9)))


async def changes(house: House, table: str, policy: Policy) -> None:
    """Let the host change the policy."""
    assert code(await house.person("Host").ask(Host(table=table, policy=policy, id=9))) == "done"


# the right to enter


@virtual
async def test_an_invited_table_admits_its_host_and_invited_players_to_watch_sit_and_chat() -> None:
    async with House() as house:
        table = await house.table(policy=INVITED)
        eve, nobody = house.person("Eve"), house.person()
        for as_ in ("public", "all", 0, "director"):
            assert (
                await request_to_watch(eve, table, as_)
                == await request_to_watch(nobody, table, as_)
                == "forbidden"
            )
        assert code(await eve.sit(table, 0)) == "forbidden"
        assert code(await eve.ask(Chat(table=table, text="let me in", id=1))) == "forbidden"
        assert await request_to_watch(house.person("Host"), table, "public") == "done"
        await appoint(house, table, invited=("Eve",))
        assert await request_to_watch(eve, table, "public") == "done"
        assert code(await eve.ask(Chat(table=table, text="thanks", id=2))) == "done"
        assert code(await eve.sit(table, 0)) == "done"


@virtual
async def test_a_private_table_admits_every_player_with_its_id_and_a_token() -> None:
    async with House() as house:
        table = await house.table(policy=replace(AFTER, access="private"))
        assert await request_to_watch(house.person("Eve"), table, "public") == "done"
        assert await request_to_watch(house.person(), table, "public") == "forbidden"
        assert code(await house.person("Ann").sit(table, 0)) == "done"


@virtual
async def test_watchers_without_a_token_leave_a_table_that_becomes_private() -> None:
    async with House() as house:
        table = await house.table(policy=AFTER)
        without_token, eve = house.person(), house.person("Eve")
        await without_token.watch(table)
        await eve.watch(table)
        await changes(house, table, replace(AFTER, access="private"))
        assert (without_token.session.followed, eve.session.followed) == ((), (table,))


@virtual
async def test_a_table_without_watchers_is_followed_by_seats_offices_and_its_host_alone() -> None:
    async with House() as house:
        table = await house.table(policy=NO_WATCHERS)
        await appoint(house, table, directors=("Dir",), commentators=("Com",))
        ann = house.person("Ann")
        assert await request_to_watch(ann, table, "public") == "forbidden"
        assert code(await ann.sit(table, 0)) == "done"
        assert await request_to_watch(ann, table, "seat") == "done"
        for name, as_ in (("Dir", "director"), ("Com", "commentator"), ("Host", "public")):
            assert await request_to_watch(house.person(name), table, as_) == "done"


@virtual
async def test_a_player_that_stands_up_at_a_table_without_watchers_gets_a_closing_notice_and_leaves_it() -> (
    None
):
    async with House() as house:
        table = await house.table(policy=NO_WATCHERS)
        ann = house.person("Ann")
        await ann.sit(table, 0)
        await ann.watch(table, "seat")
        ann.forget()
        await ann.ask(Stand(table=table, id=1))
        await passes(2_000)
        assert [(notice.kind, notice.table) for notice in ann.of(Notice)] == [("closing", table)]
        assert ann.session.followed == () and not ann.of(People, Heard)


@pytest.mark.parametrize("policy", [INVITED, NO_WATCHERS], ids=["invited", "no watchers"])
def test_only_viewers_excluded_by_a_new_policy_get_a_closing_notice(policy: Policy) -> None:
    @virtual
    async def run() -> None:
        async with House() as house:
            here = await Company.gathers(house)
            await changes(house, here.table, policy)
            await passes(1_000)
            for name in ("Pub", "OfNorth", "OfEast", "All"):
                assert [notice.kind for notice in here[name].of(Notice)] == ["closing"], name
                assert here[name].session.followed == ()
            for name in (*SEATS, "Com", "Dir"):
                assert here[name].of(Notice) == [], name
            assert here["North"].of(People)[-1].watchers == 2
            await here.says("North", "alone at last")
            assert here.hearers("alone at last") == (*SEATS, "Com", "Dir")

    run()


@virtual
async def test_a_watcher_that_wants_hands_while_losing_access_is_refused() -> None:
    async with House() as house:
        here = await Company.gathers(house, LIVE, ())
        eve, host = house.person("Eve"), house.person("Host")
        house.store.prompt = False
        host.tell(Host(table=here.table, policy=replace(LIVE, access="invited"), id=1))
        eve.tell(Watch(table=here.table, as_="all", id=2))
        while house.store.waiting:
            house.store.answer()
            await passes(10)
        assert [code(answer) for answer in eve.of(Done, Refused)] == ["forbidden"]
        assert eve.session.followed == () and not eve.of(View)


@virtual
async def test_a_guest_that_is_no_longer_invited_must_leave_but_a_player_keeps_the_seat() -> None:
    async with House() as house:
        table = await house.table(policy=INVITED)
        await appoint(house, table, invited=("Eve", "Ann"))
        eve, ann = house.person("Eve"), house.person("Ann")
        await eve.watch(table)
        await ann.sit(table, 0)
        await ann.watch(table, "seat")
        await appoint(house, table, invited=())
        assert eve.session.followed == () and ann.session.followed == (table,)
        assert ann.tables[table].audience == "seat"


@virtual
async def test_a_player_that_may_not_enter_sees_nothing_by_http() -> None:
    async with House() as house:
        table = await house.table(policy=INVITED)
        room, request = house.room(table), Watch(table=table)
        for player in (Player(""), Player("p-Eve", "Eve")):
            with pytest.raises(Exception, match="not open to you"):
                room.viewers.snapshot(player, request, house.person("Host").codec)


# offices


@virtual
async def test_only_officers_watch_as_director_and_commentator_and_see_all_hands_of_a_live_board() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Pub", "Com", "Dir"))
        for as_ in ("director", "commentator"):
            assert await request_to_watch(here["Pub"], here.table, as_) == "forbidden"
        assert await request_to_watch(here["Com"], here.table, "director") == "forbidden"
        assert await request_to_watch(house.person(), here.table, "director") == "unauthorized"
        for name in ("Com", "Dir"):
            own = here[name].tables[here.table].own
            assert own is not None and [len(hand) for hand in own["hands"]] == [13] * 4


@virtual
async def test_a_former_officer_is_moved_to_the_public_view_at_once() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Com", "Dir"))
        await appoint(house, here.table, directors=(), commentators=())
        for name in ("Com", "Dir"):
            shown = here[name].tables[here.table]
            assert (shown.audience, shown.own) == ("public", None)
            assert await request_to_watch(here[name], here.table, "director") == "forbidden"
        await here.says("Com", "East has the king")
        await here.comes("Late")
        assert here.hearers("East has the king") == ("Com",)


@virtual
async def test_a_playing_director_sees_only_as_player() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Dir",))
        await appoint(house, here.table, directors=("Dir", "North"))
        for as_ in ("director", "all", 1):
            assert await request_to_watch(here["North"], here.table, as_) == "forbidden"
        assert here["North"].tables[here.table].audience == "seat"


@virtual
async def test_a_player_that_has_seen_hands_as_an_officer_may_not_sit_in_that_board() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Dir",))
        await here["North"].ask(Stand(table=here.table, id=1))
        await appoint(house, here.table, directors=())
        assert code(await here["Dir"].sit(here.table, 0)) == "forbidden"


@virtual
async def test_officers_see_all_hands_of_the_next_board_but_not_before_the_look_is_logged() -> None:
    async with House() as house:
        here = await Company.gathers(house, replace(AFTER, pause_ms=1_000), ("Com", "Dir"))
        await here.board_over()
        here["Dir"].forget()
        await until(lambda: house.room(here.table).table.game.to_act(house.room(here.table).table.state))
        assert {"p-Com", "p-Dir"} <= house.room(here.table).table.hand_access.seen_by
        views = [(view.audience, view.pub["phase"]) for view in here["Dir"].of(View)]  # type: ignore[index]
        assert views == [("public", "deal"), ("director", "deal")]
        own = here["Dir"].tables[here.table].own
        assert own is not None and [len(hand) for hand in own["hands"]] == [13] * 4


# looking into a hand


@virtual
async def test_a_watcher_without_permission_for_a_hand_is_refused_and_its_player_is_asked() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Pub", "Dir"))
        second = await here.comes("North", "public")
        second.forget()
        assert await request_to_watch(here["Pub"], here.table, 0) == "forbidden"
        knock = Knock(table=here.table, player="p-Pub", name="Pub")
        assert here["North"].heard == second.heard == [knock]
        assert all(here[name].heard == [] for name in ("East", "South", "West", "Dir"))
        assert code(await show(here["North"], here.table, "Pub")) == "done"
        assert here["Pub"].tables[here.table].audience == "public"
        assert await request_to_watch(here["Pub"], here.table, 0) == "done"
        assert len(here["Pub"].tables[here.table].own["hand"]) == 13  # type: ignore[index]
        assert await request_to_watch(here["Pub"], here.table, 1) == "forbidden"


@virtual
async def test_a_withdrawn_permission_ends_the_look_and_a_new_permission_alone_starts_none() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Pub",))
        await show(here["North"], here.table, "Pub")
        await here["Pub"].watch(here.table, 0)
        await show(here["North"], here.table, "Pub", hand=False)
        shown = here["Pub"].tables[here.table]
        assert (shown.audience, shown.own) == ("public", None)
        await show(here["North"], here.table, "Pub")
        assert here["Pub"].tables[here.table].audience == "public"


@virtual
async def test_a_permission_holds_in_the_next_board_and_the_hand_is_shown_without_a_new_request() -> None:
    async with House() as house:
        here = await Company.gathers(house, replace(AFTER, pause_ms=1_000), ("Pub",))
        await show(here["North"], here.table, "Pub")
        await here["Pub"].watch(here.table, 0)
        await here.board_over()
        await until(lambda: house.room(here.table).table.game.to_act(house.room(here.table).table.state))
        assert here["Pub"].tables[here.table].audience == 0
        assert len(here["Pub"].tables[here.table].own["hand"]) == 13  # type: ignore[index]


@virtual
async def test_a_player_is_asked_once_a_minute_by_one_watcher_and_a_few_times_by_all() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Pub",))
        for _ in range(5):
            await request_to_watch(here["Pub"], here.table, 0)
        assert len(here["North"].of(Knock)) == 1
        await passes(61_000)
        await request_to_watch(here["Pub"], here.table, 0)
        assert len(here["North"].of(Knock)) == 2
        for number in range(20):
            await request_to_watch(await here.comes(f"Guest {number}"), here.table, 0)
        assert len(here["North"].of(Knock)) == 7


@virtual
async def test_no_player_is_asked_for_a_client_without_token_a_player_a_watcher_of_a_hand_or_a_stranger() -> (
    None
):
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Dir",))
        nobody, stranger = await here.comes(""), house.person("Stranger")
        assert await request_to_watch(nobody, here.table, 0) == "unauthorized"
        assert await request_to_watch(stranger, here.table, 0) == "forbidden"
        assert await request_to_watch(here["East"], here.table, 0) == "forbidden"
        await here["Dir"].watch(here.table, "public")
        assert await request_to_watch(here["Dir"], here.table, 0) == "forbidden"
        assert here["North"].of(Knock) == []


@virtual
async def test_robots_and_empty_seats_are_not_asked_and_the_refusal_is_the_same() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Pub",))
        await here["East"].ask(Stand(table=here.table, id=1))
        await house.person("Host").ask(Host(table=here.table, seats={1: "plain"}, id=2))
        await here["South"].ask(Stand(table=here.table, id=3))
        answers = [
            await here["Pub"].ask(Watch(table=here.table, as_=seat, id=seat + 5)) for seat in (0, 1, 2)
        ]
        assert len({(answer.code, answer.message) for answer in answers if isinstance(answer, Refused)}) == 1
        assert not here["South"].of(Knock)


@virtual
async def test_a_policy_that_hides_hands_as_a_board_begins_hides_them_from_watchers_of_the_last_board() -> (
    None
):
    async with House() as house:
        here = await Company.gathers(house, replace(LIVE, pause_ms=1_000), ("All",))
        await here.board_over()
        here["All"].forget()
        house.store.prompt = False
        await until(lambda: house.store.waiting)
        house.person("Host").tell(Host(table=here.table, policy=replace(AFTER, pause_ms=1_000), id=1))
        while not house.room(here.table).table.game.to_act(house.room(here.table).table.state):
            await until(lambda: house.store.waiting)
            house.store.answer()
        assert {view.audience for view in here["All"].of(View)} == {"public"}
        assert here["All"].tables[here.table].own is None


@virtual
async def test_by_default_watchers_see_no_hand_of_a_live_board_and_all_hands_after_it() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Pub",))
        for as_ in (0, 1, 2, 3, "all"):
            assert await request_to_watch(here["Pub"], here.table, as_) == "forbidden"
        await here.board_over()
        assert await request_to_watch(here["Pub"], here.table, "all") == "done"


@virtual
async def test_a_board_that_a_ruling_reopens_is_hidden_from_watchers_that_saw_it_at_its_end() -> None:
    async with House() as house:
        here = await Company.gathers(house, AFTER, ("Pub", "Dir"))
        await here.board_over()
        await here["Pub"].watch(here.table, "all")
        ruling = {"t": "roll_back", "calls": 2}
        assert code(await rule(here["Dir"], here.table, ruling)) == "done"
        assert here["Pub"].tables[here.table].audience == "public"
        assert here["Dir"].tables[here.table].audience == "director"
