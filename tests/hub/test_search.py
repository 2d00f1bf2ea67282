"""The server's own proofs: searched for outside the event loop, and ruled only in the same decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from protocol.v1.bridge import Call, MakeCall, PlayGoesOn, RollBack
from protocol.v1.requests import Act, Host
from protocol.v1.updates import Done
from server.games.base import Expired, Search
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from server.hub.contact import HOLD_MS
from server.hub.search import THINK_MS, search_in_this_thread
from server.hub.services import Cancel
from tests.games.of_state import with_rules
from tests.later_store import LaterStore
from tests.rooms import QUIET, House, as_sent, play_on
from tests.virtual import now_ms, passes, until, virtual

PASS, CLUB = as_sent(MakeCall(Call.PASS)), as_sent(MakeCall(Call.ONE_CLUB))
AFRESH = RollBack(calls=0, reason="proven")


class Thinker:
    """A `Think` whose searches end when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Search, Callable[[object], None]]] = []
        self.cancelled = 0

    def think(self, search: Search, found: Callable[[object], None]) -> Cancel:
        self.waiting.append((search, found))
        return self._cancel

    def _cancel(self) -> None:
        self.cancelled += 1

    def answer(self) -> None:
        """End the oldest search with this result."""
        search, found = self.waiting.pop(0)
        found(search(lambda: False))


def _search(ruling: object, expired: Expired) -> object:
    return ruling


def provable(calls: int, ruling: object = AFRESH) -> dict[str, object]:
    """Return bridge with something to prove after this many calls; so its calls are no ordinary moves."""

    def prove(state: BridgeState) -> Search | None:
        return partial(_search, ruling) if len(state.calls) == calls and not state.rewinds else None

    return {"bridge": with_rules(BRIDGE, prove=prove, changes=lambda before, after, action: None)}


@virtual
async def test_the_result_of_a_search_becomes_a_ruling_of_the_server() -> None:
    thinker = Thinker()
    async with House(games=provable(calls=1), think=thinker.think) as house:
        table, players = await house.dealt()
        assert not thinker.waiting
        players[0].act(table, 1, CLUB)
        assert house.room(table).table.decision == "0.1"
        thinker.answer()
        assert house.room(table).table.decision == "1.0"
        assert all(player.tables[table].pub["calls"] == {} for player in players)


@virtual
async def test_a_search_without_a_result_makes_no_ruling() -> None:
    thinker = Thinker()
    async with House(games=provable(calls=1, ruling=None), think=thinker.think) as house:
        table, players = await house.dealt()
        players[0].act(table, 1, CLUB)
        thinker.answer()
        await passes(5_000)
        assert house.room(table).table.decision == "0.1" and not thinker.waiting


@virtual
async def test_a_result_about_another_decision_is_discarded() -> None:
    thinker = Thinker()
    async with House(games=provable(calls=1), think=thinker.think) as house:
        table, players = await house.dealt()
        players[0].act(table, 1, CLUB)
        players[1].act(table, 1, PASS)
        assert thinker.cancelled == 1
        thinker.answer()
        await passes(1_000)
        assert house.room(table).table.decision == "0.2"


@virtual
async def test_a_result_found_while_an_entry_is_in_flight_is_judged_after_the_entry() -> None:
    thinker = Thinker()
    async with House(games=provable(calls=1), think=thinker.think) as house:
        table, players = await house.dealt()
        players[0].act(table, 1, CLUB)
        house.store.prompt = False
        players[1].act(table, 1, PASS)
        thinker.answer()
        house.store.answer()
        assert house.room(table).table.decision == "0.2" and not house.store.waiting


@virtual
async def test_each_decision_has_one_search_despite_other_requests() -> None:
    thinker = Thinker()
    async with House(games=provable(calls=1), think=thinker.think) as house:
        table, players = await house.dealt()
        players[0].act(table, 1, CLUB)
        players[1].tell(Act(table=table, n=1, action={"t": "ask", "call": 0}))
        await house.person().watch(table)
        assert players[1].of(Done) and len(thinker.waiting) == 1 and not thinker.cancelled
        thinker.answer()
        assert house.room(table).table.decision == "1.0"


@virtual
async def test_at_a_paused_table_nothing_is_proven_until_it_goes_on() -> None:
    thinker = Thinker()
    async with House(games=provable(calls=1), think=thinker.think) as house:
        table, players = await house.dealt()
        players[0].act(table, 1, CLUB)
        host = house.person("Host")
        await host.ask(Host(table=table, pause=True, id=1))
        thinker.answer()
        await passes(1_000)
        assert house.room(table).table.decision == "0.1"
        await host.ask(Host(table=table, pause=False, id=2))
        thinker.answer()
        assert house.room(table).table.decision == "1.0"


@virtual
async def test_a_proof_found_while_the_store_is_away_is_searched_for_again() -> None:
    thinker = Thinker()
    async with House(games=provable(calls=1), think=thinker.think) as house:
        table, players = await house.dealt()
        players[0].act(table, 1, CLUB)
        house.store.away = True
        await passes(HOLD_MS + 1_000)
        thinker.answer()
        house.store.come_back()
        await until(lambda: thinker.waiting)
        thinker.answer()
        await until(lambda: house.room(table).table.decision == "1.0")


@virtual
async def test_a_ruling_that_the_rules_forbid_changes_nothing_and_is_not_tried_again() -> None:
    thinker = Thinker()
    async with House(games=provable(calls=1, ruling=PlayGoesOn()), think=thinker.think) as house:
        table, players = await house.dealt()
        players[0].act(table, 1, CLUB)
        thinker.answer()
        await passes(10_000)
        assert house.room(table).table.decision == "0.1" and not thinker.waiting
        await play_on(house, table, players, 4)


@virtual
async def test_after_a_restart_the_search_is_made_again() -> None:
    store, thinker = LaterStore(now_ms), Thinker()
    async with House(store, games=provable(calls=1), think=thinker.think) as before:
        table, players = await before.dealt()
        players[0].act(table, 1, CLUB)
    assert thinker.cancelled == 1
    again = Thinker()
    async with House(store, games=provable(calls=1), think=again.think) as after:
        await after.person().watch(table)
        again.answer()
        await until(lambda: after.room(table).table.decision == "1.0")


@virtual
async def test_a_claim_that_cannot_fail_needs_no_votes() -> None:
    """North holds every spade in seven spades, and claims all tricks at the first trick."""
    boards = '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n'
    async with House() as house:
        table, (north, east, south, west) = await house.dealt(
            QUIET, boards=boards, options={"proven_claims": True}
        )
        north.act(table, 1, as_sent(MakeCall(Call.SEVEN_SPADES)))
        for person in (east, south, west):
            person.act(table, 1, PASS)
        east.act(table, 2, {"t": "play", "card": "HA"})
        north.tell(Act(table=table, n=2, action={"t": "claim", "tricks": 13}))
        await until(lambda: house.room(table).table.over)
        assert house.room(table).table.game.pub(house.room(table).table.state).result.score_ns == 1510


def test_a_search_in_this_thread_ends_at_its_time_limit_and_may_be_cancelled() -> None:
    later: list[Callable[[], None]] = []
    now = iter(range(0, 10**6, 50))
    found: list[object] = []
    think = search_in_this_thread(later.append, lambda: next(now))

    def count(expired: Expired) -> int:
        looks = 0
        while not expired():
            looks += 1
        return looks

    think(count, found.append)
    think(count, found.append)()
    for run in later:
        run()
    assert found == [THINK_MS // 50 - 1]
