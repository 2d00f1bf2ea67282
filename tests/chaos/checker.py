"""The judge of a chaotic history: what clients were told and shown, against the logs that outlived it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from server.errors import IllegalAction, StoreError
from server.games.base import AllHands, Audience, Commentator, Director, Kibitzer, Public, Seated
from server.games.registry import GAMES
from server.table import events
from server.table.events import Acted, Base, Entry, Ruled
from server.table.table import Table, begin, fold, next_deal
from tests.chaos import records
from tests.chaos.records import Acked, Denied, Last, Me, Record, Shown

Log = list[tuple[str, bytes]]
"""The log of one deal as Redis has it: ids and packed entries."""


CHOSEN = {
    "bridge": ("phase", "calls", "plays"),
    "spades": ("phase", "kept", "bids", "passes", "plays"),
    "hanabi": ("game_no", "clues", "fates"),
}
"""What a decision is about: two of the same name have these alike."""
NAMED: dict[str, Audience] = {"all": AllHands(), "director": Director(), "commentator": Commentator()}


class Client(Struct):
    """One client's records in their order, and how its process ended. `tables`: None is all of them."""

    name: str
    records: list[Record]
    exit_code: int = 0
    tables: list[str] | None = None


class History(Struct):
    """The logs of every table, deal by deal, and what the clients recorded. All tables play one game."""

    logs: dict[str, list[Log]]
    clients: list[Client]
    game: str = "bridge"


def view_text(pub: Struct, own: Struct | None) -> str:
    """Both halves of a view in the one form in which views are compared."""
    plain = msgspec.to_builtins({"pub": pub, "own": own}, str_keys=True)
    return msgspec.json.encode(plain, order="sorted").decode()


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def faults(history: History) -> list[str]:
    """Everything that is wrong; [] for a history in which nothing was lost, doubled, moved or invented."""
    found = [f"{c.name} ended with code {c.exit_code}" for c in history.clients if c.exit_code]
    for table, logs in history.logs.items():
        found += _Case(table, logs, history.clients, history.game).faults()
    return found


def lost_and_doubled(history: History) -> tuple[int, int]:
    """How many of the actions and rulings that were said to be done are lost, and how many doubled."""
    lost = doubled = 0
    for table, logs in history.logs.items():
        counts = _Case(table, logs, history.clients, history.game).counts()
        lost += counts.count(0)
        doubled += sum(count > 1 for count in counts)
    return lost, doubled


R = TypeVar("R", Acked, records.Ruled, Denied)


def _plain(action: object) -> Any:
    """An action as it travels."""
    return msgspec.to_builtins(action, str_keys=True)


def _sent(entry: Acted) -> Any:
    """What a player sent, which may have come to another action."""
    return _plain(entry.action if entry.asked is None else entry.asked)


def _packed(ruling: object) -> bytes:
    """A ruling as it travels, to be compared."""
    return msgspec.json.encode(_plain(ruling), order="sorted")


def _unprompted(table: Table, entry: Acted) -> bool:
    """Whether the action answers no decision."""
    action = msgspec.convert(_plain(entry.action), table.game.log_action_type)
    return type(action) in table.game.unprompted


class Step(Struct):
    """The table before and after one entry."""

    place: str
    entry: Entry
    before: Table | None
    after: Table


def steps(history: History, table: str) -> list[Step]:
    """What happened at a table, by its log. Raises what a fold does."""
    return list(_Case(table, history.logs[table], [], history.game).refold())


class _Case:
    """One table."""

    def __init__(self, table: str, logs: list[Log], clients: list[Client], game: str) -> None:
        self._table = table
        self._game = game
        self._logs = logs
        self._clients = clients
        self._steps: list[Step] = []
        self._found: list[str] = []
        self._digests: dict[Audience, list[str]] = {}

    def faults(self) -> list[str]:
        try:
            self._steps = list(self.refold())
        except (StoreError, IllegalAction, msgspec.MsgspecError, LookupError) as error:
            self._fault(f"the log does not fold: {error!r}")
            return self._found
        self._check_numbers()
        self._check_decisions()
        self._check_acks()
        self._check_rulings()
        self._check_denials()
        self._check_order()
        for client in self._clients:
            if client.tables is None or self._table in client.tables:
                self._check_views(client)
        return self._found

    def counts(self) -> list[int]:
        """How often each of the actions and rulings that were said to be done stands in the log."""
        self._steps = list(self.refold())
        acted = [len(self._acted.get((player, ack.n), ())) for player, ack in self._records(Acked)]
        rulings = self._records(records.Ruled)
        return acted + [len(self._ruled.get((player, _packed(each.ruling)), ())) for player, each in rulings]

    def _fault(self, text: str) -> None:
        self._found.append(f"table {self._table}: {text}")

    def refold(self) -> Iterator[Step]:
        """Every entry of every deal: indices without a gap, time forwards, each deal from the one before."""
        table = None
        for deal, log in enumerate(self._logs):
            ids = [name for name, _ in log]
            if ids != [f"{index}-0" for index in range(1, len(log) + 1)]:
                self._fault(f"deal {deal}: the indices are {ids}")
            for name, packed in log:
                entry = events.decode(packed)
                before = table
                if before is not None and entry.at_ms < before.time_ms:
                    self._fault(f"{deal}/{name}: time goes back")
                table = self._next(table, deal, entry)
                yield Step(f"{deal}/{name}", entry, before, table)

    def _next(self, table: Table | None, deal: int, entry: Entry) -> Table:
        if table is None:
            if not isinstance(entry, Base):
                raise StoreError(f"expected a base first, got {entry!r}")
            return begin(self._table, GAMES[self._game], deal, entry)
        after = fold(table, entry)
        if after.deal != deal:
            raise StoreError(f"expected deal {deal} to begin with a base, got {entry!r}")
        if isinstance(entry, Base) and entry != _stored(next_deal(table, entry.at_ms)):
            self._fault(f"deal {deal} does not begin as the one before it ended")
        return after

    @cached_property
    def _acted(self) -> dict[tuple[str, int], list[int]]:
        """Where in the log each player's action of each number stands."""
        found: dict[tuple[str, int], list[int]] = {}
        for at, step in enumerate(self._steps):
            if isinstance(step.entry, Acted) and step.entry.player is not None:
                found.setdefault((step.entry.player, step.entry.n or 0), []).append(at)
        return found

    def _check_numbers(self) -> None:
        """Every player's actions are numbered 1, 2, 3 and so on, in the order of the log."""
        expected: dict[str, int] = {}
        for step in self._steps:
            if not isinstance(step.entry, Acted) or step.entry.player is None:
                continue
            player = step.entry.player
            due = expected.setdefault(player, 1)
            if step.entry.n != due:
                self._fault(f"{step.place}: action {step.entry.n} of {player}, expected {due}")
            expected[player] = (step.entry.n or 0) + 1

    @cached_property
    def _ruled(self) -> dict[tuple[str, bytes], list[int]]:
        """Where in the log each director's rulings stand."""
        found: dict[tuple[str, bytes], list[int]] = {}
        for at, step in enumerate(self._steps):
            if isinstance(step.entry, Ruled) and step.entry.player is not None:
                found.setdefault((step.entry.player, _packed(step.entry.ruling)), []).append(at)
        return found

    def _check_decisions(self) -> None:
        """What is to be decided has a name that never names anything else, and names only grow."""
        named: dict[str, object] = {}
        newest = (0, 0)
        for step in self._steps:
            state, decision = step.after.state, step.after.decision
            rewinds, moves = map(int, decision.split("."))
            if (rewinds, moves) < newest:
                self._fault(f"{step.place}: decision {decision} after {newest[0]}.{newest[1]}")
            newest = rewinds, moves
            choice = (step.after.deal, *(getattr(state, name) for name in CHOSEN[self._game]))
            if step.after.game.to_act(state) and named.setdefault(decision, choice) != choice:
                self._fault(f"{step.place}: decision {decision} is another one than before")

    def _records(self, kind: type[R]) -> Iterator[tuple[str, R]]:
        """All that clients wrote down of this kind about this table, and which player did."""
        for client in self._clients:
            player = ""
            for record in client.records:
                if isinstance(record, Me):
                    player = record.player
                elif isinstance(record, kind) and record.table == self._table:
                    yield player, record

    def _check_acks(self) -> None:
        """Every action that was said to be done stands in the log once, as it was sent."""
        for player, ack in self._records(Acked):
            places = self._acted.get((player, ack.n), [])
            what = f"action {ack.n} of {player}, said to be done,"
            if len(places) != 1:
                self._fault(f"{what} stands in the log {len(places)} times")
                continue
            step = self._steps[places[0]]
            assert isinstance(step.entry, Acted) and step.before is not None
            if _sent(step.entry) != _plain(ack.action):
                self._fault(f"{what} was {ack.action}, the log has {_sent(step.entry)}")
            if step.before.decision != ack.decision and not _unprompted(step.before, step.entry):
                self._fault(f"{what} answered {ack.decision}, the log has it at {step.before.decision}")

    def _check_rulings(self) -> None:
        """Every ruling that was said to be done stands in the log, and none stands there twice."""
        for (player, ruling), places in self._ruled.items():
            if len(places) != 1:
                self._fault(f"a ruling of {player} stands in the log {len(places)} times: {ruling.decode()}")
        for player, ruled in self._records(records.Ruled):
            if (player, _packed(ruled.ruling)) not in self._ruled:
                self._fault(f"a ruling of {player}, said to be done, is not in the log: {ruled.ruling}")

    def _check_denials(self) -> None:
        """What was refused for good is not in the log."""
        acked = {(player, ack.n) for player, ack in self._records(Acked)}
        for player, denied in self._records(Denied):
            if denied.n is None:
                stands = (player, _packed(denied.what)) in self._ruled
            else:
                places = [] if (player, denied.n) in acked else self._acted.get((player, denied.n), [])
                stands = any(_sent(self._steps[at].entry) == denied.what for at in places)  # type: ignore[arg-type]
            if stands:
                self._fault(f"what was refused to {player} stands in the log: {denied.what}")

    def _check_order(self) -> None:
        """What was done before another thing was sent stands before it in the log."""
        placed: list[tuple[int, str, Acked | records.Ruled]] = []
        for player, ack in self._records(Acked):
            places = self._acted.get((player, ack.n), [])
            placed += [(at, f"action {ack.n} of {player}", ack) for at in places[:1]]
        for player, ruled in self._records(records.Ruled):
            places = self._ruled.get((player, _packed(ruled.ruling)), [])
            placed += [(at, f"a ruling of {player}", ruled) for at in places[:1]]
        placed.sort(key=lambda each: each[0])
        done_ns: int | None = None
        for _, what, record in reversed(placed):
            if done_ns is not None and done_ns < record.sent_ns:
                self._fault(f"{what} stands before one that was done when it was sent")
            done_ns = record.at_ns if done_ns is None else min(done_ns, record.at_ns)

    def _audience(self, told: str | int, player: str, table: Table) -> Audience:
        if told == "seat":
            seat = table.seat_of(player)
            return Public() if seat is None else Seated(seat)
        if isinstance(told, int):
            return Kibitzer(told)
        return NAMED.get(told, Public())

    def _digests_for(self, audience: Audience) -> list[str]:
        """What this audience was to see after every entry."""
        if audience not in self._digests:
            self._digests[audience] = [
                digest(view_text(step.after.game.pub(step.after.state), step.after.own(audience)))
                for step in self._steps
            ]
        return self._digests[audience]

    def _check_views(self, client: Client) -> None:
        """A client sees states of the log in their order, and in the end the last one."""
        player, at, end = "", 0, self._steps[-1].after
        lasts = 0
        for record in client.records:
            if isinstance(record, Me):
                player = record.player
            elif isinstance(record, Shown) and record.table == self._table:
                due = self._digests_for(self._audience(record.audience, player, end))
                try:
                    at = due.index(record.digest, at)
                except ValueError:
                    self._fault(
                        f"{client.name} was shown what the log never was, after {self._steps[at].place}"
                    )
            elif isinstance(record, Last) and record.table == self._table:
                lasts += 1
                self._check_last(client, record, player, end)
        if lasts != 1:
            self._fault(f"expected one last view of {client.name}, got {lasts}")

    def _check_last(self, client: Client, last: Last, player: str, end: Table) -> None:
        audience = self._audience(last.audience, player, end)
        text = view_text(end.game.pub(end.state), end.own(audience))
        if last.text != text:
            self._fault(f"{client.name} sees in the end\n  {last.text}\nthe log says\n  {text}")
        if last.deadline_ms != end.clock.deadline_ms():
            self._fault(
                f"{client.name} has the deadline {last.deadline_ms}, the log {end.clock.deadline_ms()}"
            )


def _stored(base: Base) -> Entry:
    return events.decode(events.encode(base))
