"""The room's tempo: early answers wait, what has no choice comes by itself, and no moment tells of either."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.v1.bridge import Call, MakeCall, PlayCard
from protocol.v1.cards import Card
from protocol.v1.codec import decode_update
from protocol.v1.requests import (
    Act,
    Bank,
    ClockRules,
    Hello,
    Host,
    NoClock,
    PerBoard,
    PerMove,
    Policy,
)
from protocol.v1.updates import Done, Patch, Refused
from server.hub.outbox import Frame
from server.hub.room import MAX_EARLY
from server.table.player import Player
from tests.later_store import LaterStore
from tests.rooms import House, Person, as_sent
from tests.virtual import now_ms, passes, until, virtual

TEMPO = Policy(clock=NoClock(), tempo_ms=3_000, pause_ms=1_000)
PASS, CLUB, NOTRUMP = (as_sent(MakeCall(call)) for call in (Call.PASS, Call.ONE_CLUB, Call.ONE_NOTRUMP))
ONE_SPADE = '[Board "1"]\n[Deal "N:AQ52.K64.QJ3.T98 KJ97.QT9.8742.K5 T643.AJ87.AK5.A7 8.532.T96.QJ6432"]\n'
TWO_SPADES = '[Board "1"]\n[Deal "N:AQ52.K64.QJ3.T98 KJ9.QT9.8742.K53 T643.AJ87.AK5.A7 87.532.T96.QJ642"]\n'
WEST_CARD = as_sent(PlayCard(Card("S8")))


def card(name: str) -> dict[str, Any]:
    return as_sent(PlayCard(Card(name)))


async def west_follows(
    house: House, boards: str = ONE_SPADE, policy: Policy = TEMPO
) -> tuple[str, list[Person]]:
    """North plays one no trump, East has led a spade, dummy has played, and West is just to follow suit."""
    table, players = await house.dealt(policy, boards=boards)
    north, east, south, west = players
    moves = [
        (north, NOTRUMP),
        (east, PASS),
        (south, PASS),
        (west, PASS),
        (east, card("SK")),
        (north, card("S3")),
    ]
    for place, (player, action) in enumerate(moves):
        player.act(table, 1 if place < 4 else 2, action)
        await until(lambda place=place: house.room(table).table.decision == f"0.{place + 1}")
    for player in players:
        player.forget()
    return table, players


def moves(house: House, table: str) -> int:
    """How many calls and cards are shown."""
    return house.room(table).table.state.progress()[1]


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
async def test_a_late_answer_is_shown_at_once() -> None:
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
async def test_what_the_rules_forbid_is_refused_at_once() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt(TEMPO)
        north.act(table, 1, card("SA"))
        east.act(table, 1, PASS, decision="0.0")
        assert (north.refusal(), east.refusal()) == ("illegal_action", "not_your_turn")


@virtual
async def test_what_answers_no_decision_does_not_wait() -> None:
    async with House() as house:
        table, (north, east, south, _) = await house.dealt(TEMPO)
        await passes(3_000)
        north.act(table, 1, CLUB)
        south.tell(Act(table=table, n=1, action={"t": "ask", "call": 0}))
        east.tell(Act(table=table, n=1, action={"t": "ask", "call": 0}))
        assert east.of(Done) and south.refusal() == "illegal_action"


@virtual
async def test_every_copy_of_an_early_answer_is_acknowledged_and_it_is_done_once() -> None:
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
        assert house.room(table).table.state.pub().calls == {0: Call.ONE_CLUB}


@virtual
async def test_who_sends_ever_more_early_answers_is_told_to_wait() -> None:
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
async def test_a_private_word_leaves_an_early_answer_waiting_and_its_moment_as_it_was() -> None:
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
async def test_a_pause_refuses_what_waits_and_stops_the_tempo() -> None:
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
async def test_a_card_without_a_choice_is_played_by_the_table() -> None:
    async with House() as house:
        table, (north, _, _, west) = await west_follows(house)
        opens = west.tables[table].opens_ms
        await passes(3_000)
        assert house.room(table).table.time_ms == opens and moves(house, table) == 7
        assert west.tables[table].pub["plays"][2] == {"seat": 3, "card": "S8"}
        assert not west.of(Done) and house.room(table).table.counters["p-West"].n == 1
        assert north.tables[table].own["decision"] == "0.7"


@virtual
async def test_who_sends_his_only_card_early_is_the_one_who_played_it() -> None:
    async with House() as house:
        table, (*_, west) = await west_follows(house)
        west.act(table, 2, WEST_CARD)
        await passes(3_000)
        assert [done.n for done in west.of(Done)] == [2] and moves(house, table) == 7


@virtual
async def test_for_a_player_who_is_gone_the_table_plays_nothing_until_he_is_back() -> None:
    async with House() as house:
        table, (*_, west) = await west_follows(house)
        west.hang_up()
        await passes(10_000)
        assert moves(house, table) == 6
        await house.person("West").watch(table, "seat")
        await passes(10)
        assert moves(house, table) == 7


@virtual
async def test_a_table_without_tempo_waits_for_the_only_card() -> None:
    async with House() as house:
        table, _ = await west_follows(house, policy=Policy(clock=NoClock()))
        await passes(60_000)
        assert moves(house, table) == 6


def listen(person: Person) -> list[object]:
    """Everything that reaches somebody from now on, and when; without the words that a server draws anew."""
    heard: list[object] = []
    read = person.send

    def send(frame: Frame) -> None:
        update = decode_update(person.codec, frame.payload)
        drawn = {name: "" for name in ("table", "epoch") if name in update.__struct_fields__}
        heard.append((now_ms(), replace(update, **drawn)))
        read(frame)

    person.send = send  # type: ignore[method-assign]
    return heard


CLOCKS = (NoClock(), PerMove(20_000), PerMove(2_000), PerBoard(20_000, move_ms=10_000), Bank(15_000))


def heard_when_west_follows(boards: str, clock: ClockRules, quick_ms: int | None) -> list[object]:
    """What North, dummy and a watcher hear when West plays after `quick_ms`, or (None) the table does."""
    heard: list[object] = []

    @virtual
    async def perform() -> None:
        async with House() as house:
            policy = Policy(clock=clock, tempo_ms=3_000)
            table, (north, _, south, west) = await west_follows(house, boards, policy)
            watcher = house.person()
            await watcher.watch(table)
            ears = [listen(person) for person in (north, south, watcher)]
            if quick_ms is not None:
                await passes(quick_ms)
                west.act(table, 2, WEST_CARD)
            await passes(4_000 - (quick_ms or 0))
            assert moves(house, table) > 6
            heard.extend(each for ear in ears for each in ear)
            for person in (north, south, watcher):
                del person.send

    perform()
    return heard


@pytest.mark.parametrize("quick_ms", [0, 700, 1_900])
@pytest.mark.parametrize("clock", CLOCKS)
def test_a_forced_card_and_a_quick_one_of_choice_cannot_be_told_apart(
    clock: ClockRules, quick_ms: int
) -> None:
    forced = heard_when_west_follows(ONE_SPADE, clock, quick_ms=None)
    chosen = heard_when_west_follows(TWO_SPADES, clock, quick_ms)
    assert len(forced) >= 3
    assert forced == chosen


def test_a_forced_card_that_was_sent_and_one_that_was_not_cannot_be_told_apart() -> None:
    sent = heard_when_west_follows(ONE_SPADE, NoClock(), quick_ms=500)
    assert sent == heard_when_west_follows(ONE_SPADE, NoClock(), quick_ms=None)


@virtual
async def test_a_robots_card_comes_when_both_its_own_time_and_the_tempo_have_passed() -> None:
    async with House() as house:
        robots = dict.fromkeys(range(4), "plain")
        table = await house.table(policy=TEMPO, seats=robots)
        watcher = house.person()
        await watcher.watch(table)
        await until(lambda: house.room(table).table.state.to_act())
        began_ms = house.room(table).table.time_ms
        quick = house.caller(player=Player(id="house:0", name="plain", house=True))
        quick.tell(Hello())
        await passes(1_000)
        quick.act(table, 1, CLUB, decision="0.0")
        await until(lambda: moves(house, table))
        assert house.room(table).table.time_ms == began_ms + 3_000


@virtual
async def test_after_a_restart_an_early_answer_is_gone_and_sent_again() -> None:
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
async def test_after_a_restart_the_only_card_is_played_all_the_same() -> None:
    store = LaterStore(now_ms)
    async with House(store) as before:
        table, _ = await west_follows(before)
    async with House(store) as after:
        for name in ("North", "West"):
            await after.person(name).watch(table, "seat")
        await passes(4_000)
        assert moves(after, table) == 7


@virtual
async def test_what_waits_keeps_the_table_in_memory() -> None:
    async with House() as house:
        table, (north, *others) = await house.dealt(TEMPO)
        north.act(table, 1, CLUB)
        for person in (north, *others):
            person.hang_up()
        assert not house.room(table).idle
        await passes(3_000)
        assert house.room(table).idle and moves(house, table) == 1
