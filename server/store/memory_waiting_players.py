"""The players that wait for a seat, in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from server.store.waiting_players import (
    LEASE_MS,
    MOST_TABLES,
    PATIENCE_MS,
    SEAT_MS,
    SETTLED_MS,
    TABLES_MS,
    Placed,
    Replaced,
    Turn,
    WaitingPlayer,
    Waits,
)


class _Entry(Struct):
    """A waiting player; `until_ms` is the end of the lease."""

    word: str
    kind: str
    since_ms: int
    robots: bool
    until_ms: int


class _Place(Struct):
    """A place that a player has been given; `until_ms` is the time until which it is kept."""

    word: str
    placed: Placed
    until_ms: int
    sits: bool = False


class MemoryWaitingPlayers:
    """The players that wait for a seat, in memory; `now_ms` is the clock of the store."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._waiting: dict[str, _Entry] = {}
        self._places: dict[str, _Place] = {}
        self._tables: dict[str, list[tuple[int, str]]] = {}

    async def turn(self, players: Sequence[WaitingPlayer]) -> Turn:
        now_ms = self._forget_old()
        heard = [each for each in players if self._renew(each, now_ms)]
        for kind in dict.fromkeys(each.kind for each in heard):
            same = [each for each in heard if each.kind == kind]
            self._give_places(kind, same[0].seats, [each.table for each in same], now_ms)
        kinds = dict.fromkeys(each.kind for each in heard)
        tables = {kind: tuple(self._settled(kind, now_ms - SETTLED_MS)) for kind in kinds}
        return Turn(tuple(self._answer(each, now_ms) for each in players), self._count(), tables)

    def _settled(self, kind: str, until_ms: int) -> Iterator[str]:
        return (table for made_ms, table in reversed(self._tables.get(kind, [])) if made_ms <= until_ms)

    def _forget_old(self) -> int:
        now_ms = self._now_ms()
        self._waiting = {id: each for id, each in self._waiting.items() if each.until_ms >= now_ms}
        self._places = {id: each for id, each in self._places.items() if each.until_ms >= now_ms}
        for kind, made in self._tables.items():
            self._tables[kind] = [each for each in made if each[0] > now_ms - TABLES_MS]
        return now_ms

    def _renew(self, asked: WaitingPlayer, now_ms: int) -> bool:
        """Renew a waiting player or its place; return False if a newer request has replaced this one."""
        place, entry = self._places.get(asked.player), self._waiting.get(asked.player)
        if place is not None and place.sits and asked.step == "new":
            place = None
        held = place or entry
        if held is not None and held.word != asked.word and asked.step != "new":
            return False
        if place is not None and asked.step != "again":
            place.word, place.until_ms = asked.word, now_ms + SEAT_MS
            return True
        self._places.pop(asked.player, None)
        since_ms = now_ms - asked.waited_ms
        if entry is not None and entry.kind == asked.kind:
            since_ms = entry.since_ms
        self._waiting[asked.player] = _Entry(
            asked.word, asked.kind, since_ms, asked.robots, now_ms + LEASE_MS
        )
        return True

    def _give_places(self, kind: str, seats: int, fresh: list[str], now_ms: int) -> None:
        found = sorted(
            (id for id, each in self._waiting.items() if each.kind == kind),
            key=lambda id: (self._waiting[id].since_ms, id),
        )
        while len(found) >= seats and fresh:
            self._seat(kind, found[:seats], fresh.pop(0), now_ms)
            del found[:seats]
        patient = [id for id in found if self._waiting[id].robots]
        if patient and fresh and self._waiting[patient[0]].since_ms + PATIENCE_MS <= now_ms:
            self._seat(kind, patient, fresh.pop(0), now_ms)

    def _seat(self, kind: str, group: list[str], table: str, now_ms: int) -> None:
        robots = all(self._waiting[player].robots for player in group)
        for place, player in enumerate(group):
            word = self._waiting.pop(player).word
            self._places[player] = _Place(word, Placed(table, place, len(group), robots), now_ms + SEAT_MS)
        self._tables[kind] = [*self._tables.get(kind, []), (now_ms, table)][-MOST_TABLES:]

    def _answer(self, asked: WaitingPlayer, now_ms: int) -> Waits | Placed | Replaced:
        place, entry = self._places.get(asked.player), self._waiting.get(asked.player)
        held = place or entry
        if held is None or held.word != asked.word:
            return Replaced()
        if place is not None:
            return place.placed
        assert entry is not None
        return Waits(max(0, now_ms - entry.since_ms))

    def _count(self) -> Mapping[str, int]:
        return Counter(each.kind for each in self._waiting.values())

    async def take(self, player: str, word: str, table: str) -> bool:
        now_ms = self._forget_old()
        entry = self._waiting.get(player)
        if entry is None or entry.word != word:
            return False
        del self._waiting[player]
        self._places[player] = _Place(word, Placed(table, 0, 0, entry.robots), now_ms + SEAT_MS)
        return True

    async def sat_down(self, player: str, word: str) -> None:
        place = self._places.get(player)
        if place is not None and place.word == word:
            place.sits = True

    async def leave(self, player: str, word: str) -> None:
        entry, place = self._waiting.get(player), self._places.get(player)
        if entry is not None and entry.word == word:
            del self._waiting[player]
        if place is not None and place.word == word and not place.sits:
            del self._places[player]

    async def counts(self) -> Mapping[str, int]:
        self._forget_old()
        return self._count()
