"""A history to which nobody could object: a table played at without a server, and everybody's records."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from protocol.v1.bridge import (
    SEATS as PLACES,
)
from protocol.v1.bridge import Action, Ask, AwardTricks, Claim, Explain, Grant, PlayGoesOn, RollBack, Undo
from protocol.v1.requests import Policy
from server.errors import IllegalAction
from server.games.base import AllHands, Audience, Director, Public, Seated
from server.games.registry import GAMES
from server.table import events, table
from server.table.commands import check_act
from server.table.events import Acted, Base, Chair, Credited, Entry, Hosted, Sat, Saw
from server.table.events import Ruled as Ruling
from tests.chaos.checker import Client, History, Log, digest, view_text
from tests.chaos.records import Acked, Denied, Last, Me, Noticed, Record, Ruled, Shown

BRIDGE = GAMES["bridge"]
SEATS = ("north", "east", "south", "west")
WATCHERS: dict[str, Audience] = {"ann": Public(), "bob": AllHands(), "dan": Director()}
NAMED = {Public(): "public", AllHands(): "all", Director(): "director"}
TABLE = "t1"
MS = 1_000_000


class Play:
    """A table that is played at without a server, and everybody who writes down what comes."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.now_ns = 0
        self.logs: list[Log] = [[]]
        self.books: dict[str, list[Record]] = {
            name: [Me(at_ns=0, player=name)] for name in (*SEATS, *WATCHERS)
        }
        self.books["ann"] = [Me(at_ns=0, player="")]
        base = table.open_with(
            BRIDGE, BRIDGE.options_type(), (Chair(),) * 4, Policy(hands="live"), self._ms()
        )
        self._append(base)
        self.table = table.begin(TABLE, BRIDGE, 0, base)
        for seat, name in enumerate(SEATS):
            self.happens(Sat(at_ms=self._ms(), seat=seat, player=name, name=name))
        self.happens(Hosted(at_ms=self._ms(), directors=("dan",)))
        self.happens(Saw(at_ms=self._ms(), player="bob"))

    def _ms(self) -> int:
        self.now_ns += MS
        return self.now_ns // MS

    def _append(self, entry: Entry) -> None:
        if isinstance(entry, Base) and self.logs[-1]:
            self.logs.append([])
        self.logs[-1].append((f"{len(self.logs[-1]) + 1}-0", events.encode(entry)))

    def audience(self, name: str) -> Audience:
        return WATCHERS[name] if name in WATCHERS else Seated(SEATS.index(name))

    def told(self, name: str) -> str:
        return NAMED.get(self.audience(name), "seat")

    def happens(self, entry: Entry) -> None:
        """Raises IllegalAction, and then nothing has happened."""
        self.table = table.fold(self.table, entry)
        self._append(entry)
        for name, book in self.books.items():
            text = self.view(name)
            if self.rng.random() < 0.8:  # not everybody sees every view: some are patched over
                shown = Shown(at_ns=self.now_ns, table=TABLE, audience=self.told(name), digest=digest(text))
                book.append(shown)

    def view(self, name: str) -> str:
        return view_text(self.table.game.pub(self.table.state), self.table.own(self.audience(name)))

    def acts(self) -> None:
        """Whoever is to act does, and is told that it is done, or is not told because the server dies."""
        seat = self.rng.choice(self.table.game.to_act(self.table.state))
        self._does(
            seat, self.rng.choice(self.table.game.legal_actions(self.table.state, seat)), self.table.decision
        )

    def talks(self) -> None:
        """Somebody does something beside play, which the rules may refuse."""
        call = self.rng.randrange(max(1, len(self.table.state.calls)))
        seat = self.rng.randrange(4)
        action: Action = self.rng.choice(
            (Ask(call, "?"), Explain(call, "weak"), Undo("oh"), Grant(PLACES[(seat + 1) % 4], True), Claim(1))
        )
        self._does(seat, action, None)

    def _does(self, seat: int, action: Action, decision: str | None) -> None:
        name = SEATS[seat]
        last = self.table.counters.get(name)
        n, sent_ns = 1 if last is None else last.n + 1, self.now_ns
        plain: dict[str, Any] = msgspec.to_builtins(action)
        acted = check_act(self.table, name, n, decision, action, self._ms())
        assert acted is not None
        try:
            self.happens(acted)
        except IllegalAction:
            self.books[name].append(Denied(at_ns=self.now_ns, table=TABLE, what=plain, n=n))
            return
        for again in range(self.rng.choice((0, 1, 1, 1, 2))):
            done = Acked(
                at_ns=self.now_ns + again, table=TABLE, n=n, action=plain, decision=decision, sent_ns=sent_ns
            )
            self.books[name].append(done)

    def rules(self) -> None:
        """The director rules, which the rules may refuse."""
        sent_ns, reason, calls = self.now_ns, f"{self.now_ns}", len(self.table.state.calls)
        ruling = self.rng.choice(
            (RollBack(max(0, calls - 1), reason=reason), PlayGoesOn(reason), AwardTricks(7, reason=reason))
        )
        plain: dict[str, Any] = msgspec.to_builtins(ruling)
        try:
            self.happens(Ruling(at_ms=self._ms(), ruling=ruling, player="dan"))
        except IllegalAction:
            self.books["dan"].append(Denied(at_ns=self.now_ns, table=TABLE, what=plain))
        else:
            self.books["dan"].append(Ruled(at_ns=self.now_ns, table=TABLE, ruling=plain, sent_ns=sent_ns))

    def plays(self, actions: int) -> None:
        for _ in range(actions):
            if self.table.game.deal_due(self.table.state):
                self.happens(
                    Acted(at_ms=self._ms(), action=self.table.game.chance(self.table.state, self.rng))
                )
            if self.rng.random() < 0.03:
                self.happens(Credited(at_ms=self._ms(), ms=700))
            if self.rng.random() < 0.2:
                self.talks()
            if self.rng.random() < 0.02:
                self.rules()
            if self.table.game.to_act(self.table.state):
                self.acts()
            if self.table.game.result(self.table.state) is not None:
                self.happens(table.next_deal(self.table, self._ms()))

    def history(self) -> History:
        for name, book in self.books.items():
            book.append(
                Last(
                    at_ns=self.now_ns,
                    table=TABLE,
                    audience=self.told(name),
                    text=self.view(name),
                    deadline_ms=self.table.clock.deadline_ms(),
                )
            )
            book.append(Noticed(at_ns=self.now_ns, kind="hold", table=None))
        clients = [Client(name=name, records=book) for name, book in self.books.items()]
        return History(logs={TABLE: self.logs}, clients=clients)
