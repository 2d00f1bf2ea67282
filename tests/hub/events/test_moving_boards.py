"""Boards that move from table to table, at whole hubs: the same cards in all rounds, whatever dies."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from server.errors import Refusal
from server.events.commands import Adjust, Enrol, MakeDraw, Substitute
from server.events.shown import ranking, results
from server.events.standings import ranking_of
from server.games.registry import GAMES
from server.hub.events.event_ids import number_of, round_of, set_id
from server.session import event_files
from server.table import events
from server.table.log_fold import restore
from tests.clubs import QUICK, Club
from tests.hub.events.test_full_evening import alive, percentages, play_table, scores_of
from tests.hub.far.test_other_hubs import houses
from tests.later_store import LaterStore
from tests.rooms import House
from tests.virtual import until, virtual

BRIDGE = GAMES["bridge"]
MOVING = replace(QUICK, moving=True, boards=2)


async def cards_of(store: LaterStore, event: str) -> dict[int, set[str]]:
    """Return the cards of each board, as the logs of the tables that have played it tell them."""
    found: dict[int, set[str]] = defaultdict(set)
    for id in list(store._tables):
        if not id.startswith(f"{event}-") or ":" in id:
            continue
        for deal in await store.deals(id):
            packed = await store.load_deal(id, deal)
            state = restore(id, BRIDGE, deal, map(events.decode, packed)).state
            if state.deal is not None:
                found[state.deal.board].add(str(state.deal.hands))
    return found


async def play_rounds(club: Club, rounds: int, trouble: dict[int, str], every: list[House]) -> None:
    """Play an event; before some rounds the hub of the event dies or stops."""
    for number in range(rounds):
        if number in trouble:
            dying = club.house
            if trouble[number] == "dies":
                dying.kill()
            else:
                await dying.hub.drain()
            every.remove(dying)
            await alive(club, every)
        await until(
            lambda number=number: club.event.playing is not None and club.event.playing.number == number
        )
        assert club.event.playing is not None
        for table in tuple(club.event.playing.tables):
            await play_table(club, number, table, club.event.conditions.boards)
    await until(lambda: club.event.stage == "correction")


@pytest.mark.parametrize(
    ("movement", "pairs", "rounds", "boards"), [("mitchell", 7, 4, 2), ("howell", 7, 7, 1)]
)
def test_an_evening_with_moving_boards_and_dying_hubs_is_ranked_as_its_tables_say(
    movement: str, pairs: int, rounds: int, boards: int
) -> None:
    evening(movement, pairs, rounds, boards)


@virtual
async def evening(movement: Any, pairs: int, rounds: int, boards: int) -> None:
    async with houses(3) as every:
        living, store = list(every), every[0].store
        for seed, house in enumerate(every):
            house.services.rng.seed(seed)  # type: ignore[attr-defined]  # No two hubs deal the same boards.
        conditions = replace(MOVING, movement=movement, rounds=rounds, boards=boards, winners=1)
        club = await Club.opened(every[0], pairs, conditions)
        await club.starts()
        await play_rounds(club, rounds, {1: "dies", 2: "stops"}, living)
        event = club.event
        groups = {"mitchell": 4, "howell": 7}[movement]
        scores = await scores_of(store, club.id)
        assert sorted(scores) == list(range(1, groups * boards + 1))
        cards = await cards_of(store, club.id)
        assert cards.keys() == scores.keys() and {len(each) for each in cards.values()} == {1}
        assert all(len({round for round, _ in each}) == len(each) for each in scores.values()) is (
            movement == "howell"
        ), "the first and the last of an even number of tables of a Mitchell share boards"
        expected = percentages(event, scores, {})
        rows = {row.entry: row.percent for row in ranking_of(event, everything=True).rows}
        assert rows == {entrant: int(100 * each + Fraction(1, 2)) for entrant, each in expected.items()}
        assert rows == {row.entry: row.percent for row in ranking(event, "").rows}
        assert [each.board for each in results(event, "").boards] == sorted(scores)
        for each in results(event, "").boards:
            assert {(line.round - 1, line.table) for line in each.lines} == scores[each.board].keys()
        versions = [each for _, _, table in event.tables() for each in table.results.values()]
        assert [len(each) for each in versions] == [1] * sum(map(len, scores.values()))
        deals = await event_files.open_deals(club.house.hub, event)
        assert {deal.board: {str(deal.hands)} for deal in deals.values()} == cards
        assert [deal.board for _, deal in sorted(deals.items())] == sorted(scores)
        for format in ("usebio", "pbn", "csv"):
            assert (await club.house.desk.events.file(club.house.player(""), club.id, format)).text


@virtual
async def test_uploaded_boards_move_and_too_few_of_them_are_refused_at_the_draw() -> None:
    start = BRIDGE.start(BRIDGE.options_type())
    deals = [BRIDGE.competing.drawn(start, index, Random(5)) for index in range(6)]  # type: ignore[union-attr]
    async with House() as house:
        conditions = replace(MOVING, rounds=3, boards=1)
        club = await Club.opened(house, 6, conditions, deals=deals[3:])
        await club.starts()
        await play_rounds(club, 3, {}, [house])
        cards = await cards_of(house.store, club.id)
        assert cards == {deal.board: {str(deal.hands)} for deal in deals[3:]}
        few = await Club.opened(house, 8, conditions, deals=deals[3:])
        with pytest.raises(Refusal, match=r"expected 4 boards, which move through 4 tables, .* has 3"):
            await few.asks("Dora", MakeDraw())


@virtual
async def test_a_late_pair_takes_the_place_of_a_missing_one_and_no_place_that_is_not_there() -> None:
    async with House() as house:
        club = await Club.opened(house, 5, replace(MOVING, rounds=3, boards=1, late_until=2))
        await club.starts()
        assert len(club.event.rounds[0].tables) == 2
        await club.asks("Dora", Enrol(players=(club.named("6N"), club.named("6S"))))
        with pytest.raises(Refusal, match="every place of the movement is taken"):
            await club.asks("Dora", Enrol(players=(club.named("7N"), club.named("7S"))))
        await play_rounds(club, 3, {}, [house])
        assert [len(each.tables) for each in club.event.rounds] == [2, 3, 3]
        assert {row.entry: row.deals for row in ranking(club.event, "").rows}["6"] == 2


@virtual
async def test_a_director_rules_on_a_board_of_one_table_of_a_round_and_the_other_tables_have_others() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, MOVING)
        await club.starts()
        await club.asks("Dora", Adjust(round=1, table=2, board=3, awards=("plus", "minus")))
        with pytest.raises(Refusal, match="table 2 in round 1 has no board 1"):
            await club.asks("Dora", Adjust(round=1, table=2, board=1, awards=("plus", "minus")))
        await play_rounds(club, 3, {}, [house])
        (board,) = [each for each in results(club.event, "").boards if each.board == 3]
        ruled = [line.round for line in board.lines if len(line.versions) == 2]
        assert ruled == [1] and sorted(line.round for line in board.lines) == [1, 2, 3]


@virtual
async def test_a_substitute_that_has_played_elsewhere_is_refused_and_a_new_one_plays() -> None:
    async with House() as house:
        club = await Club.opened(house, 6, replace(MOVING, boards=1, late_until=3))
        await club.starts()
        await club.asks("Dora", Substitute(entrant="1", out="p-1N", player=club.named("Sub")))
        with pytest.raises(Refusal, match="1N may know boards that this entrant has yet to play"):
            await club.asks("Dora", Substitute(entrant="3", out="p-3N", player=club.named("1N")))
        await club.asks("Dora", Substitute(entrant="1", out="p-Sub", player=club.named("1N")))
        with pytest.raises(Refusal, match="Sub may know boards"):
            await club.asks("Dora", Enrol(players=(club.named("Sub"), club.named("New"))))
        await play_rounds(club, 3, {}, [house])
        known = house.hub.sets.known(set_id(club.id, 2))
        assert known is not None
        tables = {number_of(id): place.place.boards for id, place in known.tables.items()}
        assert tables == {1: (2, 1), 2: (0, 1), 3: (1, 1)} and round_of(known.id) == 2
