"""A finished deal is played again against robots, from any position, once its record is open to all."""

from __future__ import annotations

from typing import Any

from protocol.v1.codes import Code
from protocol.v1.requests import Delay, NoClock, Open, PlayAgain, Policy
from protocol.v1.updates import Done, People, PlayedAgain, Refused
from server.hub.archive.archive import Archive
from tests.rooms import House, Person, play_on
from tests.virtual import passes, virtual

PAUSE = Policy(clock=NoClock(), pause_ms=600_000)
ROBOTS = {0: "plain", 1: "plain", 3: "plain"}


async def asks(person: Person, deal: str, moves: int = 0, **wishes: Any) -> Done | Refused:
    """Let a person open a table that plays a deal again, as South against robots."""
    again = PlayAgain(deal=deal, moves=moves, seat=2)
    wish = {"game": "bridge", "seats": ROBOTS, "policy": PAUSE, "again": again, "id": 77, **wishes}
    answer = await person.ask(Open(**wish))
    assert isinstance(answer, Done | Refused)
    return answer


async def played(house: House, policy: Policy = PAUSE) -> tuple[str, list[Person]]:
    """Return a table whose first board is passed out, and its players."""
    table, players = await house.dealt(policy)
    await play_on(house, table, players, 4)
    return table, players


@virtual
async def test_a_board_is_played_again_from_a_position_with_the_same_cards_and_calls() -> None:
    async with House() as house:
        table, (north, *_) = await played(house)
        before = house.room(table).table.state
        done = await asks(north, f"{table}.1", 2)
        assert isinstance(done, Done) and done.table is not None
        shown = await north.follow(done.table, "seat")
        now = house.room(done.table).table
        assert now.state.deal.hands == before.deal.hands and now.state.calls == before.calls[:2]
        assert now.seat_of(north.player.id) == 2 and now.to_act == (2,)
        assert shown.own is not None and shown.own["decision"] == now.decision
        north.act(done.table, 1, {"t": "call", "call": "1NT"}, now.decision)
        await passes(50)
        assert len(house.room(done.table).table.state.calls) == 3


@virtual
async def test_everybody_at_the_table_is_told_and_the_record_has_the_mark() -> None:
    async with House() as house:
        table, (north, *_) = await played(house)
        done = await asks(north, f"{table}.1", name="Practice")
        assert isinstance(done, Done) and done.table is not None
        eve = house.person("Eve")
        await eve.watch(done.table)
        await passes(500)
        assert eve.of(People)[-1].again == PlayedAgain(f"{table}.1", 0)
        assert eve.tables[done.table].own is None and eve.tables[done.table].pub["hands"] is None
        meta = (await house.store.load(done.table)).meta  # type: ignore[union-attr]
        assert (meta.name, meta.boards) == ("Practice (played again)", None)


@virtual
async def test_a_table_that_plays_a_deal_again_has_only_this_deal_and_wakes_as_it_was() -> None:
    async with House() as house:
        table, (north, *_) = await played(house)
        done = await asks(north, f"{table}.1", 3)
        assert isinstance(done, Done) and done.table is not None
        now = house.room(done.table).table
        house.hub.unload(house.room(done.table))
        assert (await house.hub.room(done.table)).table == now
        assert now.state.options.boards == 1 and now.again == PlayedAgain(f"{table}.1", 3)


@virtual
async def test_what_does_not_fit_is_refused() -> None:
    async with House() as house:
        table, (north, *_) = await played(house)
        late = Policy(clock=NoClock(), delay=Delay(ms=1_000))
        for code, moves, wishes in (
            (Code.ILLEGAL_ACTION, 4, {}),
            (Code.ILLEGAL_ACTION, 5, {}),
            (Code.ILLEGAL_ACTION, 0, {"seats": {0: "plain", 1: "plain"}}),
            (Code.ILLEGAL_ACTION, 0, {"policy": late}),
            (Code.FORBIDDEN, 0, {"game": "spades"}),
            (Code.INVALID_MESSAGE, 0, {"boards": '[Deal "N:AKQJT98765432... .AKQJT98765432.. - -"]'}),
        ):
            refused = await asks(north, f"{table}.1", moves, **wishes)
            assert isinstance(refused, Refused) and refused.code is code, (code, wishes, refused)


@virtual
async def test_a_board_that_goes_on_or_that_does_not_exist_is_not_played_again() -> None:
    async with House() as house:
        table, (north, *_) = await house.dealt(PAUSE)
        for deal in (f"{table}.1", table, f"{table}.9"):
            refused = await asks(north, deal)
            assert isinstance(refused, Refused) and refused.code is Code.FORBIDDEN, deal
        refused = await asks(north, "unknown.1")
        assert isinstance(refused, Refused) and refused.code is Code.NO_SUCH_TABLE


@virtual
async def test_a_player_of_a_delayed_table_waits_as_long_as_its_watchers() -> None:
    async with House() as house:
        policy = Policy(clock=NoClock(), pause_ms=600_000, delay=Delay(ms=60_000))
        table, (north, *_) = await played(house, policy)
        assert (await Archive(house.hub).exported(north.player, f"{table}.1")).records, "North may read it"
        refused = await asks(north, f"{table}.1")
        assert isinstance(refused, Refused) and refused.code is Code.FORBIDDEN
        await passes(61_000)
        assert isinstance(await asks(north, f"{table}.1"), Done)
