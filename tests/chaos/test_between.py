"""The server is killed in between: after a claim, before the votes, in a dispute, while an answer waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bots.random_bot import RandomBot
from bots.runner import play_seat
from bots.wire import link
from protocol.v1.bridge import (
    Ask,
    Call,
    Claim,
    Explain,
    Grant,
    MakeCall,
    PlayGoesOn,
    PlayOn,
    RollBack,
    Seat,
    Undo,
    Vote,
)
from protocol.v1.requests import NoClock, Policy
from server.table import events
from server.table.events import Acted, Away, Back, house_id
from tests.chaos import checker
from tests.chaos.checker import faults
from tests.chaos.company import SEATS, Company, Person, company, until
from tests.chaos.processes import Stage
from tests.chaos.records import Acked
from tests.chaos.test_kill import on_embedded_redis
from tests.chaos.troupe import PATIENCE_S
from tests.store.conftest import BINARIES
from tests.store.redis_server import embedded_data

pytestmark = [
    pytest.mark.skipif(not BINARIES, reason="there is no redis-server"),
    pytest.mark.timeout(600),
]
UNTIMED = Policy(clock=NoClock(), pause_ms=0, hold_ms=None)
ONE_CLUB = MakeCall(Call.ONE_CLUB)
PASS = MakeCall(Call.PASS)


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(link, "STEADY_S", 0.0)
    with embedded_data(monkeypatch) as data:
        yield data


@pytest.fixture
def stage(data: Path) -> Stage:
    return on_embedded_redis(data, in_a_hurry=True)


async def sit_down(here: Company, table: str) -> None:
    for seat, name in enumerate(SEATS):
        await here.sits(name, table, seat)


async def bid_and_play(here: Company, table: str, cards: int) -> None:
    """North, the dealer, plays one club, and so many cards are played."""
    for name, call in zip(SEATS, (ONE_CLUB, PASS, PASS, PASS), strict=True):
        await here[name].decides(table, lambda legal, call=call: call)
    for _ in range(cards):
        await until(lambda: any(here[name].asked(table) for name in SEATS))
        actor = next(name for name in SEATS if here[name].asked(table))
        await here[actor].decides(table, lambda legal: legal[0])


async def dispute(here: Company, table: str) -> None:
    """A claim is refused; one agrees to play on, and the director has it so. Then something is taken back."""
    north, east, south, west = (here[name] for name in SEATS)
    await north.does(table, Claim(3, "no line"))
    await east.decides(table, lambda legal: Vote(True))
    await west.decides(table, lambda legal: Vote(False))
    await south.decides(table, lambda legal: PlayOn())
    await here["dan"].client.rule(table, PlayGoesOn("the claim was withdrawn"))
    await west.does(table, Undo("wrong card"))
    await north.does(table, Grant(Seat.WEST, True))
    await west.does(table, Ask(0, "how many clubs?"))
    await north.does(table, Explain(0, "two or more"))
    await here["dan"].client.rule(table, RollBack(calls=4, reason="the lead was wrong"))


async def agreement(here: Company, table: str) -> None:
    """The board is claimed, and the next one begins with a call that is alerted."""
    north, east, _, west = (here[name] for name in SEATS)
    await east.decides(table, lambda legal: legal[0])
    await north.does(table, Claim(13))
    await west.decides(table, lambda legal: Vote(True))
    await east.decides(table, lambda legal: Vote(True))
    await until(lambda: east.view(table).pub.board == 2)
    await east.decides(table, lambda legal: replace(ONE_CLUB, alert=True, explanation="strong"))


@pytest.mark.chaos
@pytest.mark.parametrize("point", ["committed", "appended"])
async def test_every_entry_of_a_dispute_kills_the_server_that_stored_it(stage: Stage, point: str) -> None:
    async with company(stage, stage.directory) as here:
        table = await here.table(UNTIMED)
        await sit_down(here, table)
        await bid_and_play(here, table, 5)
        before = sum(map(len, (await stage.logs())[table]))
        async with stage.under_fire(point):
            await dispute(here, table)
            await agreement(here, table)
        history = await here.history()
    assert faults(history) == []
    steps = checker.steps(history, table)
    assert len(steps) - before >= 18
    assert len(stage.deaths_ns) >= 18
    phases = {step.after.state.phase for step in steps[before:]}
    assert phases == {"claim", "disputed", "play", "over", "deal", "auction"}


async def test_an_answer_that_waits_for_the_tempo_is_not_done_and_is_sent_again(stage: Stage) -> None:
    tempo_ms = 4_000
    async with company(stage, stage.directory) as here:
        table = await here.table(replace(UNTIMED, tempo_ms=tempo_ms))
        await sit_down(here, table)
        early = asyncio.create_task(here["north"].decides(table, lambda legal: ONE_CLUB))
        await until(lambda: here["north"].client.tables[table].acting.locked())
        await here["north"].client.ping()  # answered after the call was looked at
        log = [events.decode(packed) for _, packed in (await stage.logs())[table][0]]
        dealt = log[-1]
        assert isinstance(dealt, Acted) and dealt.seat is None, "expected the deal and nothing after it"
        assert not early.done() and not [r for r in stage.records()["north"] if isinstance(r, Acked)]
        await stage.is_killed()
        await stage.starts()
        await early
        history = await here.history()
    assert faults(history) == []
    (done,) = [step.entry for step in checker.steps(history, table) if isinstance(step.entry, Acted)][1:]
    assert done.player == here["north"].known.id and done.at_ms >= dealt.at_ms + tempo_ms


async def one_notrump_made(here: Company, table: str) -> None:
    """North plays one notrump, and seven tricks are agreed upon."""
    for name, call in zip(SEATS, (Call.ONE_NOTRUMP, *[Call.PASS] * 3), strict=True):
        await here[f"open {name}"].decides(table, lambda legal, call=call: MakeCall(call))
    await here["open east"].decides(table, lambda legal: legal[0])
    await here["open north"].does(table, Claim(7))
    for name in ("east", "west"):
        await here[f"open {name}"].decides(table, lambda legal: Vote(True))


@pytest.mark.chaos
async def test_the_imps_are_right_though_the_server_dies_between_the_two_results(stage: Stage) -> None:
    """90 points against a board passed out are 3 IMPs; every entry that tells of them kills its server."""
    async with company(stage, stage.directory) as here:
        rooms = await here.match(UNTIMED)
        for room, table in zip(("open", "closed"), rooms, strict=True):
            for seat, name in enumerate(SEATS):
                await here.sits(f"{room} {name}", table, seat)
        north, other_north = here["open north"], here["closed north"]
        await one_notrump_made(here, rooms[0])
        assert imps(north, rooms[0]) == {}
        await stage.is_killed()
        await stage.starts()
        for name in SEATS[:3]:
            await here[f"closed {name}"].decides(rooms[1], lambda legal: PASS)
        async with stage.under_fire("committed"):
            await here["closed west"].decides(rooms[1], lambda legal: PASS)
            await until(lambda: imps(north, rooms[0]) and imps(other_north, rooms[1]))
        history = await here.history()
    assert faults(history) == []
    assert len(stage.deaths_ns) >= 6
    ends = [
        checker.steps(history, table)[-1].after.game.pub(checker.steps(history, table)[-1].after.state).match
        for table in rooms
    ]
    assert [end.imps for end in ends] == [3, -3]
    assert [(end.boards[1].here, end.boards[1].there) for end in ends] == [(90, 0), (0, 90)]


def imps(person: Person, table: str) -> dict[int, int]:
    """The IMPs of every board that both rooms have finished, as somebody sees them."""
    match = person.view(table).pub.match
    assert match is not None
    return {board: compared.imps for board, compared in match.boards.items()}


async def test_who_was_cut_off_has_his_seat_again_though_the_server_died_meanwhile(stage: Stage) -> None:
    policy = replace(UNTIMED, hold_ms=700, substitute="plain", robot_ms=100)
    async with company(stage, stage.directory) as here:
        table = await here.table(policy)
        await sit_down(here, table)
        async with asyncio.TaskGroup() as playing:
            robots = {
                name: playing.create_task(play_seat(here[name].client, RandomBot(1), table, delay_ms=20))
                for name in SEATS
            }
            await here["north"].is_cut_off()
            await done_by(stage, table, house_id(0), 1)
            await stage.is_killed()
            await stage.starts()
            await done_by(stage, table, house_id(0), 1)
            here["north"].is_connected_again()
            await done_by(stage, table, here["north"].known.id, 2)
            assert not robots["north"].done()
            for name, robot in robots.items():
                async with here[name].client.tables[table].acting:  # nothing of his is on the way
                    robot.cancel()
        history = await here.history()
    assert faults(history) == []
    happened = [type(step.entry) for step in checker.steps(history, table)]
    assert happened.index(Away) < happened.index(Back)


async def done_by(stage: Stage, table: str, player: str, actions: int) -> None:
    """Return when somebody has done so much more at a table."""

    async def done() -> int:
        log = [events.decode(packed) for deal in (await stage.logs())[table] for _, packed in deal]
        return sum(isinstance(entry, Acted) and entry.player == player for entry in log)

    before = await done()
    async with asyncio.timeout(PATIENCE_S):
        while await done() < before + actions:
            await asyncio.sleep(0.05)
