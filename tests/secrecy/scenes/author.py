"""Scenes drawn by chance: a table, a legal script of one or two boards, and what is tried on the way."""

from __future__ import annotations

from random import Random

from msgspec import UNSET

from protocol.v1.bridge import SEATS, Call, Deal, MakeCall, Options, Seat
from protocol.v1.requests import NoClock, Policy
from tests.secrecy.scenes.episodes import Episodes
from tests.secrecy.scenes.knowledge import BRIDGE, random_deal, redealt
from tests.secrecy.scenes.script import Both
from tests.secrecy.scenes.worlds import (
    CLOCKS,
    OBSERVERS,
    NextBoard,
    Observer,
    Probe,
    Restart,
    Scene,
    Unseen,
    World,
    fold,
    forced,
    in_world,
)
from tests.secrecy.staging.probes import PROBES

ENDS = ("play", "lead", "before the lead", "auction", "over", "dealt", "play", "play")
BOARDS = 3
"""How many deals a table has: one more than any scene plays."""
PAUSE_MS = 20_000
ROBOT_MS = 700
TEMPO_MS = 9_000
"""Longer than all that is tried between two moves, so that a forced card never comes before its player."""


def draw_scene(rng: Random, observer: Observer | None = None, end: str | None = None) -> Scene:
    """A scene for an observer, any if None is named, that ends where `end` says."""
    observer = observer or rng.choice(OBSERVERS)
    return _Author(rng, observer, end or rng.choice(ENDS)).write()


def draw_options(rng: Random) -> Options:
    """Half of the tables are plain ones."""
    if rng.randrange(2):
        return Options()
    return Options(
        undo=rng.choice(("consent", "law25", "none", "consent")),
        proven_claims=rng.choice((True, False)),
        screens=rng.choice((True, False)),
        explains=rng.choice(("partner", UNSET)),
        face_down_lead=rng.choice((True, UNSET)),
        dummy_sees=rng.choice((True, False)),
        look_back=rng.choice(("all", "law")),
        review=rng.choice((True, False)),
        own_card=rng.choice((True, False)),
        stop_ms=rng.choice((0, 0, 8_000)),
    )


def draw_policy(rng: Random, live: bool) -> Policy:
    return Policy(
        hands="live" if live else "after",
        clock=rng.choice(CLOCKS),
        pause_ms=PAUSE_MS,
        robot_ms=ROBOT_MS,
        tempo_ms=rng.choice((0, 0, 0, TEMPO_MS)),
        warn_ms=rng.choice((30_000, 5_000, 0)),
        access=rng.choice(("open", "private", "invited")),
    )


class _Author(Episodes):
    """Writes one scene. Cards come from a generator of their own, so that `rng` decides few things."""

    def __init__(self, rng: Random, observer: Observer, end: str) -> None:
        live = bool(observer.hands or observer.role) or rng.choice((True, False))
        super().__init__(rng, observer, draw_options(rng), draw_policy(rng, live))
        self._cards = Random(rng.getrandbits(32))
        self._end = end
        self._live = live
        self.robots = self._some_robots()
        self.offices = observer.role == "commentator" or rng.choice((True, False))
        self._manner = rng.choice(("quiet", "lively", "talkative"))
        self._restarts = rng.choice((0, 0, 0, 1))
        self._last_board = False
        self._peeked = False

    def _some_robots(self) -> frozenset[Seat]:
        """A table without robots, with one, or with one in every seat but the observer's."""
        free = [seat for seat in SEATS if seat is not self.observer.seat]
        return frozenset(self.rng.choice(((), (), (), free, free[:1])))

    def write(self) -> Scene:
        deals = tuple(random_deal(board, self._cards) for board in range(1, BOARDS + 1))
        whole = self.rng.choice((0, 0, 0, 0, 1))
        for played, deal in enumerate(deals[: whole + 1]):
            self._last_board = played == whole
            end = self._end if self._last_board else "over"
            self.private = self._last_board and end != "over" and self._manner != "quiet"
            self.end_may_come = end == "over"
            if played:
                self._pass_on()
            self.deal(deal)
            self._play_board(end)
        return self._scene(deals, whole)

    def _pass_on(self) -> None:
        """To the next board; before that a watcher looks into the hands of this one."""
        for line in range(2):
            if self.observer.seat is None:
                self.steps.append(Probe("look_in", self.rng.randrange(5), line))
        self.steps.append(NextBoard())

    def _scene(self, deals: tuple[Deal, ...], whole: int) -> Scene:
        again = redealt(deals[whole], self.seen, self.observer.sees, self._cards)
        future = tuple(random_deal(deal.board, self._cards) for deal in deals[whole + 1 :])
        dealt = (deals, (*deals[:whole], again, *future))
        one, other = (
            World(in_world(tuple(log), boards), boards, self.options, BRIDGE)
            for log, boards in zip(self.logs, dealt, strict=True)
        )
        for _ in fold(other.log, self.options):
            pass  # raises IllegalAction unless the script is legal with the other cards too
        return Scene(
            observer=self.observer,
            policy=self.policy,
            append_ms=self.rng.choice((0, 3)),
            uploaded=self.rng.choice((True, False)),
            robots=self.robots,
            offices=self.offices,
            joins=0 if self.observer.seat is not None else self.rng.randrange(len(self.steps) // 2 + 1),
            steps=tuple(self.steps),
            worlds=(one, other),
            words=self.words,
        )

    def _play_board(self, end: str) -> None:
        calls = self.rng.randrange(1, 8) if end == "auction" else 0
        cards = {"play": self.rng.randrange(2, 52) if end == "play" else 0, "lead": 1}.get(end, 0)
        for _ in range(self.rng.choice((0, 0, 2))):
            if not self._robot_is_next:
                self.lay_card()
        self._besides()
        while not self._at(end, calls, cards):
            if self.state.phase in ("claim", "disputed"):
                if end != "over":
                    return
                self._end_claim()
                continue
            self._move()
            calls -= self.state.phase == "auction"
            self._besides()

    def _at(self, end: str, calls: int, cards: int) -> bool:
        """Whether the board has come to where it ends."""
        state = self.state
        match state.phase, end:
            case "over", _:
                return True
            case "auction", "dealt":
                return True
            case "auction", "auction":
                return calls <= 0
            case "auction", _:
                return False
            case _, "dealt" | "auction" | "before the lead":
                return True
            case _, "over":
                return False
            case _:
                return len(state.plays) >= min(cards, 51)

    def _end_claim(self) -> None:
        """One more agrees, as a claim has to end where the board has to."""
        seat = Seat(BRIDGE.game.to_act(self.state)[0])
        answer = BRIDGE.game.legal_actions(self.state, seat)[0]
        self.answer(seat, (answer, answer))

    def _move(self) -> None:
        asked = sorted(BRIDGE.game.to_act(self.state), key=lambda seat: (seat in self.robots, seat))
        seat = Seat(asked[0])
        late = self._late()
        does: Both
        if late:
            does = (forced(self.state),) * 2
        elif self.state.contract is None:
            does = self.called(seat, self._call())
        else:
            does = (self.rng.choice(BRIDGE.game.legal_actions(self.state, seat)),) * 2
        self.move(seat, does, wait_ms=self.rng.choice((0, 300, 1)), late=late)

    def _late(self) -> bool:
        """Whether the clock plays: only what is forced alike in both worlds."""
        state = self.state
        if isinstance(self.policy.clock, NoClock | None) or BRIDGE.game.to_act(state)[0] in self.robots:
            return False
        alike = state.contract is None or state.turn in self.seen.visible(self.observer.sees)
        return alike and not self.sealed and self.rng.randrange(12) == 11

    def _call(self) -> Call:
        """Mostly a pass, else a low bid or a double; hardly ever is a board passed out."""
        actor = BRIDGE.game.to_act(self.state)[0]
        legal = [
            action.call
            for action in BRIDGE.game.legal_actions(self.state, actor)
            if isinstance(action, MakeCall)
        ]
        bids = [call for call in legal if call.is_bid]
        doubles = [call for call in legal[1:] if call not in bids]
        unopened = self.state.calls == (Call.PASS,) * 3
        must_not = unopened and (self.sealed or self.private)
        kind = self.rng.randrange(10)
        if bids and (kind > 7 or must_not or (unopened and kind)):
            return self.rng.choice(bids[:6])
        return doubles[0] if doubles and kind == 7 else Call.PASS

    def _besides(self) -> None:
        """What is done between two moves: nothing, or one or two things."""
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            self._aside()

    def _aside(self) -> None:
        kind = self.rng.randrange(9 if self._manner == "talkative" else 0, 24)
        if kind == 23 and self._restarts:
            self._restarts = 0
            self.steps.append(Restart())
        elif kind >= 20 and self._manner != "quiet":
            self.steps.append(self._unseen())
        elif kind >= 9 and not self._robot_is_next:
            self._episode(kind)
        else:
            self.steps.append(self._probe(kind))

    @property
    def _robot_is_next(self) -> bool:
        """Whether a robot acts next, who does not wait for what others do meanwhile."""
        return any(seat in self.robots for seat in BRIDGE.game.to_act(self.state))

    def _episode(self, kind: int) -> None:
        match kind:
            case 9 | 10:
                self.ask()
            case 11 | 12:
                self.explain()
            case 13 | 14:
                self.take_back()
            case 15:
                if self.options.proven_claims or not self.rng.randrange(3):
                    self.claim()
            case 16:
                self.lay_card()
            case 17:
                if not self.rng.randrange(4):
                    self.rule()
            case 18:
                self.try_in_vain()
            case _:
                self.talk()

    def _probe(self, kind: int) -> Probe:
        at_turn = self.observer.seat in BRIDGE.game.to_act(self.state)
        return Probe(
            "wrong_card" if at_turn and kind < 3 else self.rng.choice(tuple(PROBES)),
            self.rng.randrange(52),
            self.rng.randrange(64),
            self.rng.choice((0, 20, 1000)),
        )

    def _unseen(self) -> Unseen:
        """A peek stays to the last board: who peeked before is shown the next hand too, and goes first."""
        others = [seat for seat in SEATS if seat not in self.observer.sees] or list(SEATS)
        players = [seat for seat in self.people() if seat is not self.observer.seat]
        kinds: tuple[str, ...] = ("blunder", "again", "upload", "open_card") if players else ()
        if self._last_board and not self._peeked:
            if self._live:
                kinds = (*kinds, "peek")
            elif players:
                kinds = (*kinds, "knock")
        if not kinds:
            return Unseen("nothing", SEATS[0], 0)
        kind = self.rng.choice(kinds)
        self._peeked = self._peeked or kind in ("peek", "knock")
        chosen = self.rng.choice(others if kind == "peek" else players)
        return Unseen(kind, chosen, self.rng.randrange(64))
