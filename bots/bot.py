"""What a robot is: somebody who chooses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from functools import cached_property
from typing import ClassVar, assert_never

from bots.bridge.robot.claims import judge
from bots.bridge.robot.courtesy import Courtesy
from bots.registry import Action, BridgeView, HanabiView, SpadesView, View
from bots.thinking import Think, in_a_thread

__all__ = ["Bot", "View"]


class Bot(ABC):
    """A robot. Only `choose` must be written. The same one plays remotely and as a house robot."""

    games: ClassVar[tuple[str, ...]] = ("bridge",)
    """The games that it plays; it is seated at no table of another. Bridge came first: who says nothing was
    written for it, and would meet cards and actions that it has never heard of."""

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
        """The bid, call or card for the decision in `view.own`; may be a coroutine. `legal` is never empty.

        An action that answers no decision may come first, as `Reveal` at Spades: what it has changed is seen,
        and the robot is asked again.
        """

    def asked(self, view: View, legal: tuple[Action, ...]) -> Action | Awaitable[Action]:
        """The answer where neither a call nor a card is due: whether a claim stands, whether play goes on.

        May be a coroutine. Left as it is, a claim is judged by what this seat sees, and play goes on
        where one was refused. Only bridge asks such things.
        """
        match view:
            case BridgeView(pub=pub, own=own):
                return judge(pub, own, () if own is None else own.legal_actions(), think=self.think)
            case SpadesView() | HanabiView():
                return legal[0]
            case _:
                assert_never(view)

    def answer(self, view: View) -> tuple[Action, ...]:
        """What is done now without being due: leave given to take back, a question answered, a look.

        Asked for at every change; each action is sent once, as long as it stays among the answers. Left as it
        is, opponents at bridge may take back a slip from which nothing was learned, as `Courtesy` says.
        """
        match view:
            case BridgeView(pub=pub, own=own):
                return self._courtesy.grants(view.table, pub, own)
            case SpadesView() | HanabiView():
                return ()
            case _:
                assert_never(view)

    @cached_property
    def _courtesy(self) -> Courtesy:
        return Courtesy()

    def seen(self, view: View) -> None:  # noqa: B027 - a hook that may be left as it is
        """The table has changed; called before `choose` where there is something to choose."""

    def board_over(self, view: View) -> None:  # noqa: B027
        """A board or hand has ended; `view.pub.result` tells how."""
