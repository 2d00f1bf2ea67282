"""Duels of two robots over duplicate deals: each game is played twice, with the sides swapped."""

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

from protocol.v1.faults import check_kind, checked_action
from protocol.v1.view import Own, Pub
from server.errors import IllegalAction, RobotFault
from server.games.base import AnyGame, Dueling, Seated, Standing

LONGEST_GAME = 400
"""The number of hands after which an unfinished game of a duel counts as a tie."""
NORMAL_95 = 1.959964
"""The number of standard deviations on each side of the mean that contain 95 % of a normal distribution."""


class Robot(Protocol):
    """The methods of a robot that a duel calls.

    The class `bots.bot.Bot` has all methods that a duel calls.
    """

    def choose(self, view: Any, legal: tuple[Any, ...]) -> Any | Awaitable[Any]: ...
    def asked(self, view: Any, legal: tuple[Any, ...]) -> Any | Awaitable[Any]: ...
    def answer(self, view: Any) -> tuple[Any, ...]: ...
    def seen(self, view: Any) -> None: ...
    def board_over(self, view: Any) -> None: ...


@dataclass(frozen=True)
class Contest:
    """A game at which robots are compared, and the functions that show the game to a robot.

    `look` creates the view that a robot gets from the name of the table, the public half and the own half.
    `plain` returns True for a view in which the robot must bid or play, so that its method `choose` decides.
    If `plain` returns False, the robot's method `asked` decides.
    """

    game: AnyGame
    look: Callable[[str, Pub, Own | None], Any]
    plain: Callable[[Any], bool] = lambda view: True

    @property
    def dueling(self) -> Dueling[Any]:
        """Return the object with which the game scores a duel.

        Raises ValueError for a game that cannot be played as a duel.
        """
        if self.game.dueling is None:
            raise ValueError(f"{self.game.name} has no sides that can be compared in a duel")
        return self.game.dueling

    def sides(self, state: Any, seats: int) -> tuple[int, ...]:
        """Return the number of the side to which each seat belongs, by seat."""
        return tuple(self.game.side(state, seat) for seat in range(seats))


class Entrant(Struct, frozen=True):
    """A robot that takes part in a duel.

    `name` is the name of the robot, and `make` creates a new robot object for one seat of one game.
    """

    name: str
    make: Callable[[], Robot]


class KeptGame(Struct, frozen=True):
    """A finished game of a duel, from which the records of its hands are made.

    In the record of the game, `table` is its name, and `room` is the room in which it was played, or "" in a
    duel without rooms. `players` are the names of the robots by seat. `ends` are the game's states at the
    ends of its hands, and `first` is the number of the first hand at its table, counted from 0.
    """

    table: str
    room: str
    players: tuple[str, ...]
    ends: tuple[Any, ...]
    first: int = 0


Keep = Callable[[KeptGame], None]


def keep_nothing(game: KeptGame) -> None:
    """Do nothing with a finished game, in a duel that writes no records."""


class Played(Struct, frozen=True):
    """The result of a game between robots A and B: A's share of the win, and A's lead in points a side.

    The share is 1 if A won, 0 if B won, and 0.5 for a tie.
    """

    won: float
    ahead: float
    hands: int


@dataclass
class Duel:
    """A duel of robots A and B in a game; `thought_ns` collects the time that each decision took.

    The function `keep` is called with each finished game of the duel.

    Each game is played twice: first robot A plays the even sides and B the odd ones, then the sides are
    swapped. `seed`, the number of the game and the number of the hand determine the cards, so both games have
    the same hands as long as both continue. If an odd number of players play solo, the robot with more seats
    in one game has fewer seats in the other game.
    """

    contest: Contest
    options: Any
    entrants: tuple[Entrant, Entrant]
    seed: int
    keep: Keep = keep_nothing
    thought_ns: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    async def play(self, number: int) -> tuple[Played, Played]:
        """Play the game with number `number` twice, with the sides swapped, and return both results.

        Raises RobotFault if a robot's code fails or a robot breaks a rule of the game.
        """
        return await self._game(number, 0), await self._game(number, 1)

    async def _game(self, number: int, swapped: int) -> Played:
        game = self.contest.game
        state = game.start(self.options)
        seats = len(game.seat_names(self.options))
        sides = self.contest.sides(state, seats)
        seating = tuple((side + swapped) % 2 for side in sides)
        table = Table(self.contest, self.entrants, self.thought_ns, number, seating)
        ends: list[Any] = []
        while game.deal_due(state) and len(ends) < LONGEST_GAME:
            hand = len(ends) + 1
            deal = game.chance(state, Random(f"{self.seed} {number} {hand}"))
            ends.append(await table.hand(game.apply(state, None, deal), hand))
            state = game.carry(ends[-1])
        self.keep(KeptGame(table.name, "", table.players, tuple(ends)))
        return self._result(self.contest.dueling.standing(state), swapped, len(ends))

    def _result(self, end: Standing, swapped: int, hands: int) -> Played:
        points_a = [points for side, points in enumerate(end.points) if (side + swapped) % 2 == 0]
        points_b = [points for side, points in enumerate(end.points) if (side + swapped) % 2 == 1]
        won = 0.5 if end.winner is None else float((end.winner + swapped) % 2 == 0)
        return Played(won, self.contest.dueling.ahead(fmean(points_a), fmean(points_b)), hands)


class Table:
    """The robots in their seats for one game.

    `seating` tells which robot of the duel sits in each seat: 0 for A, 1 for B. The time of each decision of
    a robot is appended to the list of this robot in `thought_ns`. `name` is the name of the game that is
    played, and `players` are the names of the robots by seat.
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
        self.name = f"game {number + 1}{'' if seating[0] == 0 else ', seats swapped'}"
        self.players = tuple(entrants[entrant].name for entrant in seating)
        self._hand = 1
        self._robots = tuple(self._made(seat) for seat in range(len(seating)))

    def _made(self, seat: int) -> Robot:
        with self._blaming(seat, "__init__"):
            return self._entrants[self._seating[seat]].make()

    async def hand(self, state: Any, number: int, until: Callable[[Pub], bool] = lambda pub: False) -> Any:
        """Play one deal from its start to its end, and return the state of the game after it.

        The deal ends earlier at the first view of which `until` returns True for the public half.
        """
        self._hand = number
        done: list[set[Any]] = [set() for _ in self._seating]
        while True:
            state = self._unprompted(state, done)
            turns = self._contest.game.to_act(state)
            if not turns:
                self._show_end(state)
                return state
            pub = self._contest.game.pub(state)
            if until(pub):
                return state
            view = self._look(state, pub, turns[0])
            action = await self._decide(turns[0], view)
            state = self._applied(state, turns[0], view, action)

    def _look(self, state: Any, pub: Pub, seat: int) -> Any:
        return self._contest.look(self.name, pub, self._contest.game.own(state, Seated(seat)))

    def _unprompted(self, state: Any, done: list[set[Any]]) -> Any:
        """Show each robot the changed view, and apply the actions that its method `answer` returns.

        If a robot returns the same action from `answer` several times in a hand, it is applied once.
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
        with self._blaming(seat, "seen"):
            robot.seen(view)
        with self._blaming(seat, "answer"):
            answers: object = robot.answer(view)
        if not isinstance(answers, tuple | list):
            fault = f"expected a tuple of actions, empty for none, got {answers!r}"
            raise RobotFault(
                f"{self._label(seat)}: {self._method(seat, 'answer')} returned a wrong value: {fault}"
            )
        for action in answers:
            self._check(seat, "answer", action, check_kind)
            if action not in done:
                done.add(action)
                with suppress(IllegalAction):
                    state = self._contest.game.apply(state, seat, action)
        return state

    async def _decide(self, seat: int, view: Any) -> Any:
        robot = self._robots[seat]
        legal = view.own.legal_actions()
        begun = process_time_ns()
        method = self._deciding(view)
        with self._blaming(seat, method):
            action = robot.choose(view, legal) if method == "choose" else robot.asked(view, legal)
            if inspect.isawaitable(action):
                action = await action
        self._thought_ns[self._seating[seat]].append(process_time_ns() - begun)
        return self._check(seat, method, action, checked_action)

    def _check(self, seat: int, method: str, action: object, check: Callable[[object, Any], Any]) -> Any:
        """Check a robot's action with the function `check`, and return the action that `check` returns.

        Raises RobotFault if `check` raises ValueError.
        """
        try:
            return check(action, self._contest.game.action_type)
        except ValueError as error:
            fault = f"{self._method(seat, method)} returned a wrong value: {error}"
            raise RobotFault(f"{self._label(seat)}: {fault}") from None

    def _applied(self, state: Any, seat: int, view: Any, action: Any) -> Any:
        """Return the state after the robot's answer to the decision in `view`.

        Raises RobotFault for an illegal action.
        """
        try:
            return self._contest.game.apply(state, seat, self._contest.game.effect(state, seat, action))
        except (IllegalAction, AssertionError) as error:
            method = self._method(seat, self._deciding(view))
            fault = f"{method} returned an illegal action, {action!r}: {error}"
            raise RobotFault(f"{self._label(seat)}: {fault}") from None

    def _deciding(self, view: Any) -> str:
        """Return the name of the robot's method that answers the decision in `view`."""
        return "choose" if self._contest.plain(view) else "asked"

    def _show_end(self, state: Any) -> None:
        pub = self._contest.game.pub(state)
        for seat, robot in enumerate(self._robots):
            with self._blaming(seat, "board_over"):
                robot.board_over(self._look(state, pub, seat))

    @contextmanager
    def _blaming(self, seat: int, method: str) -> Iterator[None]:
        """In a `with` block, turn an exception of a robot's method into a RobotFault.

        The RobotFault names the robot in the seat `seat` and the method.
        """
        try:
            yield
        except Exception as error:
            fault = f"{self._method(seat, method)} raised {type(error).__name__}: {error}"
            raise RobotFault(f"{self._label(seat)}: {fault}") from error

    def _method(self, seat: int, method: str) -> str:
        """Return the name of a robot's method together with its class, such as `LowCard.choose`.

        While the robots are being created, the name is without the class.
        """
        made = hasattr(self, "_robots")
        return f"{type(self._robots[seat]).__name__}.{method}" if made else method

    def _label(self, seat: int) -> str:
        entrant = self._seating[seat]
        name = f"{'AB'[entrant]} ({self._entrants[entrant].name})"
        return f"{name}, {self.name}, hand {self._hand}, seat {seat}"


class Spread(Struct, frozen=True):
    """The mean of some values, and the limits of its 95 % interval."""

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
    """The statistics of a duel, as `kibitz duel --json` prints them.

    `rate` is the share of games that robot A won; a tie counts as half a win. `ahead` is the mean lead, in
    points, of robot A's sides at the end of a game.
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
    """Return the statistics of a duel from its games, each paired with the same game with sides swapped."""
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
    """Return the mean of independent values and its 95 % interval.

    For a single value, the 95 % interval has the width 0.

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
