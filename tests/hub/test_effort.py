"""How busy the server was for a house robot: the log names it, and no frame of anybody carries it."""

from __future__ import annotations

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.codec import MSGPACK, decode_update
from protocol.v1.requests import Act, Hello, NoClock, Policy, Watch
from protocol.v1.updates import View
from server.robots.house_robots import RobotConnection
from server.table import events
from server.table.events import Acted, Effort, house_id
from server.table.player import Player
from tests.rooms import House, as_sent
from tests.virtual import now_ms, passes, until, virtual

PASS = as_sent(MakeCall(Call.PASS))
POLICY = Policy(clock=NoClock(), pause_ms=1_000, robot_ms=60_000)
Line = list[tuple[int, int, object]]
EFFORTS = [Effort(load=0.5), Effort(load=7.25, unanswered=3), Effort(unanswered=1)]


async def played(effort: Effort | None) -> tuple[Line, list[Acted]]:
    """Let the robot in the seat of North pass; return what people are sent, and the actions in the log."""
    line: Line = []
    async with House() as house:
        table = await house.table(policy=POLICY, seats={0: "plain"})
        people = [house.person(name) for name in ("East", "South", "West")]
        for seat, person in enumerate(people, 1):
            await person.watch(table)
            await person.sit(table, seat)
        people.append(house.person())
        await people[-1].watch(table)
        await until(lambda: house.room(table).table.to_act)
        start_ms = now_ms()
        for person in people:
            person.forget()
        robot = RobotConnection(house.desk, Player(house_id(0), "plain", house=True))
        robot.measure(lambda: effort)
        await robot.send(MSGPACK.encode(Hello()))
        await robot.send(MSGPACK.encode(Watch(table=table, as_="seat")))
        view = None
        while not isinstance(view, View):
            view = decode_update(MSGPACK, await robot.receive())
        assert isinstance(view.own, dict)
        sent = [person.send for person in people]
        for number, person in enumerate(people):

            def record(frame: object, number: int = number) -> None:
                payload: bytes = frame.payload  # type: ignore[attr-defined]
                epoch = house.room(table).token.partition(":")[2]
                line.append(
                    (
                        now_ms() - start_ms,
                        number,
                        (len(payload), _told(payload).replace(table, "T").replace(epoch, "E")),
                    )
                )
                sent[number](frame)  # type: ignore[arg-type]

            person.send = record  # type: ignore[method-assign]
        await robot.send(MSGPACK.encode(Act(table=table, n=1, action=PASS, decision=view.own["decision"])))
        await passes(100)
        watcher = house.person()
        watcher.send = people[-1].send  # type: ignore[method-assign]
        watcher.tell(Watch(table=table))
        await passes(100)
        stored = [events.decode(entry) for entry in await house.store.load_deal(table, 0)]
        await robot.close()
    return line, [entry for entry in stored if isinstance(entry, Acted) and entry.seat is not None]


def _told(payload: bytes) -> str:
    """Return what a frame tells, without the time of day."""
    told = MSGPACK.decode_plain(payload, 1 << 20)
    assert isinstance(told, dict)
    return str({name: value for name, value in told.items() if name != "now_ms"})


@virtual
@pytest.mark.parametrize("effort", EFFORTS)
async def test_the_log_names_how_busy_the_server_was_and_no_frame_does(effort: Effort) -> None:
    idle, (unmeasured,) = await played(None)
    busy, (measured,) = await played(effort)
    assert (unmeasured.effort, measured.effort) == (None, effort)
    assert len(idle) >= 4
    assert busy == idle


@virtual
async def test_a_frame_that_carries_it_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from server.games.bridge.rules import BRIDGE
    from server.hub import room

    built = type(BRIDGE).pub
    leaked: list[Effort] = []
    folded = room.fold

    def fold(table: object, entry: object) -> object:
        if isinstance(entry, Acted) and entry.effort is not None:
            leaked.append(entry.effort)
        return folded(table, entry)  # type: ignore[arg-type]

    def pub(self: object, state: object) -> object:
        half = built(self, state)  # type: ignore[arg-type]
        half.board += 100 * len(leaked)
        return half

    monkeypatch.setattr(room, "fold", fold)
    monkeypatch.setattr(type(BRIDGE), "pub", pub)
    idle, _ = await played(None)
    busy, _ = await played(EFFORTS[1])
    assert busy != idle


@virtual
async def test_no_player_of_flesh_can_put_it_into_the_log() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(POLICY)
        north.session.effort = lambda: EFFORTS[0]
        north.act(table, 1, PASS)
        await passes(50)
        stored = [events.decode(entry) for entry in await house.store.load_deal(table, 0)]
        (acted,) = [entry for entry in stored if isinstance(entry, Acted) and entry.seat is not None]
        assert acted.effort is None


def test_an_entry_without_it_is_encoded_as_before() -> None:
    entry = Acted(at_ms=1, action={"t": "call", "call": "P"}, seat=0, player="house:0", n=1)
    assert b"effort" not in events.encode(entry)
    measured = events.decode(events.encode(Acted(at_ms=1, action=PASS, seat=0, effort=EFFORTS[1])))
    assert isinstance(measured, Acted) and measured.effort == EFFORTS[1]
