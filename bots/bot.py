"""The base class of robots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from functools import cached_property
from typing import Any, ClassVar

from bots.game import DefaultAnswers
from bots.registry import DEFAULT_GAME, client_of
from bots.thinking import Think, in_a_thread
from bots.view import Action, View

__all__ = ["Bot", "View"]


class Bot(ABC):
    """The base class of a robot.

    A subclass must define only the method `choose`. The same class plays as a remote client and as a house
    robot.
    """

    games: ClassVar[tuple[str, ...]] = (DEFAULT_GAME,)
    """The names of the games that the robot plays.

    The runner refuses to seat the robot at a table of another game. The default is the first registered game
    alone, because a robot without this attribute was written for that game and does not know the cards and
    actions of other games.
    """

    think: Think = staticmethod(in_a_thread)
    """Run a computation of more than a few milliseconds: `await self.think(partial(search, cards))`.

    The runner may replace this attribute. A house robot's computation runs in a process beside the server,
    any other robot's computation in a thread. The result is None if the computation was not done. The
    docstring of `Think` lists the reasons.
    """

    @property
    def name(self) -> str:
        """Return the name that the table shows for this robot."""
        return type(self).__name__

    @abstractmethod
    def choose(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """Return the robot's answer to the decision in `view.own`.

        The method may be a coroutine. `legal` holds the legal answers and is never empty. The robot may
        return an action that answers no decision, such as a look at its hand. After such an action the server
        sends a changed view, and the runner calls `choose` again for the same decision.
        """

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """Return the answer to a decision that is neither a bid nor a play, such as the vote on a claim.

        The method may be a coroutine. `legal` is never empty. The base class returns the default answer of
        the game, computed from what this seat sees.
        """
        return self._default_answers(view).asked(view, legal, self.think)

    def answer(self, view: View) -> tuple[Action, ...]:
        """Return the actions that the robot wants to take now although the server asks it for no decision.

        Examples are the answer to an opponent's undo request or to a question about a call. The runner calls
        this method after each change of the view. It sends an action once, after a delay, and only if each
        call during the delay returns the action. The base class returns the default actions of the game.
        """
        return self._default_answers(view).answer(view)

    def _default_answers(self, view: View) -> DefaultAnswers[Any]:
        """Return the default answers for the game of `view`. One object serves all views of that game."""
        game = client_of(view)
        if game.name not in self._defaults:
            self._defaults[game.name] = game.default_answers()
        return self._defaults[game.name]

    @cached_property
    def _defaults(self) -> dict[str, DefaultAnswers[Any]]:
        return {}

    def seen(self, view: View) -> None:  # noqa: B027 - a method that subclasses may override
        """Take note of a changed view. The runner calls this method before `choose`."""

    def board_over(self, view: View) -> None:  # noqa: B027
        """Take note that a deal has ended. `view.pub.result` is the result of the deal."""
