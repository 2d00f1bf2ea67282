"""A whole evening of a club while its hubs are killed: the ranking is that of the logs of its tables.

The ranking is computed a second time here, from the contracts and tricks in the logs of the tables: the
scores, the matchpoints and the percentages by plain arithmetic that shares nothing with the server.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from bots.guest import Guest, guest
from server.events.entries import Closing, Entry, Scored, Staged, Started
from tests.chaos.blows import redis_with
from tests.chaos.evening import Evening, Place, doubled, plays
from tests.chaos.fleet import Fleet
from tests.store.conftest import BINARIES
from tests.store.redis_server import short_directory

pytestmark = pytest.mark.skipif(not BINARIES, reason="there is no redis-server")

CONDITIONS: dict[str, Any] = {
    "winners": 1,
    "board_s": 0,
    "break_s": 1,
    "check_in": False,
    "late_until": 1,
    "pause_s": 0,
    "correction_s": 3_600,
}


class Plan(Struct, frozen=True):
    """An evening: its pairs at the start, its rounds and boards, and what happens in which round.

    Two pairs come late, in round 1. In the rounds `kills` the hub of the event dies, and in `drains` it
    stops in order. A substitute comes in the round `substitute`, and a pair withdraws in the round
    `withdrawal`.
    """

    pairs: int
    rounds: int
    boards: int
    robot_ms: int
    kills: tuple[int, ...]
    drains: tuple[int, ...]
    substitute: int
    withdrawal: int


WHOLE = Plan(26, 9, 3, robot_ms=0, kills=(2, 6), drains=(4,), substitute=3, withdrawal=5)
SHORT = Plan(6, 3, 2, robot_ms=10, kills=(2,), drains=(), substitute=2, withdrawal=2)
ARTIFICIAL: tuple[int, int] = (6_000, 4_000)
ADJUSTED, CORRECTED = 620, -1_100
"""North-South's scores after two rulings, of which the second one comes when all rounds are over."""
BOARD_S = 5
LATE_S = 20
"""The longest time in seconds from the end of a round's clock to the end of the round, with a takeover."""


@pytest.fixture
def directory() -> Iterator[Path]:
    with short_directory() as directory:
        yield directory


@asynccontextmanager
async def playing(url: str, *people: Guest) -> AsyncIterator[None]:
    """Let people play in the evening until its end."""
    tasks = [asyncio.create_task(plays(url, each)) for each in people]
    try:
        yield
        assert not [each for each in tasks if each.done()], "expected players that stay until the end"
    finally:
        for each in tasks:
            each.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def enters(evening: Evening, one: Guest, other: Guest) -> None:
    """Let a player enter with a partner, who accepts."""
    shown = await evening.asks_as(one, "enter", partners=[{"id": other.id, "name": other.name}])
    await evening.asks_as(other, "join", entrant=shown["mine"]["entrant"])


async def play(evening: Evening, plan: Plan, people: Mapping[str, Guest]) -> dict[Place, Any]:
    """Let the evening go by, and return the rulings: awards, or North-South's score, by the place."""
    await enters(evening, people["Ann"], people["Bob"])
    for _ in range(plan.pairs - 1):
        await evening.asks("enrol", robots=["plain", "plain"])
    for request in ("draw", "publish", "start"):
        await evening.asks(request)
    for round in range(1, plan.rounds + 1):
        await happens(evening, plan, people, round)
    shown = await evening.comes_to(lambda shown: shown["stage"] == "correction")
    tables = {each["round"]: [table["table"] for table in each["tables"]] for each in shown["rounds"]}
    assert len(tables) == plan.rounds
    rulings: dict[Place, Any] = {
        (1, tables[1][0], 1): ARTIFICIAL,
        (2, tables[2][-1], plan.boards + 1): ADJUSTED,
        (plan.rounds, tables[plan.rounds][0], plan.rounds * plan.boards): CORRECTED,
    }
    await corrects(evening, (plan.rounds, tables[plan.rounds][0], plan.rounds * plan.boards), CORRECTED)
    await evening.asks("finish")
    return rulings


async def happens(evening: Evening, plan: Plan, people: Mapping[str, Guest], round: int) -> None:
    """Let a round be played, with everything that happens in it."""
    shown = await evening.comes_to(lambda shown: begun(shown, round) is not None)
    if round == 1:
        await enters(evening, people["Eva"], people["Fay"])
        await evening.asks("enrol", robots=["plain", "plain"])
    if round == plan.substitute:
        (pair,) = [each for each in shown["entrants"] if each["title"] == "Ann – Bob"]
        await evening.asks(
            "substitute",
            entrant=pair["id"],
            out=people["Bob"].id,
            player={"id": people["Cid"].id, "name": "Cid"},
        )
    if round == plan.withdrawal:
        await evening.asks("remove", entrant=shown["entrants"][3]["id"])
    if round in (*plan.kills, *plan.drains):
        await evening.comes_to(lambda shown: done(shown, round) > 0)
        await (evening.owner_is_killed() if round in plan.kills else evening.owner_drains())
    shown = await evening.comes_to(
        lambda shown: done(shown, round) == plan.boards * len(begun(shown, round) or ())
    )
    tables = begun(shown, round)
    assert tables is not None
    if round == 1:
        await evening.asks(
            "adjust", round=1, table=tables[0]["table"], board=1, awards=list(ARTIFICIAL), law="12C2"
        )
    if round == 2:
        await corrects(evening, (2, tables[-1]["table"], plan.boards + 1), ADJUSTED)


def begun(shown: Mapping[str, Any], round: int) -> list[dict[str, Any]] | None:
    """Return the tables of a round that has begun."""
    for each in shown["rounds"]:
        if each["round"] == round and each["stage"] not in ("drawn", "published"):
            return list(each["tables"])
    return None


def done(shown: Mapping[str, Any], round: int) -> int:
    """Return the number of boards that the tables of a round have finished."""
    return sum(each.get("done", 0) for each in begun(shown, round) or ())


async def corrects(evening: Evening, place: Place, score: int) -> None:
    """Give a board at a table another score of North-South than the one of the table."""
    round, table, board = place
    results = await evening.shown("results")
    (lines,) = [each["lines"] for each in results["boards"] if each["board"] == board]
    (line,) = [each for each in lines if each["table"] == table]
    result = line["versions"][-1]["result"]
    result["result"] = {"score_ns": score}
    await evening.asks("adjust", round=round, table=table, board=board, result=result, reason="a wrong score")


# What the logs of the tables say


def points(level: int, strain: str, doubled: int, tricks: int, *, vulnerable: bool) -> int:
    """Return the duplicate score (Law 77) of declarer's side."""
    over = tricks - 6 - level
    if over < 0:
        if doubled == 1:
            return over * (100 if vulnerable else 50)
        lost = 200 - 300 * (over + 1) if vulnerable else 100 - 200 * (over + 1) + 100 * max(0, -over - 3)
        return -lost * doubled // 2
    trick = 20 if strain in "CD" else 30
    bid = (level * trick + (10 if strain == "NT" else 0)) * doubled
    score = bid + ((500 if vulnerable else 300) if bid >= 100 else 50)
    score += {6: 750 if vulnerable else 500, 7: 1_500 if vulnerable else 1_000}.get(level, 0)
    more = trick if doubled == 1 else 50 * doubled * (2 if vulnerable else 1)
    return score + over * more + (0 if doubled == 1 else 25 * doubled)


def score_of(state: Any) -> int:
    """Return North-South's score of a finished board."""
    contract = state.contract
    if contract is None:
        return 0
    side = contract.declarer % 2
    vulnerable = state.deal.vulnerable.value in ("Both", ("NS", "EW")[side])
    made = points(
        contract.level, contract.strain.value, contract.doubled, state.tricks[side], vulnerable=vulnerable
    )
    return -made if side else made


def percentages(
    sides: Mapping[tuple[int, int], tuple[str | None, ...]],
    scores: Mapping[Place, int],
    rulings: Mapping[Place, Any],
) -> dict[str, Fraction]:
    """Return the percentage of each pair: two points for each lower score of a board, one for each equal one.

    A board with an artificial score has fewer scores to compare, so its points are factored up by Neuberg's
    formula.
    """
    by_board: dict[int, dict[tuple[int, int], Place]] = defaultdict(dict)
    for place in scores:
        by_board[place[2]][place[:2]] = place
    whole = max(map(len, by_board.values()))
    top = Fraction(2 * (whole - 1))
    gained: dict[str, Fraction] = defaultdict(Fraction)
    most: dict[str, Fraction] = defaultdict(Fraction)
    for places in by_board.values():
        counted = {
            at: scores[place] if not isinstance(ruled := rulings.get(place), int) else ruled
            for at, place in places.items()
            if not isinstance(rulings.get(place), tuple)
        }
        for at, place in places.items():
            if at in counted:
                others = [score for other, score in counted.items() if other != at]
                beaten = sum(2 * (counted[at] > score) + (counted[at] == score) for score in others)
                north_south = Fraction((beaten + 1) * whole, len(counted)) - 1
                shares = [north_south, top - north_south]
            else:
                shares = [top * award / 10_000 for award in rulings[place]]
            for pair, share in zip(sides[at], shares, strict=True):
                assert pair is not None
                gained[pair] += share
                most[pair] += top
    return {pair: 100 * gained[pair] / most[pair] for pair in gained}


async def check_evening(directory: Path, plan: Plan) -> None:
    with redis_with(directory) as server:
        fleet = Fleet(directory, server.url, environment={"KIBITZ_ROBOT_MS": "0"})
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(fleet.serving())
            terms = {"rounds": plan.rounds, "boards": plan.boards, "robot_ms": plan.robot_ms}
            evening = await Evening.opened(fleet, {**CONDITIONS, **terms})
            people = {name: await guest(fleet.url, name) for name in ("Ann", "Bob", "Cid", "Eva", "Fay")}
            await stack.enter_async_context(playing(fleet.url, *people.values()))
            rulings = await play(evening, plan, people)
            ranking = await evening.shown("ranking")
            log, states = await evening.log(), await evening.boards()
    starts = [each for each in log if isinstance(each, Started)]
    sides = {
        (round, each.table): each.sides for round, started in enumerate(starts, 1) for each in started.tables
    }
    assert len(starts) == plan.rounds, "expected each round to begin once"
    assert max(len(each.tables) for each in starts) == plan.pairs // 2 + 1
    assert len(starts[-1].tables) == plan.pairs // 2, "expected the withdrawn pair to leave a sit-out"
    assert doubled(log) == []
    assert len(states) == plan.boards * len(sides), "expected every board to be played at every table"
    expected = percentages(sides, {place: score_of(state) for place, state in states.items()}, rulings)
    assert len(expected) == plan.pairs + 2 == len(ranking["rows"])
    assert ranking["final"] and not ranking["provisional"]
    assert {row["entry"]: row["percent"] for row in ranking["rows"]} == {
        pair: round(100 * each) for pair, each in expected.items()
    }
    remaining = {row["entry"]: row["rank"] for row in ranking["rows"] if not row.get("out")}
    assert len(remaining) == plan.pairs + 1
    assert remaining == {
        pair: 1 + sum(expected[other] > expected[pair] for other in remaining) for pair in remaining
    }


@pytest.mark.chaos
@pytest.mark.timeout(150)
async def test_an_evening_whose_hub_is_killed_is_ranked_as_the_logs_of_its_tables_say(
    directory: Path,
) -> None:
    await check_evening(directory, SHORT)


@pytest.mark.long
@pytest.mark.timeout(1_800)
async def test_an_evening_of_14_tables_with_two_kills_and_a_drain_is_ranked_as_its_tables_say(
    directory: Path,
) -> None:
    await check_evening(directory, WHOLE)


@pytest.mark.parametrize(
    ("level", "strain", "doubled", "tricks", "vulnerable", "score"),
    [
        (3, "NT", 1, 9, False, 400),
        (4, "S", 1, 11, True, 650),
        (1, "C", 1, 7, False, 70),
        (2, "H", 2, 8, True, 670),
        (1, "NT", 4, 8, True, 1_160),
        (6, "D", 1, 12, False, 920),
        (7, "NT", 1, 13, True, 2_220),
        (4, "H", 1, 8, True, -200),
        (3, "S", 2, 5, False, -800),
        (3, "S", 4, 7, True, -1_000),
    ],
)
def test_the_second_computation_knows_the_scores_of_law_77(
    level: int, strain: str, doubled: int, tricks: int, vulnerable: bool, score: int
) -> None:
    assert points(level, strain, doubled, tricks, vulnerable=vulnerable) == score


async def check_clocks(directory: Path, deaths: int, rng: Random) -> None:
    """Let robots that are too slow play by the clock, while the hub of the event dies at random moments.

    Nobody sends a request after the start, so that the rounds go on by themselves.
    """
    rounds, tables = 2 * deaths, 2 * deaths + 1
    with redis_with(directory) as server:
        fleet = Fleet(directory, server.url)
        async with fleet.serving():
            clock = {"rounds": rounds, "boards": 2, "board_s": BOARD_S, "grace_s": 1, "robot_ms": 2_000}
            evening = await Evening.opened(fleet, {**CONDITIONS, **clock, "correction_s": 1})
            for _ in range(2 * tables):
                await evening.asks("enrol", robots=["plain", "plain"])
            for request in ("draw", "publish", "start"):
                await evening.asks(request)
            for _ in range(deaths):
                await asyncio.sleep(rng.uniform(0, 2 * BOARD_S))
                await evening.owner_is_killed()
            async with asyncio.timeout(rounds * (2 * BOARD_S + LATE_S)):
                while not is_final(log := await evening.log()):
                    await asyncio.sleep(0.5)
    starts = [each for each in log if isinstance(each, Started)]
    scored = [each for each in log if isinstance(each, Scored)]
    assert len(starts) == len(scored) == rounds
    for start, end in zip(starts, scored, strict=True):
        assert start.ends_ms == start.at_ms + 2 * BOARD_S * 1000, (
            "expected the clock of each round to run once"
        )
        assert start.ends_ms <= end.at_ms < start.ends_ms + LATE_S * 1000
        closed = [each for each in log if isinstance(each, Closing) and start.at_ms < each.at_ms <= end.at_ms]
        assert sorted(each.table or 0 for each in closed) == list(range(1, tables + 1))
        assert all(each.at_ms >= start.ends_ms for each in closed)


def is_final(log: list[Entry]) -> bool:
    return any(isinstance(each, Staged) and each.stage == "final" for each in log)


@pytest.mark.chaos
@pytest.mark.timeout(150)
async def test_the_clocks_of_rounds_go_on_after_a_takeover_and_rounds_end_without_a_request(
    directory: Path,
) -> None:
    await check_clocks(directory, 1, Random(30))


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_the_clocks_of_rounds_go_on_through_four_deaths(directory: Path) -> None:
    await check_clocks(directory, 4, Random(31))
