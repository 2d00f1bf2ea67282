"""The table's tempo: an early answer waits until its decision opens."""

from __future__ import annotations

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Act, Hello, Host, NoClock, Policy
from protocol.v1.updates import Done, Patch, Refused
from server.hub.room import MAX_EARLY
from server.table.player import Player
from tests.later_store import LaterStore
from tests.rooms import House, as_sent
from tests.virtual import now_ms, passes, until, virtual

TEMPO = Policy(clock=NoClock(), tempo_ms=3_000, pause_ms=1_000)
PASS, CLUB = as_sent(MakeCall(Call.PASS)), as_sent(MakeCall(Call.ONE_CLUB))


def moves(house: House, table: str) -> int:
    """Return the number of calls and cards in the view."""
    return house.room(table).table.game.progress(house.room(table).table.state)[1]


@virtual
async def test_an_early_answer_is_acknowledged_and_shown_when_its_decision_opens() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt(TEMPO)
        opens = east.tables[table].opens_ms
        assert opens is not None and opens > now_ms()
        north.act(table, 1, CLUB)
        await passes(opens - now_ms() - 1)
        assert not north.of(Done, Refused, Patch) and not east.of(Patch)
        await passes(1)
        assert [done.n for done in north.of(Done)] == [1] and len(east.of(Patch)) == 1
        assert house.room(table).table.time_ms == opens
        assert east.tables[table].opens_ms == opens + 3_000


@virtual
async def test_an_answer_after_the_opening_is_shown_at_once() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(TEMPO)
        await passes(5_000)
        north.act(table, 1, CLUB)
        assert [done.n for done in north.of(Done)] == [1]


@virtual
async def test_without_tempo_no_decision_opens_later() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt()
        assert north.tables[table].opens_ms is None
        north.act(table, 1, CLUB)
        assert north.of(Done)


@virtual
async def test_a_timer_that_fires_a_little_early_shows_nothing_early() -> None:
    async with House(early_ms=1) as house:
        table, (north, *_) = await house.dealt(TEMPO)
        opens = north.tables[table].opens_ms
        north.act(table, 1, CLUB)
        await until(lambda: north.of(Done))
        assert house.room(table).table.time_ms == opens


@virtual
async def test_an_illegal_early_answer_is_refused_at_once() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt(TEMPO)
        north.act(table, 1, {"t": "play", "card": "SA"})
        east.act(table, 1, PASS, decision="0.0")
        assert (north.refusal(), east.refusal()) == ("illegal_action", "not_your_turn")


@virtual
async def test_an_action_that_answers_no_decision_does_not_wait() -> None:
    async with House() as house:
        table, (north, east, south, _) = await house.dealt(TEMPO)
        await passes(3_000)
        north.act(table, 1, CLUB)
        south.tell(Act(table=table, n=1, action={"t": "ask", "call": 0}))
        east.tell(Act(table=table, n=1, action={"t": "ask", "call": 0}))
        assert east.of(Done) and south.refusal() == "illegal_action"


@virtual
async def test_every_copy_of_an_early_answer_is_acknowledged_and_one_is_done() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(TEMPO)
        elsewhere = house.person("North")
        await elsewhere.watch(table, "seat")
        elsewhere.forget()
        for person in (north, elsewhere, north):
            person.act(table, 1, CLUB)
            await passes(200)
        await passes(3_000)
        assert [done.n for done in north.of(Done)] == [1, 1] and [done.n for done in elsewhere.of(Done)] == [
            1
        ]
        assert moves(house, table) == 1


@virtual
async def test_of_two_early_answers_the_first_counts_and_the_other_finds_its_number_taken() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(TEMPO)
        north.act(table, 1, CLUB)
        north.act(table, 1, PASS)
        await passes(3_000)
        assert north.refusal() == "n_taken" and len(north.of(Done)) == 1
        assert house.room(table).table.game.pub(house.room(table).table.state).calls == {0: Call.ONE_CLUB}


@virtual
async def test_a_player_with_too_many_early_answers_is_refused() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(TEMPO)
        for _ in range(MAX_EARLY + 1):
            north.act(table, 1, CLUB)
        (refused,) = north.of(Refused)
        assert refused.code == "unavailable" and refused.retry_ms
        await passes(3_000)
        assert len(north.of(Done)) == MAX_EARLY


@virtual
async def test_an_early_answer_is_stale_once_the_decision_is_another() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt(TEMPO, options={"undo": "law25"})
        await passes(3_000)
        north.act(table, 1, CLUB)
        east.act(table, 1, PASS)
        await passes(1_000)
        assert not east.of(Refused)
        north.tell(Act(table=table, n=2, action={"t": "undo"}))
        assert east.refusal() == "stale_decision"


@virtual
async def test_a_private_event_does_not_release_an_early_answer_or_change_its_time() -> None:
    async with House() as house:
        table, (north, east, _, west) = await house.dealt(TEMPO)
        await passes(3_000)
        north.act(table, 1, CLUB)
        opens = west.tables[table].opens_ms
        east.act(table, 1, PASS)
        west.tell(Act(table=table, n=1, action={"t": "ask", "call": 0}))
        assert west.of(Done) and not east.of(Done)
        await until(lambda: east.of(Done))
        assert house.room(table).table.time_ms == opens


@virtual
async def test_a_pause_refuses_waiting_answers_and_stops_the_tempo() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(TEMPO)
        await passes(1_000)
        left_ms = house.room(table).table.clock.began_ms + 3_000 - now_ms()
        north.act(table, 1, CLUB)
        host = house.person("Host")
        await host.ask(Host(table=table, pause=True, id=1))
        assert north.refusal() == "unavailable" and north.tables[table].opens_ms is None
        await passes(60_000)
        await host.ask(Host(table=table, pause=False, id=2))
        assert abs(north.tables[table].opens_ms - now_ms() - left_ms) <= 20
        north.act(table, 1, CLUB)
        await passes(left_ms - 100)
        assert not north.of(Done)
        await passes(200)
        assert north.of(Done)


@virtual
async def test_a_robots_card_is_shown_after_both_its_own_time_and_the_tempo() -> None:
    async with House() as house:
        robots = dict.fromkeys(range(4), "plain")
        table = await house.table(policy=TEMPO, seats=robots)
        watcher = house.person()
        await watcher.watch(table)
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))
        began_ms = house.room(table).table.time_ms
        quick = house.caller(player=Player(id="house:0", name="plain", house=True))
        quick.tell(Hello())
        await passes(1_000)
        quick.act(table, 1, CLUB, decision="0.0")
        await until(lambda: moves(house, table))
        assert house.room(table).table.time_ms == began_ms + 3_000


@virtual
async def test_after_a_restart_an_early_answer_is_lost_and_the_client_sends_it_again() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, (north, *_) = await before.dealt(TEMPO)
        opens = north.tables[table].opens_ms
        north.act(table, 1, CLUB)
        before.room(table).leave()
        assert north.refusal() == "unavailable"
    async with House(store) as after:
        north = after.person("North")
        shown = await north.watch(table, "seat")
        assert shown.opens_ms == opens and shown.pub["calls"] == {}
        north.act(table, 1, CLUB)
        await passes(3_000)
        assert north.of(Done)[-1].n == 1 and after.room(table).table.time_ms == opens


@virtual
async def test_an_early_answer_that_waits_keeps_the_table_in_memory() -> None:
    async with House() as house:
        table, (north, *others) = await house.dealt(TEMPO)
        north.act(table, 1, CLUB)
        for person in (north, *others):
            person.hang_up()
        assert not house.room(table).idle
        await passes(3_000)
        assert house.room(table).idle and moves(house, table) == 1
