"""Scenes drawn by chance: a legal script of one or two boards, and what is tried on the way."""

from __future__ import annotations

from random import Random

from protocol.v1.bridge import SEATS, Call, MakeCall, Seat
from protocol.v1.requests import NoClock
from server.games.bridge.state import BridgeState, LogAction
from tests.secrecy.probes import PROBES
from tests.secrecy.worlds import (
    CLOCKS,
    OBSERVERS,
    Move,
    NextBoard,
    Observer,
    Probe,
    Restart,
    Scene,
    Step,
    Unseen,
    fold,
    forced,
    in_world,
    random_deal,
    redealt,
    visible,
)

ENDS = ("play", "lead", "before the lead", "auction", "over", "dealt")
BOARDS = 3
"""How many deals a table has: one more than any scene plays."""


def draw_scene(rng: Random, observer: Observer | None = None, end: str | None = None) -> Scene:
    """A scene for an observer, any if None is named, that ends where `end` says."""
    return _Author(rng, observer or rng.choice(OBSERVERS), end or rng.choice(ENDS)).write()


class _Author:
    """Writes one scene. Cards come from a generator of their own, so that `rng` decides few things."""

    def __init__(self, rng: Random, observer: Observer, end: str) -> None:
        self._rng = rng
        self._cards = Random(rng.getrandbits(32))
        self._observer = observer
        self._end = end
        self._live = bool(observer.hands) or rng.choice((True, False))
        self._clock = rng.choice(CLOCKS)
        self._robots = self._some_robots()
        self._quiet = rng.choice((True, False))
        self._restarts = rng.choice((0, 0, 0, 1))
        self._last_board = False
        self._peeked = False
        self._state = BridgeState()
        self._log: list[tuple[int | None, LogAction]] = []
        self._steps: list[Step] = []

    def _some_robots(self) -> frozenset[Seat]:
        """A table without robots, with one, or with one in every seat but the observer's."""
        free = [seat for seat in SEATS if seat is not self._observer.seat]
        return frozenset(self._rng.choice(((), (), (), free, free[:1])))

    def write(self) -> Scene:
        deals = tuple(random_deal(board, self._cards) for board in range(1, BOARDS + 1))
        whole = self._rng.choice((0, 0, 0, 0, 1))
        for played, deal in enumerate(deals[: whole + 1]):
            self._last_board = played == whole
            if played:
                self._pass_on()
            self._enter(None, deal)
            self._play_board("over" if played < whole else self._end)
        return self._scene(deals, whole)

    def _pass_on(self) -> None:
        """To the next board; before that a watcher looks into the hands of this one."""
        for line in range(2):
            if self._observer.seat is None:
                self._steps.append(Probe("look_in", self._rng.randrange(5), line))
        self._steps.append(NextBoard())
        self._state = self._state.carry()

    def _scene(self, deals: tuple, whole: int) -> Scene:
        again = redealt(self._state, self._observer.sees, self._cards)
        future = tuple(random_deal(deal.board, self._cards) for deal in deals[whole + 1 :])
        scene = Scene(
            observer=self._observer,
            live=self._live,
            clock=self._clock,
            append_ms=self._rng.choice((0, 3)),
            uploaded=self._rng.choice((True, False)),
            robots=self._robots,
            joins=0 if self._observer.seat is not None else self._rng.randrange(len(self._steps) // 2 + 1),
            steps=tuple(self._steps),
            log=tuple(self._log),
            deals=deals,
            other=(*deals[:whole], again, *future),
        )
        for _ in fold(in_world(scene.log, scene.other)):
            pass  # raises IllegalAction unless the script is legal in the other world too
        return scene

    def _enter(self, seat: int | None, action: LogAction) -> None:
        self._log.append((seat, action))
        self._state = self._state.apply(seat, action)

    def _play_board(self, end: str) -> None:
        limit = {
            "dealt": 0,
            "auction": self._rng.randrange(1, 8) if end == "auction" else 0,
            "play": self._rng.randrange(2, 52) if end == "play" else 0,
            "lead": 1,
        }.get(end, 99)
        self._besides()
        calls = limit if end in ("dealt", "auction") else 99
        while self._state.phase == "auction" and calls:
            self._move(self._call())
            calls -= 1
        cards = 0 if end in ("dealt", "auction", "before the lead") else limit
        while self._state.phase == "play" and cards:
            self._move(self._rng.choice(self._state.legal_actions(self._state.to_act()[0])))
            cards -= 1

    def _move(self, action: LogAction) -> None:
        late = self._late()
        self._steps.append(Move(wait_ms=self._rng.choice((0, 300, 1)), late=late))
        self._enter(self._state.to_act()[0], forced(self._state) if late else action)
        self._besides()

    def _late(self) -> bool:
        """Whether the clock plays: only what is forced alike in both worlds."""
        state = self._state
        if self._clock is None or isinstance(self._clock, NoClock) or state.to_act()[0] in self._robots:
            return False
        alike = state.contract is None or state.turn in visible(state, self._observer.sees)
        return alike and self._rng.randrange(12) == 11

    def _call(self) -> MakeCall:
        """Mostly a pass, else a low bid or a double; hardly ever is a board passed out."""
        legal = self._state.legal_actions(self._state.to_act()[0])
        bids = [action for action in legal if isinstance(action, MakeCall) and action.call.is_bid]
        doubles = [action for action in legal[1:] if action not in bids]
        unopened = self._state.calls == (Call.PASS,) * 3
        kind = self._rng.randrange(10)
        if bids and (kind > 7 or (unopened and kind)):
            return self._rng.choice(bids[:6])
        return doubles[0] if doubles and kind == 7 else MakeCall(Call.PASS)

    def _besides(self) -> None:
        """What is done between two moves: nothing, or one or two things."""
        for _ in range(self._rng.choice((0, 0, 1, 2))):
            self._steps.append(self._aside())

    def _aside(self) -> Step:
        kind = self._rng.randrange(16)
        if kind == 15 and self._restarts:
            self._restarts = 0
            return Restart()
        if kind >= 11 and not self._quiet:
            return self._unseen()
        at_turn = self._observer.seat in self._state.to_act()
        return Probe(
            "wrong_card" if at_turn and kind < 5 else self._rng.choice(tuple(PROBES)),
            self._rng.randrange(52),
            self._rng.randrange(64),
            self._rng.choice((0, 20, 1000)),
        )

    def _unseen(self) -> Unseen:
        """A peek stays to the last board: who peeked before is shown the next hand too, and goes first."""
        others = [seat for seat in SEATS if seat not in self._observer.sees]
        players = [seat for seat in SEATS if seat is not self._observer.seat and seat not in self._robots]
        kinds = ("blunder", "again") if players else ()
        if self._live and self._last_board and not self._peeked:
            kinds = (*kinds, "peek")
        if not kinds:
            return Unseen("nothing", SEATS[0], 0)
        kind = self._rng.choice(kinds)
        self._peeked = self._peeked or kind == "peek"
        return Unseen(kind, self._rng.choice(others if kind == "peek" else players), self._rng.randrange(64))
