"""A match or set goes on after its server was killed at any entry of its log, and nothing is entered twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from protocol.v1.bridge import Call, MakeCall
from protocol.v1.requests import Act, Host, Match, OpenSet, Rule, Sit
from protocol.v1.updates import Done, Refused
from server.board_sets import entries
from server.board_sets.board_set import BoardSet, restore
from server.board_sets.entries import Begun, Came, Entry, Finished, Over, Played, Reopened, Went
from server.games.registry import GAMES
from server.store.table_logs import Append, OnOutcome
from server.table import events
from server.table.events import Ruled
from tests.later_store import LaterStore
from tests.rooms import QUIET, House, Person, as_sent
from tests.virtual import now_ms, virtual

PASS = as_sent(MakeCall(Call.PASS))
BOARDS = 2


class DyingStore(LaterStore):
    """A store that the server loses at the append `kill_at` of a set's log or of a ruling of the server.

    That append is stored without an answer, or not stored if `lost` is True.
    """

    kill_at = 0
    lost = False
    seen = 0

    def append(self, append: Append, done: OnOutcome) -> None:
        if not self.away and self._counts(append):
            self.seen += 1
            if self.seen == self.kill_at:
                if not self.lost:
                    self._append(append)
                self.away = True
                return
        super().append(append, done)

    def _counts(self, append: Append) -> bool:
        if append.table.startswith("set:"):
            return True
        ruled = events.decode(append.entry)
        return isinstance(ruled, Ruled) and not ruled.player

    def comes_back(self) -> None:
        """Let the next server find the store as the last one has left it."""
        self.away = False
        self.waiting.clear()
        self.kill_at = 0


class Killed(Exception):
    """The store does not answer any more, because the server is killed."""


class Play:
    """A small match or set that is played to its end, from wherever its last server left it."""

    def __init__(self, store: DyingStore, request: Match | OpenSet) -> None:
        self.store = store
        self.request = request
        self.tables: tuple[str, ...] = ()
        self.id = ""
        self.ends: list[Any] = []

    async def goes_on(self, house: House) -> None:
        """Play on in a house. Raises Killed if the store does not answer any more."""
        self._house, self._people = house, dict[str, Person]()
        done = await self._asks("Host", self.request)
        if isinstance(self.request, Match):
            assert done.table is not None and done.other is not None
            self.tables, self.id = (done.table, done.other), done.table[:-1]
        else:
            assert done.tables is not None and done.board_set is not None
            self.tables, self.id = done.tables, done.board_set
        for number, table in enumerate(self.tables):
            await self._has_people(number, table)
        for board in range(BOARDS):
            for number in (1, 0, 2)[: len(self.tables)]:
                await self._has_played(number, board)
        for table in self.tables:
            if not self._table(table).closed:
                await self._asks("Host", Host(table=table, terminate=True, id=900))
        await self._waits(3_000)
        self.ends = [self._table(table) for table in self.tables]

    def _table(self, table: str) -> Any:
        room = self._house.hub.live(table)
        assert room is not None, table
        return room.table

    def _person(self, name: str) -> Person:
        if name not in self._people:
            self._people[name] = self._house.person(name)
        return self._people[name]

    async def _waits(self, ms: int) -> None:
        for _ in range(ms // 10):
            if self.store.away:
                raise Killed
            await asyncio.sleep(0.01)

    async def _asks(self, name: str, request: Any) -> Done:
        """Send a request until it is done."""
        person = self._person(name)
        for _ in range(50):
            start = len(person.heard)
            person.tell(request)
            answers: list[Any] = []
            while not answers:
                await self._waits(10)
                answers = [each for each in person.heard[start:] if getattr(each, "id", 0) == request.id]
            if isinstance(answers[0], Done):
                return answers[0]
            assert isinstance(answers[0], Refused) and answers[0].code == "unavailable", answers[0]
            await self._waits(200)
        raise AssertionError(f"expected {request} to be done")

    async def _has_people(self, number: int, table: str) -> None:
        await self._house.hub.room(table)
        if "p-Dora" not in self._table(table).roles.directors:
            await self._asks("Host", Host(table=table, directors=("p-Dora",), id=100 + number))
        for seat in range(4):
            name = f"{number} {'NESW'[seat]}"
            if self._table(table).seat_of(f"p-{name}") != seat and not self._table(table).deal:
                await self._asks(name, Sit(table=table, seat=seat, id=200 + seat))
            person = self._person(name)
            await self._waits(10)
            if self._table(table).seat_of(f"p-{name}") == seat:
                await person.watch(table, "seat")

    async def _has_played(self, number: int, board: int) -> None:
        """The director assigns a score to the first board, and the second one is passed out."""
        table = self.tables[number]
        while not self._finished(table, board):
            now = self._table(table)
            if now.closed:
                return
            if not now.hidden or now.deal != board:
                await self._waits(50)
            elif board == 0:
                outcome = {"weight": 100, "contract": {"level": 1, "strain": "NT", "declarer": 0}}
                ruling = {"t": "assign", "outcomes": [{**outcome, "tricks": 6 + 2 * number}]}
                await self._asks("Dora", Rule(table=table, ruling=ruling, id=300))
            else:
                seat = now.to_act[0]
                player = self._person(f"{number} {'NESW'[seat]}")
                last = now.counters.get(player.player.id)
                n = 1 if last is None else last.n + 1
                await self._asks(
                    player.player.name,
                    Act(table=table, n=n, action=PASS, decision=now.decision, id=400 + n),
                )

    def _finished(self, table: str, board: int) -> bool:
        now = self._table(table)
        return bool(now.deal > board or (now.deal == board and now.over))

    def log(self) -> list[Entry]:
        """Return the log of the match or set."""
        return [entries.decode(entry) for entry in self.store._tables[f"set:{self.id}"].entries]

    def folded(self) -> BoardSet:
        return restore(self.id, GAMES["bridge"], self.log())

    def outcome(self) -> dict[str, Any]:
        """Return all that the people of the tables are shown in the end, and what the set knows."""
        shown: dict[str, Any] = {}
        for number, table in enumerate(self.ends):
            pub = GAMES["bridge"].pub(table.state)
            assert pub.results is not None
            shown[str(number)] = {
                "results": pub.results,
                "match": None if pub.match is None else (pub.match.boards, pub.match.imps),
                "set": None if pub.board_set is None else pub.board_set.boards,
                "closed": table.closed,
            }
        tables = self.folded().tables.values()
        shown["known"] = [(table.results, table.deals, table.players, table.closed) for table in tables]
        shown["released"] = self.folded().released()
        return shown


REQUESTS: dict[str, Match | OpenSet] = {
    "match": Match(game="bridge", count=BOARDS, policy=QUIET, id=7),
    "set": OpenSet(game="bridge", tables=3, count=BOARDS, policy=QUIET, id=7),
}


async def played(kind: str, kill_at: int = 0, lost: bool = False) -> Play:
    """Play a match or set, whose first server is killed at the append `kill_at`."""
    store = DyingStore(now_ms)
    store.kill_at, store.lost = kill_at, lost
    play = Play(store, REQUESTS[kind])
    async with House(store) as house:
        try:
            await play.goes_on(house)
            assert not kill_at, f"expected more than {store.seen} appends"
            return play
        except Killed:
            pass
    store.comes_back()
    async with House(store) as house:
        await play.goes_on(house)
        return play


def is_doubled(log: list[Entry]) -> list[Any]:
    """Return what a log has twice: a result, an arrival of a player that is there, or an end."""
    assert isinstance(log[0], Begun)
    once = Counter(
        (type(entry).__name__, getattr(entry, "table", ""), getattr(entry, "board", 0))
        for entry in log
        if isinstance(entry, Played | Finished | Over | Reopened)
    )
    faults: list[Any] = [each for each, count in once.items() if count > 1]
    there: set[tuple[str, str]] = set()
    for entry in log:
        match entry:
            case Came(table=table, player=player):
                if (table, player) in there:
                    faults.append(entry)
                there.add((table, player))
            case Went(table=table, player=player):
                if (table, player) not in there:
                    faults.append(entry)
                there.discard((table, player))
            case _:
                pass
    return faults


@virtual
@pytest.mark.parametrize("kind", REQUESTS)
async def test_a_match_or_set_is_played_to_its_end(kind: str) -> None:
    play = await played(kind)
    tables = len(play.tables)
    log = play.log()
    assert is_doubled(log) == [] and isinstance(log[-1], Over)
    kinds = Counter(type(entry) for entry in log)
    assert kinds == {Begun: 1, Came: 5 * tables, Played: 2 * tables, Finished: tables, Over: 1}
    outcome = play.outcome()
    assert outcome["released"] == (1, 2)
    if kind == "match":
        assert outcome["0"]["match"][1] == -outcome["1"]["match"][1] != 0
    else:
        assert [outcome[str(number)]["set"] for number in range(tables)] == [(1, 2)] * 3


@pytest.mark.parametrize("lost", [False, True], ids=["stored", "lost"])
@pytest.mark.parametrize("kind", REQUESTS)
def test_a_server_that_is_killed_at_any_append_changes_nothing_of_the_outcome(kind: str, lost: bool) -> None:
    seen = 0

    @virtual
    async def count() -> None:
        nonlocal seen, expected
        play = await played(kind)
        seen, expected = play.store.seen, play.outcome()

    @virtual
    async def kill(kill_at: int) -> None:
        play = await played(kind, kill_at, lost)
        assert is_doubled(play.log()) == [], kill_at
        outcome = play.outcome()
        assert {each: outcome[each] for each in expected} == expected, kill_at
        assert isinstance(play.log()[-1], Over)

    expected: dict[str, Any] = {}
    count()
    assert seen > 20
    for kill_at in range(1, seen + 1):
        kill(kill_at)
