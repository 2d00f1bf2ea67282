"""An event as a pure value, moved on by requests and reports, for the tests of the rules of events."""

from __future__ import annotations

from typing import Any

from protocol.v1.bridge import Vulnerability
from server.errors import Refusal
from server.events import entries
from server.events.commands import (
    Asked,
    Command,
    Enrol,
    MakeDraw,
    Named,
    OpenEntries,
    Publish,
    Start,
    Swap,
    decide,
)
from server.events.conditions import Conditions
from server.events.drawing import make
from server.events.entries import Begun, Entry
from server.events.event import Event, begin, deal_in_event, fold
from server.events.people import Person
from server.events.schedule import TableReport, expire, learned, no_shows
from server.games.bridge.state import EarlierBoard, Result
from server.games.registry import GAMES

DORA = Person("p-Dora", "Dora")
PLAIN = Conditions(rounds=3, boards=2, check_in=False, warning_s=0)


class Tuesday:
    """An event with its log; Dora directs it, and the pair of number 1 has the players `1N` and `1S`."""

    def __init__(self, conditions: Conditions = PLAIN, game: str = "bridge") -> None:
        begun = Begun(at_ms=0, name="Tuesday", conditions=conditions, directors=(DORA,))
        self.log: list[Entry] = [begun]
        self.event: Event = begin("e-tuesday", GAMES[game], begun)
        self.now_ms = 0
        self.codes: tuple[str, ...] = ()
        self.away: frozenset[str] = frozenset()
        """The ids of the players that are absent from their tables."""
        self.knowing: frozenset[str] = frozenset()
        """The ids of substitutes that may know boards of their table."""

    @classmethod
    def opened(cls, pairs: int = 0, conditions: Conditions = PLAIN, game: str = "bridge") -> Tuesday:
        """Return an event that is open, which a number of pairs have entered."""
        tuesday = cls(conditions, game)
        tuesday.asks("Dora", OpenEntries())
        for number in range(1, pairs + 1):
            seats = "NSEW"[: tuesday.event.wanted]
            tuesday.asks("Dora", Enrol(players=tuple(named(f"{number}{seat}") for seat in seats)))
        return tuesday

    @classmethod
    def started(cls, pairs: int = 6, conditions: Conditions = PLAIN, game: str = "bridge") -> Tuesday:
        """Return an event whose first round is played."""
        tuesday = cls.opened(pairs, conditions, game)
        tuesday.starts()
        return tuesday

    def starts(self) -> None:
        """Draw, publish and begin the next round."""
        for command in (MakeDraw(), Publish(), Start()):
            self.asks("Dora", command)

    def takes(self, new: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Add entries to the log."""
        for entry in new:
            self.log.append(entries.decode(entries.encode(entry)))
            self.event = fold(self.event, self.log[-1])
        return new

    def asks(self, name: str, command: Command) -> tuple[Entry, ...]:
        """Carry out a request of a person, and return the entries that it made."""
        made = None
        if isinstance(command, MakeDraw | Swap) and self.event.is_director(f"p-{name}"):
            swapped = (command.one, command.other) if isinstance(command, Swap) else None
            made = make(self.event, swapped)
        person = Person(f"p-{name}", name)
        asked = Asked(
            person,
            command,
            self.now_ms,
            made=made,
            robots=frozenset({"plain"}),
            codes=self.codes,
            away=self.away,
            knowing=self.knowing,
        )
        return self.takes(decide(self.event, asked))

    def refusal(self, name: str, command: Command) -> str:
        """Send a request that is refused, and return the code and the reason."""
        before = self.event
        try:
            self.asks(name, command)
        except Refusal as refusal:
            assert self.event is before
            return f"{refusal.code}: {refusal}"
        raise AssertionError(f"expected a refusal of {command}")

    def reports(self, table: int, scores: dict[int, int | None], ended: bool = False) -> tuple[Entry, ...]:
        """Let the table of the newest round report North-South's scores, by the number of the deal."""
        assert self.event.round is not None
        there = self.event.round.tables[table]
        results: dict[int, tuple[int, Any]] = {}
        for deal, score in scores.items():
            board = 1 + deal_in_event(self.event, self.event.round, there, deal)
            results[deal] = (board, None if score is None else scored(board, score))
        told = TableReport(results, dict.fromkeys(results, ("a", "b", "c", "d")), ended)
        return self.takes(learned(self.event, self.event.round.number, {table: told}, self.now_ms))

    def misses(self, *entrants: str) -> tuple[Entry, ...]:
        """Let these entrants not come to their tables, at which no board has been dealt."""
        playing = self.event.playing
        assert playing is not None
        missing = {each.id for id in entrants for each in self.event.entrants[id].players}
        absent = {
            number: frozenset(each.id for each in table.seating.chairs.values()) & missing
            for number, table in playing.tables.items()
        }
        return self.takes(no_shows(self.event, absent, self.now_ms))

    def passes(self, seconds: float) -> tuple[Entry, ...]:
        """Let time pass, and do what the event does by itself then."""
        self.now_ms += int(seconds * 1000)
        return self.takes(expire(self.event, self.now_ms))

    def plays_round(self) -> None:
        """Let all tables of the round report results that differ, and end the round."""
        assert self.event.playing is not None
        for number in self.event.playing.tables:
            self.reports(number, dict.fromkeys(range(self.event.conditions.boards), 100 * number))
        self.passes(0)


def named(name: str) -> Named:
    return Named(f"p-{name}", name)


def scored(board: int, score: int) -> EarlierBoard:
    """Return the result of a board with this score of North-South."""
    return EarlierBoard(board, Vulnerability.NONE, Result(score))
