"""Duels of two robots with duplicate deals: each game is played twice, with sides swapped."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time_ns
from typing import Any, Protocol

from msgspec import Struct

from protocol.v1.view import Own, Pub
from server.errors import IllegalAction, RobotFault
from server.games.base import AnyGame, Dueling, Seated, Standing

LONGEST_GAME = 400
"""The number of hands after which an unfinished game counts as a tie."""
NORMAL_95 = 1.959964
"""The number of standard deviations on each side of the mean that contain 95 % of a normal distribution."""


class Robot(Protocol):
    """The methods of a robot that a duel calls. The class `bots.bot.Bot` has these methods."""

    def choose(self, view: Any, legal: tuple[Any, ...]) -> Any | Awaitable[Any]: ...
    def asked(self, view: Any, legal: tuple[Any, ...]) -> Any | Awaitable[Any]: ...
    def answer(self, view: Any) -> tuple[Any, ...]: ...
    def seen(self, view: Any) -> None: ...
    def board_over(self, view: Any) -> None: ...


@dataclass(frozen=True)
class Contest:
    """A game at which robots are compared, and the functions that show the game to a robot.

    `look` creates a robot's view from the name of the table, the public half and the own half. `plain`
    returns True if the decision of a view is a bid or a play, so that the robot's `choose` decides. If it
    returns False, the robot's `asked` decides.
    """

    game: AnyGame
    look: Callable[[str, Pub, Own | None], Any]
    plain: Callable[[Any], bool] = lambda view: True

    @property
    def dueling(self) -> Dueling[Any]:
        """Return the game's scoring for duels.

        Raises ValueError for a game that cannot be played as a duel.
        """
        if self.game.dueling is None:
            raise ValueError(f"{self.game.name} has no sides that can be compared in a duel")
        return self.game.dueling

    def sides(self, state: Any, seats: int) -> tuple[int, ...]:
        """Return the side of each seat."""
        return tuple(self.game.side(state, seat) for seat in range(seats))


class Entrant(Struct, frozen=True):
    """A robot that takes part in a duel.

    `name` is its name, and `make` creates one robot for one seat of one game.
    """

    name: str
    make: Callable[[], Robot]


class Played(Struct, frozen=True):
    """A finished game: A's share of the win (1, 0.5 for a tie, or 0), and A's lead in points per side."""

    won: float
    ahead: float
    hands: int


@dataclass
class Duel:
    """A duel of robots A and B in a game; `thought_ns` collects the time of each decision.

    In the first game A plays the even sides and B the odd ones; in the second game the sides are swapped.
    `seed`, the number of the game and the number of the hand determine the cards, so both games have the same
    hands as long as both continue. If an odd number of players play solo, the robot with more seats in one
    game has fewer seats in the other game.
    """

    contest: Contest
    options: Any
    entrants: tuple[Entrant, Entrant]
    seed: int
    thought_ns: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    async def play(self, number: int) -> tuple[Played, Played]:
        """Play the game with this number twice, with the sides swapped, and return both results.

        Raises RobotFault if a robot fails or breaks a rule.
        """
        return await self._game(number, 0), await self._game(number, 1)

    async def _game(self, number: int, swapped: int) -> Played:
        game = self.contest.game
        state = game.start(self.options)
        seats = len(game.seat_names(self.options))
        sides = self.contest.sides(state, seats)
        seating = tuple((side + swapped) % 2 for side in sides)
        table = Table(self.contest, self.entrants, self.thought_ns, number, seating)
        hands = 0
        while game.deal_due(state) and hands < LONGEST_GAME:
            hands += 1
            deal = game.chance(state, Random(f"{self.seed} {number} {hands}"))
            state = game.carry(await table.hand(game.apply(state, None, deal), hands))
        return self._result(self.contest.dueling.standing(state), swapped, hands)

    def _result(self, end: Standing, swapped: int, hands: int) -> Played:
        points_a = [points for side, points in enumerate(end.points) if (side + swapped) % 2 == 0]
        points_b = [points for side, points in enumerate(end.points) if (side + swapped) % 2 == 1]
        won = 0.5 if end.winner is None else float((end.winner + swapped) % 2 == 0)
        return Played(won, fmean(points_a) - fmean(points_b), hands)


class Table:
    """The robots in their seats for one game. `seating` maps each seat to its entrant: 0 for A, 1 for B.

    The time of each decision is appended to the entrant's `thought_ns`.
    """

    def __init__(
        self,
        contest: Contest,
        entrants: Sequence[Entrant],
        thought_ns: Sequence[list[int]],
        number: int,
        seating: Sequence[int],
    ) -> None:
        self._contest = contest
        self._entrants = entrants
        self._thought_ns = thought_ns
        self._seating = seating
        self._name = f"game {number + 1}{'' if seating[0] == 0 else ', seats swapped'}"
        self._hand = 1
        self._robots = tuple(self._made(seat) for seat in range(len(seating)))

    def _made(self, seat: int) -> Robot:
        with self._blaming(seat):
            return self._entrants[self._seating[seat]].make()

    async def hand(self, state: Any, number: int) -> Any:
        """Play a hand from a dealt state to the end, and return the final state."""
        self._hand = number
        done: list[set[Any]] = [set() for _ in self._seating]
        while True:
            state = self._unprompted(state, done)
            turns = self._contest.game.to_act(state)
            if not turns:
                self._show_end(state)
                return state
            action = await self._decide(turns[0], self._look(state, self._contest.game.pub(state), turns[0]))
            state = self._applied(state, turns[0], action)

    def _look(self, state: Any, pub: Pub, seat: int) -> Any:
        return self._contest.look(self._name, pub, self._contest.game.own(state, Seated(seat)))

    def _unprompted(self, state: Any, done: list[set[Any]]) -> Any:
        """Show each robot the changed view, and apply the actions that the robot returns from `answer`.

        An action that a robot returns several times in a hand is applied once.
        """
        changed = True
        while changed:
            changed = False
            pub = self._contest.game.pub(state)
            for seat, robot in enumerate(self._robots):
                after = self._answers(state, seat, robot, self._look(state, pub, seat), done[seat])
                if after is not state:
                    state, pub, changed = after, self._contest.game.pub(after), True
        return state

    def _answers(self, state: Any, seat: int, robot: Robot, view: Any, done: set[Any]) -> Any:
        with self._blaming(seat):
            robot.seen(view)
            for action in robot.answer(view):
                if action not in done:
                    done.add(action)
                    with suppress(IllegalAction):
                        state = self._contest.game.apply(state, seat, action)
        return state

    async def _decide(self, seat: int, view: Any) -> Any:
        robot = self._robots[seat]
        legal = view.own.legal_actions()
        begun = process_time_ns()
        with self._blaming(seat):
            decide = robot.choose if self._contest.plain(view) else robot.asked
            action = decide(view, legal)
            if inspect.isawaitable(action):
                action = await action
        self._thought_ns[self._seating[seat]].append(process_time_ns() - begun)
        return action

    def _applied(self, state: Any, seat: int, action: Any) -> Any:
        try:
            return self._contest.game.apply(state, seat, self._contest.game.effect(state, seat, action))
        except (IllegalAction, AssertionError) as error:
            raise RobotFault(f"{self._label(seat)}: {error}") from None

    def _show_end(self, state: Any) -> None:
        pub = self._contest.game.pub(state)
        for seat, robot in enumerate(self._robots):
            with self._blaming(seat):
                robot.board_over(self._look(state, pub, seat))

    @contextmanager
    def _blaming(self, seat: int) -> Iterator[None]:
        """Turn an exception within a `with` block into a RobotFault that names the robot in `seat`."""
        try:
            yield
        except Exception as error:
            raise RobotFault(f"{self._label(seat)}: {type(error).__name__}: {error}") from error

    def _label(self, seat: int) -> str:
        entrant = self._seating[seat]
        name = f"{'AB'[entrant]} ({self._entrants[entrant].name})"
        return f"{name}, {self._name}, hand {self._hand}, seat {seat}"


class Spread(Struct, frozen=True):
    """A mean, and the limits of the 95 % interval of the mean."""

    mean: float
    low: float
    high: float


class Thought(Struct, frozen=True):
    """The CPU times that a robot took for its decisions: median, 99th percentile and maximum, in ms."""

    decisions: int
    p50_ms: float
    p99_ms: float
    max_ms: float


class Figures(Struct, frozen=True):
    """The statistics of a duel, as `--json` prints them.

    `rate` is the share of games that A won, with half a win for a tie. `ahead` is the mean lead of A's sides
    in points at the end of a game.
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
    """Return the statistics of a duel after these games, each paired with its swapped game."""
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
    """Return a share of games with its 95 % interval by Wilson's formula, which is also correct near 0 and 1.

    >>> share(10, 10)
    Spread(mean=1.0, low=0.7225, high=1.0)
    """
    rate, square = won / games, NORMAL_95**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = NORMAL_95 * sqrt(rate * (1 - rate) / games + square / (4 * games**2)) / (1 + square / games)
    return Spread(round(rate, 4), round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4))


def spread(values: Sequence[float]) -> Spread:
    """Return the mean of independent values and its 95 % interval. A single value has an interval of width 0.

    >>> spread([1.0, 2.0, 3.0])
    Spread(mean=2.0, low=0.87, high=3.13)
    """
    mean = fmean(values)
    half = NORMAL_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Spread(round(mean, 2), round(mean - half, 2), round(mean + half, 2))


def thought(took_ns: Sequence[int]) -> Thought:
    """Return the median, the 99th percentile and the maximum of the times of decisions."""
    if not took_ns:
        return Thought(0, 0.0, 0.0, 0.0)
    rising = sorted(took_ns)
    half, most = rising[(len(rising) - 1) // 2], rising[(len(rising) - 1) * 99 // 100]
    return Thought(len(rising), *(round(each / 1e6, 3) for each in (half, most, rising[-1])))
