"""A scene in the making: both worlds side by side, entry by entry, each of them legal."""

from __future__ import annotations

from random import Random

from protocol.v1.bridge import SEATS, Deal, Options, Seat
from protocol.v1.requests import Policy
from server.errors import IllegalAction
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState
from tests.secrecy.scenes.hearing import Hearers, hears
from tests.secrecy.scenes.knowledge import Seen
from tests.secrecy.scenes.worlds import Does, Move, Observer, Step, Word, after

Both = tuple[Does | None, Does | None]
BOTH = (True, True)


class Script:
    """What the two worlds have done so far. Until the end both have the same cards.

    `sealed`: the worlds differ in words that the end of the board would tell, so it must not come.
    """

    def __init__(self, rng: Random, observer: Observer, options: Options, policy: Policy) -> None:
        self.rng = rng
        self.observer = observer
        self.options = options
        self.policy = policy
        self.robots: frozenset[Seat] = frozenset()
        self.offices = False
        self.private = False
        self.sealed = False
        self.seen = Seen()
        self.states: list[BridgeState] = [BRIDGE.start(options), BRIDGE.start(options)]
        self.logs: tuple[list[tuple[int | None, Does]], ...] = ([], [])
        self.steps: list[Step] = []
        self.words: dict[str, Word] = {}

    @property
    def state(self) -> BridgeState:
        """The board as it is in the first world; in the other one only words are different."""
        return self.states[0]

    @property
    def floor_ms(self) -> int:
        """How long an answer to the present decision is held back."""
        stop_ms = self.options.stop_ms if self.state.phase == "auction" else 0
        return max(self.policy.tempo_ms, stop_ms)

    def people(self) -> list[Seat]:
        """The seats that no robot plays."""
        return [seat for seat in SEATS if seat not in self.robots]

    def deal(self, deal: Deal) -> None:
        """The next board is dealt."""
        self._enter(None, (deal, deal))

    def legal(self, seat: int | None, does: Both) -> bool:
        """Whether this may be done, and leaves both worlds at the same public point."""
        try:
            ends = [
                state if action is None else after(state, seat, action)
                for state, action in zip(self.states, does, strict=True)
            ]
        except IllegalAction:
            return False
        return (ends[0].phase, BRIDGE.progress(ends[0])) == (ends[1].phase, BRIDGE.progress(ends[1]))

    def _enter(self, seat: int | None, does: Both) -> None:
        for world, action in enumerate(does):
            if action is not None:
                self.logs[world].append((seat, action))
                self.states[world] = after(self.states[world], seat, action)
        self.seen = self.seen.then(self.state)

    def move(self, seat: int | None, does: Both, wait_ms: int = 0, late: bool = False) -> None:
        """Something that everybody sees, in words that they may not."""
        self.steps.append(Move(wait_ms=wait_ms, late=late))
        self._enter(seat, does)

    def unheard(self, seat: Seat, does: Both, wait_ms: int = 0) -> None:
        """Something that only some may notice; it takes as long where it is not done."""
        there = (does[0] is not None, does[1] is not None)
        self.steps.append(Move(wait_ms=wait_ms, unheard=True, worlds=there))
        self._enter(seat, does)

    def word(self, heard: bool, at_end: bool = False, card: int | None = None) -> str:
        """A text that nobody else says, of some length."""
        text = f"zq{len(self.words):03}" + "q" * self.rng.randrange(9)
        self.words[text] = Word(heard, at_end, self.state.board, card)
        return text

    def may_differ(self, hearers: Hearers, *, all_hands: bool = True) -> bool:
        """Whether what these seats hear may be another thing in the other world."""
        return self.private and not hears(self.observer, hearers, all_hands=all_hands)

    def which(self, hearers: Hearers, *, all_hands: bool = True) -> tuple[bool, bool]:
        """In which worlds something is done that these seats notice."""
        if not self.may_differ(hearers, all_hands=all_hands):
            return BOTH
        return self.rng.choice((BOTH, *((True, False), (False, True)) * 3))

    def texts(self, hearers: Hearers, *, at_end: bool) -> tuple[str, str]:
        """The words of both worlds: the same ones, but where the observer does not hear them.

        `at_end`: they are told when the board is over.
        """
        heard = hears(self.observer, hearers)
        one = self.word(heard, at_end)
        return (one, self.word(heard, at_end)) if self.may_differ(hearers) else (one, one)
