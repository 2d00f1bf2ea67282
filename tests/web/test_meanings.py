"""The meanings of calls before they are made: who may ask, and that no answer depends on a hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import msgspec

from bots.bridge.robot.explanations import meaning
from bots.plain_bot import PlainBot
from bots.sampler_bot import SamplerBot
from protocol.v1.bridge import Call, MakeCall, Meaning, Seat
from protocol.v1.requests import Open, Policy, Sit, Watch
from protocol.v1.updates import Done
from server.deployment.installed_robots import AtLevel, explaining, play_at
from server.robots.house_robots import HouseRobots
from server.workers.explainer import Explainer, Question
from tests.virtual import passes, until, virtual
from tests.web.cards.club import Club, Member, club, code

QUICK = {"sampler:quick": AtLevel(SamplerBot, "quick")}
ROBOTS: dict[str, Any] = {
    "plain": PlainBot,
    "sampler": SamplerBot,
    "sampler:quick": AtLevel(SamplerBot, "quick"),
}
PLAYED = Policy(pause_ms=60_000, hold_ms=2_000)


IDS = count(1)


class Asked:
    """The computations that were asked for; each is done at once, or refused while `busy`."""

    def __init__(self) -> None:
        self.number = 0
        self.busy = False

    async def ask(self, table: str, limit_s: float, question: Question, /) -> bytes | None:
        self.number += 1
        return None if self.busy else question()


@asynccontextmanager
async def explaining_club() -> AsyncIterator[tuple[Club, Asked]]:
    async with club(robots=dict.fromkeys(ROBOTS, ("bridge",))) as here:
        asked = Asked()
        here.house.desk.explainer = Explainer(asked.ask, explaining(ROBOTS))
        yield here, asked


async def opened(here: Club, north: Member, robots: dict[int, str], **options: Any) -> str:
    """Open a table at which the member sits North, with robots in other seats."""
    request = Open(game="bridge", options=options, seats=robots, policy=PLAYED, id=next(IDS))
    done = await north.wire.ask(request)
    assert isinstance(done, Done) and done.table is not None
    sat = await north.wire.ask(Sit(table=done.table, seat=0, id=2))
    assert isinstance(sat, Done), sat
    await north.wire.ask(Watch(table=done.table, as_="seat", id=3))
    if len(robots) == 3:
        await until(lambda: (north.wire.tables[done.table].own or {}).get("calls"))
    return done.table


@virtual
async def test_a_player_with_a_robot_for_partner_is_told_what_each_legal_call_means() -> None:
    async with explaining_club() as (here, _):
        north = await here.member("Nora")
        table = await opened(here, north, {1: "plain", 2: "sampler", 3: "plain"})
        answer = await north.http.get(f"/v1/tables/{table}/meanings")
        assert answer.status_code == 200, answer.text
        shown = answer.json()
        assert (shown["robot"], shown["decision"]) == ("sampler", north.wire.tables[table].own["decision"])
        assert set(shown["meanings"]) == {call.value for call in Call} - {"X", "XX"}
        assert shown["meanings"]["1NT"]["hand"] == {
            "strength": [{"kind": "hcp", "low": 15, "high": 17}],
            "shape": "balanced",
        }
        assert shown["meanings"]["7C"] == {"basis": "none"}


@virtual
async def test_players_with_other_cards_get_the_same_bytes_after_one_computation() -> None:
    async with explaining_club() as (here, asked):
        answers, hands = [], set()
        for name in ("Nora", "Noel"):
            north = await here.member(name)
            table = await opened(here, north, {1: "plain", 2: "sampler", 3: "plain"})
            hands.add(str(north.wire.tables[table].own["hand"]))
            answers.append((await north.http.get(f"/v1/tables/{table}/meanings")).content)
        assert len(hands) == 2
        assert answers[0] == answers[1]
        assert asked.number == 1


@virtual
async def test_the_meanings_are_those_of_partners_robot() -> None:
    async with explaining_club() as (here, _):
        north = await here.member("Nora")
        told = {}
        for robot in ROBOTS:
            table = await opened(here, north, {1: "plain", 2: robot, 3: "plain"})
            told[robot] = (await north.http.get(f"/v1/tables/{table}/meanings")).json()["meanings"]
        assert told["sampler"] == told["sampler:quick"] != told["plain"]
        assert told["plain"]["1NT"]["hand"]["shape"] == "balanced"


@virtual
async def test_only_a_seated_player_in_turn_whose_partner_is_a_robot_is_told() -> None:
    async with explaining_club() as (here, asked):
        north, south, watcher = [await here.member(name) for name in ("Nora", "Sue", "Wes")]
        table = await opened(here, north, {1: "plain", 2: "sampler", 3: "plain"})
        assert code(await watcher.http.get(f"/v1/tables/{table}/meanings")) == (403, "not_seated")
        stranger = await here.http()
        assert code(await stranger.get(f"/v1/tables/{table}/meanings")) == (401, "unauthorized")
        await north.does(table, MakeCall(Call.PASS))
        assert code(await north.http.get(f"/v1/tables/{table}/meanings")) == (409, "not_your_turn")
        two = await opened(here, north, {1: "plain", 3: "plain"})
        assert isinstance(await south.wire.ask(Sit(table=two, seat=2, id=next(IDS))), Done)
        for each in (north, south):
            assert code(await each.http.get(f"/v1/tables/{two}/meanings")) == (403, "forbidden")
        assert asked.number == 0


@virtual
async def test_a_robot_that_plays_for_an_absent_partner_explains_nothing() -> None:
    async with explaining_club() as (here, asked):
        north, south = [await here.member(name) for name in ("Nora", "Sue")]
        table = await opened(here, north, {1: "plain", 3: "plain"})
        assert isinstance(await south.wire.ask(Sit(table=table, seat=2, id=next(IDS))), Done)
        south.wire.session.gone()
        await passes(3_000)
        people = await (await here.house.desk.hub.handle(table)).people()
        assert [(row.player, row.robot) for row in people.seats][2] == (None, "sampler")
        assert code(await north.http.get(f"/v1/tables/{table}/meanings")) == (403, "forbidden")
        assert asked.number == 0


@virtual
async def test_partners_calls_are_told_during_the_board_where_the_options_say_so() -> None:
    async with explaining_club() as (here, _):
        house, north = here.house, await here.member("Nora")
        robots = HouseRobots(house.desk, {"plain": PlainBot}, play_at)
        house.hub.changed.subscribe(robots.update)
        seats = {1: "plain", 2: "plain", 3: "plain"}
        silent = await opened(here, north, seats, first_board=3)
        told = await opened(here, north, seats, first_board=3, partner_robot=True)
        answers = {
            table: (await north.http.get(f"/v1/tables/{table}/meanings")).json() for table in (silent, told)
        }
        opening = Call(north.wire.tables[told].pub["calls"][0])
        assert answers[silent]["made"] == {}
        assert answers[told]["made"] == {"0": as_json(meaning(Seat.SOUTH, (opening,)))}
        assert answers[told]["meanings"]
        robots.stop()


def as_json(value: Meaning) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


@virtual
async def test_a_busy_server_asks_to_come_back_and_keeps_no_answer() -> None:
    async with explaining_club() as (here, asked):
        north = await here.member("Nora")
        table = await opened(here, north, {1: "plain", 2: "sampler", 3: "plain"})
        asked.busy = True
        answer = await north.http.get(f"/v1/tables/{table}/meanings")
        assert (code(answer), answer.json()["retry_ms"]) == ((503, "unavailable"), 1_000)
        asked.busy = False
        assert (await north.http.get(f"/v1/tables/{table}/meanings")).status_code == 200


@virtual
async def test_other_games_have_no_meanings_of_calls() -> None:
    async with club() as here:
        north = await here.member("Nora")
        done = await north.wire.ask(Open(game="spades", id=next(IDS)))
        assert isinstance(done, Done)
        assert code(await north.http.get(f"/v1/tables/{done.table}/meanings")) == (404, "forbidden")
