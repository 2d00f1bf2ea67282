"""Two worlds that one observer cannot tell apart: the same scene, with other hidden cards and other words.

What the two have in common is what the observer may know. In the other world hidden cards are dealt in
another way, and what is said or done out of the observer's hearing is said otherwise, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from protocol.v1 import hanabi, spades
from protocol.v1.bridge import SEATS, Ruling, Seat
from protocol.v1.requests import Bank, ChatTo, ClockRules, NoClock, PerBoard, PerMove, Policy, WatchAs
from server.games.base import AnyGame
from server.games.bridge.conduct.rulings import Proven
from server.games.bridge.rules import BRIDGE
from server.games.bridge.state import BridgeState, LogAction
from tests.games.of_state import game_of
from tests.secrecy.scenes.kind import Cards, Kind

Does = LogAction | Ruling | Proven | spades.Action | spades.Deal | hanabi.Action | hanabi.Deal
Log = tuple[tuple[int | None, Does], ...]
"""Who does what: a seat, or None for chance, a director and the server itself."""
RULINGS = (*get_args(Ruling), Proven)


def is_deal(action: Any) -> bool:
    """Return True if chance deals, whatever game is played."""
    return bool(action.__struct_config__.tag == "deal")


@dataclass(frozen=True)
class Observer:
    """Who must not be able to tell: the player of `seat`, or a watcher of some `hands`, or of none.

    `role`: somebody who sees every hand, for whom only words and boards to come are hidden. `guest`: has a
    token. Where a watcher asks for hands, only for these, so that they are all it learns.
    """

    seat: Seat | None = None
    hands: tuple[Seat, ...] = ()
    role: Literal["", "all", "commentator"] = ""
    guest: bool = True

    @property
    def sees(self) -> frozenset[Seat]:
        """The hands that it may see as dealt."""
        if self.role:
            return frozenset(SEATS)
        return frozenset(self.hands if self.seat is None else (self.seat,))

    @property
    def watches_as(self) -> WatchAs:
        if self.role:
            return self.role
        if self.seat is not None:
            return "seat"
        return int(self.hands[0]) if self.hands else "public"

    @property
    def name(self) -> str:
        if self.seat is not None:
            return seat_name(self.seat)
        if self.hands:
            return "kibitzer of " + " and ".join(map(seat_name, self.hands))
        if self.role:
            return "watcher of all hands" if self.role == "all" else self.role
        return "public watcher" if self.guest else "watcher without a name"


def seat_name(seat: int) -> str:
    return seat.name.lower() if isinstance(seat, Seat) else f"seat {seat}"


OBSERVERS = (
    *(Observer(seat=seat) for seat in SEATS),
    Observer(),
    Observer(guest=False),
    *(Observer(hands=(seat,)) for seat in SEATS),
    Observer(hands=(Seat.WEST, Seat.NORTH)),
    Observer(role="all"),
    Observer(role="commentator"),
)

CLOCKS: tuple[ClockRules | None, ...] = (
    None,
    NoClock(),
    PerMove(move_ms=20_000),
    PerBoard(board_ms=25_000, overtime_ms=15_000),
    Bank(bank_ms=15_000, increment_ms=15_000),
)


@dataclass(frozen=True)
class Move:
    """The next action of the script, `wait_ms` after what was before, in those of the two `worlds`.

    `late`: nobody sends it, the table does it by itself. `unheard`: no part of it is for the observer, so it
    takes as long where it is not done.
    """

    wait_ms: int = 0
    late: bool = False
    unheard: bool = False
    worlds: tuple[bool, bool] = (True, True)


@dataclass(frozen=True)
class NextBoard:
    """Nothing is done until the next board is dealt."""


@dataclass(frozen=True)
class Probe:
    """The observer tries something; `a` and `b` choose what exactly."""

    kind: str
    a: int
    b: int
    wait_ms: int = 0


@dataclass(frozen=True)
class Try:
    """The observer, who has a seat, does with the right number what the laws do not allow him now."""

    action: LogAction
    through: Literal["msgpack", "json", "http"] = "json"


@dataclass(frozen=True)
class Say:
    """Somebody talks: a seat, a public watcher, the director or the commentator; None says nothing."""

    who: Seat | Literal["watcher", "director", "commentator"]
    to: ChatTo
    texts: tuple[str | None, str | None]


@dataclass(frozen=True)
class Unseen:
    """In the other world somebody does something that the observer must not notice; `seat` is a player's."""

    kind: str
    seat: Seat
    a: int


@dataclass(frozen=True)
class Restart:
    """The server dies, and another one takes over its store."""


Step = Move | NextBoard | Probe | Try | Say | Unseen | Restart


@dataclass(frozen=True)
class Word:
    """A text that is said once. `heard`: by the observer; `at_end`: by him when the `board` is over.

    `card`: it stands on the convention card of a side (0 North-South, 1 East-West).
    """

    heard: bool
    at_end: bool = False
    board: int = 0
    card: int | None = None


@dataclass(frozen=True)
class World:
    """What is done in one world, and the deals of the table there, those to come too."""

    log: Log
    deals: tuple[Any, ...]
    options: Any
    kind: Kind

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """All cards of the table."""
        return self.kind.deck(self.options)

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """`states[i]` is the deal after `i` entries of the log."""
        return tuple(fold(self.log, self.options, self.kind.game))

    @cached_property
    def first_end(self) -> int:
        """After how many entries the first deal was over."""
        ends = (place for place, state in enumerate(self.states) if game_of(state).result(state) is not None)
        return next(ends, len(self.states))

    @cached_property
    def decisions(self) -> tuple[str, ...]:
        """The name of the decision that is due after so many entries."""
        game = self.kind.game
        rewinds, moves, names = 0, 0, []
        for place, state in enumerate(self.states):
            if place and game.result(self.states[place - 1]) is not None and game.result(state) is None:
                dealt = is_deal(self.log[place - 1][1])
                before = game.progress(self.states[place - 1]) if dealt else (0, 0)
                rewinds, moves = rewinds + before[0], moves + before[1]
            now = game.progress(state)
            names.append(f"{rewinds + now[0]}.{moves + now[1]}")
        return tuple(names)

    @cached_property
    def acts(self) -> tuple[int, ...]:
        """The places in the log of all but the deals."""
        return tuple(place for place, (_, action) in enumerate(self.log) if not is_deal(action))

    def asked(self, place: int) -> Any:
        """What was asked for at a place of the log, which may come to something else."""
        seat, action = self.log[place]
        return action if seat is None else self.kind.game.effect(self.states[place], seat, action)

    @cached_property
    def answers(self) -> dict[tuple[int, str], Does]:
        """What each seat answers to each decision."""
        found: dict[tuple[int, str], Does] = {}
        for place, (seat, action) in enumerate(self.log):
            if seat is not None and action in self.kind.game.legal_actions(self.states[place], seat):
                found[seat, self.decisions[place]] = self.asked(place)
        return found


@dataclass(frozen=True)
class Scene:
    """What happens at a table in both worlds.

    `joins` is the step before which an observer without a seat comes. An append takes `append_ms`. The deals
    are `uploaded`, or come from chance. `offices`: the table has a director and a commentator. `words` are
    the texts that somebody says, with who hears them.
    """

    observer: Observer
    policy: Policy
    append_ms: int
    uploaded: bool
    robots: frozenset[Seat]
    offices: bool
    joins: int
    steps: tuple[Step, ...]
    worlds: tuple[World, World]
    words: dict[str, Word] = field(default_factory=dict)

    @property
    def options(self) -> Any:
        return self.worlds[0].options

    @property
    def game(self) -> AnyGame:
        return self.worlds[0].kind.game

    @property
    def seat_names(self) -> tuple[str, ...]:
        return self.game.seat_names(self.options)

    @cached_property
    def known(self) -> tuple[tuple[tuple[Cards, ...], tuple[Cards, ...]], ...]:
        """For each world what the observer, and what everybody, may be told after so many entries."""
        return tuple(
            (world.kind.known(world, self.observer), world.kind.known(world, None)) for world in self.worlds
        )

    @property
    def live(self) -> bool:
        """Whether hidden hands are shown at once."""
        return self.policy.hands == "live"

    @property
    def differs(self) -> bool:
        """Whether the worlds differ in hands or words; where there are no hands, in the deals to come."""
        hands = [world.kind.hidden(world.states[-1]) for world in self.worlds]
        return self.private or hands[0] != hands[1] or not any(hands[0]) or bool(self.observer.role)

    @property
    def private(self) -> bool:
        """Whether something out of the observer's hearing is not the same in both worlds."""
        texts = any(step.texts[0] != step.texts[1] for step in self.steps if isinstance(step, Say))
        logs = [[each for each in world.log if not is_deal(each[1])] for world in self.worlds]
        return texts or logs[0] != logs[1]

    @property
    def has_unseen(self) -> bool:
        """Whether the server does something else in the other world, and so counts and logs otherwise."""
        return self.private or any(isinstance(step, Unseen) for step in self.steps)

    def late(self, world: int) -> frozenset[int]:
        """The places in the log of what the table does by itself."""
        moves = [step for step in self.steps if isinstance(step, Move) and step.worlds[world]]
        places = zip(self.worlds[world].acts, moves, strict=True)
        return frozenset(place for place, move in places if move.late)


def fold(log: Log, options: Any, game: AnyGame = BRIDGE) -> Iterator[Any]:
    """The deal before and after every entry. Raises IllegalAction."""
    state = game.start(options)
    yield state
    for seat, action in log:
        state = after(state, seat, action)
        yield state


def after(state: Any, seat: int | None, action: Does) -> Any:
    """The deal after one entry. Raises IllegalAction."""
    if isinstance(action, RULINGS):
        return BRIDGE.rule(state, action, 0)
    game = game_of(state)
    if is_deal(action) and game.result(state) is not None:
        state = game.carry(state)
    return game.apply(state, seat, action)


def in_world(log: Log, deals: tuple[Any, ...]) -> Log:
    """The log with the deals of another world."""
    dealt = iter(deals)
    return tuple((seat, next(dealt) if is_deal(action) else action) for seat, action in log)


def forced(state: BridgeState) -> LogAction:
    """What the clock does for the seat that is to act."""
    action: LogAction = BRIDGE.forced(state, BRIDGE.to_act(state)[0])
    return action
