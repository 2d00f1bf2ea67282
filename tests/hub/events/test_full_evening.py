"""A whole evening at three hubs, of which two die and one stops: its ranking is that of the tables' logs."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from hashlib import sha256

import pytest
from msgspec.structs import replace

from server.events.commands import Adjust, Enrol, Finish, Remove, Substitute
from server.events.event import Event
from server.events.standings import ranking_of
from server.games.bridge import results
from server.games.registry import GAMES
from server.hub.events.event_ids import number_of, round_of, table_id
from server.table import events
from server.table.log_fold import restore
from tests.clubs import QUICK, Club
from tests.hub.events.test_crashes import opened
from tests.hub.far.test_other_hubs import houses
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import passes, until, virtual

ROUNDS, BOARDS, PAIRS = 9, 3, 26
RULINGS = {(1, 3, 1): (6000, 4000), (4, 1, 11): (5000, 5000), (9, 7, 27): (3000, 6000)}
"""The awards of three rulings, by round, table and board."""


def call_of(table: str, deal: int) -> str:
    """Return the first call at a table: most boards are passed out, and some are played."""
    drawn = sha256(f"{table} {deal}".encode()).digest()[0]
    return "1NT" if drawn < 30 else "2S" if drawn < 50 else "P"


async def alive(club: Club, every: list[House]) -> None:
    """Let the club go on at the hub that has the event now."""
    await passes(9_000)
    (club.house,) = [each for each in every if club.id in each.hub.events.ids]


async def play_round(club: Club, number: int, every: list[House], trouble: str) -> None:
    """Play a round; in the middle of it the hub of the event dies or stops."""
    await until(lambda: club.event.playing is not None and club.event.playing.number == number)
    assert club.event.playing is not None
    tables = tuple(club.event.playing.tables)
    for place, table in enumerate(tables):
        if trouble and place == len(tables) // 2:
            dying = club.house
            await passes(300)
            if trouble == "dies":
                dying.kill()
            else:
                await dying.hub.drain()
            every.remove(dying)
            await alive(club, every)
        await play_table(club, number, table)


async def play_table(club: Club, number: int, table: int, boards: int = BOARDS) -> None:
    id = table_id(club.id, number, table)
    await opened(club, id)
    for each in club.event.rounds[number].tables[table].seating.chairs.values():
        person = club.house.person(each.name)
        club.players[each.name] = person
        await person.watch(id, "seat")
    for deal in range(boards):
        room = club.house.room(id)
        await until(lambda deal=deal, room=room: room.table.deal == deal and room.table.hidden)
        await club.play_board(id, call_of(id, deal))
    for each in club.event.rounds[number].tables[table].seating.chairs.values():
        club.players[each.name].hang_up()


async def scores_of(store: LaterStore, event: str) -> dict[int, dict[tuple[int, int], int]]:
    """Return North-South's scores from the logs of the tables, by board, round and table."""
    found: dict[int, dict[tuple[int, int], int]] = defaultdict(dict)
    for id, stored in store._tables.items():
        if not id.startswith(f"{event}-") or ":" in id:
            continue
        table = restore(id, GAMES["bridge"], stored.deal, map(events.decode, stored.entries))
        at = round_of(id.rpartition("-")[0]), number_of(id)
        for each in results.finished_boards(table.state):
            found[each.board][at] = each.result.score_ns
    return found


def percentages(
    event: Event,
    scores: dict[int, dict[tuple[int, int], int]],
    rulings: dict[tuple[int, int, int], tuple[int, int]] = RULINGS,
) -> dict[str, Fraction]:
    """Return the percentage of each pair, computed board by board from the scores of the tables."""
    points: dict[str, Fraction] = defaultdict(Fraction)
    tops: dict[str, Fraction] = defaultdict(Fraction)
    whole = max(map(len, scores.values()))
    for board, by_table in scores.items():
        ruled = {at: rulings[key] for at in by_table if (key := (at[0] + 1, at[1], board)) in rulings}
        counted = {at: score for at, score in by_table.items() if at not in ruled}
        some = len(counted)
        top = Fraction(2 * (whole - 1))
        for at in by_table:
            north_south, east_west = event.rounds[at[0]].tables[at[1]].seating.sides
            if at in ruled:
                share = [top * each / 10_000 for each in ruled[at]]
            else:
                better = sum(
                    2 * (counted[at] > other) + (counted[at] == other)
                    for place, other in counted.items()
                    if place != at
                )
                neuberg = Fraction((better + 1) * whole, some) - 1
                share = [neuberg, top - neuberg]
            for entrant, each in zip((north_south, east_west), share, strict=True):
                points[entrant] += each
                tops[entrant] += top
    return {entrant: 100 * points[entrant] / tops[entrant] for entrant in points}


@pytest.mark.thorough
@virtual
async def test_an_evening_of_14_tables_with_dying_hubs_is_ranked_as_its_tables_say() -> None:
    async with houses(4) as every:
        living, store = list(every), every[0].store
        conditions = replace(QUICK, rounds=ROUNDS, boards=BOARDS, late_until=2)
        club = await Club.opened(every[0], PAIRS, conditions)
        await club.starts()
        for number in range(ROUNDS):
            trouble = {1: "dies", 4: "dies", 6: "stops"}.get(number, "")
            await play_round(club, number, living, trouble)
            if number == 0:
                for pair in (27, 28):
                    await club.asks("Dora", Enrol(players=tuple(club.named(f"{pair}{at}") for at in "NS")))
            if number == 2:
                await club.asks("Dora", Substitute(entrant="4", out="p-4S", player=club.named("Sub")))
            if number == 4:
                await club.asks("Dora", Remove(entrant="9"))
            for (ruled, table, board), awards in RULINGS.items():
                if ruled == number + 1:
                    await club.asks("Dora", Adjust(round=ruled, table=table, board=board, awards=awards))
        await until(lambda: club.event.stage == "correction")
        await club.asks("Dora", Finish())
        event = club.event
        assert len(event.rounds[1].tables) == 14 and len(event.rounds[8].tables) == 13
        assert {len(each.draw.byes) for each in event.rounds[5:]} == {1}
        expected = percentages(event, await scores_of(store, club.id))
        rows = {row.entry: row.percent for row in ranking_of(event, everything=True).rows}
        assert len(rows) == 28
        assert rows == {entrant: round(100 * each) for entrant, each in expected.items()}
        assert sum(len(each) for _, _, table in event.tables() for each in table.results.values()) == sum(
            len(table.results) for _, _, table in event.tables()
        ) + len(RULINGS), "each result came once, and each ruling is one more version"
