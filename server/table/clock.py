"""A table's clock as a frozen value.

The clock's functions take the present time as an argument, in milliseconds since 1970.
"""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.requests import Bank, ClockRules, NoClock, PerBoard, PerMove

DIRECTOR_MS = 900_000
"""The maximum time (ms) that a table waits for a director's ruling; after that, the play continues."""


class Clock(Struct, frozen=True):
    """The time that the seats of a table have left, as of `since_ms`.

    `rules` are the clock rules of the table's policy. `banks` has the time left for each seat if the rules
    are `Bank`, and `board_ms` is the time left for the deal if the rules are `PerBoard`. `timed` are the
    seats that must act now and whose time runs; usually the time of house robots does not run. `began_ms` is
    the start of the present decision, moved later by the length of each pause since then. Private events,
    such as a question to an opponent, never change the start of the decision (`began_ms`). If several seats
    decide at once, `until_ms` is the time at which they must have decided; otherwise it is None. While
    several seats decide at once, they lose no time from their banks, so that the clock does not reveal which
    seats have decided already. `extra_ms` is the time that the host or a director has added to the present
    decision. `awaiting` is True while the table waits for a director: then no seat's time runs, and the wait
    ends after `DIRECTOR_MS`. `stopped` is True while the clock is stopped, for example in a pause of the
    table.
    """

    rules: ClockRules
    banks: tuple[int, ...] = ()
    board_ms: int = 0
    since_ms: int = 0
    began_ms: int = 0
    timed: tuple[int, ...] = ()
    until_ms: int | None = None
    extra_ms: int = 0
    awaiting: bool = False
    stopped: bool = False

    def deadline_ms(self) -> int | None:
        """Return when the time of a seat, or the wait for a director, will end; None if no time runs."""
        if self.stopped or not (self.timed or self.awaiting) or type(self.rules) is NoClock:
            return None
        return self._ends_ms() if self.until_ms is None else self.until_ms

    def _ends_ms(self) -> int | None:
        rules, from_ms = self.rules, self.began_ms + self.extra_ms
        if self.awaiting:
            return None if isinstance(rules, NoClock) else from_ms + DIRECTOR_MS
        match rules:
            case PerBoard():
                ends_ms, overtime_ms = self.since_ms + self.board_ms, from_ms + rules.overtime_ms
                if ends_ms < overtime_ms:
                    ends_ms = overtime_ms
                return ends_ms if rules.move_ms is None else min(ends_ms, from_ms + rules.move_ms)
            case Bank():
                banks, timed = self.banks, self.timed
                left_ms = banks[timed[0]] if len(timed) == 1 else max(banks[seat] for seat in timed)
                return self.since_ms + left_ms
            case PerMove():
                return from_ms + rules.move_ms
            case NoClock():
                return None
            case _:
                assert_never(rules)

    def counts(self, to_act: tuple[int, ...], people: tuple[int, ...], *, anew: bool) -> tuple[int, ...]:
        """Return the seats whose time runs down now.

        `to_act` are the seats that must act, and `people` are the seats of `to_act` that no house robot
        plays. Usually time runs only for the seats in `people`. If several seats decide at once, time runs
        for robots, too: otherwise the clock would reveal that all players have decided and only robots have
        not. `anew` is True if a new decision begins, False if the present decision continues.
        """
        together = bool(people) and len(to_act) > 1 if anew else self.until_ms is not None
        return to_act if together else people

    def first_out(self) -> int:
        """Return the seat that runs out of time first.

        Time must be running for at least one seat (`timed` must not be empty).
        """
        return min(self.timed, key=lambda seat: self.banks[seat]) if self.banks else self.timed[0]

    def remaining(self, now_ms: int) -> int | None:
        """Return the ms until the deadline, 0 after the deadline, and None if there is no deadline."""
        deadline = self.deadline_ms()
        return None if deadline is None else max(0, deadline - now_ms)

    def turn(
        self,
        now_ms: int,
        moved: int | None,
        timed: tuple[int, ...],
        *,
        anew: bool = True,
        awaiting: bool = False,
    ) -> Clock:
        """Return the clock after an event at the time `now_ms`, such as an action of a player.

        `moved` is the seat that has decided, None if no seat has. `timed` are the seats whose time runs after
        the event; no seat's time runs while the table waits for a director (`awaiting`). `anew` is True if a
        new decision begins, False if other seats still have to make the present decision.
        """
        # This runs once in every action. A conditional expression takes a tenth of the time of `max`, and a
        # Clock made directly less than one made by `replace`.
        passed = now_ms - self.since_ms  # `passed` is negative if `credit` has moved `since_ms` past `now_ms`
        spent = 0 if self.stopped else passed
        board_ms = self.board_ms
        if self.timed:
            board_ms = board_ms - spent if board_ms > spent else 0
        if anew:
            began_ms, extra_ms, until_ms = now_ms, 0, None
        else:
            began_ms, extra_ms = self.began_ms + passed - spent, self.extra_ms
            until_ms = None if awaiting or self.until_ms is None else self.until_ms + passed - spent
        after = Clock(
            self.rules,
            self._banks_after(spent, moved) if self.banks else self.banks,
            board_ms,
            now_ms,
            began_ms,
            timed,
            until_ms,
            extra_ms,
            awaiting,
            self.stopped,
        )
        return replace(after, until_ms=after._ends_ms()) if anew and len(timed) > 1 else after

    def _banks_after(self, spent: int, moved: int | None) -> tuple[int, ...]:
        """Return the time in each seat's bank after the present decision has taken `spent` ms.

        The seat `moved` has made its decision and gets the increment of the clock rules. While several seats
        decide at once, the time in their banks does not change.
        """
        if self.until_ms is not None or not isinstance(self.rules, Bank):
            return self.banks
        banks = list(self.banks)
        for seat in self.timed:
            left_ms = banks[seat] - spent
            banks[seat] = left_ms if left_ms > 0 else 0
            if seat == moved:
                banks[seat] += self.rules.increment_ms
        return tuple(banks)

    def credit(self, ms: int) -> Clock:
        """Return the clock with `ms` milliseconds given back to the seats that lost time in an outage."""
        until_ms = None if self.until_ms is None else self.until_ms + ms
        return replace(self, since_ms=self.since_ms + ms, began_ms=self.began_ms + ms, until_ms=until_ms)

    def add(self, ms: int) -> Clock:
        """Return the clock with `ms` milliseconds more for the present decision.

        The same time is added to the time left for the deal, or to every seat's bank of time.
        """
        several = self.until_ms is not None
        return replace(
            self,
            banks=self.banks if several else tuple(bank + ms for bank in self.banks),
            board_ms=self.board_ms + ms if isinstance(self.rules, PerBoard) else self.board_ms,
            extra_ms=self.extra_ms + ms,
            until_ms=None if self.until_ms is None else self.until_ms + ms,
        )

    def stop(self, now_ms: int, stopped: bool) -> Clock:
        """Return the clock stopped at `now_ms`, or running again if `stopped` is False."""
        turned = self.turn(now_ms, None, self.timed, anew=False, awaiting=self.awaiting)
        return replace(turned, stopped=stopped)


def start(rules: ClockRules, seats: int, now_ms: int, *, stopped: bool = False) -> Clock:
    """Return the clock for the start of a deal, when no seat has to act yet.

    `rules` are the clock rules of the table's policy, and `seats` is the number of seats. If `stopped` is
    True, no time runs until the clock is started again.
    """
    return Clock(
        rules=rules,
        banks=(rules.bank_ms,) * seats if isinstance(rules, Bank) else (),
        board_ms=rules.board_ms if isinstance(rules, PerBoard) else 0,
        since_ms=now_ms,
        began_ms=now_ms,
        stopped=stopped,
    )
