"""The robot: it is shown a table, and chooses."""

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
    """A robot. Only `choose` must be written. The same one plays remotely and as a house robot."""

    games: ClassVar[tuple[str, ...]] = (DEFAULT_GAME,)
    """The games that it plays; it is seated at no table of another. A robot that names none was written for
    the first of all games, and would meet cards and actions elsewhere that it does not know."""

    think: Think = staticmethod(in_a_thread)
    """Works out what takes more than a few milliseconds: `await self.think(partial(search, cards))`.

    The runner may set it. A house robot's questions are worked out in a process beside the server; those of
    other robots in a thread. None is the answer where it was not worked out, as `Think` says."""

    @property
    def name(self) -> str:
        """What it is called at the table."""
        return type(self).__name__

    @abstractmethod
    def choose(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """Return the answer to the decision in `view.own`; may be a coroutine. `legal` is never empty.

        An action that answers no decision may come first, as a look at the own hand: what it has changed is
        seen, and the robot is asked again.
        """

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """Return the answer where neither a bid nor a play is due, as whether a claim stands.

        May be a coroutine. Left as it is, the game's own default is answered, by what this seat sees.
        """
        return self._default_answers(view).asked(view, legal, self.think)

    def answer(self, view: View) -> tuple[Action, ...]:
        """Return what is done now without being due: leave given to take back, a question answered, a look.

        Asked for at every change; each action is sent once, as long as it stays among the answers. Left as it
        is, the game's own default is done, as to let opponents take back a slip.
        """
        return self._default_answers(view).answer(view)

    def _default_answers(self, view: View) -> DefaultAnswers[Any]:
        """Return what this robot answers at a view's game by default; it may remember what was before."""
        game = client_of(view)
        if game.name not in self._defaults:
            self._defaults[game.name] = game.default_answers()
        return self._defaults[game.name]

    @cached_property
    def _defaults(self) -> dict[str, DefaultAnswers[Any]]:
        return {}

    def seen(self, view: View) -> None:  # noqa: B027 - a hook that may be left as it is
        """The table has changed; called before `choose` where there is something to choose."""

    def board_over(self, view: View) -> None:  # noqa: B027
        """A deal has ended; `view.pub.result` tells how."""
