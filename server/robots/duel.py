"""Robot against robot over duplicate deals: each game is played twice, with sides swapped."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import thread_time_ns
from typing import Any, Protocol

from msgspec import Struct

from protocol.v1.view import Own, Pub
from server.errors import IllegalAction, RobotFault
from server.games.base import AnyGame, Dueling, Seated, Standing

LONGEST_GAME = 400
"""Hands after which a game counts as a tie: two sides that never come to an end."""
NORMAL_95 = 1.959964
"""Standard deviations to either side that hold 95 of 100 of what is normally distributed."""


class Robot(Protocol):
    """What a duel asks of a robot: `bots.bot.Bot` is such."""

    def choose(self, view: Any, legal: tuple[Any, ...]) -> Any | Awaitable[Any]: ...
    def asked(self, view: Any, legal: tuple[Any, ...]) -> Any | Awaitable[Any]: ...
    def answer(self, view: Any) -> tuple[Any, ...]: ...
    def seen(self, view: Any) -> None: ...
    def board_over(self, view: Any) -> None: ...


@dataclass(frozen=True)
class Contest:
    """A game that two robots can play against each other.

    `look` makes what a robot is shown: of the table with that name, the public half and its own. `plain`
    tells of such a view whether its decision is one for `choose`; if not, it is for `asked`.
    """

    game: AnyGame
    look: Callable[[str, Pub, Own | None], Any]
    plain: Callable[[Any], bool] = lambda view: True

    @property
    def dueling(self) -> Dueling[Any]:
        """Return how the game compares robots. Raise ValueError where it does not."""
        if self.game.dueling is None:
            raise ValueError(f"{self.game.name} has no sides that play a game to its end")
        return self.game.dueling

    def sides(self, state: Any, seats: int) -> tuple[int, ...]:
        """The side of each seat."""
        return tuple(self.game.side(state, seat) for seat in range(seats))


class Entrant(Struct, frozen=True):
    """A robot that takes part: its name, and how one is made for each seat and game."""

    name: str
    make: Callable[[], Robot]


class Played(Struct, frozen=True):
    """A game that was played: what A won of it (1, or 0.5 for a tie, or 0), and by how many points a side."""

    won: float
    ahead: float
    hands: int


@dataclass
class Duel:
    """A and B at a game; `thought_ns` are how long each took for its decisions.

    A plays the even sides, B the odd ones, and then the other way round. `seed`, the number of the game and
    that of the hand give the cards, so that both see the same hands as far as both games go. Where an odd
    number plays, each alone, who has more seats has fewer in the other game.
    """

    contest: Contest
    options: Any
    entrants: tuple[Entrant, Entrant]
    seed: int
    thought_ns: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    async def play(self, place: int) -> tuple[Played, Played]:
        """The game with that number, in both seatings. Raises RobotFault."""
        return await self._game(place, 0), await self._game(place, 1)

    async def _game(self, place: int, swapped: int) -> Played:
        game = self.contest.game
        state = game.start(self.options)
        seats = len(game.seat_names(self.options))
        sides = self.contest.sides(state, seats)
        seating = tuple((side + swapped) % 2 for side in sides)
        table = Table(self.contest, self.entrants, self.thought_ns, place, seating)
        hands = 0
        while game.deal_due(state) and hands < LONGEST_GAME:
            hands += 1
            deal = game.chance(state, Random(f"{self.seed} {place} {hands}"))
            state = game.carry(await table.hand(game.apply(state, None, deal), hands))
        return self._result(self.contest.dueling.standing(state), swapped, hands)

    def _result(self, end: Standing, swapped: int, hands: int) -> Played:
        mine = [points for side, points in enumerate(end.points) if (side + swapped) % 2 == 0]
        others = [points for side, points in enumerate(end.points) if (side + swapped) % 2 == 1]
        won = 0.5 if end.winner is None else float((end.winner + swapped) % 2 == 0)
        return Played(won, fmean(mine) - fmean(others), hands)


class Table:
    """Robots at their seats for one game; `seating` tells for each seat whose it is, 0 for A.

    How long each entrant takes for its decisions is added to its `thought_ns`.
    """

    def __init__(
        self,
        contest: Contest,
        entrants: Sequence[Entrant],
        thought_ns: Sequence[list[int]],
        place: int,
        seating: Sequence[int],
    ) -> None:
        self._contest = contest
        self._entrants = entrants
        self._thought_ns = thought_ns
        self._seating = seating
        self._name = f"game {place + 1}{'' if seating[0] == 0 else ', seats swapped'}"
        self._hand = 1
        self._robots = tuple(self._made(seat) for seat in range(len(seating)))

    def _made(self, seat: int) -> Robot:
        with self._blaming(seat):
            return self._entrants[self._seating[seat]].make()

    async def hand(self, state: Any, number: int) -> Any:
        """A hand that has been dealt, played to its end."""
        self._hand = number
        given: list[set[Any]] = [set() for _ in self._seating]
        while True:
            state = self._unasked(state, given)
            turns = self._contest.game.to_act(state)
            if not turns:
                self._tell_end(state)
                return state
            action = await self._decide(turns[0], self._look(state, self._contest.game.pub(state), turns[0]))
            state = self._applied(state, turns[0], action)

    def _look(self, state: Any, pub: Pub, seat: int) -> Any:
        return self._contest.look(self._name, pub, self._contest.game.own(state, Seated(seat)))

    def _unasked(self, state: Any, given: list[set[Any]]) -> Any:
        """Show every seat what has changed, and do what its robot does unasked: each thing once a hand."""
        changed = True
        while changed:
            changed = False
            pub = self._contest.game.pub(state)
            for seat, robot in enumerate(self._robots):
                after = self._answers(state, seat, robot, self._look(state, pub, seat), given[seat])
                if after is not state:
                    state, pub, changed = after, self._contest.game.pub(after), True
        return state

    def _answers(self, state: Any, seat: int, robot: Robot, view: Any, given: set[Any]) -> Any:
        with self._blaming(seat):
            robot.seen(view)
            for action in robot.answer(view):
                if action not in given:
                    given.add(action)
                    with suppress(IllegalAction):
                        state = self._contest.game.apply(state, seat, action)
        return state

    async def _decide(self, seat: int, view: Any) -> Any:
        robot = self._robots[seat]
        legal = view.own.legal_actions()
        begun = thread_time_ns()
        with self._blaming(seat):
            ask = robot.choose if self._contest.plain(view) else robot.asked
            action = ask(view, legal)
            if inspect.isawaitable(action):
                action = await action
        self._thought_ns[self._seating[seat]].append(thread_time_ns() - begun)
        return action

    def _applied(self, state: Any, seat: int, action: Any) -> Any:
        try:
            return self._contest.game.apply(state, seat, self._contest.game.effect(state, seat, action))
        except (IllegalAction, AssertionError) as error:
            raise RobotFault(f"{self._who(seat)}: {error}") from None

    def _tell_end(self, state: Any) -> None:
        pub = self._contest.game.pub(state)
        for seat, robot in enumerate(self._robots):
            with self._blaming(seat):
                robot.board_over(self._look(state, pub, seat))

    @contextmanager
    def _blaming(self, seat: int) -> Iterator[None]:
        """What goes wrong in here is that robot's fault."""
        try:
            yield
        except Exception as error:
            raise RobotFault(f"{self._who(seat)}: {type(error).__name__}: {error}") from error

    def _who(self, seat: int) -> str:
        whose = self._seating[seat]
        name = f"{'AB'[whose]} ({self._entrants[whose].name})"
        return f"{name}, {self._name}, hand {self._hand}, seat {seat}"


class Spread(Struct, frozen=True):
    """A mean, and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float


class Thought(Struct, frozen=True):
    """How long a robot took for a decision, in ms of CPU time."""

    decisions: int
    p50_ms: float
    p99_ms: float
    max_ms: float


class Figures(Struct, frozen=True):
    """What a duel came to, as `--json` prints it.

    `rate` is the share of games that A won, ties by half; `ahead` is by how many points A's sides were ahead
    of B's at the end of a game.
    """

    game: str
    a: str
    b: str
    deals: int
    seed: int
    games: int
    hands: int
    wins_a: int
    wins_b: int
    ties: int
    rate: Spread
    ahead: Spread
    thought_a: Thought
    thought_b: Thought


def figures(duel: Duel, played: Sequence[tuple[Played, Played]]) -> Figures:
    """The figures of a duel after these games, each with its swapped twin."""
    games = [game for pair in played for game in pair]
    wins = [game.won for game in games]
    return Figures(
        game=duel.contest.game.name,
        a=duel.entrants[0].name,
        b=duel.entrants[1].name,
        deals=len(played),
        seed=duel.seed,
        games=len(games),
        hands=sum(game.hands for game in games),
        wins_a=wins.count(1.0),
        wins_b=wins.count(0.0),
        ties=wins.count(0.5),
        rate=share(sum(wins), len(wins)),
        ahead=spread([(one.ahead + two.ahead) / 2 for one, two in played]),
        thought_a=thought(duel.thought_ns[0]),
        thought_b=thought(duel.thought_ns[1]),
    )


def share(won: float, games: int) -> Spread:
    """A share of games with its Wilson interval, which is right beside 0 and 1, too.

    >>> share(10, 10)
    Spread(mean=1.0, low=0.7225, high=1.0)
    """
    rate, square = won / games, NORMAL_95**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = NORMAL_95 * sqrt(rate * (1 - rate) / games + square / (4 * games**2)) / (1 + square / games)
    return Spread(round(rate, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4))


def spread(values: Sequence[float]) -> Spread:
    """The mean of independent values with its interval; of a single one, that is all there is.

    >>> spread([1.0, 2.0, 3.0])
    Spread(mean=2.0, low=0.87, high=3.13)
    """
    mean = fmean(values)
    half = NORMAL_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Spread(round(mean, 2), round(mean - half, 2), round(mean + half, 2))


def thought(took_ns: Sequence[int]) -> Thought:
    """How long decisions took, where half of them, and all but one in a hundred, were as quick or quicker."""
    if not took_ns:
        return Thought(0, 0.0, 0.0, 0.0)
    rising = sorted(took_ns)
    half, most = rising[(len(rising) - 1) // 2], rising[(len(rising) - 1) * 99 // 100]
    return Thought(len(rising), *(round(each / 1e6, 3) for each in (half, most, rising[-1])))
