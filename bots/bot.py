"""The base class of robots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Any, ClassVar

from bots.game import DefaultAnswers
from bots.registry import DEFAULT_GAME, client_of
from bots.thinking import Think, in_a_thread, no_load
from bots.view import Action, View

__all__ = ["Bot", "View"]

SEARCHED_MS = 1_000
"""The usual time of an answer for which a house robot may search: the time reveals nothing about its hand."""


class Bot(ABC):
    """The base class of a robot. A subclass must define only the method `choose`.

    The same class works as a house robot, which the server runs, and as a remote client.
    """

    games: ClassVar[tuple[str, ...]] = (DEFAULT_GAME,)
    """The names of the games that the robot plays. At a table of another game, `play` raises ValueError.

    A subclass that does not set `games` plays only the first registered game, because its code may handle
    only the cards and actions of that game.
    """

    searches: ClassVar[bool] = False
    """True if `choose` uses `think`.

    As a house robot, such a robot answers after `search_ms`, so that neither a long search nor a decision
    without a search, such as one legal card, can be told from the time of the answer.
    """

    levels: ClassVar[tuple[str, ...]] = ()
    """The names of the levels that trade strength for time, the quickest first; empty for a robot without.

    The class of a robot with levels takes the argument `level`. A server offers the robot under its name at
    `default_level`, and as `name:level` at each other level.
    """

    default_level: ClassVar[str] = ""
    """The level of a robot that is created without the argument `level`."""

    about: ClassVar[str] = ""
    """A sentence that tells players how the robot plays, for lists of robots.

    If it is empty, lists show the first sentence of the docstring of the class.
    """

    think: Think = staticmethod(in_a_thread)
    """Run a computation of more than a few milliseconds: `await self.think(partial(search, cards))`.

    By default the computation runs in a thread. For a house robot, the runner replaces this attribute by a
    function that runs the computation in a worker process. The result is None if the computation was not
    completed; the docstring of `Think` lists the reasons.
    """

    load: Callable[[], float] = staticmethod(no_load)
    """Return the present load of the machine that runs `think`: its unfinished computations for each process.

    For a house robot, the runner replaces this attribute. A robot with levels can take less time for a search
    while the load is high. The load is a public fact of the server, so the choice reveals no card.
    """

    @property
    def name(self) -> str:
        """Return the name that the table shows for this robot."""
        return type(self).__name__

    @abstractmethod
    def choose(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """Return the robot's answer to the decision in `view.own`.

        The method may be a coroutine. `legal` contains the legal answers and is never empty. The robot may
        also return an action that does not answer the decision, such as a look at its hand before a bid.
        After such an action the server sends a changed view, and the runner calls `choose` again for the same
        decision.
        """

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """Return the answer to a decision that is neither a bid nor a play, such as the vote on a claim.

        The method may be a coroutine. `legal` contains the legal answers and is never empty. The base class
        returns the default answer of the game, computed from what this seat sees.
        """
        return self._default_answers(view).asked(view, legal, self.think)

    def answer(self, view: View) -> tuple[Action, ...]:
        """Return the actions that the robot wants to take now without a decision that asks for them.

        Examples are the answer to an opponent's undo request or to a question about a call. The runner calls
        this method after each change of the view. The runner sends each action once, after a delay, and drops
        the action if a call of this method during the delay does not return it. The base class returns the
        default actions of the game.
        """
        return self._default_answers(view).answer(view)

    def _default_answers(self, view: View) -> DefaultAnswers[Any]:
        """Return the default answers for the game of `view`: the same object for all views of that game."""
        game = client_of(view)
        if game.name not in self._defaults:
            self._defaults[game.name] = game.default_answers()
        return self._defaults[game.name]

    @cached_property
    def _defaults(self) -> dict[str, DefaultAnswers[Any]]:
        return {}

    def greeting(self, view: View) -> str:
        """Return the line of chat with which the robot tells the players at the table how it plays.

        Of several robots with the same name, only the one in the lowest seat writes the line. The line may
        depend only on public facts, such as the rules of the table. The base class returns "": no greeting.
        """
        return ""

    def search_ms(self, view: View) -> int:
        """Return the least time in milliseconds that this robot, as a house robot, takes to answer `view`.

        The time may depend only on public facts, such as the number of played cards. The base class returns a
        second for a robot that searches, else 0.
        """
        return SEARCHED_MS if self.searches else 0

    def seen(self, view: View) -> None:  # noqa: B027 - a method that subclasses may override
        """Receive a changed view, before the runner calls `choose`. The base class does nothing."""

    def board_over(self, view: View) -> None:  # noqa: B027
        """Receive the last view of a deal, with the result in `view.pub.result`.

        The base class does nothing.
        """
