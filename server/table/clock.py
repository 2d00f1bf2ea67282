"""A table's clock as a frozen value: time is always an argument, in milliseconds since 1970."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from protocol.v1.requests import Bank, ClockRules, NoClock, PerBoard, PerMove

DIRECTOR_MS = 900_000
"""How long a director who could rule is waited for; then the silence of the seats agrees to play on."""


class Clock(Struct, frozen=True):
    """How much time is left, as it stood at `since_ms`.

    `banks` are the seats' (Bank), `board_ms` what is left of the board (PerBoard). `timed` are the seats
    that must act now and whose time counts; house robots' does not. `began_ms` is when the present decision
    began, moved on by whatever time did not count: what only some may know, as a question, never moves it.
    `until_ms` is the end of a decision that several make at once. It must not tell who has made it already,
    and so it is the same for all of them, and costs no bank. `extra_ms` was given to the present decision.
    `awaiting`: a director is to come, no seat's time runs, and the decision has `DIRECTOR_MS`.
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
        """When somebody's time runs out, None where nobody is timed."""
        if self.stopped or not (self.timed or self.awaiting):
            return None
        return self._ends_ms() if self.until_ms is None else self.until_ms

    def _ends_ms(self) -> int | None:
        rules, from_ms = self.rules, self.began_ms + self.extra_ms
        if self.awaiting:
            return None if isinstance(rules, NoClock) else from_ms + DIRECTOR_MS
        match rules:
            case PerBoard():
                board_ms = max(self.since_ms + self.board_ms, from_ms + rules.overtime_ms)
                return board_ms if rules.move_ms is None else min(board_ms, from_ms + rules.move_ms)
            case NoClock():
                return None
            case PerMove():
                return from_ms + rules.move_ms
            case Bank():
                return self.since_ms + max(self.banks[seat] for seat in self.timed)
            case _:
                assert_never(rules)

    def counts(self, asked: tuple[int, ...], people: tuple[int, ...], *, anew: bool) -> tuple[int, ...]:
        """Which of the seats `asked` are timed: the `people`, not the robots.

        Where several decide at once robots are timed with the people, or the clock would tell when only
        robots are left. `anew`: another decision begins.
        """
        together = bool(people) and len(asked) > 1 if anew else self.until_ms is not None
        return asked if together else people

    def first_out(self) -> int:
        """The seat whose time ends at the deadline; only while there is one."""
        return min(self.timed, key=lambda seat: self.banks[seat]) if self.banks else self.timed[0]

    def remaining(self, now_ms: int) -> int | None:
        """What is left until the deadline, never below 0; None where nobody is timed."""
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
        """The clock after something happened at `now_ms`.

        `moved` is the seat that decided, None when nobody did; `timed` are the seats whose time runs next,
        none while a director is to come (`awaiting`). `anew`: another decision begins; else it is the same
        one that others have to make.
        """
        passed = now_ms - self.since_ms  # below 0 where time was given back that has not passed yet
        spent = 0 if self.stopped else passed
        banks = self.banks
        if isinstance(self.rules, Bank) and self.until_ms is None:
            banks = tuple(
                max(0, bank - (spent if seat in self.timed else 0))
                + (self.rules.increment_ms if seat == moved and seat in self.timed else 0)
                for seat, bank in enumerate(banks)
            )
        after = replace(
            self,
            banks=banks,
            board_ms=max(0, self.board_ms - spent) if self.timed else self.board_ms,
            since_ms=now_ms,
            began_ms=now_ms if anew else self.began_ms + passed - spent,
            timed=timed,
            until_ms=None if anew or awaiting or self.until_ms is None else self.until_ms + passed - spent,
            extra_ms=0 if anew else self.extra_ms,
            awaiting=awaiting,
        )
        return replace(after, until_ms=after._ends_ms()) if anew and len(timed) > 1 else after

    def credit(self, ms: int) -> Clock:
        """The clock with `ms` given back to whoever is timed now: an outage is nobody's fault."""
        until_ms = None if self.until_ms is None else self.until_ms + ms
        return replace(self, since_ms=self.since_ms + ms, began_ms=self.began_ms + ms, until_ms=until_ms)

    def add(self, ms: int) -> Clock:
        """The clock with `ms` more for the present decision, and for the board, or for every bank."""
        several = self.until_ms is not None
        return replace(
            self,
            banks=self.banks if several else tuple(bank + ms for bank in self.banks),
            board_ms=self.board_ms + ms if isinstance(self.rules, PerBoard) else self.board_ms,
            extra_ms=self.extra_ms + ms,
            until_ms=None if self.until_ms is None else self.until_ms + ms,
        )

    def stop(self, now_ms: int, stopped: bool) -> Clock:
        """The clock stopped, or going again."""
        turned = self.turn(now_ms, None, self.timed, anew=False, awaiting=self.awaiting)
        return replace(turned, stopped=stopped)


def start(rules: ClockRules, seats: int, now_ms: int, *, stopped: bool = False) -> Clock:
    """A clock for a new deal, with nobody to act yet."""
    return Clock(
        rules=rules,
        banks=(rules.bank_ms,) * seats if isinstance(rules, Bank) else (),
        board_ms=rules.board_ms if isinstance(rules, PerBoard) else 0,
        since_ms=now_ms,
        began_ms=now_ms,
        stopped=stopped,
    )
