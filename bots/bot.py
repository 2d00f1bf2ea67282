"""The base class of robots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from msgspec import Struct

from bots.game import DefaultAnswers
from bots.registry import DEFAULT_GAME, client_of
from bots.thinking import Think, in_a_thread, no_load
from bots.view import Action, View

__all__ = ["Bot", "View"]

SEARCHED_MS = 1_000
"""The time in ms after which a searching house robot answers, so that the time tells nothing of its hand."""


class Bot(ABC):
    """The base class of a robot. The class of a robot must define only the method `choose`.

    The same class works for a house robot, which the server runs, and for a robot that connects from
    elsewhere.
    """

    games: ClassVar[tuple[str, ...]] = (DEFAULT_GAME,)
    """The names of the games that the robot plays.

    At a table of a game that the robot does not play, the function `play` raises ValueError. A class that
    does not set `games` plays only the first registered game, because its code may handle only the cards and
    actions of that game.
    """

    searches: ClassVar[bool] = False
    """True if the robot's method `choose` runs long computations with `think`.

    A house robot that searches answers after `search_ms`, so that neither a long search nor a decision
    without a search, such as one legal card, can be told from the time of the answer.
    """

    levels: ClassVar[tuple[str, ...]] = ()
    """The names of the robot's levels, the quickest and weakest first; empty for a robot without levels.

    The class of a robot with levels takes the argument `level`. The server offers a robot with levels under
    its name at `default_level`, and as `name:level` at each other level.
    """

    default_level: ClassVar[str] = ""
    """The level of a robot that is created without the argument `level`."""

    about: ClassVar[str] = ""
    """A sentence that tells players how the robot plays, for lists of robots.

    If this sentence is empty, lists of robots show the first sentence of the docstring of the robot's class.
    """

    think: Think = staticmethod(in_a_thread)
    """Run a computation of more than a few milliseconds: `await self.think(partial(search, cards))`.

    By default a robot's long computation runs in a thread. For a house robot, the runner replaces the
    attribute `think` by a function that runs the computation in a worker process. The result is None if the
    computation was not completed; the docstring of `Think` lists the reasons.
    """

    load: Callable[[], float] = staticmethod(no_load)
    """Return the present load of the machine that computes for the robot: unfinished tasks per process.

    For a house robot, the runner replaces the attribute `load` by a function of the server. A robot with
    levels can take less time for a search while the load is high. The load is a public fact of the server, so
    a search that takes less time under load reveals no card.
    """

    @property
    def name(self) -> str:
        """Return the name that the table shows for this robot."""
        return type(self).__name__

    @abstractmethod
    def choose(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """Return the robot's answer to the decision in `view.own`.

        This method of a robot may be a coroutine. `legal` contains the legal answers to the decision and is
        never empty. The robot may also return an action that does not answer the decision, such as a look at
        its hand before a bid. After an action that does not answer the decision, the server sends a changed
        view, and the runner calls `choose` again for the same decision.
        """

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """Return the answer to a decision that is neither a bid nor a play, such as the vote on a claim.

        This method of a robot may be a coroutine. `legal` contains the legal answers to the decision and is
        never empty. By default the result is the game's default answer, computed from what the robot's seat
        sees.
        """
        return self._default_answers(view).asked(view, legal, self.think)

    def meanings(self, pub: Any) -> Mapping[str, Struct]:
        """Return the meaning of each call that the robot's partner may make now, by the call as text.

        A player whose partner is this house robot may ask for these meanings before calling. `pub` is the
        public half of a view, without the calls' explanations. The robot that is asked sits at no table and
        has seen no card. By default there are no meanings.
        """
        return {}

    def answer(self, view: View) -> tuple[Action, ...]:
        """Return actions that the robot takes now although no decision asks for them.

        An action without a decision is, for example, the answer to an opponent's undo request or to a
        question about a call. The runner calls this method after each change of the robot's view. The runner
        sends each returned action once, after a delay, unless a call of this method during the delay no
        longer returns the action. By default the result contains the game's default actions.
        """
        return self._default_answers(view).answer(view)

    def _default_answers(self, view: View) -> DefaultAnswers[Any]:
        """Return the object that makes the default answers in the game of `view`; each game has its own."""
        game = client_of(view)
        if game.name not in self._defaults:
            self._defaults[game.name] = game.default_answers()
        return self._defaults[game.name]

    @cached_property
    def _defaults(self) -> dict[str, DefaultAnswers[Any]]:
        return {}

    def greeting(self, view: View) -> str:
        """Return the line of chat with which the robot tells the players at the table how it plays.

        Of several robots with the same name, only the one in the lowest seat sends its greeting. The greeting
        may depend only on public facts, such as the rules of the table. By default the greeting is empty, and
        the robot sends none.
        """
        return ""

    def warning(self, view: View, others: tuple[str, ...]) -> str:
        """Return the line of chat with which the robot tells the table that it cannot play with the others.

        `others` are the names of the players and robots in the other seats. The runner calls this method
        whenever these names change, and a robot sends one warning at most. Of several robots with the same
        name, only the one in the lowest seat sends it. The warning may depend only on public facts. By
        default the warning is empty, and the robot sends none.
        """
        return ""

    def search_ms(self, view: View) -> int:
        """Return the minimum time, in milliseconds, that this robot takes for an answer as a house robot.

        A house robot is a robot that the server runs. `view` is the view that the robot answers. The time of
        an answer may depend only on public facts, such as the number of played cards. By default this least
        time of an answer is a second for a robot that searches, else 0.
        """
        return SEARCHED_MS if self.searches else 0

    def seen(self, view: View) -> None:  # noqa: B027 - a method that subclasses may override
        """Receive a changed view of the table, before the runner calls `choose`.

        By default this method of a robot does nothing.
        """

    def board_over(self, view: View) -> None:  # noqa: B027
        """Receive the last view of a deal, with the result in `view.pub.result`.

        By default this method of a robot does nothing.
        """
