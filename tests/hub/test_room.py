"""A live table: one entry in flight, and no frame of an entry that the store does not have."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codec import MSGPACK, decode_update
from protocol.v1.requests import Host, NoClock, PerMove, Policy, Sit, Unwatch
from protocol.v1.updates import Done, Notice, People, Refused
from server.games.bridge.rules import BRIDGE, Bridge
from server.games.bridge.state import BridgeState, LogAction
from server.hub.listeners import Frame
from server.hub.room import AGAIN_MS
from server.store.table_logs import Outcome
from tests.games.bridge.deals import EXAMPLE
from tests.games.of_state import with_rules
from tests.rooms import House, Person, as_sent, play_on
from tests.virtual import now_ms, passes, until, virtual

PASS, CLUB = as_sent(MakeCall(Call.PASS)), as_sent(MakeCall(Call.ONE_CLUB))
HURRIED = Policy(clock=PerMove(10_000), pause_ms=1_000)


def kinds(person: Person) -> list[str]:
    """Return the kinds of the received messages, oldest first, without those about presence."""
    return [type(update).__name__ for update in person.heard if not isinstance(update, People)]


@pytest.mark.parametrize("compared", [False, True])
@virtual
async def test_players_get_an_action_before_its_answer_and_before_watchers(
    monkeypatch: Any, compared: bool
) -> None:
    monkeypatch.setenv("KIBITZ_COMPARE_VIEWS", "1" if compared else "")
    async with House() as house:
        table, (north, east, *_) = await house.dealt()
        watcher, order = house.person(), []
        await watcher.watch(table)
        for person in (north, east, watcher):
            person.send = lambda frame, person=person: order.append(person)  # type: ignore[method-assign]
        north.act(table, 1, PASS)
        await passes(10)
        # North's patch and answer are one write. The order tells no one how the changes were found.
        assert order == [east, north, north, watcher]
        del north.send


@virtual
async def test_the_frame_of_an_action_and_its_answer_are_one_write_to_the_player(monkeypatch: Any) -> None:
    monkeypatch.delenv("KIBITZ_COMPARE_VIEWS", raising=False)
    async with House() as house:
        table, (north, east, *_) = await house.dealt()
        together: list[list[str]] = []

        def record(frames: Sequence[Frame]) -> None:
            together.append([type(decode_update(MSGPACK, frame.payload)).__name__ for frame in frames])

        north.send_together = east.send_together = record  # type: ignore[method-assign]
        north.act(table, 1, PASS)
        await passes(10)
        assert together == [["Patch", "Done"]]
        assert kinds(east) == ["Patch"]
        del north.send_together, east.send_together


@virtual
async def test_an_answer_reaches_a_player_that_does_not_follow_the_table() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt()
        north.tell(Unwatch(table=table, id=7))
        north.forget()
        north.act(table, 1, PASS, decision="0.0")
        await passes(10)
        assert kinds(north) == ["Done"]


@virtual
async def test_no_viewer_gets_an_entry_before_the_store_has_it() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt()
        house.store.prompt = False
        north.act(table, 1, PASS)
        await passes(500)
        assert (kinds(north), kinds(east)) == ([], [])
        assert house.store.answer() == [Outcome.DONE]
        assert (kinds(north), kinds(east)) == (["Patch", "Done"], ["Patch"])


@virtual
async def test_one_entry_is_in_flight_and_the_next_request_is_judged_after_it() -> None:
    async with House() as house:
        table, (north, east, south, _) = await house.dealt()
        house.store.prompt = False
        north.act(table, 1, CLUB)
        east.act(table, 1, PASS, decision="0.1")
        south.act(table, 1, CLUB, decision="0.2")
        assert len(house.store.waiting) == 1
        house.store.answer()
        assert len(house.store.waiting) == 1
        house.store.answer()
        assert (kinds(north)[1], kinds(east)[2], south.refusal()) == ("Done", "Done", "illegal_action")


@virtual
async def test_the_same_action_sent_again_while_it_is_in_flight_is_done_once() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt()
        house.store.prompt = False
        for _ in range(3):
            north.act(table, 1, PASS, decision="0.0")
        house.store.answer()
        assert not house.store.waiting
        assert north.of(Done) == [Done(n=1, table=table)] * 3
        assert house.room(table).table.decision == "0.1"


@virtual
async def test_of_two_players_that_take_a_seat_at_once_one_gets_it() -> None:
    async with House() as house:
        table = await house.table()
        ann, bob = house.person("Ann"), house.person("Bob")
        house.store.prompt = False
        ann.tell(Sit(table=table, seat=2, id=1))
        bob.tell(Sit(table=table, seat=2, id=1))
        house.store.answer()
        assert (ann.of(Done), bob.refusal()) == ([Done(id=1, table=table)], "forbidden")
        assert house.room(table).table.chairs[2].player == ann.player.id


@virtual
async def test_a_player_that_takes_two_seats_at_once_gets_one() -> None:
    async with House() as house:
        table = await house.table()
        here, there = house.person("Ann"), house.person("Ann")
        house.store.prompt = False
        here.tell(Sit(table=table, seat=0, id=1))
        there.tell(Sit(table=table, seat=1, id=1))
        house.store.answer()
        assert [chair.player for chair in house.room(table).table.chairs] == ["p-Ann", None, None, None]
        assert there.refusal() == "forbidden"


@virtual
async def test_a_refusal_changes_nothing_and_goes_only_to_the_player_that_asked() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt()
        before = house.room(table).table
        north.act(table, 1, {"t": "play", "card": "SA"})
        north.act(table, 1, CLUB, decision="0.9")
        east.act(table, 1, CLUB, decision="0.0")
        assert [str(refused.code) for refused in north.of(Refused)] == ["illegal_action", "stale_decision"]
        assert east.refusal() == "not_your_turn"
        assert house.room(table).table == before
        assert {refused.n for refused in north.of(Refused)} == {1}


@virtual
async def test_a_number_that_is_taken_is_refused_with_a_view() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt()
        north.act(table, 1, PASS)
        north.forget()
        north.act(table, 1, CLUB, decision="0.0")
        assert kinds(north) == ["Refused", "View"] and north.refusal() == "n_taken"


class Faulty(Bridge):
    """Bridge with a bug at seven no trump."""

    def apply(self, state: BridgeState, seat: int | None, action: LogAction, at_ms: int = 0) -> BridgeState:
        if action == MakeCall(Call.SEVEN_NOTRUMPS):
            raise ZeroDivisionError(f"hands were {state.hands}")
        return super().apply(state, seat, action, at_ms)


FAULTY = Faulty()


@virtual
async def test_a_fault_of_the_rules_refuses_one_action_and_the_table_lives(caplog: Any) -> None:
    async with House(games={"bridge": FAULTY}) as house:
        table, players = await house.dealt()
        with caplog.at_level(logging.ERROR):
            players[0].act(table, 1, {"t": "call", "call": "7NT"})
        assert players[0].refusal() == "internal"
        assert "ZeroDivisionError" in caplog.text and "hands were" not in caplog.text
        await play_on(house, table, players, 4)
        assert house.room(table).table.game.result(house.room(table).table.state) is not None


@virtual
async def test_a_listener_that_breaks_breaks_nothing_else(caplog: Any) -> None:
    async with House() as house:
        table, (north, east, _, west) = await house.dealt()
        broken = house.person()
        await broken.watch(table)

        def fails(frame: object) -> None:
            raise RuntimeError("this wire is a fault")

        house.store.prompt = False
        north.act(table, 1, PASS)
        east.act(table, 1, PASS, decision="0.1")
        broken.send = fails  # type: ignore[method-assign]
        house.store.answer()
        house.store.answer()
        del broken.send
        assert (len(north.of(Done)), len(east.of(Done))) == (1, 1)
        assert west.tables[table].pub["calls"] == {0: "P", 1: "P"}
        assert "RuntimeError" in caplog.text and "Traceback" not in caplog.text


@virtual
async def test_a_refused_step_of_the_table_is_tried_again(caplog: Any) -> None:
    faults = [ZeroDivisionError("hands were ...")] * 3

    def forced(state: BridgeState, seat: int) -> object:
        if faults:
            raise faults.pop()
        return BRIDGE.forced(state, seat)

    async with House(games={"bridge": with_rules(BRIDGE, forced=forced)}) as house:
        table, _ = await house.dealt(HURRIED)
        await passes(10_000 + 4 * AGAIN_MS)
        assert house.room(table).table.decision == "0.1"
        assert caplog.text.count("ZeroDivisionError") == 3


@virtual
async def test_time_that_runs_out_is_played_for() -> None:
    async with House() as house:
        table, players = await house.dealt(policy=HURRIED)
        await passes(9_000)
        assert house.room(table).table.decision == "0.0"
        await passes(2_000)
        assert house.room(table).table.decision == "0.1"
        assert players[2].tables[table].deadline_ms == house.room(table).table.time_ms + 10_000 > now_ms()


@virtual
async def test_a_timer_that_fires_a_little_early_is_set_again() -> None:
    async with House(early_ms=1) as house:
        table, _ = await house.dealt(policy=HURRIED)
        await passes(35_000)
        assert house.room(table).table.decision == "0.3"


@virtual
async def test_deals_wait_until_people_are_present() -> None:
    async with House() as house:
        table = await house.table(seats=dict.fromkeys(range(4), "plain"))
        await passes(60_000)
        assert house.room(table).table.index == 1
        await house.person().watch(table)
        await until(lambda: house.room(table).table.game.to_act(house.room(table).table.state))


@virtual
async def test_the_next_board_follows_after_the_pause_and_the_last_closes_the_table() -> None:
    async with House() as house:
        table, players = await house.dealt(options={"boards": 2})
        await play_on(house, table, players, 4)
        await passes(900)
        assert house.room(table).table.game.result(house.room(table).table.state) is not None
        await passes(200)
        await play_on(house, table, players, 4)
        await passes(1_100)
        assert house.room(table).table.closed
        assert [notice.kind for notice in players[0].of(Notice)] == ["closing"]


@virtual
async def test_players_and_watchers_learn_when_the_next_board_begins() -> None:
    async with House() as house:
        table, players = await house.dealt(Policy(clock=NoClock(), pause_ms=5_000))
        eve = house.person("Eve")
        await eve.watch(table)
        shown = [each.tables[table] for each in (*players, eve)]
        await play_on(house, table, players, 3)
        assert [each.next_deal_ms for each in shown] == [None] * 5
        await play_on(house, table, players, 1)
        assert [each.next_deal_ms for each in shown] == [house.room(table).table.time_ms + 5_000] * 5
        await passes(5_100)
        assert [(each.pub["board"], each.next_deal_ms) for each in shown] == [(2, None)] * 5


@virtual
async def test_players_of_uploaded_boards_see_no_time_of_a_next_board_after_the_last() -> None:
    async with House() as house:
        table, players = await house.dealt(boards=f'[Board "1"]\n[Deal "{EXAMPLE}"]\n')
        await play_on(house, table, players, 4)
        shown = players[0].tables[table]
        assert (shown.pub["phase"], shown.next_deal_ms) == ("over", None)


@virtual
async def test_a_paused_table_waits_and_goes_on() -> None:
    async with House() as house:
        table, players = await house.dealt(policy=HURRIED)
        host = house.person("Host")
        await host.ask(Host(table=table, pause=True, id=1))
        await passes(60_000)
        players[0].act(table, 1, PASS)
        assert players[0].refusal() == "unavailable"
        await host.ask(Host(table=table, pause=False, id=2))
        await passes(11_000)
        assert house.room(table).table.decision == "0.1"


@virtual
async def test_a_table_lost_with_an_entry_in_flight_still_answers_it() -> None:
    async with House() as house:
        table, (north, east, *_) = await house.dealt()
        house.store.prompt = False
        north.act(table, 1, PASS)
        east.act(table, 1, PASS, decision="0.1")
        house.room(table).leave()
        assert east.refusal() == "unavailable"
        house.store.answer()
        assert [update.n for update in north.of(Done, Refused)] == [1]
